//! Laws of the table: when marks end, what becomes of units that join, split and are lost, and of what was told.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod tiny;

use adjutant::army::Value;
use adjutant::id::{AreaId, Key, LevelId, MarkId, ObjectiveId, PlaceId, SideId, UnitId};
use adjutant::table::{
    Amended, Aspect, Change, Fact, FactValue, Mark, NextSpan, Objective, On, Outcome, Place, Setting, Source,
    Spot, Table, Unit, Until, Whereabouts,
};
use pretty_assertions::assert_eq;
use tiny::dialogue::model;
use tiny::*;

const MARK: MarkId = MarkId::new("blessed");

fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

fn day(number: u16) -> Change {
    Change::Entered(Place::new(DAY, PlaceId::new("day")).number(number))
}

fn watch(name: PlaceId) -> Change {
    Change::Entered(Place::new(WATCH, name))
}

fn turn(side: SideId) -> Change {
    Change::Entered(Place::new(ACTIVATION, PlaceId::new("activation")).side(side))
}

fn next(of: &'static str, side: Option<SideId>) -> NextSpan {
    NextSpan { of: Key::new(of), side }
}

fn removed(name: &str) -> Change {
    Change::Removed { model: model(name) }
}

fn moved(name: &str) -> Change {
    Change::Moved { unit: unit(name) }
}

fn engaged(a: &str, b: &str) -> Change {
    Change::Engaged { a: unit(a), b: unit(b) }
}

fn marked(until: Until) -> Change {
    Change::Marked(Mark::new(MARK, On::Game).until(until))
}

fn sees(from: &str, to: &str) -> Fact {
    Fact::Visible { from: unit(from), to: unit(to) }
}

fn told(fact: Fact) -> Change {
    Change::Told { fact, value: FactValue::Yes(true) }
}

/// Two units of two models a side, in the clash of the first day.
fn clash() -> Table {
    table(2, 2).with([day(1), watch(CLASH)])
}

/// The same; red's second unit has become part of its first.
fn joined() -> Table {
    clash().with([Change::Joined { unit: unit("red-2"), into: unit("red-1") }])
}

/// Whether a mark with such an end stands after each of these changes.
fn lasts<const N: usize>(table: Table, until: Until, changes: [Change; N]) -> [bool; N] {
    let mut table = table.with([marked(until)]);
    assert!(table.has(On::Game, MARK));
    changes.map(|change| {
        table = table.clone().with([change]);
        table.has(On::Game, MARK)
    })
}

// The ends of marks.

#[test]
fn a_mark_until_a_span_is_left_ends_with_that_span_and_with_no_other() {
    let left = |level: LevelId| Change::Left(level);
    let inner = [turn(RED), left(ACTIVATION), watch(DUSK)];
    assert_eq!(lasts(clash(), Until::Leaving(WATCH), inner), [true, true, false]);
    let outer = [turn(RED), left(WATCH), watch(DUSK), day(2)];
    assert_eq!(lasts(clash(), Until::Leaving(DAY), outer.clone()), [true, true, true, false]);
    assert_eq!(lasts(clash(), Until::Battle, outer), [true; 4]);
}

#[test]
fn a_clock_set_by_hand_ends_what_it_leaves_and_begins_what_it_enters() {
    let today = Place::new(DAY, PlaceId::new("day")).number(1);
    let at = |name| Change::Placed { path: vec![today, Place::new(WATCH, name)] };
    assert_eq!(lasts(clash(), Until::Leaving(WATCH), [at(CLASH), at(DUSK)]), [true, false]);
    assert_eq!(lasts(clash(), Until::Leaving(DAY), [at(CLASH), at(DUSK)]), [true, true]);
    assert_eq!(lasts(clash(), Until::Start(next("dusk", None)), [at(CLASH), at(DUSK)]), [true, false]);
}

