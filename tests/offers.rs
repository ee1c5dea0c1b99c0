//! Offers, late deeds and forms: what stands open beside an ask, when it closes, and what is taken back of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod tiny;

use adjutant::desk::{
    Answer, AskKind, Choice, ChoiceId, Desk, Field, FieldValue, Flow, Form, Menu, Objection, Offer, Refusal,
    Thrown, When, Who,
};
use adjutant::game::Note;
use adjutant::id::{DeedId, FieldId, RuleId, WindowId};
use adjutant::table::{Cause, Change, Event, Fact, FactValue, On, Setting};
use pretty_assertions::assert_eq;
use tiny::dialogue::{Dialogue, model, ruleset, yes_or_no};
use tiny::*;

const RULE: RuleId = RuleId::new("rule");
const RED_SAYS: Who = Who::Side(RED);
const BLUE_SAYS: Who = Who::Side(BLUE);

fn cp(side: adjutant::id::SideId, to: i32) -> Change {
    Change::Set(Setting::Cp { side, to })
}

fn noted(desk: &mut Desk<'_>, words: impl Into<adjutant::text::Text>) {
    desk.record(RULE, Change::Noted { words: words.into() });
}

fn notes_of_rules(d: &Dialogue) -> Vec<String> {
    let events = d.events().into_iter().filter_map(|event| match event.change {
        Change::Noted { words } => Some(words.to_string()),
        _ => None,
    });
    events.collect()
}

fn all_offers(d: &Dialogue) -> Vec<String> {
    d.game.offers().iter().map(|offer| offer.choice.words.clone()).collect()
}

// Offers.

/// An offer that hangs on a fact and is greyed while red has no CP, one before it, and a moment.
fn offering(desk: &mut Desk<'_>) -> Flow<()> {
    yes_or_no(desk, "a", RED_SAYS)?;
    desk.window(RULE, WindowId::new("moment"));
    if desk.offer(RULE, |_| vec![Offer::new(BLUE, RULE, Choice::new("early", "Early"))]).is_some() {
        noted(desk, "early");
    }
    let seen = Fact::Visible { from: unit_id(RED, 1), to: unit_id(BLUE, 1) };
    let late = |table: &adjutant::table::Table| {
        let poor = (table.cp(RED) < 1).then(|| Objection::new(RULE, "No CP.", ""));
        let choice = Choice::new("late", "Late").claiming("if it is seen", seen, FactValue::Yes(true));
        vec![Offer::new(RED, RULE, choice).cost(1).unless(poor)]
    };
    if desk.offer(RULE, late).is_some() {
        desk.record(RULE, Change::Cp { side: RED, by: -1, source: None });
    }
    yes_or_no(desk, "b", RED_SAYS)?;
    yes_or_no(desk, "c", RED_SAYS).map(|_| ())
}

#[test]
fn an_answer_closes_the_offers_and_the_moments_behind_the_one_before_it() {
    let mut d = Dialogue::under(ruleset(offering), &[]);
    d.choose("yes").expect("b");
    assert_eq!(all_offers(&d), ["Early", "Late"]);
    assert_eq!(d.game.windows(), [WindowId::new("moment")]);
    d.choose("yes").expect("c");
    assert_eq!((all_offers(&d).len(), d.game.windows().len()), (0, 0));
    d.game.aside(&id("early")).unwrap_err();
    d.undo().expect("b");
    assert_eq!(all_offers(&d), ["Early", "Late"]);
}

#[test]
fn taking_an_offer_closes_those_before_it_and_leaves_those_behind() {
    let mut d = Dialogue::under(ruleset(offering), &[]);
    d.rule([cp(RED, 2)]);
    d.choose("yes").aside("late").expect("b");
    assert_eq!((all_offers(&d), d.game.table().cp(RED)), (vec![], 1));
    d.undo().aside("early").expect("b");
    assert_eq!((all_offers(&d), notes_of_rules(&d)), (vec!["Late".to_owned()], vec!["early".to_owned()]));
}

#[test]
fn a_taken_offer_states_what_it_hangs_on_and_a_greyed_one_needs_a_reason() {
    let mut d = Dialogue::under(ruleset(offering), &[]);
    d.choose("yes");
    let before = d.game.table().clone();
    d.game.aside(&id("late")).unwrap_err();
    d.game.aside_overruled(&id("late"), " ".into()).unwrap_err();
    assert_eq!((d.game.table(), all_offers(&d).len()), (&before, 2), "nothing has changed");
    d.game.aside_overruled(&id("late"), "on credit".into()).unwrap();
    let seen = Fact::Visible { from: unit_id(RED, 1), to: unit_id(BLUE, 1) };
    assert_eq!(d.game.table().told(&seen), Some(FactValue::Yes(true)));
    assert_eq!(d.game.table().cp(RED), -1);
    assert!(d.events().iter().any(|event| matches!(&event.change,
        Change::Overruled { what, reason } if what.as_str() == "Late: No CP." && reason.as_str() == "on credit")));
}

