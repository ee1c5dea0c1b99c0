//! Appends that fail: the file never holds half an entry, nothing is lost and nothing is doubled.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod saved;
mod tiny;

use adjutant::game::Game;
use adjutant::journal::{Appender, Sink, Tail, load};
use pretty_assertions::assert_eq;
use saved::{Kept, assert_same, restored};
use tiny::TINY;
use tiny::random::{self, Dice};

/// A disk on which so many bytes are left.
#[derive(Default)]
struct Full {
    file: Vec<u8>,
    room: usize,
    uncuttable: bool,
    synced_at_once: Vec<bool>,
    cuts: usize,
}

impl Sink for Full {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let fits = bytes.len().min(self.room - self.file.len().min(self.room));
        self.file.extend(&bytes[..fits]);
        if fits < bytes.len() { Err("no room on the disk".into()) } else { Ok(()) }
    }

    fn cut(&mut self, len: u64) -> Result<(), String> {
        self.cuts += 1;
        if self.uncuttable {
            return Err("this cannot be cut".into());
        }
        self.file.truncate(usize::try_from(len).unwrap());
        Ok(())
    }

    fn sync(&mut self, at_once: bool) {
        self.synced_at_once.push(at_once);
    }
}

fn ends(bytes: &[u8]) -> Vec<usize> {
    (2..=bytes.len()).filter(|end| bytes[..*end].ends_with(b"\n\n")).collect()
}

/// A short game, what was written of it after each step, and whether a beat was settled in it.
fn game() -> (Game, Kept, Vec<(usize, bool)>) {
    let mut dice = Dice::seeded(42);
    let table = tiny::table(2, 4);
    let mut game = Game::new(&TINY, table.clone()).unwrap();
    let mut kept = Kept::new(&table);
    let mut steps = vec![(kept.bytes.len(), false)];
    for number in 0..12 {
        random::step(&mut dice, &mut game, number);
        let before = kept.bytes.len();
        kept.keep(&mut game);
        let commit = String::from_utf8_lossy(&kept.bytes[before..]).contains("\nsettled = ");
        steps.push((kept.bytes.len(), commit));
    }
    (game, kept, steps)
}

fn text(kept: &Kept, from: usize, to: usize) -> &str {
    std::str::from_utf8(&kept.bytes[from..to]).unwrap()
}

/// The file as somebody would find it after a crash now: the header and whole entries of the save, in order.
fn assert_good(file: &[u8], kept: &Kept) {
    assert!(kept.bytes.starts_with(file), "something is missing or stands twice");
    let loaded = load(file).unwrap();
    assert_eq!(loaded.tail, Tail::Clean, "half an entry");
    assert_eq!(loaded.entries.len(), ends(file).len() - 1);
}

/// The disk fills up at each byte in turn, stays so for a step, and has room again.
#[test]
fn an_append_that_fails_at_each_byte_is_cut_back_and_written_later() {
    let (game, kept, steps) = game();
    let start = steps[0].0;
    for room in start..kept.bytes.len() {
        let sink = Full { file: kept.bytes[..start].to_vec(), room, ..Full::default() };
        let mut end = Appender::new(SharedSink::new(sink), start as u64);
        let mut failed = 0;
        for pair in steps.windows(2) {
            let ((from, _), (to, commit)) = (pair[0], pair[1]);
            end.append(text(&kept, from, to), commit);
            assert_eq!(
                end.warning(),
                (to > room && failed < 2).then_some("no room on the disk"),
                "room {room}"
            );
            if end.warning().is_some() {
                failed += 1;
                let file = end.sink().file();
                assert!(file.len() <= from, "what failed is there");
                assert_good(&file, &kept);
                if failed == 2 {
                    end.sink().make_room();
                }
            } else {
                assert_eq!(end.sink().file().len(), to);
            }
        }
        end.retry(true);
        if failed == 1 {
            // Full to the end: the last step waits.
            assert_eq!(end.warning(), Some("no room on the disk"));
            end.sink().make_room();
            end.retry(true);
        }
        assert_eq!(end.warning(), None);
        assert_eq!(end.sink().file(), kept.bytes, "room {room}");
    }
    let loaded = load(&kept.bytes).unwrap();
    assert_same(&restored(&TINY, &loaded).0, &game, "at the end");
}

