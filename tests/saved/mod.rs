//! Saved games for tests: random play through a session or in memory, and what must come back of it.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    missing_docs
)]

use std::fs;
use std::path::{Path, PathBuf};

use adjutant::desk::{Ruling, Said};
use adjutant::game::{Act, Game};
use adjutant::journal::{Entry, Happening, Header, Loaded, Sitting, load};
use adjutant::rules::Ruleset;
use adjutant::session::dice::AppDice;
use adjutant::session::{Notice, Session, SessionError, Setup};
use adjutant::table::{Change, Table};
use pretty_assertions::assert_eq;

use crate::tiny::random::{self, Dice};
use crate::tiny::{self, TINY};

pub const RULES: &[&Ruleset] = &[&TINY];

pub fn setup() -> Setup {
    let table = tiny::table(2, 4);
    let empty = Table::new(["Red".into(), "Blue".into()]);
    Setup { ruleset: TINY.id, sides: vec!["Red".into(), "Blue".into()], changes: empty.changes_to(&table) }
}

pub fn begin(path: &Path) -> Session {
    Session::begin(RULES, &setup(), Some(path), AppDice::seeded(1)).unwrap()
}

pub fn open(path: &Path) -> Result<(Session, Vec<Notice>), SessionError> {
    Session::open(RULES, path, AppDice::seeded(1))
}

pub fn look(path: &Path) -> Result<(Session, Vec<Notice>), SessionError> {
    Session::look(RULES, path, AppDice::seeded(1))
}

/// All that people see of a game, and all that can still be taken back or brought again.
pub fn assert_same(back: &Game, game: &Game, when: &str) {
    assert_eq!(back.table(), game.table(), "{when}");
    assert_eq!(back.ask(), game.ask(), "{when}");
    assert_eq!(back.offers(), game.offers(), "{when}");
    assert_eq!(back.windows(), game.windows(), "{when}");
    assert_eq!(back.log().collect::<Vec<_>>(), game.log().collect::<Vec<_>>(), "{when}");
    assert_eq!(back.beats(), game.beats(), "{when}");
    assert_eq!(back.unsettled(), game.unsettled(), "{when}");
    assert_eq!(back.undone(), game.undone(), "{when}");
}

/// One random step through a session. Gives what was done, in a word.
pub fn step(dice: &mut Dice, session: &mut Session, number: u32) -> &'static str {
    match dice.below(30) {
        0 | 1 => {
            let change = random::change(dice, session.game().table(), number);
            let _ = session.rule(Ruling::new("as it lies", [change]));
            "ruling"
        }
        2 => {
            let deeds = session.game().deeds();
            if let Some(deed) = dice.pick(&deeds) {
                session.late(deed.id).unwrap();
            }
            "late"
        }
        3 | 4 => {
            session.undo().unwrap();
            "undo"
        }
        5 => {
            let _ = session.redo();
            "redo"
        }
        6..=9 if !session.game().offers().is_empty() => {
            let offer = session.game().offers()[dice.below(session.game().offers().len())].choice.id.clone();
            let _ = session.aside(&offer, dice.one_in(2).then(|| "so be it".into()));
            "aside"
        }
        _ => {
            if let Some(ask) = session.game().ask().cloned() {
                session.answer(random::answer(dice, &ask)).unwrap();
            }
            "answer"
        }
    }
}

/// A saved random game in a new folder, and the game that was saved.
pub fn played(folder: &Path, seed: u64, steps: u32) -> (PathBuf, Session) {
    let path = folder.join("Game.toml");
    let mut dice = Dice::seeded(seed);
    let mut session = begin(&path);
    for number in 0..steps {
        step(&mut dice, &mut session, number);
    }
    (path, session)
}

/// A save in memory: the bytes that a session would have written.
pub struct Kept {
    pub header: Header,
    pub entries: Vec<Entry>,
    pub bytes: Vec<u8>,
}

impl Kept {
    pub fn new(table: &Table) -> Kept {
        let sides = vec!["Red".into(), "Blue".into()];
        let setup = Table::new(sides.clone()).changes_to(table);
        let header = Header::new("a test".into(), "2026-11-21T19:30:00Z".into(), TINY.id, sides, setup);
        let bytes = header.to_text().unwrap().into_bytes();
        let mut kept = Kept { header, entries: Vec::new(), bytes };
        kept.sit_down();
        kept
    }

