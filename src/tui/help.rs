//! What the keys do, in front of whatever screen is open.

use ratatui::Frame;
use ratatui::buffer::CellWidth;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

use super::commands::COMMANDS;
use super::{App, fit};

/// Draws the help. Where it does not fit it takes all the room there is.
pub fn view(app: &App, frame: &mut Frame, area: Rect) {
    let block =
        Block::bordered().title(Span::styled(" Keys ", app.theme.title)).padding(Padding::horizontal(1));
    // Frame and padding stand around the column that the screen behind has.
    let across = area.centered_horizontally(Constraint::Max(fit::COLUMN + 4));
    let lines = lines(app, block.inner(across).width);
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let place = across.centered_vertically(Constraint::Max(height));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

fn lines(app: &App, width: u16) -> Vec<Line<'static>> {
    let keys_width =
        COMMANDS.iter().map(|command| command.all_keys().cell_width()).max().unwrap_or_default() + 2;
    let mut lines = Vec::new();
    for command in COMMANDS {
        let mut keys = command.all_keys();
        for part in fit::wrapped(command.sentence, width.saturating_sub(keys_width)) {
            let column = format!("{:1$}", std::mem::take(&mut keys), usize::from(keys_width));
            lines.push(Line::from(vec![
                Span::styled(column, app.theme.key),
                Span::styled(part, app.theme.plain),
            ]));
        }
    }
    lines
}
