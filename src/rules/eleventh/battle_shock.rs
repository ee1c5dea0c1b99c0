//! 01.06, 01.07 and 08.03: leadership, battle-shock, and the Battle-shock step.

use crate::desk::{Choice, Desk, Flow, Menu, Roll, Who};
use crate::id::{Purpose, RuleId, SideId, UnitId};
use crate::rules::eleventh::clock::{self, BATTLE_SHOCK};
use crate::rules::eleventh::marks::{self, ACTION, BATTLE_SHOCK_ROLLED, BATTLE_SHOCKED, SHOCKED_THIS_STEP};
use crate::rules::eleventh::readings::{self, OFF_THE_TABLE};
use crate::rules::eleventh::stratagems::{self, INSANE_BRAVERY};
use crate::rules::eleventh::turn::Progress;
use crate::rules::eleventh::{stats, windows};
use crate::table::{On, Table, Unit};

/// The roll itself.
const ROLL: RuleId = RuleId::new("01.07");
/// The step.
const STEP: RuleId = RuleId::new("08.03");
/// What breaks an action.
const ACTIONS: RuleId = RuleId::new("16.01");

const PURPOSE: Purpose = Purpose::new("battle-shock");

/// 08.03: the player whose turn it is rolls once for each unit that is battle-shocked or at most at half-strength.
pub(super) fn step(desk: &mut Desk<'_>, side: SideId) -> Flow<Progress> {
    let waiting = waiting(desk.table(), side);
    let unit = match waiting.as_slice() {
        [] => return Ok(Progress::Over),
        [first, rest @ ..] if rest.is_empty() || !does_order_matter(desk.table(), side, &waiting) => *first,
        _ => match next_of(desk, side)? {
            Some(unit) => unit,
            None => return Ok(Progress::Made),
        },
    };
    roll_of_the_step(desk, unit)?;
    Ok(Progress::Made)
}

/// 08.03 and 01.02.04: the units that have yet to roll in this step, those off the battlefield too.
fn waiting(table: &Table, side: SideId) -> Vec<UnitId> {
    stats::army(table, side).filter(|unit| must_roll(table, unit)).map(|unit| unit.id).collect()
}

/// 08.03 and 08.03.01: one roll a unit, whether one or both of the conditions hold.
fn must_roll(table: &Table, unit: &Unit) -> bool {
    let there =
        stats::is_on_battlefield(unit) || (stats::is_in_battle(unit) && readings::yes(table, &OFF_THE_TABLE));
    let due = marks::has(table, unit.id, BATTLE_SHOCKED) || stats::is_at_most_half(unit);
    there && due && !marks::has(table, unit.id, BATTLE_SHOCK_ROLLED)
}

/// The order tells only while a stratagem can still save one of several.
fn does_order_matter(table: &Table, side: SideId, waiting: &[UnitId]) -> bool {
    waiting.iter().any(|unit| INSANE_BRAVERY.objection(table, side, *unit).is_none())
}

/// 01.03.02: whose rules they are orders them.
fn next_of(desk: &mut Desk<'_>, side: SideId) -> Flow<Option<UnitId>> {
    desk.choose(STEP, Who::Side(side), |table| {
        let units = stats::army(table, side).filter(|unit| must_roll(table, unit));
        let menu = Menu::new("Whose battle-shock roll comes next?")
            .options(units.map(|unit| (Choice::new(unit.id.as_str(), unit.name()), Some(unit.id))));
        // A late roll may have left none since this was asked.
        if waiting(table, side).is_empty() {
            return menu.option(Choice::new("nobody", "Nobody has to roll"), None);
        }
        menu
    })
}

/// 08.03: the roll of a unit in its side's Battle-shock step, with Insane Bravery just before it. A unit that was
/// battle-shocked before the step and passes is so no longer.
pub(super) fn roll_of_the_step(desk: &mut Desk<'_>, unit: UnitId) -> Flow<()> {
    let side = stats::side_of(desk.table(), unit);
    desk.window(STEP, windows::BEFORE_BATTLE_SHOCK);
    let passed = if stratagems::insane_bravery(desk, side, unit) {
        true
    } else {
        match leadership_roll(desk, unit, STEP)? {
            Some(passed) => passed,
            None => return Ok(()),
        }
    };
    marks::set(desk, STEP, On::Unit(unit), BATTLE_SHOCK_ROLLED);
    if !passed {
        shock(desk, ROLL, unit);
    } else if !marks::has(desk.table(), unit, SHOCKED_THIS_STEP) {
        marks::clear(desk, STEP, On::Unit(unit), BATTLE_SHOCKED);
    }
    Ok(())
}

/// 01.07: a battle-shock roll that another rule asks for. Passed, it changes nothing: it makes no unit recover.
pub(super) fn forced_roll(desk: &mut Desk<'_>, unit: UnitId) -> Flow<()> {
    if leadership_roll(desk, unit, ROLL)? == Some(false) {
        shock(desk, ROLL, unit);
    }
    Ok(())
}

/// 01.06: 2D6, at least the best Leadership in the unit. None where the unit is gone meanwhile, or has rolled.
fn leadership_roll(desk: &mut Desk<'_>, unit: UnitId, rule: RuleId) -> Flow<Option<bool>> {
    let rolled = desk.roll(rule, |table| {
        let who = stats::side_of(table, unit);
        let words = format!("Battle-shock roll of {}", stats::name(table, unit));
        let mut roll = Roll::two_d6(who, PURPOSE, words).unit(unit);
        roll.target = table.unit(unit).and_then(stats::best_leadership);
        let done = rule == STEP && marks::has(table, unit, BATTLE_SHOCK_ROLLED);
        if done || !table.unit(unit).is_some_and(stats::is_in_battle) {
            roll.count = 0;
        }
        roll
    })?;
    if rolled.faces().is_empty() {
        return Ok(None);
    }
    // The Leadership that counts is that of the unit as the dice fall.
    let needed = rolled.roll().target.map(u16::from);
    Ok(Some(needed.is_some_and(|needed| rolled.total() >= needed)))
}

/// 01.07: a unit becomes battle-shocked: no Objective Control, no stratagem of its own side on it, no action.
pub(super) fn shock(desk: &mut Desk<'_>, rule: RuleId, unit: UnitId) {
    let side = stats::side_of(desk.table(), unit);
    let fresh = !marks::has(desk.table(), unit, BATTLE_SHOCKED);
    if fresh {
        marks::set(desk, rule, On::Unit(unit), BATTLE_SHOCKED);
        if clock::is_step_of(desk.table(), BATTLE_SHOCK, side) {
            marks::set(desk, rule, On::Unit(unit), SHOCKED_THIS_STEP);
        }
    }
    marks::clear(desk, ACTIONS, On::Unit(unit), ACTION);
}
