//! Appending: what was not written goes back to memory and is tried again, and the file never holds half of it.

/// What is appended to: a file, or in tests something that fails on purpose.
pub trait Sink {
    /// Writes at the end.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String>;
    /// Cuts everything behind so many bytes.
    fn cut(&mut self, len: u64) -> Result<(), String>;
    /// What was written is soon, or at once, to outlive a power cut.
    fn sync(&mut self, at_once: bool);
}

/// The end of a save.
#[derive(Debug)]
pub struct Appender<S: Sink> {
    sink: S,
    // How long the file is, without what failed.
    len: u64,
    // What is not in the file yet, and whether it shall be on the disk at once.
    waiting: Vec<u8>,
    at_once: bool,
    // Whether something may stand behind `len` that could not be cut off.
    dirty: bool,
    warning: Option<String>,
}

impl<S: Sink> Appender<S> {
    /// The end of a save of so many bytes.
    pub fn new(sink: S, len: u64) -> Appender<S> {
        Appender { sink, len, waiting: Vec::new(), at_once: false, dirty: false, warning: None }
    }

    /// Appends, with all that could not be appended before. A failure is not the game's: it stands as a warning, and the next
    /// call tries again.
    pub fn append(&mut self, text: &str, commit: bool) {
        self.waiting.extend_from_slice(text.as_bytes());
        self.retry(commit);
    }

    /// Tries again what could not be appended.
    pub fn retry(&mut self, commit: bool) {
        if self.waiting.is_empty() {
            return;
        }
        self.at_once |= commit;
        match self.write() {
            Ok(()) => {
                self.len += self.waiting.len() as u64;
                self.waiting.clear();
                self.warning = None;
                self.sink.sync(std::mem::take(&mut self.at_once));
            }
            Err(why) => {
                self.dirty = self.sink.cut(self.len).is_err();
                self.warning = Some(why);
            }
        }
    }

    fn write(&mut self) -> Result<(), String> {
        if self.dirty {
            self.sink.cut(self.len)?;
            self.dirty = false;
        }
        self.sink.write(&self.waiting)
    }

    /// Why the last entries are not in the file. None while all are.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Everything that was written shall outlive a power cut now.
    pub fn sync(&mut self) {
        self.sink.sync(true);
    }

    /// What it appends to.
    pub fn sink(&self) -> &S {
        &self.sink
    }
}

impl<S: Sink> Drop for Appender<S> {
    fn drop(&mut self) {
        // The last chance of what could not be written.
        self.retry(true);
    }
}
