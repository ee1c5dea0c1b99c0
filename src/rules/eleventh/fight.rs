//! 12: the Fight phase: who was engaged as the Fight step began, and which unit is selected to fight.

use crate::desk::{Choice, Desk, Flow, Menu, Who};
use crate::id::{RuleId, SideId, UnitId};
use crate::rules::eleventh::marks::{
    self, CHARGED, ELIGIBLE_TO_FIGHT, ENGAGED_AT_START, SELECTED_TO_FIGHT, STEP_BEGUN,
};
use crate::rules::eleventh::turn::{self, Progress};
use crate::rules::eleventh::{stats, windows};
use crate::table::{On, Table, Unit};

const STEP: RuleId = RuleId::new("12.04");

/// 12.04: units of both sides that may fight are selected one by one.
pub(super) fn step(desk: &mut Desk<'_>, side: SideId) -> Flow<Progress> {
    if !desk.table().has(On::Game, STEP_BEGUN) {
        begin(desk);
        return Ok(Progress::Made);
    }
    if turn::is_ended(desk.table()) || able(desk.table(), side).is_empty() {
        return Ok(Progress::Over);
    }
    let selected = desk.choose(STEP, Who::Anyone, |table| {
        let units = able(table, side).into_iter().map(|unit| {
            let whose = table.side_name(unit.side);
            let words = format!("Fight with {} ({whose}): its attacks are made at the table", unit.name());
            (Choice::new(format!("select/{}", unit.id), words), Some(unit.id))
        });
        Menu::new("Which unit fights?")
            .options(units)
            .option(Choice::new("end", "End the step"), None)
            .usually()
    })?;
    match selected {
        Some(unit) => {
            marks::set(desk, STEP, On::Unit(unit), SELECTED_TO_FIGHT);
            marks::set(desk, STEP, On::Unit(unit), ELIGIBLE_TO_FIGHT);
            desk.window(STEP, windows::UNIT_FIGHTS);
            desk.window(STEP, windows::UNIT_HAS_FOUGHT);
        }
        None => turn::end_step(desk, STEP),
    }
    Ok(Progress::Made)
}

/// 12.04: who is engaged as the step begins is kept for the rest of the phase.
fn begin(desk: &mut Desk<'_>) {
    desk.window(STEP, windows::FIGHTS_START);
    marks::set(desk, STEP, On::Game, STEP_BEGUN);
    let table = desk.table();
    let engaged = |unit: &&Unit| stats::is_on_battlefield(unit) && stats::is_engaged(table, unit.id);
    let engaged: Vec<UnitId> = table.units().filter(engaged).map(|unit| unit.id).collect();
    for unit in engaged {
        marks::set(desk, STEP, On::Unit(unit), ENGAGED_AT_START);
    }
}

/// 12.04: on the battlefield, not selected this phase, and engaged, or engaged as the step began, or charged this turn. Those
/// of the player whose turn it is come first.
fn able(table: &Table, side: SideId) -> Vec<&Unit> {
    let able = |unit: &&Unit| {
        stats::is_on_battlefield(unit)
            && !marks::has(table, unit.id, SELECTED_TO_FIGHT)
            && (stats::is_engaged(table, unit.id)
                || marks::has(table, unit.id, ENGAGED_AT_START)
                || marks::has(table, unit.id, CHARGED))
    };
    let mut units: Vec<&Unit> = table.units().filter(able).collect();
    units.sort_by_key(|unit| unit.side != side);
    units
}