#[test]
fn a_mark_until_a_span_starts_ends_as_the_next_of_that_name_or_level_begins() {
    let through = [turn(RED), watch(DUSK), day(2), watch(CLASH)];
    let until = |of| Until::Start(next(of, None));
    assert_eq!(lasts(clash(), until("dusk"), through.clone()), [true, false, false, false]);
    assert_eq!(lasts(clash(), until("watch"), through.clone()), [true, false, false, false]);
    assert_eq!(lasts(clash(), until("day"), through.clone()), [true, true, false, false]);
    assert_eq!(lasts(clash(), until("clash"), through), [true, true, true, false]);
}

#[test]
fn a_mark_until_a_span_ends_outlives_its_start_and_ends_with_it() {
    let through = [watch(DUSK), day(2), watch(CLASH), turn(RED), watch(DUSK)];
    let until = Until::End(next("clash", None));
    assert_eq!(lasts(clash(), until, through), [true, true, true, true, false], "the next, not this one");
    let begun = clash().with([marked(until), day(2), watch(CLASH)]);
    assert_eq!(begun.marks().get(On::Game, MARK).unwrap().until, Until::Leaving(WATCH));
}

#[test]
fn a_span_of_one_side_is_not_that_of_the_other() {
    let turns = [turn(RED), turn(BLUE), turn(RED)];
    let of_blue = next("activation", Some(BLUE));
    assert_eq!(lasts(clash(), Until::Start(of_blue), turns.clone()), [true, false, false]);
    assert_eq!(lasts(clash(), Until::End(of_blue), turns.clone()), [true, true, false]);
    assert_eq!(lasts(clash(), Until::Start(next("activation", None)), turns), [false; 3]);
}

#[test]
fn a_mark_until_a_unit_moves_ends_when_that_unit_or_the_whole_it_joined_does() {
    let until = Until::Move(unit("red-2"));
    assert_eq!(lasts(clash(), until, [moved("red-1"), moved("red-2")]), [true, false]);
    assert_eq!(lasts(joined(), until, [moved("blue-1"), moved("red-1")]), [true, false]);
}

#[test]
fn a_mark_from_a_model_ends_when_that_model_is_removed() {
    let until = Until::Lost(Source::Model(model("red-1@2")));
    assert_eq!(lasts(clash(), until, [removed("red-1@1"), removed("red-1@2")]), [true, false]);
}

#[test]
fn a_mark_from_a_component_ends_with_the_last_model_of_that_component() {
    let until = Until::Lost(Source::Component(unit("red-2")));
    let deaths = [removed("red-1@1"), removed("red-2@1"), removed("red-1@2"), removed("red-2@2")];
    assert_eq!(lasts(joined(), until, deaths), [true, true, true, false]);
}

#[test]
fn a_mark_from_a_unit_ends_with_the_last_model_of_all_its_components() {
    let deaths = || [removed("red-1@1"), removed("red-1@2"), removed("red-2@1"), removed("red-2@2")];
    let whole = Until::Lost(Source::Unit(unit("red-1")));
    assert_eq!(lasts(joined(), whole, deaths()), [true, true, true, false]);
    assert_eq!(lasts(clash(), whole, deaths()), [true, false, false, false]);
    let part = Until::Lost(Source::Unit(unit("red-2")));
    assert_eq!(lasts(joined(), part, deaths()), [true, true, true, false], "it is part of another now");
}

#[test]
fn a_second_mark_of_a_kind_takes_the_place_of_the_first() {
    let table = clash().with([marked(Until::Leaving(WATCH)), marked(Until::Battle), watch(DUSK)]);
    assert!(table.has(On::Game, MARK));
    assert_eq!(table.marks().len(), 1);
}

// Engagement.

#[test]
fn a_lost_unit_is_engaged_with_nobody() {
    let fight = clash().with([engaged("red-1", "blue-1"), engaged("blue-1", "red-2"), removed("red-1@1")]);
    assert!(fight.are_engaged(unit("blue-1"), unit("red-1")), "one of its models is left");
    let fight = fight.with([removed("red-1@2")]);
    assert!(!fight.are_engaged(unit("red-1"), unit("blue-1")));
    assert!(fight.are_engaged(unit("red-2"), unit("blue-1")), "others fight on");
}

