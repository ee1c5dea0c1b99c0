//! Where a player's own files live.

use std::ffi::OsString;
use std::path::{self, PathBuf};

use anyhow::Context;
use directories::ProjectDirs;

use crate::text::Text;

/// The data folder as a full path. The argument goes before the variable, the variable before the system's place.
pub fn data(argument: Option<PathBuf>, variable: Option<OsString>) -> anyhow::Result<PathBuf> {
    let folder = chosen(argument, variable, usual()).context(
        "no place for armies and saves, because this system names no home folder: \
         choose one with --data-dir DIR or ADJUTANT_DATA_DIR",
    )?;
    path::absolute(&folder)
        .with_context(|| format!("cannot tell where {} is", Text::cleaned(&folder.to_string_lossy())))
}

/// What this system sets aside for the data of a program; none where it names no home folder.
fn usual() -> Option<PathBuf> {
    ProjectDirs::from("", "", "adjutant").map(|folders| folders.data_dir().to_owned())
}

fn chosen(argument: Option<PathBuf>, variable: Option<OsString>, usual: Option<PathBuf>) -> Option<PathBuf> {
    argument.or(variable.map(PathBuf::from)).or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_wins() {
        let argument = || Some(PathBuf::from("argument"));
        let variable = || Some(OsString::from("variable"));
        let usual = || Some(PathBuf::from("usual"));
        assert_eq!(chosen(argument(), variable(), usual()), argument());
        assert_eq!(chosen(None, variable(), usual()), Some(PathBuf::from("variable")));
        assert_eq!(chosen(None, None, usual()), usual());
        assert_eq!(chosen(None, None, None), None);
    }

    #[test]
    fn a_relative_folder_becomes_a_full_path() {
        let folder = data(Some(PathBuf::from("games")), None).unwrap();
        assert!(folder.is_absolute());
        assert!(folder.ends_with("games"));
    }
}
