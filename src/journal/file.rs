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
        let text = header.to_text()?;
        let file = write_new(path, text.as_bytes()).map_err(|why| io_error(path, &why, "created"))?;
        Ok(SaveFile::at_end(path, file, lock, text.len() as u64, 0))
    }

    /// Opens a save to go on with it. A torn entry is copied and cut off; a damaged file is left alone and its good part goes
    /// on as a new one. Nothing is touched before `play` has made a game of what can be read.
    pub fn open<T, E: From<SaveError>>(
        path: &Path,
        mut play: impl FnMut(Loaded) -> Result<T, Unplayable<E>>,
    ) -> Result<(SaveFile, T, Option<Mended>), E> {
        let mut bytes = bytes_of(path)?;
        let (mut game, mut part) = playable(path, &bytes, &mut play)?;
        let lock = lock(path)?;
        let now = bytes_of(path)?;
        if now != bytes {
            // Another Adjutant went on with it until the lock was free.
            bytes = now;
            (game, part) = playable(path, &bytes, &mut play)?;
        }
        let (save, mended) = SaveFile::go_on(path, lock, &bytes, part)?;
        Ok((save, game, mended))
    }

    fn go_on(
        path: &Path,
        lock: File,
        bytes: &[u8],
        part: Part,
    ) -> Result<(SaveFile, Option<Mended>), SaveError> {
        let (good, rest) = bytes.split_at(part.good.min(bytes.len()));
        if let Tail::Damaged(why) = part.tail {
            let (save, name) = SaveFile::go_on_as_new(path, good, part.entries)?;
            return Ok((save, Some(Mended::GoesOnAs(name, why))));
        }
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file = file.map_err(|why| io_error(path, &why, "opened for writing"))?;
        let mut mended = None;
        if part.tail == Tail::Torn {
            mended = Some(Mended::Torn(keep_torn(path, rest)?));
            file.set_len(good.len() as u64).map_err(|why| io_error(path, &why, "cut"))?;
        }
        Ok((SaveFile::at_end(path, file, lock, good.len() as u64, part.entries), mended))
    }

    fn at_end(path: &Path, file: File, lock: File, len: u64, entries: u32) -> SaveFile {
        SaveFile { path: path.to_owned(), end: Appender::new(Disk::new(file), len), entries, _lock: lock }
    }

    /// The good part of a damaged file as a new one beside it.
    fn go_on_as_new(path: &Path, good: &[u8], entries: u32) -> Result<(SaveFile, PathBuf), SaveError> {
        for number in 2..1000 {
            let name = numbered(path, number);
            if name.exists() {
                continue;
            }
            let lock = lock(&name)?;
            match write_new(&name, good) {
                Ok(file) => {
                    return Ok((SaveFile::at_end(&name, file, lock, good.len() as u64, entries), name));
                }
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(io_error(&name, &why, "written")),
            }
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

    /// A second hand on the file, for another thread.
    pub fn syncer(&self) -> Option<Syncer> {
        self.end.sink().file.try_clone().ok().map(Syncer)
    }
}

/// Why no game comes of what was read.
pub enum Unplayable<E> {
    /// An entry, counted from 0, does not follow from those before it. Those still make a game.
    Entry(usize),
    /// Something else.
    Other(E),
}

/// How much of a file makes a game.
struct Part {
    good: usize,
    entries: u32,
    tail: Tail,
}

/// Reads a save without touching it.
pub fn read(path: &Path) -> Result<Loaded, SaveError> {
    named(path, load(&bytes_of(path)?))
}

/// Reads a save without touching it, and makes a game of it. Gives what stands behind the part that makes one.
pub fn look<T, E: From<SaveError>>(
    path: &Path,
    mut play: impl FnMut(Loaded) -> Result<T, Unplayable<E>>,
) -> Result<(T, Tail), E> {
    let (game, part) = playable(path, &bytes_of(path)?, &mut play)?;
    Ok((game, part.tail))
}

/// Makes a game of the longest part of a file of which one comes.
fn playable<T, E: From<SaveError>>(
    path: &Path,
    bytes: &[u8],
    play: &mut impl FnMut(Loaded) -> Result<T, Unplayable<E>>,
) -> Result<(T, Part), E> {
    let mut before = usize::MAX;
    loop {
        let loaded = named(path, load(bytes).map(|loaded| loaded.before(before)))?;
        let part = Part {
            good: loaded.good,
            entries: u32::try_from(loaded.entries.len()).unwrap_or(u32::MAX),
            tail: loaded.tail.clone(),
        };
        let len = loaded.entries.len();
        match play(loaded) {
            Ok(game) => return Ok((game, part)),
            // One entry less each time, so this ends.
            Err(Unplayable::Entry(entry)) => before = entry.min(len.saturating_sub(1)),
            Err(Unplayable::Other(why)) => return Err(why),
        }
    }
}

/// What was read, with the name of its file wherever something is wrong with it.
fn named(path: &Path, loaded: Result<Loaded, SaveError>) -> Result<Loaded, SaveError> {
    let of = |error: SaveError| error.of(path.display());
    let mut loaded = loaded.map_err(of)?;
    if let Tail::Damaged(why) = loaded.tail {
        loaded.tail = Tail::Damaged(of(why));
    }
    Ok(loaded)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, SaveError> {
    let of = |what: &str, remedy: &str| SaveError::new(what, remedy).of(path.display());
    let about = fs::metadata(path).map_err(|why| io_error(path, &why, "read"))?;
    if about.is_dir() {
        return Err(of("is a folder.", "Name a save in it."));
    }
    if !about.is_file() {
        return Err(of("is no file.", "Name a save."));
    }
    if about.len() > LARGEST {
        let what = format!("is larger than {} MiB.", LARGEST >> 20);
        return Err(of(&what, "No game of Adjutant is so long."));
    }
    let mut bytes = Vec::new();
    // A file that grows while it is read is not followed for ever.
    let file = File::open(path).map_err(|why| io_error(path, &why, "read"))?;
    file.take(LARGEST).read_to_end(&mut bytes).map_err(|why| io_error(path, &why, "read"))?;
    Ok(bytes)
}

/// A new file with this in it, on the disk. Half of it is no save, so it is all or nothing.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if let Err(why) = written {
        let _ = fs::remove_file(path);
        return Err(why);
    }
    // Its name outlives a power cut too, where a folder can be synced.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(file)
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
fn keep_torn(path: &Path, torn: &[u8]) -> Result<PathBuf, SaveError> {
    for number in 1..1000 {
        let name = beside(path, &format!(".torn-{number}"));
        match write_new(&name, torn) {
            Ok(_) => return Ok(name),
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
            Err(why) => return Err(io_error(&name, &why, "written")),
        }
    }
    Err(SaveError::new("has too many torn ends.", "Remove its .torn files.").of(path.display()))
}

fn io_error(path: &Path, why: &io::Error, done: &str) -> SaveError {
    let remedy = match why.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "Check the name.",
        io::ErrorKind::PermissionDenied => "Check the permissions of the file and its folder.",
        io::ErrorKind::AlreadyExists => "Go on with the file that is there, or choose another name.",
        io::ErrorKind::StorageFull => "Make room on the disk.",
        _ => "",
    };
    SaveError::new(format!("cannot be {done}: {why}."), remedy).of(path.display())
}

/// A second hand on a save's file, for whoever must see to it that the disk has everything.
#[derive(Debug)]
pub struct Syncer(File);

impl Syncer {
    /// The disk has everything when this returns, as far as it can be had.
    pub fn sync(&self) {
        // What the disk has to say is not for the players; the file holds it.
        let _ = self.0.sync_data();
    }
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
                    // All that was asked for until now is one sync.
                    asked.try_iter().for_each(drop);
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
