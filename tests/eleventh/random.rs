//! Random play of the frame: anything that two people could say at the table, from a printed seed.

use std::collections::BTreeMap;

use adjutant::army::Value;
use adjutant::desk::{Answer, Ask, AskKind, Choice, Field, FieldKind, FieldValue, Ruling, Thrown};
use adjutant::game::Game;
use adjutant::id::{LevelId, MarkId, PlaceId, StatId};
use adjutant::rules::eleventh::ELEVENTH;
use adjutant::rules::eleventh::marks::{self, LEDGER};
use adjutant::table::{
    Amended, Aspect, Change, Fact, FactValue, Mark, Model, On, Place, Setting, Spot, Table, Unit, Until,
    Whereabouts,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{BLUE, RED, boyz};

pub struct Dice(ChaCha8Rng);

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

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Any answer that the ask must accept.
pub fn answer(dice: &mut Dice, ask: &Ask) -> Answer {
    match &ask.kind {
        AskKind::Choice { options, .. } => {
            let greyed: Vec<&Choice> = options.iter().filter(|choice| !choice.is_open()).collect();
            let open: Vec<&Choice> = options.iter().filter(|choice| choice.is_open()).collect();
            if !greyed.is_empty() && dice.one_in(12) {
                return Answer::overrule(dice.pick(&greyed).id.clone(), "we agree");
            }
            Answer::choose(dice.pick(&open).id.clone())
        }
        AskKind::Dice { roll } => {
            let faces: Vec<u8> = (0..roll.count).map(|_| dice.0.random_range(1..=6)).collect();
            Answer::Faces { faces, thrown: if dice.one_in(2) { Thrown::App } else { Thrown::Typed } }
        }
        AskKind::Facts { fields } | AskKind::Form { fields } => {
            let touched: Vec<&Field> = fields.iter().filter(|_| dice.one_in(2)).collect();
            let given: BTreeMap<_, _> =
                touched.into_iter().map(|field| (field.id, value(dice, field))).collect();
            Answer::Fields { fields: given, overruled: Some("as we see it".into()) }
        }
    }
}

fn value(dice: &mut Dice, field: &Field) -> FieldValue {
    let small = i32::try_from(dice.below(10)).unwrap();
    match &field.kind {
        FieldKind::Fact(fact) if fact.is_count() => FieldValue::Number(small),
        FieldKind::Fact(_) | FieldKind::Flag => FieldValue::Flag(dice.one_in(2)),
        FieldKind::Number { least, most } => FieldValue::Number(dice.0.random_range(*least..=*most)),
        FieldKind::Pick(choices) => FieldValue::Pick(dice.pick(choices).id.clone()),
        FieldKind::Several { choices, .. } => FieldValue::Several(vec![dice.pick(choices).id.clone()]),
    }
}

/// Any one change that players may rule.
fn change(dice: &mut Dice, table: &Table, number: usize) -> Change {
    let units: Vec<&Unit> = table.units().collect();
    let (unit, other) = (dice.pick(&units).id, dice.pick(&units).id);
    let models: Vec<&Model> = units.iter().flat_map(|unit| &unit.models).collect();
    let model = dice.pick(&models).id;
    let side = if dice.one_in(2) { RED } else { BLUE };
    let small = i32::try_from(dice.below(4)).unwrap();
    let objective = table.objectives().first().map(|one| one.id);
    let entry = dice.pick(LEDGER);
    let on = match dice.below(5) {
        0 => On::Game,
        1 => On::Side(side),
        2 => objective.map_or(On::Game, On::Objective),
        _ => On::Unit(unit),
    };
    let stat = |text| StatId::new(text);
    match dice.below(22) {
        0 | 1 => Change::Set(Setting::Wounds { model, to: small }),
        2 => Change::Set(Setting::Cp { side, to: small }),
        3..=5 => {
            Change::Marked(Mark::new(entry.id, on).value(small).until(marks::until(table, entry.id, on)))
        }
        6 => {
            let set: Vec<(On, MarkId)> = table.marks().iter().map(|mark| (mark.on, mark.id)).collect();
            if set.is_empty() {
                return Change::Noted { words: "a quiet moment".into() };
            }
            let (on, id) = *dice.pick(&set);
            Change::Unmarked { on, id }
        }
        7 => Change::Engaged { a: unit, b: other },
        8 => Change::Parted { a: unit, b: other },
        9 => objective.map_or(Change::Moved { unit }, |objective| Change::Held { objective, by: Some(side) }),
        10 => {
            let fact = Fact::Within { a: Spot::Unit(unit), b: Spot::Unit(other), inches: 12 };
            Change::Told { fact, value: FactValue::Yes(dice.one_in(2)) }
        }
        11 => Change::Put {
            unit,
            at: *dice.pick(&[Whereabouts::Reserve, Whereabouts::Table, Whereabouts::Gone]),
        },
        12 | 13 => Change::Removed { model },
        14 => Change::Returned { model, wounds: 1 + small },
        15 => {
            let value = *dice.pick(&[Value::None, Value::Number(0), Value::Number(9), "D6".parse().unwrap()]);
            let profile = table.model(model).unwrap().profile;
            let stat = *dice.pick(&[stat("M"), stat("W"), stat("Ld"), stat("OC")]);
            let to = Some(Amended::Value(value));
            Change::Amended { component: model.of, aspect: Aspect::Stat(profile, stat), to }
        }
        16 => {
            let mut unit = boyz(&format!("extra-{number}"), side, 3);
            unit.order = 99;
            Change::Added(Box::new(unit))
        }
        17 => Change::Joined { unit, into: other },
        18 if dice.one_in(3) => {
            let reading = dice.pick(ELEVENTH.readings);
            Change::Read { reading: reading.id, way: Some(dice.pick(reading.ways).id) }
        }
        19 | 20 if dice.one_in(3) => Change::Placed { path: path(dice) },
        21 if dice.one_in(3) => Change::Withdrawn { unit },
        _ => Change::Marked(Mark::new(MarkId::new("players-own"), on).until(Until::Battle)),
    }
}

/// Anywhere on the clock, also where no step is.
fn path(dice: &mut Dice) -> Vec<Place> {
    let names = [
        ["round", "round", "", ""],
        ["turn", "turn", "", ""],
        ["phase", "command", "shooting", "nonsense"],
        ["step", "battle-shock", "shoot", "end-of-turn"],
    ];
    let kept = dice.below(4);
    let mut path = Vec::new();
    for (at, [level, first, second, third]) in names.into_iter().enumerate() {
        if at > kept || dice.one_in(6) {
            continue;
        }
        let name = [first, second, third].into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>();
        let mut place = Place::new(LevelId::new(level), PlaceId(dice.pick(&name).parse().unwrap()));
        match level {
            "round" => place.number = Some(u16::try_from(dice.below(7)).unwrap()),
            "turn" => place.side = (!dice.one_in(4)).then_some(if dice.one_in(2) { RED } else { BLUE }),
            _ => {}
        }
        path.push(place);
    }
    path
}

/// What two people might say next.
pub fn step(dice: &mut Dice, game: &mut Game, number: usize) {
    match dice.below(40) {
        0 | 1 => {
            let count = dice.below(3);
            let changes: Vec<Change> =
                (0..=count).map(|extra| change(dice, game.table(), number * 4 + extra)).collect();
            // What names something that another change of it took away is refused.
            let _ = game.rule(Ruling::new("as it lies", changes));
        }
        2 => {
            let deeds = game.deeds();
            let deed = dice.pick(&deeds).id;
            game.late(deed).expect("a listed deed is refused");
        }
        3..=12 if !game.offers().is_empty() => {
            let offer = dice.pick(game.offers()).choice.clone();
            if offer.is_open() {
                game.aside(&offer.id).expect("an open offer is refused");
            } else if dice.one_in(4) {
                game.aside_overruled(&offer.id, "go on, then".into()).expect("an overruled offer is refused");
            } else {
                assert!(game.aside(&offer.id).is_err(), "a greyed offer is taken");
            }
        }
        13 => {
            game.undo();
        }
        _ => {
            let Some(ask) = game.ask().cloned() else { return };
            let answer = answer(dice, &ask);
            game.answer(answer).unwrap_or_else(|refused| panic!("{ask:?}\nrefuses {refused:?}"));
        }
    }
}
