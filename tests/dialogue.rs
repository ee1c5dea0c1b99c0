//! Dialogues with the kernel: ask, answer, ask. Dice are scripted, and a script must be used up.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod tiny;

use adjutant::army::Value;
use adjutant::desk::{
    Answer, Answerer, Ask, AskKind, ChoiceId, FieldValue, Offer, Roll, Ruling, Said, Thrown,
};
use adjutant::game::{EventId, LogLine, Note, play};
use adjutant::id::{DeedId, FieldId, PlaceId, WindowId};
use adjutant::table::{
    Amended, Aspect, Cause, Change, Event, Fact, FactValue, Mark, On, Place, Setting, Spot, Table, Until,
};
use pretty_assertions::assert_eq;
use tiny::dialogue::{Dialogue, model};
use tiny::*;

// Beats, nesting, offers.

/// Red has initiative 2, blue 3: blue strikes first, and red's riposte is a strike within that strike.
#[test]
fn a_riposte_is_a_strike_within_a_strike() {
    let mut d = Dialogue::at_the_clash(&[4, 1, 6, 2, 1, 1]);
    d.expect("C1").choose("red-1").expect("C1").choose("attack/blue-1");
    d.expect("C2").roll().expect("C3").choose("riposte");
    assert_eq!(d.wounds("red-1@1"), 1);
    d.expect("C2").roll();
    assert_eq!(d.wounds("blue-1@1"), 0);
    // Blue may strike back at the riposte, holds, and then red's own blow comes, with one blue model left to hit.
    d.expect("C3").choose("hold").expect("C2").roll().expect("C3").choose("hold");
    d.expect("C1");
}

#[test]
fn an_offer_costs_no_answer_and_stands_open_beside_the_next_ask() {
    let mut d = Dialogue::at_the_clash(&[4, 1, 5]);
    d.choose("red-1").choose("attack/blue-1").expect("C2").roll();
    assert_eq!(d.offers(), ["charm/blue/0", "charm/blue/1"]);
    d.expect("C3").aside("charm/blue/1").expect("C4");
    assert_eq!(d.offers(), [""; 0]);
    assert!(matches!(&d.game.ask().unwrap().kind, AskKind::Dice { roll } if roll.again && roll.count == 1));
    d.expect("C4").game.answer(Answer::faces([1, 1])).unwrap_err();
    d.roll().expect("C3");
    assert_eq!((d.wounds("red-1@1"), d.game.table().cp(BLUE)), (0, 0));
}

#[test]
fn answering_on_closes_an_offer() {
    let mut d = Dialogue::at_the_clash(&[4, 1]);
    d.choose("red-1").choose("attack/blue-1").roll();
    assert!(!d.offers().is_empty());
    d.choose("hold");
    assert!(!d.offers().contains(&"charm/blue/0"));
    assert!(d.game.aside(&id("charm/blue/0")).is_err());
}

/// Plays until the only activation of red is over: the last roll was red's, with a charm open behind it.
fn one_activation(dice: &[u8]) -> Dialogue {
    let mut d = Dialogue::at_the_clash(dice);
    d.choose("red-1").choose("attack/blue-1").expect("C2").roll().expect("C3").choose("hold");
    d.expect("C2").roll();
    d
}

#[test]
fn an_offer_outlives_its_beat_until_something_is_said_behind_it() {
    // Red misses twice, so nothing is left to strike back at but a hold, then the beat is over.
    let mut d = one_activation(&[1, 1, 1, 1, 6, 6]);
    d.expect("C3").choose("hold").expect("C1");
    // Blue is to act. Behind the hold no charm is left, but the ambush of the next activation is offered.
    assert_eq!(d.offers(), ["ambush/red"]);
    assert_eq!(d.game.beats().len(), 4, "the activation is finished but not settled");
    d.game.undo().unwrap();
    d.expect("C3");
    assert_eq!(d.offers(), ["charm/red/0", "charm/red/1"]);
    d.aside("charm/red/0").expect("C4").answer(Answer::faces([6])).expect("C3");
    assert_eq!(d.wounds("blue-1@1"), 0);
    d.game.undo().unwrap();
    d.game.undo().unwrap();
    d.expect("C3");
    assert_eq!(d.offers(), ["charm/red/0", "charm/red/1"], "a taken offer, undone, stands open again");
    assert_eq!(d.wounds("blue-1@1"), 2);
    d.dice.clear();
}

