//! A session: a game with its save, its dice and its clock. The only door for the screen and for programs.
//!
//! Whatever is said goes to the game, from there to the save, and only then is it shown: what was shown is never lost.

pub mod dice;
pub mod saves;
pub mod setup;
#[cfg(unix)]
pub mod signals;
pub mod time;
pub mod typed;
pub mod words;

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::desk::{Answer, AskKind, ChoiceId, Refusal, Refused, Ruling, Who};
use crate::game::{Act, Game, RestoreError, Ruled, Step};
use crate::id::{DeedId, RulesetId, SideId};
use crate::journal::file::{self, Mended, SaveFile, Unplayable};
use crate::journal::{Entry, Happening, Header, Loaded, SaveError, Sitting, Tail};
use crate::rules::Ruleset;
use crate::table::{Change, Table};
use crate::text::Text;
use dice::AppDice;
use time::Played;

/// This program, as saves name it.
pub const PROGRAM: &str = concat!("adjutant ", env!("CARGO_PKG_VERSION"));

/// Which rulesets there are, by their names.
pub type Rulesets<'a> = &'a [&'static Ruleset];

/// What a game begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The sides, in their order.
    pub sides: Vec<Text>,
    /// What lays the table: armies, objectives, readings.
    pub changes: Vec<Change>,
}

/// Who throws a side's dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Thrower {
    /// The players, on the table.
    #[default]
    Own,
    /// The app, as soon as a roll is asked for.
    App,
}

/// Why there is no session.
#[derive(Debug, Error)]
pub enum SessionError {
    /// Of the save.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// Of the ruleset's name.
    #[error("there is no ruleset {0}; there is {1}")]
    Ruleset(RulesetId, String),
    /// Of the game.
    #[error("{0}")]
    Game(#[from] Refusal),
    /// Of what is in the save.
    #[error("{file}: {why}")]
    Restore {
        /// The save.
        file: String,
        /// Why the rules cannot go on from there.
        why: Refusal,
    },
    /// Of the system's randomness.
    #[error("no dice: {0}")]
    Dice(#[from] rand::rngs::SysError),
    /// Somebody only looks on.
    #[error("this save is open read-only")]
    ReadOnly,
}

/// Something the players should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The save was mended when it was opened.
    Mended(Mended),
    /// The save is read as far as it is good.
    OnlyPrefix(Tail),
    /// What was said in the unfinished beat no longer fits: it was opened at its start.
    Reopened,
}

/// A game with its save, its dice and its clock.
#[derive(Debug)]
pub struct Session {
    game: Game,
    save: Option<SaveFile>,
    read_only: bool,
    played: Played,
    dice: AppDice,
    throwers: Vec<Thrower>,
}

impl Session {
    /// A new game, saved in this file. Without one it is kept in memory alone.
    pub fn begin(
        rules: Rulesets<'_>,
        setup: &Setup,
        path: Option<&Path>,
        dice: AppDice,
    ) -> Result<Session, SessionError> {
        let ruleset =
            find(rules, setup.ruleset).ok_or_else(|| SessionError::Ruleset(setup.ruleset, names(rules)))?;
        let header = Header::new(
            PROGRAM.into(),
            time::wall(),
            setup.ruleset,
            setup.sides.clone(),
            setup.changes.clone(),
        );
        let game = Game::new(ruleset, header.table())?;
        let save = path.map(|path| SaveFile::create(path, &header)).transpose()?;
        let mut session = Session::with(game, save, 0, dice);
        session.sit_down()?;
        Ok(session)
    }

    /// Goes on with a saved game.
    pub fn open(
        rules: Rulesets<'_>,
        path: &Path,
        dice: AppDice,
    ) -> Result<(Session, Vec<Notice>), SessionError> {
        let (save, back, mended) = SaveFile::open(path, |loaded| restore(rules, path, loaded))?;
        let mut notices: Vec<Notice> = mended.map(Notice::Mended).into_iter().collect();
        notices.extend(back.reopened.then_some(Notice::Reopened));
        let mut session = Session::with(back.game, Some(save), back.seconds, dice);
        session.sit_down()?;
        Ok((session, notices))
    }

    /// Looks at a saved game without touching it, also while somebody plays it.
    pub fn look(
        rules: Rulesets<'_>,
        path: &Path,
        dice: AppDice,
    ) -> Result<(Session, Vec<Notice>), SessionError> {
        let (back, tail) = file::look(path, |loaded| restore(rules, path, loaded))?;
        let mut notices = Vec::new();
        if tail != Tail::Clean {
            notices.push(Notice::OnlyPrefix(tail));
        }
        notices.extend(back.reopened.then_some(Notice::Reopened));
        let mut session = Session::with(back.game, None, back.seconds, dice);
        session.read_only = true;
        session.played.pause();
        Ok((session, notices))
    }

