//! Where everything stands on the table's screen, from the large to the small.
//!
//! ```text
//!  strip                                 strip                   strip
//!  left side │ Now     │ right side      one side   │ Now        Now
//!            │         │                            │
//!  one unit  │ Log     │ objectives      objectives │ Log           or a side
//! ```

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Padding, Paragraph};

use super::{Focus, SIDES, Table, log, now, strip, units};
use crate::id::SideId;
use crate::tui::{Theme, fit};

/// The least that a table needs.
const LEAST: (u16, u16) = (40, 10);
/// From here on one side stands beside what is asked.
const MEDIUM: (u16, u16) = (76, 18);
/// From here on both do.
const LARGE: (u16, u16) = (110, 24);

/// Draws the table.
pub fn view(table: &Table, theme: Theme, frame: &mut Frame, area: Rect) {
    // The hint bar below belongs to the screen too.
    if area.width < LEAST.0 || area.height + 1 < LEAST.1 {
        let words = format!("The table needs {} × {}.", LEAST.0, LEAST.1);
        let lines = fit::wrapped(&words, area.width).into_iter().map(|line| Line::styled(line, theme.plain));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
        return;
    }
    let news = news(table, theme, area.width);
    let rows = [
        Constraint::Length(1),
        Constraint::Length(u16::try_from(news.len()).unwrap_or(u16::MAX).min(area.height / 3)),
        Constraint::Fill(1),
    ];
    let [top, line, body] = area.layout(&Layout::vertical(rows));
    frame.render_widget(strip::line(table, theme, top.width), top);
    frame.render_widget(Paragraph::new(news), line);
    let is = |least: (u16, u16)| area.width >= least.0 && area.height + 1 >= least.1;
    let view = View { table, theme };
    if is(LARGE) {
        let side = if area.width < 120 { 30 } else { 32 };
        let columns = [Constraint::Length(side), Constraint::Fill(1), Constraint::Length(side)];
        let [left, middle, right] = body.layout(&Layout::horizontal(columns));
        view.side(frame, left, SIDES[0], Below::Unit);
        view.middle(frame, middle);
        view.side(frame, right, SIDES[1], Below::Objectives);
    } else if is(MEDIUM) {
        let columns = [Constraint::Length(30), Constraint::Fill(1)];
        let [left, right] = body.layout(&Layout::horizontal(columns));
        let below = if table.focus == Focus::Now { Below::Objectives } else { Below::Unit };
        view.side(frame, left, table.shown_side(), below);
        view.middle(frame, right);
    } else if let Focus::Units(side) = table.focus {
        view.side(frame, body, side, Below::Nothing);
    } else {
        view.now(frame, body);
    }
}

/// What must not be overlooked: that the save cannot be written, and what was noticed when it was opened.
fn news(table: &Table, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let warning = table.session().warning().map(|why| crate::text::Text::from(why).to_string());
    let notices = table.notices.iter().map(ToString::to_string);
    let words = warning.into_iter().chain(notices);
    let lines = words.flat_map(|words| fit::wrapped(&words, width.saturating_sub(2)));
    lines.map(|line| Line::styled(fit::start_of(&format!(" {line}"), width), theme.warning)).collect()
}

/// What stands below a side's units.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Nothing,
    Unit,
    Objectives,
}

#[derive(Clone, Copy)]
struct View<'a> {
    table: &'a Table,
    theme: Theme,
}

