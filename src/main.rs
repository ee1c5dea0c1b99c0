//! The program: arguments in, screen out, and a failure told in one line.

use std::process::ExitCode;

use adjutant::cli::Arguments;
use adjutant::tui;
use clap::Parser;

#[allow(clippy::print_stderr, reason = "the one place where the program says why it failed")]
fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adjutant: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let settings = arguments.settings()?;
    match &arguments.command {
        Some(command) => command.run(&settings),
        None => tui::run(&settings.data, settings.colour),
    }
}