#[test]
fn a_unit_that_leaves_the_table_is_no_longer_engaged_nor_seen() {
    let fact = sees("blue-1", "red-1");
    let fight = clash().with([engaged("red-1", "blue-1"), told(fact)]);
    let put = |at| fight.clone().with([Change::Put { unit: unit("red-1"), at }]);
    for away in [Whereabouts::Reserve, Whereabouts::Gone, Whereabouts::Aboard(unit("red-2"))] {
        assert!(!put(away).are_engaged(unit("red-1"), unit("blue-1")), "{away:?}");
        assert_eq!(put(away).told(&fact), None, "{away:?}");
    }
    assert!(put(Whereabouts::Table).are_engaged(unit("red-1"), unit("blue-1")));
    assert_eq!(put(Whereabouts::Table).told(&fact), None, "it stands elsewhere");
}

// Facts.

#[test]
fn what_is_told_of_two_things_is_told_in_either_order_where_they_are_alike() {
    let (a, b) = (Spot::Unit(unit("red-1")), Spot::Unit(unit("blue-1")));
    let near = clash().with([told(Fact::Within { a, b, inches: 6 }), told(sees("red-1", "blue-1"))]);
    assert_eq!(near.told(&Fact::Within { a: b, b: a, inches: 6 }), Some(FactValue::Yes(true)));
    assert_eq!(near.told(&Fact::Within { a, b, inches: 7 }), None);
    assert_eq!(near.told(&sees("blue-1", "red-1")), None, "to see is not to be seen");
    let far = near.with([Change::Forgotten { fact: Fact::Within { a: b, b: a, inches: 6 } }]);
    assert_eq!(far.told(&Fact::Within { a, b, inches: 6 }), None);
}

#[test]
fn a_move_makes_stale_what_was_told_of_the_unit_its_parts_and_their_models() {
    let of_a_model =
        Fact::Within { a: Spot::Model(model("red-2@1")), b: Spot::Area(AreaId::new("wood")), inches: 3 };
    let stale = [sees("blue-1", "red-1"), sees("red-2", "blue-1"), of_a_model];
    let kept = sees("blue-1", "blue-2");
    let table = joined().with(stale.map(told)).with([told(kept), moved("red-1")]);
    assert_eq!(stale.map(|fact| table.told(&fact)), [None; 3]);
    assert_eq!(table.told(&kept), Some(FactValue::Yes(true)));
}

// Joining, splitting, withdrawing.

#[test]
fn a_joined_unit_brings_its_parts_its_models_and_its_fight() {
    let seen = sees("blue-1", "red-2");
    let table = clash()
        .with([engaged("red-2", "blue-1"), engaged("red-2", "red-1"), told(seen)])
        .with([Change::Joined { unit: unit("red-2"), into: unit("red-1") }]);
    assert!(table.unit(unit("red-2")).is_none());
    let whole = table.unit(unit("red-1")).unwrap();
    assert_eq!((whole.components.len(), whole.models.len(), whole.starting()), (2, 4, 4));
    assert_eq!(table.unit_of(unit("red-2")).unwrap().id, unit("red-1"));
    assert_eq!(table.engagements().collect::<Vec<_>>(), [(unit("blue-1"), unit("red-1"))]);
    assert_eq!(table.told(&seen), None);
}

#[test]
fn a_part_that_splits_off_takes_its_models_and_fights_on() {
    let split = Change::Split { component: unit("red-2"), from: unit("red-1") };
    let table = joined().with([engaged("red-1", "blue-1"), told(sees("red-1", "blue-1")), split]);
    for name in ["red-1", "red-2"] {
        let unit = table.unit(unit(name)).unwrap();
        assert_eq!((unit.side, unit.components.len(), unit.models.len()), (RED, 1, 2), "{name}");
        assert!(unit.models.iter().all(|model| model.id.of == unit.id), "{name}");
        assert!(table.are_engaged(unit.id, tiny::unit_id(BLUE, 1)), "{name}");
    }
    assert_eq!(table.told(&sees("red-1", "blue-1")), None);
}

