//! Asks: what the rules want to know, from whom, and under which rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::desk::{Answer, Choice, ChoiceId, Fault, Field, Roll};
use crate::id::{KeyError, RuleId, SideId};

/// Something the rules want to know. The game waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ask {
    /// Its name within the beat.
    pub id: AskId,
    /// Who must answer.
    pub who: Who,
    /// What people read.
    pub words: String,
    /// What is asked.
    #[serde(flatten)]
    pub kind: AskKind,
}

/// The name of an ask: its rule, and the how-manieth ask of its beat it is. Written `11.02#3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskId {
    /// The rule that asks.
    pub rule: RuleId,
    /// The how-manieth ask of its beat, from 1.
    pub number: u16,
}

/// Who must answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// One side.
    Side(SideId),
    /// Either: both look at the same table.
    Anyone,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum AskKind {
    /// A player decides.
    Choice {
        /// The options, greyed ones too.
        options: Vec<Choice>,
        /// The obvious one.
        #[serde(skip_serializing_if = "Option::is_none")]
        default: Option<ChoiceId>,
    },
    /// Dice are rolled.
    Dice {
        /// What is rolled.
        roll: Roll,
    },
    /// The physical table is looked at.
    Facts {
        /// What for.
        fields: Vec<Field>,
    },
    /// Several of these are answered together.
    Form {
        /// Its fields.
        fields: Vec<Field>,
    },
}

impl Ask {
    /// The answer that an untouched ask gives. None for dice, and where no option is open.
    pub fn default_answer(&self) -> Option<Answer> {
        match &self.kind {
            AskKind::Choice { default, .. } => {
                default.clone().map(|choose| Answer::Choose { choose, overruled: None })
            }
            AskKind::Dice { .. } => None,
            AskKind::Facts { .. } | AskKind::Form { .. } => {
                Some(Answer::Fields { fields: BTreeMap::new(), overruled: None })
            }
        }
    }

    /// What the program did wrong in asking so.
    pub(super) fn fault(&self) -> Option<Fault> {
        let rule = self.id.rule;
        match &self.kind {
            AskKind::Choice { options, .. } if options.is_empty() => Some(Fault::NoOption(rule)),
            AskKind::Choice { options, .. } => twice(options).then_some(Fault::SameId(rule)),
            AskKind::Dice { roll } => (!roll.has_sound_buckets()).then_some(Fault::Buckets(rule)),
            AskKind::Facts { fields } | AskKind::Form { fields } => {
                let mut seen = BTreeSet::new();
                for field in fields {
                    if !field.is_sound(rule, &seen) {
                        return Some(Fault::Field(rule));
                    }
                    if !seen.insert(field.id) || twice(field.choices()) {
                        return Some(Fault::SameId(rule));
                    }
                }
                None
            }
        }
    }
}

fn twice(choices: &[Choice]) -> bool {
    let mut seen = BTreeSet::new();
    choices.iter().any(|choice| !seen.insert(&choice.id))
}

impl fmt::Display for AskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.rule, self.number)
    }
}

/// Why a text is no [`AskId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AskIdError {
    /// No number behind the rule.
    #[error("an ask is written as its rule, a # and its number, like 11.02#3")]
    Form,
    /// No rule before it.
    #[error(transparent)]
    Rule(#[from] KeyError),
}

impl FromStr for AskId {
    type Err = AskIdError;
    fn from_str(text: &str) -> Result<AskId, AskIdError> {
        let (rule, number) = text.rsplit_once('#').ok_or(AskIdError::Form)?;
        Ok(AskId { rule: rule.parse()?, number: number.parse().map_err(|_| AskIdError::Form)? })
    }
}

impl Serialize for AskId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AskId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AskId, D::Error> {
        crate::id::deserialize_text(from)
    }
}
