//! Where the game stands: a path such as `round 2 / turn of the Orks / shooting / shoot`.
//!
//! The clock knows neither phases nor turns: an edition names its levels and enters them. Leaving an element ends its
//! span, and with it everything that was to last until then.

use serde::{Deserialize, Serialize};

use crate::id::{Key, LevelId, PlaceId, SideId, UnitId};

/// One element of the clock's path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Place {
    /// The level it stands at: `round`, `turn`, `phase`. A path holds a level once.
    pub level: LevelId,
    /// What it is: `shooting`.
    pub name: PlaceId,
    /// Which one, where they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// The unit it belongs to, where units are activated one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
}

impl Place {
    /// An element of a level.
    pub const fn new(level: LevelId, name: PlaceId) -> Place {
        Place { level, name, number: None, side: None, unit: None }
    }

    /// The same, counted.
    #[must_use]
    pub const fn number(mut self, number: u16) -> Place {
        self.number = Some(number);
        self
    }

    /// The same, of a side.
    #[must_use]
    pub const fn side(mut self, side: SideId) -> Place {
        self.side = Some(side);
        self
    }

    /// The same, of a unit.
    #[must_use]
    pub const fn unit(mut self, unit: UnitId) -> Place {
        self.unit = Some(unit);
        self
    }
}

/// A span that has not begun yet: `the Orks' next command`, `the next round`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct NextSpan {
    /// The name or the level of the element.
    pub of: Key,
    /// Whose it is, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
}

/// The path itself, outermost first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clock {
    path: Vec<Place>,
}

impl Clock {
    /// A clock that stands at this path. Of two elements of one level the later wins.
    pub fn at(path: impl IntoIterator<Item = Place>) -> Clock {
        let mut clock = Clock::default();
        for place in path {
            clock.cut(place.level);
            clock.path.push(place);
        }
        clock
    }

    /// The path, outermost first.
    pub fn path(&self) -> &[Place] {
        &self.path
    }

    /// The innermost element.
    pub fn now(&self) -> Option<&Place> {
        self.path.last()
    }

    /// The element of a level.
    pub fn level(&self, level: LevelId) -> Option<&Place> {
        self.path.iter().find(|place| place.level == level)
    }

    /// The number of a level's element: which round it is. 0 before the first.
    pub fn number(&self, level: LevelId) -> u16 {
        self.level(level).and_then(|place| place.number).unwrap_or(0)
    }

    /// Whether an element of this name or level is on the path.
    pub fn is_in(&self, word: Key) -> bool {
        self.path.iter().any(|place| place.level.0 == word || place.name.0 == word)
    }

    /// Whose element it is: the innermost that belongs to a side.
    pub fn side(&self) -> Option<SideId> {
        self.path.iter().rev().find_map(|place| place.side)
    }

    /// Whether the innermost element is the one a [`NextSpan`] waits for.
    pub(super) fn fits(&self, span: NextSpan) -> bool {
        let Some(now) = self.now() else { return false };
        (now.level.0 == span.of || now.name.0 == span.of) && (span.side.is_none() || span.side == self.side())
    }

    pub(super) fn push(&mut self, place: Place) {
        self.path.push(place);
    }

    pub(super) fn pop(&mut self) -> Option<Place> {
        self.path.pop()
    }

    /// How many elements stand outside a level; the whole path where it holds no such level.
    pub(super) fn depth(&self, level: LevelId) -> usize {
        self.path.iter().position(|place| place.level == level).unwrap_or(self.path.len())
    }

    fn cut(&mut self, level: LevelId) {
        self.path.truncate(self.depth(level));
    }
}