/// The bodyguard is dead and its leader goes on alone.
#[test]
fn of_a_part_left_behind_dead_nothing_lasts() {
    let source = Until::Lost(Source::Unit(unit("red-1")));
    let fight = joined().with([engaged("red-1", "blue-1"), marked(source)]);
    let fallen = fight.with([removed("red-1@1"), removed("red-1@2")]);
    assert!(fallen.has(On::Game, MARK), "its leader still stands");
    let table = fallen.with([Change::Split { component: unit("red-2"), from: unit("red-1") }]);
    assert!(!table.has(On::Game, MARK));
    assert_eq!(table.engagements().collect::<Vec<_>>(), [(unit("blue-1"), unit("red-2"))]);
}

#[test]
fn a_withdrawn_unit_takes_along_all_that_was_on_it_came_from_it_or_was_told_of_it() {
    let red = unit("red-1");
    let at = model("red-1@1");
    let on = [On::Unit(red), On::Model(at), On::Pair(red, unit("blue-1")), On::Pair(unit("blue-1"), red)];
    let untils = [Until::Move(red), Until::Lost(Source::Unit(red)), Until::Lost(Source::Component(red))];
    let untils = untils.into_iter().chain([Until::Lost(Source::Model(at))]);
    let from = untils.zip(["a", "b", "c", "d"]).map(|(until, id)| {
        Change::Marked(Mark::new(MarkId(id.parse().unwrap()), On::Side(RED)).until(until))
    });
    let blue = Change::Counted { on: On::Unit(unit("blue-1")), id: KILLS, by: 1 };
    let kept = clash().with([blue, marked(Until::Battle)]);
    let table = kept
        .clone()
        .with(on.map(|on| Change::Marked(Mark::new(MARK, on))))
        .with(on.map(|on| Change::Counted { on, id: KILLS, by: 1 }))
        .with(from)
        .with([engaged("red-1", "blue-1"), told(sees("blue-1", "red-1"))]);
    let withdrawn = Change::Withdrawn { unit: red };
    assert_eq!(table.with([withdrawn.clone()]), kept.with([withdrawn]));
}

// Amendments.

#[test]
fn a_keyword_amended_again_in_other_letters_is_the_same_keyword() {
    let amended = |word: &str, to| Change::Amended {
        component: unit("red-1"),
        aspect: Aspect::Keyword(word.into()),
        to,
    };
    let has = |table: &Table| table.unit(unit("red-1")).unwrap().has_keyword("Infantry");
    let table = clash().with([amended("Infantry", Some(Amended::Has(false)))]);
    assert!(!has(&table));
    let table = table.with([amended("INFANTRY", Some(Amended::Has(true)))]);
    assert!(has(&table));
    let wrong = table.clone().with([amended("infantry", Some(Amended::Words("no".into())))]);
    assert_eq!(wrong, table, "a value of another kind");
    let printed = table.with([amended("infantry", None)]);
    assert!(printed.component(unit("red-1")).unwrap().amendments.is_empty());
}

// From one table to another.

