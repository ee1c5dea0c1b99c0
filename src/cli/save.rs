//! What can be done with saves without playing them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Subcommand;

use crate::game::LogLine;
use crate::journal::file::read;
use crate::journal::{Entry, Happening, Tail};
use crate::rules;
use crate::session::dice::AppDice;
use crate::session::{Notice, PROGRAM, Session, saves, standing, words};
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

fn list(folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let saves = saves::list(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    if saves.is_empty() {
        writeln!(out, "No saves in {}.", Text::from(folder.display().to_string()))?;
    }
    for save in saves {
        writeln!(out, "{}  {}", save.name, save.at)?;
    }
    Ok(())
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
            writeln!(out, "sitting {}, played {} before", sitting.began, words::duration(entry.t))?;
        }
    }
    let (session, notices) = look(file)?;
    for notice in &notices {
        writeln!(out, "notice: {}", words::notice(notice))?;
    }
    writeln!(out, "{}, played {}", standing(session.game().table()), words::duration(session.seconds()))?;
    writeln!(out)?;
    for line in session.game().log() {
        match line {
            LogLine::Event(_, event) => writeln!(out, "{}", session.game().words(event))?,
            LogLine::Note(note) => writeln!(out, "- {}", words::note(note))?,
        }
    }
    Ok(())
}

fn verify(file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let loaded = read(file)?;
    let entries = loaded.entries.len();
    let (session, notices) = look(file)?;
    let differing = session.game().differing_beats();
    writeln!(out, "{entries} entries, {} settled beats", session.game().beats().len())?;
    let ours = |entry: &Entry| match &entry.what {
        Happening::Sitting(sitting) => sitting.program.as_str() == PROGRAM,
        Happening::Act(..) => true,
    };
    if !differing.is_empty() && loaded.entries.iter().all(ours) {
        bail!(
            "{}: {} beats do not follow from what was said in them: the save was changed or is damaged",
            file.display(),
            differing.len()
        );
    }
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
        Some(mended) => writeln!(out, "{}", words::notice(&Notice::Mended(mended)))?,
        None => writeln!(out, "There is nothing to mend.")?,
    }
    writeln!(out, "{}: {entries} entries", path.display())?;
    Ok(())
}