    pub fn sit_down(&mut self) {
        let sitting = Sitting { began: "2026-11-21T19:30:00Z".into(), program: "a test".into() };
        self.push(Happening::Sitting(sitting));
    }

    /// Adds what became of the game since the last time.
    pub fn keep(&mut self, game: &mut Game) {
        for act in game.take_acts() {
            let at = matches!(act, Act::Settled { .. }).then(|| "day 1 · 0:0".into());
            self.push(Happening::Act(act, at));
        }
    }

    pub fn push(&mut self, what: Happening) {
        let number = u32::try_from(self.entries.len()).unwrap();
        let entry = Entry { t: number, what };
        self.bytes.extend(entry.to_text(number + 1).unwrap().into_bytes());
        self.entries.push(entry);
    }

    /// The game that comes back from the bytes.
    pub fn restored(&self, rules: &'static Ruleset) -> (Game, bool) {
        let loaded = load(&self.bytes).unwrap();
        assert_eq!(loaded.entries.len(), self.entries.len());
        restored(rules, &loaded)
    }
}

/// A save of a large game with so many entries; the battle goes on as often as it ends.
pub fn long(entries: usize) -> (Kept, Game) {
    let table = tiny::table(20, 10);
    let mut dice = Dice::seeded(11);
    let mut game = Game::new(&TINY, table.clone()).unwrap();
    let mut kept = Kept::new(&table);
    while kept.entries.len() < entries {
        if let Some(ask) = game.ask() {
            let answer = random::answer(&mut dice, ask);
            game.answer(answer).unwrap();
        } else {
            let models = game.table().units().flat_map(|unit| unit.models.iter());
            let mut changes: Vec<Change> =
                models.map(|model| Change::Returned { model: model.id, wounds: 2 }).collect();
            changes.push(Change::Ended { outcome: None });
            changes.push(Change::Left(tiny::DAY));
            game.rule(Ruling::new("once more", changes)).unwrap();
        }
        kept.keep(&mut game);
    }
    (kept, game)
}

pub fn acts(loaded: &Loaded) -> Vec<Act> {
    let acts = loaded.entries.iter().filter_map(|entry| match &entry.what {
        Happening::Act(act, _) => Some(act.clone()),
        Happening::Sitting(_) => None,
    });
    acts.collect()
}

pub fn restored(rules: &'static Ruleset, loaded: &Loaded) -> (Game, bool) {
    Game::restore(rules, loaded.header.table(), acts(loaded)).unwrap()
}

/// What an act is, for counting.
pub fn kind(act: &Act) -> &'static str {
    match act {
        Act::Said { again: true, .. } => "said again",
        Act::Said { dropped: 1.., .. } => "said, dropping",
        Act::Said { place: Some(_), .. } => "said before",
        Act::Said { statement, .. } => match &statement.said {
            Said::Answer { .. } if statement.automatic => "automatic answer",
            Said::Answer { .. } => "answer",
            Said::Aside { overruled: Some(_), .. } => "overruled aside",
            Said::Aside { .. } => "aside",
            Said::Ruling(_) => "ruling",
            Said::Late { .. } => "late",
        },
        Act::Settled { .. } => "settled",
        Act::TakenBack(back) if back.opened > 0 => "taken back over beats",
        Act::TakenBack(back) if back.quiet => "taken back quietly",
        Act::TakenBack(_) => "taken back",
        Act::Redone => "redone",
        Act::Forgotten => "forgotten",
        Act::Reopened => "reopened",
    }
}

/// Every file of a folder with its content, the locks left out: nothing is ever in them.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .filter(|(_, path)| path.is_file() && path.extension().is_none_or(|end| end != "lock"))
        .map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

pub fn names(folder: &Path) -> Vec<String> {
    files(folder).into_iter().map(|(name, _)| name).collect()
}

/// A save as its blocks, without the empty lines between them.
pub fn blocks() -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 11, 60);
    drop(session);
    let text = fs::read_to_string(path).unwrap();
    text.trim_end().split("\n\n").map(str::to_owned).collect()
}

pub fn text(blocks: &[String]) -> String {
    blocks.join("\n\n") + if blocks.is_empty() { "" } else { "\n\n" }
}
