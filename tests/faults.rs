//! Rules that break the desk's own rules are caught, and never lose a game: a fault is a refusal like any other.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod tiny;

use std::cell::Cell;

use adjutant::desk::{
    Answer, Bucket, Choice, Desk, Fault, Field, FieldValue, Flow, Form, Menu, Offer, Refusal, Roll, When, Who,
};
use adjutant::game::{Game, LogLine, Note};
use adjutant::id::{DeedId, FieldId, LevelId, PlaceId, Purpose, RuleId};
use adjutant::rules::{Deed, Ruleset};
use adjutant::table::{Change, Place, Table};
use tiny::dialogue::{ruleset, yes_or_no};
use tiny::{BLUE, RED, TINY, table};

const RULE: RuleId = RuleId::new("bad");

const FIELD: FieldId = FieldId::new("field");

/// The ask before what is wrong.
fn go_on(desk: &mut Desk<'_>) -> Flow<()> {
    desk.choose(RULE, Who::Side(RED), |_| Menu::new("Go on?").option(Choice::new("yes", "Yes"), ()))
}

fn fault_of(beat: fn(&mut Desk<'_>) -> Flow<()>) -> Fault {
    let mut game = Game::new(ruleset(beat), table(1, 1)).expect("the first ask is sound");
    let before = (game.table().clone(), game.ask().cloned());
    let refused = game.answer(Answer::choose("yes")).unwrap_err();
    assert_eq!((game.table().clone(), game.ask().cloned()), before, "nothing has changed");
    match refused.why {
        Refusal::Fault(fault) => fault,
        other @ Refusal::Objections(_) => panic!("no fault: {other:?}"),
    }
}

fn roll(desk: &mut Desk<'_>) -> Flow<()> {
    desk.roll(RULE, |_| Roll::d6(RED, Purpose::new("test"), 1, "Test")).map(|_| ())
}

#[test]
fn a_rule_that_records_after_a_pause_is_caught() {
    let fault = fault_of(|desk| {
        go_on(desk)?;
        let flow = roll(desk);
        desk.record(RULE, Change::Cp { side: RED, by: 1, source: None });
        flow
    });
    assert_eq!(fault, Fault::WentOn(RULE));
}

#[test]
fn a_rule_that_asks_after_a_pause_is_caught() {
    let fault = fault_of(|desk| {
        go_on(desk)?;
        let _ = roll(desk);
        roll(desk)
    });
    assert_eq!(fault, Fault::WentOn(RULE));
}

#[test]
fn a_rule_that_offers_after_a_pause_is_caught() {
    let fault = fault_of(|desk| {
        go_on(desk)?;
        let flow = roll(desk);
        let _ = desk.offer(RULE, |_| Vec::new());
        flow
    });
    assert_eq!(fault, Fault::WentOn(RULE));
}

#[test]
fn a_beat_that_ends_although_it_was_paused_is_caught() {
    let fault = fault_of(|desk| {
        go_on(desk)?;
        let _ = roll(desk);
        Ok(())
    });
    assert_eq!(fault, Fault::EndedPaused(RULE));
}

#[test]
fn options_and_offers_of_one_id_are_caught() {
    let twice = |desk: &mut Desk<'_>| {
        go_on(desk)?;
        desk.choose(RULE, Who::Anyone, |_| {
            Menu::new("Which?").option(Choice::new("a", "This"), ()).option(Choice::new("a", "That"), ())
        })
    };
    assert_eq!(fault_of(twice), Fault::SameId(RULE));
    let offers = |desk: &mut Desk<'_>| {
        go_on(desk)?;
        let offer = || Offer::new(BLUE, RULE, Choice::new("charm", "Charm"));
        desk.offer(RULE, |_| vec![offer(), offer()]);
        roll(desk)
    };
    assert_eq!(fault_of(offers), Fault::SameId(RULE));
}

#[test]
fn a_game_that_never_asks_again_is_caught() {
    let fault = fault_of(|desk| {
        if desk.table().cp(RED) == 0 {
            go_on(desk)?;
        }
        desk.record(RULE, Change::Cp { side: RED, by: 1, source: None });
        Ok(())
    });
    assert_eq!(fault, Fault::Endless);
}

#[test]
fn a_late_deed_that_moves_the_clock_is_caught() {
    let rules: &'static Ruleset = Box::leak(Box::new(Ruleset {
        beat: go_on,
        deeds: |_| vec![Deed { id: DeedId::new("leap"), words: "Leap".into(), unit: None }],
        late: |desk, _| {
            desk.record(RULE, Change::Entered(Place::new(LevelId::new("day"), PlaceId::new("day"))));
            Ok(())
        },
        ..TINY
    }));
    let mut game = Game::new(rules, table(1, 1)).unwrap();
    assert_eq!(game.late(DeedId::new("leap")), Err(Refusal::Fault(Fault::LateClock(RULE))));
    assert!(game.ask().is_some() && game.table().clock().path().is_empty());
}

thread_local! {
    /// What the rule below gives: another version of the program.
    static GAIN: Cell<i32> = const { Cell::new(1) };
}

/// A rule that another version of the program reads otherwise.
fn changing(desk: &mut Desk<'_>) -> Flow<()> {
    go_on(desk)?;
    desk.record(RULE, Change::Cp { side: RED, by: GAIN.get(), source: None });
    if desk.table().cp(RED) >= 5 {
        roll(desk)?;
    }
    Ok(())
}

