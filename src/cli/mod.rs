//! The command line: arguments and environment are read here, once, and handed down as plain values.

pub mod folders;
pub mod play;
pub mod referee;
pub mod save;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// A terminal referee for Warhammer 40,000
#[derive(Debug, Parser)]
#[command(version)]
pub struct Arguments {
    /// The data folder, where it is told here.
    #[arg(
        long,
        value_name = "DIR",
        help = "Folder of your armies and saves [env: ADJUTANT_DATA_DIR] [default: this system's own]"
    )]
    pub data_dir: Option<PathBuf>,
    /// What to do instead of opening the screen.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do instead of opening the screen.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a whole game over standard input and output, one JSON object a line
    #[command(after_long_help = include_str!("referee/help.txt"))]
    Referee {
        /// Print the JSON schema of requests and replies, and nothing else
        #[arg(long, exclusive = true)]
        schema: bool,
        /// Which game.
        #[command(flatten)]
        options: play::Options,
    },
    /// Play in readable lines, for screen readers and simple terminals
    #[command(after_help = referee::plain::HELP)]
    Play {
        /// In plain lines, without a screen
        #[arg(long, required = true)]
        plain: bool,
        /// Which game.
        #[command(flatten)]
        options: play::Options,
    },
    /// List, show, check and mend saves
    Save {
        /// What to do with it.
        #[command(subcommand)]
        what: save::Save,
    },
}

impl Command {
    /// Does it.
    pub fn run(&self, settings: &Settings) -> anyhow::Result<()> {
        match self {
            Command::Referee { schema: true, .. } => play::schema(),
            Command::Referee { options, .. } => play::referee(options),
            Command::Play { options, .. } => play::plain(options, &settings.data),
            Command::Save { what } => save::run(what, &settings.data),
        }
    }
}

/// What holds for the whole run, wherever it was told.
#[derive(Debug)]
pub struct Settings {
    /// The data folder, as a full path.
    pub data: PathBuf,
    /// Whether the screen may be coloured.
    pub colour: bool,
}

impl Arguments {
    /// The arguments, and what the environment says where they say nothing.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        Ok(Settings {
            data: folders::data(self.data_dir.clone(), variable("ADJUTANT_DATA_DIR"))?,
            colour: variable("NO_COLOR").is_none(),
        })
    }
}

/// A variable of the environment; an empty one counts as not set.
#[allow(clippy::disallowed_methods, reason = "the one place where the environment is read")]
fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_data_folder_can_be_told() {
        let data_dir = |words: &[&str]| Arguments::try_parse_from(words).map(|arguments| arguments.data_dir);
        assert_eq!(data_dir(&["adjutant"]).unwrap(), None);
        assert_eq!(data_dir(&["adjutant", "--data-dir", "games"]).unwrap(), Some(PathBuf::from("games")));
        assert!(data_dir(&["adjutant", "--data-dir", ""]).is_err());
    }
}
