//! Old games outlive new rules: what is settled comes from its events alone, only the unfinished beat is run again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod saved;
mod tiny;

use std::cell::Cell;
use std::fs;
use std::path::Path;

use adjutant::desk::{Answer, Choice, Desk, Flow, Menu, Roll, Ruling, Who};
use adjutant::game::{Act, Game, Note};
use adjutant::id::{LevelId, PlaceId, Purpose, RuleId};
use adjutant::journal::{Happening, load};
use adjutant::rules::Ruleset;
use adjutant::session::dice::AppDice;
use adjutant::session::{Notice, Session, SessionError, Setup};
use adjutant::table::{Change, Outcome, Place};
use pretty_assertions::assert_eq;
use saved::{assert_same, names};
use tiny::{RED, TINY};

const RULE: RuleId = RuleId::new("R1");
const ROUND: LevelId = LevelId::new("day");

thread_local! {
    static RAN: Cell<u32> = const { Cell::new(0) };
}

/// Each beat: how many points? Then a die, and the points are scored.
fn old_beat(desk: &mut Desk<'_>) -> Flow<()> {
    RAN.set(RAN.get() + 1);
    let points = choose(desk)?;
    roll(desk, 1)?;
    score(desk, points);
    Ok(())
}

/// Since then, one more is scored.
fn more_beat(desk: &mut Desk<'_>) -> Flow<()> {
    RAN.set(RAN.get() + 1);
    let points = choose(desk)?;
    roll(desk, 1)?;
    score(desk, points + 1);
    Ok(())
}

/// Since then, two dice are thrown.
fn two_dice_beat(desk: &mut Desk<'_>) -> Flow<()> {
    RAN.set(RAN.get() + 1);
    let points = choose(desk)?;
    roll(desk, 2)?;
    score(desk, points);
    Ok(())
}

/// Since then, it breaks the desk's own rules.
fn broken_beat(desk: &mut Desk<'_>) -> Flow<()> {
    let _ = choose(desk);
    let _ = roll(desk, 1);
    roll(desk, 1)
}

fn choose(desk: &mut Desk<'_>) -> Flow<i32> {
    let option = |points: i32| (Choice::new(format!("{points}"), format!("{points}")), points);
    desk.choose(RULE, Who::Side(RED), |_| Menu::new("How many points?").options((0..5).map(option)))
}

fn roll(desk: &mut Desk<'_>, count: u16) -> Flow<()> {
    desk.roll(RULE, |_| Roll::d6(RED, Purpose::new("points"), count, "For luck")).map(|_| ())
}

fn score(desk: &mut Desk<'_>, points: i32) {
    let next = desk.table().clock().number(ROUND) + 1;
    desk.record(RULE, Change::Vp { side: RED, by: points, source: None });
    desk.record(RULE, Change::Entered(Place::new(ROUND, PlaceId::new("day")).number(next)));
    if next > 20 {
        desk.record(RULE, Change::Ended { outcome: Some(Outcome { winner: None, words: "Enough.".into() }) });
    }
}

static OLD: Ruleset = Ruleset { beat: old_beat, ..TINY };
static MORE: Ruleset = Ruleset { beat: more_beat, ..TINY };
static TWO_DICE: Ruleset = Ruleset { beat: two_dice_beat, ..TINY };
static BROKEN: Ruleset = Ruleset { beat: broken_beat, ..TINY };

fn setup() -> Setup {
    Setup { ruleset: TINY.id, sides: vec!["Red".into(), "Blue".into()], changes: Vec::new() }
}

fn open(rules: &'static Ruleset, path: &Path) -> Result<(Session, Vec<Notice>), SessionError> {
    Session::open(&[rules], path, AppDice::seeded(1))
}

/// Four settled beats with 1, 2, 3 and 4 points, and a fifth in which this was said.
fn played(path: &Path, unfinished: &[Answer]) -> Session {
    let mut session = Session::begin(&[&OLD], &setup(), Some(path), AppDice::seeded(1)).unwrap();
    for points in 1..=4 {
        session.answer(Answer::choose(points.to_string())).unwrap();
        session.answer(Answer::faces([6])).unwrap();
    }
    for answer in unfinished {
        session.answer(answer.clone()).unwrap();
    }
    session
}

fn points(session: &Session) -> i32 {
    session.game().table().vp(RED)
}

#[test]
fn settled_beats_come_back_from_their_events_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let session = played(&path, &[Answer::choose("1")]);
    assert_eq!(session.game().beats().len(), 4);
    let old = session.game().clone();
    drop(session);
    RAN.set(0);
    let (mut session, notices) = open(&MORE, &path).unwrap();
    assert_eq!(RAN.get(), 1, "only the unfinished beat is run");
    assert_eq!(notices, []);
    assert_eq!(points(&session), 10);
    assert_same(session.game(), &old, "the same by other rules");
    assert_eq!(session.game().differing_beats(), [0, 1, 2, 3]);
    // From here on the new rule holds.
    session.answer(Answer::faces([1])).unwrap();
    assert_eq!(points(&session), 12);
}

/// The last finished beat is settled only once something is said behind it: until then it is unfinished too.
#[test]
fn a_beat_behind_which_nothing_was_said_is_run_by_the_new_rule() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    drop(played(&path, &[]));
    let (session, notices) = open(&MORE, &path).unwrap();
    assert_eq!(notices, []);
    assert_eq!(points(&session), 1 + 2 + 3 + 5);
}

