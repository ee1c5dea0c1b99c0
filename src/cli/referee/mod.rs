//! The referee protocol: a whole game over standard input and output, one JSON object a line.
//!
//! It is the same session that the screen uses, so nothing can be done there that cannot be done here.

pub mod plain;
mod reply;
mod request;
mod show;

use std::io::{self, BufRead, Read, Write};

pub use reply::{AskView, Reply};
pub use request::{By, Request, Shown};
pub use show::LineView;

use crate::desk::{Refusal, Ruling};
use crate::game::EventId;
use crate::session::{Notice, Session, words};
use crate::table::Change;

/// The longest line that is read. No request needs a thousandth of it.
const LONGEST: u64 = 1 << 20;

/// The form that lines come and go in.
pub trait Dialect {
    /// Reads a line. None where nothing is wanted of it.
    fn read(&mut self, line: &str, referee: &Referee) -> Result<Option<Request>, String>;
    /// Writes a reply.
    fn write(&mut self, reply: &Reply, referee: &Referee, out: &mut dyn Write) -> io::Result<()>;
}

/// JSON, one object a line.
#[derive(Debug)]
pub struct Json;

impl Dialect for Json {
    fn read(&mut self, line: &str, _: &Referee) -> Result<Option<Request>, String> {
        if line.trim().is_empty() {
            return Ok(None);
        }
        let wanted = "each line is one JSON object such as {\"do\":\"undo\"}; see adjutant referee --help";
        serde_json::from_str(line).map(Some).map_err(|why| format!("{why}: {wanted}"))
    }

    fn write(&mut self, reply: &Reply, _: &Referee, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, reply)?;
        out.write_all(b"\n")
    }
}

/// A session with the number of what it asks.
#[derive(Debug)]
pub struct Referee {
    session: Session,
    number: u64,
}

/// What a request leads to.
enum Outcome {
    /// Replies, with the game where it was.
    Shown(Vec<Reply>),
    /// The game went on.
    Went(Box<Reply>),
    /// The program ends.
    Quit,
}

impl Referee {
    /// A referee over a session.
    pub fn new(session: Session) -> Referee {
        Referee { session, number: 1 }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The number of what is asked now.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Speaks until the input ends or the program is told to.
    pub fn run(
        mut self,
        notices: &[Notice],
        dialect: &mut dyn Dialect,
        mut input: impl BufRead,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for notice in notices {
            dialect.write(&Reply::Notice { notice: words::notice(notice) }, &self, out)?;
        }
        dialect.write(&self.asking(), &self, out)?;
        out.flush()?;
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if (&mut input).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() as u64 >= LONGEST && line.last() != Some(&b'\n') {
                skip_line(&mut input)?;
                let error = format!("longer than {LONGEST} bytes: no request is.");
                dialect.write(&Reply::error(number, error), &self, out)?;
                out.flush()?;
                continue;
            }
            let request = match std::str::from_utf8(&line) {
                Ok(text) => dialect.read(text, &self),
                Err(_) => Err("not text: lines are UTF-8.".to_owned()),
            };
            let replies = match request {
                Ok(None) => continue,
                Ok(Some(request)) => match self.hear(number, request) {
                    Outcome::Quit => break,
                    Outcome::Shown(replies) => replies,
                    Outcome::Went(done) => {
                        self.number += 1;
                        let warning = self.session.warning().map(|notice| Reply::Notice { notice });
                        [Some(*done), warning, Some(self.asking())].into_iter().flatten().collect()
                    }
                },
                Err(why) => vec![Reply::error(number, why)],
            };
            for reply in &replies {
                dialect.write(reply, &self, out)?;
            }
            out.flush()?;
        }
        self.session.sync();
        Ok(())
    }

    fn asking(&self) -> Reply {
        Reply::asking(&self.session, self.number)
    }

