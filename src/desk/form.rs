//! Forms: several fields answered together. One ask, one answer, one undo.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::desk::{Choice, ChoiceId, Complaint, Objection, Refusal};
use crate::id::{FieldId, RuleId};
use crate::table::{Change, Fact, FactValue, Table};
use crate::text::Text;

/// A field of a form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    /// Its name within the form.
    pub id: FieldId,
    /// What people read.
    pub words: String,
    /// What it takes.
    pub kind: FieldKind,
    /// What it holds while untouched.
    pub default: FieldValue,
    /// It is shown only while this holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
}

/// What a field takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// Something about the physical table. What is answered is told.
    Fact(Fact),
    /// Yes or no.
    Flag,
    /// A number.
    Number {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
    },
    /// One of these.
    Pick(Vec<Choice>),
    /// Some of these.
    Several {
        /// What can be picked.
        choices: Vec<Choice>,
        /// How many at the most.
        most: u16,
    },
}

/// What a field holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FieldValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i32),
    /// An option.
    Pick(ChoiceId),
    /// Options.
    Several(Vec<ChoiceId>),
}

impl From<FactValue> for FieldValue {
    fn from(value: FactValue) -> FieldValue {
        match value {
            FactValue::Yes(yes) => FieldValue::Flag(yes),
            FactValue::Count(count) => FieldValue::Number(count.into()),
        }
    }
}

/// When a field is shown: what a field before it holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// While another field holds this.
    Is(FieldId, FieldValue),
    /// While this is among what another field holds.
    Has(FieldId, ChoiceId),
}

impl Field {
    /// A fact, with what was told of it as its default.
    pub fn fact(id: FieldId, words: impl Into<String>, fact: Fact, told: FactValue) -> Field {
        Field { id, words: words.into(), kind: FieldKind::Fact(fact), default: told.into(), when: None }
    }

    /// Yes or no.
    pub fn flag(id: FieldId, words: impl Into<String>, default: bool) -> Field {
        Field {
            id,
            words: words.into(),
            kind: FieldKind::Flag,
            default: FieldValue::Flag(default),
            when: None,
        }
    }

    /// A number between two.
    pub fn number(id: FieldId, words: impl Into<String>, least: i32, most: i32, default: i32) -> Field {
        let kind = FieldKind::Number { least, most };
        Field { id, words: words.into(), kind, default: FieldValue::Number(default), when: None }
    }

    /// One of some options.
    pub fn pick(
        id: FieldId,
        words: impl Into<String>,
        choices: impl IntoIterator<Item = Choice>,
        default: impl Into<ChoiceId>,
    ) -> Field {
        let kind = FieldKind::Pick(choices.into_iter().collect());
        Field { id, words: words.into(), kind, default: FieldValue::Pick(default.into()), when: None }
    }

    /// Any of some options, none by default.
    pub fn several(
        id: FieldId,
        words: impl Into<String>,
        choices: impl IntoIterator<Item = Choice>,
        most: u16,
    ) -> Field {
        let kind = FieldKind::Several { choices: choices.into_iter().collect(), most };
        Field { id, words: words.into(), kind, default: FieldValue::Several(Vec::new()), when: None }
    }

    /// The same, shown only while something holds.
    #[must_use]
    pub fn when(self, when: When) -> Field {
        Field { when: Some(when), ..self }
    }

    /// Whether it takes its own default, and depends only on fields before it.
    pub(super) fn is_sound(&self, rule: RuleId, before: &BTreeSet<FieldId>) -> bool {
        let depends = match &self.when {
            None => None,
            Some(When::Is(field, _) | When::Has(field, _)) => Some(field),
        };
        depends.is_none_or(|field| before.contains(field)) && self.take(rule, &self.default, None).is_ok()
    }

