//! The table: a game being played. What is asked, both sides' units, the log.

mod draft;
mod log;
mod now;
mod strip;
mod units;
mod view;

use crate::desk::{Answer, AskKind, Choice, Field, Offer, Refusal, Roll, Who};
use crate::id::{SideId, UnitId};
use crate::session::{Notice, Session, SessionError, Thrower, typed, words};
use crate::table::Unit;
use crate::text::Text;

use super::{Act, Next};
use draft::Draft;
pub use log::{Excerpt, lines as log_lines};
pub use now::price;
pub use units::most_wounds;
pub use view::{scrolled, view};

/// A game on the screen.
#[derive(Debug)]
pub struct Table {
    session: Session,
    /// What was noticed when the save was opened. Gone with the first thing said.
    notices: Vec<Text>,
    /// What came of the last key, where that is not plain to see.
    word: Option<Word>,
    focus: Focus,
    /// The option under the cursor.
    chosen: usize,
    /// Digits typed so far: faces, or the number of an option.
    typed: String,
    draft: Draft,
    /// The unit under the cursor, of the left side and of the right one.
    cursors: [usize; 2],
}

/// What came of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    /// It was not taken.
    Refused(Refusal),
    /// In plain words.
    Plain(Text),
}

/// Which panel the arrows move in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    /// What is asked.
    Now,
    /// A side's units.
    Units(SideId),
}

/// The sides that have a column.
const SIDES: [SideId; 2] = [SideId(0), SideId(1)];

