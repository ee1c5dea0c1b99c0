//! Files that were cut while they were written, or end in what a power cut leaves: nothing but the torn entry is lost.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod saved;
mod tiny;

use std::fs;
use std::path::Path;

use adjutant::desk::Ruling;
use adjutant::journal::file::Mended;
use adjutant::journal::{Happening, Tail, load};
use adjutant::session::{Notice, Session};
use adjutant::table::Change;
use pretty_assertions::assert_eq;
use saved::{assert_same, look, names, open, played, restored};

/// Where each block ends: first the header, then the entries.
fn ends(bytes: &[u8]) -> Vec<usize> {
    (2..=bytes.len()).filter(|end| bytes[..*end].ends_with(b"\n\n")).collect()
}

#[test]
fn a_file_cut_at_every_byte_comes_back_with_the_entries_before_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 1, 24);
    drop(session);
    let bytes = fs::read(&path).unwrap();
    let whole = load(&bytes).unwrap();
    assert_eq!((whole.good, &whole.tail), (bytes.len(), &Tail::Clean));
    let ends = ends(&bytes);
    assert_eq!(ends.len(), whole.entries.len() + 1);
    for cut in 0..bytes.len() {
        let before = ends.partition_point(|end| *end <= cut);
        let loaded = load(&bytes[..cut]);
        if before == 0 {
            let error = loaded.unwrap_err();
            assert_eq!(error.line, Some(1));
            assert!(error.what.contains("no whole header"), "{error}");
            continue;
        }
        let loaded = loaded.unwrap();
        assert_eq!(loaded.header, whole.header);
        assert_eq!(loaded.entries, whole.entries[..before - 1], "cut at {cut}");
        assert_eq!(loaded.good, ends[before - 1]);
        assert_eq!(loaded.tail, if loaded.good == cut { Tail::Clean } else { Tail::Torn }, "cut at {cut}");
    }
}

fn say_something(session: &mut Session, words: &str) {
    session.rule(Ruling::new(words, [Change::Noted { words: words.into() }])).unwrap();
    if let Some(answer) = session.game().ask().and_then(adjutant::desk::Ask::default_answer) {
        session.answer(answer).unwrap();
    }
}

/// Opens a cut file, goes on in it, and checks that the file holds what was good and what was said since.
fn goes_on_after(bytes: &[u8], folder: &Path) -> Vec<Notice> {
    let path = folder.join("Game.toml");
    fs::write(&path, bytes).unwrap();
    let before = load(bytes).unwrap();
    let (expected, _) = restored(&tiny::TINY, &before);
    let (looked, seen) = look(&path).unwrap();
    assert_eq!(seen, if before.tail == Tail::Clean { vec![] } else { vec![Notice::OnlyPrefix(Tail::Torn)] });
    assert_same(looked.game(), &expected, "looked at");
    assert_eq!(fs::read(&path).unwrap(), bytes, "looking wrote");
    let (mut session, notices) = open(&path).unwrap();
    assert_same(session.game(), &expected, "opened");
    say_something(&mut session, "on we go");
    assert_eq!(session.warning(), None);
    let after = load(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(after.tail, Tail::Clean);
    assert_eq!(after.header, before.header);
    assert_eq!(after.entries[..before.entries.len()], before.entries);
    let more = &after.entries[before.entries.len()..];
    assert!(more.iter().any(|entry| matches!(entry.what, Happening::Sitting(_))));
    assert!(more.len() >= 2);
    assert_same(look(&path).unwrap().0.game(), session.game(), "gone on");
    notices
}

/// Opens at every cut in two entries that differ much, and at some cuts of all others.
#[test]
fn a_cut_file_goes_on_and_its_torn_end_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 2, 40);
    drop(session);
    let bytes = fs::read(&path).unwrap();
    let ends = ends(&bytes);
    let last_but_one = ends[ends.len() - 3];
    let cuts = (ends[0]..bytes.len()).filter(|cut| *cut >= last_but_one || cut % 397 == 0);
    for cut in cuts.chain(ends[0]..ends[1]) {
        let folder = tempfile::tempdir().unwrap();
        let notices = goes_on_after(&bytes[..cut], folder.path());
        let torn = folder.path().join("Game.toml.torn-1");
        if ends.contains(&cut) {
            assert_eq!(notices, []);
            assert_eq!(names(folder.path()), ["Game.toml"]);
        } else {
            assert_eq!(notices, [Notice::Mended(Mended::Torn(torn.clone()))]);
            assert_eq!(names(folder.path()), ["Game.toml", "Game.toml.torn-1"]);
            let good = load(&bytes[..cut]).unwrap().good;
            assert_eq!(fs::read(&torn).unwrap(), bytes[good..cut]);
        }
    }
}

#[test]
fn every_torn_end_is_kept_under_a_name_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 3, 12);
    drop(session);
    for number in 1..=3 {
        let mut bytes = fs::read(&path).unwrap();
        let torn = format!("[[entry]]\nn = {number}");
        bytes.extend(torn.as_bytes());
        fs::write(&path, &bytes).unwrap();
        let (_, notices) = open(&path).unwrap();
        let name = folder.path().join(format!("Game.toml.torn-{number}"));
        assert_eq!(notices, [Notice::Mended(Mended::Torn(name.clone()))]);
        assert_eq!(fs::read_to_string(name).unwrap(), torn);
    }
    assert_eq!(names(folder.path()).len(), 4);
    let (_, notices) = open(&path).unwrap();
    assert_eq!(notices, []);
}

/// A power cut can leave a file with its new length and nothing in it.
#[test]
fn a_tail_of_nothing_is_torn_too() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 4, 30);
    drop(session);
    let bytes = fs::read(&path).unwrap();
    let ends = ends(&bytes);
    let middle_of_last = usize::midpoint(ends[ends.len() - 2], bytes.len());
    for (kept, nuls) in [(bytes.len(), 1), (bytes.len(), 4096), (middle_of_last, 300)] {
        let folder = tempfile::tempdir().unwrap();
        let mut cut = bytes[..kept].to_vec();
        cut.extend(vec![0; nuls]);
        let notices = goes_on_after(&cut, folder.path());
        assert!(matches!(notices[..], [Notice::Mended(Mended::Torn(_))]));
    }
}

#[test]
fn a_file_cut_in_its_header_is_refused_and_left_alone() {
    let whole = tempfile::tempdir().unwrap();
    let (path, session) = played(whole.path(), 6, 0);
    drop(session);
    let bytes = fs::read(&path).unwrap();
    let header = ends(&bytes)[0];
    for cut in (0..header).step_by(61).chain([header - 1]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Game.toml");
        fs::write(&path, &bytes[..cut]).unwrap();
        for error in [open(&path).unwrap_err(), look(&path).unwrap_err()] {
            let text = error.to_string();
            assert!(text.starts_with(&format!("{}:1: has no whole header.", path.display())), "{text}");
        }
        assert_eq!(fs::read(&path).unwrap(), bytes[..cut]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a lock was left behind");
    }
}

/// What a cut takes was never shown, so the last thing said is there or not, whole.
#[test]
fn a_cut_between_entries_that_were_written_together_is_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 7, 120);
    drop(session);
    let bytes = fs::read(&path).unwrap();
    for end in ends(&bytes) {
        let loaded = load(&bytes[..end]).unwrap();
        let (game, reopened) = restored(&tiny::TINY, &loaded);
        assert!(!reopened);
        assert!(game.ask().is_some() || game.table().outcome().is_some());
    }
}
