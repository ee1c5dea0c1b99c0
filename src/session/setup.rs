//! What a game begins with, as a file of a player's own: sides with their units, objectives, readings.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;

use super::Setup;
use crate::army::{Profile, Sheet, Value};
use crate::id::{ObjectiveId, ProfileId, ReadingId, RulesetId, SheetId, SideId, StatId, UnitId, WayId};
use crate::table::{Change, Component, Model, Objective, Unit, Whereabouts};
use crate::text::Text;

/// What is wrong with a setup: the line, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub what: String,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

impl std::error::Error for SetupError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupFile {
    ruleset: RulesetId,
    #[serde(rename = "side")]
    sides: Vec<SideFile>,
    #[serde(default, rename = "objective")]
    objectives: Vec<ObjectiveFile>,
    #[serde(default)]
    readings: BTreeMap<ReadingId, WayId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideFile {
    name: Text,
    #[serde(default, rename = "unit")]
    units: Vec<UnitFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFile {
    id: UnitId,
    name: Text,
    #[serde(default = "one")]
    models: toml::Spanned<u16>,
    #[serde(default)]
    points: u32,
    #[serde(default)]
    keywords: Vec<Text>,
    stats: BTreeMap<StatId, Value>,
    #[serde(default)]
    reserve: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveFile {
    id: ObjectiveId,
    name: Text,
}

/// A small game that ships with the program.
pub const SKIRMISH: &str = include_str!("../../armies/skirmish.setup.toml");

/// The most models that a unit of a setup can have.
const MOST_MODELS: u16 = 200;

fn one() -> toml::Spanned<u16> {
    toml::Spanned::new(0..0, 1)
}

impl Setup {
    /// Reads a setup from its text.
    pub fn from_toml(text: &str) -> Result<Setup, SetupError> {
        let line_at = |at: usize| text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
        let file: SetupFile = toml::from_str(text).map_err(|why| {
            let line = why.span().map_or(1, |span| line_at(span.start));
            SetupError { line, what: why.message().to_owned() }
        })?;
        let mut changes = Vec::new();
        for (side, number) in file.sides.iter().zip(0..) {
            for (unit, order) in side.units.iter().zip(0..) {
                let count = *unit.models.get_ref();
                if !(1..=MOST_MODELS).contains(&count) {
                    let line = line_at(unit.models.span().start);
                    let what = format!("{} has {count} models; 1 to {MOST_MODELS} were expected", unit.id);
                    return Err(SetupError { line, what });
                }
                changes.push(Change::Added(Box::new(unit.muster(SideId(number), order, count))));
            }
        }
        let laid = |file: &ObjectiveFile| Objective { id: file.id, name: file.name.clone(), holder: None };
        changes.extend(file.objectives.iter().map(|objective| Change::Laid(laid(objective))));
        let read =
            file.readings.iter().map(|(reading, way)| Change::Read { reading: *reading, way: Some(*way) });
        changes.extend(read);
        let sides = file.sides.into_iter().map(|side| side.name).collect();
        Ok(Setup { ruleset: file.ruleset, sides, changes })
    }
}

impl UnitFile {
    fn muster(&self, side: SideId, order: u16, count: u16) -> Unit {
        let profile = ProfileId::new("model");
        let sheet = Sheet {
            id: SheetId(self.id.0),
            name: self.name.clone(),
            keywords: self.keywords.clone(),
            abilities: Vec::new(),
            profiles: vec![Profile { id: profile, name: self.name.clone(), stats: self.stats.clone() }],
            weapons: Vec::new(),
        };
        let wounds = self.stats.get(&StatId::new("W")).copied().and_then(Value::number).unwrap_or(1);
        let models = (1..=count)
            .map(|number| Model {
                id: crate::id::ModelId { of: self.id, number },
                profile,
                wounds: wounds.into(),
                standing: true,
            })
            .collect();
        let component = Component { points: self.points, ..Component::new(self.id, Arc::new(sheet), count) };
        let at = if self.reserve { Whereabouts::Reserve } else { Whereabouts::Table };
        Unit { id: self.id, side, order, at, components: vec![component], models }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETUP: &str = r#"
ruleset = "tiny"

[[side]]
name = "Orks"

[[side.unit]]
id = "boyz-a"
name = "Boyz"
models = 10
points = 85
keywords = ["Infantry", "Orks"]
stats = { M = 6, T = 5, Sv = "5+", W = 1, Ld = "7+", OC = 2 }

[[side]]
name = "Ultramarines"

[[objective]]
id = "centre"
name = "Centre"
"#;

    #[test]
    fn a_setup_lays_its_table() {
        let setup = Setup::from_toml(SETUP).unwrap();
        assert_eq!(setup.sides.len(), 2);
        let table = crate::table::Table::new(setup.sides).with(setup.changes);
        let boyz = table.unit(UnitId::new("boyz-a")).unwrap();
        assert_eq!((boyz.starting(), boyz.components[0].points), (10, 85));
        let sv = boyz.components[0].stat(ProfileId::new("model"), StatId::new("Sv"));
        assert_eq!(sv, Some(Value::Number(5)));
        assert!(table.objective(ObjectiveId::new("centre")).is_some());
    }

    #[test]
    fn the_setup_that_ships_begins_a_game() {
        let setup = Setup::from_toml(SKIRMISH).unwrap();
        let dice = crate::session::dice::AppDice::seeded(1);
        let session = crate::session::Session::begin(crate::rules::ALL, &setup, None, dice).unwrap();
        assert_eq!(session.game().table().units().count(), 6);
        assert!(session.game().ask().is_some());
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let misspelt = SETUP.replace("models = 10", "modles = 10");
        let error = Setup::from_toml(&misspelt).unwrap_err();
        assert!(
            error.line == 10 && error.what.contains("modles") && error.what.contains("models"),
            "{error}"
        );
        let many = SETUP.replace("models = 10", "models = 60000");
        assert_eq!(Setup::from_toml(&many).unwrap_err().line, 10);
        assert!(Setup::from_toml("ruleset = ").is_err());
    }
}
