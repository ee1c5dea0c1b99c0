//! What a session has to tell, in words for people.

use super::Notice;
use crate::game::{LogLine, Note};
use crate::journal::Tail;
use crate::journal::file::Mended;
use crate::table::{Change, Event, On};

/// A notice.
pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::Mended(Mended::Torn(copy)) => {
            let copy = copy.display();
            format!("The last entry of the save was cut while it was written. It is kept in {copy}.")
        }
        Notice::Mended(Mended::GoesOnAs(path, why)) => {
            let path = path.display();
            format!("The save is damaged ({why}) and was left alone. Its good part goes on as {path}.")
        }
        Notice::OnlyPrefix(Tail::Damaged(why)) => {
            format!("The save is damaged ({why}); this is its good part.")
        }
        Notice::OnlyPrefix(_) => "The last entry of the save was cut while it was written.".to_owned(),
        Notice::Reopened => {
            "What was said in the unfinished beat no longer fits the rules; it stands at its start."
                .to_owned()
        }
    }
}

/// A note of the log.
pub fn note(note: &Note) -> String {
    match note {
        Note::TakenBack(statements) => match statements.len() {
            1 => "Taken back: the last thing said".to_owned(),
            count => format!("Taken back: the last thing said, and {} behind it", count - 1),
        },
        Note::Reopened => "A beat was opened at its start: what was said in it no longer fits".to_owned(),
    }
}

/// Whether a line of the log tells people something: steps of the clock within others, and marks that only keep the
/// game's own books, do not.
pub fn tells(line: &LogLine<'_>) -> bool {
    match line {
        LogLine::Note(_) => true,
        LogLine::Event(_, event) => tells_of(event),
    }
}

/// Whether an event tells people something.
pub fn tells_of(event: &Event) -> bool {
    match &event.change {
        Change::Entered(place) => place.number.is_some() || place.side.is_some() || place.unit.is_some(),
        Change::Left(_) => false,
        Change::Marked(mark) => !matches!(mark.on, On::Game | On::Objective(_)),
        _ => true,
    }
}

/// A time that was played.
pub fn duration(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