/// Dusk: a rally ends with its roll, so its charm stands open beside the first ask of the next day.
#[test]
fn undoing_the_first_answer_after_a_beat_opens_that_beat_with_its_offers() {
    let mut d = Dialogue::at_the_clash(&[1, 2, 5, 5]);
    let fallen = Change::Removed { model: model("red-1@2") };
    d.game.rule(Ruling::new("as it lies", [fallen])).unwrap();
    d.choose("red-1").choose("stay").choose("blue-1").choose("stay");
    d.expect("U1").answer(Answer::fields([])).expect("U1").roll();
    d.expect("D1");
    assert_eq!(d.offers(), ["charm/red/0"]);
    assert!(d.game.table().has(On::Unit(unit_id(RED, 1)), SHAKEN));
    d.answer(Answer::fields([])).expect("C1");
    d.game.undo().unwrap();
    d.expect("D1");
    assert_eq!(d.offers(), ["charm/red/0"], "the rally is open again");
    d.aside("charm/red/0").expect("C4").roll().expect("D1");
    assert!(!d.game.table().has(On::Unit(unit_id(RED, 1)), SHAKEN));
    d.game.undo().unwrap();
    d.game.undo().unwrap();
    d.expect("D1");
    assert_eq!(d.offers(), ["charm/red/0"]);
    assert!(d.game.table().has(On::Unit(unit_id(RED, 1)), SHAKEN));
}

#[test]
fn a_window_at_the_start_of_a_beat_is_taken_before_its_first_ask() {
    let mut d = Dialogue::at_the_clash(&[]);
    assert_eq!(d.offers(), ["ambush/blue"]);
    assert_eq!(d.game.windows(), [WindowId::new("before-an-activation")]);
    d.expect("C1").aside("ambush/blue").expect("C5").choose("red-1").expect("C1");
    assert_eq!((d.wounds("red-1@1"), d.game.table().cp(BLUE)), (1, 0));
    let greyed = d.game.offers().iter().find(|offer| offer.choice.id.as_str() == "ambush/blue");
    assert!(greyed.is_none());
}

// Choices: ids, objections, conditions, overruling.

#[test]
fn a_greyed_option_says_why_and_can_be_overruled() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.choose("red-1").choose("stay").choose("blue-1").choose("stay").expect("D1");
    d.game.undo().unwrap();
    d.game.undo().unwrap();
    d.expect("C1");
    let acted = Change::Marked(Mark::new(ACTED, On::Unit(unit_id(BLUE, 1))).until(Until::Leaving(WATCH)));
    d.game.rule(Ruling::new("", [acted.clone()])).unwrap();
    let Some(Ask { kind: AskKind::Choice { options, .. }, .. }) = d.game.ask() else { panic!() };
    let objection = options[0].objection.clone().unwrap();
    assert_eq!((objection.rule.as_str(), objection.remedy.as_str()), ("C1", "Wait for the next day."));
    let refused = d.game.answer(Answer::choose("blue-1")).unwrap_err();
    assert_eq!(refused.why.complaints()[0].objection, objection);
    d.answer(Answer::overrule("blue-1", "it was stunned")).expect("C1");
    assert!(d.events().iter().any(|event| matches!(
        &event.change,
        Change::Overruled { what, reason }
            if what.as_str() == "blue 1: blue 1 has acted." && reason.as_str() == "it was stunned"
    )));
}

#[test]
fn choosing_an_option_states_the_fact_it_hangs_on_until_something_moves() {
    let mut d = Dialogue::at_the_clash(&[1, 1, 1, 1]);
    d.choose("red-1");
    let Some(Ask { kind: AskKind::Choice { options, .. }, .. }) = d.game.ask() else { panic!() };
    let condition = options[0].condition.clone().unwrap();
    assert_eq!(condition.words, "needs it within 6 inches");
    d.choose("attack/blue-1");
    let (a, b) = (Spot::Unit(unit_id(RED, 1)), Spot::Unit(unit_id(BLUE, 1)));
    let fact = Fact::Within { a, b, inches: 6 };
    assert!(
        d.events().iter().any(|event| event.change == Change::Told { fact, value: FactValue::Yes(true) })
    );
    assert_eq!(d.game.table().told(&fact), None, "the attacker moved");
    d.roll().choose("hold").roll().choose("hold");
}

// Dice.

