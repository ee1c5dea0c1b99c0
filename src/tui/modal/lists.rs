//! Two lists to take something from: offers, and what can be done late.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Act, Modal, Row, Table, Theme, Window, moved, rows};
use crate::tui::table::price;

/// A key among the offers.
pub fn act_on_offers(at: usize, act: Act, table: &mut Table) -> Option<Modal> {
    let count = table.offers().len();
    let (at, takes) = picked(at, act, count);
    if takes && let Some(offer) = table.offers().get(at).cloned() {
        table.take_offer(&offer, None);
        return None;
    }
    Some(Modal::Offers(at))
}

/// A key among the deeds.
pub fn act_on_deeds(at: usize, act: Act, table: &mut Table) -> Option<Modal> {
    let deeds = table.session().game().deeds();
    let (at, takes) = picked(at, act, deeds.len());
    if takes && let Some(deed) = deeds.get(at) {
        table.do_late(deed.id);
        return None;
    }
    Some(Modal::Late(at))
}

/// Where the cursor stands after a key, and whether that is taken. A digit takes at once where no second can follow.
fn picked(at: usize, act: Act, count: usize) -> (usize, bool) {
    match act {
        Act::Enter => (at, true),
        Act::Digit(digit) => match usize::from(digit).checked_sub(1).filter(|at| *at < count) {
            Some(picked) => (picked, count < 10),
            None => (at, false),
        },
        other => (moved(at, other, count), false),
    }
}

/// Draws the offers.
pub fn view_offers(at: usize, table: &Table, theme: Theme, frame: &mut Frame, area: Rect) {
    let row = |offer: &crate::desk::Offer| {
        let condition = offer.choice.condition.as_ref().map(|condition| condition.words.clone());
        let objection = offer.choice.objection.as_ref().map(ToString::to_string);
        let price = Some(price(table, offer));
        let words = offer.choice.words.clone();
        Row {
            words,
            beside: price.into_iter().chain(condition).chain(objection).collect(),
            greyed: !offer.choice.is_open(),
        }
    };
    let list: Vec<Row> = table.offers().iter().map(row).collect();
    let (mut lines, here) = rows(&list, at, theme, Window::width(area));
    if lines.is_empty() {
        lines.push(Line::styled("Nothing is open besides what is asked.", theme.plain));
    }
    Window { title: "Open now", keys: "enter takes" }.view(lines, here, theme, frame, area);
}

/// Draws what can be done late.
pub fn view_deeds(at: usize, table: &Table, theme: Theme, frame: &mut Frame, area: Rect) {
    let deeds = table.session().game().deeds();
    let row = |deed: crate::rules::Deed| Row { words: deed.words, beside: Vec::new(), greyed: false };
    let list: Vec<Row> = deeds.into_iter().map(row).collect();
    let (mut lines, here) = rows(&list, at, theme, Window::width(area));
    if lines.is_empty() {
        lines.push(Line::styled("Nothing can be done late now.", theme.plain));
    }
    Window { title: "Done late, by agreement", keys: "enter does it" }.view(lines, here, theme, frame, area);
}
