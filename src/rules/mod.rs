//! Rulesets: what an edition has to say, in the form the kernel needs it.
//!
//! An edition is a module with its own straight-line procedures and one [`Ruleset`] value. It fills every field itself:
//! nothing is inherited and nothing is defaulted from another edition.

pub mod eleventh;

use crate::desk::{Desk, Flow, LateDeed};
use crate::id::{DeedId, LevelId, MarkId, ReadingId, RulesetId, UnitId, WayId};
use crate::table::Table;

/// All rulesets. The first is the one of a game that names none.
pub const ALL: &[&Ruleset] = &[&eleventh::ELEVENTH];

/// The ruleset of this name.
pub fn find(id: RulesetId) -> Option<&'static Ruleset> {
    ALL.iter().copied().find(|ruleset| ruleset.id == id)
}

/// A ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Ruleset {
    /// Its name in saves.
    pub id: RulesetId,
    /// Its name for people.
    pub name: &'static str,
    /// The levels of its clock, outermost first.
    pub levels: &'static [LevelId],
    /// The marks it sets, with what people read.
    pub marks: &'static [MarkKind],
    /// The rules that can be read in more than one way.
    pub readings: &'static [Reading],
    /// Performs the next beat from where the clock stands: the smallest piece that is kept whole. A beat that moves the clock
    /// without asking anything stands by itself, so that a late deed before the next ask finds the clock there.
    pub beat: fn(&mut Desk<'_>) -> Flow<()>,
    /// What could be done late on this table.
    pub deeds: fn(&Table) -> Vec<Deed>,
    /// Does one of them: the same procedure as in a beat.
    pub late: LateDeed,
}

/// A kind of mark that a ruleset sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkKind {
    /// Its name.
    pub id: MarkId,
    /// What people read.
    pub label: &'static str,
}

/// A procedure that players can name to do it after its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Its name.
    pub id: DeedId,
    /// What people read.
    pub words: String,
    /// The unit that does it.
    pub unit: Option<UnitId>,
}

/// A rule that is not clear, and the ways it can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its name.
    pub id: ReadingId,
    /// What is unclear, in a line.
    pub title: &'static str,
    /// The way it is read unless the players choose another.
    pub default: WayId,
    /// All ways, the default among them.
    pub ways: &'static [Way],
    /// Why the default is what it is.
    pub reason: &'static str,
}

/// A way to read a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its name.
    pub id: WayId,
    /// What it means.
    pub words: &'static str,
}

impl Reading {
    /// How it is read in this game.
    pub fn on(&self, table: &Table) -> WayId {
        table.reading(self.id).unwrap_or(self.default)
    }

    /// Whether there is such a way to read it.
    pub fn has(&self, way: WayId) -> bool {
        self.ways.iter().any(|known| known.id == way)
    }
}

impl Ruleset {
    /// A rule that can be read in more than one way.
    pub fn reading(&self, id: ReadingId) -> Option<&'static Reading> {
        self.readings.iter().find(|reading| reading.id == id)
    }

    /// What people read of a mark.
    pub fn mark_label(&self, id: MarkId) -> Option<&'static str> {
        self.marks.iter().find(|mark| mark.id == id).map(|mark| mark.label)
    }
}
