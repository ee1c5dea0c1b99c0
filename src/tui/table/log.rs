//! The log: what has happened, the latest last.

use ratatui::text::Line;

use super::Table;
use crate::game::LogLine;
use crate::session::words;
use crate::tui::{Theme, fit};

/// The last lines of the log that fit, some of the latest left out.
pub fn lines(table: &Table, theme: Theme, width: u16, height: u16, left_out: usize) -> Vec<Line<'static>> {
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
        let parts = fit::wrapped(&words, width.saturating_sub(2));
        for (at, part) in parts.into_iter().enumerate().rev() {
            let indent = if at == 0 { "" } else { "  " };
            lines.push(Line::styled(fit::start_of(&format!("{indent}{part}"), width), style));
        }
    }
    lines.truncate(usize::from(height));
    lines.reverse();
    lines
}
