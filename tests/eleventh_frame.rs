//! Dialogues with the frame of the 11th edition: the clock, its windows and marks, moves, charges, shooting and fights.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod eleventh;

use std::collections::BTreeSet;

use adjutant::desk::{Answer, AskKind, Who};
use adjutant::game::Game;
use adjutant::id::{Key, LevelId, MarkId, PlaceId, WindowId};
use adjutant::rules::eleventh::marks::*;
use adjutant::rules::eleventh::{ELEVENTH, windows};
use adjutant::rules::{ALL, find};
use adjutant::table::{
    Cause, Change, Fact, FactValue, Mark, NextSpan, On, Place, Spot, Unit, Until, Whereabouts,
};
use eleventh::*;
use pretty_assertions::assert_eq;

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
    // Nobody is there and nothing is at stake: nothing more was asked.
    assert!(game.ask().is_none());
    assert_eq!(game.table().outcome().unwrap().words.as_str(), "A draw: 0 to 0.");
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
        (40, 30, Some(RED), "Red wins: 40 to 30."),
        (0, 5, Some(BLUE), "Blue wins: 0 to 5."),
        (20, 20, None, "A draw: 20 to 20."),
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

// 09: movement.

#[test]
fn s09_02_enter_alone_leaves_every_unit_stationary_those_off_the_table_too() {
    let reserve = at(boyz("reserve", RED, 5), Whereabouts::Reserve);
    let mut d = Dialogue::of([boyz("a", RED, 5), reserve, boyz("b", BLUE, 5)], &[]);
    d.expect("09.02").enter().expect("10.02");
    for unit in ["a", "reserve"] {
        assert!(d.has(on(unit), REMAINED_STATIONARY));
        assert!(!d.has(on(unit), SELECTED_TO_MOVE), "it lasts for the Movement phase");
    }
    assert!(!d.has(on("b"), REMAINED_STATIONARY));
    // "Until the end of the turn" is the end of the same player's turn.
    d.enter().enter().expect("09.02");
    assert!(!d.has(on("a"), REMAINED_STATIONARY));
    // 09.04: nothing that a move triggers is triggered.
    assert!(!d.events().iter().any(|event| matches!(event.change, Change::Moved { .. })));
}

#[test]
fn s09_05_a_normal_move_forgets_what_was_told_of_where_the_unit_stood() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5), boyz("b", BLUE, 5)], &[]);
    let near = |unit| Fact::Within { a: Spot::Unit(unit_id(unit)), b: Spot::Unit(unit_id("b")), inches: 12 };
    for unit in ["a", "c"] {
        d.rule(Change::Told { fact: near(unit), value: FactValue::Yes(true) });
    }
    d.choose("select/a").choose("normal").expect("09.02");
    assert!(d.option("select/a").is_none() && d.option("select/c").is_some());
    assert_eq!(d.game.table().told(&near("a")), None);
    assert_eq!(d.game.table().told(&near("c")), Some(FactValue::Yes(true)));
    assert!(d.has(on("a"), NORMAL_MOVE) && d.has(on("a"), MOVED));
    assert_eq!(d.value(on("a"), MAXIMUM_DISTANCE), Some(6));
    // The last unit: the step is over with it.
    d.choose("select/c").choose("stationary").expect("10.02");
}

