//! Events: facts that changed the table, with the rule that caused them. The log that people read is made of them, and
//! so is the save: kinds and fields are added with a default, never renamed, never used for something else.

use serde::{Deserialize, Serialize};

use crate::id::{
    CounterId, DeedId, LevelId, MarkId, ModelId, ObjectiveId, ReadingId, RuleId, SideId, UnitId, WayId,
};
use crate::table::{
    Amended, Aspect, Fact, FactValue, Mark, Objective, On, Outcome, Place, Unit, Whereabouts,
};
use crate::text::Text;

/// A change with its reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Event {
    /// The rule that caused it.
    pub rule: RuleId,
    /// Whether the rules did it, or the players over their heads.
    #[serde(default, skip_serializing_if = "Cause::is_rule")]
    pub cause: Cause,
    /// What changed.
    pub change: Change,
}

/// Who made an event happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The rules, from an answer.
    #[default]
    Rule,
    /// The players: the table is right.
    Ruling,
    /// The rules, in a deed done after its time.
    Late,
}

impl Cause {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_rule(&self) -> bool {
        *self == Cause::Rule
    }
}

/// What changed on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The clock enters an element. Where the path has one of its level, that one is left first.
    Entered(Place),
    /// The clock leaves the element of a level and all within it.
    Left(LevelId),
    /// The clock stands elsewhere: what both paths share stays, the rest is left and entered.
    Placed {
        /// The path, outermost first.
        path: Vec<Place>,
    },

    /// A mark is set, in place of one of its kind.
    Marked(Mark),
    /// A mark is gone before its time.
    Unmarked {
        /// What it was on.
        on: On,
        /// Its kind.
        id: MarkId,
    },
    /// A counter goes up or down.
    Counted {
        /// What it is on.
        on: On,
        /// Its kind.
        id: CounterId,
        /// By how much.
        by: i32,
    },

    /// A side gains or spends command points.
    Cp {
        /// The side.
        side: SideId,
        /// By how much.
        by: i32,
        /// What for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<Text>,
    },
    /// A side scores, or has a score corrected.
    Vp {
        /// The side.
        side: SideId,
        /// By how much.
        by: i32,
        /// What for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<Text>,
    },
    /// An objective changes hands.
    Held {
        /// The objective.
        objective: ObjectiveId,
        /// Who holds it now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<SideId>,
    },

    /// A model loses (below 0) or regains wounds. It never has fewer than none.
    Wounds {
        /// The model.
        model: ModelId,
        /// By how much.
        by: i32,
    },
    /// Something is set outright, whatever it was.
    Set(Setting),
    /// A model leaves the table for good.
    Removed {
        /// The model.
        model: ModelId,
    },
    /// A removed model is back.
    Returned {
        /// The model.
        model: ModelId,
        /// Its wounds.
        wounds: i32,
    },
    /// A unit moved: what was told of where it stands is forgotten, and marks until it moves end.
    Moved {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is elsewhere: set up, taken into reserve, aboard another.
    Put {
        /// The unit.
        unit: UnitId,
        /// Where it is.
        at: Whereabouts,
    },
    /// Two units are engaged with each other.
    Engaged {
        /// One unit.
        a: UnitId,
        /// The other.
        b: UnitId,
    },
    /// Two units are no longer engaged with each other.
    Parted {
        /// One unit.
        a: UnitId,
        /// The other.
        b: UnitId,
    },

    /// Somebody said how it is on the physical table.
    Told {
        /// What was asked.
        fact: Fact,
        /// What was told.
        value: FactValue,
    },
    /// What was told no longer counts.
    Forgotten {
        /// What was asked.
        fact: Fact,
    },

    /// A component is found to be other than printed; without `to`, as printed after all.
    Amended {
        /// The component.
        component: UnitId,
        /// What of it.
        aspect: Aspect,
        /// What it is found to be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Amended>,
    },
    /// A unit is in the game. It takes the place of one of its name.
    Added(Box<Unit>),
    /// A unit is as told here, in place of what it was.
    Replaced(Box<Unit>),
    /// A unit is out of the game, as if it had never been.
    Withdrawn {
        /// The unit.
        unit: UnitId,
    },
    /// A unit's components become part of another unit.
    Joined {
        /// The unit that ceases to be one.
        unit: UnitId,
        /// The unit it becomes part of.
        into: UnitId,
    },
    /// A component becomes a unit of its own.
    Split {
        /// The component; the unit gets its name.
        component: UnitId,
        /// The unit it leaves.
        from: UnitId,
    },
    /// An objective is in the game. It takes the place of one of its name.
    Laid(Objective),
    /// An objective is out of the game.
    Lifted {
        /// The objective.
        objective: ObjectiveId,
    },

    /// A rule is read another way in this game; without `way`, by its default.
    Read {
        /// The rule.
        reading: ReadingId,
        /// The way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        way: Option<WayId>,
    },
    /// The battle is over; without an outcome, it goes on after all.
    Ended {
        /// How it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },

    /// Dice fell. Changes nothing by itself; what comes of it follows.
    Rolled {
        /// What for.
        words: Text,
        /// Their natural faces.
        faces: Vec<u8>,
        /// Where these come from, unless they were read off the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Text>,
    },
    /// The players did what the rules would not have let them. Changes nothing by itself.
    Overruled {
        /// What was done.
        what: Text,
        /// Why.
        reason: Text,
    },
    /// A deed done after its time begins. Changes nothing by itself.
    Late {
        /// The deed.
        deed: DeedId,
    },
    /// A remark. Changes nothing.
    Noted {
        /// The words.
        words: Text,
    },
}

/// A value set outright.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Setting {
    /// A model's wounds.
    Wounds {
        /// The model.
        model: ModelId,
        /// Its wounds.
        to: i32,
    },
    /// A side's command points.
    Cp {
        /// The side.
        side: SideId,
        /// Its points.
        to: i32,
    },
    /// A side's victory points.
    Vp {
        /// The side.
        side: SideId,
        /// Its points.
        to: i32,
    },
    /// A counter.
    Count {
        /// What it is on.
        on: On,
        /// Its kind.
        id: CounterId,
        /// Its count.
        to: i32,
    },
}

impl Change {
    /// Whether it moves the clock.
    pub fn is_clock(&self) -> bool {
        matches!(self, Change::Entered(_) | Change::Left(_) | Change::Placed { .. })
    }

    /// The event of this change under a rule.
    pub fn under(self, rule: RuleId) -> Event {
        Event { rule, cause: Cause::Rule, change: self }
    }
}
