//! Entries of a save: one for each act of a game, and one for each sitting.
//!
//! An entry is a block of one-line keys between `[[entry]]` and its own end. What it holds is the file format: keys are added
//! with a default, never renamed and never used for something else.

use serde::{Deserialize, Serialize};

use super::header::toml_error;
use super::load::NEVER_EDITED;
use super::{SaveError, inline};
use crate::desk::{Answer, AskId, ChoiceId, Ruling, Said, Statement, Who};
use crate::game::{Act, Back};
use crate::id::{DeedId, SideId};
use crate::table::Event;
use crate::text::Text;

/// An entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// When, in played seconds.
    pub t: u32,
    /// What happened.
    pub what: Happening,
}

/// What an entry tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// Something became of the game. With a settled beat goes where the game stood then.
    Act(Act, Option<Text>),
    /// The players sat down.
    Sitting(Sitting),
}

/// A sitting: time is played only within one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sitting {
    /// When, by the clock on the wall.
    pub began: Text,
    /// The program.
    pub program: Text,
}

/// An entry as it is written. What is absent is left out.
#[allow(clippy::struct_excessive_bools, reason = "each is a key of the file")]
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    n: u32,
    t: u32,
    // Said.
    who: Option<SideId>,
    ask: Option<AskId>,
    answer: Option<Answer>,
    aside: Option<ChoiceId>,
    overruled: Option<Text>,
    ruling: Option<Ruling>,
    late: Option<DeedId>,
    #[serde(default)]
    auto: bool,
    place: Option<usize>,
    #[serde(default)]
    dropped: usize,
    #[serde(default)]
    again: bool,
    // Settled.
    settled: Option<usize>,
    #[serde(default)]
    events: Vec<Event>,
    at: Option<Text>,
    // Taken back, brought again.
    back: Option<Back>,
    #[serde(default)]
    redone: bool,
    #[serde(default)]
    forgotten: bool,
    #[serde(default)]
    reopened: bool,
    sitting: Option<Sitting>,
    end: u32,
}

/// The first line of every entry.
pub(super) const OPENING: &str = "[[entry]]\n";

impl Entry {
    /// As it stands in the file, with the empty line behind it.
    pub fn to_text(&self, n: u32) -> Result<String, SaveError> {
        let mut lines = Lines(format!("{OPENING}n = {n}\nt = {}\n", self.t));
        match &self.what {
            Happening::Sitting(sitting) => lines.key("sitting", sitting)?,
            Happening::Act(Act::Said { statement, place, dropped, again }, _) => {
                if let Who::Side(side) = statement.who {
                    lines.key("who", &side)?;
                }
                match &statement.said {
                    Said::Answer { ask, answer } => {
                        lines.key("ask", ask)?;
                        lines.key("answer", answer)?;
                    }
                    Said::Aside { offer, overruled } => {
                        lines.key("aside", offer)?;
                        lines.some("overruled", overruled.as_ref())?;
                    }
                    Said::Ruling(ruling) => lines.key("ruling", ruling)?,
                    Said::Late { deed } => lines.key("late", deed)?,
                }
                lines.flag("auto", statement.automatic)?;
                lines.some("place", place.as_ref())?;
                lines.some("dropped", Some(dropped).filter(|dropped| **dropped > 0))?;
                lines.flag("again", *again)?;
            }
            Happening::Act(Act::Settled { statements, events }, at) => {
                lines.key("settled", statements)?;
                if !events.is_empty() {
                    lines.key("events", events)?;
                }
                lines.some("at", at.as_ref())?;
            }
            Happening::Act(Act::TakenBack(back), _) => lines.key("back", back)?,
            Happening::Act(Act::Redone, _) => lines.flag("redone", true)?,
            Happening::Act(Act::Forgotten, _) => lines.flag("forgotten", true)?,
            Happening::Act(Act::Reopened, _) => lines.flag("reopened", true)?,
        }
        lines.key("end", &n)?;
        lines.0.push('\n');
        Ok(lines.0)
    }

