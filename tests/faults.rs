//! Rules that break the desk's own rules are caught, and never lose a game: a fault is a refusal like any other.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod tiny;

use std::cell::Cell;

use adjutant::desk::{Answer, Choice, Desk, Fault, Flow, Menu, Offer, Refusal, Roll, Who};
use adjutant::game::{Game, Note};
use adjutant::id::{DeedId, LevelId, PlaceId, Purpose, RuleId};
use adjutant::rules::{Deed, Ruleset};
use adjutant::table::{Change, Place, Table};
use tiny::{BLUE, RED, TINY, table};

const RULE: RuleId = RuleId::new("bad");

/// A ruleset with this beat: it asks whether to go on, and then does what is wrong.
fn ruleset(beat: fn(&mut Desk<'_>) -> Flow<()>) -> &'static Ruleset {
    Box::leak(Box::new(Ruleset { beat, ..TINY }))
}

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
    assert!(game.log().any(|line| matches!(line, adjutant::game::LogLine::Note(Note::Reopened))));
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