#[test]
fn s09_05_s09_06_engaged_units_may_only_stay_and_each_bar_names_its_rule() {
    let plane = unit("plane", RED, &["AIRCRAFT"], TANK, 1);
    let bunker = unit("bunker", RED, &["FORTIFICATION"], ("bunker", "-", 9, 7, "0"), 1);
    let reserve = at(boyz("reserve", RED, 5), Whereabouts::Reserve);
    let aboard = at(boyz("aboard", RED, 5), Whereabouts::Aboard(unit_id("trukk")));
    let units = [boyz("a", RED, 5), plane, bunker, reserve, aboard, tank("trukk", RED), boyz("b", BLUE, 5)];
    let mut d = Dialogue::of(units, &[]);
    d.rule(Change::Engaged { a: unit_id("a"), b: unit_id("b") });
    d.mark(on("trukk"), NO_OTHER_MOVE);
    for (unit, normal, advance) in [
        ("a", "09.05", "09.06"),
        ("plane", "23.02", "23.02"),
        ("bunker", "02.02", "02.02"),
        ("reserve", "20.03", "20.03"),
        ("aboard", "18.03", "18.03"),
        ("trukk", "20.04", "20.04"),
    ] {
        d.choose(&format!("select/{unit}"));
        assert_eq!(d.barred("normal").as_deref(), Some(normal));
        assert_eq!(d.barred("advance").as_deref(), Some(advance));
        let remedy = &d.option("normal").unwrap().objection.as_ref().unwrap().remedy;
        assert!(!remedy.is_empty(), "{unit}");
        assert_eq!(d.barred("stationary"), None);
        d.enter();
        assert!(d.has(on(unit), REMAINED_STATIONARY));
    }
}

#[test]
fn s23_02_contact_with_aircraft_alone_does_not_bar_a_move() {
    let plane = unit("plane", BLUE, &["AIRCRAFT"], TANK, 1);
    let mut d = Dialogue::of([boyz("a", RED, 5), plane], &[]);
    d.rule(Change::Engaged { a: unit_id("a"), b: unit_id("plane") });
    d.choose("select/a");
    assert_eq!(d.barred("normal"), None);
    d.choose("normal");
    // 09.05: the unit ends unengaged.
    assert!(!d.game.table().are_engaged(unit_id("a"), unit_id("plane")));
}

/// A unit that was engaged with what is destroyed is engaged with nobody.
#[test]
fn s03_04_a_destroyed_enemy_engages_nobody() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 1)], &[]);
    d.rule(Change::Engaged { a: unit_id("a"), b: unit_id("b") });
    d.rule(Change::Wounds { model: model("b@1"), by: -1 });
    d.choose("select/a");
    assert_eq!(d.barred("normal"), None);
}

/// D-14: the Movement and the advance roll; and no charge this turn.
#[test]
fn d14_s09_06_an_advance_adds_its_roll_and_bars_the_charge() {
    let slow = unit("slow", RED, &["INFANTRY"], ("slow", "5", 1, 7, "1"), 5);
    let mut d = Dialogue::of([slow, boyz("b", BLUE, 5)], &[4]);
    d.choose("select/slow").choose("advance").expect("09.06").roll().expect("10.02");
    assert_eq!(d.value(on("slow"), ADVANCED), Some(4));
    assert_eq!(d.value(on("slow"), MAXIMUM_DISTANCE), Some(9));
    // 11.02: nobody is left who could declare, so nothing is asked in Red's Charge phase.
    d.enter().expect("09.02");
    assert_eq!(d.ask().who, Who::Side(BLUE));
}

/// E11-05: each model by its own Movement.
#[test]
fn e11_05_models_of_different_movement_have_their_own_distance() {
    let mut mixed = boyz("mixed", RED, 2);
    let rider = unit("rider", RED, &[], ("rider", "9", 3, 7, "1"), 1);
    mixed.components.push(rider.components[0].clone());
    mixed.models.extend(rider.models);
    let mut d = Dialogue::of([mixed], &[2]);
    d.choose("select/mixed").choose("advance").roll();
    let distance = |d: &Dialogue, name| d.value(On::Model(model(name)), MAXIMUM_DISTANCE);
    assert_eq!((distance(&d, "mixed@1"), distance(&d, "rider@1")), (Some(8), Some(11)));
}

#[test]
fn s02_02_03_a_movement_of_dice_is_rolled_once_when_the_unit_is_selected() {
    let wild = unit("wild", RED, &[], ("wild", "2D6", 1, 7, "1"), 3);
    let mut d = Dialogue::of([wild], &[3, 5, 2]);
    d.choose("select/wild").expect("02.02").roll();
    assert_eq!(d.open_offers(), [""; 0], "no stratagem makes that roll again");
    d.choose("advance").expect("09.06").roll();
    assert_eq!(d.value(on("wild"), MAXIMUM_DISTANCE), Some(10));
}

