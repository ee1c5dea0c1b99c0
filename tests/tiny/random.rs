//! Random play: anything that two people could say at the table, from a printed seed.

use std::collections::BTreeMap;

use adjutant::army::Value;
use adjutant::desk::{Answer, Ask, AskKind, Choice, Field, FieldKind, FieldValue, Roll, Ruling, Thrown};
use adjutant::game::Game;
use adjutant::id::{Key, ModelId, ObjectiveId, SideId, UnitId};
use adjutant::table::{
    Amended, Aspect, Change, Fact, FactValue, Mark, NextSpan, Objective, On, Outcome, Place, Setting, Source,
    Table, Unit, Until, Whereabouts,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{
    ACTED, ACTIVATION, ATTACKER, ATTACKS, BLUE, CLASH, CLUB, DAWN, DAY, DEFENDER, DUSK, INITIATIVE, KILLS,
    MODEL, OATH, RED, SHAKEN, TIES, WATCH, sheet,
};

pub struct Dice(pub ChaCha8Rng);

impl Dice {
    pub fn seeded(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end.max(1))
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }

    pub fn faces(&mut self, roll: &Roll) -> Vec<u8> {
        (0..roll.count).map(|_| self.0.random_range(1..=6)).collect()
    }
}

/// Any answer that the ask must accept.
pub fn answer(dice: &mut Dice, ask: &Ask) -> Answer {
    match &ask.kind {
        AskKind::Choice { options, .. } => {
            let greyed: Vec<&Choice> = options.iter().filter(|choice| !choice.is_open()).collect();
            let open: Vec<&Choice> = options.iter().filter(|choice| choice.is_open()).collect();
            if !greyed.is_empty() && (open.is_empty() || dice.one_in(12)) {
                return Answer::overrule(dice.pick(&greyed).unwrap().id.clone(), "we agree");
            }
            Answer::choose(dice.pick(&open).expect("an ask without options").id.clone())
        }
        AskKind::Dice { roll } => {
            let faces = dice.faces(roll);
            if roll.takes_tally() && dice.one_in(3) {
                let mut tally = BTreeMap::new();
                for face in faces {
                    let bucket = roll.buckets.iter().find(|b| (b.least..=b.most).contains(&face)).unwrap();
                    *tally.entry(bucket.id).or_insert(0) += 1;
                }
                return Answer::tally(tally);
            }
            Answer::Faces { faces, thrown: if dice.one_in(2) { Thrown::App } else { Thrown::Typed } }
        }
        AskKind::Facts { fields } | AskKind::Form { fields } => {
            let mut given = BTreeMap::new();
            for field in fields {
                if dice.one_in(2) {
                    given.insert(field.id, value(dice, field));
                }
            }
            Answer::Fields { fields: given, overruled: Some("as we see it".into()) }
        }
    }
}

fn value(dice: &mut Dice, field: &Field) -> FieldValue {
    match &field.kind {
        FieldKind::Fact(fact) if fact.is_count() => {
            FieldValue::Number(i32::try_from(dice.below(10)).unwrap())
        }
        FieldKind::Fact(_) | FieldKind::Flag => FieldValue::Flag(dice.one_in(2)),
        FieldKind::Number { least, most } => FieldValue::Number(dice.0.random_range(*least..=*most)),
        FieldKind::Pick(choices) => FieldValue::Pick(dice.pick(choices).unwrap().id.clone()),
        FieldKind::Several { choices, most } => FieldValue::Several(
            choices
                .iter()
                .filter(|_| dice.one_in(2))
                .take((*most).into())
                .map(|choice| choice.id.clone())
                .collect(),
        ),
    }
}

fn any_unit(dice: &mut Dice, table: &Table) -> UnitId {
    let units: Vec<&Unit> = table.units().collect();
    dice.pick(&units).expect("a table without units").id
}

fn any_model(dice: &mut Dice, table: &Table) -> ModelId {
    let models: Vec<ModelId> =
        table.units().flat_map(|unit| unit.models.iter().map(|model| model.id)).collect();
    *dice.pick(&models).expect("a table without models")
}

/// One on the table, or one that may be laid.
fn any_objective(dice: &mut Dice, table: &Table) -> ObjectiveId {
    dice.pick(table.objectives()).map_or(ObjectiveId::new("fort"), |one| one.id)
}

fn any_side(dice: &mut Dice) -> SideId {
    if dice.one_in(2) { RED } else { BLUE }
}

