//! What players say between the asks: rulings, and deeds done late.

use super::{Desk, Flow, Pause, RULING, Refusal, Said, Stand, Statement};
use crate::id::{DeedId, RuleId};
use crate::table::{Cause, Change, Event};

/// The rule that the players' agreement stands for.
const AGREED: RuleId = RuleId::new("agreed");

/// How many late deeds can be begun within each other.
const MOST_LATE: u16 = 16;

impl<'a> Desk<'a> {
    /// Whether rulings or late deeds come before the next ask.
    pub(super) fn is_interrupted(&self) -> bool {
        matches!(self.said(self.used), Some(Said::Ruling(_) | Said::Late { .. }))
    }

    /// Rulings and late deeds that come before the next ask.
    pub(super) fn interludes(&mut self) -> Flow<()> {
        loop {
            self.rule_until(self.rulings_ahead());
            let Some(Said::Late { deed }) = self.said(self.used) else { return Ok(()) };
            self.used += 1;
            self.late_deed(*deed)?;
        }
    }

    pub(super) fn late_deed(&mut self, deed: DeedId) -> Flow<()> {
        if self.lateness >= MOST_LATE {
            self.used -= 1;
            let sentence = "Too many late deeds are begun within each other.";
            self.halt = Some(Stand::Unfit(Refusal::of(AGREED, sentence, "Finish one of them first.")));
            return Err(Pause(()));
        }
        self.open.close();
        self.lateness += 1;
        self.record(AGREED, Change::Late { deed });
        let late = self.late;
        let flow = late(self, deed);
        self.lateness -= 1;
        flow
    }

    /// What was said at a place of the script. It outlives the desk's own borrow.
    pub(super) fn said(&self, at: usize) -> Option<&'a Said> {
        self.script.get(at).map(|statement| &statement.said)
    }

    /// Where the rulings that come next end.
    pub(super) fn rulings_ahead(&self) -> usize {
        let ahead = self.script.iter().skip(self.used);
        self.used + ahead.take_while(|statement| matches!(statement.said, Said::Ruling(_))).count()
    }

    /// Rulings that open the beat take effect before any rule has run, and so do those that were made before them.
    pub(super) fn rule_before(&mut self) {
        let opens = |one: &Statement| matches!(&one.said, Said::Ruling(ruling) if ruling.opens_beat());
        let last = self.script[..self.rulings_ahead()].iter().rposition(opens);
        self.rule_until(last.map_or(0, |at| at + 1));
    }

    pub(super) fn rule_until(&mut self, end: usize) {
        while self.used < end {
            if let Some(Said::Ruling(ruling)) = self.said(self.used) {
                for change in &ruling.changes {
                    self.put(Event { rule: RULING, cause: Cause::Ruling, change: change.clone() });
                }
                if !ruling.reason.as_str().is_empty() {
                    let change = Change::Noted { words: ruling.reason.clone() };
                    self.put(Event { rule: RULING, cause: Cause::Ruling, change });
                }
            }
            self.used += 1;
        }
    }
}