#[test]
fn dice_are_checked_tallied_and_thrown_by_the_app() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.choose("red-1").choose("attack/blue-1").expect("C2");
    for bad in [&[1][..], &[1, 2, 3], &[0, 1], &[7, 7]] {
        d.game.answer(Answer::faces(bad)).unwrap_err();
    }
    d.game.answer(Answer::tally([(HIT, 3)])).unwrap_err();
    d.answer(Answer::tally([(HIT, 1), (CRITICAL, 1)]));
    let kept = d.game.unsettled().iter().rev().find_map(|one| match &one.said {
        Said::Answer { answer: Answer::Faces { faces, thrown }, .. } => Some((faces.clone(), *thrown)),
        _ => None,
    });
    assert_eq!(kept, Some((vec![4, 6], Thrown::Tallied)));
    assert_eq!((d.wounds("red-1@1"), d.wounds("red-1@2")), (0, 1));
}

#[test]
fn a_sum_is_rolled_again_whole_and_takes_no_tally() {
    let mut d = Dialogue::at_the_clash(&[1, 1, 6, 6]);
    d.game.rule(Ruling::new("", [Change::Removed { model: model("red-1@2") }])).unwrap();
    d.choose("red-1").choose("stay").choose("blue-1").choose("stay").answer(Answer::fields([])).expect("U1");
    assert!(d.game.answer(Answer::tally([(HIT, 2)])).is_err());
    d.roll().aside("charm/red/0").expect("C4");
    assert!(matches!(&d.game.ask().unwrap().kind, AskKind::Dice { roll } if roll.count == 2));
    d.roll().expect("D1");
}

// Forms and facts.

#[test]
fn an_untouched_form_holds_its_defaults_and_a_wrong_one_is_refused_by_field() {
    let mut d = Dialogue::at_dawn(&[]);
    let wind = FieldId::new("wind");
    let storm = (FieldId::new("storm"), FieldValue::Flag(true));
    let complaints = |answer: Answer, d: &mut Dialogue| -> Vec<(Option<FieldId>, String)> {
        let refused = d.game.answer(answer).unwrap_err();
        let complaints = refused.why.complaints().iter();
        complaints.map(|one| (one.field, one.objection.rule.to_string())).collect()
    };
    let bad = Answer::fields([
        (FieldId::new("ford"), FieldValue::Pick("green".into())),
        storm.clone(),
        (wind, FieldValue::Number(7)),
        (FieldId::new("tide"), FieldValue::Flag(true)),
    ]);
    assert_eq!(
        complaints(bad, &mut d),
        [FieldId::new("tide"), FieldId::new("ford"), wind].map(|field| (Some(field), "D1".to_owned()))
    );
    let wild = [storm.clone(), (wind, FieldValue::Number(6))];
    assert_eq!(complaints(Answer::fields(wild.clone()), &mut d), [(Some(wind), "D1".to_owned())]);
    let overruled = Answer::Fields { fields: wild.into(), overruled: Some("it did".into()) };
    d.answer(overruled).expect("C1");
    assert!(d.events().iter().any(|event| matches!(&event.change, Change::Overruled { .. })));
    d.game.undo().unwrap();
    d.answer(Answer::fields([(FieldId::new("ford"), FieldValue::Pick("blue".into()))]));
    assert_eq!((d.game.table().vp(RED), d.game.table().vp(BLUE)), (0, 2));
}

#[test]
fn a_fact_is_asked_late_and_remembered_until_the_unit_moves() {
    let mut d = Dialogue::at_the_clash(&[]);
    let unit = unit_id(RED, 1);
    d.game.late(DeedId::new("rally:red-1")).unwrap();
    d.expect("U1").answer(Answer::fields([(FieldId::new("fact"), FieldValue::Flag(false))]));
    assert_eq!(d.game.table().told(&Fact::Coherent { unit }), Some(FactValue::Yes(false)));
    d.answer(Answer::faces([6, 6])).expect("C1");
    d.game.late(DeedId::new("rally:red-1")).unwrap();
    d.expect("U1");
    assert!(matches!(&d.game.ask().unwrap().kind, AskKind::Dice { .. }), "the fact is remembered");
    d.game.rule(Ruling::new("nudged", [Change::Moved { unit }])).unwrap();
    assert!(d.game.table().told(&Fact::Coherent { unit }).is_none());
}

// Rulings, readings, late deeds.