#[test]
fn an_offer_sees_what_was_ruled_beside_it_and_is_taken_on_the_ruled_table() {
    let mut d = Dialogue::under(ruleset(offering), &[]);
    d.choose("yes");
    assert_eq!(d.offers(), ["early"]);
    d.rule([cp(RED, 5)]);
    assert_eq!(d.offers(), ["early", "late"]);
    d.aside("late");
    assert_eq!(d.game.table().cp(RED), 4);
    d.undo().rule([cp(RED, 0)]);
    assert_eq!(d.offers(), ["early"]);
    d.game.aside(&id("late")).unwrap_err();
}

#[test]
fn of_two_offers_of_one_name_behind_two_beats_the_first_is_taken() {
    let rules = ruleset(|desk| {
        let offer = |words: &str| vec![Offer::new(BLUE, RULE, Choice::new("heroics", words))];
        if desk.offer(RULE, |_| offer("Start")).is_some() {
            noted(desk, "start");
        }
        yes_or_no(desk, "a", RED_SAYS)?;
        if desk.offer(RULE, |_| offer("End")).is_some() {
            noted(desk, "end");
        }
        Ok(())
    });
    let mut d = Dialogue::under(rules, &[]);
    assert_eq!(all_offers(&d), ["Start"]);
    d.choose("yes").expect("a");
    assert_eq!(all_offers(&d), ["End"]);
    d.aside("heroics").expect("a");
    assert_eq!((all_offers(&d), notes_of_rules(&d)), (vec!["Start".to_owned()], vec!["end".to_owned()]));
    d.aside("heroics").expect("a");
    assert_eq!(notes_of_rules(&d), ["end", "start"]);
}

// Late deeds.

#[test]
fn a_late_deed_closes_what_stood_open() {
    let mut d = Dialogue::at_the_clash(&[4, 1]);
    d.choose("red-1").choose("attack/blue-1").roll().expect("C3");
    assert_eq!(d.offers(), ["charm/blue/0", "charm/blue/1"]);
    d.late("rally:red-1").expect("U1");
    assert_eq!(d.offers(), [""; 0]);
    d.undo().expect("C3");
    assert_eq!(d.offers(), ["charm/blue/0", "charm/blue/1"]);

    let mut d = Dialogue::under(ruleset(offering), &[]);
    d.choose("yes").late("rally:red-1").expect("U1");
    assert_eq!((all_offers(&d).len(), d.game.windows().len()), (0, 0));
}

#[test]
fn a_late_deed_is_done_after_the_battle_and_leaves_it_over() {
    let mut d = Dialogue::at_the_clash(&[1, 1]);
    let fallen = ["blue-1@1", "blue-1@2"].map(|name| Change::Removed { model: model(name) });
    d.rule(fallen);
    d.choose("red-1").choose("stay");
    assert!(d.game.ask().is_none() && d.game.table().outcome().is_some());
    d.late("rally:red-1").expect("U1");
    assert!(d.game.table().outcome().is_some());
    let events = d.events();
    let at = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    assert!(at(|one| matches!(one.change, Change::Ended { .. })) < at(|one| one.cause == Cause::Late));
    d.answer(Answer::fields([])).roll();
    assert!(d.game.ask().is_none() && d.game.table().has(On::Unit(unit_id(RED, 1)), SHAKEN));
    d.undo().undo().undo();
    assert!(d.game.ask().is_none() && !d.events().iter().any(|one| one.cause == Cause::Late));
    d.dice.clear();
}

#[test]
fn late_deeds_are_begun_within_each_other_only_so_deep() {
    let mut d = Dialogue::at_the_clash(&[]);
    let deed = DeedId::new("rally:red-1");
    for _ in 0..16 {
        d.game.late(deed).unwrap();
        d.expect("U1");
    }
    let before = (d.game.table().clone(), d.game.unsettled().to_vec());
    assert!(matches!(d.game.late(deed), Err(Refusal::Objections(_))));
    assert_eq!((d.game.table().clone(), d.game.unsettled().to_vec()), before);
    d.answer(Answer::fields([]));
    for _ in 0..16 {
        d.expect("U1").answer(Answer::faces([6, 6]));
    }
    d.expect("C1").late("rally:red-1").expect("U1");
}

