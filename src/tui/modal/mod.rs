//! What stands in front of a screen and has the keys.

mod help;
mod line;
mod lists;
mod wounds;

use ratatui::Frame;
use ratatui::buffer::CellWidth;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

use super::table::{Excerpt, Table, log_lines};
use super::{Act, Theme, fit};
pub use line::{Asking, Input};
pub use wounds::Wounds;

/// What stands in front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Modal {
    /// What the keys do, from this line on.
    Help(usize),
    /// What may be done besides answering, with the offer under the cursor.
    Offers(usize),
    /// What can be done late, with the deed under the cursor.
    Late(usize),
    /// The log, with so many of the latest lines left out.
    Log(usize),
    /// A ruling on the wounds of a unit's models.
    Wounds(Wounds),
    /// A line to be typed.
    Line(Input),
    /// Whether to leave the table.
    Leave,
}

/// How far a page goes.
const PAGE: usize = 10;

impl Modal {
    /// What a key does, and what stands in front afterwards.
    pub fn act(self, act: Act, table: Option<&mut Table>) -> Option<Modal> {
        match (self, table) {
            (Modal::Help(from), _) => match act {
                Act::Enter => None,
                _ => Some(Modal::Help(moved(from, act, help::lines_at_most()))),
            },
            (Modal::Offers(at), Some(table)) => lists::act_on_offers(at, act, table),
            (Modal::Late(at), Some(table)) => lists::act_on_deeds(at, act, table),
            (Modal::Log(back), Some(table)) => match act {
                Act::Enter => None,
                // Up goes back in time.
                Act::Up => Some(Modal::Log(moved(back, Act::Down, lines_told(table)))),
                Act::Down => Some(Modal::Log(moved(back, Act::Up, lines_told(table)))),
                Act::PageUp => Some(Modal::Log(moved(back, Act::PageDown, lines_told(table)))),
                Act::PageDown => Some(Modal::Log(moved(back, Act::PageUp, lines_told(table)))),
                _ => Some(Modal::Log(back)),
            },
            (Modal::Wounds(wounds), Some(table)) => wounds.act(act, table),
            (Modal::Line(input), Some(table)) => input.act(act, table),
            (other, _) => Some(other),
        }
    }

    /// A key that a line takes as it is. Whether it does.
    pub fn type_in(&mut self, c: char) -> bool {
        match self {
            Modal::Line(input) => {
                input.push(c);
                true
            }
            _ => false,
        }
    }

    /// Draws it in the middle.
    pub fn view(&self, table: Option<&Table>, theme: Theme, frame: &mut Frame, area: Rect) {
        match (self, table) {
            (Modal::Help(from), _) => help::view(*from, theme, frame, area),
            (Modal::Offers(at), Some(table)) => lists::view_offers(*at, table, theme, frame, area),
            (Modal::Late(at), Some(table)) => lists::view_deeds(*at, table, theme, frame, area),
            (Modal::Log(back), Some(table)) => {
                let (width, height) = (Window::width(area), area.height.saturating_sub(2));
                let lines = log_lines(table, theme, width, height, Excerpt::Without(*back));
                Window { title: "Log", keys: "up, down: older, newer" }.view(lines, 0, theme, frame, area);
            }
            (Modal::Wounds(wounds), Some(table)) => wounds.view(table, theme, frame, area),
            (Modal::Line(input), Some(table)) => input.view(table, theme, frame, area),
            (Modal::Leave, Some(table)) => {
                let words = match (table.session().warning(), table.session().path()) {
                    (Some(why), _) => format!("Not all of the game is saved: {why}"),
                    (None, Some(path)) => format!("The game is saved: {}", path.display()),
                    (None, None) => "This game is not saved: it was only looked at.".to_owned(),
                };
                let words = crate::text::Text::from(words).to_string();
                let wrap = |words: &str, style| {
                    let parts = fit::wrapped(words, Window::width(area));
                    parts.into_iter().map(move |part| Line::styled(part, style)).collect::<Vec<_>>()
                };
                let mut lines = wrap(&words, theme.plain);
                lines.push(Line::default());
                lines.extend(wrap(
                    "enter goes back to the list of saves, q leaves Adjutant, esc stays.",
                    theme.plain,
                ));
                Window { title: "Leave the table?", keys: "" }.view(lines, 0, theme, frame, area);
            }
            _ => {}
        }
    }
}

