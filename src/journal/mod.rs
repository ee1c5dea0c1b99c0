//! The save file: a header and then entries, only ever appended, so that nothing that was shown is lost.
//!
//! It is TOML for people, and read block by block: an entry counts only with its own end, because a cut entry can still be
//! valid TOML with wrong content. Files are touched in [`mod@file`] alone.

mod append;
mod entry;
pub mod file;
mod header;
mod load;

use std::fmt;

use thiserror::Error;

pub use append::{Appender, Sink};
pub use entry::{Entry, Happening, Sitting};
pub use header::{FORMAT, Header};
pub use load::{Loaded, Tail, load};

/// What is wrong with a save, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct SaveError {
    /// The file. Empty while it is not known.
    pub file: String,
    /// The line, where it is one line's fault.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: String,
}

impl SaveError {
    pub(crate) fn new(what: impl Into<String>, remedy: impl Into<String>) -> SaveError {
        SaveError { file: String::new(), line: None, what: what.into(), remedy: remedy.into() }
    }

    fn at(self, line: usize) -> SaveError {
        SaveError { line: Some(line), ..self }
    }

    fn of(self, file: impl fmt::Display) -> SaveError {
        SaveError { file: file.to_string(), ..self }
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            f.write_str(&self.file)?;
            if let Some(line) = self.line {
                write!(f, ":{line}")?;
            }
            f.write_str(": ")?;
        } else if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.what)?;
        if !self.remedy.is_empty() {
            write!(f, " {}", self.remedy)?;
        }
        Ok(())
    }
}

/// A value on one line of TOML.
fn inline<T: serde::Serialize>(value: &T) -> Result<String, SaveError> {
    let mut text = String::new();
    value
        .serialize(toml::ser::ValueSerializer::new(&mut text))
        .map_err(|why| SaveError::new(format!("cannot be written as TOML: {why}"), ""))?;
    if text.contains(['\n', '\r']) {
        return Err(SaveError::new("would not stand on one line", ""));
    }
    Ok(text)
}
