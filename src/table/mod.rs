//! The table: all that is true now. Plain data, no rules, no word of any edition.
//!
//! Only [`Table::apply`] changes it, and that never fails and never asks. What is large is shared between copies
//! until it changes, so that a copy costs next to nothing.

mod apply;
mod clock;
mod difference;
mod event;
mod fact;
mod mark;
mod unit;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use clock::{Clock, NextSpan, Place};
pub use event::{Cause, Change, Event, Setting};
pub use fact::{Fact, FactValue, Spot};
pub use mark::{Mark, Marks, On, Source, Until};
pub use unit::{Amended, Aspect, Component, Model, Unit, Whereabouts};

use crate::id::{CounterId, MarkId, ModelId, ObjectiveId, ReadingId, SideId, UnitId, WayId};
use crate::text::Text;

/// All that is true now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    clock: Clock,
    sides: Vec<Side>,
    // In the order of their side and of its list.
    units: Vec<Arc<Unit>>,
    objectives: Vec<Objective>,
    marks: Arc<Marks>,
    counters: Arc<BTreeMap<(On, CounterId), i32>>,
    // Each pair once, the lesser name first.
    engaged: Arc<BTreeSet<(UnitId, UnitId)>>,
    told: Arc<BTreeMap<Fact, FactValue>>,
    readings: Arc<BTreeMap<ReadingId, WayId>>,
    outcome: Option<Outcome>,
}

/// A side and its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Its name for people.
    pub name: Text,
    /// Its command points.
    pub cp: i32,
    /// Its victory points.
    pub vp: i32,
}

/// An objective and who holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Objective {
    /// Its name in the game.
    pub id: ObjectiveId,
    /// Its name for people.
    pub name: Text,
    /// Who holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<SideId>,
}

/// How a battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Outcome {
    /// Who won; nobody in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideId>,
    /// In a few words.
    pub words: Text,
}

impl Table {
    /// An empty table between these sides.
    pub fn new(sides: impl IntoIterator<Item = Text>) -> Table {
        Table {
            clock: Clock::default(),
            sides: sides.into_iter().map(|name| Side { name, cp: 0, vp: 0 }).collect(),
            units: Vec::new(),
            objectives: Vec::new(),
            marks: Arc::default(),
            counters: Arc::default(),
            engaged: Arc::default(),
            told: Arc::default(),
            readings: Arc::default(),
            outcome: None,
        }
    }

    /// The same table after some changes: how a table is laid before a game.
    #[must_use]
    pub fn with(mut self, changes: impl IntoIterator<Item = Change>) -> Table {
        for change in changes {
            self.change(&change);
        }
        self
    }

    /// Where the game stands.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The sides, in their order.
    pub fn sides(&self) -> impl Iterator<Item = (SideId, &Side)> {
        self.sides.iter().zip(0..).map(|(side, id)| (SideId(id), side))
    }

    /// A side.
    pub fn side(&self, id: SideId) -> Option<&Side> {
        self.sides.get(usize::from(id.0))
    }

    /// A side's name; its number where it has none.
    pub fn side_name(&self, id: SideId) -> Text {
        self.side(id).map_or_else(|| Text::from(id.to_string()), |side| side.name.clone())
    }

    /// A side's command points.
    pub fn cp(&self, id: SideId) -> i32 {
        self.side(id).map_or(0, |side| side.cp)
    }

    /// A side's victory points.
    pub fn vp(&self, id: SideId) -> i32 {
        self.side(id).map_or(0, |side| side.vp)
    }

    /// All units, lost ones too, in the order of their lists.
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().map(|unit| &**unit)
    }

    /// A side's units, lost ones too, in the order of its list.
    pub fn units_of(&self, side: SideId) -> impl Iterator<Item = &Unit> {
        self.units().filter(move |unit| unit.side == side)
    }

    /// A unit by its name.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units().find(|unit| unit.id == id)
    }

    /// The unit that a component now belongs to.
    pub fn unit_of(&self, component: UnitId) -> Option<&Unit> {
        // Most often the unit that bears its name.
        let own = self.unit(component).filter(|unit| unit.component(component).is_some());
        own.or_else(|| self.units().find(|unit| unit.component(component).is_some()))
    }

    /// A component, whichever unit it belongs to.
    pub fn component(&self, id: UnitId) -> Option<&Component> {
        self.unit_of(id)?.component(id)
    }

    /// A model, whichever unit it belongs to.
    pub fn model(&self, id: ModelId) -> Option<&Model> {
        self.unit_of(id.of)?.model(id)
    }

    /// The objectives.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// An objective.
    pub fn objective(&self, id: ObjectiveId) -> Option<&Objective> {
        self.objectives.iter().find(|objective| objective.id == id)
    }

    /// Everything temporary.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Whether a mark of a kind is on a thing.
    pub fn has(&self, on: On, id: MarkId) -> bool {
        self.marks.has(on, id)
    }

    /// A counter; 0 where nothing was ever counted.
    pub fn counter(&self, on: On, id: CounterId) -> i32 {
        self.counters.get(&(on, id)).copied().unwrap_or(0)
    }

    /// All counters that are not 0.
    pub fn counters(&self) -> impl Iterator<Item = (On, CounterId, i32)> + '_ {
        self.counters.iter().map(|((on, id), count)| (*on, *id, *count))
    }

    /// Whether two units are engaged with each other.
    pub fn are_engaged(&self, a: UnitId, b: UnitId) -> bool {
        self.engaged.contains(&pair(a, b))
    }

    /// All pairs of engaged units, each once.
    pub fn engagements(&self) -> impl Iterator<Item = (UnitId, UnitId)> + '_ {
        self.engaged.iter().copied()
    }

    /// The units a unit is engaged with.
    pub fn engaged_with(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.engaged.iter().filter_map(move |(a, b)| match unit {
            _ if *a == unit => Some(*b),
            _ if *b == unit => Some(*a),
            _ => None,
        })
    }

    /// What was told of a fact and still counts.
    pub fn told(&self, fact: &Fact) -> Option<FactValue> {
        self.told.get(&fact.in_order()).copied()
    }

    /// All that was told and still counts.
    pub fn facts(&self) -> impl Iterator<Item = (&Fact, FactValue)> {
        self.told.iter().map(|(fact, value)| (fact, *value))
    }

    /// How a rule is read in this game, where that was chosen.
    pub fn reading(&self, id: ReadingId) -> Option<WayId> {
        self.readings.get(&id).copied()
    }

    /// All readings that were chosen.
    pub fn readings(&self) -> impl Iterator<Item = (ReadingId, WayId)> + '_ {
        self.readings.iter().map(|(id, way)| (*id, *way))
    }

    /// How the battle ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

/// A pair of units in its one order.
fn pair(a: UnitId, b: UnitId) -> (UnitId, UnitId) {
    if a <= b { (a, b) } else { (b, a) }
}
