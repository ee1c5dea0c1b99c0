//! A side's units, one of them in full, and the objectives.

use ratatui::buffer::CellWidth;
use ratatui::text::{Line, Span};

use super::Table;
use crate::id::{SideId, StatId};
use crate::table::{Component, Mark, Model, On, Unit, Whereabouts};
use crate::tui::{Theme, fit};

/// The characteristic that says how many wounds a model starts with.
const WOUNDS: StatId = StatId::new("W");

/// In which order characteristics are read, where a datasheet has them; all others follow.
const USUAL: [&str; 12] = ["M", "WS", "BS", "S", "T", "Sv", "InSv", "W", "I", "A", "Ld", "OC"];

/// A side's units, two lines each, and the line of the one under the cursor.
pub fn lines(
    table: &Table,
    side: SideId,
    theme: Theme,
    width: u16,
    focused: bool,
) -> (Vec<Line<'static>>, usize) {
    let mut lines = Vec::new();
    let mut at = 0;
    let selected = table.unit_of(side).map(|unit| unit.id);
    let longest = table.units(side).map(|unit| unit.name().cell_width()).max().unwrap_or(0);
    for unit in table.units(side) {
        let chosen = Some(unit.id) == selected;
        if chosen {
            at = lines.len();
        }
        lines.push(unit_line(unit, theme, width, longest, focused && chosen));
        let chips = chips(table, unit);
        if !chips.is_empty() {
            lines.push(Line::styled(fit::start_of(&format!("  {}", chips.join(", ")), width), theme.faint));
        }
    }
    (lines, at)
}

/// `Boyz A   8/10 ■■■■■■■■□□`
fn unit_line(unit: &Unit, theme: Theme, width: u16, longest: u16, chosen: bool) -> Line<'static> {
    let (now, most, full, empty) = strength(unit);
    let count = format!("{:>6} ", format!("{now}/{most}"));
    let mark = if chosen { "▸" } else { " " };
    let room = width.saturating_sub(1 + count.cell_width());
    let pips = room.saturating_sub(longest).clamp(0, 10);
    let pips = if pips < 4 { 0 } else { pips };
    let name = fit::column(unit.name(), room - pips);
    let style = match (chosen, unit.is_standing()) {
        (true, _) => theme.chosen,
        (false, true) => theme.plain,
        (false, false) => theme.faint,
    };
    let bar = bar(now, most, pips.into(), full, empty);
    Line::from(vec![Span::styled(format!("{mark}{name}{count}"), style), Span::styled(bar, theme.faint)])
}

/// How much of a unit is left, of how much, and what that is drawn with: wounds of a lone model, else models.
fn strength(unit: &Unit) -> (i32, i32, char, char) {
    match &unit.models[..] {
        [lone] => {
            let now = if lone.standing { lone.wounds } else { 0 };
            (now, most_wounds(unit, lone).max(now), '▰', '▱')
        }
        models => {
            let standing = models.iter().filter(|model| model.standing).count();
            let now = i32::try_from(standing).unwrap_or(i32::MAX);
            (now, i32::from(unit.starting()).max(now), '■', '□')
        }
    }
}

/// What a model starts with, as far as its datasheet says.
pub fn most_wounds(unit: &Unit, model: &Model) -> i32 {
    let component = unit.component(model.id.of);
    let printed =
        component.and_then(|part| part.stat(model.profile, WOUNDS)).and_then(crate::army::Value::number);
    printed.map_or(model.wounds, i32::from)
}

/// So many of the most, on so many cells; while anything is left, something shows.
fn bar(now: i32, most: i32, cells: usize, full: char, empty: char) -> String {
    let (now, most) = (usize::try_from(now).unwrap_or(0), usize::try_from(most).unwrap_or(0));
    let cells = cells.min(most);
    let filled = if most == 0 { 0 } else { (now * cells).div_ceil(most).min(cells) };
    let drawn = |sign: char, count: usize| std::iter::repeat_n(sign, count);
    drawn(full, filled).chain(drawn(empty, cells - filled)).collect()
}

