//! What a program may say, one JSON object a line.

use serde::Deserialize;

use crate::desk::{Answer, Ruling};
use crate::id::{DeedId, SideId, UnitId};
use crate::session::Thrower;
use crate::table::{Amended, Aspect, Change, Setting};
use crate::text::Text;

/// A request.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
pub enum Request {
    /// Answers the ask of this number.
    Answer {
        /// Its number.
        ask: u64,
        /// The answer: `choose`, `faces`, `tally` or `fields`, with `overruled` where a reason is needed.
        with: Answer,
    },
    /// Takes an offer that stands open beside the ask of this number.
    Aside {
        /// The number of the ask.
        ask: u64,
        /// The offer's id.
        offer: Text,
        /// Why a greyed one is taken all the same.
        #[serde(default)]
        overruled: Option<Text>,
    },
    /// Lets the app throw the dice of the ask of this number.
    Throw {
        /// Its number.
        ask: u64,
    },
    /// Says who throws a side's dice from now on.
    Dice {
        /// The side.
        side: SideId,
        /// Who throws.
        by: By,
    },
    /// Takes back the last thing a person said.
    Undo {},
    /// Brings again what was taken back last.
    Redo {},
    /// Sets values, whatever the rules say.
    Rule {
        /// Why.
        #[serde(default)]
        reason: Text,
        /// Values to be set outright.
        #[serde(default)]
        set: Vec<Setting>,
        /// Changes, as events hold them.
        #[serde(default)]
        changes: Vec<Change>,
    },
    /// Finds a unit to be other than printed.
    Amend {
        /// The unit, or the part of one.
        component: UnitId,
        /// What of it.
        aspect: Aspect,
        /// What it is found to be. Without it, as printed after all.
        #[serde(default)]
        to: Option<Amended>,
        /// Why.
        #[serde(default)]
        reason: Text,
    },
    /// Does now what was forgotten.
    Late {
        /// Which of the deeds that `show` lists.
        deed: DeedId,
    },
    /// Shows something.
    Show {
        /// What.
        what: Shown,
        /// Of the log: only so many of its last lines.
        #[serde(default)]
        last: Option<usize>,
    },
    /// Corrects an event of the log: sets back what it changed.
    Correct {
        /// Its beat.
        beat: usize,
        /// Its place in the beat.
        event: usize,
    },
    /// Sees to it that everything is on the disk.
    Save {},
    /// Ends the program. The game can be gone on with.
    Quit {},
}

/// Who throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The players.
    Own,
    /// The app.
    App,
}

impl From<By> for Thrower {
    fn from(by: By) -> Thrower {
        match by {
            By::Own => Thrower::Own,
            By::App => Thrower::App,
        }
    }
}

/// What can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// The ask, again.
    Ask,
    /// All that is true now.
    Table,
    /// What has happened.
    Log,
    /// The points of the sides.
    Score,
    /// What could be done late.
    Deeds,
    /// The rules that can be read in more than one way.
    Readings,
}

/// The ruling that sets these values and makes these changes.
pub fn ruling(reason: Text, set: &[Setting], changes: Vec<Change>) -> Ruling {
    // A model that is set to no wounds is off the table; one that is set to some is on it.
    let whole = |setting: &Setting| match *setting {
        Setting::Wounds { model, to: 0 } => vec![Change::Set(*setting), Change::Removed { model }],
        Setting::Wounds { model, to } => vec![Change::Returned { model, wounds: to }],
        other => vec![Change::Set(other)],
    };
    let set: Vec<Change> = set.iter().flat_map(whole).collect();
    Ruling::new(reason, set.into_iter().chain(changes))
}
