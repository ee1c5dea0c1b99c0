//! Saves: what was said comes back, whatever happens to the file.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    missing_docs
)]

mod tiny;

use std::path::{Path, PathBuf};

use adjutant::desk::{Ask, Offer};
use adjutant::session::dice::AppDice;
use adjutant::session::{Session, Setup};
use adjutant::table::Table;
use pretty_assertions::assert_eq;
use tiny::TINY;
use tiny::random::{self, Dice};

const RULES: &[&adjutant::rules::Ruleset] = &[&TINY];

fn setup() -> Setup {
    let table = tiny::table(2, 4);
    let empty = Table::new(["Red".into(), "Blue".into()]);
    Setup { ruleset: TINY.id, sides: vec!["Red".into(), "Blue".into()], changes: empty.changes_to(&table) }
}

fn seen(session: &Session) -> (Table, Option<Ask>, Vec<Offer>, usize) {
    let game = session.game();
    (game.table().clone(), game.ask().cloned(), game.offers().to_vec(), game.log().count())
}

fn begin(path: &Path) -> Session {
    Session::begin(RULES, &setup(), Some(path), AppDice::seeded(1)).unwrap()
}

fn look(path: &Path) -> Session {
    Session::look(RULES, path, AppDice::seeded(1)).unwrap().0
}

/// One random step through the session.
fn step(dice: &mut Dice, session: &mut Session, number: u32) {
    match dice.below(30) {
        0 => {
            let change = random::change(dice, session.game().table(), number);
            let _ = session.rule(adjutant::desk::Ruling::new("as it lies", [change]));
        }
        1 => {
            let deeds = session.game().deeds();
            if let Some(deed) = dice.pick(&deeds) {
                session.late(deed.id).unwrap();
            }
        }
        2 | 3 => {
            session.undo().unwrap();
        }
        4 => {
            let _ = session.redo();
        }
        5..=8 if !session.game().offers().is_empty() => {
            let offer = session.game().offers()[dice.below(session.game().offers().len())].choice.id.clone();
            let _ = session.aside(&offer, dice.one_in(2).then(|| "so be it".into()));
        }
        _ => {
            if let Some(ask) = session.game().ask().cloned() {
                session.answer(random::answer(dice, &ask)).unwrap();
            }
        }
    }
}

#[test]
fn a_save_loads_to_the_same_game_at_every_ask() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..3 {
        eprintln!("seed {seed}");
        let path: PathBuf = folder.path().join(format!("{seed}.toml"));
        let mut dice = Dice::seeded(seed);
        let mut session = begin(&path);
        for number in 0..150 {
            step(&mut dice, &mut session, number);
            assert_eq!(session.warning(), None);
            assert_eq!(seen(&look(&path)), seen(&session));
        }
    }
}
