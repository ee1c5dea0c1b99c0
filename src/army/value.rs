//! A value of a datasheet: a number, dice, or none.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};
use thiserror::Error;

/// Dice summed with a number: `D6`, `2D6`, `D3+1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DiceSum {
    /// How many dice.
    pub count: u8,
    /// Their size: 3 or 6.
    pub sides: u8,
    /// What is added to their sum.
    pub plus: i8,
}

/// A value of a datasheet. A target number such as `4+` is the number 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A dash: there is no such value. Not the same as 0.
    None,
    /// A number.
    Number(i16),
    /// Dice.
    Dice(DiceSum),
}

/// Why a text is no [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a number (4), a target (4+), dice (D6, 2D3+1) or a dash (-)")]
pub struct ValueError;

impl Value {
    /// The number, where it is one.
    pub fn number(self) -> Option<i16> {
        match self {
            Value::Number(number) => Some(number),
            Value::None | Value::Dice(_) => None,
        }
    }
}

impl fmt::Display for DiceSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 1 {
            write!(f, "{}", self.count)?;
        }
        write!(f, "D{}", self.sides)?;
        if self.plus != 0 {
            write!(f, "{:+}", self.plus)?;
        }
        Ok(())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("-"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Dice(dice) => write!(f, "{dice}"),
        }
    }
}

impl FromStr for DiceSum {
    type Err = ValueError;
    fn from_str(text: &str) -> Result<DiceSum, ValueError> {
        let (count, rest) = text.split_once(['D', 'd']).ok_or(ValueError)?;
        let count = if count.is_empty() { 1 } else { count.parse().map_err(|_| ValueError)? };
        let (sides, plus) = match rest.find(['+', '-']) {
            Some(at) => (&rest[..at], rest[at..].parse().map_err(|_| ValueError)?),
            None => (rest, 0),
        };
        let sides = sides.parse().map_err(|_| ValueError)?;
        if count == 0 || !matches!(sides, 3 | 6) {
            return Err(ValueError);
        }
        Ok(DiceSum { count, sides, plus })
    }
}

impl FromStr for Value {
    type Err = ValueError;
    fn from_str(text: &str) -> Result<Value, ValueError> {
        let text = text.trim();
        if matches!(text, "-" | "–" | "—") {
            return Ok(Value::None);
        }
        if let Ok(number) = text.strip_suffix(['+', '"']).unwrap_or(text).parse() {
            return Ok(Value::Number(number));
        }
        text.parse().map(Value::Dice)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Number(number) => to.serialize_i16(*number),
            Value::None | Value::Dice(_) => to.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a target such as 4+, dice such as D6+1, or a dash")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
                i16::try_from(number).map(Value::Number).map_err(|_| E::custom(ValueError))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
                i16::try_from(number).map(Value::Number).map_err(|_| E::custom(ValueError))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
                text.parse().map_err(E::custom)
            }
        }
        from.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_as_printed() {
        let dice = |count, sides, plus| Ok(Value::Dice(DiceSum { count, sides, plus }));
        for (text, value) in [
            ("4", Ok(Value::Number(4))),
            ("-2", Ok(Value::Number(-2))),
            ("3+", Ok(Value::Number(3))),
            ("6\"", Ok(Value::Number(6))),
            ("-", Ok(Value::None)),
            ("—", Ok(Value::None)),
            ("D6", dice(1, 6, 0)),
            ("2d3", dice(2, 3, 0)),
            ("D3+1", dice(1, 3, 1)),
            ("2D6-1", dice(2, 6, -1)),
            ("D4", Err(ValueError)),
            ("0D6", Err(ValueError)),
            ("", Err(ValueError)),
            ("D", Err(ValueError)),
            ("99999999", Err(ValueError)),
        ] {
            assert_eq!(text.parse::<Value>(), value, "{text:?}");
        }
    }

    #[test]
    fn values_come_back_from_their_text() {
        for text in ["-", "12", "D6", "3D6+2", "D3-1"] {
            assert_eq!(text.parse::<Value>().unwrap().to_string(), text);
        }
    }
}
