//! 10: the Shooting phase: which unit is selected to shoot.

use crate::desk::{Choice, Desk, Flow, Menu, Objection, Who};
use crate::id::{RuleId, SideId};
use crate::rules::eleventh::marks::{
    self, ACTION_STARTED, FELL_BACK, FIRING_DECK, NO_SHOOTING, SELECTED_TO_SHOOT,
};
use crate::rules::eleventh::turn::{self, Progress};
use crate::rules::eleventh::{stats, windows};
use crate::table::{On, Table, Unit};

const STEP: RuleId = RuleId::new("10.02");
const ATTACKS: RuleId = RuleId::new("04.03");

/// 10.02: units that may shoot are selected one by one, as many as the player likes.
pub(super) fn step(desk: &mut Desk<'_>, side: SideId) -> Flow<Progress> {
    let able = |table: &Table| {
        stats::army(table, side)
            .any(|unit| stats::is_on_battlefield(unit) && objection(table, unit).is_none())
    };
    if turn::is_ended(desk.table()) || !able(desk.table()) {
        return Ok(Progress::Over);
    }
    desk.window(STEP, windows::BETWEEN_SHOOTERS);
    let selected = desk.choose(STEP, Who::Side(side), |table| {
        let units = stats::army(table, side).filter(|unit| stats::is_on_battlefield(unit)).map(|unit| {
            let words = format!("Shoot with {}: its attacks are made at the table", unit.name());
            let choice = Choice::new(format!("select/{}", unit.id), words);
            (choice.unless(objection(table, unit)), Some(unit.id))
        });
        Menu::new("Which unit shoots?")
            .options(units)
            .option(Choice::new("end", "End the step"), None)
            .usually()
    })?;
    match selected {
        Some(unit) => {
            marks::set(desk, STEP, On::Unit(unit), SELECTED_TO_SHOOT);
            desk.window(STEP, windows::UNIT_SHOOTS);
            desk.window(ATTACKS, windows::UNIT_HAS_SHOT);
        }
        None => turn::end_step(desk, STEP),
    }
    Ok(Progress::Made)
}

/// 10.02: once a phase, and no rule may bar it: a fall-back (09.07), an action (16.01), a firing deck (24.14).
fn objection(table: &Table, unit: &Unit) -> Option<Objection> {
    let against = |rule: &'static str, sentence: String| {
        Some(Objection::new(RuleId::new(rule), sentence, "Select another unit."))
    };
    let has = |id| marks::has(table, unit.id, id);
    let name = unit.name();
    if has(SELECTED_TO_SHOOT) {
        return against("10.02", format!("{name} was selected this phase."));
    }
    if has(FELL_BACK) {
        return against("09.07", format!("{name} fell back this turn."));
    }
    if has(ACTION_STARTED) && !unit.has_keyword("TITANIC") {
        return against("16.01", format!("{name} started an action this turn."));
    }
    if has(FIRING_DECK) {
        return against("24.14", format!("{name} lent its weapons to a firing deck."));
    }
    if has(NO_SHOOTING) {
        return against("10.02", format!("{name} cannot shoot this turn."));
    }
    None
}