#[test]
fn a_late_deed_that_is_no_longer_listed_is_not_brought_again() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.late("rally:blue-1").undo();
    d.rule(["blue-1@1", "blue-1@2"].map(|name| Change::Removed { model: model(name) }));
    assert_eq!(d.game.undone(), 1);
    assert!(d.game.redo().is_err());
    assert_eq!(d.game.undone(), 0);
}

// Taking back and bringing again.

#[test]
fn a_ruling_that_no_longer_stands_up_is_not_brought_again() {
    let mut d = Dialogue::at_the_clash(&[]);
    let moved = Change::Moved { unit: unit_id(RED, 1) };
    d.rule([moved]);
    d.undo().rule([Change::Withdrawn { unit: unit_id(RED, 1) }]);
    let before = d.game.table().clone();
    assert!(d.game.redo().is_err());
    assert_eq!((d.game.table(), d.game.undone()), (&before, 0));
}

#[test]
fn what_was_automatic_is_automatic_when_it_comes_again() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.choose("red-1").choose("attack/blue-1").expect("C2");
    d.game.answer_automatically(Answer::Faces { faces: vec![1, 1], thrown: Thrown::App }).unwrap();
    d.undo().redo().expect("C3");
    assert!(d.game.unsettled().last().unwrap().automatic);
    assert_eq!(d.game.undo().unwrap().statements.len(), 2);
    d.expect("C1");
}

#[test]
fn what_is_said_anew_takes_the_place_of_the_next_thing_taken_back_only_if_it_is_of_its_kind() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.choose("red-1").choose("stay").undo().undo().expect("C1");
    assert_eq!(d.game.undone(), 2);
    d.rule([cp(RED, 3)]);
    assert_eq!(d.game.undone(), 2, "a ruling is no answer");
    d.choose("red-1");
    assert_eq!(d.game.undone(), 1);
    d.redo().expect("C1");
    assert!(d.game.table().has(On::Unit(unit_id(RED, 1)), ACTED));
}

/// Red, red, blue, and then one beat more.
fn by_turns(desk: &mut Desk<'_>) -> Flow<()> {
    yes_or_no(desk, "a", RED_SAYS)?;
    yes_or_no(desk, "b", RED_SAYS)?;
    yes_or_no(desk, "c", BLUE_SAYS)?;
    yes_or_no(desk, "d", BLUE_SAYS).map(|_| ())
}

#[test]
fn taking_back_leaves_a_line_once_the_other_side_has_spoken_or_anything_but_answers_was_said() {
    let taken_back = |d: &Dialogue| d.notes().iter().filter(|n| matches!(n, Note::TakenBack(_))).count();
    let mut d = Dialogue::under(ruleset(by_turns), &[]);
    d.choose("yes").choose("yes").undo();
    assert_eq!(taken_back(&d), 0, "red alone has spoken");
    d.choose("yes").choose("yes").undo();
    assert_eq!(taken_back(&d), 1, "blue has spoken");
    d.undo();
    assert_eq!(taken_back(&d), 1, "and red stepped back behind that");
    d.rule([cp(RED, 3)]);
    d.undo();
    assert_eq!(taken_back(&d), 2, "a ruling");
    d.late("rally:red-1").undo();
    assert_eq!(taken_back(&d), 3, "a late deed");
}

#[test]
fn notes_of_beats_that_have_fallen_stay_in_the_log() {
    let mut d = Dialogue::under(ruleset(|desk| yes_or_no(desk, "a", RED_SAYS).map(|_| ())), &[]);
    for _ in 0..6 {
        d.choose("yes");
    }
    d.rule([cp(RED, 3)]);
    d.undo();
    let mut notes = d.notes().len();
    assert_eq!(notes, 1);
    while d.game.undo().is_some() {
        assert!(d.notes().len() >= notes, "a line of the log is lost");
        notes = d.notes().len();
    }
    assert!(d.game.beats().is_empty() && notes > 1);
}