#[test]
fn a_ruling_in_the_middle_of_a_roll_holds_and_leaves_the_offers_open() {
    let mut d = Dialogue::at_the_clash(&[4, 1, 1, 1]);
    d.choose("red-1").choose("attack/blue-1").expect("C2");
    // Blue has one model less, so one die less is rolled.
    d.game.rule(Ruling::new("it fell before", [Change::Removed { model: model("blue-1@2") }])).unwrap();
    assert!(matches!(&d.game.ask().unwrap().kind, AskKind::Dice { roll } if roll.count == 1));
    d.roll().expect("C3");
    assert_eq!(d.offers(), ["charm/blue/0"]);
    let ruling = Ruling::new(
        "",
        [
            Change::Set(Setting::Wounds { model: model("red-1@1"), to: 2 }),
            Change::Set(Setting::Cp { side: BLUE, to: 5 }),
        ],
    );
    d.game.rule(ruling).unwrap();
    assert_eq!((d.wounds("red-1@1"), d.game.table().cp(BLUE)), (2, 5));
    assert_eq!(d.offers(), ["charm/blue/0"], "a ruling is no answer");
    d.aside("charm/blue/0").expect("C4").roll().expect("C3");
    d.game.undo().unwrap();
    d.game.undo().unwrap();
    assert_eq!((d.wounds("red-1@1"), d.game.table().cp(BLUE)), (2, 5));
    d.game.undo().unwrap();
    assert_eq!((d.wounds("red-1@1"), d.game.table().cp(BLUE)), (1, 1));
    d.dice.clear();
}

#[test]
fn an_amendment_counts_from_the_ask_at_which_it_is_made() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.choose("red-1").choose("attack/blue-1").expect("C2");
    let to = Some(Amended::Value(Value::Number(3)));
    let change = Change::Amended { component: unit_id(BLUE, 1), aspect: Aspect::Weapon(CLUB, ATTACKS), to };
    d.game.rule(Ruling::new("read it again", [change])).unwrap();
    assert!(matches!(&d.game.ask().unwrap().kind, AskKind::Dice { roll } if roll.count == 6));
    let wrong =
        Change::Amended { component: unit_id(BLUE, 1), aspect: Aspect::Name, to: Some(Amended::Has(true)) };
    let refused = d.game.rule(Ruling::new("", [wrong])).unwrap_err();
    assert_eq!(refused.given.changes.len(), 1);
}

#[test]
fn rulings_that_name_nothing_on_the_table_are_refused_all_at_once() {
    let mut d = Dialogue::at_the_clash(&[]);
    let nobody = adjutant::id::UnitId::new("nobody");
    let ruling = Ruling::new(
        "",
        [
            Change::Moved { unit: nobody },
            Change::Engaged { a: unit_id(RED, 1), b: unit_id(RED, 1) },
            Change::Cp { side: BLUE, by: i32::MAX, source: None },
        ],
    );
    let refused = d.game.rule(ruling).unwrap_err();
    assert_eq!(refused.why.complaints().len(), 3);
    let unknown = Place::new(adjutant::id::LevelId::new("aeon"), DAWN);
    d.game.rule(Ruling::new("", [Change::Placed { path: vec![unknown] }])).unwrap_err();
    let reading = adjutant::id::ReadingId::new("none");
    d.game.rule(Ruling::new("", [Change::Read { reading, way: None }])).unwrap_err();
    let way = Some(adjutant::id::WayId::new("sideways"));
    d.game.rule(Ruling::new("", [Change::Read { reading: TIES, way }])).unwrap_err();
    d.game.rule(Ruling::new("", [])).unwrap_err();
}

#[test]
fn a_ruling_on_the_position_drops_the_unfinished_beat_and_undo_brings_it_back() {
    let mut d = Dialogue::at_the_clash(&[4, 4]);
    d.choose("red-1").choose("attack/blue-1").roll().expect("C3");
    let day = Place::new(DAY, adjutant::id::PlaceId::new("day")).number(3);
    let path = vec![day, Place::new(WATCH, DAWN)];
    let ruled = d.game.rule(Ruling::new("we are on day 3", [Change::Placed { path }])).unwrap();
    assert_eq!(ruled.dropped, 3);
    d.expect("D1");
    assert_eq!((d.wounds("red-1@1"), d.game.table().clock().number(DAY)), (2, 3));
    d.game.undo().unwrap();
    d.expect("C3");
    assert_eq!((d.wounds("red-1@1"), d.game.table().clock().number(DAY)), (0, 1));
    assert_eq!(d.offers(), ["charm/blue/0", "charm/blue/1"]);
}

