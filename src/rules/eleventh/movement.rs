//! 09: the Movement phase: remaining stationary, normal moves, advances.
//!
//! Units are moved by exception: whatever is not named when the step ends has remained stationary.

use crate::army::DiceSum;
use crate::desk::{Choice, Desk, Die, Flow, Menu, Objection, Roll, Who};
use crate::id::{MarkId, Purpose, RuleId, SideId, UnitId};
use crate::rules::eleventh::marks::{
    self, ACTION, ADVANCED, MAXIMUM_DISTANCE, MOVED, NO_MOVE_THIS_PHASE, NO_OTHER_MOVE, NORMAL_MOVE,
    REMAINED_STATIONARY, SELECTED_TO_MOVE,
};
use crate::rules::eleventh::stats::{self, Reach};
use crate::rules::eleventh::turn::Progress;
use crate::rules::eleventh::{stratagems, windows};
use crate::table::{Change, On, Table, Unit, Whereabouts};

const STEP: RuleId = RuleId::new("09.02");
const STATIONARY: RuleId = RuleId::new("09.04");
const NORMAL: RuleId = RuleId::new("09.05");
const ADVANCE: RuleId = RuleId::new("09.06");
const ACTIONS: RuleId = RuleId::new("16.01");
const RANDOM: RuleId = RuleId::new("02.02");

const ADVANCE_ROLL: Purpose = Purpose::new("advance");
const MOVEMENT_ROLL: Purpose = Purpose::new("movement");

#[derive(Clone, Copy)]
enum MoveType {
    Normal,
    Advance,
    Stationary,
}

/// 09.02: units are selected one by one, on the battlefield or off it, each once a phase.
pub(super) fn step(desk: &mut Desk<'_>, side: SideId) -> Flow<Progress> {
    if waiting(desk.table(), side).next().is_none() {
        return Ok(Progress::Over);
    }
    let selected = desk.choose(STEP, Who::Side(side), |table| {
        let units = waiting(table, side).map(|unit| {
            (Choice::new(format!("select/{}", unit.id), format!("Move {}", unit.name())), Some(unit.id))
        });
        Menu::new("Which unit moves?")
            .options(units)
            .option(Choice::new("end", "End the step: all others remain stationary"), None)
            .usually()
    })?;
    let Some(unit) = selected else {
        let rest: Vec<UnitId> = waiting(desk.table(), side).map(|unit| unit.id).collect();
        for unit in rest {
            marks::set(desk, STEP, On::Unit(unit), SELECTED_TO_MOVE);
            remain_stationary(desk, unit);
        }
        return Ok(Progress::Made);
    };
    marks::set(desk, STEP, On::Unit(unit), SELECTED_TO_MOVE);
    desk.window(STEP, windows::UNIT_MOVES);
    let rolled = random_movement(desk, unit)?;
    match move_type(desk, side, unit)? {
        MoveType::Normal => finish(desk, NORMAL, unit, NORMAL_MOVE, rolled, 0),
        MoveType::Advance => advance_roll_and_move(desk, unit, rolled)?,
        MoveType::Stationary => remain_stationary(desk, unit),
    }
    Ok(Progress::Made)
}

/// The units that have yet to be selected, those in reserve and aboard too.
fn waiting(table: &Table, side: SideId) -> impl Iterator<Item = &Unit> {
    stats::army(table, side).filter(|unit| !marks::has(table, unit.id, SELECTED_TO_MOVE))
}

fn move_type(desk: &mut Desk<'_>, side: SideId, unit: UnitId) -> Flow<MoveType> {
    desk.choose(STEP, Who::Side(side), |table| {
        let bar = |rule| table.unit(unit).and_then(|unit| objection(table, unit, rule));
        Menu::new(format!("How does {} move?", stats::name(table, unit)))
            .option(Choice::new("normal", "Normal move").unless(bar(NORMAL)), MoveType::Normal)
            .option(Choice::new("advance", "Advance: roll a die").unless(bar(ADVANCE)), MoveType::Advance)
            .option(Choice::new("stationary", "Remain stationary"), MoveType::Stationary)
    })
}

