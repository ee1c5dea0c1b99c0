//! What the referee says, one JSON object a line.

use serde::Serialize;

use super::show::{DeedView, LineView, LogView, ReadingView, ScoreView, TableView};
use crate::desk::{Ask, AskId, AskKind, Complaint, Offer, Refusal, Who};
use crate::id::{RuleId, SideId, WindowId};
use crate::session::{Session, standing};
use crate::table::Outcome;

/// A reply.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "reply")]
pub enum Reply {
    /// What is asked now.
    Ask(AskView),
    /// The battle is over; nothing is asked.
    Over {
        /// The number to take offers with.
        number: u64,
        /// How it ended.
        outcome: Option<Outcome>,
        /// The offers that still stand open.
        offers: Vec<Offer>,
    },
    /// A request was taken.
    Done {
        /// Which.
        did: &'static str,
        /// What happened.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        events: Vec<LineView>,
        /// More of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// A request was not taken; nothing has changed.
    Error {
        /// The line it stood on.
        line: u64,
        /// Why, in a sentence.
        error: String,
        /// The objections one by one.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        complaints: Vec<Complaint>,
    },
    /// Something the players should know.
    Notice {
        /// In words.
        notice: String,
    },
    /// All that is true now.
    Table(TableView),
    /// What has happened.
    Log(LogView),
    /// The points.
    Score(ScoreView),
    /// What could be done late.
    Deeds {
        /// The deeds.
        deeds: Vec<DeedView>,
    },
    /// The rules that can be read in more than one way.
    Readings {
        /// The readings.
        readings: Vec<ReadingView>,
    },
}

/// An ask with all that stands beside it.
#[derive(Debug, Serialize)]
pub struct AskView {
    /// Its number in this run of the program. An answer names it, so that none goes to the wrong ask.
    pub number: u64,
    /// Its name within its beat.
    pub id: AskId,
    /// The rule that asks.
    pub rule: RuleId,
    /// The side that must answer. Without one, either may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// The question.
    pub words: String,
    /// What is asked.
    #[serde(flatten)]
    pub kind: AskKind,
    /// What may be done besides answering.
    pub offers: Vec<Offer>,
    /// The moments that have come since the last answer.
    pub windows: Vec<WindowId>,
    /// Where the game stands.
    pub at: String,
}

impl Reply {
    /// What is asked now.
    pub fn asking(session: &Session, number: u64) -> Reply {
        let game = session.game();
        match game.ask() {
            Some(Ask { id, who, words, kind }) => Reply::Ask(AskView {
                number,
                id: *id,
                rule: id.rule,
                side: match who {
                    Who::Side(side) => Some(*side),
                    Who::Anyone => None,
                },
                words: words.clone(),
                kind: kind.clone(),
                offers: game.offers().to_vec(),
                windows: game.windows().to_vec(),
                at: standing(game.table()).to_string(),
            }),
            None => Reply::Over {
                number,
                outcome: game.table().outcome().cloned(),
                offers: game.offers().to_vec(),
            },
        }
    }

    /// Why a request is not taken.
    pub fn refusal(line: u64, why: &Refusal) -> Reply {
        Reply::Error { line, error: why.to_string(), complaints: why.complaints().to_vec() }
    }

    /// What is wrong with a line.
    pub fn error(line: u64, error: impl Into<String>) -> Reply {
        Reply::Error { line, error: error.into(), complaints: Vec::new() }
    }
}
