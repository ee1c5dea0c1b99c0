//! Choices: what a player may pick, and why a greyed one is greyed.

use serde::Serialize;

use crate::desk::{Objection, Refusal};
use crate::id::RuleId;
use crate::table::{Change, Fact, FactValue};
use crate::text::Text;

/// The name of an option or an offer: made of names of units, weapons and deeds, never of a position in a list, so that
/// it means the same in every version.
pub type ChoiceId = Text;

/// One option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// Its name within the ask.
    pub id: ChoiceId,
    /// What people read.
    pub words: String,
    /// What it hangs on, where the program cannot know that. To choose it is to say that it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Why it is greyed. None while it can be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objection: Option<Objection>,
}

/// A fact that an option hangs on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Condition {
    /// What people read: "needs an enemy within 12 inches".
    pub words: String,
    /// What is stated by choosing it. More than one only where they hold together.
    #[serde(skip)]
    pub claims: Vec<(Fact, FactValue)>,
}

impl Choice {
    /// An option that can be chosen.
    pub fn new(id: impl Into<ChoiceId>, words: impl Into<String>) -> Choice {
        Choice { id: id.into(), words: words.into(), condition: None, objection: None }
    }

    /// The same, hanging on a fact. Several make one condition.
    #[must_use]
    pub fn claiming(mut self, words: impl Into<String>, fact: Fact, value: FactValue) -> Choice {
        match &mut self.condition {
            Some(condition) => condition.claims.push((fact, value)),
            None => {
                self.condition = Some(Condition { words: words.into(), claims: vec![(fact, value)] });
            }
        }
        self
    }

    /// The same, greyed where there is a reason.
    #[must_use]
    pub fn unless(mut self, objection: Option<Objection>) -> Choice {
        self.objection = objection;
        self
    }

    /// Whether it can be chosen without overruling anything.
    pub fn is_open(&self) -> bool {
        self.objection.is_none()
    }

    /// Takes it, or says why not. What it records: the overruled objection, the facts claimed.
    pub(super) fn take(&self, overruled: Option<&Text>) -> Result<Vec<Change>, Refusal> {
        let mut changes = Vec::new();
        match (&self.objection, overruled) {
            (Some(objection), None) => return Err(objection.clone().into()),
            (Some(objection), Some(reason)) if reason.as_str().trim().is_empty() => {
                return Err(Refusal::of(
                    objection.rule,
                    "To overrule needs a reason.",
                    "Say why you agree on it.",
                ));
            }
            (Some(objection), Some(reason)) => {
                let what = Text::from(format!("{}: {}", self.words, objection.sentence));
                changes.push(Change::Overruled { what, reason: reason.clone() });
            }
            (None, _) => {}
        }
        if let Some(condition) = &self.condition {
            changes.extend(
                condition.claims.iter().map(|(fact, value)| Change::Told { fact: *fact, value: *value }),
            );
        }
        Ok(changes)
    }
}

/// The options of one ask, each with the value that the rule gets when it is chosen.
#[derive(Debug)]
pub struct Menu<T> {
    pub(super) words: String,
    pub(super) choices: Vec<Choice>,
    pub(super) values: Vec<T>,
    pub(super) default: Option<ChoiceId>,
}

impl<T> Menu<T> {
    /// A menu without options, and the question it puts.
    pub fn new(words: impl Into<String>) -> Menu<T> {
        Menu { words: words.into(), choices: Vec::new(), values: Vec::new(), default: None }
    }

    /// The same with one more option.
    #[must_use]
    pub fn option(mut self, choice: Choice, value: T) -> Menu<T> {
        self.choices.push(choice);
        self.values.push(value);
        self
    }

    /// The same with more options.
    #[must_use]
    pub fn options(self, more: impl IntoIterator<Item = (Choice, T)>) -> Menu<T> {
        more.into_iter().fold(self, |menu, (choice, value)| menu.option(choice, value))
    }

    /// The same; the last option so far is the obvious one.
    #[must_use]
    pub fn usually(mut self) -> Menu<T> {
        self.default = self.choices.last().map(|choice| choice.id.clone());
        self
    }

    /// What an untouched menu chooses: the obvious option, else the first that is open.
    pub(super) fn default_choice(&self) -> Option<ChoiceId> {
        let open = |choice: &&Choice| choice.is_open();
        let usual = self.choices.iter().filter(open).find(|choice| Some(&choice.id) == self.default.as_ref());
        usual.or_else(|| self.choices.iter().find(open)).map(|choice| choice.id.clone())
    }

    /// Takes an option, or says why not.
    pub(super) fn take(
        self,
        rule: RuleId,
        id: &ChoiceId,
        overruled: Option<&Text>,
    ) -> Result<(T, Vec<Change>), Refusal> {
        let found = self.choices.iter().zip(self.values).find(|(choice, _)| choice.id == *id);
        let Some((choice, value)) = found else {
            return Err(Refusal::of(
                rule,
                format!("There is no option {id:?} here."),
                "Choose one of those shown.",
            ));
        };
        choice.take(overruled).map(|changes| (value, changes))
    }
}
