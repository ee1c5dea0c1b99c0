//! How fast the kernel is, on a table of 2 × 20 units of ten models with marks and told facts.
//!
//! `cargo bench` prints the times and, for whole games, the most memory that was held at once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../tests/tiny/mod.rs"]
mod tiny;

use adjutant::desk::Answer;
use adjutant::game::Game;
use adjutant::table::{Change, Fact, FactValue, Mark, On, Spot, Table, Until};
use divan::{AllocProfiler, Bencher, black_box};
use tiny::random::{self, Dice};
use tiny::{ACTED, BLUE, DAY, OATH, RED, SHAKEN, TINY, unit_id};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// 2 × 20 units of ten models, three marks on each, and 120 told facts.
fn large() -> Table {
    let mut changes = Vec::new();
    for number in 1..=20 {
        for side in [RED, BLUE] {
            let on = On::Unit(unit_id(side, number));
            for id in [OATH, SHAKEN] {
                changes.push(Change::Marked(Mark::new(id, on).until(Until::Battle)));
            }
            changes.push(Change::Marked(Mark::new(ACTED, on).value(6).until(Until::Leaving(DAY))));
        }
        for enemy in 1..=6 {
            let (a, b) = (unit_id(RED, number), unit_id(BLUE, enemy));
            let fact = Fact::Within { a: Spot::Unit(a), b: Spot::Unit(b), inches: 6 };
            changes.push(Change::Told { fact, value: FactValue::Yes(true) });
        }
    }
    tiny::table(20, 10).with(changes)
}

/// A large game in the middle of a blow: chosen, struck, and about to be asked about the riposte.
fn in_a_blow() -> Game {
    let mut dice = Dice::seeded(1);
    let mut game = Game::new(&TINY, large()).unwrap();
    for number in 0..200 {
        if game.ask().is_some_and(|ask| ask.id.rule.as_str() == "C2") && number > 100 {
            break;
        }
        let answer = random::answer(&mut dice, game.ask().unwrap());
        game.answer(answer).unwrap();
    }
    game
}

/// An answer to the next ask, offers and all.
#[divan::bench]
fn answer_to_next_ask(bencher: Bencher) {
    let game = in_a_blow();
    let ask = game.ask().unwrap().clone();
    let answer = random::answer(&mut Dice::seeded(2), &ask);
    bencher
        .with_inputs(|| (game.clone(), answer.clone()))
        .bench_local_refs(|(game, answer)| game.answer(black_box(answer.clone())).unwrap());
}

/// Taking an answer back within its beat.
#[divan::bench]
fn undo_within_a_beat(bencher: Bencher) {
    let game = in_a_blow();
    bencher.with_inputs(|| game.clone()).bench_local_refs(|game| game.undo().unwrap());
}

/// Taking back over the end of beats, the longest way from a kept table: the mean of 40 in a row.
#[divan::bench(items_count = 40u32)]
fn undo_over_beats(bencher: Bencher) {
    let game = in_a_blow();
    bencher.with_inputs(|| game.clone()).bench_local_refs(|game| {
        for _ in 0..40 {
            black_box(game.undo());
        }
    });
}

/// A whole random game of 2 × 20 units, with rulings, late deeds, asides and taking back.
#[divan::bench(sample_count = 20)]
fn whole_random_game() -> Game {
    let mut dice = Dice::seeded(7);
    let mut game = Game::new(&TINY, large()).unwrap();
    for number in 0.. {
        if game.ask().is_none() {
            break;
        }
        random::step(&mut dice, &mut game, number);
    }
    game
}

/// 5,000 answers: the battle goes on as often as it ends. Look at `max alloc` for the memory of the game.
#[divan::bench(sample_count = 5)]
fn game_of_5000_answers() -> Game {
    let mut dice = Dice::seeded(11);
    let mut game = Game::new(&TINY, large()).unwrap();
    let mut answers = 0;
    while answers < 5000 {
        match game.ask() {
            Some(ask) => {
                let answer: Answer = random::answer(&mut dice, ask);
                game.answer(answer).unwrap();
                answers += 1;
            }
            None => again(&mut game),
        }
    }
    game
}

/// All models are back, and it is the first day.
fn again(game: &mut Game) {
    let table = game.table();
    let models = table.units().flat_map(|unit| unit.models.iter());
    let mut changes: Vec<Change> =
        models.map(|model| Change::Returned { model: model.id, wounds: 2 }).collect();
    changes.push(Change::Ended { outcome: None });
    changes.push(Change::Left(DAY));
    game.rule(adjutant::desk::Ruling::new("once more", changes)).unwrap();
}
