//! Dialogues with the frame of the 11th edition: moves, charges, shooting and fights, the Command Re-roll.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod eleventh;

use adjutant::desk::{Answer, AskKind, Who};
use adjutant::rules::eleventh::ELEVENTH;
use adjutant::rules::eleventh::marks::*;
use adjutant::table::{Change, Fact, FactValue, On, Spot, Whereabouts};
use eleventh::*;
use pretty_assertions::assert_eq;

fn cp(d: &Dialogue, side: adjutant::id::SideId) -> i32 {
    d.game.table().cp(side)
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
