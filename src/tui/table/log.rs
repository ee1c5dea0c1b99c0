//! The log: what has happened, the latest last.

use ratatui::text::Line;

use super::Table;
use crate::game::LogLine;
use crate::session::words;
use crate::table::Change;
use crate::tui::{Theme, fit};

/// Which lines of the log are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excerpt {
    /// The latest; of a mark only what one line holds.
    Latest,
    /// All but so many of the latest, in full.
    Without(usize),
}

/// The last lines of an excerpt, as many as fit.
pub fn lines(table: &Table, theme: Theme, width: u16, height: u16, excerpt: Excerpt) -> Vec<Line<'static>> {
    let left_out = if let Excerpt::Without(latest) = excerpt { latest } else { 0 };
    let game = table.session().game();
    let told: Vec<LogLine<'_>> = game.log().filter(words::tells).collect();
    let mut lines: Vec<Line<'static>> = Vec::new();
    for line in told.iter().rev().skip(left_out) {
        if lines.len() >= usize::from(height) {
            break;
        }
        let (words, style) = match line {
            LogLine::Event(_, event) => (game.words(event), theme.plain),
            LogLine::Note(note) => (format!("– {}", words::note(note)), theme.faint),
        };
        // Built from the end, so the last part of a line comes first.
        let mark = matches!(line, LogLine::Event(_, event) if matches!(event.change, Change::Marked(_)));
        let parts = if mark && excerpt == Excerpt::Latest {
            vec![words]
        } else {
            fit::wrapped(&words, width.saturating_sub(2))
        };
        for (at, part) in parts.into_iter().enumerate().rev() {
            let indent = if at == 0 { "" } else { "  " };
            lines.push(Line::styled(fit::start_of(&format!("{indent}{part}"), width), style));
        }
    }
    lines.truncate(usize::from(height));
    lines.reverse();
    lines
}