#[test]
fn s16_01_a_move_breaks_an_action() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5)], &[]);
    d.mark(on("a"), ACTION).mark(on("c"), ACTION);
    d.choose("select/a").choose("normal").enter();
    assert!(!d.has(on("a"), ACTION));
    assert!(d.has(on("c"), ACTION), "remaining stationary is no move");
}

#[test]
fn an_overruled_bar_is_a_move_like_any_other() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[]);
    d.rule(Change::Engaged { a: unit_id("a"), b: unit_id("b") });
    d.choose("select/a");
    assert_eq!(d.refused(Answer::choose("normal")), ["09.05"]);
    d.answer(Answer::overrule("normal", "it was never engaged")).expect("10.02");
    assert!(d.has(on("a"), NORMAL_MOVE));
    assert!(!d.game.table().are_engaged(unit_id("a"), unit_id("b")));
}

// 15.01 and 15.02: Command Re-roll.

fn cp(d: &Dialogue, side: adjutant::id::SideId) -> i32 {
    d.game.table().cp(side)
}

#[test]
fn s15_02_an_advance_roll_is_rolled_again_for_a_command_point_after_it_was_seen() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5), boyz("b", BLUE, 5)], &[1, 6, 2]);
    d.choose("select/a").choose("advance").roll().expect("09.02");
    let offer = d.offer("15.02/a").unwrap().clone();
    assert_eq!((offer.side, offer.cost, offer.rule.as_str()), (RED, Some(1), "15.02"));
    d.aside("15.02/a").expect("15.02").roll().expect("09.02");
    assert_eq!((d.value(on("a"), ADVANCED), cp(&d, RED)), (Some(6), 0));
    assert!(d.open_offers().is_empty(), "no die is rolled a third time");
    // 15.01: once a phase, so the next unit's roll stays; and there is no CP left either.
    d.choose("select/c").choose("advance").roll().expect("10.02");
    let why = d.offer("15.02/c").unwrap().choice.objection.clone().unwrap();
    assert_eq!(why.rule.as_str(), "15.01");
    assert!(d.game.aside(&"15.02/c".into()).is_err());
}

#[test]
fn s15_01_the_next_phase_brings_the_stratagem_back_and_a_charge_roll_is_rolled_again_whole() {
    let units = [boyz("a", RED, 5), boyz("c", RED, 5), boyz("e", RED, 5), boyz("b", BLUE, 5)];
    let mut d = Dialogue::of(units, &[1, 6, 1, 2, 5, 6]);
    d.rule(Change::Cp { side: RED, by: 1, source: None });
    d.choose("select/c").choose("advance").roll().aside("15.02/c").roll().enter().expect("10.02").enter();
    d.expect("11.02").choose("declare/a").roll().expect("11.02");
    assert!(d.offer("15.02/a").unwrap().choice.is_open());
    d.aside("15.02/a").expect("15.02");
    let AskKind::Dice { roll } = &d.ask().kind else { panic!("no dice") };
    assert_eq!((roll.count, roll.again), (2, true));
    d.roll();
    assert_eq!((d.value(on("a"), CHARGE_ROLL), cp(&d, RED)), (Some(11), 0));
}

#[test]
fn d26_s15_01_a_unit_that_a_stratagem_targeted_this_phase_is_no_target_of_another() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5)], &[3]);
    d.mark(on("a"), TARGETED).choose("select/a").choose("advance").roll();
    let offer = d.offer("15.02/a").unwrap();
    assert_eq!(offer.choice.objection.as_ref().unwrap().rule.as_str(), "15.01");
}

