//! A ruling on the wounds of a unit's models.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Act, Modal, Row, Table, Theme, Window, moved, rows};
use crate::desk::Ruling;
use crate::id::{ModelId, UnitId};
use crate::table::{Change, Setting};
use crate::tui::table::most_wounds;

/// A model, and the wounds it is to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Set {
    model: ModelId,
    was: i32,
    to: i32,
    most: i32,
}

/// The models of a unit, with the one under the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wounds {
    unit: UnitId,
    sets: Vec<Set>,
    at: usize,
    typing: bool,
}

/// More wounds than any model has.
const MOST: i32 = 999;

impl Wounds {
    /// As they are, of the unit under the cursor.
    pub fn of(table: &Table) -> Option<Wounds> {
        let unit = table.session().game().table().unit(table.selected()?)?;
        let set = |model: &crate::table::Model| {
            let was = if model.standing { model.wounds } else { 0 };
            Set { model: model.id, was, to: was, most: most_wounds(unit, model) }
        };
        Some(Wounds { unit: unit.id, sets: unit.models.iter().map(set).collect(), at: 0, typing: false })
    }

    /// What a key does, and what stands in front afterwards.
    pub fn act(mut self, act: Act, table: &mut Table) -> Option<Modal> {
        let typing = std::mem::replace(&mut self.typing, matches!(act, Act::Digit(_)));
        let set = self.sets.get_mut(self.at);
        match (act, set) {
            (Act::Enter, _) => {
                self.rule(table);
                return None;
            }
            (Act::Less, Some(set)) => set.to = (set.to - 1).max(0),
            (Act::More, Some(set)) => set.to = (set.to + 1).min(MOST),
            (Act::Digit(digit), Some(set)) => {
                let before = if typing { set.to * 10 } else { 0 };
                set.to = (before + i32::from(digit)).min(MOST);
            }
            (Act::Erase, Some(set)) => set.to /= 10,
            (act, _) => self.at = moved(self.at, act, self.sets.len()),
        }
        Some(Modal::Wounds(self))
    }

    /// Rules what was changed: a model without wounds is removed, one that has some again returns.
    fn rule(&self, table: &mut Table) {
        let battle = table.session().game().table();
        let mut changes = Vec::new();
        for set in self.sets.iter().filter(|set| set.to != set.was) {
            match (set.was, set.to) {
                (0, wounds) if battle.model(set.model).is_none_or(|model| !model.standing) => {
                    changes.push(Change::Returned { model: set.model, wounds });
                }
                (_, 0) => {
                    changes.push(Change::Set(Setting::Wounds { model: set.model, to: 0 }));
                    changes.push(Change::Removed { model: set.model });
                }
                (_, wounds) => changes.push(Change::Set(Setting::Wounds { model: set.model, to: wounds })),
            }
        }
        if changes.is_empty() {
            table.tell("No wounds were changed.");
        } else {
            table.rule(Ruling::new("wounds as on the table", changes));
        }
    }

    /// Draws it.
    pub fn view(&self, table: &Table, theme: Theme, frame: &mut Frame, area: Rect) {
        let battle = table.session().game().table();
        let name = |set: &Set| {
            let part = battle.component(set.model.of);
            let name = part.map_or_else(String::new, |part| part.name().to_string());
            if self.sets.len() > 1 { format!("{name} {}", set.model.number) } else { name }
        };
        let row = |set: &Set| {
            let change = if set.to == set.was { String::new() } else { format!("  (was {})", set.was) };
            let gone = if set.to == 0 { "  removed" } else { "" };
            let words = format!("{}: {} of {}{gone}{change}", name(set), set.to, set.most);
            Row { words, beside: Vec::new(), greyed: set.to == 0 }
        };
        let list: Vec<Row> = self.sets.iter().map(row).collect();
        let (lines, here) = rows(&list, self.at, theme, Window::width(area));
        let title =
            battle.unit(self.unit).map_or_else(String::new, |unit| format!("Wounds of {}", unit.name()));
        let lines = if lines.is_empty() { vec![Line::styled("No models.", theme.plain)] } else { lines };
        Window { title: &title, keys: "- and +, enter rules it" }.view(lines, here, theme, frame, area);
    }
}
