//! Dialogues with the Command phase: command points, strength, battle-shock, Insane Bravery.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod eleventh;

use adjutant::desk::{Answer, AskKind, Ruling};
use adjutant::id::{ReadingId, WayId};
use adjutant::rules::eleventh::ELEVENTH;
use adjutant::rules::eleventh::marks::*;
use adjutant::rules::eleventh::stats::{Strength, best_leadership, is_at_most_half, strength};
use adjutant::table::{Change, Mark, On, Setting, Whereabouts};
use eleventh::*;
use pretty_assertions::assert_eq;

fn cp(d: &Dialogue) -> (i32, i32) {
    (d.game.table().cp(RED), d.game.table().cp(BLUE))
}

// 08.02: command points.

#[test]
fn d13_both_sides_gain_two_command_points_in_a_round() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[]);
    assert_eq!(cp(&d), (1, 1));
    d.enter_until("11.02").enter().expect("09.02");
    assert_eq!(cp(&d), (2, 2));
    let sources = d.events().into_iter().filter_map(|event| match event.change {
        Change::Cp { source, .. } => Some((event.rule.to_string(), source.unwrap().to_string())),
        _ => None,
    });
    assert_eq!(sources.collect::<Vec<_>>(), vec![("08.02".to_owned(), "the Command phase".to_owned()); 4]);
}

// A-STR: strength.

#[test]
fn e11_25_to_29_and_d01_to_03_strength() {
    let marines = |lost| reduced(boyz("m", RED, 5), lost);
    let tank_with = |wounds| hurt(tank("t", RED), wounds);
    let even_tank = |wounds| hurt(unit("e", RED, &[], ("even", "6", 10, 7, "1"), 1), wounds);
    // The captain stands behind the five he leads: it is they who fall first.
    let led = |lost: usize| {
        let mut unit = led_marines("led", RED);
        for model in unit.models.iter_mut().take(lost) {
            model.standing = false;
        }
        unit
    };
    for (name, unit, expected) in [
        ("E11-25", boyz("three", RED, 3), Strength::Full),
        ("E11-26", reduced(boyz("ten", RED, 10), 5), Strength::AtHalf),
        ("E11-27", marines(3), Strength::BelowHalf),
        ("E11-28", tank_with(3), Strength::BelowHalf),
        ("E11-29, 3 lost", led(3), Strength::AtHalf),
        ("E11-29, 4 lost", led(4), Strength::BelowHalf),
        ("E11-29, the captain alone", led(5), Strength::BelowHalf),
        ("D-01, 6 of 11", tank_with(6), Strength::BelowStarting),
        ("D-01, 5 of 11", tank_with(5), Strength::BelowHalf),
        ("D-02, 5 of 10", even_tank(5), Strength::AtHalf),
        ("D-03, 3 of 5", marines(2), Strength::BelowStarting),
    ] {
        assert_eq!(strength(&unit), expected, "{name}");
        assert_eq!(is_at_most_half(&unit), expected <= Strength::AtHalf, "{name}");
    }
}

#[test]
fn a_str_a_destroyed_model_that_still_stands_counts_no_more() {
    let mut unit = boyz("a", RED, 4);
    unit.models[0].wounds = 0;
    unit.models[1].wounds = 0;
    assert_eq!(strength(&unit), Strength::AtHalf);
}

#[test]
fn s01_06_the_best_leadership_in_an_attached_unit_counts() {
    let mut unit = led_marines("led", RED);
    assert_eq!(best_leadership(&unit), Some(6));
    let nervous = boyz("a", RED, 2);
    unit.components.push(nervous.components[0].clone());
    unit.models.extend(nervous.models);
    assert_eq!(best_leadership(&unit), Some(6), "a low number is good");
    unit.models.retain(|model| model.id.of == unit_id("a"));
    assert_eq!(best_leadership(&unit), Some(7), "those who fell encourage nobody");
}

// 08.03: the Battle-shock step.

