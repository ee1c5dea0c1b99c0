//! The first screen: what this is, what this version holds, and where a player's files belong.

use std::path::Path;

use ratatui::Frame;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;

use super::{App, fit};
use crate::text::Text;

/// What the first screen shows.
#[derive(Debug)]
pub struct Home {
    data: Text,
}

impl Home {
    /// The first screen, with the data folder in use.
    pub fn new(data: &Path) -> Home {
        Home { data: Text::cleaned(&data.to_string_lossy()) }
    }
}

/// Draws the first screen. What a low one has no room for stands at the end.
pub fn view(app: &App, frame: &mut Frame, area: Rect) {
    let column = area.inner(Margin::new(1, 0)).centered_horizontally(Constraint::Max(fit::COLUMN));
    let lines = lines(app, column.width);
    // One part of the free space above, two below: the eye takes that for the middle.
    let above = usize::from(area.height).saturating_sub(lines.len()) / 3;
    for (line, row) in lines.into_iter().zip(column.rows().skip(above)) {
        frame.render_widget(line, row);
    }
}

fn lines(app: &App, width: u16) -> Vec<Line<'static>> {
    let theme = app.theme;
    let words =
        |words, style| fit::wrapped(words, width).into_iter().map(move |line| Line::styled(line, style));
    let mut lines = vec![Line::styled(concat!("Adjutant ", env!("CARGO_PKG_VERSION")), theme.title)];
    lines.extend(words("A referee for Warhammer 40,000 that sits beside the table.", theme.plain));
    lines.extend([Line::default(), Line::styled("This version", theme.heading)]);
    lines.extend(words("It holds the engine, as a library. The rulesets come next.", theme.plain));
    lines.extend(words("No game can be started yet.", theme.plain));
    lines.extend([Line::default(), Line::styled("Data folder", theme.heading)]);
    lines.push(Line::styled(fit::end_of(app.home.data.as_str(), width), theme.plain));
    lines.extend(words("Nothing is written there yet.", theme.plain));
    lines
}
