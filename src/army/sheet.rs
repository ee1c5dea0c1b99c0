//! A datasheet as printed: shared by every copy of the table, never changed. What is found to be wrong during a
//! game is an amendment of the component, laid over it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::army::Value;
use crate::id::{ProfileId, SheetId, StatId, WeaponId};
use crate::text::Text;

/// A datasheet. Which characteristics it has depends on the edition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Sheet {
    /// Its name among the datasheets of the game.
    pub id: SheetId,
    /// Its name for people.
    pub name: Text,
    /// Keywords of the unit and of its faction.
    #[serde(default)]
    pub keywords: Vec<Text>,
    /// Names of its abilities.
    #[serde(default)]
    pub abilities: Vec<Text>,
    /// The kinds of model it has; the first is the most common.
    #[serde(default)]
    pub profiles: Vec<Profile>,
    /// The weapons its models may carry.
    #[serde(default)]
    pub weapons: Vec<Weapon>,
}

/// One kind of model of a datasheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Profile {
    /// Its name within the datasheet.
    pub id: ProfileId,
    /// Its name for people.
    pub name: Text,
    /// Its characteristics.
    #[serde(default)]
    pub stats: BTreeMap<StatId, Value>,
}

/// One weapon of a datasheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Weapon {
    /// Its name within the datasheet.
    pub id: WeaponId,
    /// Its name for people.
    pub name: Text,
    /// Its characteristics.
    #[serde(default)]
    pub stats: BTreeMap<StatId, Value>,
    /// Its abilities.
    #[serde(default)]
    pub abilities: Vec<Text>,
}

impl Sheet {
    /// The kind of model with this name.
    pub fn profile(&self, id: ProfileId) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.id == id)
    }

    /// The weapon with this name.
    pub fn weapon(&self, id: WeaponId) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.id == id)
    }

    /// A characteristic as printed.
    pub fn stat(&self, profile: ProfileId, stat: StatId) -> Option<Value> {
        self.profile(profile)?.stats.get(&stat).copied()
    }

    /// A characteristic of a weapon as printed.
    pub fn weapon_stat(&self, weapon: WeaponId, stat: StatId) -> Option<Value> {
        self.weapon(weapon)?.stats.get(&stat).copied()
    }
}
