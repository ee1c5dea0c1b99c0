//! Dialogues with the frame of the 11th edition: the clock, its windows and marks, rulings on the clock, late deeds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod eleventh;

use std::collections::BTreeSet;

use adjutant::desk::{Answer, FieldValue, Who};
use adjutant::game::Game;
use adjutant::id::{FieldId, Key, LevelId, MarkId, PlaceId, WindowId};
use adjutant::rules::eleventh::marks::*;
use adjutant::rules::eleventh::{ELEVENTH, windows};
use adjutant::rules::{ALL, find};
use adjutant::table::{Cause, Change, Mark, NextSpan, On, Place, Unit, Until};
use eleventh::*;
use pretty_assertions::assert_eq;

fn cp(d: &Dialogue, side: adjutant::id::SideId) -> i32 {
    d.game.table().cp(side)
}

// 07: the battle round.

#[test]
fn the_registry_knows_the_edition() {
    assert_eq!(ALL.first().unwrap().id, ELEVENTH.id);
    assert_eq!(find(ELEVENTH.id).unwrap().name, ELEVENTH.name);
    assert!(find("no-such".parse().map(adjutant::id::RulesetId).unwrap()).is_none());
}

/// Every step of both turns of a round, in the order of the book.
#[test]
fn s07_02_the_clock_goes_through_every_step_of_both_turns() {
    let mut game = Game::new(&ELEVENTH, table([])).unwrap();
    game.answer(Answer::choose("side-2")).unwrap();
    let steps: Vec<String> = game
        .log()
        .filter_map(|line| match line {
            adjutant::game::LogLine::Event(_, event) => Some(event.change.clone()),
            adjutant::game::LogLine::Note(_) => None,
        })
        .filter_map(|change| match change {
            Change::Entered(place) if place.level == LevelId::new("step") => Some(place.name.to_string()),
            Change::Entered(Place { side: Some(side), .. }) => Some(format!("turn {}", side.0)),
            Change::Entered(Place { number: Some(number), .. }) => Some(format!("round {number}")),
            _ => None,
        })
        .collect();
    let turn = [
        "start-of-turn",
        "start-of-command",
        "core-cp",
        "battle-shock",
        "command-abilities",
        "end-of-command",
        "start-of-movement",
        "move-units",
        "end-of-movement",
        "start-of-shooting",
        "shoot",
        "end-of-shooting",
        "start-of-charge",
        "charge-step",
        "end-of-charge",
        "start-of-fight",
        "pile-in",
        "fight-step",
        "consolidate",
        "end-of-fight",
        "end-of-turn",
    ];
    let mut expected = Vec::new();
    for round in 1..=5 {
        expected.extend([format!("round {round}"), "start-of-round".into(), "turn 1".into()]);
        expected.extend(turn.map(String::from));
        expected.push("turn 0".into());
        expected.extend(turn.map(String::from));
        expected.push("end-of-round".into());
    }
    assert_eq!(steps, expected);
    // Nobody is there and nothing is at stake: nothing more was asked but the final score.
    assert_eq!(game.ask().unwrap().words, "What is the final score?");
    game.answer(Answer::fields([])).unwrap();
    assert!(game.ask().is_none());
    assert_eq!(game.table().outcome().unwrap().words.as_str(), "A draw, 0 to 0.");
}

#[test]
fn s07_02_the_same_side_goes_first_in_every_round() {
    let mut d = Dialogue::before(table([boyz("a", RED, 5), boyz("b", BLUE, 5)]), &[]);
    assert_eq!(d.ask().who, Who::Anyone);
    d.choose("side-2").expect("09.02");
    let mut turns = Vec::new();
    while d.game.ask().is_some() {
        if d.ask().id.rule.as_str() == "09.02" {
            turns.push(d.game.table().clock().side().unwrap());
        }
        d.enter();
    }
    assert_eq!(turns, [BLUE, RED].repeat(5));
}

