//! How fast the save is: an append at any length of the game, and a long game brought back.
//!
//! Appends go to real files in a temporary folder; what the disk does later is not waited for, as in play.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

#[path = "../tests/saved/mod.rs"]
mod saved;
#[path = "../tests/tiny/mod.rs"]
mod tiny;

use std::fs;

use adjutant::game::{Act, Game};
use adjutant::journal::file::SaveFile;
use adjutant::journal::{Entry, Happening, load};
use divan::{AllocProfiler, Bencher, black_box};
use saved::{Kept, acts, long, open, restored};
use tiny::TINY;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const LENGTHS: [usize; 3] = [10, 1000, 5000];

/// An answer that settles a beat, as it stands in a save.
fn answer(kept: &Kept) -> Vec<Entry> {
    let settled = |entry: &Entry| match &entry.what {
        Happening::Act(Act::Settled { events, .. }, _) => events.len() > 3,
        _ => false,
    };
    let at = kept.entries.iter().position(settled).unwrap();
    kept.entries[at - 1..=at].to_vec()
}

/// One answer to the end of a save.
#[divan::bench(args = LENGTHS)]
fn append_an_answer(bencher: Bencher, length: usize) {
    let (kept, _) = long(length.max(100));
    let entries = answer(&kept);
    let folder = tempfile::tempdir().unwrap();
    let mut save = SaveFile::create(&folder.path().join("Game.toml"), &kept.header).unwrap();
    save.append(&kept.entries[..length]).unwrap();
    bencher.bench_local(|| save.append(black_box(&entries)).unwrap());
    assert_eq!(save.warning(), None);
}

/// From bytes to entries.
#[divan::bench(args = LENGTHS)]
fn read_entries(bencher: Bencher, length: usize) {
    let (kept, _) = long(length);
    bencher
        .counter(divan::counter::BytesCount::new(kept.bytes.len()))
        .bench_local(|| load(black_box(&kept.bytes)).unwrap());
}

/// From entries to a game.
#[divan::bench(args = LENGTHS)]
fn follow_entries(bencher: Bencher, length: usize) {
    let (kept, _) = long(length);
    let loaded = load(&kept.bytes).unwrap();
    bencher
        .with_inputs(|| acts(&loaded))
        .bench_local_values(|acts| Game::restore(&TINY, loaded.header.table(), acts).unwrap());
}

/// From bytes to a game that can be played.
#[divan::bench(args = LENGTHS)]
fn load_a_game(bencher: Bencher, length: usize) {
    let (kept, _) = long(length);
    bencher.bench_local(|| restored(&TINY, &load(black_box(&kept.bytes)).unwrap()));
}

/// From a file to a session, locks and all.
#[divan::bench(args = LENGTHS, sample_count = 30)]
fn open_a_session(bencher: Bencher, length: usize) {
    let (kept, _) = long(length);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    bencher
        .with_inputs(|| fs::write(&path, &kept.bytes).unwrap())
        .bench_local_values(|()| open(&path).unwrap());
}
