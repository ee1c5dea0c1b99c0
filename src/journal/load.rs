//! Reading a save, block by block: its longest good part, and what is behind that.

use super::entry::OPENING;
use super::header::line_at;
use super::{Entry, Header, SaveError};

/// A save as far as it can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// What the game began with.
    pub header: Header,
    /// Its entries, in order.
    pub entries: Vec<Entry>,
    /// How many bytes of the file they take.
    pub good: usize,
    /// What stands behind them.
    pub tail: Tail,
    // Where each entry begins: its byte and its line.
    starts: Vec<(usize, usize)>,
}

impl Loaded {
    /// When the last entry was written, in played seconds.
    pub fn seconds(&self) -> u32 {
        self.entries.last().map_or(0, |entry| entry.t)
    }

    /// Only the part before an entry, counted from 0, that does not follow from those before it.
    #[must_use]
    pub(super) fn before(mut self, entry: usize) -> Loaded {
        let Some(&(good, line)) = self.starts.get(entry) else { return self };
        self.entries.truncate(entry);
        self.starts.truncate(entry);
        let what = format!("entry {} does not follow from those before it.", entry + 1);
        let why = SaveError::new(what, NEVER_EDITED).at(line);
        Loaded { good, tail: Tail::Damaged(why), ..self }
    }
}

/// The remedy for what only a hand can have done.
pub(super) const NEVER_EDITED: &str = "A save is never edited by hand.";

/// What stands behind the last good entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Nothing.
    Clean,
    /// An entry that was cut while it was written. It was never shown, and can be cut off.
    Torn,
    /// Something that no cut explains. The file is left alone.
    Damaged(SaveError),
}

/// Reads a save from its bytes.
pub fn load(bytes: &[u8]) -> Result<Loaded, SaveError> {
    let end = block_end(bytes).ok_or_else(|| no_header(bytes))?;
    let text = text(&bytes[..end], "This is no save of Adjutant.")?;
    let header = Header::from_text(text)?;
    let mut entries = Vec::new();
    let mut starts = Vec::new();
    let mut good = end;
    let mut line = 1 + lines(&bytes[..end]);
    let tail = loop {
        let rest = &bytes[good..];
        if rest.is_empty() {
            break Tail::Clean;
        }
        let Some(end) = block_end(rest) else { break Tail::Torn };
        match block(&rest[..end], entries.len()) {
            Ok(entry) => {
                entries.push(entry);
                starts.push((good, line));
            }
            Err(why) => {
                let line = line + why.line.map_or(0, |line| line - 1);
                break Tail::Damaged(SaveError { line: Some(line), ..why });
            }
        }
        good += end;
        line += lines(&rest[..end]);
    };
    Ok(Loaded { header, entries, good, tail, starts })
}

fn block(bytes: &[u8], before: usize) -> Result<Entry, SaveError> {
    let remedy = "A save is never edited by hand.";
    let damaged = |what: &str| SaveError::new(what, remedy).at(1);
    let body =
        text(bytes, remedy)?.strip_prefix(OPENING).ok_or_else(|| damaged("an entry was expected here."))?;
    let number = u32::try_from(before + 1).map_err(|_| damaged("has more entries than a game can have."))?;
    Entry::from_text(body, number)
}

/// A block as text, or the line that is none.
fn text<'a>(bytes: &'a [u8], remedy: &str) -> Result<&'a str, SaveError> {
    std::str::from_utf8(bytes)
        .map_err(|why| SaveError::new("is not text.", remedy).at(line_at(bytes, why.valid_up_to())))
}

fn no_header(bytes: &[u8]) -> SaveError {
    let (what, remedy) = if bytes.starts_with(b"format = ") && bytes.contains(&b'\r') {
        ("has the line ends of another system.", "Copy it again as it is: a program on the way changed it.")
    } else {
        ("has no whole header.", "A save begins with a whole header.")
    };
    SaveError::new(what, remedy).at(1)
}

/// Where the first block ends, with the empty line behind it.
fn block_end(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        from += 1 + bytes[from..].iter().position(|byte| *byte == b'\n')?;
        if bytes.get(from) == Some(&b'\n') {
            return Some(from + 1);
        }
    }
}

fn lines(bytes: &[u8]) -> usize {
    line_at(bytes, bytes.len()) - 1
}
