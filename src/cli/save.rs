//! What can be done with saves without playing them.

#![allow(clippy::disallowed_methods, reason = "the shell lists the folder of saves")]

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use clap::Subcommand;

use super::referee::{note_words, notice_words};
use crate::game::LogLine;
use crate::journal::file::{read, tail};
use crate::journal::{Happening, Tail};
use crate::rules;
use crate::session::dice::AppDice;
use crate::session::{Notice, Session, standing};
use crate::text::Text;

/// What to do with a save.
#[derive(Debug, Subcommand)]
pub enum Save {
    /// List the saves of the data folder, latest first
    List,
    /// Show what a save holds: its sides, where it stands, its log
    Show {
        /// The save
        file: PathBuf,
    },
    /// Check a save: every entry, and every beat against the rules of this program
    Verify {
        /// The save
        file: PathBuf,
    },
    /// Mend a save: cut a torn end off and keep it, or go on with the good part of a damaged one
    Recover {
        /// The save
        file: PathBuf,
    },
}

/// Does it.
pub fn run(what: &Save, data: &Path) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match what {
        Save::List => list(&data.join("saves"), &mut out),
        Save::Show { file } => show(file, &mut out),
        Save::Verify { file } => verify(file, &mut out),
        Save::Recover { file } => recover(file, &mut out),
    }
}

/// So much of a file's end is read for the list: enough for many entries.
const END: u64 = 64 << 10;

fn list(folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut saves: Vec<(SystemTime, PathBuf)> = Vec::new();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            writeln!(out, "No saves in {}.", Text::from(folder.display().to_string()))?;
            return Ok(());
        }
        Err(why) => return Err(why).with_context(|| format!("{} cannot be read", folder.display())),
    };
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            saves.push((entry.metadata()?.modified()?, path));
        }
    }
    saves.sort_by(|a, b| b.cmp(a));
    if saves.is_empty() {
        writeln!(out, "No saves in {}.", Text::from(folder.display().to_string()))?;
    }
    for (_, path) in saves {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let at = tail(&path, END).map_or_else(|why| why.to_string(), |end| last_standing(&end));
        writeln!(out, "{}  {}", Text::from(name), Text::from(at))?;
    }
    Ok(())
}

/// The last `at` line of a save's end.
fn last_standing(end: &str) -> String {
    #[derive(serde::Deserialize)]
    struct At {
        at: Text,
    }
    let mut lines = end.lines().rev().filter(|line| line.starts_with("at = "));
    let found = lines.find_map(|line| toml::from_str::<At>(line).ok());
    found.map_or_else(|| "just begun".to_owned(), |at| at.at.to_string())
}

fn look(file: &Path) -> anyhow::Result<(Session, Vec<Notice>)> {
    Ok(Session::look(rules::ALL, file, AppDice::seeded(0))?)
}

fn show(file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let loaded = read(file)?;
    let header = &loaded.header;
    let sides: Vec<&str> = header.sides.iter().map(Text::as_str).collect();
    writeln!(out, "{}", sides.join(" against "))?;
    writeln!(out, "ruleset {}, begun {} with {}", header.ruleset, header.created, header.program)?;
    for entry in &loaded.entries {
        if let Happening::Sitting(sitting) = &entry.what {
            writeln!(out, "sitting {}, played {} before", sitting.began, duration(entry.t))?;
        }
    }
    let (session, notices) = look(file)?;
    for notice in &notices {
        writeln!(out, "notice: {}", notice_words(notice))?;
    }
    writeln!(out, "{}, played {}", standing(session.game().table()), duration(session.seconds()))?;
    writeln!(out)?;
    for line in session.game().log() {
        match line {
            LogLine::Event(_, event) => writeln!(out, "{}", session.game().words(event))?,
            LogLine::Note(note) => writeln!(out, "- {}", note_words(note))?,
        }
    }
    Ok(())
}

fn duration(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn verify(file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let loaded = read(file)?;
    let entries = loaded.entries.len();
    let (session, notices) = look(file)?;
    let differing = session.game().differing_beats();
    writeln!(out, "{entries} entries, {} settled beats", session.game().beats().len())?;
    if !differing.is_empty() {
        // Not a fault of the file: settled beats come from their events, whatever the rules say now.
        writeln!(out, "{} beats would go otherwise by the rules of this program", differing.len())?;
    }
    for notice in notices {
        match notice {
            Notice::OnlyPrefix(Tail::Damaged(why)) => return Err(why.into()),
            Notice::OnlyPrefix(_) => bail!(
                "{}: the last entry was cut while it was written; `adjutant save recover` mends it",
                file.display()
            ),
            Notice::Reopened => {
                bail!("{}: what was said in the unfinished beat no longer fits the rules", file.display())
            }
            Notice::Mended(_) => {}
        }
    }
    writeln!(out, "good")?;
    Ok(())
}

fn recover(file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let (path, entries, mended) = Session::recover(rules::ALL, file)?;
    match mended {
        Some(mended) => writeln!(out, "{}", notice_words(&Notice::Mended(mended)))?,
        None => writeln!(out, "There is nothing to mend.")?,
    }
    writeln!(out, "{}: {entries} entries", path.display())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_the_last_standing_of_a_file() {
        let end = "at = \"round 1\"\nend = 3\n\n[[entry]]\nreason = \"at = 5\"\nat = \"round 2 · Orks\"\nend = 4\n\n";
        assert_eq!(last_standing(end), "round 2 · Orks");
        assert_eq!(last_standing("at = \"cut"), "just begun");
    }
}
