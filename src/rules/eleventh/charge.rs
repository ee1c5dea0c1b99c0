//! 11: the Charge phase: who declares a charge, and the charge roll.

use crate::desk::{Choice, Condition, Desk, Flow, Menu, Objection, Roll, Who};
use crate::id::{Purpose, RuleId, SideId, UnitId};
use crate::rules::eleventh::marks::{
    self, ACTION_STARTED, ADVANCED, CHARGE_ROLL, DECLARED_CHARGE, FELL_BACK, NO_CHARGE,
};
use crate::rules::eleventh::readings::{self, ONLY_AIRCRAFT};
use crate::rules::eleventh::stats::{self, Reach};
use crate::rules::eleventh::turn::{self, Progress};
use crate::rules::eleventh::{stratagems, windows};
use crate::table::{Fact, FactValue, On, Spot, Table, Unit};

const STEP: RuleId = RuleId::new("11.02");

const PURPOSE: Purpose = Purpose::new("charge");

/// How near an enemy has to be.
const NEAR: u8 = 12;
/// 02.02.01: no charge roll counts for more.
const MOST: u16 = 12;

/// 11.02: units declare one by one, as many as the player likes.
pub(super) fn step(desk: &mut Desk<'_>, side: SideId) -> Flow<Progress> {
    let able = |table: &Table| {
        stats::army(table, side)
            .any(|unit| stats::is_on_battlefield(unit) && objection(table, unit).is_none())
    };
    if turn::is_ended(desk.table()) || !able(desk.table()) {
        return Ok(Progress::Over);
    }
    let declared = desk.choose(STEP, Who::Side(side), |table| {
        let units = stats::army(table, side)
            .filter(|unit| stats::is_on_battlefield(unit))
            .map(|unit| (declaration(table, unit), Some(unit.id)));
        Menu::new("Which unit declares a charge?")
            .options(units)
            .option(Choice::new("end", "End the step"), None)
            .usually()
    })?;
    match declared {
        Some(unit) => charge(desk, unit)?,
        None => turn::end_step(desk, STEP),
    }
    Ok(Progress::Made)
}

/// 11.02: the unit has declared, without naming any target; then 2D6 say how far it may go.
pub(super) fn charge(desk: &mut Desk<'_>, unit: UnitId) -> Flow<()> {
    let side = stats::side_of(desk.table(), unit);
    marks::set(desk, STEP, On::Unit(unit), DECLARED_CHARGE);
    desk.window(STEP, windows::UNIT_CHARGES);
    let ask = |name: &str| Roll::two_d6(side, PURPOSE, format!("Charge roll of {name}"));
    let Some(roll) = stratagems::roll_of_unit(desk, STEP, unit, ask)? else { return Ok(()) };
    let distance = i32::from(roll.total().min(MOST));
    marks::set_value(desk, STEP, On::Unit(unit), CHARGE_ROLL, distance);
    Ok(())
}

/// A unit's option, greyed where a rule is known to bar it, and hanging on a distance where none is known.
fn declaration(table: &Table, unit: &Unit) -> Choice {
    let words = format!("Charge with {}: the charge roll", unit.name());
    let choice = Choice::new(format!("declare/{}", unit.id), words);
    let objection = objection(table, unit);
    let nearness = nearness(table, unit);
    match nearness {
        Nearness::Unknown(fact) if objection.is_none() => {
            let words = "needs an enemy within 12 inches";
            match fact {
                Some(fact) => choice.claiming(words, fact, FactValue::Yes(true)),
                // Which of several enemies is near is not said by the choice.
                None => Choice {
                    condition: Some(Condition { words: words.to_owned(), claims: Vec::new() }),
                    ..choice
                },
            }
        }
        _ => choice.unless(objection),
    }
}

/// What is known of the nearest enemy.
enum Nearness {
    /// One is within 12 inches.
    Near,
    /// None is.
    Far,
    /// Nobody said. With one enemy left, what would have to be said.
    Unknown(Option<Fact>),
}

fn nearness(table: &Table, unit: &Unit) -> Nearness {
    let within = |enemy: &Unit, inches| {
        [(unit.id, enemy.id), (enemy.id, unit.id)]
            .iter()
            .find_map(|(a, b)| table.told(&Fact::Within { a: Spot::Unit(*a), b: Spot::Unit(*b), inches }))
    };
    let near = |enemy: &Unit| (0..=NEAR).any(|inches| within(enemy, inches) == Some(FactValue::Yes(true)));
    let far = |enemy: &Unit| within(enemy, NEAR) == Some(FactValue::Yes(false));
    let enemies: Vec<&Unit> = stats::enemies_on_battlefield(table, unit.side).collect();
    if enemies.iter().any(|enemy| near(enemy)) {
        return Nearness::Near;
    }
    if enemies.iter().all(|enemy| far(enemy)) {
        return Nearness::Far;
    }
    let only = match enemies.as_slice() {
        [enemy] => Some(Fact::Within { a: Spot::Unit(unit.id), b: Spot::Unit(enemy.id), inches: NEAR }),
        _ => None,
    };
    Nearness::Unknown(only)
}

/// 11.02: what is known to bar a unit on the battlefield: it has declared this phase, is engaged, advanced or fell back, or
/// another rule holds it; and no enemy is near enough.
fn objection(table: &Table, unit: &Unit) -> Option<Objection> {
    let against = |rule: &'static str, sentence: String| {
        Some(Objection::new(RuleId::new(rule), sentence, "Select another unit."))
    };
    let has = |id| marks::has(table, unit.id, id);
    let name = unit.name();
    let engaged = if readings::yes(table, &ONLY_AIRCRAFT) {
        stats::is_engaged(table, unit.id)
    } else {
        stats::is_engaged_on_the_ground(table, unit.id)
    };
    if has(DECLARED_CHARGE) {
        return against("11.02", format!("{name} has declared a charge this phase."));
    }
    if engaged {
        return against("11.02", format!("{name} is engaged."));
    }
    if has(ADVANCED) {
        return against("09.06", format!("{name} advanced this turn."));
    }
    if has(FELL_BACK) {
        return against("09.07", format!("{name} fell back this turn."));
    }
    if has(ACTION_STARTED) {
        return against("16.01", format!("{name} started an action this turn."));
    }
    if unit.has_keyword("AIRCRAFT") {
        return against("23.04", format!("{name} is AIRCRAFT."));
    }
    if has(NO_CHARGE) {
        return against("11.02", format!("{name} cannot charge this turn."));
    }
    if stats::reach(unit) == Reach::Never {
        return against("02.02", format!("{name} has no Movement."));
    }
    if matches!(nearness(table, unit), Nearness::Far) {
        return against("11.02", format!("{name} has no enemy within {NEAR} inches."));
    }
    None
}