/// One whole turn of Red in which everything happens once.
#[test]
fn s27_the_windows_of_a_whole_turn_come_in_order() {
    let foes = [reduced(boyz("boyz", RED, 10), 5), boyz("nobz", RED, 5), boyz("marines", BLUE, 5)];
    let start = table(foes)
        .with([objective("hill", None), Change::Engaged { a: unit_id("nobz"), b: unit_id("marines") }]);
    let mut game = Game::new(&ELEVENTH, start).unwrap();
    let mut seen: Vec<(String, Vec<WindowId>)> = Vec::new();
    let answers = [
        "side-1",
        "2d6",
        "select/boyz",
        "normal",
        "end",
        "select/boyz",
        "end",
        "declare/boyz",
        "2d6",
        "select/nobz",
        "end",
        "form",
        "",
    ];
    for answer in answers {
        let ask = game.ask().unwrap();
        seen.push((ask.id.rule.to_string(), game.windows().to_vec()));
        match answer {
            "2d6" => game.answer(Answer::faces([6, 6])).unwrap(),
            "form" => game.answer(Answer::fields([])).unwrap(),
            "" => {}
            id => game.answer(Answer::choose(id)).unwrap(),
        }
    }
    let seen: Vec<(&str, Vec<&str>)> = seen
        .iter()
        .map(|(rule, open)| (rule.as_str(), open.iter().map(WindowId::as_str).collect()))
        .collect();
    assert_eq!(
        seen,
        [
            ("07.02", vec![]),
            ("08.03", vec!["W01", "W02", "W03", "W04", "W05"]),
            ("09.02", vec!["W06", "W07", "W08"]),
            ("09.02", vec!["W09"]),
            ("09.02", vec![]),
            ("10.02", vec!["W10", "W11", "W12"]),
            ("10.02", vec!["W13", "W14", "W12"]),
            ("11.02", vec!["W15", "W16"]),
            ("11.02", vec!["W17"]),
            ("12.04", vec!["W18", "W19", "W20", "W21"]),
            ("12.04", vec!["W22", "W23"]),
            ("14.02", vec!["W24", "W25"]),
            // The end of Red's turn, and Blue's turn to its first ask.
            ("09.02", vec!["W26", "W02", "W03", "W04", "W06", "W07", "W08"]),
        ]
    );
}

#[test]
fn s27_the_round_ends_with_its_window_and_each_window_has_its_rule_and_words() {
    let mut d = Dialogue::of([boyz("a", RED, 5)], &[]);
    d.expect("09.02").enter().expect("10.02").enter();
    d.expect("09.02");
    let open: Vec<&str> = d.game.windows().iter().map(WindowId::as_str).collect();
    assert!(open.contains(&"W27") && open.ends_with(&["W06", "W07", "W08"]), "{open:?}");
    let names: Vec<String> = windows::ALL.iter().map(|(id, ..)| id.to_string()).collect();
    assert_eq!(names, (1..=27).map(|number| format!("W{number:02}")).collect::<Vec<_>>());
    assert!(windows::ALL.iter().all(|(_, _, words)| !words.is_empty()));
}

#[test]
fn s07_03_after_the_fifth_round_the_greater_score_wins_and_as_many_are_a_draw() {
    for (red, blue, winner, words) in [
        (40, 30, Some(RED), "Victory for Red, 40 to 30."),
        (0, 5, Some(BLUE), "Victory for Blue, 0 to 5."),
        (20, 20, None, "A draw, 20 to 20."),
    ] {
        let mut d = Dialogue::of([boyz("a", RED, 5)], &[]);
        for (side, by) in [(RED, red), (BLUE, blue)] {
            d.rule(Change::Vp { side, by, source: None });
        }
        while d.game.ask().is_some() {
            d.enter();
        }
        let outcome = d.game.table().outcome().unwrap();
        assert_eq!((outcome.winner, outcome.words.as_str()), (winner, words));
        assert_eq!(d.clock(), "round end-of-round");
        assert_eq!(d.game.table().clock().number(LevelId::new("round")), 5);
    }
}

