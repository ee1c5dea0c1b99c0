//! What a unit amounts to: its living models, its strength, its Leadership and its hold on objectives.

use std::collections::BTreeMap;

use crate::army::{DiceSum, Value};
use crate::id::{SideId, StatId, UnitId};
use crate::rules::eleventh::marks::{self, BATTLE_SHOCKED};
use crate::table::{Model, Table, Unit, Whereabouts};

/// Movement.
pub const MOVE: StatId = StatId::new("M");
/// Wounds.
pub const WOUNDS: StatId = StatId::new("W");
/// Leadership.
pub const LEADERSHIP: StatId = StatId::new("Ld");
/// Objective Control.
pub const CONTROL: StatId = StatId::new("OC");

/// 02.02: a model without wounds is destroyed, also while it still stands for its last rules.
pub(super) fn living(unit: &Unit) -> impl Iterator<Item = &Model> {
    unit.standing().filter(|model| model.wounds > 0)
}

/// Whether a unit is still part of the battle, on the battlefield or off it.
pub(super) fn is_in_battle(unit: &Unit) -> bool {
    unit.at != Whereabouts::Gone && living(unit).next().is_some()
}

/// 01.02.04: neither aboard nor in reserve.
pub(super) fn is_on_battlefield(unit: &Unit) -> bool {
    unit.at == Whereabouts::Table && is_in_battle(unit)
}

/// The units of a side that are still part of the battle.
pub(super) fn army(table: &Table, side: SideId) -> impl Iterator<Item = &Unit> {
    table.units_of(side).filter(|unit| is_in_battle(unit))
}

/// The units of all other sides on the battlefield.
pub(super) fn enemies_on_battlefield(table: &Table, side: SideId) -> impl Iterator<Item = &Unit> {
    table.units().filter(move |unit| unit.side != side && is_on_battlefield(unit))
}

/// 03.04: whether a unit is engaged with an enemy that is still there.
pub(super) fn is_engaged(table: &Table, unit: UnitId) -> bool {
    table.engaged_with(unit).any(|other| is_there(table, other))
}

/// The same, AIRCRAFT left out.
pub(super) fn is_engaged_on_the_ground(table: &Table, unit: UnitId) -> bool {
    table.engaged_with(unit).any(|other| {
        is_there(table, other) && !table.unit(other).is_some_and(|other| other.has_keyword("AIRCRAFT"))
    })
}

fn is_there(table: &Table, unit: UnitId) -> bool {
    table.unit(unit).is_some_and(is_on_battlefield)
}

/// A unit's name for people.
pub(super) fn name(table: &Table, unit: UnitId) -> &str {
    // A name of a unit that a ruling took away is at least its id's.
    table.unit(unit).map_or("A unit that is not there", Unit::name)
}

/// Whose unit it is.
pub(super) fn side_of(table: &Table, unit: UnitId) -> SideId {
    table.unit(unit).map_or(SideId(0), |unit| unit.side)
}

fn stat(unit: &Unit, model: &Model, stat: StatId) -> Option<Value> {
    unit.component(model.id.of)?.stat(model.profile, stat)
}

/// How much of a unit is left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Less than half.
    BelowHalf,
    /// Exactly half.
    AtHalf,
    /// Less than it started with, and more than half.
    BelowStarting,
    /// All of it.
    Full,
}

/// A-STR: a unit that started with one model is measured by that model's wounds, any other by its models. An odd number
/// has no half that could be hit exactly.
pub fn strength(unit: &Unit) -> Strength {
    let mut models = living(unit);
    let one = if unit.starting() == 1 { models.next() } else { None };
    let (left, whole) = match (one, models.next()) {
        (Some(model), None) => {
            let whole = stat(unit, model, WOUNDS).and_then(Value::number).map_or(model.wounds, i32::from);
            (model.wounds, whole)
        }
        _ => (i32::try_from(living(unit).count()).unwrap_or(i32::MAX), i32::from(unit.starting())),
    };
    if left >= whole {
        return Strength::Full;
    }
    match left.saturating_mul(2).cmp(&whole) {
        std::cmp::Ordering::Less => Strength::BelowHalf,
        std::cmp::Ordering::Equal => Strength::AtHalf,
        std::cmp::Ordering::Greater => Strength::BelowStarting,
    }
}

/// Whether a unit is at half-strength or below it.
pub fn is_at_most_half(unit: &Unit) -> bool {
    strength(unit) <= Strength::AtHalf
}

/// 01.06: the best Leadership among a unit's living models, which is the least number.
pub fn best_leadership(unit: &Unit) -> Option<u8> {
    let all = living(unit).filter_map(|model| stat(unit, model, LEADERSHIP)?.number());
    all.min().map(|number| u8::try_from(number.max(0)).unwrap_or(u8::MAX))
}

/// 02.02 and 01.07: the Objective Control of a model: none where it has a dash and in a battle-shocked unit.
pub(super) fn control(table: &Table, unit: &Unit, model: &Model) -> Option<i16> {
    if marks::has(table, unit.id, BATTLE_SHOCKED) {
        return None;
    }
    stat(unit, model, CONTROL)?.number()
}

/// A unit's living models by their Objective Control, those left out that control nothing: how many there are of each, and
/// what kinds of model they are.
pub(super) fn control_groups<'a>(table: &Table, unit: &'a Unit) -> BTreeMap<i16, (u16, Vec<&'a str>)> {
    let mut groups: BTreeMap<i16, (u16, Vec<&str>)> = BTreeMap::new();
    for model in living(unit) {
        let Some(control) = control(table, unit, model).filter(|control| *control > 0) else { continue };
        let kind = unit.component(model.id.of).and_then(|part| part.sheet.profile(model.profile));
        let kind = kind.map_or_else(|| unit.name(), |profile| profile.name.as_str());
        let (count, kinds) = groups.entry(control).or_default();
        *count = count.saturating_add(1);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    groups
}

/// How far a unit's models may go, each by its own Movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// 02.02: a dash, so they never move.
    Never,
    /// 02.02.03: dice, rolled once for the unit.
    Dice(DiceSum),
    /// Inches.
    Inches,
}

/// How a unit's Movement is found. A unit of nothing but models that never move stays where it is.
pub(super) fn reach(unit: &Unit) -> Reach {
    let moves = || living(unit).map(|model| stat(unit, model, MOVE));
    if moves().all(|value| value == Some(Value::None)) {
        return Reach::Never;
    }
    let dice = moves().find_map(|value| match value {
        Some(Value::Dice(dice)) => Some(dice),
        _ => None,
    });
    dice.map_or(Reach::Inches, Reach::Dice)
}

/// The Movement of each living model in inches; `rolled` for those that have dice.
pub(super) fn movement(unit: &Unit, rolled: i32) -> Vec<(crate::id::ModelId, i32)> {
    let inches = |model: &Model| match stat(unit, model, MOVE)? {
        Value::Number(number) => Some(i32::from(number)),
        Value::Dice(_) => Some(rolled),
        Value::None => None,
    };
    living(unit).filter_map(|model| Some((model.id, inches(model)?))).collect()
}
