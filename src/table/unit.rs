//! Units: lists of components and their models.
//!
//! A lone unit has one component; an attached unit has its bodyguard's, its leader's, its support's. Components move
//! between units when these split, join or die; their names and those of their models never change.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::army::{Sheet, Value};
use crate::id::{ModelId, ProfileId, SideId, StatId, UnitId, WeaponId};
use crate::text::Text;

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unit {
    /// Its name; an attached unit has its bodyguard's.
    pub id: UnitId,
    /// Whose it is.
    pub side: SideId,
    /// Where it stands in its side's list.
    #[serde(default)]
    pub order: u16,
    /// Where it is.
    #[serde(default)]
    pub at: Whereabouts,
    /// What it is made of; the first gives it its name.
    pub components: Vec<Component>,
    /// Its models, lost ones too, so that they can come back.
    pub models: Vec<Model>,
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// On the table.
    #[default]
    Table,
    /// Off the table, to come.
    Reserve,
    /// Inside another unit.
    Aboard(UnitId),
    /// Off the table, not to come.
    Gone,
}

/// A part of a unit that was mustered as one: its datasheet, and what was found to be otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Component {
    /// The name of the unit it was mustered as.
    pub id: UnitId,
    /// Its datasheet as printed.
    pub sheet: Arc<Sheet>,
    /// Its points.
    #[serde(default)]
    pub points: u32,
    /// How many models it started with.
    pub starting: u16,
    /// What the players found to be otherwise than printed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "amendment_pairs")]
    pub amendments: BTreeMap<Aspect, Amended>,
}

/// A model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Model {
    /// Its name, which holds its component's.
    pub id: ModelId,
    /// Which kind of model of its datasheet it is.
    pub profile: ProfileId,
    /// Its remaining wounds.
    pub wounds: i32,
    /// Whether it is still there. A model without wounds may be, until its last rules are done.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub standing: bool,
}

fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_yes(standing: &bool) -> bool {
    *standing
}

/// What of a component can be amended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// Its name.
    Name,
    /// A characteristic of one kind of its models.
    Stat(ProfileId, StatId),
    /// A characteristic of one of its weapons.
    Weapon(WeaponId, StatId),
    /// Whether it has a keyword.
    Keyword(Text),
    /// Whether it has an ability.
    Ability(Text),
}

/// What an aspect is found to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amended {
    /// A value.
    Value(Value),
    /// A name.
    Words(Text),
    /// There or not there.
    Has(bool),
}

impl Aspect {
    /// Whether it is the same thing. In keywords and abilities large and small letters are the same.
    pub fn is_same(&self, other: &Aspect) -> bool {
        match (self, other) {
            (Aspect::Keyword(a), Aspect::Keyword(b)) | (Aspect::Ability(a), Aspect::Ability(b)) => {
                a.as_str().eq_ignore_ascii_case(b.as_str())
            }
            _ => self == other,
        }
    }

    /// Whether it can be found to be such a thing.
    pub fn takes(&self, to: &Amended) -> bool {
        match self {
            Aspect::Name => matches!(to, Amended::Words(_)),
            Aspect::Stat(..) | Aspect::Weapon(..) => matches!(to, Amended::Value(_)),
            Aspect::Keyword(_) | Aspect::Ability(_) => matches!(to, Amended::Has(_)),
        }
    }
}

impl Component {
    /// A component as mustered.
    pub fn new(id: UnitId, sheet: Arc<Sheet>, starting: u16) -> Component {
        Component { id, sheet, points: 0, starting, amendments: BTreeMap::new() }
    }

    /// Its name for people.
    pub fn name(&self) -> &Text {
        match self.amendments.get(&Aspect::Name) {
            Some(Amended::Words(words)) => words,
            _ => &self.sheet.name,
        }
    }

    /// A characteristic, as amended or as printed.
    pub fn stat(&self, profile: ProfileId, stat: StatId) -> Option<Value> {
        self.amended_value(|| Aspect::Stat(profile, stat)).or_else(|| self.sheet.stat(profile, stat))
    }

    /// A characteristic of a weapon, as amended or as printed.
    pub fn weapon_stat(&self, weapon: WeaponId, stat: StatId) -> Option<Value> {
        self.amended_value(|| Aspect::Weapon(weapon, stat)).or_else(|| self.sheet.weapon_stat(weapon, stat))
    }

    /// Whether it has a keyword. Large and small letters are the same.
    pub fn has_keyword(&self, keyword: &str) -> bool {
        self.has(&self.sheet.keywords, keyword, |aspect| match aspect {
            Aspect::Keyword(name) => Some(name),
            _ => None,
        })
    }

    /// Whether it has an ability. Large and small letters are the same.
    pub fn has_ability(&self, ability: &str) -> bool {
        self.has(&self.sheet.abilities, ability, |aspect| match aspect {
            Aspect::Ability(name) => Some(name),
            _ => None,
        })
    }