/// Any one change that players may rule.
#[allow(clippy::too_many_lines, reason = "one arm for each kind of change")]
pub fn change(dice: &mut Dice, table: &Table, number: u32) -> Change {
    let (unit, other) = (any_unit(dice, table), any_unit(dice, table));
    let model = any_model(dice, table);
    let side = any_side(dice);
    let small = i32::try_from(dice.below(5)).unwrap();
    let on = match dice.below(5) {
        0 => On::Game,
        1 => On::Side(side),
        2 => On::Model(model),
        3 => On::Pair(unit, other),
        _ => On::Unit(unit),
    };
    if dice.one_in(3) {
        return rare_change(dice, table);
    }
    match dice.below(24) {
        0 => Change::Set(Setting::Wounds { model, to: small }),
        1 => Change::Set(Setting::Cp { side, to: small }),
        2 => Change::Set(Setting::Vp { side, to: small * 5 }),
        3 => {
            let until = [Until::Battle, Until::Move(unit), Until::Leaving(DAY)][dice.below(3)];
            Change::Marked(Mark::new([ACTED, SHAKEN][dice.below(2)], on).value(small).until(until))
        }
        4 => Change::Unmarked { on: On::Unit(unit), id: ACTED },
        5 => Change::Counted { on, id: KILLS, by: small - 2 },
        6 => Change::Engaged { a: unit, b: other },
        7 => Change::Parted { a: unit, b: other },
        8 => {
            let objective = any_objective(dice, table);
            Change::Held { objective, by: dice.one_in(2).then_some(side) }
        }
        9 => {
            let fact = Fact::Visible { from: unit, to: other };
            Change::Told { fact, value: FactValue::Yes(dice.one_in(2)) }
        }
        10 => Change::Moved { unit },
        11 => {
            Change::Put { unit, at: if dice.one_in(2) { Whereabouts::Reserve } else { Whereabouts::Table } }
        }
        12 => Change::Removed { model },
        13 => Change::Returned { model, wounds: 1 + small },
        14 => Change::Amended {
            component: model.of,
            aspect: Aspect::Stat(MODEL, INITIATIVE),
            to: Some(Amended::Value(Value::Number(1 + i16::try_from(small).unwrap()))),
        },
        15 => Change::Amended {
            component: model.of,
            aspect: Aspect::Weapon(CLUB, ATTACKS),
            to: dice.one_in(2).then_some(Amended::Value(Value::Number(2))),
        },
        16 => Change::Amended {
            component: model.of,
            aspect: Aspect::Name,
            to: Some(Amended::Words("Bob".into())),
        },
        17 => Change::Amended {
            component: model.of,
            aspect: Aspect::Keyword("Undead".into()),
            to: Some(Amended::Has(true)),
        },
        18 => {
            let id = format!("extra-{number}").parse().unwrap();
            Change::Added(Box::new(Unit::lone(id, side, sheet("Extra", 3), 3, 1)))
        }
        19 | 20 => joined_or_split(dice, table),
        21 => Change::Noted { words: "the cat was on the table".into() },
        22 if dice.one_in(3) => {
            let day = u16::try_from(1 + dice.below(3)).unwrap();
            let day = Place::new(DAY, super::PlaceId::new("day")).number(day);
            let watch = Place::new(WATCH, [DAWN, CLASH, DUSK][dice.below(3)]);
            Change::Placed { path: vec![day, watch] }
        }
        23 if dice.one_in(3) => {
            Change::Read { reading: TIES, way: [None, Some(ATTACKER), Some(DEFENDER)][dice.below(3)] }
        }
        _ => Change::Unmarked { on: On::Unit(unit), id: SHAKEN },
    }
}

/// Two units of a side become one, or one becomes two again.
fn joined_or_split(dice: &mut Dice, table: &Table) -> Change {
    let whole = table.units().find(|unit| unit.components.len() > 1);
    if let Some(whole) = whole.filter(|_| !dice.one_in(3)) {
        return Change::Split { component: whole.components[1].id, from: whole.id };
    }
    let unit = any_unit(dice, table);
    let side = table.unit(unit).unwrap().side;
    let others: Vec<UnitId> = table.units_of(side).map(|unit| unit.id).collect();
    Change::Joined { unit, into: *dice.pick(&others).unwrap() }
}

