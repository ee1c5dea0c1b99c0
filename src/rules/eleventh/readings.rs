//! Rules that can be read in more than one way, with the way they are read here and why.

use crate::id::{ReadingId, WayId};
use crate::rules::{Reading, Way};
use crate::table::Table;

pub(super) const YES: WayId = WayId::new("yes");
pub(super) const NO: WayId = WayId::new("no");

/// Do units off the battlefield make battle-shock rolls?
pub(super) const OFF_THE_TABLE: Reading = Reading {
    id: ReadingId::new("AMB-06"),
    title: "Do units in reserve or aboard make battle-shock rolls?",
    default: YES,
    ways: &[
        Way { id: YES, words: "Yes: in their owner's Battle-shock step like any other unit." },
        Way { id: NO, words: "No: only units on the battlefield roll." },
    ],
    reason: "The published definitions let rules that reach all units of an army reach those units, and name this roll.",
};

/// Does contact with nothing but AIRCRAFT bar a charge?
pub(super) const ONLY_AIRCRAFT: Reading = Reading {
    id: ReadingId::new("AMB-10"),
    title: "Is a unit that is engaged only with AIRCRAFT barred from charging?",
    default: YES,
    ways: &[
        Way { id: YES, words: "Yes: it is engaged." },
        Way { id: NO, words: "No: AIRCRAFT are left out, as for normal and advance moves." },
    ],
    reason: "23.02 makes its exception for two move types by name; a charge is not among them.",
};

/// Who controls a secured objective at equal levels?
pub(super) const SECURED_TIE: Reading = Reading {
    id: ReadingId::new("AMB-21"),
    title: "Does a secured objective stay secured at equal levels above 0?",
    default: YES,
    ways: &[
        Way { id: YES, words: "Yes: only a greater level of the other side takes it." },
        Way { id: NO, words: "No: equal levels above 0 leave it to nobody." },
    ],
    reason: "14.03 asks for a greater level, and 14.02 leaves secured objectives out of its rule on ties.",
};

/// All of them.
pub(super) const ALL: &[Reading] = &[OFF_THE_TABLE, ONLY_AIRCRAFT, SECURED_TIE];

/// Whether a reading of yes and no is read as yes in this game.
pub(super) fn yes(table: &Table, reading: &Reading) -> bool {
    reading.on(table) == YES
}
