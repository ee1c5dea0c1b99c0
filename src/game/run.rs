//! Running beats: from a settled table and what was said since, to where the game now stands.

use crate::desk::{Ask, Desk, Fault, Left, Open, Refusal, Said, Stand, Statement};
use crate::rules::Ruleset;
use crate::table::{Event, Table};

/// Where the game stands.
#[derive(Clone, Debug)]
pub(super) struct Now {
    /// The table, with all that has happened.
    pub table: Table,
    /// What is asked. None when the battle is over.
    pub ask: Option<Ask>,
    /// What stands open beside it.
    pub open: Open,
    /// What happened since the last settled beat, beat by beat; the last is the unfinished one.
    pub events: Vec<Vec<Event>>,
    /// Where, in what was said since then, the unfinished beat begins.
    pub opened: usize,
}

impl Now {
    /// A game of which nothing was run yet.
    pub fn before(table: Table) -> Now {
        Now { table, ask: None, open: Open::default(), events: Vec::new(), opened: 0 }
    }
}

/// A beat that has come to its end and has something said behind it.
pub(super) struct Settled {
    /// Where, in what was said, it ends.
    pub end: usize,
    pub events: Vec<Event>,
    pub after: Table,
}

/// Beats without an ask that may follow each other. No battle has so many steps in a row without a question.
const QUIET_BEATS: usize = 10_000;

/// Runs beats until one asks something that was not answered, or the battle is over.
///
/// A finished beat is settled when something was said behind it. Until then its offers stand open beside the next ask, so
/// the beats that follow it are run only to see what they ask.
pub(super) fn run(
    rules: &Ruleset,
    table: &Table,
    statements: &[Statement],
) -> Result<(Vec<Settled>, Now), Refusal> {
    let mut settled = Vec::new();
    let mut table = table.clone();
    let mut events = Vec::new();
    let mut open = Open::default();
    let mut at = 0;
    for _ in 0..QUIET_BEATS {
        let said = &statements[at..];
        let quiet = if speaks_of_the_table(said) { quiet_beat(rules, &table) } else { None };
        let performed = match quiet {
            Some(left) => Performed::Beat(left),
            None => perform(rules, table.clone(), said, open),
        };
        let left = match performed {
            Performed::Over(left) if left.table.outcome().is_some() => {
                at += left.used;
                events.push(left.events);
                if at < statements.len() {
                    return Err(nothing_asked(rules));
                }
                let now = Now { table: left.table, ask: None, open: left.open, events, opened: at };
                return Ok((settled, now));
            }
            // Over until a ruling let the battle go on: those rulings are a beat of their own.
            Performed::Beat(left) | Performed::Over(left) => left,
        };
        match left.stand {
            Stand::Asking(ask) => {
                events.push(left.events);
                let now = Now { table: left.table, ask: Some(ask), open: left.open, events, opened: at };
                return Ok((settled, now));
            }
            Stand::Unfit(why) => return Err(why),
            Stand::Fault(fault) => return Err(Refusal::Fault(fault)),
            Stand::Finished => {
                at += left.used;
                table = left.table;
                if statements[at..].iter().any(|statement| statement.said.settles()) {
                    settled.push(Settled { end: at, events: left.events, after: table.clone() });
                    open = Open::default();
                } else {
                    events.push(left.events);
                    open = left.open;
                }
            }
        }
    }
    Err(Refusal::Fault(Fault::Endless))
}

/// Whether something comes next that takes effect before a beat begins: a late deed, or a ruling that opens the beat.
fn speaks_of_the_table(statements: &[Statement]) -> bool {
    for statement in statements {
        match &statement.said {
            Said::Ruling(ruling) if ruling.opens_beat() => return true,
            Said::Ruling(_) => {}
            said => return matches!(said, Said::Late { .. }),
        }
    }
    false
}

/// The next beat, where it asks nothing. Whoever spoke before the first ask behind it had its outcome before their eyes.
fn quiet_beat(rules: &Ruleset, table: &Table) -> Option<Left> {
    match perform(rules, table.clone(), &[], Open::default()) {
        Performed::Beat(left) if matches!(left.stand, Stand::Finished) => Some(left),
        Performed::Beat(_) | Performed::Over(_) => None,
    }
}

enum Performed {
    Beat(Left),
    Over(Left),
}

/// Performs one beat, or hears what can still be said when the battle is over.
fn perform(rules: &Ruleset, table: Table, statements: &[Statement], open: Open) -> Performed {
    let over = table.outcome().is_some();
    let is_ruling = |statement: &&Statement| matches!(statement.said, Said::Ruling(_));
    let next = statements.iter().find(|statement| !is_ruling(statement));
    let late = next.is_some_and(|statement| matches!(statement.said, Said::Late { .. }));
    let desk = Desk::new(table, statements, open, rules.late);
    if over && !late { Performed::Over(desk.run_rulings()) } else { Performed::Beat(desk.run(rules.beat)) }
}

/// Runs one settled beat again, and gives what happens now. None where what was said no longer fits.
pub(super) fn run_again(rules: &Ruleset, before: Table, statements: &[Statement]) -> Option<Vec<Event>> {
    match perform(rules, before, statements, Open::default()) {
        Performed::Beat(left) | Performed::Over(left) => {
            let whole = matches!(left.stand, Stand::Finished) && left.used == statements.len();
            whole.then_some(left.events)
        }
    }
}

pub(super) fn nothing_asked(rules: &Ruleset) -> Refusal {
    Refusal::of(
        super::KERNEL,
        format!("{}: the battle is over; nothing is asked.", rules.name),
        "Take back, or rule.",
    )
}
