//! Rulings, taking back and bringing again: what the players say holds, where they say it, and can be followed back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod tiny;

use adjutant::desk::{Answer, AskKind, Bucket, Choice, Desk, Flow, Menu, Roll, Ruling, Who};
use adjutant::game::{EventId, LogLine, Note};
use adjutant::id::{MarkId, ObjectiveId, PlaceId, Purpose, RuleId, UnitId};
use adjutant::table::{
    Amended, Aspect, Cause, Change, Event, Fact, FactValue, Mark, Objective, On, Outcome, Place, Setting,
    Unit,
};
use pretty_assertions::assert_eq;
use tiny::dialogue::{Dialogue, model, ruleset, yes_or_no};
use tiny::*;

const RULE: RuleId = RuleId::new("rule");
const BEGUN: MarkId = MarkId::new("begun");
const RED_SAYS: Who = Who::Side(RED);

fn red() -> UnitId {
    unit_id(RED, 1)
}

fn cp(side: adjutant::id::SideId, to: i32) -> Change {
    Change::Set(Setting::Cp { side, to })
}

fn begin(desk: &mut Desk<'_>) {
    desk.record(RULE, Change::Marked(Mark::new(BEGUN, On::Game)));
}

/// Two asks and something recorded between them.
fn two_asks(desk: &mut Desk<'_>) -> Flow<()> {
    yes_or_no(desk, "a", RED_SAYS)?;
    begin(desk);
    yes_or_no(desk, "b", RED_SAYS).map(|_| ())
}

fn place_of(d: &Dialogue, wanted: impl Fn(&Event) -> bool) -> usize {
    d.events().iter().position(wanted).unwrap()
}

fn is_begun(event: &Event) -> bool {
    matches!(&event.change, Change::Marked(mark) if mark.id == BEGUN)
}

fn is_ruled(event: &Event) -> bool {
    event.cause == Cause::Ruling
}

// Where rulings take effect.

#[test]
fn a_ruling_on_which_units_there_are_or_how_rules_are_read_takes_effect_before_the_beat() {
    let extra = || Unit::lone("extra".parse().unwrap(), RED, sheet("Extra", 3), 1, 1);
    let into = red();
    for change in [
        Change::Added(Box::new(extra())),
        Change::Replaced(Box::new(Unit::lone(red(), RED, sheet("Changed", 3), 1, 1))),
        Change::Withdrawn { unit: red() },
        Change::Joined { unit: unit_id(RED, 2), into },
        Change::Split { component: unit_id(RED, 3), from: into },
        Change::Read { reading: TIES, way: Some(DEFENDER) },
    ] {
        let mut d = Dialogue::under(ruleset(two_asks), &[]);
        d.game = adjutant::game::Game::new(
            ruleset(two_asks),
            table(3, 2).with([Change::Joined { unit: unit_id(RED, 3), into }]),
        )
        .unwrap();
        d.expect("a").choose("yes").expect("b");
        assert_eq!(d.rule([change.clone()]).dropped, 0, "{change:?}");
        d.expect("b");
        assert!(place_of(&d, is_ruled) < place_of(&d, is_begun), "{change:?}");
    }
}

#[test]
fn any_other_ruling_takes_effect_at_the_ask_where_it_is_made() {
    let mut d = Dialogue::under(ruleset(two_asks), &[]);
    d.choose("yes").expect("b").rule([cp(RED, 3)]);
    d.expect("b");
    assert!(place_of(&d, is_begun) < place_of(&d, is_ruled));
}

#[test]
fn a_ruling_on_the_clock_or_the_end_drops_the_unfinished_beat_even_where_it_would_still_fit() {
    let day = Place::new(DAY, PlaceId::new("day")).number(2);
    let ended = Change::Ended { outcome: Some(Outcome { winner: Some(BLUE), words: "conceded".into() }) };
    for change in [Change::Placed { path: vec![day] }, Change::Entered(day), ended] {
        let mut d = Dialogue::under(ruleset(two_asks), &[]);
        d.choose("yes").expect("b");
        assert_eq!(d.rule([change.clone()]).dropped, 1);
        assert!(!d.game.table().has(On::Game, BEGUN), "{change:?}");
        assert_eq!(d.notes(), [Note::Reopened]);
        match change {
            Change::Ended { .. } => assert!(d.game.ask().is_none()),
            _ => drop(d.expect("a")),
        }
        d.undo().expect("b");
        assert!(d.game.table().has(On::Game, BEGUN));
    }
}

#[test]
fn the_reason_of_a_ruling_stands_in_the_log() {
    let noted = |d: &Dialogue| {
        let events = d.events().into_iter().filter(is_ruled);
        events.filter(|event| matches!(event.change, Change::Noted { .. })).collect::<Vec<_>>()
    };
    let mut d = Dialogue::at_the_clash(&[]);
    d.game.rule(Ruling::new("", [cp(RED, 3)])).unwrap();
    assert_eq!(noted(&d), []);
    d.game.rule(Ruling::new("miscounted", [cp(RED, 4)])).unwrap();
    assert_eq!(noted(&d).len(), 1);
    assert_eq!(noted(&d)[0].change, Change::Noted { words: "miscounted".into() });
}