#[test]
fn a_beat_that_no_longer_yields_its_events_is_taken_back_to_its_start_and_the_game_says_so() {
    let mut game = Game::new(ruleset(changing), table(1, 1)).unwrap();
    for _ in 0..3 {
        game.answer(Answer::choose("yes")).unwrap();
    }
    GAIN.set(2);
    assert_eq!(game.differing_beats(), [0, 1]);
    let cp = |game: &Game| game.table().cp(RED);
    // The third beat is finished but not settled: taking it back opens the second, whose events are others now.
    let step = game.undo().unwrap();
    assert!(step.reopened);
    assert_eq!((game.beats().len(), cp(&game)), (1, 1), "the second beat stands at its start");
    assert!(game.ask().is_some());
    assert!(game.log().any(|line| matches!(line, LogLine::Note(Note::Reopened))));
    game.answer(Answer::choose("yes")).unwrap();
    assert_eq!(cp(&game), 3);
    GAIN.set(1);
}

/// A table without sides or units breaks nothing in the kernel.
#[test]
fn an_empty_table_is_a_table() {
    let mut game = Game::new(ruleset(go_on), Table::new([])).unwrap();
    game.answer(Answer::choose("yes")).unwrap();
    assert_eq!(game.table().cp(RED), 0);
    assert!(game.deeds().is_empty());
}

#[test]
fn a_choice_without_options_is_caught() {
    let fault = fault_of(|desk| {
        go_on(desk)?;
        desk.choose(RULE, Who::Anyone, |_| Menu::new("Which?"))
    });
    assert_eq!(fault, Fault::NoOption(RULE));
}

#[test]
fn a_field_that_would_not_take_its_own_default_is_caught() {
    let number: fn(&mut Desk<'_>) -> Flow<()> = |desk| {
        go_on(desk)?;
        desk.form(RULE, Who::Anyone, |_| Form::new("?").field(Field::number(FIELD, "?", 1, 3, 9))).map(|_| ())
    };
    let pick: fn(&mut Desk<'_>) -> Flow<()> = |desk| {
        go_on(desk)?;
        let choices = [Choice::new("a", "A")];
        desk.form(RULE, Who::Anyone, |_| Form::new("?").field(Field::pick(FIELD, "?", choices, "b")))
            .map(|_| ())
    };
    let behind: fn(&mut Desk<'_>) -> Flow<()> = |desk| {
        go_on(desk)?;
        let later = FieldId::new("later");
        let when = When::Is(later, FieldValue::Flag(true));
        let early = Field::flag(FIELD, "Shown while one behind it holds?", true).when(when);
        let form = Form::new("?").field(early).field(Field::flag(later, "?", true));
        desk.form(RULE, Who::Anyone, |_| form).map(|_| ())
    };
    for wrong in [number, pick, behind] {
        assert_eq!(fault_of(wrong), Fault::Field(RULE));
    }
}

#[test]
fn buckets_that_leave_a_face_out_or_hold_one_twice_are_caught() {
    let gap: fn(&mut Desk<'_>) -> Flow<()> = |desk| bucketed(desk, 1..=3, 5..=6);
    let overlap: fn(&mut Desk<'_>) -> Flow<()> = |desk| bucketed(desk, 1..=3, 3..=6);
    for wrong in [gap, overlap] {
        assert_eq!(fault_of(wrong), Fault::Buckets(RULE));
    }
}

fn bucketed(
    desk: &mut Desk<'_>,
    fail: std::ops::RangeInclusive<u8>,
    hit: std::ops::RangeInclusive<u8>,
) -> Flow<()> {
    go_on(desk)?;
    let buckets = [Bucket::new(tiny::FAIL, fail), Bucket::new(tiny::HIT, hit)];
    desk.roll(RULE, |_| Roll::d6(RED, Purpose::new("test"), 1, "Test").buckets(buckets.clone())).map(|_| ())
}

/// A rule whose asks another version of the program puts otherwise.
fn moving(desk: &mut Desk<'_>) -> Flow<()> {
    if GAIN.get() == 1 {
        go_on(desk)?;
    }
    yes_or_no(desk, "b", Who::Side(RED))?;
    yes_or_no(desk, "c", Who::Side(RED))?;
    yes_or_no(desk, "d", Who::Side(RED)).map(|_| ())
}

#[test]
fn what_no_longer_fits_when_something_is_taken_back_falls_and_the_game_says_so() {
    let rules = ruleset(moving);
    let mut game = Game::new(rules, table(1, 1)).unwrap();
    for _ in 0..3 {
        game.answer(Answer::choose("yes")).unwrap();
    }
    GAIN.set(2);
    let step = game.undo().unwrap();
    assert!(step.reopened);
    assert_eq!(game.ask().unwrap().id.rule, RuleId::new("b"));
    assert!(game.unsettled().is_empty());
    assert!(game.log().any(|line| matches!(line, LogLine::Note(Note::Reopened))));
    let (back, reopened) = Game::restore(rules, table(1, 1), game.take_acts()).unwrap();
    assert!(!reopened);
    assert_eq!((back.ask(), back.undone()), (game.ask(), game.undone()));
    assert_eq!(back.log().collect::<Vec<_>>(), game.log().collect::<Vec<_>>());
    GAIN.set(1);
}
