//! What the keys do, in front of whatever screen is open.

use ratatui::Frame;
use ratatui::buffer::CellWidth;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{Theme, Window, fit};
use crate::tui::commands::COMMANDS;

/// So many lines the help has at the most, where they are narrow.
pub fn lines_at_most() -> usize {
    COMMANDS.len() * 2
}

/// Draws the help. Where it does not fit it takes all the room there is, and goes on from a later line.
pub fn view(from: usize, theme: Theme, frame: &mut Frame, area: Rect) {
    let lines = lines(theme, Window::width(area));
    let room = usize::from(area.height).saturating_sub(2);
    let from = from.min(lines.len().saturating_sub(room));
    let keys = if lines.len() > room { "up, down: more" } else { "" };
    let lines = lines.into_iter().skip(from).collect();
    Window { title: "Keys", keys }.view(lines, 0, theme, frame, area);
}

fn lines(theme: Theme, width: u16) -> Vec<Line<'static>> {
    let keys_width =
        COMMANDS.iter().map(|command| command.all_keys().cell_width()).max().unwrap_or_default() + 2;
    let mut lines = Vec::new();
    for command in COMMANDS {
        let mut keys = command.all_keys();
        for part in fit::wrapped(command.sentence, width.saturating_sub(keys_width)) {
            let column = format!("{:1$}", std::mem::take(&mut keys), usize::from(keys_width));
            lines.push(Line::from(vec![Span::styled(column, theme.key), Span::styled(part, theme.plain)]));
        }
    }
    lines
}