impl View<'_> {
    fn block(&self, title: &str, focused: bool) -> Block<'static> {
        let style = if focused { self.theme.title } else { self.theme.heading };
        let border = if focused { self.theme.title } else { self.theme.faint };
        Block::bordered().border_style(border).title(Span::styled(format!(" {title} "), style))
    }

    /// Lines in a block, moved so that one of them is seen.
    fn panel(frame: &mut Frame, area: Rect, block: Block<'_>, lines: Vec<Line<'static>>, at: usize) {
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let from = scrolled(lines.len(), at, inner.height);
        let lines: Vec<Line<'static>> = lines.into_iter().skip(from).collect();
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn side(&self, frame: &mut Frame, area: Rect, side: SideId, below: Below) {
        let battle = self.table.session().game().table();
        if battle.side(side).is_none() {
            return;
        }
        let focused = self.table.focus == Focus::Units(side);
        let inner = area.width.saturating_sub(2);
        let (lines, at) = units::lines(self.table, side, self.theme, inner, focused);
        let (title, under) = match below {
            Below::Nothing => (String::new(), Vec::new()),
            Below::Objectives => {
                ("Objectives".to_owned(), units::objectives(self.table, self.theme, inner.saturating_sub(2)))
            }
            Below::Unit => {
                // The unit under the cursor, of whichever side that is.
                let shown = self.table.unit_of(self.table.shown_side());
                let details = |unit| units::details(self.table, unit, self.theme, inner.saturating_sub(2));
                (
                    shown.map_or_else(String::new, |unit| unit.name().to_owned()),
                    shown.map_or_else(Vec::new, details),
                )
            }
        };
        let under_height = u16::try_from(under.len()).unwrap_or(u16::MAX).saturating_add(2);
        let least = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(8).saturating_add(2);
        let under_height = under_height.min(area.height.saturating_sub(least));
        let under_height = if under.is_empty() || under_height < 3 { 0 } else { under_height };
        let rows = [Constraint::Fill(1), Constraint::Length(under_height)];
        let [above, below] = area.layout(&Layout::vertical(rows));
        let name = battle.side_name(side);
        let block = self.block(&fit::start_of(name.as_str(), inner.saturating_sub(2)), focused);
        View::panel(frame, above, block, lines, at);
        if under_height > 0 {
            let block = self.block(&fit::start_of(&title, inner.saturating_sub(2)), false);
            let block = block.padding(Padding::horizontal(1));
            View::panel(frame, below, block, under, 0);
        }
    }

    /// What is asked, over the log.
    fn middle(&self, frame: &mut Frame, area: Rect) {
        let log = (area.height * 2 / 5).max(5);
        let rows = [Constraint::Fill(1), Constraint::Length(log)];
        let [above, below] = area.layout(&Layout::vertical(rows));
        self.now(frame, above);
        let block = self.block("Log", false).padding(Padding::horizontal(1));
        let inner = block.inner(below);
        let lines = log::lines(self.table, self.theme, inner.width, inner.height, log::Excerpt::Latest);
        frame.render_widget(Paragraph::new(lines).block(block), below);
    }

    fn now(&self, frame: &mut Frame, area: Rect) {
        let who = now::who(self.table);
        let focused = self.table.focus == Focus::Now;
        let mut block = self.block("Now", focused).padding(Padding::horizontal(1));
        if !who.is_empty() {
            let who = fit::start_of(&format!(" {who} "), area.width.saturating_sub(9));
            block = block.title_top(Line::styled(who, self.theme.title).right_aligned());
        }
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let shown = now::shown(self.table, self.theme, inner.width);
        // What stands below gets its room first, but never more than half.
        let count = |lines: &[Line<'_>]| u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let head = count(&shown.head).min(inner.height / 3);
        let [top, inner] = inner.layout(&Layout::vertical([Constraint::Length(head), Constraint::Fill(1)]));
        frame.render_widget(Paragraph::new(shown.head), top);
        let body = count(&shown.body);
        let foot = count(&shown.foot).min(inner.height.saturating_sub(body).max(inner.height / 2));
        let body = body.min(inner.height - foot);
        let rows = [Constraint::Length(body), Constraint::Length(foot), Constraint::Fill(1)];
        let [above, below, _] = inner.layout(&Layout::vertical(rows));
        let from = scrolled(shown.body.len(), shown.at, above.height);
        let lines: Vec<Line<'static>> = shown.body.into_iter().skip(from).collect();
        frame.render_widget(Paragraph::new(lines), above);
        // Of the foot the end matters most: why the last key was not taken.
        let cut = shown.foot.len().saturating_sub(foot.into());
        let lines: Vec<Line<'static>> = shown.foot.into_iter().skip(cut).collect();
        frame.render_widget(Paragraph::new(lines), below);
    }
}

/// How many lines are left out above, so that one of them is seen, with the one behind it.
pub fn scrolled(lines: usize, at: usize, height: u16) -> usize {
    let height = usize::from(height);
    (at + 2).saturating_sub(height).min(lines.saturating_sub(height)).min(at)
}
