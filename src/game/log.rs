//! The log that people read: everything that happened, with an honest line for what was taken back.

use super::Game;
use crate::desk::{Ruling, Statement};
use crate::table::Event;

/// The place of an event in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EventId {
    /// Its beat, from 0. What happened since the last settled beat counts as one.
    pub beat: usize,
    /// Its place in the beat, from 0.
    pub event: usize,
}

/// A line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLine<'a> {
    /// Something happened.
    Event(EventId, &'a Event),
    /// Something about the game itself.
    Note(&'a Note),
}

/// Something about the game itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// This was taken back, although dice had been rolled or the other side had answered.
    TakenBack(Vec<Statement>),
    /// What was said in a beat no longer fits, so it was opened at its start.
    Reopened,
}

impl Game {
    /// The log, oldest first.
    pub fn log(&self) -> impl Iterator<Item = LogLine<'_>> {
        let settled = self.history.beats().iter().map(|beat| &beat.events);
        let beats = settled.chain(std::iter::once(&self.now.events));
        let last = self.history.beats().len();
        beats.enumerate().flat_map(move |(beat, events)| {
            // What was noted when later beats stood, which have fallen since, comes last.
            let here = move |at: usize| at == beat || (beat == last && at > last);
            let notes =
                self.notes.iter().filter(move |(at, _)| here(*at)).map(|(_, note)| LogLine::Note(note));
            let line = move |(event, what)| LogLine::Event(EventId { beat, event }, what);
            notes.chain(events.iter().enumerate().map(line))
        })
    }

    /// The ruling that would take an event's effect back, ready made. None where it had none, or is not there.
    pub fn correction(&self, id: EventId) -> Option<Ruling> {
        let settled = self.history.beats().get(id.beat).map(|beat| &beat.events);
        let unsettled = (id.beat == self.history.beats().len()).then_some(&self.now.events);
        let events = settled.or(unsettled)?;
        let event = events.get(id.event)?;
        let mut table = self.history.table_before(id.beat);
        for earlier in &events[..id.event] {
            table.apply(earlier);
        }
        let changes = table.inverse(&event.change);
        (!changes.is_empty()).then(|| Ruling::new(format!("corrects {}", event.rule), changes))
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push((self.history.beats().len(), note));
    }
}