    fn hear(&mut self, line: u64, request: Request) -> Outcome {
        let named = match &request {
            Request::Answer { ask, .. } | Request::Aside { ask, .. } | Request::Throw { ask } => Some(*ask),
            _ => None,
        };
        if let Some(named) = named.filter(|named| *named != self.number) {
            let error = format!("ask {named} is not open; ask {} is.", self.number);
            return Outcome::Shown(vec![Reply::error(line, error)]);
        }
        let before = show::Known::of(self.session.game());
        let went = |did: &'static str, result: Result<(), Refusal>, referee: &Referee| match result {
            Ok(()) => Outcome::Went(Box::new(Reply::Done {
                did,
                events: before.since(referee.session.game()),
                note: None,
            })),
            Err(why) => Outcome::Shown(vec![Reply::refusal(line, &why)]),
        };
        match request {
            Request::Answer { with, .. } => {
                let result = self.session.answer(with).map_err(|refused| refused.why);
                went("answer", result, self)
            }
            Request::Aside { offer, overruled, .. } => {
                let result = self.session.aside(&offer, overruled);
                went("aside", result, self)
            }
            Request::Throw { .. } => {
                let result = self.session.throw();
                went("throw", result, self)
            }
            Request::Dice { side, by } => match self.session.set_thrower(side, by.into()) {
                Ok(()) => went("dice", Ok(()), self),
                Err(why) => Outcome::Shown(vec![Reply::error(line, why.to_string())]),
            },
            Request::Undo {} => match self.session.undo() {
                Ok(Some(step)) => stepped("undo", &step),
                Ok(None) => {
                    Outcome::Shown(vec![Reply::error(line, "nothing was said that could be taken back.")])
                }
                Err(why) => Outcome::Shown(vec![Reply::refusal(line, &why)]),
            },
            Request::Redo {} => match self.session.redo() {
                Ok(Some(step)) => stepped("redo", &step),
                Ok(None) => Outcome::Shown(vec![Reply::error(line, "nothing was taken back.")]),
                Err(why) => Outcome::Shown(vec![Reply::refusal(line, &why)]),
            },
            Request::Rule { reason, set, changes } => {
                let ruling = request::ruling(reason, &set, changes);
                self.rule(line, "rule", ruling, &before)
            }
            Request::Amend { component, aspect, to, reason } => {
                let ruling = Ruling::new(reason, [Change::Amended { component, aspect, to }]);
                self.rule(line, "amend", ruling, &before)
            }
            Request::Correct { beat, event } => match self.session.game().correction(EventId { beat, event })
            {
                Some(ruling) => self.rule(line, "correct", ruling, &before),
                None => Outcome::Shown(vec![Reply::error(line, "there is nothing to correct there.")]),
            },
            Request::Late { deed } => {
                let result = self.session.late(deed);
                went("late", result, self)
            }
            Request::Show { what, last } => Outcome::Shown(vec![self.show(what, last)]),
            Request::Save {} => {
                self.session.sync();
                let note = match (self.session.warning(), self.session.path()) {
                    (Some(warning), _) => warning,
                    (None, Some(path)) => format!("saved in {}", path.display()),
                    (None, None) if self.session.is_read_only() => "read-only: nothing is written".to_owned(),
                    (None, None) => "this game has no file; --save FILE gives it one".to_owned(),
                };
                Outcome::Shown(vec![Reply::Done { did: "save", events: Vec::new(), note: Some(note) }])
            }
            Request::Quit {} => Outcome::Quit,
        }
    }

    fn rule(&mut self, line: u64, did: &'static str, ruling: Ruling, before: &show::Known) -> Outcome {
        match self.session.rule(ruling) {
            Ok(ruled) => {
                let note = (ruled.dropped > 0)
                    .then(|| format!("{} answers of the unfinished beat fell", ruled.dropped));
                Outcome::Went(Box::new(Reply::Done { did, events: before.since(self.session.game()), note }))
            }
            Err(refused) => Outcome::Shown(vec![Reply::refusal(line, &refused.why)]),
        }
    }

    fn show(&self, what: Shown, last: Option<usize>) -> Reply {
        let game = self.session.game();
        match what {
            Shown::Ask => self.asking(),
            Shown::Table => Reply::Table(show::TableView::of(&self.session)),
            Shown::Log => Reply::Log(show::LogView::of(game, last)),
            Shown::Score => Reply::Score(show::ScoreView::of(game.table())),
            Shown::Deeds => Reply::Deeds { deeds: show::DeedView::of(game) },
            Shown::Readings => Reply::Readings { readings: show::ReadingView::of(game) },
        }
    }
}

fn stepped(did: &'static str, step: &crate::game::Step) -> Outcome {
    let note = if step.reopened {
        "the beat was opened at its start: what was said in it no longer fits".to_owned()
    } else {
        format!("{} said", step.statements.len())
    };
    Outcome::Went(Box::new(Reply::Done { did, events: Vec::new(), note: Some(note) }))
}

/// Reads on to the end of the line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    let mut rest = Vec::new();
    while (&mut *input).take(LONGEST).read_until(b'\n', &mut rest)? > 0 && rest.last() != Some(&b'\n') {
        rest.clear();
    }
    Ok(())
}
