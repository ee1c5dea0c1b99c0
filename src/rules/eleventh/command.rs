//! 08: the Command phase, its battle-shock apart.

use crate::desk::{Desk, Flow};
use crate::id::{RuleId, SideId};
use crate::rules::eleventh::turn::Progress;
use crate::rules::eleventh::windows;
use crate::table::Change;

const CORE: RuleId = RuleId::new("08.02");

/// 08.02: in every Command phase each side gains a command point, whosever turn it is.
#[allow(clippy::unnecessary_wraps, reason = "the work of a step may ask")]
pub(super) fn gain_core_cp(desk: &mut Desk<'_>, _: SideId) -> Flow<Progress> {
    desk.window(CORE, windows::CORE_CP);
    let sides: Vec<SideId> = desk.table().sides().map(|(side, _)| side).collect();
    for side in sides {
        gain_cp(desk, side, "the Command phase");
    }
    Ok(Progress::Over)
}

/// A side gains a command point.
pub(super) fn gain_cp(desk: &mut Desk<'_>, side: SideId, source: &str) {
    desk.record(CORE, Change::Cp { side, by: 1, source: Some(source.into()) });
}
