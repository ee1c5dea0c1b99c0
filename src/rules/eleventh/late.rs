//! Deeds done after their time: the same procedures as in a beat, named by the rule they follow.

use crate::desk::{Desk, Flow};
use crate::id::{DeedId, SideId, UnitId};
use crate::rules::Deed;
use crate::rules::eleventh::{battle_shock, charge, command, movement, stats, turn};
use crate::table::{Table, Unit};

/// A procedure that one unit does.
type Procedure = fn(&mut Desk<'_>, UnitId) -> Flow<()>;

struct UnitDeed {
    // Stands before the unit's name in the name of the deed.
    prefix: &'static str,
    words: &'static str,
    // Whether the unit has to be on the battlefield.
    there: bool,
    procedure: Procedure,
}

const UNIT_DEEDS: &[UnitDeed] = &[
    UnitDeed {
        prefix: "08.03:",
        words: "the battle-shock roll of the Battle-shock step",
        there: false,
        procedure: battle_shock::roll_of_the_step,
    },
    UnitDeed {
        prefix: "01.07:",
        words: "a battle-shock roll for another rule",
        there: false,
        procedure: battle_shock::forced_roll,
    },
    UnitDeed { prefix: "09.05:", words: "a normal move", there: true, procedure: movement::normal_move },
    UnitDeed { prefix: "09.06:", words: "an advance", there: true, procedure: movement::advance },
    UnitDeed {
        prefix: "11.02:",
        words: "a charge declared, and its roll",
        there: true,
        procedure: charge::charge,
    },
];

/// Stands before the side in the name of gaining a command point.
const GAIN_CP: &str = "08.02:";

/// What could be done late. A unit whose name leaves no room for the rule's has no such deeds.
pub(super) fn deeds(table: &Table) -> Vec<Deed> {
    let gains = table.sides().filter_map(|(id, side)| {
        let words = format!("{}: a command point", side.name);
        Some(Deed { id: format!("{GAIN_CP}{}", turn::side_word(id)).parse().ok()?, words, unit: None })
    });
    let units = table.units().filter(|unit| stats::is_in_battle(unit));
    let moves = units.flat_map(|unit| {
        let able = UNIT_DEEDS.iter().filter(|deed| !deed.there || stats::is_on_battlefield(unit));
        able.filter_map(|deed| {
            let id = format!("{}{}", deed.prefix, unit.id).parse().ok()?;
            Some(Deed { id, words: format!("{}: {}", unit.name(), deed.words), unit: Some(unit.id) })
        })
    });
    gains.chain(moves).collect()
}

/// Does one of them. One that no longer fits does nothing.
pub(super) fn late(desk: &mut Desk<'_>, deed: DeedId) -> Flow<()> {
    if let Some(side) = deed.as_str().strip_prefix(GAIN_CP) {
        let sides: Vec<SideId> = desk.table().sides().map(|(id, _)| id).collect();
        if let Some(side) = sides.into_iter().find(|id| turn::side_word(*id) == side) {
            command::gain_cp(desk, side, "a late gain");
        }
        return Ok(());
    }
    let named = UNIT_DEEDS.iter().find_map(|kind| Some((kind, deed.as_str().strip_prefix(kind.prefix)?)));
    let Some((kind, unit)) = named else { return Ok(()) };
    let unit = unit.parse().ok().filter(|id| desk.table().unit(*id).is_some_and(Unit::is_standing));
    match unit {
        Some(unit) => (kind.procedure)(desk, unit),
        None => Ok(()),
    }
}