    /// Mends a save as opening it does, without sitting down: where its game goes on, with how many entries.
    pub fn recover(rules: Rulesets<'_>, path: &Path) -> Result<(PathBuf, u32, Option<Mended>), SessionError> {
        let (save, _, mended) = SaveFile::open(path, |loaded| restore(rules, path, loaded))?;
        Ok((save.path().to_owned(), save.entries(), mended))
    }

    fn with(game: Game, save: Option<SaveFile>, t: u32, dice: AppDice) -> Session {
        let throwers = game.table().sides().map(|_| Thrower::default()).collect();
        Session { game, save, read_only: false, played: Played::from(t), dice, throwers }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The save's file.
    pub fn path(&self) -> Option<PathBuf> {
        self.save.as_ref().map(|save| save.path().to_owned())
    }

    /// Whether nothing can be said.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Played time, in seconds.
    pub fn seconds(&self) -> u32 {
        self.played.seconds()
    }

    /// Time stands still, and the disk has everything: before the program is suspended.
    pub fn pause(&mut self) {
        self.played.pause();
        self.sync();
    }

    /// Time runs again.
    pub fn go_on(&mut self) {
        if !self.read_only {
            self.played.go_on();
        }
    }

    /// Watches for hang-up, termination and suspension while the watch lives: the disk has everything first. Before the program
    /// ends by one, `leave` is called.
    #[cfg(unix)]
    pub fn watch_signals(&self, leave: impl Fn() + Send + 'static) -> std::io::Result<signals::Watch> {
        let disk = self.save.as_ref().and_then(SaveFile::syncer);
        signals::Watch::new(disk, self.played.away(), leave)
    }

    /// Who throws a side's dice.
    pub fn thrower(&self, side: SideId) -> Thrower {
        self.throwers.get(usize::from(side.0)).copied().unwrap_or_default()
    }

    /// Sets who throws a side's dice. The app throws at once where it now has to.
    pub fn set_thrower(&mut self, side: SideId, thrower: Thrower) -> Result<(), SessionError> {
        if let Some(now) = self.throwers.get_mut(usize::from(side.0)) {
            *now = thrower;
        }
        if self.read_only { Ok(()) } else { self.settle() }
    }

    /// Answers what is asked.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refused<Answer>> {
        if self.read_only {
            return Err(Refused { given: answer, why: looking_on() });
        }
        self.game.answer(answer.clone())?;
        self.settle().map_err(|why| Refused { given: answer, why: unsaved(&why) })
    }

    /// Lets the app throw the dice that are asked for, this once.
    pub fn throw(&mut self) -> Result<(), Refusal> {
        let Some(AskKind::Dice { roll }) = self.game.ask().map(|ask| &ask.kind) else {
            return Err(refused("No roll is asked for.", "Answer what is asked."));
        };
        let answer = self.dice.throw(roll);
        self.answer(answer).map_err(|refused| refused.why)
    }

    /// Takes an offer; with a reason even a greyed one.
    pub fn aside(&mut self, offer: &ChoiceId, overruled: Option<Text>) -> Result<(), Refusal> {
        self.may_speak()?;
        match overruled {
            Some(reason) => self.game.aside_overruled(offer, reason)?,
            None => self.game.aside(offer)?,
        }
        self.settle().map_err(|why| unsaved(&why))
    }

    /// Sets what the players say it is.
    pub fn rule(&mut self, ruling: Ruling) -> Result<Ruled, Refused<Ruling>> {
        if self.read_only {
            return Err(Refused { given: ruling, why: looking_on() });
        }
        let ruled = self.game.rule(ruling.clone())?;
        self.settle().map_err(|why| Refused { given: ruling, why: unsaved(&why) })?;
        Ok(ruled)
    }

    /// Does now what was forgotten.
    pub fn late(&mut self, deed: DeedId) -> Result<(), Refusal> {
        self.may_speak()?;
        self.game.late(deed)?;
        self.settle().map_err(|why| unsaved(&why))
    }

    /// Takes back the last thing a person said. The dice behind it are not thrown anew before something is said.
    pub fn undo(&mut self) -> Result<Option<Step>, Refusal> {
        self.may_speak()?;
        let step = self.game.undo();
        self.write().map_err(|why| unsaved(&why))?;
        Ok(step)
    }

    /// Brings again what was taken back last.
    pub fn redo(&mut self) -> Result<Option<Step>, Refusal> {
        self.may_speak()?;
        let step = self.game.redo();
        let written = self.write().map_err(|why| unsaved(&why));
        let step = step?;
        written?;
        Ok(step)
    }

    /// Why the last entries are not in the save. None while all are.
    pub fn warning(&self) -> Option<String> {
        self.save.as_ref().and_then(SaveFile::warning)
    }

    /// Tries again what could not be saved, and sees to it that the disk has everything.
    pub fn sync(&mut self) {
        if let Some(save) = &mut self.save {
            save.retry();
            save.sync();
        }
    }