#[test]
fn an_unfinished_beat_that_no_longer_fits_is_reopened_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    // Said, and of the beat that is not settled yet: there is nothing behind it.
    let words = [Answer::choose("2"), Answer::faces([5])];
    drop(played(&path, &words));
    let saved = fs::read(&path).unwrap();
    let before = load(&saved).unwrap();

    // Looking says so each time and writes nothing.
    for _ in 0..2 {
        let (looked, notices) = Session::look(&[&TWO_DICE], &path, AppDice::seeded(1)).unwrap();
        assert_eq!(notices, [Notice::Reopened]);
        assert_eq!((points(&looked), looked.game().unsettled().len()), (10, 0));
    }
    assert_eq!(fs::read(&path).unwrap(), saved);

    // All that was settled stays.
    let (session, notices) = open(&TWO_DICE, &path).unwrap();
    assert_eq!(notices, [Notice::Reopened]);
    assert_eq!(session.game().beats().len(), 4);
    assert_eq!((points(&session), session.game().unsettled()), (10, &[][..]));
    let reopened =
        session.game().log().filter(|line| matches!(line, adjutant::game::LogLine::Note(Note::Reopened)));
    assert_eq!(reopened.count(), 1);
    let game = session.game().clone();
    drop(session);

    let saved = load(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(saved.entries[..before.entries.len()], before.entries);
    let more: Vec<_> = saved.entries[before.entries.len()..].iter().map(|entry| &entry.what).collect();
    assert!(matches!(more[..], [Happening::Sitting(_), Happening::Act(Act::Reopened, None)]), "{more:?}");

    for rules in [&TWO_DICE, &OLD] {
        let (session, notices) = open(rules, &path).unwrap();
        assert_eq!(notices, [], "it was reopened before");
        assert_same(session.game(), &game, "opened again");
    }
    assert_eq!(names(folder.path()), ["Game.toml"]);
}

/// What was taken back is known without the rules; what could come again and no longer fits is refused, not lost in silence.
#[test]
fn taking_back_goes_on_under_new_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let mut session = played(&path, &[Answer::choose("2"), Answer::faces([5]), Answer::choose("1")]);
    for _ in 0..4 {
        session.undo().unwrap().unwrap();
    }
    session.redo().unwrap().unwrap();
    let old = session.game().clone();
    assert_eq!((points(&session), session.game().undone()), (10, 3));
    drop(session);
    let (mut session, notices) = open(&TWO_DICE, &path).unwrap();
    assert_eq!(notices, [Notice::Reopened], "the fourth beat was open again");
    assert_eq!((points(&session), old.table().vp(RED)), (6, 10));
    // The old beats open at their start, for the rule says otherwise now.
    let step = session.undo().unwrap().unwrap();
    assert!(step.reopened);
    let mut taken = 1;
    let game = session.game().clone();
    drop(session);
    let (mut session, notices) = open(&TWO_DICE, &path).unwrap();
    assert_eq!(notices, []);
    assert_same(session.game(), &game, "after a taking-back that fell");
    while session.undo().unwrap().is_some() {
        taken += 1;
        let (looked, notices) = Session::look(&[&TWO_DICE], &path, AppDice::seeded(1)).unwrap();
        assert_eq!(notices, []);
        assert_same(looked.game(), session.game(), "taken back further");
    }
    assert_eq!((points(&session), session.game().beats().len()), (0, 0));
    assert!(taken >= 3);
    while let Ok(Some(_)) = session.redo() {}
    let (looked, _) = Session::look(&[&TWO_DICE], &path, AppDice::seeded(1)).unwrap();
    assert_same(looked.game(), session.game(), "brought again as far as it fits");
    assert_eq!(session.game().undone(), 0);
}

/// Where the new rules cannot even ask, the save is said to be unplayable and nothing is touched.
#[test]
fn a_save_that_cannot_be_played_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    drop(played(&path, &[Answer::choose("2")]));
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"[[entry]]\nn = ");
    fs::write(&path, &bytes).unwrap();
    fs::remove_file(folder.path().join("Game.toml.lock")).unwrap();
    for error in
        [open(&BROKEN, &path).unwrap_err(), Session::look(&[&BROKEN], &path, AppDice::seeded(1)).unwrap_err()]
    {
        assert!(matches!(error, SessionError::Restore { .. }));
        assert!(error.to_string().starts_with(&format!("{}: ", path.display())), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is made, no lock either");
    // By the old rules it can be played, and its torn end is cut.
    let (session, notices) = open(&OLD, &path).unwrap();
    assert!(matches!(notices[..], [Notice::Mended(_)]));
    assert_eq!(points(&session), 10);
}

/// An opening ruling in an unfinished beat that no longer fits falls with it; settled ones stay.
#[test]
fn settled_rulings_outlive_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let mut session = played(&path, &[]);
    session.rule(Ruling::new("miscounted", [Change::Vp { side: RED, by: 30, source: None }])).unwrap();
    session.answer(Answer::choose("2")).unwrap();
    session.answer(Answer::faces([2])).unwrap();
    session.answer(Answer::choose("0")).unwrap();
    session.answer(Answer::faces([2])).unwrap();
    assert_eq!(points(&session), 42);
    drop(session);
    let (session, notices) = open(&TWO_DICE, &path).unwrap();
    assert_eq!(notices, [Notice::Reopened]);
    assert_eq!(points(&session), 42);
    drop(session);
    let loaded = load(&fs::read(&path).unwrap()).unwrap();
    let (game, reopened) = Game::restore(&TWO_DICE, loaded.header.table(), saved::acts(&loaded)).unwrap();
    assert!(!reopened);
    assert_eq!(game.table().vp(RED), 42);
}
