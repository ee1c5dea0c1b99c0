//! The 11th edition.
//!
//! One file per chapter or subject: `turn` says what comes after what, [`marks`] how long everything temporary lasts,
//! [`windows`] when something may be done besides answering, `readings` how unclear rules are read. The chapters follow:
//! `command` and `battle_shock` (08), `movement` (09), `shooting` (10), `charge` (11), `fight` (12),
//! `objectives` (14), `stratagems` (15). `late` names what can be done after its time.
//!
//! This is the frame of a battle: the clock, its steps and windows, who is selected for what. The attacks of a unit that is
//! selected to shoot or to fight, and charge moves, are made at the table and entered by rulings.

mod battle_shock;
mod charge;
mod clock;
mod command;
mod fight;
mod late;
pub mod marks;
mod movement;
mod objectives;
mod readings;
mod shooting;
pub mod stats;
mod stratagems;
mod turn;
pub mod windows;

use crate::id::RulesetId;
use crate::rules::Ruleset;

/// The 11th edition.
pub static ELEVENTH: Ruleset = Ruleset {
    id: RulesetId::new("eleventh"),
    name: "Warhammer 40,000, 11th edition",
    levels: clock::LEVELS,
    marks: marks::KINDS,
    readings: readings::ALL,
    beat: turn::beat,
    deeds: late::deeds,
    late: late::late,
};
