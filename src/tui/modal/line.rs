//! A line to be typed: the reason of an overrule, the tally of a roll.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{Act, Modal, Table, Theme, Window, fit};
use crate::desk::Offer;
use crate::text::Text;

/// What the line is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asking {
    /// Why the greyed option under the cursor, or the form, is let pass.
    Overrule,
    /// Why a greyed offer is.
    OverruleOffer(Box<Offer>),
    /// How many dice fell into each bucket.
    Tally,
}

/// A line and what was typed of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    asking: Asking,
    typed: String,
}

/// The longest line that can be typed.
const LONGEST: usize = 200;

impl Input {
    /// An empty line.
    pub fn new(asking: Asking) -> Input {
        Input { asking, typed: String::new() }
    }

    /// A character more.
    pub fn push(&mut self, c: char) {
        if !c.is_control() && self.typed.chars().count() < LONGEST {
            self.typed.push(c);
        }
    }

    /// What a key does, and what stands in front afterwards.
    pub fn act(mut self, act: Act, table: &mut Table) -> Option<Modal> {
        match act {
            Act::Erase => {
                self.typed.pop();
                Some(Modal::Line(self))
            }
            // A reason has to be given: it stands in the log.
            Act::Enter if self.typed.trim().is_empty() => Some(Modal::Line(self)),
            Act::Enter => {
                let typed = Text::cleaned(self.typed.trim());
                match &self.asking {
                    Asking::Overrule => table.overrule(typed),
                    Asking::OverruleOffer(offer) => table.take_offer(offer, Some(typed)),
                    Asking::Tally => table.roll_typed(typed.as_str()),
                };
                None
            }
            _ => Some(Modal::Line(self)),
        }
    }

    /// Draws it.
    pub fn view(&self, table: &Table, theme: Theme, frame: &mut Frame, area: Rect) {
        let width = Window::width(area);
        let (title, about) = match &self.asking {
            Asking::Overrule => {
                let greyed = table.greyed().map(|choice| {
                    let objection = choice.objection.as_ref().map(ToString::to_string).unwrap_or_default();
                    format!("{}: {objection}", choice.words)
                });
                (
                    "Why is it let pass?",
                    greyed.unwrap_or_else(|| "What the rules have against it is let pass.".into()),
                )
            }
            Asking::OverruleOffer(offer) => ("Why is it let pass?", offer.choice.words.clone()),
            Asking::Tally => {
                let named = |roll: &crate::desk::Roll| {
                    let names = roll.buckets.iter().map(|bucket| format!("{}=", bucket.id));
                    names.collect::<Vec<_>>().join(" ")
                };
                ("How many of each?", table.roll().map(named).unwrap_or_default())
            }
        };
        let mut lines: Vec<Line<'static>> =
            fit::wrapped(&about, width).into_iter().map(|part| Line::styled(part, theme.faint)).collect();
        let typed = fit::end_of(&self.typed, width.saturating_sub(1));
        lines.push(Line::from(vec![Span::styled(typed, theme.plain), Span::styled(" ", theme.chosen)]));
        let at = lines.len();
        Window { title, keys: "enter: done, esc: not" }.view(lines, at, theme, frame, area);
    }
}
