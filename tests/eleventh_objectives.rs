//! Dialogues with objectives: who controls them, and when that is determined.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod eleventh;

use adjutant::desk::{Answer, AskKind, FieldKind, FieldValue};
use adjutant::id::{ReadingId, WayId};
use adjutant::rules::eleventh::marks::*;
use adjutant::table::{Change, Fact, FactValue, Mark, On, Table, Unit, Whereabouts};
use eleventh::*;
use pretty_assertions::assert_eq;

// 14: objectives.

/// A battle at the end of Red's first turn, where control is determined.
fn at_the_end_of_the_turn(start: Table) -> Dialogue {
    let mut d = Dialogue::on(start, &[]);
    d.enter_until("14.02");
    d
}

fn hill(units: impl IntoIterator<Item = Unit>, holder: Option<adjutant::id::SideId>) -> Table {
    table(units).with([objective("hill", holder)])
}

fn count(fields: &[(&str, i32)]) -> Answer {
    let mut answer = form([("hill", pick("count"))]);
    if let Answer::Fields { fields: given, .. } = &mut answer {
        for (id, number) in fields {
            given.insert(adjutant::id::FieldId(id.parse().unwrap()), FieldValue::Number(*number));
        }
    }
    answer
}

/// E11-40: two vehicles of 3 and 2 against six models of 1, and a battle-shocked unit that counts for nothing.
#[test]
fn e11_40_objective_control_is_added_up() {
    let light = unit("light", BLUE, &["VEHICLE"], ("light", "10", 9, 7, "2"), 1);
    let mob = unit("mob", RED, &["INFANTRY"], ("gretchin", "6", 1, 7, "1"), 10);
    let shocked = boyz("shocked", BLUE, 5);
    let start = hill([mob, tank("heavy", BLUE), light, shocked], None);
    let mut d =
        at_the_end_of_the_turn(start.with([Change::Marked(Mark::new(BATTLE_SHOCKED, on("shocked")))]));
    let AskKind::Form { fields } = &d.ask().kind else { panic!("no form") };
    let ids: Vec<&str> = fields.iter().map(|field| field.id.as_str()).collect();
    assert_eq!(ids, ["hill", "hill/mob", "hill/heavy", "hill/light"], "no row for the battle-shocked");
    d.answer(count(&[("hill/mob", 6), ("hill/heavy", 1), ("hill/light", 1)]));
    assert_eq!(d.holder("hill"), Some(RED));
    // What was counted is remembered until the unit moves.
    let fact = Fact::InRange { unit: unit_id("mob"), objective: adjutant::id::ObjectiveId::new("hill") };
    assert_eq!(d.game.table().told(&fact), Some(FactValue::Count(6)));
}

#[test]
fn s14_02_equal_levels_and_no_levels_leave_it_to_nobody() {
    for counts in [&[("hill/a", 2), ("hill/b", 2)][..], &[]] {
        let start = hill([boyz("a", RED, 5), boyz("b", BLUE, 5)], Some(RED));
        let mut d = at_the_end_of_the_turn(start);
        d.answer(count(counts));
        assert_eq!(d.holder("hill"), None);
    }
}

#[test]
fn s14_02_untouched_it_stays_with_whoever_holds_it_as_long_as_they_can() {
    let mut d = at_the_end_of_the_turn(hill([boyz("a", RED, 5), boyz("b", BLUE, 5)], Some(BLUE)));
    d.enter().expect("09.02");
    assert_eq!(d.holder("hill"), Some(BLUE));
    // Nobody of Blue is left who could.
    let mut d = at_the_end_of_the_turn(hill([boyz("a", RED, 5)], Some(BLUE)));
    d.enter();
    assert_eq!(d.holder("hill"), None);
}

#[test]
fn s14_02_the_form_stays_small_until_a_row_is_counted() {
    let mut d = at_the_end_of_the_turn(hill([boyz("a", RED, 5), boyz("b", BLUE, 5)], None));
    let AskKind::Form { fields } = &d.ask().kind else { panic!("no form") };
    assert!(fields[0].when.is_none() && fields[1..].iter().all(|field| field.when.is_some()));
    d.fields([("hill", pick("side-2"))]);
    assert_eq!(d.holder("hill"), Some(BLUE));
}

#[test]
fn s14_02_more_models_than_there_are_and_a_side_without_any_are_refused_by_field() {
    let mut d = at_the_end_of_the_turn(hill([boyz("a", RED, 5)], None));
    let refused = d.game.answer(count(&[("hill/a", 6)])).unwrap_err();
    assert_eq!(refused.why.complaints()[0].field.unwrap().as_str(), "hill/a");
    assert_eq!(d.refused(form([("hill", pick("side-2"))])), ["14.02"]);
    d.answer(count(&[("hill/a", 5)]));
    assert_eq!(d.holder("hill"), Some(RED));
}