/// Red has one unit at half-strength and one single model by wounds below it.
fn shaky(dice: &[u8]) -> Dialogue {
    let ten = reduced(boyz("ten", RED, 10), 5);
    Dialogue::of([ten, hurt(tank("trukk", RED), 5), boyz("fresh", RED, 5), boyz("b", BLUE, 5)], dice)
}

#[test]
fn s08_03_each_unit_at_most_at_half_rolls_once_and_a_failure_shocks_it() {
    let mut d = shaky(&[3, 3, 4, 3]);
    d.expect("08.03").choose("ten").expect("08.03").roll();
    assert!(d.has(on("ten"), BATTLE_SHOCKED), "6 is less than 7");
    // Now battle-shocked as well, it still rolls only once.
    d.expect("08.03").roll().expect("09.02");
    assert!(!d.has(on("trukk"), BATTLE_SHOCKED), "7 is enough");
    assert!(!d.has(on("fresh"), BATTLE_SHOCKED));
}

#[test]
fn s08_03_single_model_at_half_by_wounds() {
    let even = hurt(unit("even", RED, &[], ("even", "6", 10, 7, "1"), 1), 5);
    let mut d = Dialogue::of([even, boyz("b", BLUE, 5)], &[6, 6]);
    d.expect("08.03").roll().expect("09.02");
}

#[test]
fn s08_03_odd_numbers_have_no_half() {
    let mut d = Dialogue::of([hurt(tank("odd", RED), 6), reduced(boyz("five", RED, 5), 2)], &[]);
    d.expect("09.02");
}

/// E11-25: at full strength, but battle-shocked: it rolls, and a success ends it.
#[test]
fn e11_25_a_battle_shocked_unit_recovers_in_its_own_step() {
    let start = table([boyz("three", RED, 3), boyz("b", BLUE, 5)]);
    let start = start.with([Change::Marked(Mark::new(BATTLE_SHOCKED, on("three")))]);
    let mut d = Dialogue::on(start, &[3, 4]);
    d.expect("08.03").roll().expect("09.02");
    assert!(!d.has(on("three"), BATTLE_SHOCKED));
}

#[test]
fn s01_07_it_does_not_wear_off_and_not_in_the_other_sides_step() {
    let start = table([boyz("a", RED, 5), boyz("b", BLUE, 5)]);
    let start = start.with([Change::Marked(Mark::new(BATTLE_SHOCKED, on("b")))]);
    let mut d = Dialogue::on(start, &[1, 1, 6, 6]);
    d.enter_until("11.02").enter().expect("08.03");
    assert_eq!(d.ask().who, adjutant::desk::Who::Side(BLUE));
    d.roll().expect("09.02");
    assert!(d.has(on("b"), BATTLE_SHOCKED), "a failure leaves it as it is");
    d.enter_until("11.02").enter().enter_until("11.02").enter().expect("08.03").roll();
    assert!(!d.has(on("b"), BATTLE_SHOCKED));
}

/// E11-45: taken into reserve, a unit stays battle-shocked, and rolls there.
#[test]
fn e11_45_battle_shock_stays_with_a_unit_that_is_taken_into_reserve() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5), boyz("b", BLUE, 5)], &[3, 3]);
    d.expect("09.02").mark(on("a"), BATTLE_SHOCKED);
    d.rule(Change::Put { unit: unit_id("a"), at: Whereabouts::Reserve });
    d.enter_until("11.02").enter().enter_until("11.02").enter().expect("08.03");
    assert!(d.has(on("a"), BATTLE_SHOCKED));
    d.roll().expect("09.02");
    assert!(d.has(on("a"), BATTLE_SHOCKED));
}

/// D-27: passing a roll that another rule asks for makes no unit recover; failing it shocks.
#[test]
fn d27_a_battle_shock_roll_outside_the_step_does_not_make_it_recover() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5)], &[6, 6, 1, 1]);
    d.expect("09.02").mark(on("a"), BATTLE_SHOCKED);
    d.late("01.07:a").expect("01.07").roll().expect("09.02");
    assert!(d.has(on("a"), BATTLE_SHOCKED));
    d.late("01.07:c").expect("01.07").roll();
    assert!(d.has(on("c"), BATTLE_SHOCKED));
}