#[test]
fn s01_07_the_own_sides_stratagems_cannot_target_a_battle_shocked_unit() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5)], &[3]);
    d.expect("09.02").mark(on("a"), BATTLE_SHOCKED).choose("select/a").choose("advance").roll();
    let offer = d.offer("15.02/a").unwrap();
    assert_eq!(offer.choice.objection.as_ref().unwrap().rule.as_str(), "01.07");
    // Overruled, it costs what is there and no more.
    d.game.aside_overruled(&"15.02/a".into(), "we forgot".into()).unwrap();
    d.answer(Answer::faces([5]));
    assert_eq!((d.value(on("a"), ADVANCED), cp(&d, RED)), (Some(5), 0));
}

#[test]
fn an_offer_not_taken_closes_with_the_next_answer_and_comes_back_with_a_taking_back() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5)], &[3, 6]);
    d.choose("select/a").choose("advance").roll();
    assert_eq!(d.open_offers(), ["15.02/a"]);
    d.choose("select/c");
    assert!(d.open_offers().is_empty());
    d.game.undo().unwrap();
    assert_eq!(d.open_offers(), ["15.02/a"]);
    d.aside("15.02/a").roll();
    assert_eq!(d.value(on("a"), ADVANCED), Some(6));
}

// 10, 11, 12: who shoots, charges, fights.

#[test]
fn s10_02_a_unit_is_selected_to_shoot_once_and_bars_name_their_rules() {
    let units = ["a", "c", "e", "f", "g"].map(|id| boyz(id, RED, 5));
    let mut d = Dialogue::of(units.into_iter().chain([boyz("b", BLUE, 5)]), &[]);
    d.enter().expect("10.02");
    d.mark(on("c"), FELL_BACK)
        .mark(on("e"), ACTION_STARTED)
        .mark(on("f"), FIRING_DECK)
        .mark(on("g"), NO_SHOOTING);
    assert_eq!(d.barred("select/a"), None);
    for (unit, rule) in [("c", "09.07"), ("e", "16.01"), ("f", "24.14"), ("g", "10.02")] {
        assert_eq!(d.barred(&format!("select/{unit}")).as_deref(), Some(rule));
    }
    d.choose("select/a");
    // Nobody is left who could shoot, so the step is over.
    d.expect("11.02");
    let selected = |event: &adjutant::table::Event| matches!(&event.change, Change::Marked(mark) if mark.id == SELECTED_TO_SHOOT);
    assert_eq!(d.events().iter().filter(|event| selected(event)).count(), 1);
}

#[test]
fn e11_49_a_unit_without_ranged_weapons_is_eligible_to_shoot() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[]);
    assert!(d.game.table().unit(unit_id("a")).unwrap().components[0].sheet.weapons.is_empty());
    d.enter().expect("10.02").choose("select/a").expect("11.02");
}

#[test]
fn s16_01_a_titanic_unit_shoots_although_it_started_an_action() {
    let titan = unit("titan", RED, &["TITANIC"], TANK, 1);
    let mut d = Dialogue::of([titan, boyz("b", BLUE, 5)], &[]);
    d.enter().expect("10.02").mark(on("titan"), ACTION_STARTED);
    assert_eq!(d.barred("select/titan"), None);
}

#[test]
fn s11_02_a_charge_is_declared_without_targets_and_claims_that_an_enemy_is_near() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5), boyz("b", BLUE, 5)], &[6, 5]);
    d.enter().enter().expect("11.02");
    let condition = d.option("declare/a").unwrap().condition.clone().unwrap();
    assert_eq!(condition.words, "needs an enemy within 12 inches");
    d.choose("declare/a").expect("11.02").roll().expect("11.02");
    let near = |unit| Fact::Within { a: Spot::Unit(unit_id(unit)), b: Spot::Unit(unit_id("b")), inches: 12 };
    assert_eq!(d.game.table().told(&near("a")), Some(FactValue::Yes(true)), "the choice said so");
    assert_eq!(d.value(on("a"), CHARGE_ROLL), Some(11));
    assert_eq!(d.barred("declare/a").as_deref(), Some("11.02"), "once a phase");
    d.rule(Change::Told { fact: near("c"), value: FactValue::Yes(false) });
    assert_eq!(d.barred("declare/c").as_deref(), Some("11.02"));
    d.enter().expect("09.02");
}

