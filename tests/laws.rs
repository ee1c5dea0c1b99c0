//! Laws of the kernel, held over whole random games of the tiny ruleset. Every failure prints the seed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr, missing_docs)]

mod tiny;

use std::collections::BTreeSet;

use adjutant::desk::{Answer, Ask, AskKind, FieldValue, Offer};
use adjutant::game::{Game, LogLine};
use adjutant::id::{FieldId, WindowId};
use adjutant::table::{Cause, Change, Event, Table};
use pretty_assertions::assert_eq;
use tiny::random::{self, Dice};
use tiny::{TINY, table};

/// All that two people see.
fn seen(game: &Game) -> (Table, Option<Ask>, Vec<Offer>, Vec<WindowId>, usize) {
    let open = (game.offers().to_vec(), game.windows().to_vec());
    (game.table().clone(), game.ask().cloned(), open.0, open.1, game.unsettled().len())
}

/// Plays a random game to its end, telling of each state before it goes on.
fn play(seed: u64, mut visit: impl FnMut(&mut Dice, &mut Game, u32)) -> Game {
    let mut dice = Dice::seeded(seed);
    let mut game = Game::new(&TINY, table(2 + u16::try_from(seed % 3).unwrap(), 4)).unwrap();
    for number in 0..4000 {
        visit(&mut dice, &mut game, number);
        if game.ask().is_none() && !dice.one_in(3) {
            return game;
        }
        random::step(&mut dice, &mut game, number);
    }
    panic!("a game without an end");
}

fn each_seed(seeds: std::ops::Range<u64>, check: impl Fn(u64) + std::panic::RefUnwindSafe) {
    for seed in seeds {
        if let Err(cause) = std::panic::catch_unwind(|| check(seed)) {
            eprintln!("seed {seed}");
            std::panic::resume_unwind(cause);
        }
    }
}

#[test]
fn a_thousand_whole_games_end() {
    each_seed(0..1000, |seed| {
        let game = play(seed, |_, _, _| ());
        assert!(game.table().outcome().is_some());
    });
}

#[test]
fn every_offered_option_and_every_open_offer_is_accepted() {
    each_seed(0..40, |seed| {
        play(seed, |dice, game, _| {
            if !dice.one_in(6) {
                return;
            }
            if let Some(Ask { kind: AskKind::Choice { options, .. }, .. }) = game.ask() {
                for choice in options.iter().filter(|choice| choice.is_open()) {
                    game.clone().answer(Answer::choose(choice.id.clone())).unwrap();
                }
                for choice in options.iter().filter(|choice| !choice.is_open()) {
                    game.clone().answer(Answer::choose(choice.id.clone())).unwrap_err();
                    game.clone().answer(Answer::overrule(choice.id.clone(), "so be it")).unwrap();
                }
            }
            if let Some(answer) = game.ask().and_then(Ask::default_answer) {
                game.clone().answer(answer).unwrap();
            }
            for offer in game.offers().iter().filter(|offer| offer.choice.is_open()) {
                game.clone().aside(&offer.choice.id).unwrap();
            }
        });
    });
}

#[test]
fn a_refusal_leaves_the_game_as_it_was_and_gives_back_what_it_was_given() {
    let bad = [
        Answer::choose("no such option"),
        Answer::faces([]),
        Answer::faces([9; 7]),
        Answer::tally([(tiny::FAIL, 99)]),
        Answer::fields([(FieldId::new("none"), FieldValue::Flag(true))]),
        Answer::fields([(FieldId::new("storm"), FieldValue::Number(1))]),
    ];
    each_seed(0..30, |seed| {
        play(seed, |_, game, _| {
            let before = seen(game);
            let (log, undone) = (game.log().count(), game.undone());
            for answer in &bad {
                let refused = game.answer(answer.clone()).unwrap_err();
                assert_eq!(&refused.given, answer);
                assert!(refused.why.complaints().iter().all(|why| !why.objection.sentence.is_empty()));
            }
            game.aside(&tiny::id("no such offer")).unwrap_err();
            game.late(adjutant::id::DeedId::new("nothing")).unwrap_err();
            assert_eq!(seen(game), before);
            assert_eq!((game.log().count(), game.undone()), (log, undone));
        });
    });
}

#[test]
fn undo_and_redo_are_inverses_at_every_ask() {
    each_seed(0..60, |seed| {
        let mut dice = Dice::seeded(seed);
        let mut game = Game::new(&TINY, table(2, 4)).unwrap();
        for number in 0..400 {
            let before = seen(&game);
            let what = random::step(&mut dice, &mut game, number);
            // What is automatic is taken back with what a person said before it.
            if !matches!(what, "answer" | "aside" | "ruling" | "late") {
                continue;
            }
            let after = seen(&game);
            let step = game.undo().expect("something was said");
            assert!(!step.reopened);
            assert_eq!(seen(&game), before, "undo after {what}");
            game.redo().unwrap().expect("something was taken back");
            assert_eq!(seen(&game), after, "redo after {what}");
        }
    });
}

#[test]
fn everything_is_taken_back_to_the_first_ask_and_brought_again_to_the_last() {
    each_seed(0..60, |seed| {
        let mut game = play(seed, |_, _, _| ());
        let start = seen(&Game::new(&TINY, table(2 + u16::try_from(seed % 3).unwrap(), 4)).unwrap());
        let mut states = vec![seen(&game)];
        while game.undo().is_some() {
            states.push(seen(&game));
        }
        let first_ask_is_automatic = game.unsettled().iter().any(|one| one.automatic);
        assert!(game.beats().is_empty());
        if !first_ask_is_automatic {
            assert_eq!(seen(&game), start);
        }
        while let Some(expected) = states.pop() {
            assert_eq!(seen(&game), expected);
            if !states.is_empty() {
                game.redo().unwrap().expect("something was taken back");
            }
        }
    });
}

