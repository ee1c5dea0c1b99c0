//! Which game is played: begun from a setup, gone on with from a save, or only looked at.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::referee::{Dialect, Json, Referee, plain::Plain};
use crate::rules;
use crate::session::dice::AppDice;
use crate::session::setup::SKIRMISH;
use crate::session::{Notice, Session, Setup, Thrower, saves};
use crate::text::Text;

/// The game, and its dice.
#[derive(Debug, Args)]
pub struct Options {
    /// Begin a new game with this setup; `skirmish` is one that ships
    #[arg(long, value_name = "SETUP.toml")]
    new: Option<PathBuf>,
    /// The save: created with --new, else gone on with
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Only look at the save
    #[arg(long, requires = "save", conflicts_with = "new")]
    read_only: bool,
    /// Let the app's dice fall the same way each time
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Who throws: the app at once, or every roll is asked for
    #[arg(long, value_enum)]
    dice: Option<Dice>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Dice {
    /// The app throws at once.
    App,
    /// Every roll is asked for.
    Ask,
}

impl Options {
    /// The session they name. Without --dice, rolls are thrown as told here; without --save, a new game is saved in a new file
    /// of this folder, if there is one.
    fn session(&self, usual: Dice, folder: Option<&Path>) -> anyhow::Result<(Session, Vec<Notice>)> {
        let dice = match self.seed {
            Some(seed) => AppDice::seeded(seed),
            None => AppDice::fresh()?,
        };
        let (mut session, notices) = match (&self.new, &self.save) {
            (Some(setup), save) => {
                let setup = read_setup(setup)?;
                let save =
                    save.clone().or_else(|| folder.map(|folder| saves::new_path(folder, &setup.sides)));
                (Session::begin(rules::ALL, &setup, save.as_deref(), dice)?, Vec::new())
            }
            (None, Some(save)) if self.read_only => Session::look(rules::ALL, save, dice)?,
            (None, Some(save)) => Session::open(rules::ALL, save, dice)?,
            (None, None) => bail!("name a game: --new SETUP.toml begins one, --save FILE goes on with one"),
        };
        let thrower = match self.dice.unwrap_or(usual) {
            Dice::App => Thrower::App,
            Dice::Ask => Thrower::Own,
        };
        if !session.is_read_only() {
            let sides: Vec<_> = session.game().table().sides().map(|(id, _)| id).collect();
            for side in sides {
                session.set_thrower(side, thrower)?;
            }
        }
        Ok((session, notices))
    }
}

/// The setup in a file, or the one that ships.
#[allow(clippy::disallowed_methods, reason = "the shell reads the file that an argument names")]
fn read_setup(path: &Path) -> anyhow::Result<Setup> {
    let text = if path.as_os_str() == "skirmish" {
        SKIRMISH.to_owned()
    } else {
        std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?
    };
    Setup::from_toml(&text).map_err(|why| anyhow::anyhow!("{}:{why}", path.display()))
}

/// Speaks the referee protocol.
pub fn referee(options: &Options) -> anyhow::Result<()> {
    speak(options.session(Dice::App, None)?, &mut Json)
}

/// Speaks in readable lines. People play here, so every game is saved.
pub fn plain(options: &Options, data: &Path) -> anyhow::Result<()> {
    let (session, notices) = options.session(Dice::Ask, Some(&data.join("saves")))?;
    if let Some(path) = session.path() {
        writeln!(
            io::stdout().lock(),
            "Every answer is saved in {}.",
            Text::from(path.display().to_string())
        )?;
    }
    speak((session, notices), &mut Plain)
}

fn speak((session, notices): (Session, Vec<Notice>), dialect: &mut dyn Dialect) -> anyhow::Result<()> {
    #[cfg(unix)]
    let _watch = session.watch_signals(|| ())?;
    let referee = Referee::new(session);
    let spoken = referee.run(&notices, dialect, io::stdin().lock(), &mut io::stdout().lock());
    match spoken {
        // Whoever listened has gone; everything said is saved.
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// The JSON schema of requests and replies.
pub fn schema() -> anyhow::Result<()> {
    Ok(io::stdout().lock().write_all(include_bytes!("referee/schema.json"))?)
}
