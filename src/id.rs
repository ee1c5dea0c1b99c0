//! Names that never change: short, plain, safe to print, and as cheap to copy as a number.
//!
//! A name is told once, by an army file or by an edition, and then stands in marks, events, answers and saves. It
//! is kept in place (no allocation), so that rules can pass names about like numbers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// Up to so many characters of `a-z A-Z 0-9 - _ . : / + #`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name<const MAX: usize> {
    // Padded with zeroes: comparing the bytes compares the text.
    bytes: [u8; MAX],
    len: u8,
}

/// A name of one thing.
pub type Key = Name<31>;

/// A name made of several: of a deed and the unit that does it, of an objective and a unit in range.
pub type LongKey = Name<79>;

/// Why a text cannot be a [`Name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// Nothing between the quotes.
    #[error("a name cannot be empty")]
    Empty,
    /// More than so many characters.
    #[error("a name like this has at most {0} characters")]
    TooLong(usize),
    /// A character that is not allowed.
    #[error("a name is made of a-z, A-Z, 0-9 and - _ . : / + #")]
    Character,
}

impl<const MAX: usize> Name<MAX> {
    /// A name written in the source. In a `const` the compiler checks it.
    ///
    /// # Panics
    /// Where the name breaks the rules of [`Name::checked`]. For anything that comes from outside use
    /// [`Name::checked`].
    #[allow(clippy::panic, reason = "only names written in the source come here, and most in a const")]
    pub const fn new(text: &'static str) -> Self {
        match Self::checked(text) {
            Ok(key) => key,
            Err(KeyError::Empty) => panic!("a name cannot be empty"),
            Err(KeyError::TooLong(_)) => panic!("a name is too long"),
            Err(KeyError::Character) => panic!("a name holds a character that is not allowed"),
        }
    }

    /// A name from outside, checked.
    pub const fn checked(text: &str) -> Result<Self, KeyError> {
        let from = text.as_bytes();
        if from.is_empty() {
            return Err(KeyError::Empty);
        }
        if from.len() > MAX || from.len() > u8::MAX as usize {
            return Err(KeyError::TooLong(MAX));
        }
        let mut bytes = [0; MAX];
        let mut i = 0;
        while i < from.len() {
            let allowed = from[i].is_ascii_alphanumeric()
                || matches!(from[i], b'-' | b'_' | b'.' | b':' | b'/' | b'+' | b'#');
            if !allowed {
                return Err(KeyError::Character);
            }
            bytes[i] = from[i];
            i += 1;
        }
        #[allow(clippy::cast_possible_truncation, reason = "at most MAX, checked above")]
        let len = from.len() as u8;
        Ok(Name { bytes, len })
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        // Only ASCII is ever let in, so this never falls back.
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl Key {
    /// The same where a longer name may stand.
    pub fn long(self) -> LongKey {
        let mut bytes = [0; 79];
        bytes[..self.bytes.len()].copy_from_slice(&self.bytes);
        Name { bytes, len: self.len }
    }
}

impl<const MAX: usize> fmt::Display for Name<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const MAX: usize> fmt::Debug for Name<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<const MAX: usize> FromStr for Name<MAX> {
    type Err = KeyError;
    fn from_str(text: &str) -> Result<Self, KeyError> {
        Self::checked(text)
    }
}

impl<const MAX: usize> Serialize for Name<MAX> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

/// Reads a text through [`FromStr`], so that its error stands where the text stood.
pub(crate) fn deserialize_text<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: fmt::Display,
{
    struct Reader<T>(std::marker::PhantomData<T>);
    impl<T> serde::de::Visitor<'_> for Reader<T>
    where
        T: FromStr,
        T::Err: fmt::Display,
    {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(|why| E::custom(format_args!("{why}, not {text:?}")))
        }
    }
    from.deserialize_str(Reader(std::marker::PhantomData))
}

impl<'de, const MAX: usize> Deserialize<'de> for Name<MAX> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        deserialize_text(from)
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($key:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $key);

