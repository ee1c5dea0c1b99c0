//! A form being filled in: where the cursor stands, and what was touched.

use std::collections::BTreeMap;

use crate::desk::{Answer, Choice, Field, FieldKind, FieldValue, When};
use crate::id::FieldId;
use crate::text::Text;

/// What was filled in so far.
#[derive(Debug, Default)]
pub struct Draft {
    /// The field under the cursor, among those that are shown.
    at: usize,
    /// The option under the cursor, in a field that takes several.
    part: usize,
    given: BTreeMap<FieldId, FieldValue>,
    /// Whether digits go on with the number that stands there.
    typing: bool,
}

/// The most that a count without bounds of its own can say.
const MOST_COUNT: i32 = 9999;

impl Draft {
    /// The fields that are shown now: those whose condition holds.
    pub fn shown<'a>(&self, fields: &'a [Field]) -> Vec<&'a Field> {
        let mut held: BTreeMap<FieldId, FieldValue> = BTreeMap::new();
        let mut shown = Vec::new();
        for field in fields {
            let fits = match &field.when {
                None => true,
                Some(When::Is(other, value)) => held.get(other) == Some(value),
                Some(When::Has(other, id)) => match held.get(other) {
                    Some(FieldValue::Several(ids)) => ids.contains(id),
                    Some(FieldValue::Pick(picked)) => picked == id,
                    _ => false,
                },
            };
            if fits {
                held.insert(field.id, self.value(field).clone());
                shown.push(field);
            }
        }
        shown
    }

    /// What a field holds.
    pub fn value<'a>(&'a self, field: &'a Field) -> &'a FieldValue {
        self.given.get(&field.id).unwrap_or(&field.default)
    }

    /// The place of the cursor among the shown fields.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The option under the cursor, in a field that takes several.
    pub fn part(&self) -> usize {
        self.part
    }

    /// Moves the cursor to the next field, or back.
    pub fn turn(&mut self, fields: &[Field], down: bool) {
        let last = self.shown(fields).len().saturating_sub(1);
        self.at = if down { (self.at + 1).min(last) } else { self.at.saturating_sub(1) };
        self.part = 0;
        self.typing = false;
    }

    /// Raises or lowers what the field holds, or goes to its next option.
    pub fn step(&mut self, fields: &[Field], up: bool) {
        self.typing = false;
        let by = if up { 1 } else { -1 };
        self.change(fields, |kind, value, part| match (kind, value) {
            (FieldKind::Pick(choices), FieldValue::Pick(id)) => {
                let now = choices.iter().position(|choice| choice.id == *id);
                next(choices, now, up).map(|choice| FieldValue::Pick(choice.id.clone()))
            }
            (FieldKind::Several { choices, .. }, _) => {
                let last = choices.len().saturating_sub(1);
                *part = if up { (*part + 1).min(last) } else { part.saturating_sub(1) };
                None
            }
            (_, FieldValue::Number(number)) => Some(FieldValue::Number(number.saturating_add(by))),
            (_, FieldValue::Flag(yes)) => Some(FieldValue::Flag(!yes)),
            _ => None,
        });
    }

    /// Yes becomes no; of several, the one under the cursor is taken or left.
    pub fn toggle(&mut self, fields: &[Field]) {
        self.change(fields, |kind, value, part| match (kind, value) {
            (_, FieldValue::Flag(yes)) => Some(FieldValue::Flag(!yes)),
            (FieldKind::Pick(choices), FieldValue::Pick(id)) => {
                let now = choices.iter().position(|choice| choice.id == *id);
                next(choices, now, true).map(|choice| FieldValue::Pick(choice.id.clone()))
            }
            (FieldKind::Several { choices, .. }, FieldValue::Several(ids)) => {
                let id = &choices.get(*part)?.id;
                let mut ids = ids.clone();
                match ids.iter().position(|picked| picked == id) {
                    Some(at) => drop(ids.remove(at)),
                    None => ids.push(id.clone()),
                }
                Some(FieldValue::Several(ids))
            }
            _ => None,
        });
    }

    /// A digit of a number; of options, their number.
    pub fn digit(&mut self, fields: &[Field], digit: u8) {
        let typing = std::mem::replace(&mut self.typing, true);
        let number = usize::from(digit);
        self.change(fields, |kind, value, part| match (kind, value) {
            (FieldKind::Pick(choices), _) => {
                let choice = choices.get(number.checked_sub(1)?)?;
                Some(FieldValue::Pick(choice.id.clone()))
            }
            (FieldKind::Several { choices, .. }, _) => {
                *part = number.checked_sub(1).filter(|at| *at < choices.len()).unwrap_or(*part);
                None
            }
            (_, FieldValue::Number(now)) => {
                let before = if typing { *now } else { 0 };
                Some(FieldValue::Number(before.saturating_mul(10).saturating_add(digit.into())))
            }
            _ => None,
        });
    }

    /// Takes the last digit away.
    pub fn erase(&mut self, fields: &[Field]) {
        self.change(fields, |_, value, _| match value {
            FieldValue::Number(number) => Some(FieldValue::Number(number / 10)),
            _ => None,
        });
    }

    /// The answer: the shown fields that were touched.
    pub fn answer(&self, fields: &[Field], overruled: Option<Text>) -> Answer {
        let shown = self.shown(fields);
        let touched = shown.iter().filter_map(|field| Some((field.id, self.given.get(&field.id)?.clone())));
        Answer::Fields { fields: touched.collect(), overruled }
    }

    fn change(
        &mut self,
        fields: &[Field],
        to: impl FnOnce(&FieldKind, &FieldValue, &mut usize) -> Option<FieldValue>,
    ) {
        let shown = self.shown(fields);
        let Some(field) = shown.get(self.at) else { return };
        let mut part = self.part;
        let value = to(&field.kind, self.value(field), &mut part);
        self.part = part;
        let Some(mut value) = value else { return };
        if let FieldValue::Number(number) = &mut value {
            let (least, most) = match &field.kind {
                FieldKind::Number { least, most } => (*least, *most),
                _ => (0, MOST_COUNT),
            };
            // While a number is typed it may still be too small.
            let least = if self.typing { least.min(0) } else { least };
            *number = (*number).min(most).max(least);
        }
        self.given.insert(field.id, value);
    }
}