impl Table {
    /// A game on the screen, as it stands.
    pub fn new(session: Session, notices: &[Notice]) -> Table {
        let notices = notices.iter().map(|notice| Text::from(words::notice(notice))).collect();
        let mut table = Table {
            session,
            notices,
            word: None,
            focus: Focus::Now,
            chosen: 0,
            typed: String::new(),
            draft: Draft::default(),
            cursors: [0; 2],
        };
        table.start_over();
        table
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Everything that was said is on the disk.
    pub fn sync(&mut self) {
        self.session.sync();
    }

    /// What a key does here while nothing stands in front.
    pub fn act(&mut self, act: Act) -> Next {
        let word = self.word.take();
        match (act, self.focus) {
            (Act::Up, Focus::Units(side)) => self.turn_unit(side, false),
            (Act::Down, Focus::Units(side)) => self.turn_unit(side, true),
            (Act::Up, Focus::Now) => self.turn(false),
            (Act::Down, Focus::Now) => self.turn(true),
            (Act::Tab, focus) => self.focus = self.next_focus(focus),
            (Act::Enter, _) => self.enter(),
            (Act::Digit(digit), _) => self.digit(digit),
            (Act::Less | Act::More, _) => {
                self.fill_in(|draft, fields| draft.step(fields, act == Act::More));
            }
            (Act::Toggle, _) => {
                if self.roll().is_some() {
                    self.typed.push(' ');
                }
                self.fill_in(Draft::toggle);
            }
            (Act::Erase, _) => {
                self.typed.pop();
                self.fill_in(Draft::erase);
            }
            (Act::PageUp | Act::PageDown, _) => {
                self.word = word;
                return Next::Wait;
            }
        }
        Next::Draw
    }

    // What is asked.

    /// The options, where a choice is asked for.
    pub fn options(&self) -> Option<&[Choice]> {
        match self.session.game().ask().map(|ask| &ask.kind) {
            Some(AskKind::Choice { options, .. }) => Some(options),
            _ => None,
        }
    }

    /// The roll, where one is asked for.
    pub fn roll(&self) -> Option<&Roll> {
        match self.session.game().ask().map(|ask| &ask.kind) {
            Some(AskKind::Dice { roll }) => Some(roll),
            _ => None,
        }
    }

    /// The fields, where a form is asked for.
    pub fn fields(&self) -> Option<&[Field]> {
        match self.session.game().ask().map(|ask| &ask.kind) {
            Some(AskKind::Form { fields } | AskKind::Facts { fields }) => Some(fields),
            _ => None,
        }
    }

    /// The greyed option under the cursor.
    pub fn greyed(&self) -> Option<&Choice> {
        self.options()?.get(self.chosen).filter(|choice| !choice.is_open())
    }

    /// Whether the form was refused, so that it could be overruled.
    pub fn is_form_refused(&self) -> bool {
        self.fields().is_some() && matches!(self.word, Some(Word::Refused(_)))
    }

    /// What may be done besides answering.
    pub fn offers(&self) -> &[Offer] {
        self.session.game().offers()
    }

    /// The side that must answer. None where either may, and when the battle is over.
    pub fn answering(&self) -> Option<SideId> {
        match self.session.game().ask()?.who {
            Who::Side(side) => Some(side),
            Who::Anyone => None,
        }
    }

    /// The side whose units are shown where there is room for one.
    pub fn shown_side(&self) -> SideId {
        match self.focus {
            Focus::Units(side) => side,
            Focus::Now => {
                let clock = self.session.game().table().clock().side();
                self.answering().or(clock).filter(|side| SIDES.contains(side)).unwrap_or(SIDES[0])
            }
        }
    }

    /// A side's units, in their order.
    pub fn units(&self, side: SideId) -> impl Iterator<Item = &Unit> {
        self.session.game().table().units_of(side)
    }

    /// The unit under the cursor of a side.
    pub fn unit_of(&self, side: SideId) -> Option<&Unit> {
        let at = self.cursors.get(usize::from(side.0)).copied().unwrap_or(0);
        self.units(side).nth(at)
    }

    /// The unit that the next ruling is about.
    pub fn selected(&self) -> Option<UnitId> {
        self.unit_of(self.shown_side()).map(|unit| unit.id)
    }

    // Saying.

    /// Takes an offer, with a reason even a greyed one. Whether it was taken.
    pub fn take_offer(&mut self, offer: &Offer, overruled: Option<Text>) -> bool {
        let result = self.session.aside(&offer.choice.id, overruled);
        self.said(result)
    }

    /// Does something late. Whether it was done.
    pub fn do_late(&mut self, deed: crate::id::DeedId) -> bool {
        let result = self.session.late(deed);
        self.said(result)
    }

    /// Rules. Whether it was taken.
    pub fn rule(&mut self, ruling: crate::desk::Ruling) -> bool {
        match self.session.rule(ruling) {
            Ok(ruled) => {
                self.said(Ok(()));
                if ruled.dropped > 0 {
                    let dropped = ruled.dropped;
                    self.tell(format!("With it fell {dropped} answers of the unfinished beat."));
                }
                true
            }
            Err(refused) => self.said(Err(refused.why)),
        }
    }

    /// Takes back the last thing a person said.
    pub fn undo(&mut self) {
        let result = self.session.undo();
        self.stepped(result, "Taken back. U brings it again.", "Nothing was said that could be taken back.");
    }

    /// Brings again what was taken back last.
    pub fn redo(&mut self) {
        let result = self.session.redo();
        self.stepped(result, "Brought again.", "Nothing was taken back.");
    }

    /// Lets the app throw, this once.
    pub fn throw(&mut self) {
        let result = self.session.throw();
        self.said(result);
    }

    /// Has the app throw a side's dice from now on, or the players again.
    pub fn switch_dice(&mut self) {
        let Some(side) = self.answering() else { return };
        let to = match self.session.thrower(side) {
            Thrower::Own => Thrower::App,
            Thrower::App => Thrower::Own,
        };
        let result = self.session.set_thrower(side, to);
        self.start_over();
        let name = self.session.game().table().side_name(side);
        match (result, to) {
            (Ok(()), Thrower::App) => self.tell(format!("From now on the app throws for {name}.")),
            (Ok(()), Thrower::Own) => self.tell(format!("From now on {name} throw their own dice.")),
            (Err(SessionError::Game(why)), _) => self.word = Some(Word::Refused(why)),
            (Err(why), _) => self.tell(why.to_string()),
        }
    }

    /// Takes the greyed option under the cursor, or the form as it is, for a reason. Whether it was taken.
    pub fn overrule(&mut self, reason: Text) -> bool {
        let answer = match self.session.game().ask().map(|ask| &ask.kind) {
            Some(AskKind::Choice { options, .. }) => {
                options.get(self.chosen).map(|choice| Answer::overrule(choice.id.clone(), reason))
            }
            Some(AskKind::Form { fields } | AskKind::Facts { fields }) => {
                Some(self.draft.answer(fields, Some(reason)))
            }
            _ => None,
        };
        answer.is_some_and(|answer| self.answer(answer))
    }

    /// Answers a roll with what was typed: faces, or a tally. Whether it was taken.
    pub fn roll_typed(&mut self, text: &str) -> bool {
        let Some(roll) = self.roll() else { return false };
        match typed::dice(text, roll) {
            Ok(answer) => self.answer(answer),
            Err(why) => {
                self.tell(why);
                false
            }
        }
    }

    fn answer(&mut self, answer: Answer) -> bool {
        let result = self.session.answer(answer).map_err(|refused| refused.why);
        self.said(result)
    }

    /// Whether it was taken. A refusal leaves everything as it was typed.
    fn said(&mut self, result: Result<(), Refusal>) -> bool {
        match result {
            Ok(()) => {
                self.notices.clear();
                self.start_over();
                true
            }
            Err(why) => {
                self.word = Some(Word::Refused(why));
                false
            }
        }
    }

    fn stepped(&mut self, result: Result<Option<crate::game::Step>, Refusal>, done: &str, nothing: &str) {
        match result {
            Ok(Some(step)) => {
                self.said(Ok(()));
                let reopened = "What was said in this beat no longer fits: it stands at its start.";
                self.tell(if step.reopened { reopened } else { done });
            }
            Ok(None) => self.tell(nothing),
            Err(why) => drop(self.said(Err(why))),
        }
    }

    /// Says something under what is asked.
    pub fn tell(&mut self, what: impl Into<Text>) {
        self.word = Some(Word::Plain(what.into()));
    }

    /// Another ask: nothing is typed yet, and the cursor stands on the obvious.
    fn start_over(&mut self) {
        self.word = None;
        self.typed.clear();
        self.draft = Draft::default();
        self.focus = Focus::Now;
        self.chosen = match self.session.game().ask().map(|ask| &ask.kind) {
            Some(AskKind::Choice { options, default }) => {
                options.iter().position(|choice| Some(&choice.id) == default.as_ref()).unwrap_or(0)
            }
            _ => 0,
        };
    }

    // Keys.

    fn enter(&mut self) {
        match self.session.game().ask().map(|ask| &ask.kind) {
            Some(AskKind::Choice { .. }) => self.choose(),
            Some(AskKind::Dice { roll }) => {
                let own = self.session.thrower(roll.who) == Thrower::Own;
                if !self.typed.trim().is_empty() {
                    let typed = self.typed.clone();
                    self.roll_typed(&typed);
                } else if own {
                    self.tell("Type the faces as they lie on the table; t lets the app throw.");
                } else {
                    self.throw();
                }
            }
            Some(AskKind::Form { fields } | AskKind::Facts { fields }) => {
                let answer = self.draft.answer(fields, None);
                self.answer(answer);
            }
            None => self.tell("The battle is over. u takes back, q leaves."),
        }
    }

    fn choose(&mut self) {
        let choice = self.options().and_then(|options| options.get(self.chosen));
        match choice.map(|choice| Answer::choose(choice.id.clone())) {
            Some(answer) => {
                self.typed.clear();
                self.answer(answer);
            }
            None => self.tell("There is nothing to choose."),
        }
    }

    fn digit(&mut self, digit: u8) {
        if self.roll().is_some() {
            self.typed.push(char::from(b'0' + digit.min(9)));
        } else if let Some(count) = self.options().map(<[Choice]>::len) {
            let before = std::mem::take(&mut self.typed).parse().unwrap_or(0_usize);
            let number = before.saturating_mul(10).saturating_add(usize::from(digit));
            if number == 0 || number > count {
                self.tell(format!("There is no option {number}."));
                return;
            }
            self.chosen = number - 1;
            // While more digits could follow, enter says that none do.
            if number.saturating_mul(10) > count {
                self.choose();
            } else {
                self.typed = number.to_string();
            }
        } else {
            self.fill_in(|draft, fields| draft.digit(fields, digit));
        }
    }

    fn turn(&mut self, down: bool) {
        if let Some(count) = self.options().map(<[Choice]>::len) {
            self.typed.clear();
            self.chosen = if down {
                (self.chosen + 1).min(count.saturating_sub(1))
            } else {
                self.chosen.saturating_sub(1)
            };
        } else {
            self.fill_in(|draft, fields| draft.turn(fields, down));
        }
    }

    fn fill_in(&mut self, change: impl FnOnce(&mut Draft, &[Field])) {
        if let Some(AskKind::Form { fields } | AskKind::Facts { fields }) =
            self.session.game().ask().map(|ask| &ask.kind)
        {
            change(&mut self.draft, fields);
        }
    }

    fn turn_unit(&mut self, side: SideId, down: bool) {
        let last = self.units(side).count().saturating_sub(1);
        if let Some(at) = self.cursors.get_mut(usize::from(side.0)) {
            *at = if down { (*at + 1).min(last) } else { at.saturating_sub(1) };
        }
    }

    /// From what is asked to the units of the side that answers, to the other's, and back.
    fn next_focus(&self, focus: Focus) -> Focus {
        let first = match focus {
            Focus::Now => return Focus::Units(self.shown_side()),
            Focus::Units(_) => {
                let clock = self.session.game().table().clock().side();
                self.answering().or(clock).filter(|side| SIDES.contains(side)).unwrap_or(SIDES[0])
            }
        };
        if focus == Focus::Units(first) {
            Focus::Units(if first == SIDES[0] { SIDES[1] } else { SIDES[0] })
        } else {
            Focus::Now
        }
    }
}