#[test]
fn a_beat_run_twice_gives_the_same_events() {
    each_seed(0..100, |seed| {
        let game = play(seed, |_, _, _| ());
        assert_eq!(game.differing_beats(), Vec::<usize>::new());
    });
}

#[test]
fn the_events_of_the_log_make_the_table() {
    each_seed(0..60, |seed| {
        let mut table = table(2 + u16::try_from(seed % 3).unwrap(), 4);
        let game = play(seed, |_, _, _| ());
        for line in game.log() {
            if let LogLine::Event(_, event) = line {
                table.apply(event);
            }
        }
        assert_eq!(&table, game.table());
    });
}

#[test]
fn the_inverse_of_every_event_takes_it_back() {
    each_seed(0..60, |seed| {
        let mut table = table(2 + u16::try_from(seed % 3).unwrap(), 4);
        let game = play(seed, |_, _, _| ());
        for line in game.log() {
            let LogLine::Event(id, event) = line else { continue };
            let before = table.clone();
            table.apply(event);
            let inverse = before.inverse(&event.change);
            assert_eq!(table.clone().with(inverse.clone()), before, "{event:?}");
            // Ready made, it holds what of that still applies, and is taken.
            if let Some(ruling) = game.correction(id) {
                assert!(ruling.changes.iter().all(|change| inverse.contains(change)));
                game.clone().rule(ruling).unwrap();
            }
        }
    });
}

#[test]
fn the_changes_between_two_tables_lead_from_one_to_the_other() {
    each_seed(0..60, |seed| {
        let mut tables = Vec::new();
        play(seed, |dice, game, _| {
            if dice.one_in(20) {
                tables.push(game.table().clone());
            }
        });
        for pair in tables.windows(2) {
            assert_eq!(pair[0].clone().with(pair[0].changes_to(&pair[1])), pair[1]);
            assert_eq!(pair[1].clone().with(pair[1].changes_to(&pair[0])), pair[0]);
        }
    });
}

#[test]
fn events_come_back_from_their_text() {
    #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
    struct Line {
        event: adjutant::table::Event,
    }
    each_seed(0..12, |seed| {
        let game = play(seed, |_, _, _| ());
        for line in game.log() {
            let LogLine::Event(_, event) = line else { continue };
            let line = Line { event: event.clone() };
            let text = toml::to_string(&line).unwrap();
            assert_eq!(toml::from_str::<Line>(&text).unwrap(), line, "{text}");
        }
    });
}

#[test]
fn a_game_is_brought_back_from_its_acts_at_every_step() {
    each_seed(0..40, |seed| {
        let mut acts = Vec::new();
        let mut dice = Dice::seeded(seed);
        let start = table(2, 4);
        let mut game = Game::new(&TINY, start.clone()).unwrap();
        for number in 0..300 {
            let what = random::step(&mut dice, &mut game, number);
            acts.extend(game.take_acts());
            if !dice.one_in(8) {
                continue;
            }
            let (back, reopened) = Game::restore(&TINY, start.clone(), acts.clone()).unwrap();
            assert!(!reopened);
            assert_eq!(seen(&back), seen(&game), "after {what}");
            assert_eq!(back.log().collect::<Vec<_>>(), game.log().collect::<Vec<_>>());
            assert_eq!((back.beats(), back.unsettled()), (game.beats(), game.unsettled()));
            assert_eq!(back.undone(), game.undone());
            if dice.one_in(2) {
                game = back;
                assert!(game.take_acts().is_empty());
            }
        }
    });
}

/// Untouched asks and app dice reach the end of the battle.
#[test]
fn enter_alone_reaches_the_end() {
    each_seed(0..20, |seed| {
        let mut dice = Dice::seeded(seed);
        let mut game = Game::new(&TINY, table(4, 5)).unwrap();
        let mut answers = 0;
        while let Some(ask) = game.ask().cloned() {
            let answer = ask.default_answer().unwrap_or_else(|| random::answer(&mut dice, &ask));
            game.answer(answer).unwrap();
            answers += 1;
            assert!(answers < 1000, "no end");
        }
        assert!(game.table().outcome().is_some());
    });
}

/// The laws above are worth no more than what was ruled in their games.
#[test]
fn random_games_hold_every_kind_of_ruling() {
    let kind = |change: &Change| {
        let written = format!("{change:?}");
        written.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned()
    };
    let mut ruled = BTreeSet::new();
    for seed in 0..200 {
        let game = play(seed, |_, _, _| ());
        for line in game.log() {
            if let LogLine::Event(_, Event { cause: Cause::Ruling, change, .. }) = line {
                ruled.insert(kind(change));
            }
        }
    }
    let kinds = "Added Amended Counted Ended Engaged Entered Forgotten Held Joined Laid Left Lifted Marked Moved Noted \
                 Parted Placed Put Read Removed Replaced Returned Set Split Told Unmarked Withdrawn";
    let missing: Vec<&str> = kinds.split_whitespace().filter(|kind| !ruled.contains(*kind)).collect();
    assert_eq!(missing, [""; 0]);
}