    pub(super) fn choices(&self) -> &[Choice] {
        match &self.kind {
            FieldKind::Pick(choices) | FieldKind::Several { choices, .. } => choices,
            FieldKind::Fact(_) | FieldKind::Flag | FieldKind::Number { .. } => &[],
        }
    }

    /// Checks one value, and says what it records.
    fn take(
        &self,
        rule: RuleId,
        value: &FieldValue,
        overruled: Option<&Text>,
    ) -> Result<Vec<Change>, Refusal> {
        let wrong = |expected: String| {
            let sentence = format!("{} takes {expected}.", self.words);
            Refusal::of(rule, sentence, format!("Leave it out to keep {}.", self.default))
        };
        let pick = |id: &ChoiceId, choices: &[Choice]| match choices.iter().find(|choice| choice.id == *id) {
            Some(choice) => choice.take(overruled),
            None => Err(wrong(format!("one of {}", ids(choices)))),
        };
        match (&self.kind, value) {
            (FieldKind::Flag, FieldValue::Flag(_)) => Ok(Vec::new()),
            (FieldKind::Number { least, most }, FieldValue::Number(number)) => {
                if (least..=most).contains(&number) {
                    Ok(Vec::new())
                } else {
                    Err(wrong(format!("a number from {least} to {most}")))
                }
            }
            (FieldKind::Fact(fact), value) => match fact_value(*fact, value) {
                Some(value) => Ok(vec![Change::Told { fact: *fact, value }]),
                None if fact.is_count() => Err(wrong("how many".to_owned())),
                None => Err(wrong("yes or no".to_owned())),
            },
            (FieldKind::Pick(choices), FieldValue::Pick(id)) => pick(id, choices),
            (FieldKind::Several { choices, most }, FieldValue::Several(picked)) => {
                let twice = picked.iter().enumerate().any(|(at, id)| picked[..at].contains(id));
                if picked.len() > usize::from(*most) || twice {
                    return Err(wrong(format!("at most {most} of {}, each once", ids(choices))));
                }
                let mut changes = Vec::new();
                for id in picked {
                    changes.extend(pick(id, choices)?);
                }
                Ok(changes)
            }
            (FieldKind::Flag, _) => Err(wrong("yes or no".to_owned())),
            (FieldKind::Number { least, most }, _) => Err(wrong(format!("a number from {least} to {most}"))),
            (FieldKind::Pick(choices), _) => Err(wrong(format!("one of {}", ids(choices)))),
            (FieldKind::Several { choices, .. }, _) => Err(wrong(format!("some of {}", ids(choices)))),
        }
    }
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldValue::Flag(true) => f.write_str("yes"),
            FieldValue::Flag(false) => f.write_str("no"),
            FieldValue::Number(number) => write!(f, "{number}"),
            FieldValue::Pick(id) => write!(f, "{id}"),
            FieldValue::Several(ids) if ids.is_empty() => f.write_str("none"),
            FieldValue::Several(ids) => {
                f.write_str(&ids.iter().map(Text::as_str).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn ids(choices: &[Choice]) -> String {
    choices.iter().map(|choice| choice.id.as_str()).collect::<Vec<_>>().join(", ")
}

fn fact_value(fact: Fact, value: &FieldValue) -> Option<FactValue> {
    match value {
        FieldValue::Flag(yes) if !fact.is_count() => Some(FactValue::Yes(*yes)),
        FieldValue::Number(count) if fact.is_count() => u16::try_from(*count).ok().map(FactValue::Count),
        _ => None,
    }
}

/// What a rule has against a filled form as a whole.
type Check<'a> = Box<dyn Fn(&Table, &Filled) -> Vec<Complaint> + 'a>;

/// A form that a rule puts: its fields, and what it checks of the whole.
pub struct Form<'a> {
    pub(super) words: String,
    pub(super) fields: Vec<Field>,
    check: Option<Check<'a>>,
}

impl fmt::Debug for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form")
            .field("words", &self.words)
            .field("fields", &self.fields)
            .finish_non_exhaustive()
    }
}

