//! Laws of the 11th edition's frame, held over whole battles. Every failure prints its seed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr, missing_docs)]

mod eleventh;

use adjutant::desk::{Answer, Ask, AskKind};
use adjutant::game::Game;
use adjutant::rules::eleventh::ELEVENTH;
use adjutant::session::Setup;
use adjutant::table::{Table, Whereabouts};
use eleventh::random::{self, Dice};
use eleventh::{BLUE, RED, at, boyz, hurt, led_marines, objective, reduced, table, tank, unit};

fn armies() -> Table {
    let plane = ("plane", "-", 10, 7, "-");
    let table = table([
        boyz("boyz", RED, 10),
        reduced(boyz("grots", RED, 10), 5),
        tank("trukk", RED),
        at(boyz("kommandos", RED, 5), Whereabouts::Reserve),
        led_marines("marines", BLUE),
        hurt(tank("rhino", BLUE), 5),
        at(boyz("scouts", BLUE, 5), Whereabouts::Aboard(eleventh::unit_id("rhino"))),
        unit("thunderhawk", BLUE, &["AIRCRAFT", "VEHICLE", "FLY"], plane, 1),
    ]);
    table.with([objective("home", Some(RED)), objective("hill", None)])
}

fn each_seed(seeds: std::ops::Range<u64>, check: impl Fn(u64) + std::panic::RefUnwindSafe) {
    for seed in seeds {
        if let Err(cause) = std::panic::catch_unwind(|| check(seed)) {
            eprintln!("seed {seed}");
            std::panic::resume_unwind(cause);
        }
    }
}

/// Plays at random to the end, telling of each state before it goes on.
fn play(seed: u64, mut visit: impl FnMut(&mut Dice, &Game)) -> Game {
    let mut dice = Dice::seeded(seed);
    let mut game = Game::new(&ELEVENTH, armies()).unwrap();
    for number in 0..6000 {
        visit(&mut dice, &game);
        if game.ask().is_none() {
            return game;
        }
        random::step(&mut dice, &mut game, number);
    }
    panic!("a battle without an end");
}

#[test]
fn two_hundred_random_battles_end_and_every_beat_run_again_is_the_same() {
    each_seed(0..200, |seed| {
        let game = play(seed, |_, _| ());
        assert!(game.table().outcome().is_some());
        assert_eq!(game.differing_beats(), Vec::<usize>::new());
    });
}

#[test]
fn every_option_and_offer_that_is_open_is_accepted() {
    each_seed(200..230, |seed| {
        play(seed, |dice, game| {
            if !dice.one_in(8) {
                return;
            }
            if let Some(Ask { kind: AskKind::Choice { options, .. }, .. }) = game.ask() {
                for choice in options {
                    let plain = game.clone().answer(Answer::choose(choice.id.clone()));
                    assert_eq!(plain.is_ok(), choice.is_open(), "{choice:?}");
                    game.clone().answer(Answer::overrule(choice.id.clone(), "so be it")).unwrap();
                }
            }
            if let Some(answer) = game.ask().and_then(Ask::default_answer) {
                game.clone().answer(answer).unwrap();
            }
            for offer in game.offers().iter().filter(|offer| offer.choice.is_open()) {
                game.clone().aside(&offer.choice.id).unwrap();
            }
            for deed in game.deeds() {
                game.clone().late(deed.id).unwrap();
            }
        });
    });
}

#[test]
fn enter_alone_and_dice_reach_the_end_of_the_battle() {
    each_seed(0..20, |seed| {
        let mut dice = Dice::seeded(seed);
        let mut game = Game::new(&ELEVENTH, armies()).unwrap();
        let mut answers = 0;
        while let Some(ask) = game.ask().cloned() {
            let answer = ask.default_answer().unwrap_or_else(|| random::answer(&mut dice, &ask));
            game.answer(answer).unwrap();
            answers += 1;
            assert!(answers < 1000, "no end");
        }
        assert_eq!(game.table().clock().path()[0].number, Some(5));
        assert!(game.table().outcome().is_some());
        assert_eq!(game.differing_beats(), Vec::<usize>::new());
    });
}

#[test]
fn the_setup_that_ships_is_played_to_the_end() {
    let setup = Setup::from_toml(include_str!("../armies/skirmish.setup.toml")).unwrap();
    assert_eq!(setup.ruleset, ELEVENTH.id);
    let table = Table::new(setup.sides).with(setup.changes);
    let mut dice = Dice::seeded(7);
    let mut game = Game::new(&ELEVENTH, table).unwrap();
    let mut number = 0;
    while game.ask().is_some() {
        random::step(&mut dice, &mut game, number);
        number += 1;
    }
    assert!(game.table().outcome().is_some());
}

#[test]
fn a_battle_is_brought_back_from_its_acts() {
    each_seed(300..312, |seed| {
        let mut acts = Vec::new();
        let mut dice = Dice::seeded(seed);
        let mut game = Game::new(&ELEVENTH, armies()).unwrap();
        for number in 0..150 {
            random::step(&mut dice, &mut game, number);
            acts.extend(game.take_acts());
            if !dice.one_in(8) {
                continue;
            }
            let (back, reopened) = Game::restore(&ELEVENTH, armies(), acts.clone()).unwrap();
            assert!(!reopened);
            assert_eq!((back.table(), back.ask()), (game.table(), game.ask()));
            assert_eq!((back.offers(), back.beats()), (game.offers(), game.beats()));
        }
    });
}

#[test]
fn everything_can_be_taken_back_to_the_first_ask() {
    each_seed(0..15, |seed| {
        let mut game = play(seed, |_, _| ());
        while game.undo().is_some() {}
        assert!(game.beats().is_empty());
        assert_eq!(game.table(), &armies());
    });
}
