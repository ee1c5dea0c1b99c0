//! One writer at a time; anybody may look.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod saved;
mod tiny;

use std::fs;

use adjutant::desk::{Answer, Ruling};
use adjutant::session::Session;
use adjutant::session::dice::AppDice;
use adjutant::table::Change;
use pretty_assertions::assert_eq;
use saved::{assert_same, begin, files, look, open, played};

fn note(session: &mut Session, words: &str) {
    session.rule(Ruling::new("", [Change::Noted { words: words.into() }])).unwrap();
}

#[test]
fn a_save_that_is_played_cannot_be_opened_and_can_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut session) = played(folder.path(), 1, 20);
    for round in 0..3 {
        let before = files(folder.path());
        let error = open(&path).unwrap_err().to_string();
        let expected = "is open in another Adjutant. Close it there, or open it read-only here.";
        assert_eq!(error, format!("{}: {expected}", path.display()));
        assert_eq!(Session::recover(saved::RULES, &path).unwrap_err().to_string(), error);
        let again = Session::begin(saved::RULES, &saved::setup(), Some(&path), AppDice::seeded(1));
        assert_eq!(again.unwrap_err().to_string(), error);
        let (looked, notices) = look(&path).unwrap();
        assert_eq!(notices, []);
        assert!(looked.is_read_only());
        assert_same(looked.game(), session.game(), "looked at");
        assert_eq!(files(folder.path()), before, "somebody wrote");
        note(&mut session, "on we go");
        // The next one who opens it is the one who holds it.
        drop(session);
        session = open(&path).unwrap().0;
        assert!(session.game().log().count() > round);
    }
}

#[test]
fn who_only_looks_can_say_nothing_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 2, 20);
    drop(session);
    fs::remove_file(folder.path().join("Game.toml.lock")).unwrap();
    let before = files(folder.path());
    let (mut looked, _) = look(&path).unwrap();
    let game = looked.game().clone();
    let seconds = looked.seconds();
    let noted = Ruling::new("", [Change::Noted { words: "no".into() }]);
    assert_eq!(looked.rule(noted.clone()).unwrap_err().given, noted);
    let answer = Answer::choose("anything");
    assert_eq!(looked.answer(answer.clone()).unwrap_err().given, answer);
    looked.aside(&tiny::id("anything"), None).unwrap_err();
    looked.late(adjutant::id::DeedId::new("rally:red-1")).unwrap_err();
    looked.undo().unwrap_err();
    looked.redo().unwrap_err();
    looked.set_thrower(tiny::RED, adjutant::session::Thrower::App).unwrap();
    looked.pause();
    looked.go_on();
    looked.sync();
    assert_same(looked.game(), &game, "said nothing");
    assert_eq!((looked.seconds(), looked.warning(), looked.path()), (seconds, None, None));
    drop(looked);
    assert_eq!(files(folder.path()), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The good part of a damaged file is locked under its new name, and the damaged one is free.
#[test]
fn a_successor_is_locked_too() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 3, 20);
    drop(session);
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("nonsense\n\n");
    fs::write(&path, text).unwrap();
    let (first, _) = open(&path).unwrap();
    let (second, _) = open(&path).unwrap();
    let name = folder.path().join("Game-2.toml");
    assert_eq!(first.path().as_ref(), Some(&name));
    assert_eq!(second.path(), Some(folder.path().join("Game-3.toml")));
    assert!(open(&name).unwrap_err().to_string().contains("is open in another Adjutant"));
    drop(first);
    open(&name).unwrap();
}

/// Two saves of one folder have nothing to do with each other.
#[test]
fn other_saves_can_be_played_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = begin(&folder.path().join("One.toml"));
    let mut other = begin(&folder.path().join("Other.toml"));
    note(&mut one, "one");
    note(&mut other, "other");
    assert_eq!((one.warning(), other.warning()), (None, None));
}

/// The system may write when it likes; a game with many beats waits for it only once.
#[test]
fn a_save_is_closed_soon_however_often_it_was_to_be_synced() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = begin(&folder.path().join("Game.toml"));
    for _ in 0..20_000 {
        session.sync();
    }
    let from = std::time::Instant::now();
    drop(session);
    assert!(from.elapsed() < std::time::Duration::from_secs(2), "{:?}", from.elapsed());
}