#[test]
fn a_ruling_holds_behind_a_roll_of_no_dice_and_behind_a_fact_that_was_told() {
    let fact = Fact::Coherent { unit: red() };
    let no_dice = ruleset(|desk| {
        yes_or_no(desk, "a", RED_SAYS)?;
        let none = desk.roll(RULE, |_| Roll::d6(RED, Purpose::new("test"), 0, "Test"))?;
        assert!(none.faces().is_empty());
        begin(desk);
        yes_or_no(desk, "b", RED_SAYS).map(|_| ())
    });
    let told = ruleset(|desk| {
        yes_or_no(desk, "a", RED_SAYS)?;
        let fact = Fact::Coherent { unit: unit_id(RED, 1) };
        desk.fact(RULE, Who::Anyone, "Coherent?", fact, FactValue::Yes(true))?;
        begin(desk);
        yes_or_no(desk, "b", RED_SAYS).map(|_| ())
    });
    for rules in [no_dice, told] {
        let mut d = Dialogue::under(rules, &[]);
        d.rule([Change::Told { fact, value: FactValue::Yes(true) }]);
        d.choose("yes").expect("b");
        d.rule([Change::Unmarked { on: On::Game, id: BEGUN }]);
        d.expect("b");
        assert!(!d.game.table().has(On::Game, BEGUN));
    }
}

#[test]
fn players_may_rule_away_all_there_was_to_choose_from() {
    let mut d = Dialogue::under(
        ruleset(|desk| {
            desk.choose(RULE, Who::Anyone, |table| {
                let units = table.units_of(BLUE).map(|unit| (Choice::new(unit.id.as_str(), "This"), ()));
                Menu::new("Which?").options(units)
            })
        }),
        &[],
    );
    d.rule([Change::Withdrawn { unit: unit_id(BLUE, 1) }]);
    assert!(matches!(&d.expect("rule").game.ask().unwrap().kind, AskKind::Choice { options, default }
        if options.is_empty() && default.is_none()));
    d.undo().choose("blue-1");
}

// What is refused.

#[test]
fn an_answer_never_answers_another_ask_though_it_would_be_taken_there() {
    let mut d = Dialogue::under(
        ruleset(|desk| {
            yes_or_no(desk, "a", RED_SAYS)?;
            let attacker = TINY.reading(TIES).unwrap().on(desk.table()) == ATTACKER;
            yes_or_no(desk, if attacker { "b" } else { "c" }, RED_SAYS)?;
            yes_or_no(desk, "d", RED_SAYS).map(|_| ())
        }),
        &[],
    );
    d.choose("yes").expect("b").choose("no").expect("d");
    assert_eq!(d.rule([Change::Read { reading: TIES, way: Some(DEFENDER) }]).dropped, 2);
    d.expect("a").undo().expect("d");
    // Another way round: an answer that was taken back is not brought again to the ask of another rule.
    d.undo().expect("b").undo().expect("a");
    d.rule([Change::Read { reading: TIES, way: Some(DEFENDER) }]);
    d.redo().expect("c");
    assert!(d.game.redo().is_err());
    assert_eq!(d.game.undone(), 0);
    d.expect("c");
}

fn tallied(desk: &mut Desk<'_>) -> Flow<()> {
    let attacker = TINY.reading(TIES).unwrap().on(desk.table()) == ATTACKER;
    let rough = yes_or_no(desk, "rough", RED_SAYS)?;
    let least = if attacker { 4 } else { 5 };
    desk.roll(RULE, |_| {
        let buckets = [Bucket::new(FAIL, 1..=least - 1), Bucket::new(HIT, least..=6)];
        let roll = Roll::d6(RED, Purpose::new("test"), 2, "Test").buckets(buckets);
        if rough { roll } else { roll.exact() }
    })?;
    yes_or_no(desk, "end", RED_SAYS).map(|_| ())
}

/// Two hits stood for faces from 4 up, so nobody knows whether they are hits from 5 up.
#[test]
fn a_tally_does_not_outlive_the_buckets_it_was_counted_in() {
    let mut d = Dialogue::under(ruleset(tallied), &[]);
    d.choose("yes").answer(Answer::tally([(HIT, 2)])).expect("end");
    assert_eq!(d.rule([Change::Read { reading: TIES, way: Some(DEFENDER) }]).dropped, 2);

    let mut d = Dialogue::under(ruleset(tallied), &[]);
    d.choose("yes").answer(Answer::tally([(HIT, 2)])).undo().undo().choose("no");
    assert!(d.game.redo().is_err(), "this roll needs the faces themselves");
    d.expect("rule").answer(Answer::faces([4, 6])).expect("end");
    assert_eq!(d.rule([Change::Read { reading: TIES, way: Some(DEFENDER) }]).dropped, 0, "faces stay faces");
}

