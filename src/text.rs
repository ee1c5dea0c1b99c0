//! Words that people typed or an army file holds, safe to print and safe to save.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::id::deserialize_text;

/// One line of words without control characters, cheap to copy.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text(Arc<str>);

/// Why words are no [`Text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// A line break, an escape, or a character that turns the direction of writing.
    #[error("words stand on one line and hold no control characters")]
    Control,
    /// More than [`Text::MAX`] bytes.
    #[error("words are at most {} bytes long", Text::MAX)]
    TooLong,
}

/// Characters that move a cursor, break a line, turn the direction of writing, or stand there unseen.
fn harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{206a}'..='\u{206f}' | '\u{e0000}'..='\u{e007f}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

impl Text {
    /// The longest text there can be, in bytes.
    pub const MAX: usize = 4096;

    /// The words, if they are harmless.
    pub fn checked(words: &str) -> Result<Text, TextError> {
        if words.len() > Text::MAX {
            return Err(TextError::TooLong);
        }
        if words.chars().any(harmful) {
            return Err(TextError::Control);
        }
        Ok(Text(words.into()))
    }

    /// The words made harmless: harmful characters become spaces, too long words are cut.
    pub fn cleaned(words: &str) -> Text {
        let mut kept = String::with_capacity(words.len().min(Text::MAX));
        for c in words.chars() {
            if kept.len() + c.len_utf8() > Text::MAX {
                break;
            }
            kept.push(if harmful(c) { ' ' } else { c });
        }
        Text(kept.into())
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl FromStr for Text {
    type Err = TextError;
    fn from_str(words: &str) -> Result<Text, TextError> {
        Text::checked(words)
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Text {
        Text::cleaned(words)
    }
}

impl From<String> for Text {
    fn from(words: String) -> Text {
        Text::cleaned(&words)
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
        deserialize_text(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_refused_or_cleaned() {
        assert_eq!(Text::checked("a\u{1b}]0;x\u{7}"), Err(TextError::Control));
        assert_eq!(Text::checked("two\nlines"), Err(TextError::Control));
        assert_eq!(Text::checked("\u{202e}desrever"), Err(TextError::Control));
        assert_eq!(Text::cleaned("a\u{1b}[2Jb\r\n").as_str(), "a [2Jb  ");
        assert_eq!(Text::checked("Waaagh! Gaz — naïve 龍").unwrap().as_str(), "Waaagh! Gaz — naïve 龍");
    }

    #[test]
    fn too_long_words_are_cut_between_characters() {
        let long = "é".repeat(Text::MAX);
        assert_eq!(Text::checked(&long), Err(TextError::TooLong));
        assert_eq!(Text::cleaned(&long).as_str().len(), Text::MAX);
    }
}
