//! A ruleset that asks one thing of each kind, with all that can stand beside it, and then ends the battle.

use std::path::Path;

use crate::desk::{
    Bucket, Choice, Desk, Field, FieldValue, Flow, Form, Menu, Objection, Offer, Roll, When, Who,
};
use crate::id::{
    BucketId, CounterId, DeedId, FieldId, LevelId, MarkId, PlaceId, Purpose, RuleId, RulesetId, SheetId,
    SideId, UnitId,
};
use crate::rules::{Deed, MarkKind, Ruleset};
use crate::session::dice::AppDice;
use crate::session::{Session, Setup};
use crate::table::{
    Change, Fact, FactValue, Mark, Objective, On, Outcome, Place, Spot, Table, Unit, Whereabouts,
};

const RULE: RuleId = RuleId::new("M1");
const STAGE: CounterId = CounterId::new("stage");
const WATCH: LevelId = LevelId::new("watch");
const WEARY: MarkId = MarkId::new("weary");
const RED: SideId = SideId(0);
const BLUE: SideId = SideId(1);

/// The ruleset.
pub static MINI: Ruleset = Ruleset {
    id: RulesetId::new("mini"),
    name: "Mini",
    levels: &[WATCH],
    marks: &[MarkKind { id: WEARY, label: "weary" }],
    readings: &[],
    beat,
    deeds: |_| vec![Deed { id: DeedId::new("rest"), words: "Red rests".into(), unit: None }],
    late: |desk, _| {
        desk.record(RULE, Change::Noted { words: "Red rested.".into() });
        Ok(())
    },
};

fn beat(desk: &mut Desk<'_>) -> Flow<()> {
    match desk.table().counter(On::Game, STAGE) {
        0 => desk.record(RULE, Change::Entered(Place::new(WATCH, PlaceId::new("long-watch")).number(1))),
        1 => {
            let near = Fact::Within { a: Spot::Unit(unit(0)), b: Spot::Unit(unit(1)), inches: 9 };
            desk.choose(RULE, Who::Side(RED), |_| {
                let tired =
                    Objection::new(RULE, "Unit 2 is tired, and that is a long story.", "Let it rest.");
                let few = (3..=12).map(|number| (Choice::new(format!("go/{number}"), "Go"), ()));
                Menu::new("Who goes?")
                    .option(
                        Choice::new("go/1", "Unit 1 goes").claiming("if near", near, FactValue::Yes(true)),
                        (),
                    )
                    .option(Choice::new("go/2", "Unit 2 goes").unless(Some(tired)), ())
                    .options(few)
            })?;
            let charm =
                |side, id: &str| Offer::new(side, RULE, Choice::new(id, format!("Charm {id}"))).cost(1);
            desk.offer(RULE, |_| {
                let spent = Objection::new(RULE, "The charm is spent.", "");
                vec![charm(RED, "one"), charm(BLUE, "two").unless(Some(spent))]
            });
        }
        2 => {
            let bucket = |id, faces| Bucket::new(BucketId::new(id), faces);
            desk.roll(RULE, |_| {
                Roll::d6(RED, Purpose::new("test"), 3, "Test of courage")
                    .target(4)
                    .modifier("darkness", -1, RULE)
                    .buckets([bucket("fail", 1..=4), bucket("pass", 5..=6)])
            })?;
        }
        3 => {
            desk.form(RULE, Who::Anyone, form)?;
        }
        _ => {
            let outcome = Outcome { winner: None, words: "A draw.".into() };
            desk.record(RULE, Change::Ended { outcome: Some(outcome) });
        }
    }
    desk.record(RULE, Change::Counted { on: On::Game, id: STAGE, by: 1 });
    Ok(())
}

fn form(_: &Table) -> Form<'_> {
    let field = FieldId::new;
    let choices = || ["north", "south", "east"].map(|id| Choice::new(id, format!("To the {id}")));
    Form::new("How is the sky?")
        .field(Field::flag(field("storm"), "Is there a storm?", false))
        .field(
            Field::number(field("wind"), "How strong is its wind, as far as anyone can tell?", 1, 60, 3)
                .when(When::Is(field("storm"), FieldValue::Flag(true))),
        )
        .field(Field::pick(field("way"), "Which way does it blow?", choices(), "north"))
        .field(Field::several(field("seen"), "Where are clouds?", choices(), 2))
        .check(move |_, filled| {
            let south = filled.pick(field("way")).is_some_and(|way| way.as_str() == "south");
            let never = Objection::new(RULE, "It never blows from there.", "Say north or east.");
            if south { vec![never.at(field("way"))] } else { Vec::new() }
        })
}

fn unit(number: usize) -> UnitId {
    ["a", "b", "c", "d", "e"].map(UnitId::new)[number % 5]
}

/// A game of it, with units in every state.
pub fn session(path: Option<&Path>, name: &str) -> Session {
    let added = |number: usize, side, count, at| {
        let sheet = crate::army::Sheet {
            id: SheetId::new("sheet"),
            name: format!("{name} {number}").into(),
            keywords: vec![],
            abilities: vec![],
            profiles: vec![],
            weapons: vec![],
        };
        Change::Added(Box::new(Unit { at, ..Unit::lone(unit(number), side, sheet.into(), count, 3) }))
    };
    let changes = vec![
        added(0, RED, 1, Whereabouts::Table),
        added(1, BLUE, 30, Whereabouts::Table),
        added(2, RED, 5, Whereabouts::Reserve),
        added(3, RED, 2, Whereabouts::Aboard(unit(0))),
        added(4, BLUE, 1, Whereabouts::Gone),
        Change::Engaged { a: unit(0), b: unit(1) },
        Change::Marked(Mark::new(WEARY, On::Unit(unit(0))).value(2)),
        Change::Laid(Objective {
            id: crate::id::ObjectiveId::new("o"),
            name: name.into(),
            holder: Some(BLUE),
        }),
    ];
    let setup = Setup { ruleset: MINI.id, sides: vec![name.into(), "Blue".into()], changes };
    Session::begin(&[&MINI], &setup, path, AppDice::seeded(7)).unwrap()
}