#[test]
fn a_ruling_is_checked_change_by_change_each_on_the_table_after_those_before_it() {
    let mut d = Dialogue::at_the_clash(&[]);
    let extra = Unit::lone("extra".parse().unwrap(), RED, sheet("Extra", 3), 1, 1);
    let added = Change::Added(Box::new(extra));
    let moved = Change::Moved { unit: "extra".parse().unwrap() };
    d.game.rule(Ruling::new("", [moved.clone(), added.clone()])).unwrap_err();
    d.rule([added.clone(), moved]);
    d.game.rule(Ruling::new("", [added])).unwrap_err();
}

#[test]
fn a_ruled_unit_that_could_not_be_is_refused() {
    let good = || Unit::lone("extra".parse().unwrap(), RED, sheet("Extra", 3), 2, 1);
    let spoilt: [fn(&mut Unit); 8] = [
        |unit| unit.side = adjutant::id::SideId(9),
        |unit| unit.components.clear(),
        |unit| unit.components.push(unit.components[0].clone()),
        |unit| unit.components[0].id = unit_id(BLUE, 1),
        |unit| unit.models[1].id = unit.models[0].id,
        |unit| unit.models[1].id = model("red-1@1"),
        |unit| unit.models[1].wounds = i32::MIN,
        |unit| drop(unit.components[0].amendments.insert(Aspect::Name, Amended::Has(true))),
    ];
    let mut d = Dialogue::at_the_clash(&[]);
    for (number, spoil) in spoilt.iter().enumerate() {
        let mut unit = good();
        spoil(&mut unit);
        let refused = d.game.rule(Ruling::new("", [Change::Added(Box::new(unit.clone()))])).unwrap_err();
        assert_eq!(refused.why.complaints().len(), 1, "{number}");
        unit.id = red();
        d.game.rule(Ruling::new("", [Change::Replaced(Box::new(unit))])).unwrap_err();
    }
    d.game.rule(Ruling::new("", [Change::Replaced(Box::new(good()))])).unwrap_err();
    d.rule([Change::Added(Box::new(good()))]);
}

#[test]
fn a_ruling_on_the_clock_that_is_refused_drops_nothing() {
    let mut d = Dialogue::under(
        ruleset(|desk| {
            if desk.table().clock().path().is_empty() {
                return two_asks(desk);
            }
            desk.choose(RULE, Who::Anyone, |_| {
                let twice = || Choice::new("twice", "A mistake in the rules");
                Menu::new("Which?").option(twice(), ()).option(twice(), ())
            })
        }),
        &[],
    );
    d.choose("yes").expect("b");
    let before = (d.game.table().clone(), d.game.unsettled().to_vec(), d.notes());
    let path = vec![Place::new(DAY, PlaceId::new("day"))];
    d.game.rule(Ruling::new("", [Change::Placed { path }])).unwrap_err();
    assert_eq!((d.game.table().clone(), d.game.unsettled().to_vec(), d.notes()), before);
    d.choose("yes").expect("a");
}

// Corrections and the log.

fn last_event(d: &Dialogue, wanted: impl Fn(&Change) -> bool) -> EventId {
    let lines = d.game.log().filter_map(|line| match line {
        LogLine::Event(id, event) if wanted(&event.change) => Some(id),
        _ => None,
    });
    lines.last().unwrap()
}

#[test]
fn the_correction_of_any_ruling_is_a_ruling_that_is_taken() {
    let (two, three) = (unit_id(RED, 2), unit_id(RED, 3));
    let fort = Objective { id: ObjectiveId::new("fort"), name: "the fort".into(), holder: None };
    let start = table(3, 2).with([Change::Joined { unit: three, into: red() }]);
    for change in [
        Change::Joined { unit: two, into: red() },
        Change::Split { component: three, from: red() },
        Change::Withdrawn { unit: two },
        Change::Replaced(Box::new(Unit::lone(two, RED, sheet("Changed", 3), 1, 1))),
        Change::Laid(fort),
        Change::Lifted { objective: ObjectiveId::new("hill") },
        Change::Put { unit: two, at: adjutant::table::Whereabouts::Reserve },
        Change::Removed { model: model("red-2@1") },
        cp(BLUE, 9),
    ] {
        let mut d = Dialogue::at_dawn(&[]);
        d.game = adjutant::game::Game::new(&TINY, start.clone()).unwrap();
        let before = d.game.table().clone();
        d.rule([change.clone()]);
        assert_ne!(d.game.table(), &before);
        let correction = d.game.correction(last_event(&d, |one| *one == change)).unwrap();
        d.game.rule(correction).unwrap();
        assert_eq!(d.game.table(), &before, "{change:?}");
    }
}

#[test]
fn an_event_keeps_its_name_while_beats_settle_behind_it() {
    let mut d = Dialogue::at_the_clash(&[]);
    let named = |d: &Dialogue| -> Vec<(EventId, Event)> {
        let lines = d.game.log().filter_map(|line| match line {
            LogLine::Event(id, event) => Some((id, event.clone())),
            LogLine::Note(_) => None,
        });
        lines.collect()
    };
    let mut before = named(&d);
    for id in ["red-1", "stay", "blue-1", "stay"] {
        d.choose(id);
        let now = named(&d);
        assert_eq!(now[..before.len()], before);
        before = now;
    }
    assert!(d.game.beats().len() > 3);
}
