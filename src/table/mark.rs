//! Marks: everything temporary that is true of something on the table, each with its own end.
//!
//! What a mark means is the edition's. The table only keeps it, and ends it with its span, so that no rule has to
//! remember to clear a flag.

use std::collections::BTreeMap;
use std::ops::Bound;

use serde::{Deserialize, Serialize};

use crate::id::{LevelId, MarkId, ModelId, ObjectiveId, SideId, UnitId};
use crate::table::NextSpan;
use crate::text::Text;

/// What a mark or a counter is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// The game as a whole.
    Game,
    /// A side.
    Side(SideId),
    /// A unit.
    Unit(UnitId),
    /// A model.
    Model(ModelId),
    /// An objective.
    Objective(ObjectiveId),
    /// A unit toward another: `destroyed`, `shot at`. The order matters.
    Pair(UnitId, UnitId),
}

impl On {
    /// Whether it has to do with this unit.
    pub fn concerns(&self, unit: UnitId) -> bool {
        match self {
            On::Unit(id) => *id == unit,
            On::Pair(from, to) => *from == unit || *to == unit,
            On::Game | On::Side(_) | On::Model(_) | On::Objective(_) => false,
        }
    }
}

/// When a mark ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Never, before the battle does.
    #[default]
    Battle,
    /// When the clock leaves the element of this level in which it now stands: "until the end of the phase".
    Leaving(LevelId),
    /// When a span that has not begun yet begins: "until the start of your next turn".
    Start(NextSpan),
    /// When a span that has not begun yet ends: "until the end of your next command".
    End(NextSpan),
    /// When this unit next moves.
    Move(UnitId),
    /// When what it comes from is lost.
    Lost(Source),
}

/// What a lasting effect comes from. It is lost when its last model leaves the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A unit.
    Unit(UnitId),
    /// A component of a unit: a leader.
    Component(UnitId),
    /// A single model: the bearer of something.
    Model(ModelId),
}

/// A mark.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Mark {
    /// Its kind. One of a kind can be on a thing; a second takes the place of the first.
    pub id: MarkId,
    /// What it is on.
    pub on: On,
    /// A number that goes with it: how far it moved, how large it was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value: i32,
    /// When it ends.
    #[serde(default, skip_serializing_if = "is_battle")]
    pub until: Until,
    /// What a player calls it, for marks of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(value: &i32) -> bool {
    *value == 0
}

fn is_battle(until: &Until) -> bool {
    *until == Until::Battle
}

impl Mark {
    /// A mark that lasts for the battle.
    pub const fn new(id: MarkId, on: On) -> Mark {
        Mark { id, on, value: 0, until: Until::Battle, label: None }
    }

    /// The same with an end.
    #[must_use]
    pub const fn until(mut self, until: Until) -> Mark {
        self.until = until;
        self
    }

    /// The same with a number.
    #[must_use]
    pub const fn value(mut self, value: i32) -> Mark {
        self.value = value;
        self
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Kept {
    value: i32,
    until: Until,
    label: Option<Text>,
}

/// All marks on the table, in a fixed order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks(BTreeMap<(On, MarkId), Kept>);

impl Marks {
    /// The mark of a kind on a thing.
    pub fn get(&self, on: On, id: MarkId) -> Option<Mark> {
        self.0.get(&(on, id)).map(|kept| kept.mark(on, id))
    }

    /// Whether there is a mark of a kind on a thing.
    pub fn has(&self, on: On, id: MarkId) -> bool {
        self.0.contains_key(&(on, id))
    }

    /// The number of the mark of a kind on a thing.
    pub fn value(&self, on: On, id: MarkId) -> Option<i32> {
        self.0.get(&(on, id)).map(|kept| kept.value)
    }

    /// All marks on a thing.
    pub fn on(&self, on: On) -> impl Iterator<Item = Mark> + '_ {
        // Keys are ordered by the thing first, so its marks stand together.
        self.0
            .range((Bound::Included((on, FIRST)), Bound::Unbounded))
            .take_while(move |((thing, _), _)| *thing == on)
            .map(|((on, id), kept)| kept.mark(*on, *id))
    }

    /// All marks.
    pub fn iter(&self) -> impl Iterator<Item = Mark> + '_ {
        self.0.iter().map(|((on, id), kept)| kept.mark(*on, *id))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn set(&mut self, mark: &Mark) {
        let kept = Kept { value: mark.value, until: mark.until, label: mark.label.clone() };
        self.0.insert((mark.on, mark.id), kept);
    }

    pub(super) fn unset(&mut self, on: On, id: MarkId) {
        self.0.remove(&(on, id));
    }

    /// Whether any mark ends so.
    pub(super) fn any(&self, ends: impl Fn(&Until) -> bool) -> bool {
        self.0.values().any(|kept| ends(&kept.until))
    }

    pub(super) fn end(&mut self, ends: impl Fn(&Until) -> bool) {
        self.0.retain(|_, kept| !ends(&kept.until));
    }

    /// Gives marks another end.
    pub(super) fn extend(&mut self, another: impl Fn(&Until) -> Option<Until>) {
        for kept in self.0.values_mut() {
            if let Some(until) = another(&kept.until) {
                kept.until = until;
            }
        }
    }
}

/// The name that stands before every other.
const FIRST: MarkId = MarkId::new("#");

impl Kept {
    fn mark(&self, on: On, id: MarkId) -> Mark {
        Mark { id, on, value: self.value, until: self.until, label: self.label.clone() }
    }
}