/// Differs from `clash()` in everything that a table holds.
fn other_table() -> Table {
    let mut changed = Unit::lone(unit("blue-1"), BLUE, sheet("Changed", 5), 3, 1);
    changed.order = 7;
    let extra = Unit::lone(unit("extra"), RED, sheet("Extra", 3), 1, 1);
    let fort = Objective { id: ObjectiveId::new("fort"), name: "the fort".into(), holder: None };
    let hill = Objective { id: ObjectiveId::new("hill"), name: "the high hill".into(), holder: Some(RED) };
    clash().with([
        turn(BLUE),
        Change::Withdrawn { unit: unit("blue-2") },
        Change::Added(Box::new(extra)),
        Change::Replaced(Box::new(changed)),
        Change::Put { unit: unit("red-2"), at: Whereabouts::Reserve },
        Change::Amended {
            component: unit("red-1"),
            aspect: Aspect::Stat(MODEL, INITIATIVE),
            to: Some(Amended::Value(Value::Number(6))),
        },
        Change::Wounds { model: model("red-1@1"), by: -1 },
        removed("red-1@2"),
        Change::Lifted { objective: ObjectiveId::new("ford") },
        Change::Laid(fort),
        Change::Laid(hill),
        Change::Cp { side: RED, by: 2, source: None },
        Change::Set(Setting::Vp { side: BLUE, to: 15 }),
        engaged("red-1", "blue-1"),
        Change::Counted { on: On::Game, id: KILLS, by: 3 },
        told(sees("red-1", "blue-1")),
        Change::Marked(Mark::new(MARK, On::Unit(unit("red-1"))).value(2).until(Until::Move(unit("red-1")))),
        Change::Read { reading: TIES, way: Some(DEFENDER) },
        Change::Ended { outcome: Some(Outcome { winner: Some(RED), words: "conceded".into() }) },
    ])
}

#[test]
fn the_changes_to_another_table_lead_there_and_back() {
    let (one, other) = (clash(), other_table());
    assert_eq!(one.clone().with(one.changes_to(&other)), other);
    assert_eq!(other.clone().with(other.changes_to(&one)), one);
    assert_eq!(other.changes_to(&other), []);
}

#[test]
fn the_inverse_of_a_small_change_is_small() {
    let cp = |by| Change::Cp { side: RED, by, source: None };
    assert_eq!(clash().inverse(&cp(2)), [cp(-2)]);
    assert_eq!(
        clash().inverse(&removed("red-1@1")),
        [Change::Returned { model: model("red-1@1"), wounds: 2 }]
    );
    let wounds = |by| Change::Wounds { model: model("red-1@1"), by };
    assert_eq!(clash().inverse(&wounds(-5)), [wounds(2)], "a model never has fewer than none");
    assert_eq!(clash().inverse(&Change::Noted { words: "nothing".into() }), []);
}

#[test]
fn what_names_nothing_on_the_table_changes_nothing() {
    let (nobody, no_model) = (unit("nobody"), model("nobody@1"));
    let none = ObjectiveId::new("none");
    let sides = SideId(7);
    for change in [
        Change::Left(ACTIVATION),
        Change::Unmarked { on: On::Game, id: MARK },
        Change::Counted { on: On::Game, id: KILLS, by: 0 },
        Change::Set(Setting::Count { on: On::Game, id: KILLS, to: 0 }),
        Change::Set(Setting::Wounds { model: no_model, to: 3 }),
        Change::Cp { side: sides, by: 1, source: None },
        Change::Vp { side: sides, by: 1, source: None },
        Change::Held { objective: none, by: Some(RED) },
        Change::Wounds { model: no_model, by: -1 },
        Change::Wounds { model: model("red-1@99"), by: -1 },
        Change::Removed { model: no_model },
        Change::Returned { model: no_model, wounds: 1 },
        Change::Moved { unit: nobody },
        Change::Put { unit: nobody, at: Whereabouts::Gone },
        Change::Engaged { a: unit("red-1"), b: unit("red-1") },
        Change::Parted { a: unit("red-1"), b: nobody },
        Change::Forgotten { fact: sees("red-1", "blue-1") },
        Change::Amended { component: nobody, aspect: Aspect::Name, to: Some(Amended::Words("X".into())) },
        Change::Withdrawn { unit: nobody },
        Change::Joined { unit: nobody, into: unit("red-1") },
        Change::Joined { unit: unit("red-1"), into: nobody },
        Change::Joined { unit: unit("red-1"), into: unit("red-1") },
        Change::Split { component: nobody, from: unit("red-1") },
        Change::Split { component: unit("red-1"), from: unit("red-1") },
        Change::Lifted { objective: none },
        Change::Read { reading: TIES, way: None },
        Change::Ended { outcome: None },
    ] {
        assert_eq!(clash().with([change.clone()]), clash(), "{change:?}");
    }
}