#[test]
fn a_ruling_on_the_clock_gets_all_of_the_step_it_names() {
    let mut d = Dialogue::of([reduced(boyz("a", RED, 10), 6), boyz("b", BLUE, 5)], &[3, 3]);
    d.expect("08.03").rule(Change::Placed {
        path: vec![
            Place::new(LevelId::new("round"), PlaceId::new("round")).number(3),
            Place::new(LevelId::new("turn"), PlaceId::new("turn")).side(RED),
            Place::new(LevelId::new("phase"), PlaceId::new("command")),
            Place::new(LevelId::new("step"), PlaceId::new("core-cp")),
        ],
    });
    assert_eq!((d.game.table().cp(RED), d.game.table().cp(BLUE)), (2, 2), "what was gained before stays");
    d.expect("08.03").roll().expect("09.02");
    assert_eq!(d.game.table().clock().number(LevelId::new("round")), 3);
}

#[test]
fn a_ruling_to_a_phase_without_a_step_begins_the_phase() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[]);
    d.expect("09.02").rule(Change::Placed {
        path: vec![
            Place::new(LevelId::new("round"), PlaceId::new("round")).number(2),
            Place::new(LevelId::new("turn"), PlaceId::new("turn")).side(BLUE),
            Place::new(LevelId::new("phase"), PlaceId::new("charge")),
        ],
    });
    d.expect("11.02");
    assert_eq!(d.ask().who, Who::Side(BLUE));
    assert_eq!(d.clock(), "round turn charge charge-step");
}

// 28: the state ledger.

#[test]
fn s28_every_state_has_its_keeper_and_every_mark_its_kind() {
    // One for each row of the ledger of states.
    assert_eq!(STATES.len(), 20);
    let named: Vec<MarkId> = STATES
        .iter()
        .flat_map(|(_, keeper)| match keeper {
            Keeper::Marks(marks) | Keeper::Table(_, marks) => marks.to_vec(),
            Keeper::Stack(_) => Vec::new(),
        })
        .collect();
    let known: BTreeSet<MarkId> = ELEVENTH.marks.iter().map(|kind| kind.id).collect();
    assert!(named.iter().all(|id| known.contains(id)), "a state is kept by a mark that has no kind");
    assert_eq!(known.len(), LEDGER.len(), "two kinds of marks have the same name");
    // What the ledger does not name serves the steps of the procedures.
    let helpers: Vec<MarkId> = known.into_iter().filter(|id| !named.contains(id)).collect();
    assert_eq!(
        helpers,
        [BATTLE_SHOCK_ROLLED, CONTROL_DETERMINED, CONTROL_READ, SHOCKED_THIS_STEP, STEP_BEGUN, STEP_ENDED]
    );
    assert!(ELEVENTH.marks.iter().all(|kind| ELEVENTH.mark_label(kind.id) == Some(kind.label)));
}

#[test]
fn s28_each_mark_ends_when_its_row_says() {
    let d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[]);
    let table = d.game.table();
    let level = |name| Until::Leaving(LevelId::new(name));
    let (a, b) = (unit_id("a"), unit_id("b"));
    for (id, thing, expected) in [
        (FIRST_TURN, On::Side(RED), Until::Battle),
        (USED_REROLL, On::Side(RED), level("phase")),
        (TARGETED, on("a"), level("phase")),
        (BRAVERY_SPENT, On::Side(RED), Until::Battle),
        (BATTLE_SHOCKED, on("a"), Until::Battle),
        (REMAINED_STATIONARY, on("a"), level("turn")),
        (ADVANCED, on("a"), level("turn")),
        (FELL_BACK, on("a"), level("turn")),
        (CHARGED, on("a"), level("turn")),
        (SELECTED_TO_MOVE, on("a"), level("phase")),
        (SELECTED_TO_SHOOT, on("a"), level("phase")),
        (SELECTED_TO_FIGHT, on("a"), level("phase")),
        (DECLARED_CHARGE, on("a"), level("phase")),
        (PILED_IN, on("a"), level("step")),
        (ENGAGED_AT_START, on("a"), level("phase")),
        (CHARGE_TARGET, On::Pair(a, b), Until::Move(a)),
        (FIGHTS_FIRST, on("a"), level("turn")),
        (COUNTEROFFENSIVE, on("a"), level("phase")),
        (RANGED_ATTACK, on("a"), Until::End(NextSpan { of: Key::new("turn"), side: None })),
        (NO_OTHER_MOVE, on("a"), Until::Start(NextSpan { of: Key::new("charge"), side: None })),
        (NO_CHARGE, on("a"), level("turn")),
        (NO_ACTION_THIS_PHASE, on("a"), level("phase")),
        (SECURED, on_objective("hill"), Until::Battle),
        (EMBARKED, on("a"), level("phase")),
        (FIRING_DECK, on("a"), level("turn")),
        (INGRESSED, on("a"), Until::Battle),
        (SMOKE, on("a"), level("phase")),
    ] {
        assert_eq!(until(table, id, thing), expected, "{id}");
    }
}