        impl $name {
            /// A name written in the source; see [`Name::new`].
            pub const fn new(text: &'static str) -> $name {
                $name(<$key>::new(text))
            }
            /// The name as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl FromStr for $name {
            type Err = KeyError;
            fn from_str(text: &str) -> Result<$name, KeyError> {
                <$key>::checked(text).map($name)
            }
        }
    )*};
}

ids! {
    /// A unit on the table; also a component, which keeps the name of the unit it was mustered as.
    UnitId(Key);
    /// An objective.
    ObjectiveId(Key);
    /// A datasheet.
    SheetId(Key);
    /// A weapon of a datasheet.
    WeaponId(Key);
    /// A profile of a datasheet.
    ProfileId(Key);
    /// A characteristic: `M`, `T`, `Ld`.
    StatId(Key);
    /// A kind of mark: `advanced`, `battle-shocked`.
    MarkId(Key);
    /// A kind of counter: `miracle-dice`.
    CounterId(Key);
    /// A rule: `11.02`, `N-CHG-01`, `A-OBJ`.
    RuleId(Key);
    /// A level of the clock: `round`, `turn`, `phase`, `step`, `activation`.
    LevelId(Key);
    /// What stands at a level: `shooting`, `assault`.
    PlaceId(Key);
    /// A rule that can be read in more than one way.
    ReadingId(Key);
    /// One way to read it.
    WayId(Key);
    /// A field of a form.
    FieldId(LongKey);
    /// What a roll is for: `hit`, `charge`, `battle-shock`.
    Purpose(Key);
    /// A bucket of a roll: `fail`, `success`, `critical`.
    BucketId(Key);
    /// A procedure that can be done late.
    DeedId(LongKey);
    /// A moment at which something may be done besides answering: `start of the turn`.
    WindowId(Key);
    /// An area of the table that has a name.
    AreaId(Key);
    /// A ruleset.
    RulesetId(Key);
}

/// A side: the first or the second army. Who plays it, and its name, stands on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl fmt::Display for SideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "side {}", u16::from(self.0) + 1)
    }
}

/// A model: the component it was mustered in and its number there. Neither changes when units split or join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelId {
    /// The component.
    pub of: UnitId,
    /// Its number in the component, from 1.
    pub number: u16,
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.of, self.number)
    }
}

impl fmt::Debug for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is no [`ModelId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a model is written as its unit, an @ and its number, like boyz@3")]
pub struct ModelIdError;

impl FromStr for ModelId {
    type Err = ModelIdError;
    fn from_str(text: &str) -> Result<ModelId, ModelIdError> {
        let (of, number) = text.split_once('@').ok_or(ModelIdError)?;
        Ok(ModelId {
            of: of.parse().map_err(|_| ModelIdError)?,
            number: number.parse().map_err(|_| ModelIdError)?,
        })
    }
}

impl Serialize for ModelId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ModelId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ModelId, D::Error> {
        deserialize_text(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_their_text() {
        let mut keys = ["b", "a-1", "a", "ab", "B", "a-10"].map(|text| text.parse::<Key>().unwrap());
        let mut texts = keys.map(|key| key.as_str().to_owned());
        keys.sort();
        texts.sort();
        assert_eq!(keys.map(|key| key.as_str().to_owned()), texts);
    }

    #[test]
    fn keys_refuse_what_could_harm_a_terminal_or_a_file() {
        assert_eq!("".parse::<Key>(), Err(KeyError::Empty));
        assert_eq!("x".repeat(32).parse::<Key>(), Err(KeyError::TooLong(31)));
        assert!("x".repeat(32).parse::<LongKey>().is_ok());
        for bad in ["a b", "a\u{1b}[2J", "é", "a\n", "\"", "a\\b", "a\0"] {
            assert_eq!(bad.parse::<Key>(), Err(KeyError::Character), "{bad:?}");
        }
    }

    #[test]
    fn model_names_come_back() {
        let model = ModelId { of: UnitId::new("boyz/a"), number: 12 };
        assert_eq!(model.to_string().parse(), Ok(model));
        assert!("boyz".parse::<ModelId>().is_err());
        assert!("boyz@-1".parse::<ModelId>().is_err());
    }
}