fn lines_told(table: &Table) -> usize {
    table.session().game().log().filter(crate::session::words::tells).count()
}

/// Where a cursor stands after a key, among so many.
fn moved(at: usize, act: Act, count: usize) -> usize {
    let last = count.saturating_sub(1);
    let at = at.min(last);
    match act {
        Act::Up => at.saturating_sub(1),
        Act::Down => (at + 1).min(last),
        Act::PageUp => at.saturating_sub(PAGE),
        Act::PageDown => (at + PAGE).min(last),
        _ => at,
    }
}

/// The width of what stands in front, with its frame. Where little would be seen beside it, it takes all there is.
fn across(area: Rect) -> u16 {
    const COLUMN: u16 = fit::COLUMN + 4;
    const BESIDE: u16 = 24;
    if area.width < COLUMN + BESIDE { area.width } else { COLUMN }
}

/// A frame in the middle of the screen.
struct Window<'a> {
    title: &'a str,
    keys: &'a str,
}

impl Window<'_> {
    /// How wide its lines may be.
    fn width(area: Rect) -> u16 {
        across(area).saturating_sub(4)
    }

    /// Draws it as high as its lines need. Where they do not fit, one of them is seen in any case.
    fn view(&self, lines: Vec<Line<'static>>, at: usize, theme: Theme, frame: &mut Frame, area: Rect) {
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
        let place = area.centered_horizontally(Constraint::Max(across(area)));
        let place = place.centered_vertically(Constraint::Max(height));
        let mut block = Block::bordered()
            .title(Span::styled(format!(" {} ", self.title), theme.title))
            .padding(Padding::horizontal(1));
        if !self.keys.is_empty() {
            let keys = fit::start_of(&format!(" {} ", self.keys), place.width.saturating_sub(2));
            block = block.title_bottom(Line::styled(keys, theme.faint).right_aligned());
        }
        let inner = block.inner(place);
        let from = super::table::scrolled(lines.len(), at, inner.height);
        frame.render_widget(Clear, place);
        let lines: Vec<Line<'static>> = lines.into_iter().skip(from).collect();
        frame.render_widget(Paragraph::new(lines).block(block), place);
    }
}

/// A row of a list: its number, its words, and what stands against it.
struct Row {
    words: String,
    beside: Vec<String>,
    greyed: bool,
}

/// A list with a cursor, and the line the cursor stands on.
fn rows(rows: &[Row], at: usize, theme: Theme, width: u16) -> (Vec<Line<'static>>, usize) {
    let mut lines = Vec::new();
    let mut here = 0;
    for (number, row) in rows.iter().enumerate() {
        let chosen = number == at;
        if chosen {
            here = lines.len();
        }
        let style = match (chosen, row.greyed) {
            (true, _) => theme.chosen,
            (false, true) => theme.faint,
            (false, false) => theme.plain,
        };
        let mark = if chosen { "▸" } else { " " };
        let mut first = format!("{mark}{:>2}  ", number + 1);
        let indent = first.cell_width();
        let below = |words: &str| fit::wrapped(words, width.saturating_sub(indent));
        for part in below(&row.words) {
            let line = std::mem::replace(&mut first, " ".repeat(indent.into())) + &part;
            lines.push(Line::styled(fit::start_of(&line, width), style));
        }
        for part in row.beside.iter().flat_map(|words| below(words)) {
            let line = " ".repeat(indent.into()) + &part;
            lines.push(Line::styled(fit::start_of(&line, width), theme.faint));
        }
    }
    (lines, here)
}