/// A dash and 0 control nothing; models of one unit with different Objective Control are counted apart.
#[test]
fn s02_02_a_dash_controls_nothing_and_mixed_units_are_counted_by_their_kinds() {
    let none = unit("none", RED, &[], ("drone", "6", 1, 7, "-"), 5);
    let zero = unit("zero", RED, &[], ("banner", "6", 1, 7, "0"), 5);
    let mut d = at_the_end_of_the_turn(hill([none, zero, led_marines("led", BLUE)], None));
    let AskKind::Form { fields } = &d.ask().kind else { panic!("no form") };
    let ids: Vec<&str> = fields.iter().map(|field| field.id.as_str()).collect();
    assert_eq!(ids, ["hill", "hill/led/1", "hill/led/2"]);
    assert!(matches!(fields[1].kind, FieldKind::Number { least: 0, most: 1 }));
    assert!(fields[2].words.contains("intercessor"));
    d.answer(count(&[("hill/led/1", 1), ("hill/led/2", 0)]));
    assert_eq!(d.holder("hill"), Some(BLUE));
}

#[test]
fn s14_02_units_off_the_battlefield_are_in_range_of_nothing() {
    let away = at(boyz("away", RED, 5), Whereabouts::Reserve);
    let mut d = at_the_end_of_the_turn(hill([away, boyz("b", BLUE, 5)], None));
    let AskKind::Form { fields } = &d.ask().kind else { panic!("no form") };
    assert_eq!(fields.len(), 2);
    d.enter();
}

// 14.03: secured objectives.

fn secured(units: impl IntoIterator<Item = Unit>, by: adjutant::id::SideId) -> Table {
    let mark = Mark::new(SECURED, on_objective("hill")).value(by.0.into());
    hill(units, Some(by)).with([Change::Marked(mark)])
}

/// D-23: nobody is there; secured by Red, it stays Red's.
#[test]
fn d23_a_secured_objective_stays_without_anybody_there() {
    let mut d = Dialogue::on(secured([boyz("a", RED, 5), boyz("b", BLUE, 5)], RED), &[]);
    // While one is secured, the end of every phase is read; here that of the Command phase.
    assert_eq!(d.clock(), "round turn command end-of-command");
    d.expect("14.02").answer(count(&[]));
    assert_eq!(d.holder("hill"), Some(RED));
    assert!(d.has(on_objective("hill"), SECURED));
    d.expect("09.02");
}

#[test]
fn s14_03_one_model_more_of_the_other_side_takes_it_and_it_is_secured_no_more() {
    let mut d = Dialogue::on(secured([boyz("a", RED, 5), boyz("b", BLUE, 5)], RED), &[]);
    d.expect("14.02").answer(count(&[("hill/b", 1)]));
    assert_eq!(d.holder("hill"), Some(BLUE));
    assert!(!d.has(on_objective("hill"), SECURED));
}

#[test]
fn amb_21_a_tie_of_levels_leaves_it_to_who_secured_it_unless_it_is_read_otherwise() {
    for (way, expected) in [("yes", Some(RED)), ("no", None)] {
        let read = Change::Read { reading: ReadingId::new("AMB-21"), way: Some(WayId::new(way)) };
        let start = secured([boyz("a", RED, 5), boyz("b", BLUE, 5)], RED).with([read]);
        let mut d = Dialogue::on(start, &[]);
        d.expect("14.02").answer(count(&[("hill/a", 2), ("hill/b", 2)]));
        assert_eq!(d.holder("hill"), expected);
        assert_eq!(d.has(on_objective("hill"), SECURED), expected.is_some());
    }
}

#[test]
fn s14_03_nobody_cannot_be_said_of_a_secured_objective() {
    let mut d = Dialogue::on(secured([boyz("a", RED, 5), boyz("b", BLUE, 5)], RED), &[]);
    assert_eq!(d.refused(form([("hill", pick("nobody"))])), ["14.03"]);
    d.enter();
    assert_eq!(d.holder("hill"), Some(RED));
}

#[test]
fn s14_02_1_control_is_determined_at_phase_ends_only_while_something_reads_it() {
    let asked = |start: Table| {
        let mut d = Dialogue::on(start, &[]);
        let mut places = Vec::new();
        while d.game.table().clock().side() == Some(RED) {
            if d.ask().id.rule.as_str() == "14.02" {
                places.push(d.clock().rsplit(' ').next().unwrap().to_owned());
            }
            d.enter();
        }
        places
    };
    let units = || [boyz("a", RED, 5), boyz("b", BLUE, 5)];
    assert_eq!(asked(hill(units(), None)), ["end-of-turn"]);
    assert_eq!(asked(table(units())), [""; 0], "nothing to control");
    let ends = ["end-of-command", "end-of-movement", "end-of-shooting", "end-of-charge"];
    // The end of the turn follows the end of the Fight phase at once.
    assert_eq!(asked(secured(units(), RED)), [&ends[..], &["end-of-turn"]].concat());
    let read = Change::Marked(Mark::new(CONTROL_READ, On::Game));
    assert_eq!(
        asked(hill(units(), None).with([read])),
        [&ends[..], &["end-of-fight", "end-of-turn"]].concat()
    );
}

/// Control is told first of all: the window of the end comes behind it.
#[test]
fn amb_07_control_is_determined_before_anything_else_at_the_end() {
    let mut d = at_the_end_of_the_turn(hill([boyz("a", RED, 5), boyz("b", BLUE, 5)], None));
    assert!(!d.game.windows().iter().any(|window| window.as_str() == "W26"));
    d.enter();
    assert!(d.game.windows().iter().any(|window| window.as_str() == "W26"));
}