impl<'a> Form<'a> {
    /// A form without fields, and the question it puts.
    pub fn new(words: impl Into<String>) -> Form<'a> {
        Form { words: words.into(), fields: Vec::new(), check: None }
    }

    /// The same with one more field.
    #[must_use]
    pub fn field(mut self, field: Field) -> Form<'a> {
        self.fields.push(field);
        self
    }

    /// The same with more fields.
    #[must_use]
    pub fn fields(mut self, fields: impl IntoIterator<Item = Field>) -> Form<'a> {
        self.fields.extend(fields);
        self
    }

    /// The same with a check of the whole.
    #[must_use]
    pub fn check(self, check: impl Fn(&Table, &Filled) -> Vec<Complaint> + 'a) -> Form<'a> {
        Form { check: Some(Box::new(check)), ..self }
    }

    /// Fills the form, or says all that is wrong with it, field by field.
    pub(super) fn take(
        &self,
        rule: RuleId,
        given: &BTreeMap<FieldId, FieldValue>,
        overruled: Option<&Text>,
        table: &Table,
    ) -> Result<(Filled, Vec<Change>), Refusal> {
        let mut complaints: Vec<Complaint> = given
            .keys()
            .filter(|id| !self.fields.iter().any(|field| field.id == **id))
            .map(|id| Objection::new(rule, "There is no such field.", "Leave it out.").at(*id))
            .collect();
        let mut filled = Filled::default();
        let mut changes = Vec::new();
        for field in &self.fields {
            if !field.when.as_ref().is_none_or(|when| filled.fits(when)) {
                continue;
            }
            let value = given.get(&field.id).unwrap_or(&field.default);
            match field.take(rule, value, overruled) {
                Ok(more) => changes.extend(more),
                Err(refusal) => complaints.extend(
                    refusal.complaints().iter().map(|complaint| complaint.objection.clone().at(field.id)),
                ),
            }
            filled.values.insert(field.id, value.clone());
        }
        if !complaints.is_empty() {
            return Err(Refusal::Objections(complaints));
        }
        let against = self.check.as_ref().map(|check| check(table, &filled)).unwrap_or_default();
        match overruled {
            _ if against.is_empty() => {}
            None => return Err(Refusal::Objections(against)),
            Some(reason) => changes.extend(against.iter().map(|complaint| Change::Overruled {
                what: Text::from(format!("{}: {}", self.words, complaint.objection.sentence)),
                reason: reason.clone(),
            })),
        }
        Ok((filled, changes))
    }
}

/// A filled form: every field that is shown, checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filled {
    values: BTreeMap<FieldId, FieldValue>,
}

impl Filled {
    /// What a field holds. None while it is not shown.
    pub fn get(&self, id: FieldId) -> Option<&FieldValue> {
        self.values.get(&id)
    }

    /// Whether a field says yes. No while it is not shown.
    pub fn flag(&self, id: FieldId) -> bool {
        matches!(self.get(id), Some(FieldValue::Flag(true)))
    }

    /// The number in a field. 0 while it is not shown.
    pub fn number(&self, id: FieldId) -> i32 {
        match self.get(id) {
            Some(FieldValue::Number(number)) => *number,
            _ => 0,
        }
    }

    /// The option in a field.
    pub fn pick(&self, id: FieldId) -> Option<&ChoiceId> {
        match self.get(id) {
            Some(FieldValue::Pick(id)) => Some(id),
            _ => None,
        }
    }

    /// The options in a field.
    pub fn several(&self, id: FieldId) -> &[ChoiceId] {
        match self.get(id) {
            Some(FieldValue::Several(ids)) => ids,
            _ => &[],
        }
    }

    fn fits(&self, when: &When) -> bool {
        match when {
            When::Is(field, value) => self.get(*field) == Some(value),
            When::Has(field, id) => self.several(*field).contains(id) || self.pick(*field) == Some(id),
        }
    }
}