/// The roll of the step done late is that roll: it makes the unit recover.
#[test]
fn s08_03_the_forgotten_roll_of_the_step_is_done_late() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("c", RED, 5)], &[6, 6]);
    d.expect("09.02").mark(on("a"), BATTLE_SHOCKED);
    d.late("08.03:a").expect("08.03").roll().expect("09.02");
    assert!(!d.has(on("a"), BATTLE_SHOCKED));
}

#[test]
fn s08_03_1_a_late_roll_at_the_ask_of_a_roll_takes_its_place() {
    let mut d = shaky(&[6, 6, 5, 5]);
    d.expect("08.03").choose("ten").expect("08.03").late("08.03:ten").roll();
    // The roll that was asked for is made already, so the next unit's comes.
    d.expect("08.03");
    let AskKind::Dice { roll } = &d.ask().kind else { panic!("no dice") };
    assert_eq!(roll.unit, Some(unit_id("trukk")));
    d.roll().expect("09.02");
}

#[test]
fn amb_06_units_off_the_battlefield_roll_unless_it_is_read_otherwise() {
    let units = || {
        let reserve = at(reduced(boyz("reserve", RED, 10), 6), Whereabouts::Reserve);
        let aboard = at(reduced(boyz("aboard", RED, 10), 6), Whereabouts::Aboard(unit_id("trukk")));
        let gone = at(reduced(boyz("gone", RED, 10), 6), Whereabouts::Gone);
        [reserve, aboard, gone, tank("trukk", RED), boyz("b", BLUE, 5)]
    };
    let mut d = Dialogue::of(units(), &[6, 6, 6, 6]);
    d.expect("08.03").enter().roll().expect("08.03").roll().expect("09.02");
    let read = Change::Read { reading: ReadingId::new("AMB-06"), way: Some(WayId::new("no")) };
    Dialogue::on(table(units()).with([read]), &[]).expect("09.02");
}

#[test]
fn s08_03_the_order_is_asked_only_while_it_matters() {
    // A command point for Insane Bravery is there, so whose roll comes first can tell.
    let mut d = shaky(&[6, 6, 6, 6]);
    assert!(d.option("ten").is_some() && d.option("trukk").is_some() && d.option("fresh").is_none());
    d.choose("trukk").roll().expect("08.03").roll().expect("09.02");
    // Spent, it cannot: the rolls come in the order of the list.
    let ten = reduced(boyz("ten", RED, 10), 5);
    let start = table([ten, hurt(tank("trukk", RED), 5)]);
    let spent = Change::Marked(Mark::new(BRAVERY_SPENT, On::Side(RED)));
    let mut d = Dialogue::on(start.with([spent]), &[6, 6, 6, 6]);
    assert!(matches!(d.ask().kind, AskKind::Dice { .. }));
    d.roll().roll().expect("09.02");
}

#[test]
fn s15_02_no_command_reroll_of_a_battle_shock_roll() {
    let mut d = Dialogue::of([reduced(boyz("ten", RED, 10), 5), boyz("b", BLUE, 5)], &[1, 1]);
    d.expect("08.03").roll().expect("09.02");
    assert!(d.game.offers().iter().all(|offer| offer.rule.as_str() != "15.02"));
    assert_eq!(cp(&d), (1, 1));
}

#[test]
fn s08_03_a_unit_lost_while_its_roll_is_asked_rolls_no_more() {
    let mut d = Dialogue::of([reduced(boyz("ten", RED, 10), 9), boyz("b", BLUE, 5)], &[]);
    let gone = Change::Set(Setting::Wounds { model: model("ten@1"), to: 0 });
    d.expect("08.03").rule(gone);
    d.expect("09.02");
    assert!(!d.has(on("ten"), BATTLE_SHOCKED));
}

#[test]
fn s01_07_battle_shock_breaks_an_action() {
    let start = table([reduced(boyz("ten", RED, 10), 5), boyz("b", BLUE, 5)]);
    let mut d = Dialogue::on(start.with([Change::Marked(Mark::new(ACTION, on("ten")))]), &[1, 1]);
    d.expect("08.03").roll().expect("09.02");
    assert!(!d.has(on("ten"), ACTION));
}