/// The option behind or before one, around the end; greyed ones are not passed over, so that their reasons are seen.
fn next(choices: &[Choice], now: Option<usize>, forward: bool) -> Option<&Choice> {
    let count = choices.len();
    let at = match now {
        Some(at) if forward => (at + 1) % count.max(1),
        Some(at) => (at + count.saturating_sub(1)) % count.max(1),
        None => 0,
    };
    choices.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORM: FieldId = FieldId::new("storm");
    const WIND: FieldId = FieldId::new("wind");
    const WHO: FieldId = FieldId::new("who");

    fn fields() -> Vec<Field> {
        let choices = || ["a", "b", "c"].map(|id| Choice::new(id, id));
        vec![
            Field::flag(STORM, "Storm?", false),
            Field::number(WIND, "Wind", 2, 60, 3).when(When::Is(STORM, FieldValue::Flag(true))),
            Field::pick(WHO, "Who?", choices(), "b"),
            Field::several(FieldId::new("some"), "Some", choices(), 2),
        ]
    }

    #[test]
    fn untouched_it_says_nothing() {
        let draft = Draft::default();
        assert_eq!(draft.answer(&fields(), None), Answer::fields([]));
        assert_eq!(draft.shown(&fields()).len(), 3);
    }

    #[test]
    fn every_kind_of_field_is_filled_in() {
        let (fields, mut draft) = (fields(), Draft::default());
        draft.toggle(&fields);
        draft.turn(&fields, true);
        assert_eq!(draft.shown(&fields).len(), 4);
        draft.digit(&fields, 4);
        draft.digit(&fields, 5);
        draft.step(&fields, false);
        draft.turn(&fields, true);
        draft.step(&fields, true);
        draft.step(&fields, true);
        draft.turn(&fields, true);
        draft.toggle(&fields);
        draft.step(&fields, true);
        draft.step(&fields, true);
        draft.toggle(&fields);
        draft.turn(&fields, true);
        let Answer::Fields { fields: given, .. } = draft.answer(&fields, None) else { panic!() };
        let said: Vec<String> = given.values().map(ToString::to_string).collect();
        assert_eq!(said, ["a, c", "yes", "a", "44"]);
        // What is no longer shown is not said.
        let mut again = draft;
        for _ in 0..4 {
            again.turn(&fields, false);
        }
        again.toggle(&fields);
        let Answer::Fields { fields: given, .. } = again.answer(&fields, None) else { panic!() };
        assert!(!given.contains_key(&WIND));
    }

    #[test]
    fn numbers_stay_within_their_bounds() {
        let (fields, mut draft) = (fields(), Draft::default());
        draft.toggle(&fields);
        draft.turn(&fields, true);
        let wind = |draft: &Draft| draft.value(&fields[1]).clone();
        draft.digit(&fields, 9);
        draft.digit(&fields, 9);
        assert_eq!(wind(&draft), FieldValue::Number(60));
        draft.erase(&fields);
        assert_eq!(wind(&draft), FieldValue::Number(6));
        for _ in 0..9 {
            draft.step(&fields, false);
        }
        assert_eq!(wind(&draft), FieldValue::Number(2));
    }
}
