//! Save files: created, opened, locked, cut and synced. Nothing else below the session touches a file.

#![allow(clippy::disallowed_methods, reason = "this is the one place for files")]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{Appender, Entry, Happening, Header, Loaded, SaveError, Sink, Tail, load};
use crate::game::Act;

/// The largest file that is read as a save. A long game takes a hundredth of it.
const LARGEST: u64 = 64 << 20;

/// How long written entries may wait for the disk.
const SOON: Duration = Duration::from_secs(1);

/// A save that is open for writing. Nobody else can open it so.
#[derive(Debug)]
pub struct SaveFile {
    path: PathBuf,
    end: Appender<Disk>,
    entries: u32,
    // Held, not read: the lock ends with it.
    _lock: File,
}

/// What was done to a file to open it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mended {
    /// A torn entry was cut off; this file holds a copy of it.
    Torn(PathBuf),
    /// The file is damaged and was left alone; its good part goes on as this new file.
    GoesOnAs(PathBuf, SaveError),
}

impl SaveFile {
    /// A new save. A file that is there already is never written over.
    pub fn create(path: &Path, header: &Header) -> Result<SaveFile, SaveError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|why| io_error(folder, &why, "made"))?;
        }
        let lock = lock(path)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|why| io_error(path, &why, "created"))?;
        let text = header.to_text()?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        if let Err(why) = written {
            // Half a header is no save.
            let _ = fs::remove_file(path);
            return Err(io_error(path, &why, "written"));
        }
        Ok(SaveFile::at_end(path, file, lock, text.len() as u64, 0))
    }

    /// Opens a save to go on with it. A torn entry is copied and cut off; a damaged file is left alone and its good part goes
    /// on as a new one.
    pub fn open(path: &Path) -> Result<(SaveFile, Loaded, Option<Mended>), SaveError> {
        // First to read, so that a wrong name or a folder is said plainly and no lock is left behind.
        read(path)?;
        let lock = lock(path)?;
        let loaded = read(path)?;
        let entries = u32::try_from(loaded.entries.len()).unwrap_or(u32::MAX);
        let good = loaded.good as u64;
        match &loaded.tail {
            Tail::Damaged(why) => {
                let (save, name) = SaveFile::go_on_as_new(path, &loaded)?;
                let mended = Mended::GoesOnAs(name, why.clone());
                Ok((save, loaded, Some(mended)))
            }
            tail => {
                let file = OpenOptions::new().read(true).write(true).open(path);
                let file = file.map_err(|why| io_error(path, &why, "opened for writing"))?;
                let mut mended = None;
                if *tail == Tail::Torn {
                    mended = Some(Mended::Torn(keep_torn(path, good)?));
                    file.set_len(good).map_err(|why| io_error(path, &why, "cut"))?;
                }
                Ok((SaveFile::at_end(path, file, lock, good, entries), loaded, mended))
            }
        }
    }

    fn at_end(path: &Path, file: File, lock: File, len: u64, entries: u32) -> SaveFile {
        SaveFile { path: path.to_owned(), end: Appender::new(Disk::new(file), len), entries, _lock: lock }
    }

    /// The good part of a damaged file as a new one beside it.
    fn go_on_as_new(path: &Path, loaded: &Loaded) -> Result<(SaveFile, PathBuf), SaveError> {
        let bytes = fs::read(path).map_err(|why| io_error(path, &why, "read"))?;
        let good = &bytes[..loaded.good.min(bytes.len())];
        for number in 2..1000 {
            let name = numbered(path, number);
            let created = OpenOptions::new().read(true).write(true).create_new(true).open(&name);
            let mut file = match created {
                Ok(file) => file,
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(why) => return Err(io_error(&name, &why, "created")),
            };
            let lock = lock(&name)?;
            file.write_all(good)
                .and_then(|()| file.sync_all())
                .map_err(|why| io_error(&name, &why, "written"))?;
            let entries = u32::try_from(loaded.entries.len()).unwrap_or(u32::MAX);
            return Ok((SaveFile::at_end(&name, file, lock, good.len() as u64, entries), name));
        }
        Err(SaveError::new("has too many successors.", "Move some of them elsewhere.").of(path.display()))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many entries it holds, those waiting to be written too.
    pub fn entries(&self) -> u32 {
        self.entries
    }

    /// Appends entries. They are in the file when this returns, or a warning stands.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), SaveError> {
        let mut text = String::new();
        let mut commit = false;
        let mut number = self.entries;
        for entry in entries {
            number += 1;
            text.push_str(&entry.to_text(number)?);
            commit |= matches!(entry.what, Happening::Act(Act::Settled { .. }, _));
        }
        self.entries = number;
        self.end.append(&text, commit);
        Ok(())
    }

    /// Tries again what could not be written.
    pub fn retry(&mut self) {
        self.end.retry(true);
    }

    /// Why the last entries are not in the file. None while all are.
    pub fn warning(&self) -> Option<String> {
        self.end.warning().map(|why| format!("{} cannot be written: {why}", self.path.display()))
    }

    /// Everything that was written shall outlive a power cut now.
    pub fn sync(&mut self) {
        self.end.sync();
    }
}

