//! Answers, and everything else that is said at the table: asides, rulings, late deeds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::desk::{AskId, ChoiceId, FieldValue, Ruling, Thrown, Who};
use crate::id::{BucketId, DeedId, FieldId};
use crate::text::Text;

/// The answer to an ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub enum Answer {
    /// An option. With a reason, even a greyed one.
    Choose {
        /// Its id.
        choose: ChoiceId,
        /// Why the players let it pass.
        overruled: Option<Text>,
    },
    /// Natural faces.
    Faces {
        /// One for each die.
        faces: Vec<u8>,
        /// Where they come from.
        thrown: Thrown,
    },
    /// How many dice fell into each bucket that the roll declares. Becomes faces at the door.
    Tally {
        /// The buckets that are not empty.
        tally: BTreeMap<BucketId, u16>,
    },
    /// The fields of a form, or facts. What is left out holds its default.
    Fields {
        /// The fields that were touched.
        fields: BTreeMap<FieldId, FieldValue>,
        /// Why the players let pass what the rules have against it.
        overruled: Option<Text>,
    },
}

impl Answer {
    /// An option.
    pub fn choose(id: impl Into<ChoiceId>) -> Answer {
        Answer::Choose { choose: id.into(), overruled: None }
    }

    /// A greyed option that the players agree on.
    pub fn overrule(id: impl Into<ChoiceId>, reason: impl Into<Text>) -> Answer {
        Answer::Choose { choose: id.into(), overruled: Some(reason.into()) }
    }

    /// Faces read off the table.
    pub fn faces(faces: impl Into<Vec<u8>>) -> Answer {
        Answer::Faces { faces: faces.into(), thrown: Thrown::Typed }
    }

    /// A tally.
    pub fn tally(tally: impl IntoIterator<Item = (BucketId, u16)>) -> Answer {
        Answer::Tally { tally: tally.into_iter().collect() }
    }

    /// Fields of a form, or facts.
    pub fn fields(fields: impl IntoIterator<Item = (FieldId, FieldValue)>) -> Answer {
        Answer::Fields { fields: fields.into_iter().collect(), overruled: None }
    }

    /// Whether it holds dice.
    pub fn is_dice(&self) -> bool {
        matches!(self, Answer::Faces { .. } | Answer::Tally { .. })
    }
}

/// How an answer is written: one flat table.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    #[serde(skip_serializing_if = "Option::is_none")]
    choose: Option<ChoiceId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thrown: Option<Thrown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Option<BTreeMap<BucketId, u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<BTreeMap<FieldId, FieldValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overruled: Option<Text>,
}

impl From<Answer> for Wire {
    fn from(answer: Answer) -> Wire {
        match answer {
            Answer::Choose { choose, overruled } => {
                Wire { choose: Some(choose), overruled, ..Wire::default() }
            }
            Answer::Faces { faces, thrown } => {
                let thrown = (thrown != Thrown::default()).then_some(thrown);
                Wire { faces: Some(faces), thrown, ..Wire::default() }
            }
            Answer::Tally { tally } => Wire { tally: Some(tally), ..Wire::default() },
            Answer::Fields { fields, overruled } => {
                Wire { fields: Some(fields), overruled, ..Wire::default() }
            }
        }
    }
}

impl TryFrom<Wire> for Answer {
    type Error = &'static str;
    fn try_from(wire: Wire) -> Result<Answer, &'static str> {
        let Wire { choose, faces, thrown, tally, fields, overruled } = wire;
        match (choose, faces, tally, fields, thrown, overruled) {
            (Some(choose), None, None, None, None, overruled) => Ok(Answer::Choose { choose, overruled }),
            (None, Some(faces), None, None, thrown, None) => {
                Ok(Answer::Faces { faces, thrown: thrown.unwrap_or_default() })
            }
            (None, None, Some(tally), None, None, None) => Ok(Answer::Tally { tally }),
            (None, None, None, Some(fields), None, overruled) => Ok(Answer::Fields { fields, overruled }),
            _ => Err("an answer holds one of `choose`, `faces`, `tally` and `fields`; \
                      `thrown` goes with `faces`, `overruled` with `choose` and `fields`"),
        }
    }
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// An answer to the ask.
    Answer {
        /// Which ask it was.
        ask: AskId,
        /// The answer.
        answer: Answer,
    },
    /// An offer taken. It stands right behind the answer that the offer followed.
    Aside {
        /// Which offer.
        offer: ChoiceId,
        /// Why the players let it pass, where it was greyed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overruled: Option<Text>,
    },
    /// The table is right and the program is not.
    Ruling(Ruling),
    /// Something forgotten is done now.
    Late {
        /// Which procedure.
        deed: DeedId,
    },
}

impl Said {
    /// Whether the beat before it is settled by it: a ruling leaves the offers of that beat open.
    pub(crate) fn settles(&self) -> bool {
        match self {
            Said::Ruling(ruling) => ruling.opens_beat(),
            Said::Answer { .. } | Said::Aside { .. } | Said::Late { .. } => true,
        }
    }
}

/// Something said, with when and by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What was said.
    pub said: Said,
    /// Who had to say it.
    pub who: Who,
    /// Whether nobody had to say it: app dice, an ask with one answer. It is taken back with what stood before it.
    pub automatic: bool,
    /// When it was said. A ruling may stand before what was said earlier.
    pub(crate) number: u32,
    /// What was said earlier and fell with it: a ruling on the clock drops the unfinished beat.
    pub(crate) dropped: Vec<Statement>,
}

impl Statement {
    /// Something said, to be numbered by the game that hears it.
    pub fn new(said: Said, who: Who, automatic: bool) -> Statement {
        Statement { said, who, automatic, number: 0, dropped: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Line {
        answer: Answer,
    }

    #[test]
    fn answers_are_one_flat_table_and_come_back() {
        let field = FieldId::new("models");
        for (answer, text) in [
            (Answer::choose("end"), "answer = { choose = \"end\" }"),
            (Answer::overrule("c", "we agreed"), "answer = { choose = \"c\", overruled = \"we agreed\" }"),
            (Answer::faces([3, 1]), "answer = { faces = [3, 1] }"),
            (
                Answer::Faces { faces: vec![6], thrown: Thrown::App },
                "answer = { faces = [6], thrown = \"app\" }",
            ),
            (Answer::tally([(BucketId::new("fail"), 2)]), "answer = { tally = { fail = 2 } }"),
            (Answer::fields([(field, FieldValue::Number(4))]), "answer = { fields = { models = 4 } }"),
        ] {
            let read: Line = toml::from_str(text).unwrap();
            assert_eq!(read.answer, answer, "{text}");
            let written = toml::to_string(&read).unwrap();
            assert_eq!(toml::from_str::<Line>(&written).unwrap(), read, "{written}");
        }
    }

    #[test]
    fn half_answers_and_double_answers_are_refused() {
        for text in [
            "answer = { }",
            "answer = { choose = \"a\", faces = [1] }",
            "answer = { faces = [1], overruled = \"no\" }",
            "answer = { choose = \"a\", reason = \"b\" }",
            "answer = { choose = \"a\\u001b[2J\" }",
        ] {
            assert!(toml::from_str::<Line>(text).is_err(), "{text}");
        }
    }
}
