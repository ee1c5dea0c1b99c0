//! The log that people read: everything that happened, with an honest line for what was taken back.

use super::Game;
use crate::desk::{RULING, Ruling, Statement};
use crate::table::Event;

/// The place of an event in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EventId {
    /// Its beat, from 0.
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
        self.log_from(0)
    }

    /// The log from a beat on: what is new costs no more in a long game.
    pub fn log_from(&self, first: usize) -> impl Iterator<Item = LogLine<'_>> {
        let last = (self.history.beats().len() + self.now.events.len()).saturating_sub(1);
        let beats = (first..=last).map(|beat| (beat, self.events_of(beat).unwrap_or_default()));
        beats.flat_map(move |(beat, events)| {
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
        let event = self.events_of(id.beat)?.get(id.event)?;
        let mut table = self.history.table_before(id.beat);
        // Beats that are not settled yet are not kept as tables.
        for beat in self.history.beats().len()..id.beat {
            self.events_of(beat)?.iter().for_each(|earlier| table.apply(earlier));
        }
        self.events_of(id.beat)?.iter().take(id.event).for_each(|earlier| table.apply(earlier));
        let mut changes = table.inverse(&event.change);
        // What has changed since then may have mended some of it already.
        let mut now = self.table().clone();
        changes.retain(|change| {
            let applies = Ruling::new("", [change.clone()]).check(&now).is_ok();
            if applies {
                now.apply(&change.clone().under(RULING));
            }
            applies
        });
        (!changes.is_empty()).then(|| Ruling::new(format!("corrects {}", event.rule), changes))
    }

    /// What happened in a beat, settled or not.
    fn events_of(&self, beat: usize) -> Option<&[Event]> {
        let settled = self.history.beats();
        match beat.checked_sub(settled.len()) {
            None => settled.get(beat).map(|beat| &beat.events[..]),
            Some(unsettled) => self.now.events.get(unsettled).map(|events| &events[..]),
        }
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push((self.history.beats().len(), note));
    }
}
