//! Settled beats, each kept as what was said and what happened, and the tables between them.
//!
//! A table is kept every so many beats; any other is the nearest kept one with the events since.

use crate::desk::Statement;
use crate::table::{Event, Table};

/// A settled beat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// What was said in it.
    pub statements: Vec<Statement>,
    /// What happened.
    pub events: Vec<Event>,
}

/// All settled beats of a game.
#[derive(Clone, Debug)]
pub(super) struct History {
    // The first is the table before the first beat; then one every `STRIDE` beats.
    kept: Vec<Table>,
    beats: Vec<Beat>,
}

/// Beats from one kept table to the next: few enough that the way back is short, enough that tables take little room.
const STRIDE: usize = 16;

impl History {
    pub fn new(start: Table) -> History {
        History { kept: vec![start], beats: Vec::new() }
    }

    pub fn beats(&self) -> &[Beat] {
        &self.beats
    }

    /// Adds a beat, with the table after it.
    pub fn push(&mut self, beat: Beat, after: &Table) {
        self.beats.push(beat);
        if self.beats.len().is_multiple_of(STRIDE) {
            self.kept.push(after.clone());
        }
    }

    /// Takes the last beat off, and gives it with the table before it.
    pub fn pop(&mut self) -> Option<(Beat, Table)> {
        let last = self.beats.len().checked_sub(1)?;
        let before = self.table_before(last);
        let beat = self.beats.pop()?;
        self.kept.truncate(self.beats.len() / STRIDE + 1);
        Some((beat, before))
    }

    /// The table before a beat; after the last one for the number of beats.
    pub fn table_before(&self, beat: usize) -> Table {
        let beat = beat.min(self.beats.len());
        let from = (beat / STRIDE).min(self.kept.len() - 1);
        let mut table = self.kept[from].clone();
        for event in self.beats[from * STRIDE..beat].iter().flat_map(|beat| &beat.events) {
            table.apply(event);
        }
        table
    }
}