#[test]
fn taking_back_over_many_beats_finds_every_table_on_the_way() {
    let rules = ruleset(|desk| {
        yes_or_no(desk, "a", RED_SAYS)?;
        desk.record(RULE, Change::Vp { side: RED, by: 1, source: None });
        Ok(())
    });
    let mut d = Dialogue::under(rules, &[]);
    for round in 0..2 {
        for _ in 0..50 {
            if round == 0 {
                d.choose("yes")
            } else {
                d.redo()
            };
        }
        assert_eq!((d.game.table().vp(RED), d.game.beats().len()), (50, 49));
        for left in (0..50).rev() {
            let step = d.game.undo().unwrap();
            assert!(!step.reopened);
            assert_eq!(d.game.table().vp(RED), left);
            let gained = d.events().iter().filter(|one| matches!(one.change, Change::Vp { .. })).count();
            assert_eq!(gained, usize::try_from(left).unwrap());
        }
        assert!(d.game.undo().is_none());
    }
}

// Menus and forms.

#[test]
fn the_obvious_option_is_the_default_while_it_is_open() {
    let rules = ruleset(|desk| {
        desk.choose(RULE, Who::Anyone, |table| {
            let poor = (table.cp(RED) < 1).then(|| Objection::new(RULE, "No CP.", ""));
            let greyed = Some(Objection::new(RULE, "Never.", ""));
            Menu::new("Which?")
                .option(Choice::new("never", "Never").unless(greyed), ())
                .option(Choice::new("first", "First"), ())
                .option(Choice::new("usual", "Usual").unless(poor), ())
                .usually()
                .option(Choice::new("last", "Last"), ())
        })
    });
    let default = |d: &Dialogue| d.game.ask().unwrap().default_answer();
    let mut d = Dialogue::under(rules, &[]);
    assert_eq!(default(&d), Some(Answer::choose("first")));
    d.rule([cp(RED, 1)]);
    assert_eq!(default(&d), Some(Answer::choose("usual")));
}

const WHO: FieldId = FieldId::new("who");
const MANY: FieldId = FieldId::new("many");
const DEEP: FieldId = FieldId::new("deep");

/// How many there are is shown while `a` is picked; how deep, while there are 5.
fn form(desk: &mut Desk<'_>) -> Flow<()> {
    let filled = desk.form(RULE, Who::Anyone, |_| {
        let choices = ["a", "b", "c"].map(|id| Choice::new(id, id.to_uppercase()));
        Form::new("Fill in.")
            .field(Field::several(WHO, "Who?", choices, 2))
            .field(Field::number(MANY, "How many?", 1, 9, 3).when(When::Has(WHO, "a".into())))
            .field(Field::flag(DEEP, "Deep?", true).when(When::Is(MANY, FieldValue::Number(5))))
    })?;
    let picked: Vec<&str> = filled.several(WHO).iter().map(ChoiceId::as_str).collect();
    noted(desk, format!("{} {} {}", picked.join("+"), filled.number(MANY), filled.flag(DEEP)));
    yes_or_no(desk, "end", RED_SAYS).map(|_| ())
}

fn picked(ids: &[&str]) -> (FieldId, FieldValue) {
    (WHO, FieldValue::Several(ids.iter().map(|id| (*id).into()).collect()))
}

#[test]
fn a_field_that_is_not_shown_holds_nothing_whatever_is_given() {
    let five = (MANY, FieldValue::Number(5));
    for (given, filled) in [
        (vec![], " 0 false"),
        (vec![picked(&["a"])], "a 3 false"),
        (vec![picked(&["b", "a"]), five.clone()], "b+a 5 true"),
        (vec![picked(&["a"]), five.clone(), (DEEP, FieldValue::Flag(false))], "a 5 false"),
        (vec![picked(&["b"]), five], "b 0 false"),
        (vec![(MANY, FieldValue::Number(99)), (DEEP, FieldValue::Number(1))], " 0 false"),
    ] {
        let mut d = Dialogue::under(ruleset(form), &[]);
        d.answer(Answer::fields(given.clone())).expect("end");
        assert_eq!(notes_of_rules(&d), [filled], "{given:?}");
    }
}

#[test]
fn of_several_at_most_so_many_are_taken_each_once_and_only_those_shown() {
    let mut d = Dialogue::under(ruleset(form), &[]);
    for bad in [&["a", "b", "c"][..], &["a", "a"], &["d"]] {
        let refused = d.game.answer(Answer::fields([picked(bad)])).unwrap_err();
        assert_eq!(refused.why.complaints().len(), 1, "{bad:?}");
        assert_eq!(refused.why.complaints()[0].field, Some(WHO));
    }
    assert!(matches!(&d.game.ask().unwrap().kind, AskKind::Form { fields } if fields.len() == 3));
    d.answer(Answer::fields([picked(&["c", "b"])])).expect("end");
}
