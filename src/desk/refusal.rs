//! Why not: every refusal names the rule, says what is wrong in a sentence, and how it would be right.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::id::{FieldId, RuleId};

/// A reason against something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Objection {
    /// The rule that stands against it.
    pub rule: RuleId,
    /// What is wrong.
    pub sentence: String,
    /// What would make it right. Empty where nothing would.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remedy: String,
}

impl Objection {
    /// A reason with its remedy.
    pub fn new(rule: RuleId, sentence: impl Into<String>, remedy: impl Into<String>) -> Objection {
        Objection { rule, sentence: sentence.into(), remedy: remedy.into() }
    }

    /// The same, of a field of a form.
    pub fn at(self, field: FieldId) -> Complaint {
        Complaint { field: Some(field), objection: self }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.sentence)?;
        if !self.remedy.is_empty() {
            write!(f, " {}", self.remedy)?;
        }
        write!(f, " ({})", self.rule)
    }
}

/// An objection and, in a form, the field it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Complaint {
    /// The field; none where it is about the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldId>,
    /// The reason.
    #[serde(flatten)]
    pub objection: Objection,
}

impl From<Objection> for Complaint {
    fn from(objection: Objection) -> Complaint {
        Complaint { field: None, objection }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = self.field {
            write!(f, "{field}: ")?;
        }
        write!(f, "{}", self.objection)
    }
}

/// Why something that was said is not taken. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Error)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The rules, or the form of what was said, stand against it: all reasons at once, at least one.
    #[error("{}", list(.0))]
    Objections(Vec<Complaint>),
    /// The program made a mistake.
    #[error("{0}")]
    Fault(Fault),
}

fn list(complaints: &[Complaint]) -> String {
    complaints.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl Refusal {
    /// A refusal for one reason.
    pub fn of(rule: RuleId, sentence: impl Into<String>, remedy: impl Into<String>) -> Refusal {
        Objection::new(rule, sentence, remedy).into()
    }

    /// The reasons. None where the program made a mistake.
    pub fn complaints(&self) -> &[Complaint] {
        match self {
            Refusal::Objections(complaints) => complaints,
            Refusal::Fault(_) => &[],
        }
    }
}

impl From<Objection> for Refusal {
    fn from(objection: Objection) -> Refusal {
        Refusal::Objections(vec![objection.into()])
    }
}

/// A mistake of the program: a rule written against the desk's own rules. It is refused like a bad answer, so that a
/// game is never lost to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Error)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// A rule went on after a pause.
    #[error("a mistake in the program: rule {0} went on after a pause")]
    WentOn(RuleId),
    /// A beat came to its end although it was paused.
    #[error("a mistake in the program: a beat ended although it was paused at {0}")]
    EndedPaused(RuleId),
    /// A beat paused without asking anything.
    #[error("a mistake in the program: a beat paused without an ask")]
    NothingAsked,
    /// Two options, fields or offers of one ask have the same id.
    #[error("a mistake in the program: two options of an ask under {0} have the same id")]
    SameId(RuleId),
    /// A choice without an option that could be chosen or overruled.
    #[error("a mistake in the program: there is nothing to choose from under {0}")]
    NoOption(RuleId),
    /// A field whose default it would not take itself, or that depends on one behind it.
    #[error("a mistake in the program: a field cannot hold its own default under {0}")]
    Field(RuleId),
    /// Buckets of a roll that leave a face out or hold one twice.
    #[error("a mistake in the program: the buckets of a roll do not hold each face once under {0}")]
    Buckets(RuleId),
    /// A late deed moved the clock.
    #[error("a mistake in the program: a late deed moved the clock under {0}")]
    LateClock(RuleId),
    /// Too many beats without an ask.
    #[error("a mistake in the program: the game goes on without ever asking")]
    Endless,
}

/// A refused call gives back what it was given.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{why}")]
pub struct Refused<T: fmt::Debug> {
    /// What was given.
    pub given: T,
    /// Why it is not taken.
    pub why: Refusal,
}
