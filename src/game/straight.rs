//! A whole game straight through: somebody answers at once, nothing pauses, nothing is kept.

use crate::desk::{Answerer, Desk, Fault, Open, Refusal, Stand};
use crate::rules::Ruleset;
use crate::table::Table;

/// Beats that a whole battle may have.
const MOST_BEATS: usize = 100_000;

/// Plays from a table to the end of the battle, or to the first ask that is not answered. Gives the table there.
pub fn play(rules: &Ruleset, mut table: Table, answerer: &mut dyn Answerer) -> Result<Table, Refusal> {
    for _ in 0..MOST_BEATS {
        if table.outcome().is_some() {
            return Ok(table);
        }
        let left = Desk::new(table, &[], Open::default(), rules.late).answered_by(answerer).run(rules.beat);
        match left.stand {
            Stand::Finished => table = left.table,
            Stand::Asking(_) => return Ok(left.table),
            Stand::Unfit(why) => return Err(why),
            Stand::Fault(fault) => return Err(Refusal::Fault(fault)),
        }
    }
    Err(Refusal::Fault(Fault::Endless))
}