/// What is to be known of a unit at a glance: where it is, whom it is engaged with, its marks.
fn chips(table: &Table, unit: &Unit) -> Vec<String> {
    let battle = table.session().game().table();
    let mut chips: Vec<String> = Vec::new();
    if !unit.is_standing() {
        return vec!["destroyed".to_owned()];
    }
    let name = |id| battle.unit(id).map_or_else(String::new, |other| other.name().to_owned());
    match unit.at {
        Whereabouts::Table => {}
        Whereabouts::Reserve => chips.push("in reserve".to_owned()),
        Whereabouts::Aboard(other) => chips.push(format!("aboard {}", name(other))),
        Whereabouts::Gone => chips.push("off the table".to_owned()),
    }
    let engaged: Vec<String> = battle.engaged_with(unit.id).map(name).collect();
    if !engaged.is_empty() {
        chips.push(format!("engaged with {}", engaged.join(" and ")));
    }
    if unit.models.len() > 1 {
        let hurt = unit.standing().filter(|model| model.wounds < most_wounds(unit, model));
        chips.extend(hurt.map(|model| format!("one at {} W", model.wounds)));
    }
    chips.extend(battle.marks().on(On::Unit(unit.id)).map(|mark| mark_words(table, &mark)));
    chips
}

fn mark_words(table: &Table, mark: &Mark) -> String {
    let label = match (&mark.label, table.session().game().rules().mark_label(mark.id)) {
        (Some(label), _) => label.to_string(),
        (None, Some(label)) => label.to_owned(),
        (None, None) => mark.id.to_string(),
    };
    if mark.value == 0 { label } else { format!("{label} {}", mark.value) }
}

/// One unit in full: its components with their characteristics, and all that is marked.
pub fn details(table: &Table, unit: &Unit, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let wrap = |words: &str, style| {
        fit::wrapped(words, width)
            .into_iter()
            .map(move |part| Line::styled(fit::start_of(&part, width), style))
    };
    for part in &unit.components {
        if unit.components.len() > 1 {
            lines.extend(wrap(part.name().as_str(), theme.plain));
        }
        for (profile, words) in stats(part) {
            let words = if part.sheet.profiles.len() > 1 { format!("{profile}: {words}") } else { words };
            lines.extend(wrap(&words, theme.plain));
        }
    }
    for chip in chips(table, unit) {
        lines.extend(wrap(&chip, theme.faint));
    }
    let battle = table.session().game().table();
    let counters = battle.counters().filter(|(on, ..)| *on == On::Unit(unit.id));
    for (_, id, count) in counters {
        lines.extend(wrap(&format!("{id}: {count}"), theme.faint));
    }
    lines
}

/// The characteristics of each kind of model: `M6 T5 Sv5 W1`.
fn stats(part: &Component) -> Vec<(String, String)> {
    let place = |stat: &StatId| USUAL.iter().position(|usual| *usual == stat.as_str()).unwrap_or(USUAL.len());
    let line = |profile: &crate::army::Profile| {
        let mut known: Vec<StatId> = profile.stats.keys().copied().collect();
        known.sort_by_key(place);
        let told = known.iter().filter_map(|stat| Some(format!("{stat}{}", part.stat(profile.id, *stat)?)));
        (profile.name.to_string(), told.collect::<Vec<_>>().join(" "))
    };
    part.sheet.profiles.iter().map(line).collect()
}

/// The objectives and who holds them.
pub fn objectives(table: &Table, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let battle = table.session().game().table();
    let line = |objective: &crate::table::Objective| {
        let holder = objective.holder.map_or("nobody".into(), |side| battle.side_name(side));
        let style = if objective.holder.is_some() { theme.plain } else { theme.faint };
        Line::styled(fit::ends(objective.name.as_str(), &format!(" {holder}"), width), style)
    };
    battle.objectives().iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_never_empty_while_anything_is_left() {
        assert_eq!(bar(8, 10, 10, '#', '.'), "########..");
        assert_eq!(bar(1, 30, 10, '#', '.'), "#.........");
        assert_eq!(bar(0, 30, 4, '#', '.'), "....");
        assert_eq!(bar(2, 3, 10, '#', '.'), "##.");
        assert_eq!(bar(0, 0, 10, '#', '.'), "");
        assert_eq!(bar(5, 5, 0, '#', '.'), "");
    }
}
