//! 15: stratagems. Each is an offer in its window; using one is an aside.

use crate::desk::{Choice, Desk, Flow, Objection, Offer, Roll, Rolled};
use crate::id::{MarkId, RuleId, SideId, UnitId};
use crate::rules::eleventh::marks::{
    self, BATTLE_SHOCKED, BRAVERY_SPENT, TARGETED, USED_BRAVERY, USED_REROLL,
};
use crate::rules::eleventh::stats;
use crate::table::{Change, On, Table};

const USING: RuleId = RuleId::new("15.01");
const SHOCKED: RuleId = RuleId::new("01.07");

/// A stratagem that the program knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stratagem {
    rule: RuleId,
    name: &'static str,
    cost: u8,
    used: MarkId,
    // What makes it usable only once in the battle.
    spent: Option<MarkId>,
}

/// 15.02: one of the rolls it names is made again.
pub(super) const COMMAND_REROLL: Stratagem = Stratagem {
    rule: RuleId::new("15.02"),
    name: "Command Re-roll",
    cost: 1,
    used: USED_REROLL,
    spent: None,
};

/// 15.04: a battle-shock roll in the own Battle-shock step succeeds without dice.
pub(super) const INSANE_BRAVERY: Stratagem = Stratagem {
    rule: RuleId::new("15.04"),
    name: "Insane Bravery",
    cost: 1,
    used: USED_BRAVERY,
    spent: Some(BRAVERY_SPENT),
};

impl Stratagem {
    /// 15.01 and 01.07: what stands against using it on a unit: its limits, a unit that another stratagem has targeted this
    /// phase or that is battle-shocked, too few command points.
    pub(super) fn objection(&self, table: &Table, side: SideId, unit: UnitId) -> Option<Objection> {
        let against = |rule, sentence: String, remedy: &str| Some(Objection::new(rule, sentence, remedy));
        let name = stats::name(table, unit);
        if self.spent.is_some_and(|spent| table.has(On::Side(side), spent)) {
            return against(self.rule, format!("{} is spent for this battle.", self.name), "");
        }
        if table.has(On::Side(side), self.used) {
            let sentence = format!("{} was used this phase.", self.name);
            return against(USING, sentence, "Wait for the next phase.");
        }
        if marks::has(table, unit, BATTLE_SHOCKED) {
            let sentence = format!("{name} is battle-shocked.");
            return against(SHOCKED, sentence, "Its own side's stratagems cannot target it.");
        }
        if marks::has(table, unit, TARGETED) {
            let sentence = format!("{name} was the target of a stratagem this phase.");
            return against(USING, sentence, "Wait for the next phase.");
        }
        let cp = table.cp(side);
        if cp < i32::from(self.cost) {
            let sentence = format!("{} costs {} CP; {cp} left.", self.name, self.cost);
            return against(USING, sentence, "");
        }
        None
    }

    /// The offer to use it on a unit.
    fn offer(&self, table: &Table, side: SideId, unit: UnitId, words: String) -> Offer {
        let choice = Choice::new(format!("{}/{unit}", self.rule), words);
        Offer::new(side, self.rule, choice).cost(self.cost).unless(self.objection(table, side, unit))
    }

    /// 15.01: the price is paid, never below nothing, and its limits are kept.
    fn pay(&self, desk: &mut Desk<'_>, side: SideId, unit: UnitId) {
        let cost = i32::from(self.cost).min(desk.table().cp(side).max(0));
        if cost > 0 {
            desk.record(self.rule, Change::Cp { side, by: -cost, source: Some(self.name.into()) });
        }
        marks::set(desk, self.rule, On::Side(side), self.used);
        if let Some(spent) = self.spent {
            marks::set(desk, self.rule, On::Side(side), spent);
        }
        marks::set(desk, self.rule, On::Unit(unit), TARGETED);
    }
}

/// A roll that a unit makes for itself, with the Command Re-roll open behind it. None where the unit is gone meanwhile.
pub(super) fn roll_of_unit(
    desk: &mut Desk<'_>,
    rule: RuleId,
    unit: UnitId,
    ask: impl Fn(&str) -> Roll,
) -> Flow<Option<Rolled>> {
    let side = stats::side_of(desk.table(), unit);
    let mut roll = desk.roll(rule, |table| {
        let mut roll = ask(stats::name(table, unit)).unit(unit);
        if !table.unit(unit).is_some_and(stats::is_in_battle) {
            roll.count = 0;
        }
        roll
    })?;
    if roll.faces().is_empty() {
        return Ok(None);
    }
    command_reroll(desk, side, unit, &mut roll)?;
    Ok(Some(roll))
}

/// 15.02: just after an advance, charge, damage, hazard, hit, save or wound roll, or one for a number of attacks, one die is
/// rolled again; a charge roll whole. Battle-shock and leadership rolls are not among them.
fn command_reroll(desk: &mut Desk<'_>, side: SideId, unit: UnitId, rolled: &mut Rolled) -> Flow<()> {
    if !(0..rolled.faces().len()).any(|die| rolled.can_reroll(die)) {
        return Ok(());
    }
    // The rolls of this part are of one die, or are rolled again whole.
    let words = format!("Command Re-roll: {}", rolled.roll().words);
    let offers = |table: &Table| vec![COMMAND_REROLL.offer(table, side, unit, words)];
    if desk.offer(COMMAND_REROLL.rule, offers).is_some() {
        COMMAND_REROLL.pay(desk, side, unit);
        desk.reroll(COMMAND_REROLL.rule, rolled, &[0])?;
    }
    Ok(())
}

/// 15.04: just before a battle-shock roll. Whether it was used.
pub(super) fn insane_bravery(desk: &mut Desk<'_>, side: SideId, unit: UnitId) -> bool {
    let offers = |table: &Table| {
        let words = format!("Insane Bravery for {}", stats::name(table, unit));
        vec![INSANE_BRAVERY.offer(table, side, unit, words)]
    };
    let used = desk.offer(INSANE_BRAVERY.rule, offers).is_some();
    if used {
        INSANE_BRAVERY.pay(desk, side, unit);
    }
    used
}