    fn may_speak(&self) -> Result<(), Refusal> {
        if self.read_only { Err(looking_on()) } else { Ok(()) }
    }

    fn sit_down(&mut self) -> Result<(), SessionError> {
        let sitting = Sitting { began: time::wall(), program: PROGRAM.into() };
        let entry = Entry { t: self.played.seconds(), what: Happening::Sitting(sitting) };
        if let Some(save) = &mut self.save {
            save.append(&[entry])?;
        }
        self.write()
    }

    /// Saves what was said, and throws the dice that the app has to throw, unless something stands open that the throw would
    /// close.
    fn settle(&mut self) -> Result<(), SessionError> {
        self.write()?;
        while let Some(ask) = self.game.ask() {
            let (AskKind::Dice { roll }, Who::Side(side)) = (&ask.kind, ask.who) else { break };
            // A throw is an answer: it would close what somebody may still take.
            let open = self.game.offers().iter().any(|offer| offer.choice.is_open());
            if open || self.thrower(side) == Thrower::Own {
                break;
            }
            let answer = self.dice.throw(roll);
            self.game.answer_automatically(answer).map_err(|refused| refused.why)?;
            self.write()?;
        }
        Ok(())
    }

    /// Writes what became of the game since the last time.
    fn write(&mut self) -> Result<(), SessionError> {
        let acts = self.game.take_acts();
        let Some(save) = &mut self.save else { return Ok(()) };
        if acts.is_empty() {
            return Ok(());
        }
        let t = self.played.seconds();
        let at = standing(self.game.table());
        let entries: Vec<Entry> = acts
            .into_iter()
            .map(|act| {
                let at = matches!(act, Act::Settled { .. }).then(|| at.clone());
                Entry { t, what: Happening::Act(act, at) }
            })
            .collect();
        Ok(save.append(&entries)?)
    }
}

/// Where a game stands, in a line: `round 2 · Orks · shooting · 12:15`.
pub fn standing(table: &Table) -> Text {
    let mut words: Vec<String> = Vec::new();
    if let Some(outcome) = table.outcome() {
        words.push(outcome.words.to_string());
    } else {
        for place in table.clock().path() {
            match (place.number, place.side) {
                (Some(number), _) => words.push(format!("{} {number}", place.name)),
                (None, Some(side)) => words.push(table.side_name(side).to_string()),
                (None, None) => words.push(place.name.to_string()),
            }
        }
    }
    let score: Vec<String> = table.sides().map(|(_, side)| side.vp.to_string()).collect();
    words.push(score.join(":"));
    words.join(" · ").into()
}

fn find(rules: Rulesets<'_>, id: RulesetId) -> Option<&'static Ruleset> {
    rules.iter().find(|rules| rules.id == id).copied()
}

fn names(rules: Rulesets<'_>) -> String {
    rules.iter().map(|rules| rules.id.to_string()).collect::<Vec<_>>().join(", ")
}

/// A game that came back from a save.
struct Back {
    game: Game,
    reopened: bool,
    seconds: u32,
}

fn restore(rules: Rulesets<'_>, path: &Path, loaded: Loaded) -> Result<Back, Unplayable<SessionError>> {
    let name = || path.display().to_string();
    let id = loaded.header.ruleset;
    let Some(ruleset) = find(rules, id) else {
        let what = format!("is a game of {id}, which this program does not know; it knows {}.", names(rules));
        let why = SaveError::new(what, "Use an Adjutant that does.");
        return Err(Unplayable::Other(SaveError { file: name(), ..why }.into()));
    };
    let seconds = loaded.seconds();
    let mut places = Vec::with_capacity(loaded.entries.len());
    let acts = loaded.entries.into_iter().enumerate().filter_map(|(place, entry)| match entry.what {
        Happening::Act(act, _) => {
            places.push(place);
            Some(act)
        }
        Happening::Sitting(_) => None,
    });
    match Game::restore(ruleset, loaded.header.table(), acts) {
        Ok((game, reopened)) => Ok(Back { game, reopened, seconds }),
        // The last act that was heard.
        Err(RestoreError::Act(_)) => Err(Unplayable::Entry(places.last().copied().unwrap_or(0))),
        Err(RestoreError::Refused(why)) => {
            Err(Unplayable::Other(SessionError::Restore { file: name(), why }))
        }
    }
}

fn refused(sentence: &str, remedy: &str) -> Refusal {
    Refusal::of(crate::id::RuleId::new("session"), sentence, remedy)
}

fn looking_on() -> Refusal {
    refused("This save is open read-only.", "Open it for playing to go on with it.")
}

fn unsaved(why: &SessionError) -> Refusal {
    refused(
        &format!("What was said was taken, but {why}."),
        "Go on: nothing of it is lost while the program runs.",
    )
}