/// 09.05 and 09.06: what stands against a normal move or an advance: the unit has to be on the battlefield and unengaged,
/// AIRCRAFT around it left out (23.02), and no other rule may hold it.
fn objection(table: &Table, unit: &Unit, rule: RuleId) -> Option<Objection> {
    let against = |rule: &'static str, sentence: String, remedy: &str| {
        Some(Objection::new(RuleId::new(rule), sentence, remedy))
    };
    let name = unit.name();
    let stay = "Let it remain stationary.";
    match unit.at {
        Whereabouts::Table => {}
        Whereabouts::Reserve => {
            return against(
                "20.03",
                format!("{name} is in reserve."),
                "It may stay there; an ingress move is entered by a ruling.",
            );
        }
        Whereabouts::Aboard(transport) => {
            let sentence = format!("{name} is aboard {}.", stats::name(table, transport));
            return against("18.03", sentence, "It may stay there; disembarking is entered by a ruling.");
        }
        Whereabouts::Gone => return against("01.02", format!("{name} is no more."), stay),
    }
    if marks::has(table, unit.id, NO_OTHER_MOVE) {
        return against("20.04", format!("{name} made an ingress move."), "Wait for the Charge phase.");
    }
    if marks::has(table, unit.id, NO_MOVE_THIS_PHASE) {
        return against("21.02", format!("{name} made its last move of this phase."), stay);
    }
    if unit.has_keyword("AIRCRAFT") {
        return against("23.02", format!("{name} is AIRCRAFT: it makes ingress moves only."), stay);
    }
    if stats::reach(unit) == Reach::Never {
        return against("02.02", format!("{name} has no Movement."), stay);
    }
    if stats::is_engaged_on_the_ground(table, unit.id) {
        let remedy = "It may remain stationary; falling back (09.07) is entered by a ruling.";
        return Some(Objection::new(rule, format!("{name} is engaged."), remedy));
    }
    None
}

/// 09.04: any unit may stay where it is; nothing that a move would trigger is triggered.
fn remain_stationary(desk: &mut Desk<'_>, unit: UnitId) {
    marks::set(desk, STATIONARY, On::Unit(unit), REMAINED_STATIONARY);
}

/// 09.05: as far as its Movement; the unit ends unengaged.
pub(super) fn normal_move(desk: &mut Desk<'_>, unit: UnitId) -> Flow<()> {
    let rolled = random_movement(desk, unit)?;
    finish(desk, NORMAL, unit, NORMAL_MOVE, rolled, 0);
    Ok(())
}

/// 09.06: a die before it moves; as far as its Movement and the roll.
pub(super) fn advance(desk: &mut Desk<'_>, unit: UnitId) -> Flow<()> {
    let rolled = random_movement(desk, unit)?;
    advance_roll_and_move(desk, unit, rolled)
}

fn advance_roll_and_move(desk: &mut Desk<'_>, unit: UnitId, rolled: i32) -> Flow<()> {
    let side = stats::side_of(desk.table(), unit);
    let ask = |name: &str| Roll::d6(side, ADVANCE_ROLL, 1, format!("Advance roll of {name}"));
    let Some(roll) = stratagems::roll_of_unit(desk, ADVANCE, unit, ask)? else { return Ok(()) };
    finish(desk, ADVANCE, unit, ADVANCED, rolled, i32::from(roll.total()));
    Ok(())
}

/// 02.02.03: a Movement of dice is rolled once for the unit, when it is selected to move. No stratagem makes it again.
fn random_movement(desk: &mut Desk<'_>, unit: UnitId) -> Flow<i32> {
    let dice =
        |table: &Table| table.unit(unit).filter(|unit| stats::is_on_battlefield(unit)).map(stats::reach);
    let Some(Reach::Dice(DiceSum { plus, .. })) = dice(desk.table()) else { return Ok(0) };
    let side = stats::side_of(desk.table(), unit);
    let rolled = desk.roll(RANDOM, |table| {
        let words = format!("Movement of {}", stats::name(table, unit));
        let (count, sides) = match dice(table) {
            Some(Reach::Dice(dice)) => (u16::from(dice.count), dice.sides),
            _ => (0, 6),
        };
        let die = if sides == 3 { Die::D3 } else { Die::D6 };
        Roll { sum: true, ..Roll::d6(side, MOVEMENT_ROLL, count, words).die(die).unit(unit) }
    })?;
    // 02.02.01: a Movement is at least 1.
    Ok((i32::from(rolled.total()) + i32::from(plus)).max(1))
}

/// The move is over: the unit is elsewhere and unengaged, its distance is kept, and an action in progress is broken (16.01).
fn finish(desk: &mut Desk<'_>, rule: RuleId, unit: UnitId, kind: MarkId, rolled: i32, roll: i32) {
    desk.record(rule, Change::Moved { unit });
    let met: Vec<UnitId> = desk.table().engaged_with(unit).collect();
    for other in met {
        desk.record(rule, Change::Parted { a: unit, b: other });
    }
    let on = On::Unit(unit);
    marks::clear(desk, rule, on, REMAINED_STATIONARY);
    marks::clear(desk, ACTIONS, on, ACTION);
    marks::set(desk, rule, on, MOVED);
    marks::set_value(desk, rule, on, kind, roll);
    let distances = desk.table().unit(unit).map(|unit| stats::movement(unit, rolled)).unwrap_or_default();
    let all_alike = distances.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if all_alike {
        if let Some((_, inches)) = distances.first() {
            marks::set_value(desk, rule, on, MAXIMUM_DISTANCE, inches + roll);
        }
    } else {
        // A-DIFM: each model by its own Movement.
        for (model, inches) in distances {
            marks::set_value(desk, rule, On::Model(model), MAXIMUM_DISTANCE, inches + roll);
        }
    }
}