/// Any one change that seldom is ruled: what is in the game, where it stands, how it ended.
fn rare_change(dice: &mut Dice, table: &Table) -> Change {
    let (unit, model, side) = (any_unit(dice, table), any_model(dice, table), any_side(dice));
    match dice.below(12) {
        // Somebody must be left to play with.
        0 if table.units_of(RED).count() > 1 && table.units_of(BLUE).count() > 1 => {
            Change::Withdrawn { unit }
        }
        1 => {
            let mut changed = table.unit(unit).unwrap().clone();
            changed.at = Whereabouts::Table;
            changed.order += 1;
            for model in &mut changed.models {
                model.standing = dice.one_in(2);
                model.wounds = i32::from(model.standing);
            }
            Change::Replaced(Box::new(changed))
        }
        2 => Change::Replaced(Box::new(Unit::lone(unit, side, sheet("Changed", 4), 3, 2))),
        3 => {
            let id = [ObjectiveId::new("fort"), any_objective(dice, table)][dice.below(2)];
            let holder = dice.one_in(2).then_some(side);
            Change::Laid(Objective { id, name: "somewhere else".into(), holder })
        }
        4 => Change::Lifted { objective: any_objective(dice, table) },
        5 | 6 => {
            let facts: Vec<Fact> = table.facts().map(|(fact, _)| *fact).collect();
            let none = Fact::Coherent { unit };
            Change::Forgotten { fact: dice.pick(&facts).copied().unwrap_or(none) }
        }
        7 if dice.one_in(3) => Change::Left([WATCH, ACTIVATION][dice.below(2)]),
        8 if dice.one_in(3) => Change::Entered(Place::new(WATCH, [DAWN, CLASH, DUSK][dice.below(3)])),
        9 if dice.one_in(3) => {
            let words = "agreed upon".into();
            Change::Ended { outcome: Some(Outcome { winner: dice.one_in(2).then_some(side), words }) }
        }
        10 if table.outcome().is_some() => Change::Ended { outcome: None },
        11 => {
            let until = [
                Until::Start(NextSpan { of: Key::new("watch"), side: None }),
                Until::End(NextSpan { of: Key::new("activation"), side: Some(side) }),
                Until::Lost(Source::Unit(unit)),
                Until::Lost(Source::Component(model.of)),
                Until::Lost(Source::Model(model)),
            ][dice.below(5)];
            Change::Marked(Mark::new(OATH, On::Side(side)).until(until))
        }
        _ => Change::Unmarked { on: On::Side(side), id: OATH },
    }
}

/// What two people might say next. Gives what was done, in a word.
pub fn step(dice: &mut Dice, game: &mut Game, number: u32) -> &'static str {
    match dice.below(40) {
        0 | 1 => {
            let changes: Vec<Change> = (0..=dice.below(2))
                .map(|extra| change(dice, game.table(), number * 4 + u32::try_from(extra).unwrap()))
                .collect();
            if game.rule(Ruling::new("as it lies", changes)).is_ok() { "ruling" } else { "refused ruling" }
        }
        2 => {
            let deeds = game.deeds();
            match dice.pick(&deeds) {
                Some(deed) => {
                    game.late(deed.id).expect("a listed deed is refused");
                    "late"
                }
                None => "nothing",
            }
        }
        3..=9 if !game.offers().is_empty() => {
            let offer = game.offers()[dice.below(game.offers().len())].choice.clone();
            if offer.is_open() {
                game.aside(&offer.id).expect("an open offer is refused");
            } else if dice.one_in(4) {
                game.aside_overruled(&offer.id, "go on, then".into()).expect("an overruled offer is refused");
            } else {
                assert!(game.aside(&offer.id).is_err(), "a greyed offer is taken");
                return "refused aside";
            }
            "aside"
        }
        10 => {
            if game.undo().is_some() {
                "undo"
            } else {
                "nothing"
            }
        }
        11 => match game.redo() {
            Ok(Some(_)) => "redo",
            Ok(None) | Err(_) => "nothing",
        },
        _ => {
            let Some(ask) = game.ask().cloned() else { return "over" };
            let said = answer(dice, &ask);
            let automatic = said.is_dice() && dice.one_in(2);
            let result = if automatic { game.answer_automatically(said) } else { game.answer(said) };
            result.unwrap_or_else(|refused| panic!("{ask:?}\nrefuses {refused:?}"));
            if automatic { "automatic answer" } else { "answer" }
        }
    }
}
