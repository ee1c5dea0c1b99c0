//! What is asked now: the question, what can be said, what stands open beside it, and why something was not taken.

use ratatui::buffer::CellWidth;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Focus, Table, Word};
use crate::desk::{Ask, AskKind, Choice, Field, FieldKind, FieldValue, Offer, Refusal, Roll, Who};
use crate::session::Thrower;
use crate::tui::{Theme, fit};

/// What is asked, in lines of a width.
pub struct Shown {
    /// The question.
    pub head: Vec<Line<'static>>,
    /// What can be said.
    pub body: Vec<Line<'static>>,
    /// The line of the body under the cursor.
    pub at: usize,
    /// What stands below it: offers, and what came of the last key.
    pub foot: Vec<Line<'static>>,
}

/// The lines as they grow.
struct Page<'a> {
    table: &'a Table,
    theme: Theme,
    width: u16,
    lines: Vec<Line<'static>>,
    at: usize,
    /// So many lines hold the question.
    head: usize,
}

/// Who must answer.
pub fn who(table: &Table) -> String {
    match table.session().game().ask().map(|ask| ask.who) {
        Some(Who::Side(side)) => table.session().game().table().side_name(side).to_string(),
        Some(Who::Anyone) => "both sides".to_owned(),
        None => String::new(),
    }
}

/// What is asked now.
pub fn shown(table: &Table, theme: Theme, width: u16) -> Shown {
    let mut page = Page { table, theme, width, lines: Vec::new(), at: 0, head: 0 };
    match table.session().game().ask() {
        Some(ask) => page.ask(ask),
        None => page.over(),
    }
    let mut head = std::mem::take(&mut page.lines);
    let body = head.split_off(page.head.min(head.len()));
    let at = page.at.saturating_sub(page.head);
    page.offers();
    page.word();
    Shown { head, body, at, foot: page.lines }
}