#[test]
fn a_reading_runs_the_unfinished_beat_again_and_opens_it_where_it_no_longer_fits() {
    let read = |way| Ruling::new("house rule", [Change::Read { reading: TIES, way }]);
    // Of different initiative: the same blows in the same order, so what was said still fits.
    let mut d = Dialogue::at_the_clash(&[4, 1]);
    d.choose("red-1").choose("attack/blue-1").roll().expect("C3");
    assert_eq!(d.game.rule(read(Some(DEFENDER))).unwrap().dropped, 0);
    d.expect("C3");
    assert_eq!((d.wounds("red-1@1"), d.game.table().reading(TIES)), (1, Some(DEFENDER)));

    // Of equal initiative, and red one model short: now blue strikes first, with two dice instead of one.
    let mut d = Dialogue::at_the_clash(&[4]);
    let same = |unit| Change::Amended {
        component: unit_id(unit, 1),
        aspect: Aspect::Stat(MODEL, INITIATIVE),
        to: Some(Amended::Value(Value::Number(4))),
    };
    let fallen = Change::Removed { model: model("red-1@2") };
    d.game.rule(Ruling::new("", [same(RED), same(BLUE), fallen])).unwrap();
    d.choose("red-1").choose("attack/blue-1").roll().expect("C3");
    assert_eq!(d.game.rule(read(Some(DEFENDER))).unwrap().dropped, 3);
    d.expect("C1");
    assert_eq!(d.notes(), [Note::Reopened]);
    d.game.undo().unwrap();
    d.expect("C3");
    assert_eq!(d.wounds("blue-1@1"), 1);
}

#[test]
fn a_late_deed_is_a_beat_of_its_own_with_the_clock_unmoved() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.expect("C1");
    let clock = d.game.table().clock().clone();
    let beats = d.game.beats().len();
    d.game.late(DeedId::new("rally:red-1")).unwrap();
    d.expect("U1").answer(Answer::fields([])).answer(Answer::faces([1, 1]));
    d.expect("C1");
    assert_eq!(d.game.table().clock(), &clock);
    assert!(d.game.table().has(On::Unit(unit_id(RED, 1)), SHAKEN));
    d.choose("red-1");
    assert_eq!(d.game.beats().len(), beats + 3, "the omens, the way to the clash, the late deed");
    let late: Vec<_> = d.events().into_iter().filter(|event| event.cause == Cause::Late).collect();
    assert_eq!(late[0].change, Change::Late { deed: DeedId::new("rally:red-1") });
    assert!(late.len() > 2);
}

/// The clock went on to the clash before anybody spoke: what is said there does not undo that.
#[test]
fn what_is_said_before_a_beat_finds_the_beats_done_that_asked_nothing() {
    let entered = |event: &Event| matches!(event.change, Change::Entered(place) if place.name == CLASH);
    let mut d = Dialogue::at_the_clash(&[]);
    d.expect("C1").game.late(DeedId::new("rally:red-1")).unwrap();
    let events = d.events();
    let late = events.iter().position(|event| matches!(event.change, Change::Late { .. }));
    assert!(events.iter().position(entered) < late);

    let mut d = Dialogue::at_the_clash(&[]);
    let path = vec![Place::new(DAY, PlaceId::new("day")).number(2), Place::new(WATCH, DUSK)];
    d.expect("C1").game.rule(Ruling::new("it is late", [Change::Placed { path }])).unwrap();
    assert!(d.events().iter().any(entered));
    d.game.undo().unwrap();
    d.expect("C1");
    assert_eq!(d.game.table().clock().number(DAY), 1);
}

#[test]
fn a_late_deed_in_the_middle_of_a_beat_lets_that_beat_go_on() {
    let mut d = Dialogue::at_the_clash(&[4, 1]);
    d.choose("red-1").choose("attack/blue-1").roll().expect("C3");
    d.game.late(DeedId::new("rally:blue-1")).unwrap();
    d.expect("U1").answer(Answer::fields([])).expect("U1").answer(Answer::faces([1, 1]));
    assert_eq!(d.offers(), ["charm/blue/0"], "the charm of the rally");
    d.expect("C3").choose("hold").expect("C2");
    assert!(d.game.table().has(On::Unit(unit_id(BLUE, 1)), SHAKEN));
    for _ in 0..4 {
        d.game.undo().unwrap();
    }
    d.expect("C3");
    assert!(!d.game.table().has(On::Unit(unit_id(BLUE, 1)), SHAKEN));
    assert_eq!(d.offers(), ["charm/blue/0", "charm/blue/1"]);
}

