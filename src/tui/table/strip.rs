//! The strip: where the game stands, the points, the time.

use ratatui::buffer::CellWidth;
use ratatui::text::{Line, Span};

use super::Table;
use crate::session::words::duration;
use crate::table::{Place, Table as Battle};
use crate::tui::{Theme, fit};

/// The strip in a line.
pub fn line(table: &Table, theme: Theme, width: u16) -> Line<'static> {
    let battle = table.session().game().table();
    let points = |of: fn(&crate::table::Side) -> i32| {
        battle.sides().map(|(_, side)| of(side).to_string()).collect::<Vec<_>>().join(":")
    };
    let (vp, cp) = (points(|side| side.vp), points(|side| side.cp));
    let played = duration(table.session().seconds());
    let looking = if table.session().is_read_only() { "read-only   " } else { "" };
    let left = format!(" {}", standing(battle));
    let whole = format!("  {looking}VP {vp}   CP {cp}   {played} ");
    let short = format!("  {looking}VP {vp}   CP {cp} ");
    // Where the game stands matters most, then the points, then the time.
    let fits = |right: &String| left.cell_width().saturating_add(right.cell_width()) <= width;
    let right = [whole, short].into_iter().find(fits).unwrap_or_default();
    let room = width.saturating_sub(right.cell_width());
    Line::from(vec![Span::styled(fit::column(&left, room), theme.title), Span::styled(right, theme.plain)])
}

/// Where the game stands: `Round 2 · Orks' turn · SHOOTING · shoot`.
fn standing(battle: &Battle) -> String {
    if battle.outcome().is_some() {
        return "The battle is over".to_owned();
    }
    let path = battle.clock().path();
    if path.is_empty() {
        return "Before the battle".to_owned();
    }
    let plain = |place: &Place| place.number.is_none() && place.side.is_none() && place.unit.is_none();
    let current = path.iter().position(plain);
    let words = path.iter().enumerate().map(|(at, place)| {
        let words = place_words(battle, place);
        if Some(at) == current { words.to_uppercase() } else { words }
    });
    words.collect::<Vec<_>>().join(" · ")
}

fn place_words(battle: &Battle, place: &Place) -> String {
    let name = place.name.as_str().replace('-', " ");
    let mut words = match (place.unit.and_then(|id| battle.unit(id)), place.side) {
        (Some(unit), _) => format!("{}: {name}", unit.name()),
        (None, Some(side)) => {
            let side = battle.side_name(side).to_string();
            let of = if side.ends_with('s') { "'" } else { "'s" };
            format!("{side}{of} {name}")
        }
        (None, None) => name,
    };
    if let Some(number) = place.number {
        words = format!("{words} {number}");
        if let Some(first) = words.get(..1).map(str::to_uppercase) {
            words.replace_range(..1, &first);
        }
    }
    words
}