impl Page<'_> {
    fn words(&mut self, words: &str, style: Style) {
        self.hanging("", words, style);
    }

    /// Words behind a beginning, on as many lines as they need.
    fn hanging(&mut self, first: &str, words: &str, style: Style) {
        let indent = first.cell_width();
        let mut begins = first.to_owned();
        for part in fit::wrapped(words, self.width.saturating_sub(indent)) {
            let line = std::mem::replace(&mut begins, " ".repeat(indent.into())) + &part;
            self.lines.push(Line::styled(fit::start_of(&line, self.width), style));
        }
    }

    /// The cursor stands out only where the arrows move it.
    fn cursor(&self) -> Style {
        if self.table.focus == Focus::Now { self.theme.chosen } else { self.theme.heading }
    }

    fn gap(&mut self) {
        self.lines.push(Line::default());
    }

    fn over(&mut self) {
        let outcome = self.table.session().game().table().outcome();
        let words = outcome.map_or_else(String::new, |outcome| outcome.words.to_string());
        self.words("The battle is over.", self.theme.heading);
        self.words(&words, self.theme.plain);
        self.gap();
        self.words("u takes back, q leaves. The game is saved.", self.theme.faint);
    }

    fn ask(&mut self, ask: &Ask) {
        self.words(&format!("{} ({})", ask.words, ask.id.rule), self.theme.heading);
        self.head = self.lines.len();
        match &ask.kind {
            AskKind::Choice { options, .. } => self.choice(options),
            AskKind::Dice { roll } => self.dice(roll),
            AskKind::Facts { fields } | AskKind::Form { fields } => self.form(fields),
        }
    }

    fn choice(&mut self, options: &[Choice]) {
        for (at, choice) in options.iter().enumerate() {
            let chosen = at == self.table.chosen;
            if chosen {
                self.at = self.lines.len();
            }
            self.option(&format!("{:>2}", at + 1), choice, chosen);
        }
        if !self.table.typed.is_empty() {
            let words = format!("{}_ enter takes it, or type on", self.table.typed);
            self.words(&words, self.theme.faint);
        }
    }

    /// An option, with its condition or the reason why it is greyed.
    fn option(&mut self, number: &str, choice: &Choice, chosen: bool) {
        let greyed = !choice.is_open();
        let mark = match (chosen, greyed) {
            (true, _) => "▸",
            (false, true) => "–",
            (false, false) => " ",
        };
        let style = match (chosen, greyed) {
            (true, _) => self.cursor(),
            (false, true) => self.theme.faint,
            (false, false) => self.theme.plain,
        };
        let first = format!("{mark}{number}  ");
        self.hanging(&first, &choice.words, style);
        let indent = " ".repeat(first.cell_width().into());
        if let Some(condition) = &choice.condition {
            self.beside(&indent, &condition.words);
        }
        if let Some(objection) = &choice.objection {
            let reason = format!("{} ({})", objection.sentence, objection.rule);
            self.beside(&indent, &reason);
            // A refusal says that below.
            let refused = matches!(self.table.word, Some(Word::Refused(_)));
            if chosen && !refused && !objection.remedy.is_empty() {
                self.hanging(&indent, &objection.remedy, self.theme.faint);
            }
        }
    }

    /// Words behind the last line where they fit, else below it.
    fn beside(&mut self, indent: &str, words: &str) {
        let faint = self.theme.faint;
        match self.lines.last_mut() {
            Some(last) if last.width() + 3 + usize::from(words.cell_width()) <= usize::from(self.width) => {
                // The style of the line shall not reach what stands beside it.
                let style = std::mem::take(&mut last.style);
                last.spans.iter_mut().for_each(|span| span.style = style);
                last.push_span(Span::raw("   "));
                last.push_span(Span::styled(words.to_owned(), faint));
            }
            _ => self.hanging(indent, words, faint),
        }
    }

    fn dice(&mut self, roll: &Roll) {
        let dice = format!("Roll {} {:?}", roll.count, roll.die);
        let sum = if roll.sum { ", added" } else { "" };
        let target = roll.target.map(|target| format!(", {target}+ is needed")).unwrap_or_default();
        let again = if roll.again { ", rolled again" } else { "" };
        self.words(&format!("{dice}{sum}{target}{again}"), self.theme.plain);
        for modifier in &roll.modifiers {
            let words = format!("{:+} {} ({})", modifier.by, modifier.name, modifier.rule);
            self.hanging("  ", &words, self.theme.faint);
        }
        if roll.takes_tally() {
            let bucket = |b: &crate::desk::Bucket| {
                if b.least == b.most {
                    format!("{} {}", b.id, b.least)
                } else {
                    format!("{} {}–{}", b.id, b.least, b.most)
                }
            };
            let buckets: Vec<String> = roll.buckets.iter().map(bucket).collect();
            self.hanging("  ", &format!("= counts them: {}", buckets.join(", ")), self.theme.faint);
        }
        self.gap();
        let typed: Vec<String> =
            self.table.typed.chars().filter(|c| !c.is_whitespace()).map(String::from).collect();
        let open = usize::from(roll.count).saturating_sub(typed.len());
        let blanks = std::iter::repeat_n("_".to_owned(), open.min(60));
        let faces: Vec<String> = typed.into_iter().chain(blanks).collect();
        self.at = self.lines.len();
        self.hanging("Faces  ", &faces.join(" "), self.theme.title);
        let name = self.table.session().game().table().side_name(roll.who);
        let thrower = match self.table.session().thrower(roll.who) {
            Thrower::Own => format!("{name} throw their own dice: type the faces."),
            Thrower::App => format!("The app throws for {name}: enter."),
        };
        self.gap();
        self.words(&thrower, self.theme.faint);
    }

    fn form(&mut self, fields: &[Field]) {
        let draft = &self.table.draft;
        for (at, field) in draft.shown(fields).into_iter().enumerate() {
            let chosen = at == draft.at();
            if chosen {
                self.at = self.lines.len();
            }
            let value = draft.value(field);
            let words = value_words(field, value);
            let value_part = if chosen { format!("◂ {words} ▸") } else { format!("  {words}  ") };
            let first = match (chosen, field.when.is_some()) {
                (true, false) => "▸ ",
                (false, false) => "  ",
                (true, true) => "▸   ",
                (false, true) => "    ",
            };
            let style = if chosen { self.cursor() } else { self.theme.plain };
            // The value stands right on the last line of the question, or below it.
            let room = self.width.saturating_sub(first.cell_width());
            let mut parts = fit::wrapped(&field.words, room);
            let last = parts.pop().unwrap_or_default();
            for part in parts {
                self.lines.push(Line::styled(fit::start_of(&format!("{first}{part}"), self.width), style));
            }
            let last = format!("{first}{last}");
            if last.cell_width().saturating_add(value_part.cell_width()) < self.width {
                self.lines.push(Line::styled(fit::ends(&last, &value_part, self.width), style));
            } else {
                self.lines.push(Line::styled(fit::start_of(&last, self.width), style));
                self.lines.push(Line::styled(fit::ends("", &value_part, self.width), style));
            }
            if chosen {
                self.field_options(field, value);
            }
        }
    }

    /// What the field under the cursor has to choose from, where that is not plain: several, and a greyed pick.
    fn field_options(&mut self, field: &Field, value: &FieldValue) {
        match (&field.kind, value) {
            (FieldKind::Several { choices, .. }, FieldValue::Several(ids)) => {
                for (at, choice) in choices.iter().enumerate() {
                    let taken = if ids.contains(&choice.id) { "[x]" } else { "[ ]" };
                    let here = at == self.table.draft.part();
                    self.option(&format!("    {taken}"), choice, here);
                }
            }
            (FieldKind::Pick(choices), FieldValue::Pick(id)) => {
                let picked = choices.iter().find(|choice| choice.id == *id);
                if let Some(condition) = picked.and_then(|choice| choice.condition.as_ref()) {
                    self.hanging("    ", &condition.words, self.theme.faint);
                }
                if let Some(objection) = picked.and_then(|choice| choice.objection.as_ref()) {
                    self.hanging("    ", &objection.to_string(), self.theme.faint);
                }
            }
            _ => {}
        }
    }

    fn offers(&mut self) {
        let offers = self.table.offers();
        if offers.is_empty() {
            return;
        }
        self.gap();
        for (at, offer) in offers.iter().enumerate().take(MOST_OFFERS) {
            let style = if offer.choice.is_open() { self.theme.plain } else { self.theme.faint };
            let key = if at == 0 { "Open (a)  " } else { "          " };
            self.hanging(key, &offer.choice.words, style);
            self.beside("          ", &price(self.table, offer));
        }
        if let Some(more) = offers.len().checked_sub(MOST_OFFERS).filter(|more| *more > 0) {
            self.hanging("          ", &format!("and {more} more"), self.theme.faint);
        }
    }

    fn word(&mut self) {
        match &self.table.word {
            None => {}
            Some(Word::Plain(words)) => {
                self.gap();
                let words = words.to_string();
                self.words(&words, self.theme.warning);
            }
            Some(Word::Refused(why)) => {
                self.gap();
                let why = why.clone();
                self.refusal(&why);
            }
        }
    }

    fn refusal(&mut self, why: &Refusal) {
        if why.complaints().is_empty() {
            self.words(&why.to_string(), self.theme.warning);
        }
        for complaint in why.complaints() {
            let objection = &complaint.objection;
            let field =
                complaint.field.and_then(|id| self.table.fields()?.iter().find(|field| field.id == id));
            let about = field.map(|field| field.words.clone()).unwrap_or_default();
            self.words(&about, self.theme.warning);
            let words = format!("{} ({})", objection.sentence, objection.rule);
            self.words(&words, self.theme.warning);
            self.words(&objection.remedy, self.theme.plain);
        }
    }
}

/// So many offers are told beside what is asked; all of them stand in their list.
const MOST_OFFERS: usize = 3;

/// Whose an offer is, and what it costs.
pub fn price(table: &Table, offer: &Offer) -> String {
    let side = table.session().game().table().side_name(offer.side);
    match offer.cost {
        Some(cost) => format!("{side}, {cost} CP"),
        None => side.to_string(),
    }
}

/// What a field holds, in the words of its options.
fn value_words(field: &Field, value: &FieldValue) -> String {
    match (&field.kind, value) {
        (FieldKind::Pick(choices), FieldValue::Pick(id)) => {
            let picked = choices.iter().find(|choice| choice.id == *id);
            picked.map_or_else(|| id.to_string(), |choice| choice.words.clone())
        }
        (FieldKind::Several { most, .. }, FieldValue::Several(ids)) => format!("{} of {most}", ids.len()),
        (FieldKind::Several { most, .. }, _) => format!("0 of {most}"),
        _ => value.to_string(),
    }
}