/// Where not even the cut succeeds the torn entry stays at the end, as after a crash, until it can be cut; and nothing is
/// written behind it.
#[test]
fn an_append_that_cannot_be_cut_back_is_cut_before_anything_else_is_written() {
    let (_, kept, steps) = game();
    let (start, all) = (steps[0].0, kept.bytes.len());
    for room in (start..all).step_by(7) {
        let sink = Full { file: kept.bytes[..start].to_vec(), room, uncuttable: true, ..Full::default() };
        let mut end = Appender::new(SharedSink::new(sink), start as u64);
        let mut failed = 0;
        for pair in steps.windows(2) {
            let ((from, _), (to, commit)) = (pair[0], pair[1]);
            end.append(text(&kept, from, to), commit);
            let Some(warning) = end.warning() else { continue };
            failed += 1;
            assert_eq!(warning, if failed == 1 { "no room on the disk" } else { "this cannot be cut" });
            let file = end.sink().file();
            assert_eq!(file.len(), room);
            assert!(kept.bytes.starts_with(&file));
            let loaded = load(&file).unwrap();
            assert_eq!(loaded.tail, if ends(&kept.bytes).contains(&room) { Tail::Clean } else { Tail::Torn });
            assert_eq!(loaded.entries.len(), ends(&file).len() - 1);
            match failed {
                2 => end.sink().make_room(),
                3 => end.sink().make_cuttable(),
                _ => {}
            }
        }
        end.sink().make_room();
        end.sink().make_cuttable();
        end.retry(true);
        assert_eq!(end.warning(), None);
        assert_eq!(end.sink().file(), kept.bytes, "room {room}");
    }
}

/// What was to be on the disk at once still is when it could only be written later.
#[test]
fn a_settled_beat_that_was_written_late_is_synced_at_once() {
    let sink = Full { room: 3, ..Full::default() };
    let mut end = Appender::new(SharedSink::new(sink), 0);
    end.append("one", false);
    end.append("beat", true);
    assert_eq!(end.sink().synced(), [false]);
    end.append("more", false);
    end.sink().make_room();
    end.append("last", false);
    assert_eq!(end.warning(), None);
    assert_eq!(end.sink().synced(), [false, true]);
    end.append("next", false);
    assert_eq!(end.sink().synced(), [false, true, false]);
    assert_eq!(end.sink().file(), b"onebeatmorelastnext");
}

/// The last chance is when the save is closed.
#[test]
fn what_still_waits_is_tried_once_more_at_the_end() {
    let sink = SharedSink::new(Full { room: 2, ..Full::default() });
    let mut end = Appender::new(sink.clone(), 0);
    end.append("all of it", false);
    assert_eq!(sink.file(), b"");
    sink.make_room();
    drop(end);
    assert_eq!(sink.file(), b"all of it");
}

/// The same disk for the appender and for those who look at it.
#[derive(Clone)]
struct SharedSink(std::rc::Rc<std::cell::Cell<Full>>);

impl SharedSink {
    fn new(full: Full) -> SharedSink {
        SharedSink(std::rc::Rc::new(std::cell::Cell::new(full)))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Full) -> T) -> T {
        let mut full = self.0.take();
        let done = work(&mut full);
        self.0.set(full);
        done
    }

    fn file(&self) -> Vec<u8> {
        self.with(|full| full.file.clone())
    }

    fn synced(&self) -> Vec<bool> {
        self.with(|full| full.synced_at_once.clone())
    }

    fn make_room(&self) {
        self.with(|full| full.room = usize::MAX);
    }

    fn make_cuttable(&self) {
        self.with(|full| full.uncuttable = false);
    }
}

impl Sink for SharedSink {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.with(|full| full.write(bytes))
    }

    fn cut(&mut self, len: u64) -> Result<(), String> {
        self.with(|full| full.cut(len))
    }

    fn sync(&mut self, at_once: bool) {
        self.with(|full| full.sync(at_once));
    }
}