// 15.04: Insane Bravery.

#[test]
fn s15_04_insane_bravery_passes_without_dice_once_in_the_battle() {
    let mut d = shaky(&[1, 1, 1, 2]);
    d.choose("ten").expect("08.03");
    let offer = d.offer("15.04/ten").unwrap();
    assert_eq!((offer.side, offer.cost), (RED, Some(1)));
    d.aside("15.04/ten");
    assert_eq!(cp(&d), (0, 1));
    assert!(!d.has(on("ten"), BATTLE_SHOCKED) && d.has(On::Side(RED), BRAVERY_SPENT));
    // The next unit has to roll.
    d.expect("08.03").roll().expect("09.02");
    assert!(d.has(on("trukk"), BATTLE_SHOCKED));
    // A round later it is spent for good.
    d.enter_until("11.02").enter().enter_until("11.02").enter().expect("08.03");
    let offer = d.offer("15.04/ten").unwrap();
    assert_eq!(offer.choice.objection.as_ref().unwrap().rule.as_str(), "15.04");
    d.roll();
    assert!(d.has(on("ten"), BATTLE_SHOCKED));
    let trukk = d.offer("15.04/trukk").unwrap();
    assert!(!trukk.choice.is_open());
    d.answer(Answer::faces([6, 6]));
    assert!(!d.has(on("trukk"), BATTLE_SHOCKED), "it recovers");
}

#[test]
fn s15_04_it_rescues_no_unit_that_is_battle_shocked_already() {
    let start = table([boyz("a", RED, 5), boyz("b", BLUE, 5)]);
    let start = start.with([Change::Marked(Mark::new(BATTLE_SHOCKED, on("a")))]);
    let mut d = Dialogue::on(start, &[2, 2]);
    let offer = d.expect("08.03").offer("15.04/a").unwrap();
    assert_eq!(offer.choice.objection.as_ref().unwrap().rule.as_str(), "01.07");
    d.roll();
}

#[test]
fn s15_04_only_in_the_own_battle_shock_step_and_only_with_a_command_point() {
    let mut d = Dialogue::of([boyz("a", RED, 5), boyz("b", BLUE, 5)], &[6, 6]);
    d.late("01.07:a").expect("01.07");
    assert!(d.game.offers().is_empty());
    d.roll();
    let poor =
        table([reduced(boyz("ten", RED, 10), 5)]).with([Change::Cp { side: RED, by: -1, source: None }]);
    let mut poor = Dialogue::on(poor, &[6, 6]);
    let offer = poor.expect("08.03").offer("15.04/ten").unwrap();
    assert_eq!(offer.choice.objection.as_ref().unwrap().rule.as_str(), "15.01");
    poor.roll();
    d.enter();
}

#[test]
fn s15_04_taken_back_the_roll_is_asked_again() {
    let mut d = Dialogue::of([reduced(boyz("ten", RED, 10), 5), boyz("b", BLUE, 5)], &[1, 1]);
    d.expect("08.03").aside("15.04/ten").expect("09.02");
    d.game.undo().unwrap();
    d.expect("08.03");
    assert_eq!(d.open_offers(), ["15.04/ten"]);
    d.roll();
    assert!(d.has(on("ten"), BATTLE_SHOCKED));
    assert_eq!(cp(&d), (1, 1));
}

// Readings.

#[test]
fn each_reading_names_its_ways_and_why_the_default_is_the_default() {
    for reading in ELEVENTH.readings {
        assert!(reading.has(reading.default) && reading.ways.len() > 1);
        assert!(reading.title.ends_with('?') && reading.reason.len() > 20);
    }
    let mut d = Dialogue::of([boyz("a", RED, 5)], &[]);
    let unknown = Change::Read { reading: ReadingId::new("AMB-99"), way: None };
    assert!(d.game.rule(Ruling::new("", [unknown])).is_err());
    d.enter();
}
