//! The header of a save: all that a game began with, in full, so that it needs nothing else to go on.

use serde::{Deserialize, Serialize};

use super::{SaveError, inline};
use crate::id::RulesetId;
use crate::table::{Change, Table};
use crate::text::Text;

/// The format that this program writes.
pub const FORMAT: u32 = 1;

/// What a game began with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the file.
    pub format: u32,
    /// The program that began it.
    pub program: Text,
    /// When, by the clock on the wall.
    pub created: Text,
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The sides, in their order.
    pub sides: Vec<Text>,
    /// What lays the table: armies, objectives, readings.
    pub setup: Vec<Change>,
    /// The mark that it is whole.
    end: u32,
}

/// What of a header is read first: a later format may hold what this program does not know.
#[derive(Deserialize)]
struct FormatOnly {
    format: u32,
}

impl Header {
    /// A header of this program's format.
    pub fn new(
        program: Text,
        created: Text,
        ruleset: RulesetId,
        sides: Vec<Text>,
        setup: Vec<Change>,
    ) -> Header {
        Header { format: FORMAT, program, created, ruleset, sides, setup, end: 0 }
    }

    /// The table that it lays.
    pub fn table(&self) -> Table {
        Table::new(self.sides.iter().cloned()).with(self.setup.iter().cloned())
    }

    /// As it stands in the file, with the empty line behind it.
    pub fn to_text(&self) -> Result<String, SaveError> {
        let mut text = format!(
            "format = {}\nprogram = {}\ncreated = {}\nruleset = {}\nsides = {}\nsetup = [\n",
            self.format,
            inline(&self.program)?,
            inline(&self.created)?,
            inline(&self.ruleset)?,
            inline(&self.sides)?
        );
        for change in &self.setup {
            text.push_str("  ");
            text.push_str(&inline(change)?);
            text.push_str(",\n");
        }
        text.push_str("]\nend = 0\n\n");
        Ok(text)
    }

    /// Read from the first block of a file.
    pub(super) fn from_text(text: &str) -> Result<Header, SaveError> {
        let format = toml::from_str::<FormatOnly>(text)
            .map_err(|why| toml_error(text, &why, "This is no save of Adjutant."))?
            .format;
        if format != FORMAT {
            let what = format!("has format {format}; this program reads format {FORMAT}.");
            let remedy =
                if format > FORMAT { "Use a newer Adjutant." } else { "It is older than any release." };
            return Err(SaveError::new(what, remedy).at(1));
        }
        toml::from_str(text)
            .map_err(|why| toml_error(text, &why, "The header of a save is never edited by hand."))
    }
}

/// The line, from 1, on which a byte stands.
pub(super) fn line_at(bytes: &[u8], at: usize) -> usize {
    bytes[..at.min(bytes.len())].split(|byte| *byte == b'\n').count()
}

/// The error of a block, with the line within it, counted from 1.
pub(super) fn toml_error(text: &str, why: &toml::de::Error, remedy: &str) -> SaveError {
    let line = why.span().map_or(1, |span| line_at(text.as_bytes(), span.start));
    SaveError::new(format!("{}.", why.message().trim_end_matches('.')), remedy).at(line)
}