/// Reads a save without touching it.
pub fn read(path: &Path) -> Result<Loaded, SaveError> {
    let of = |error: SaveError| error.of(path.display());
    let about = fs::metadata(path).map_err(|why| io_error(path, &why, "read"))?;
    if about.is_dir() {
        return Err(of(SaveError::new("is a folder.", "Name a save in it.")));
    }
    if about.len() > LARGEST {
        let what = format!("is larger than {} MiB.", LARGEST >> 20);
        return Err(of(SaveError::new(what, "No game of Adjutant is so long.")));
    }
    let mut bytes = Vec::new();
    // A file that grows while it is read is not followed for ever.
    let file = File::open(path).map_err(|why| io_error(path, &why, "read"))?;
    file.take(LARGEST).read_to_end(&mut bytes).map_err(|why| io_error(path, &why, "read"))?;
    let mut loaded = load(&bytes).map_err(of)?;
    if let Tail::Damaged(why) = loaded.tail {
        loaded.tail = Tail::Damaged(of(why));
    }
    Ok(loaded)
}

/// The last words of a file, for a list of saves: enough to hold the last few entries.
pub fn tail(path: &Path, bytes: u64) -> Result<String, SaveError> {
    let mut file = File::open(path).map_err(|why| io_error(path, &why, "read"))?;
    let len = file.metadata().map_err(|why| io_error(path, &why, "read"))?.len();
    file.seek(SeekFrom::Start(len.saturating_sub(bytes))).map_err(|why| io_error(path, &why, "read"))?;
    let mut end = Vec::new();
    file.take(bytes).read_to_end(&mut end).map_err(|why| io_error(path, &why, "read"))?;
    Ok(String::from_utf8_lossy(&end).into_owned())
}

/// The save that a file's name with a number would have: `Game.toml` gives `Game-2.toml`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Takes the lock of a save. It ends with the file that is given back, also when the program is killed.
fn lock(path: &Path) -> Result<File, SaveError> {
    let name = beside(path, ".lock");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name);
    let file = file.map_err(|why| io_error(&name, &why, "opened"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let remedy = "Close it there, or open it read-only here.";
            Err(SaveError::new("is open in another Adjutant.", remedy).of(path.display()))
        }
        Err(TryLockError::Error(why)) => Err(io_error(&name, &why, "locked")),
    }
}

/// Copies what stands behind the good part to a file of its own.
fn keep_torn(path: &Path, good: u64) -> Result<PathBuf, SaveError> {
    let mut file = File::open(path).map_err(|why| io_error(path, &why, "read"))?;
    let mut torn = Vec::new();
    file.seek(SeekFrom::Start(good))
        .and_then(|_| file.read_to_end(&mut torn))
        .map_err(|why| io_error(path, &why, "read"))?;
    for number in 1..1000 {
        let name = beside(path, &format!(".torn-{number}"));
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(mut copy) => {
                let kept = copy.write_all(&torn).and_then(|()| copy.sync_all());
                kept.map_err(|why| io_error(&name, &why, "written"))?;
                return Ok(name);
            }
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
            Err(why) => return Err(io_error(&name, &why, "created")),
        }
    }
    Err(SaveError::new("has too many torn ends.", "Remove its .torn files.").of(path.display()))
}

fn io_error(path: &Path, why: &io::Error, done: &str) -> SaveError {
    let remedy = match why.kind() {
        io::ErrorKind::NotFound => "Check the name.",
        io::ErrorKind::PermissionDenied => "Check the permissions of the file and its folder.",
        io::ErrorKind::AlreadyExists => "Choose another name.",
        io::ErrorKind::StorageFull => "Make room on the disk.",
        _ => "",
    };
    SaveError::new(format!("cannot be {done}: {why}."), remedy).of(path.display())
}

/// A file, and the thread that sees to it that the disk has what was written.
#[derive(Debug)]
pub struct Disk {
    file: File,
    // Whether at once. None once the thread has ended.
    syncs: Option<Sender<bool>>,
    syncer: Option<JoinHandle<()>>,
}

impl Disk {
    fn new(file: File) -> Disk {
        let (syncs, asked) = channel::<bool>();
        // Without a second handle or a thread the system still writes in its own time.
        let syncer = file.try_clone().ok().and_then(|file| {
            let work = move || {
                while let Ok(at_once) = asked.recv() {
                    if !at_once {
                        let end = std::time::Instant::now() + SOON;
                        loop {
                            let left = end.saturating_duration_since(std::time::Instant::now());
                            match asked.recv_timeout(left) {
                                Ok(false) => {}
                                Ok(true)
                                | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
                            }
                        }
                    }
                    // The file holds it; what the disk has to say is not for the players.
                    let _ = file.sync_data();
                }
            };
            std::thread::Builder::new().name("save".into()).spawn(work).ok()
        });
        Disk { file, syncs: Some(syncs), syncer }
    }
}

impl Sink for Disk {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        // Not opened for appending: such a file cannot be cut on every system. Nobody else writes here.
        let end = self.file.seek(SeekFrom::End(0));
        end.and_then(|_| self.file.write_all(bytes)).map_err(|why| why.to_string())
    }

    fn cut(&mut self, len: u64) -> Result<(), String> {
        self.file.set_len(len).map_err(|why| why.to_string())
    }

    fn sync(&mut self, at_once: bool) {
        if let Some(syncs) = &self.syncs {
            // The thread ends only with this sender.
            let _ = syncs.send(at_once);
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.sync(true);
        self.syncs = None;
        if let Some(syncer) = self.syncer.take() {
            let _ = syncer.join();
        }
    }
}