#[test]
fn s11_02_each_bar_of_a_charge_names_its_rule() {
    let plane = unit("plane", RED, &["AIRCRAFT"], TANK, 1);
    let units = ["a", "c", "e", "f", "g", "h"].map(|id| boyz(id, RED, 5));
    let foes = [boyz("b", BLUE, 5), boyz("b2", BLUE, 5)];
    let mut d = Dialogue::of(units.into_iter().chain([plane]).chain(foes), &[]);
    d.enter().enter().expect("11.02");
    d.mark(on("a"), ADVANCED).mark(on("c"), FELL_BACK).mark(on("e"), ACTION_STARTED).mark(on("f"), NO_CHARGE);
    d.rule(Change::Engaged { a: unit_id("g"), b: unit_id("b") });
    for (unit, rule) in
        [("a", "09.06"), ("c", "09.07"), ("e", "16.01"), ("f", "11.02"), ("g", "11.02"), ("plane", "23.04")]
    {
        assert_eq!(d.barred(&format!("declare/{unit}")).as_deref(), Some(rule), "{unit}");
    }
    // With two enemies the choice does not say which of them is near, but it says what it hangs on.
    let condition = d.option("declare/h").unwrap().condition.clone().unwrap();
    assert!(condition.claims.is_empty());
    let fact = Fact::Within { a: Spot::Unit(unit_id("b2")), b: Spot::Unit(unit_id("h")), inches: 9 };
    d.rule(Change::Told { fact, value: FactValue::Yes(true) });
    assert_eq!(d.option("declare/h").unwrap().condition, None, "it was told already");
}

#[test]
fn amb_10_a_unit_engaged_with_aircraft_alone_may_charge_only_where_it_is_read_so() {
    let plane = unit("plane", BLUE, &["AIRCRAFT"], TANK, 1);
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5), plane], &[]);
    d.rule(Change::Engaged { a: unit_id("a"), b: unit_id("plane") });
    d.enter().enter().expect("11.02");
    assert_eq!(d.barred("declare/a").as_deref(), Some("11.02"));
    let reading = ELEVENTH.readings.iter().find(|one| one.id.as_str() == "AMB-10").unwrap();
    let way = reading.ways.iter().find(|way| way.id != reading.default).unwrap().id;
    d.rule(Change::Read { reading: reading.id, way: Some(way) });
    assert_eq!(d.barred("declare/a"), None);
}

#[test]
fn s12_04_who_is_engaged_as_the_step_begins_stays_eligible_and_chargers_are() {
    let units = [boyz("a", RED, 5), boyz("c", RED, 5), boyz("b", BLUE, 5), boyz("far", BLUE, 5)];
    let mut d = Dialogue::of(units, &[]);
    d.rule(Change::Engaged { a: unit_id("a"), b: unit_id("b") }).enter_until("11.02");
    d.mark(on("c"), CHARGED).enter().expect("12.04");
    assert!(d.has(on("a"), ENGAGED_AT_START) && d.has(on("b"), ENGAGED_AT_START));
    assert!(!d.has(on("c"), ENGAGED_AT_START));
    d.rule(Change::Parted { a: unit_id("a"), b: unit_id("b") });
    let AskKind::Choice { options, .. } = &d.ask().kind else { panic!("no choice") };
    let ids: Vec<&str> = options.iter().map(|choice| choice.id.as_str()).collect();
    assert_eq!(ids, ["select/a", "select/c", "select/b", "end"]);
    d.choose("select/b").expect("12.04");
    assert!(d.has(on("b"), SELECTED_TO_FIGHT) && d.option("select/b").is_none());
    d.choose("select/a").choose("select/c").expect("09.02");
    assert!(!d.has(on("b"), ENGAGED_AT_START), "it lasts for the Fight phase");
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