// Taking back.

#[test]
fn after_a_changed_answer_redo_goes_on_with_the_later_ones_as_long_as_they_fit() {
    let mut d = Dialogue::at_the_clash(&[4, 1, 5, 5]);
    d.choose("red-1").choose("attack/blue-1").roll().choose("hold").roll().expect("C3");
    for _ in 0..3 {
        d.game.undo().unwrap();
    }
    d.expect("C2").answer(Answer::faces([1, 1]));
    assert_eq!(d.game.undone(), 2);
    assert!(d.game.redo().unwrap().is_some());
    d.expect("C2");
    assert!(d.game.redo().unwrap().is_some());
    d.expect("C3");
    assert_eq!((d.wounds("red-1@1"), d.wounds("blue-1@1")), (2, 0));
    assert!(d.game.redo().unwrap().is_none());

    for _ in 0..4 {
        d.game.undo().unwrap();
    }
    d.expect("C1").choose("stay").expect("C1");
    assert!(d.game.redo().is_err(), "a roll does not answer who acts");
    assert_eq!(d.game.undone(), 0);
}

#[test]
fn what_is_automatic_is_taken_back_with_what_a_person_said_before_it() {
    let mut d = Dialogue::at_the_clash(&[]);
    d.choose("red-1").choose("attack/blue-1").expect("C2");
    d.game.answer_automatically(Answer::Faces { faces: vec![1, 1], thrown: Thrown::App }).unwrap();
    d.expect("C3");
    assert_eq!(d.game.undo().unwrap().statements.len(), 2);
    d.expect("C1");
    assert_eq!(d.game.redo().unwrap().unwrap().statements.len(), 2);
    d.expect("C3");
}

#[test]
fn stepping_back_before_any_die_leaves_no_line_and_after_it_an_honest_one() {
    let mut d = Dialogue::at_the_clash(&[4, 1]);
    d.choose("red-1").choose("attack/blue-1");
    d.game.undo().unwrap();
    assert_eq!(d.notes(), []);
    d.choose("attack/blue-1").roll();
    d.game.undo().unwrap();
    assert!(matches!(&d.notes()[..], [Note::TakenBack(what)] if what.len() == 1));
}

#[test]
fn any_event_has_a_correction_ready_made() {
    let mut d = Dialogue::at_the_clash(&[6, 4]);
    d.choose("red-1").choose("attack/blue-1").roll().expect("C3");
    let fallen = d.game.log().find_map(|line| match line {
        LogLine::Event(id, event) if matches!(event.change, Change::Removed { .. }) => Some(id),
        _ => None,
    });
    let ruling = d.game.correction(fallen.unwrap()).unwrap();
    assert_eq!(ruling.changes, [Change::Returned { model: model("red-1@1"), wounds: 0 }]);
    d.game.rule(ruling).unwrap();
    assert!(d.game.table().model(model("red-1@1")).unwrap().standing);
    assert_eq!(d.game.correction(EventId { beat: 99, event: 0 }), None);
}

// Straight through.

/// Throws scripted dice, else takes what is obvious.
struct Scripted(Vec<u8>);

impl Answerer for Scripted {
    fn answer(&mut self, ask: &Ask, _: &Table) -> Option<Answer> {
        match &ask.kind {
            AskKind::Dice { roll: Roll { count, .. } } => {
                let faces: Vec<u8> = self.0.drain(..usize::from(*count)).collect();
                Some(Answer::faces(faces))
            }
            _ => ask.default_answer(),
        }
    }

    fn aside(&mut self, _: &[Offer], _: &Table) -> Option<ChoiceId> {
        None
    }
}

#[test]
fn a_whole_game_runs_straight_through_with_an_answerer() {
    // Both models of red fall to blue's first blow: the day ends, and with it the battle.
    let mut scripted = Scripted(vec![6, 6]);
    let end = play(&TINY, table(1, 2), &mut scripted).unwrap();
    assert!(end.outcome().is_some());
    assert!(!end.unit(unit_id(RED, 1)).unwrap().is_standing());
    assert!(scripted.0.is_empty());
}
