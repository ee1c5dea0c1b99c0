//! The folder of saves: what is in it, and a name for a new one.

#![allow(clippy::disallowed_methods, reason = "the shell lists the folder of saves")]

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use super::time;
use crate::journal::file::tail;
use crate::text::Text;

/// A save of the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// Its name, without the ending.
    pub name: Text,
    /// Where the game stands, or why that cannot be told.
    pub at: Text,
}

/// So much of a file's end is read for the list: enough for many entries.
const END: u64 = 64 << 10;

/// The saves in a folder, latest first. A folder that is not there holds none.
pub fn list(folder: &Path) -> io::Result<Vec<Listed>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(why) => return Err(why),
    };
    let mut saves: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let changed = entry.metadata().and_then(|about| about.modified());
            saves.push((changed.unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
    saves.sort_by(|a, b| b.cmp(a));
    Ok(saves.into_iter().map(|(_, path)| listed(path)).collect())
}

fn listed(path: PathBuf) -> Listed {
    let name = Text::cleaned(&path.file_stem().unwrap_or_default().to_string_lossy());
    let at = match tail(&path, END) {
        Ok(end) if !end.contains("\nend = ") => "this is no save".into(),
        Ok(end) if !end.ends_with("\n\n") => {
            "torn while it was written: adjutant save recover mends it".into()
        }
        Ok(end) => last_standing(&end),
        Err(why) => Text::from(why.to_string()),
    };
    Listed { path, name, at }
}

/// The last `at` line of a save's end.
fn last_standing(end: &str) -> Text {
    #[derive(Deserialize)]
    struct At {
        at: Text,
    }
    let mut lines = end.lines().rev().filter(|line| line.starts_with("at = "));
    let found = lines.find_map(|line| toml::from_str::<At>(line).ok());
    found.map_or_else(|| "just begun".into(), |at| at.at)
}

/// A name for a new game of these sides, begun today, that no file in the folder has.
pub fn new_path(folder: &Path, sides: &[Text]) -> PathBuf {
    let sides: Vec<String> = sides.iter().map(|side| harmless(side.as_str())).collect();
    let today: String = time::wall().as_str().chars().take("2026-11-21".len()).collect();
    let stem = format!("{today} {}", sides.join(" vs "));
    let mut path = folder.join(format!("{stem}.toml"));
    for number in 2..10_000 {
        if !path.exists() {
            break;
        }
        path = folder.join(format!("{stem} {number}.toml"));
    }
    path
}

/// The longest name of a side in a file's name.
const LONGEST: usize = 40;

/// A side's name as every system takes it in the name of a file.
fn harmless(name: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || " '!()-_,".contains(c) { c } else { '-' };
    let name: String = name.chars().map(kept).take(LONGEST).collect();
    let name = name.trim();
    if name.is_empty() { "nobody".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_listed_latest_first() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(list(&folder.path().join("saves")).unwrap(), []);
        let minute = std::time::Duration::from_mins(1);
        for (name, age, text) in [
            ("other.toml", 5, "hello"),
            ("torn.toml", 4, "at = \"round 1\"\nend = 3\n\n[[entry]]\nn = 4"),
            (
                "old.toml",
                3,
                "at = \"round 1\"\nend = 3\n\nreason = \"at = 5\"\nat = \"round 2 · Orks\"\nend = 4\n\n",
            ),
            ("new.toml", 2, "setup = []\nend = 0\n\n"),
            ("new.toml.lock", 1, ""),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
            file.set_modified(SystemTime::now() - minute * age).unwrap();
        }
        let listed = list(folder.path()).unwrap();
        let shown: Vec<_> = listed.iter().map(|save| (save.name.as_str(), save.at.as_str())).collect();
        let torn = "torn while it was written: adjutant save recover mends it";
        let expected =
            [("new", "just begun"), ("old", "round 2 · Orks"), ("torn", torn), ("other", "this is no save")];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_new_name_is_free_and_stays_in_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let sides = ["../Orks: /etc".into(), "T'au \\ \u{202e}".into()];
        let first = new_path(folder.path(), &sides);
        assert_eq!(first.parent(), Some(folder.path()));
        let name = first.file_name().unwrap().to_str().unwrap();
        assert!(name.ends_with(" ---Orks- -etc vs T'au -.toml"), "{name}");
        std::fs::write(&first, "").unwrap();
        let second = new_path(folder.path(), &sides);
        assert!(second.to_str().unwrap().ends_with(" 2.toml") && !second.exists());
    }
}