/// Hidden reads the turn of the attack and the one after, whosever it is.
#[test]
fn s13_09_a_ranged_attack_is_kept_for_two_turns_and_an_ingress_until_the_charge_phase() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[]);
    let set = |d: &mut Dialogue, id| {
        let until = until(d.game.table(), id, on("a"));
        d.rule(Change::Marked(Mark::new(id, on("a")).until(until)));
    };
    set(&mut d, NO_OTHER_MOVE);
    d.enter_until("10.02");
    set(&mut d, RANGED_ATTACK);
    assert!(d.has(on("a"), NO_OTHER_MOVE));
    d.enter_until("11.02");
    assert!(!d.has(on("a"), NO_OTHER_MOVE));
    d.enter_until("09.02").enter_until("11.02");
    assert!(d.has(on("a"), RANGED_ATTACK), "Blue's turn is the next one");
    d.enter_until("09.02");
    assert!(!d.has(on("a"), RANGED_ATTACK), "Red's second turn is the one after");
}

// Late deeds.

#[test]
fn what_was_forgotten_is_done_late_with_the_same_procedure() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[5]);
    d.enter().expect("10.02").late("09.06:a").expect("09.06").roll().expect("10.02");
    assert_eq!(d.open_offers(), ["15.02/a"]);
    assert_eq!(d.value(on("a"), ADVANCED), Some(5));
    assert!(!d.has(on("a"), REMAINED_STATIONARY), "it moved after all");
    let late = d.events().into_iter().filter(|event| event.cause == Cause::Late).count();
    assert!(late > 3);
    d.late("08.02:side-2");
    assert_eq!((cp(&d, RED), cp(&d, BLUE)), (1, 2));
    assert_eq!(d.clock(), "round turn shooting shoot");
    let named = |unit: &Unit| d.game.deeds().iter().any(|deed| deed.unit == Some(unit.id));
    assert!(d.game.table().units().all(named));
}

#[test]
fn a_late_deed_that_no_longer_fits_does_nothing() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[]);
    d.rule(Change::Removed { model: model("a@1") });
    assert!(d.game.late("09.06:nobody".parse().unwrap()).is_err());
    assert!(d.game.late("nonsense".parse().unwrap()).is_err());
}

/// What the referee did not count is told before it decides the battle.
#[test]
fn s07_03_the_final_score_decides_the_battle() {
    let mut game = Game::new(&ELEVENTH, table([])).unwrap();
    while let Some(ask) = game.ask().cloned() {
        let answer = if ask.words == "What is the final score?" {
            let score = [("side-1", 45), ("side-2", 60)];
            Answer::fields(score.map(|(id, vp)| (FieldId::new(id), FieldValue::Number(vp))))
        } else {
            ask.default_answer().unwrap()
        };
        game.answer(answer).unwrap();
    }
    let outcome = game.table().outcome().unwrap();
    assert_eq!((outcome.winner, game.table().vp(RED)), (Some(BLUE), 45));
    assert!(outcome.words.as_str().ends_with("45 to 60."));
}
