//! What only the physical table knows, in a form that a measured board could answer as well as a person.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::id::{AreaId, ModelId, ObjectiveId, UnitId};

/// Something that can be measured from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// The nearest part of a unit.
    Unit(UnitId),
    /// A model.
    Model(ModelId),
    /// An objective.
    Objective(ObjectiveId),
    /// An area.
    Area(AreaId),
}

/// Something about the physical table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// Are these at most so many inches apart?
    Within {
        /// One end.
        a: Spot,
        /// The other.
        b: Spot,
        /// The distance.
        inches: u8,
    },
    /// How many models of the one unit are at most so many inches from the other?
    Reaching {
        /// The unit whose models count.
        from: UnitId,
        /// The other.
        to: UnitId,
        /// The distance.
        inches: u8,
    },
    /// Does any model of the one unit see the other?
    Visible {
        /// The unit that looks.
        from: UnitId,
        /// The unit looked at.
        to: UnitId,
    },
    /// How many models of the one unit see the other?
    Seeing {
        /// The unit that looks.
        from: UnitId,
        /// The unit looked at.
        to: UnitId,
    },
    /// Does the one unit have cover from the other?
    Cover {
        /// The unit in cover.
        unit: UnitId,
        /// The unit it has cover from.
        from: UnitId,
    },
    /// Are these units engaged with each other?
    Engaged {
        /// One unit.
        a: UnitId,
        /// The other.
        b: UnitId,
    },
    /// How many models of the unit are in range of the objective?
    InRange {
        /// The unit.
        unit: UnitId,
        /// The objective.
        objective: ObjectiveId,
    },
    /// Is the unit inside the area?
    Inside {
        /// The unit.
        unit: UnitId,
        /// The area.
        area: AreaId,
    },
    /// Is the unit in coherency?
    Coherent {
        /// The unit.
        unit: UnitId,
    },
}

/// What is told of a [`Fact`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactValue {
    /// Yes or no.
    Yes(bool),
    /// How many.
    Count(u16),
}

impl Fact {
    /// Whether it is told by a count rather than by yes or no.
    pub fn is_count(&self) -> bool {
        matches!(self, Fact::Reaching { .. } | Fact::Seeing { .. } | Fact::InRange { .. })
    }

    /// Whether a value can be told of it.
    pub fn takes(&self, value: FactValue) -> bool {
        self.is_count() == matches!(value, FactValue::Count(_))
    }

    /// The same fact in its one form: some ask the same of a and b as of b and a.
    #[must_use]
    pub fn in_order(self) -> Fact {
        match self {
            Fact::Within { a, b, inches } if b < a => Fact::Within { a: b, b: a, inches },
            Fact::Engaged { a, b } if b < a => Fact::Engaged { a: b, b: a },
            other => other,
        }
    }

    /// The one or two things it is about.
    pub fn spots(&self) -> [Spot; 2] {
        match *self {
            Fact::Within { a, b, .. } => [a, b],
            Fact::Reaching { from, to, .. } | Fact::Visible { from, to } | Fact::Seeing { from, to } => {
                [Spot::Unit(from), Spot::Unit(to)]
            }
            Fact::Cover { unit, from } => [Spot::Unit(unit), Spot::Unit(from)],
            Fact::Engaged { a, b } => [Spot::Unit(a), Spot::Unit(b)],
            Fact::InRange { unit, objective } => [Spot::Unit(unit), Spot::Objective(objective)],
            Fact::Inside { unit, area } => [Spot::Unit(unit), Spot::Area(area)],
            Fact::Coherent { unit } => [Spot::Unit(unit); 2],
        }
    }

    /// Whether it is about this unit, or a model of this component.
    pub fn concerns(&self, unit: UnitId) -> bool {
        self.spots().iter().any(|spot| match spot {
            Spot::Unit(id) => *id == unit,
            Spot::Model(model) => model.of == unit,
            Spot::Objective(_) | Spot::Area(_) => false,
        })
    }
}

impl FactValue {
    /// Yes, or more than none.
    pub fn holds(self) -> bool {
        match self {
            FactValue::Yes(yes) => yes,
            FactValue::Count(count) => count > 0,
        }
    }

    /// How many; yes is 1.
    pub fn count(self) -> u16 {
        match self {
            FactValue::Yes(yes) => u16::from(yes),
            FactValue::Count(count) => count,
        }
    }
}

impl fmt::Display for FactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactValue::Yes(true) => f.write_str("yes"),
            FactValue::Yes(false) => f.write_str("no"),
            FactValue::Count(count) => write!(f, "{count}"),
        }
    }
}