    /// Read from a block behind its opening line. It must have this number.
    pub(super) fn from_text(text: &str, number: u32) -> Result<Entry, SaveError> {
        let wire: Wire = toml::from_str(text).map_err(|why| {
            let error = toml_error(text, &why, NEVER_EDITED);
            let line = error.line.map(|line| line + 1);
            SaveError { line, ..error }
        })?;
        if wire.n != number || wire.end != number {
            let what = format!("entry {} ends as {}; {number} was expected.", wire.n, wire.end);
            return Err(SaveError::new(what, NEVER_EDITED).at(1));
        }
        let t = wire.t;
        let what = wire.happening();
        let what = what.ok_or_else(|| {
            SaveError::new(format!("entry {number} is not of one kind."), NEVER_EDITED).at(1)
        })?;
        Ok(Entry { t, what })
    }
}

impl Wire {
    /// What it tells. None where that is nothing, or two things.
    fn happening(self) -> Option<Happening> {
        let plain = |act| Some(Happening::Act(act, None));
        let flags = [self.redone, self.forgotten, self.reopened].iter().filter(|flag| **flag).count();
        let said = self.said_kinds();
        let others = usize::from(self.settled.is_some())
            + usize::from(self.back.is_some())
            + usize::from(self.sitting.is_some());
        if flags + said + others != 1 || self.has_strange_keys(said == 1) {
            return None;
        }
        match (self.settled, self.back, self.sitting) {
            (Some(statements), _, _) => {
                return Some(Happening::Act(Act::Settled { statements, events: self.events }, self.at));
            }
            (_, Some(back), _) => return plain(Act::TakenBack(back)),
            (_, _, Some(sitting)) => return Some(Happening::Sitting(sitting)),
            (None, None, None) => {}
        }
        if self.redone {
            return plain(Act::Redone);
        }
        if self.forgotten {
            return plain(Act::Forgotten);
        }
        if self.reopened {
            return plain(Act::Reopened);
        }
        let said = match (self.answer, self.aside, self.ruling, self.late) {
            (Some(answer), ..) => Said::Answer { ask: self.ask?, answer },
            (_, Some(offer), ..) => Said::Aside { offer, overruled: self.overruled },
            (_, _, Some(ruling), _) => Said::Ruling(ruling),
            (_, _, _, deed) => Said::Late { deed: deed? },
        };
        let who = self.who.map_or(Who::Anyone, Who::Side);
        let statement = Statement::new(said, who, self.auto);
        plain(Act::Said { statement, place: self.place, dropped: self.dropped, again: self.again })
    }

    /// Whether a key of another kind of entry stands in it.
    fn has_strange_keys(&self, said: bool) -> bool {
        let of_said =
            self.who.is_some() || self.auto || self.place.is_some() || self.dropped > 0 || self.again;
        let of_settled = !self.events.is_empty() || self.at.is_some();
        (of_said && !said)
            || (of_settled && self.settled.is_none())
            || (self.ask.is_some() && self.answer.is_none())
            || (self.overruled.is_some() && self.aside.is_none())
    }

    fn said_kinds(&self) -> usize {
        usize::from(self.answer.is_some())
            + usize::from(self.aside.is_some())
            + usize::from(self.ruling.is_some())
            + usize::from(self.late.is_some())
    }
}

struct Lines(String);

impl Lines {
    fn key<T: Serialize>(&mut self, key: &str, value: &T) -> Result<(), SaveError> {
        self.0.push_str(key);
        self.0.push_str(" = ");
        self.0.push_str(&inline(value)?);
        self.0.push('\n');
        Ok(())
    }

    fn some<T: Serialize>(&mut self, key: &str, value: Option<&T>) -> Result<(), SaveError> {
        value.map_or(Ok(()), |value| self.key(key, value))
    }

    fn flag(&mut self, key: &str, flag: bool) -> Result<(), SaveError> {
        if flag { self.key(key, &true) } else { Ok(()) }
    }
}