    fn has(&self, printed: &[Text], name: &str, named: impl Fn(&Aspect) -> Option<&Text>) -> bool {
        let same = |text: &Text| text.as_str().eq_ignore_ascii_case(name);
        let amended =
            self.amendments.iter().find(|(aspect, _)| named(aspect).is_some_and(same)).map(|(_, to)| to);
        match amended {
            Some(Amended::Has(has)) => *has,
            _ => printed.iter().any(same),
        }
    }

    fn amended_value(&self, aspect: impl FnOnce() -> Aspect) -> Option<Value> {
        if self.amendments.is_empty() {
            return None;
        }
        match self.amendments.get(&aspect()) {
            Some(Amended::Value(value)) => Some(*value),
            _ => None,
        }
    }
}

impl Unit {
    /// A unit of one component, all of its models of one kind and with so many wounds.
    pub fn lone(id: UnitId, side: SideId, sheet: Arc<Sheet>, count: u16, wounds: i32) -> Unit {
        let profile = sheet.profiles.first().map_or(ProfileId::new("model"), |profile| profile.id);
        let models = (1..=count)
            .map(|number| Model { id: ModelId { of: id, number }, profile, wounds, standing: true })
            .collect();
        let components = vec![Component::new(id, sheet, count)];
        Unit { id, side, order: 0, at: Whereabouts::Table, components, models }
    }

    /// Its name for people.
    pub fn name(&self) -> &str {
        self.components.first().map_or(self.id.as_str(), |component| component.name().as_str())
    }

    /// The component with this name.
    pub fn component(&self, id: UnitId) -> Option<&Component> {
        self.components.iter().find(|component| component.id == id)
    }

    /// The model with this name.
    pub fn model(&self, id: ModelId) -> Option<&Model> {
        self.models.iter().find(|model| model.id == id)
    }

    /// The models that are still there.
    pub fn standing(&self) -> impl Iterator<Item = &Model> {
        self.models.iter().filter(|model| model.standing)
    }

    /// Whether any model is still there.
    pub fn is_standing(&self) -> bool {
        self.models.iter().any(|model| model.standing)
    }

    /// How many models it started with, over all components.
    pub fn starting(&self) -> u16 {
        self.components.iter().fold(0, |sum, component| sum.saturating_add(component.starting))
    }

    /// Whether any component has a keyword.
    pub fn has_keyword(&self, keyword: &str) -> bool {
        self.components.iter().any(|component| component.has_keyword(keyword))
    }
}

/// Amendments are written as pairs: a TOML key could not hold what an aspect names.
mod amendment_pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Amended, Aspect};

    pub fn serialize<S: Serializer>(map: &BTreeMap<Aspect, Amended>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Aspect, Amended>, D::Error> {
        Vec::<(Aspect, Amended)>::deserialize(from).map(|pairs| pairs.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{Profile, Weapon};
    use crate::id::SheetId;

    const GRUNT: ProfileId = ProfileId::new("grunt");
    const TOUGH: StatId = StatId::new("T");
    const STRENGTH: StatId = StatId::new("S");
    const CLUB: WeaponId = WeaponId::new("club");

    fn component() -> Component {
        let sheet = Sheet {
            id: SheetId::new("grunts"),
            name: "Grunts".into(),
            keywords: vec!["Infantry".into()],
            abilities: vec![],
            profiles: vec![Profile {
                id: GRUNT,
                name: "Grunt".into(),
                stats: [(TOUGH, Value::Number(4))].into(),
            }],
            weapons: vec![Weapon {
                id: CLUB,
                name: "Club".into(),
                stats: [(STRENGTH, Value::Number(3))].into(),
                abilities: vec![],
            }],
        };
        Component::new(UnitId::new("grunts"), Arc::new(sheet), 5)
    }

    #[test]
    fn amendments_lie_over_the_sheet_and_leave_it_as_printed() {
        let mut component = component();
        assert_eq!(component.stat(GRUNT, TOUGH), Some(Value::Number(4)));
        component.amendments.insert(Aspect::Stat(GRUNT, TOUGH), Amended::Value(Value::Number(5)));
        component.amendments.insert(Aspect::Weapon(CLUB, STRENGTH), Amended::Value(Value::Number(8)));
        component.amendments.insert(Aspect::Keyword("infantry".into()), Amended::Has(false));
        component.amendments.insert(Aspect::Ability("Stealth".into()), Amended::Has(true));
        component.amendments.insert(Aspect::Name, Amended::Words("Boss's Grunts".into()));
        assert_eq!(component.stat(GRUNT, TOUGH), Some(Value::Number(5)));
        assert_eq!(component.weapon_stat(CLUB, STRENGTH), Some(Value::Number(8)));
        assert!(!component.has_keyword("INFANTRY"));
        assert!(component.has_ability("stealth"));
        assert_eq!(component.name().as_str(), "Boss's Grunts");
        assert_eq!(component.sheet.stat(GRUNT, TOUGH), Some(Value::Number(4)));
    }
}
