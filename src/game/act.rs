//! Acts: what becomes of a game, in the order in which it does. A save is made of them, and they alone bring the game back:
//! no rule runs until the last of them is heard, so old games outlive new rules.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Beat, Game, Note, Step};
use crate::desk::{Refusal, Statement};
use crate::rules::Ruleset;
use crate::table::{Event, Table};

/// Something that became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Something was said, and taken.
    Said {
        /// What.
        statement: Statement,
        /// Where it stands in what was said since the last settled beat. None: at the end.
        place: Option<usize>,
        /// How much of what was said behind that place fell with it.
        dropped: usize,
        /// Whether it was brought again after it had been taken back.
        again: bool,
    },
    /// A beat was settled.
    Settled {
        /// How much of what was said belongs to it.
        statements: usize,
        /// What happened in it.
        events: Vec<Event>,
    },
    /// Something was taken back.
    TakenBack(Back),
    /// What was taken back last is about to be brought again.
    Redone,
    /// What could have been brought again no longer fits.
    Forgotten,
    /// A beat was opened at its start because what was said in it no longer fits.
    Reopened,
}

/// How far a taking-back went, so that it can be followed without the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    /// How many settled beats were opened.
    pub opened: usize,
    /// Whether the last of them no longer yielded what had happened in it, so that what was said in it fell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fell: bool,
    /// Whether it leaves no line in the log.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
}

/// Why acts make no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RestoreError {
    /// An act names more than there is.
    #[error("act {0} does not follow from those before it")]
    Act(usize),
    /// The rules cannot go on from there.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl Game {
    /// A game brought back from its acts, on the table it began on. Settled beats come from their events alone; only the
    /// unfinished one is run. Where what was said in it no longer fits, it stands at its start, and the flag says so.
    pub fn restore(
        rules: &'static Ruleset,
        table: Table,
        acts: impl IntoIterator<Item = Act>,
    ) -> Result<(Game, bool), RestoreError> {
        let mut game = Game::untouched(rules, table);
        for (number, act) in acts.into_iter().enumerate() {
            game.follow(act).ok_or(RestoreError::Act(number + 1))?;
        }
        if game.go_on().is_ok() {
            return Ok((game, false));
        }
        game.fall()?;
        Ok((game, true))
    }

    /// What became of the game since this was last asked.
    pub fn take_acts(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.acts)
    }

    /// Follows an act without the rules. None where it cannot have come then.
    fn follow(&mut self, act: Act) -> Option<()> {
        match act {
            Act::Said { mut statement, place, dropped, again } => {
                if !again {
                    self.forget_undone(&statement.said);
                }
                let place = place.unwrap_or(self.said.len());
                let rest = self.said.len().checked_sub(place)?;
                if dropped > rest {
                    return None;
                }
                if dropped > 0 {
                    self.note(Note::Reopened);
                }
                self.spoken += 1;
                statement.number = self.spoken;
                statement.dropped = self.said.drain(place..place + dropped).collect();
                self.said.insert(place, statement);
            }
            Act::Settled { statements, events } => {
                if statements > self.said.len() {
                    return None;
                }
                for event in &events {
                    self.settled.apply(event);
                }
                let statements = self.said.drain(..statements).collect();
                self.history.push(Beat { statements, events }, &self.settled);
            }
            Act::TakenBack(back) => {
                let mut left = back.opened;
                let (step, opened) = self.step_back(back.quiet, |_, _, _| {
                    left = left.saturating_sub(1);
                    !(back.fell && left == 0)
                })?;
                if opened.opened != back.opened || step.reopened != back.fell {
                    return None;
                }
            }
            Act::Redone => {
                self.undone.pop()?;
            }
            Act::Forgotten => self.undone.clear(),
            Act::Reopened => {
                self.said.clear();
                self.note(Note::Reopened);
            }
        }
        Some(())
    }

    /// Takes back what a person said last, with the automatic ones behind it. `still` says whether a settled beat that is
    /// opened still yields its events. None where nobody said anything.
    pub(super) fn step_back(
        &mut self,
        quiet: bool,
        mut still: impl FnMut(&'static Ruleset, &Beat, &Table) -> bool,
    ) -> Option<(Step, Back)> {
        let by_person = |statement: &Statement| !statement.automatic;
        let any = self.said.iter().any(by_person)
            || self.history.beats().iter().rev().any(|beat| beat.statements.iter().any(by_person));
        if !any {
            return None;
        }
        let mut back = Back { quiet, ..Back::default() };
        while !back.fell && !self.said.iter().any(by_person) {
            self.open_beat(&mut back, &mut still);
        }
        let mut group = Vec::new();
        while let Some(statement) = self.take_latest() {
            let person = by_person(&statement);
            group.push(statement);
            if person {
                break;
            }
        }
        group.reverse();
        // The beat before the first thing said has its offers open.
        let settles = |statement: &Statement| statement.said.settles();
        while !back.fell && !self.said.iter().any(settles) && !self.history.beats().is_empty() {
            self.open_beat(&mut back, &mut still);
        }
        if !group.is_empty() {
            if !quiet {
                self.note(Note::TakenBack(group.clone()));
            }
            self.undone.push(group.clone());
        }
        Some((Step { statements: group, reopened: back.fell }, back))
    }

    /// Opens the last settled beat. If it no longer yields what happened in it, what was said in it falls.
    fn open_beat(
        &mut self,
        back: &mut Back,
        still: &mut impl FnMut(&'static Ruleset, &Beat, &Table) -> bool,
    ) {
        let Some((beat, before)) = self.history.pop() else {
            back.fell = true;
            return;
        };
        back.opened += 1;
        back.fell = !still(self.rules, &beat, &before);
        self.settled = before;
        if back.fell {
            self.said.clear();
            self.note(Note::Reopened);
        } else {
            self.said.splice(0..0, beat.statements);
        }
    }
}
