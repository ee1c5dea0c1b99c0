//! The clock of a battle: round, turn of a side, phase, step.
//!
//! The Start of Turn step and the End of Turn step belong to no phase, so they stand right below the turn; the start and
//! the end of a round stand right below the round.

use crate::desk::Desk;
use crate::id::{LevelId, PlaceId, RuleId, SideId};
use crate::table::{Change, Clock, Place, Table};

pub(super) const ROUND: LevelId = LevelId::new("round");
pub(super) const TURN: LevelId = LevelId::new("turn");
pub(super) const PHASE: LevelId = LevelId::new("phase");
pub(super) const STEP: LevelId = LevelId::new("step");

/// All levels, outermost first.
pub(super) const LEVELS: &[LevelId] = &[ROUND, TURN, PHASE, STEP];

const A_ROUND: PlaceId = PlaceId::new("round");
const A_TURN: PlaceId = PlaceId::new("turn");

pub(super) const COMMAND: PlaceId = PlaceId::new("command");
pub(super) const MOVEMENT: PlaceId = PlaceId::new("movement");
pub(super) const SHOOTING: PlaceId = PlaceId::new("shooting");
pub(super) const CHARGE: PlaceId = PlaceId::new("charge");
pub(super) const FIGHT: PlaceId = PlaceId::new("fight");

pub(super) const START_OF_ROUND: PlaceId = PlaceId::new("start-of-round");
pub(super) const END_OF_ROUND: PlaceId = PlaceId::new("end-of-round");
pub(super) const START_OF_TURN: PlaceId = PlaceId::new("start-of-turn");
pub(super) const END_OF_TURN: PlaceId = PlaceId::new("end-of-turn");
pub(super) const START_OF_COMMAND: PlaceId = PlaceId::new("start-of-command");
pub(super) const CORE_CP: PlaceId = PlaceId::new("core-cp");
pub(super) const BATTLE_SHOCK: PlaceId = PlaceId::new("battle-shock");
pub(super) const COMMAND_ABILITIES: PlaceId = PlaceId::new("command-abilities");
pub(super) const END_OF_COMMAND: PlaceId = PlaceId::new("end-of-command");
pub(super) const START_OF_MOVEMENT: PlaceId = PlaceId::new("start-of-movement");
pub(super) const MOVE_UNITS: PlaceId = PlaceId::new("move-units");
pub(super) const END_OF_MOVEMENT: PlaceId = PlaceId::new("end-of-movement");
pub(super) const START_OF_SHOOTING: PlaceId = PlaceId::new("start-of-shooting");
pub(super) const SHOOT: PlaceId = PlaceId::new("shoot");
pub(super) const END_OF_SHOOTING: PlaceId = PlaceId::new("end-of-shooting");
pub(super) const START_OF_CHARGE: PlaceId = PlaceId::new("start-of-charge");
pub(super) const CHARGE_STEP: PlaceId = PlaceId::new("charge-step");
pub(super) const END_OF_CHARGE: PlaceId = PlaceId::new("end-of-charge");
pub(super) const START_OF_FIGHT: PlaceId = PlaceId::new("start-of-fight");
pub(super) const PILE_IN: PlaceId = PlaceId::new("pile-in");
pub(super) const FIGHT_STEP: PlaceId = PlaceId::new("fight-step");
pub(super) const CONSOLIDATE: PlaceId = PlaceId::new("consolidate");
pub(super) const END_OF_FIGHT: PlaceId = PlaceId::new("end-of-fight");

/// A battle round.
pub(super) fn round(number: u16) -> Place {
    Place::new(ROUND, A_ROUND).number(number)
}

/// A side's turn.
pub(super) fn turn(side: SideId) -> Place {
    Place::new(TURN, A_TURN).side(side)
}

/// A phase.
pub(super) fn phase(name: PlaceId) -> Place {
    Place::new(PHASE, name)
}

/// A step.
pub(super) fn step(name: PlaceId) -> Place {
    Place::new(STEP, name)
}

/// What stands at a level.
pub(super) fn name_at(clock: &Clock, level: LevelId) -> Option<PlaceId> {
    clock.level(level).map(|place| place.name)
}

/// Whether this step of this side's turn is on the clock.
pub(super) fn is_step_of(table: &Table, name: PlaceId, side: SideId) -> bool {
    name_at(table.clock(), STEP) == Some(name)
        && table.clock().level(TURN).is_some_and(|turn| turn.side == Some(side))
}

/// Moves the clock to a path: what both paths share stays, the rest is left from the inside out and entered.
pub(super) fn go(desk: &mut Desk<'_>, rule: RuleId, path: &[Place]) {
    let now = desk.table().clock().path();
    let shared = now.iter().zip(path).take_while(|(old, new)| old == new).count();
    let left = now.get(shared).map(|place| place.level);
    let entered = path.get(shared).map(|place| place.level);
    if let Some(level) = left.filter(|_| left != entered) {
        desk.record(rule, Change::Left(level));
    }
    for place in path.iter().skip(shared) {
        desk.record(rule, Change::Entered(*place));
    }
}
