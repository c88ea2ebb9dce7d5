//! `phenom`: qualitative evaluation of textual entailment systems, from the command line.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

mod arguments;
mod at_terminal;
mod commands;
mod failure;
mod interrupt;
mod progress;
mod redirect_file;
mod terminal;
mod timings;

use std::ffi::OsString;

use clap::Parser;

use crate::arguments::{Arguments, Command};

/// Runs the command of some arguments, of which the first is the name of the program, and returns the exit code. It owns
/// the process: it listens to signals, prints, and ends the process where the arguments ask for help or a signal asks for
/// an end.
pub fn main_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = Arguments::parse_from(arguments);
    interrupt::listen();
    let outcome = match arguments.command {
        Command::Run(arguments) => commands::run::run(&arguments),
        Command::Predict(arguments) => commands::predict::predict(&arguments),
        Command::Trust(arguments) => commands::trust::trust(&arguments),
        Command::Train(arguments) => commands::train::train(&arguments),
        Command::Score(arguments) => commands::score::score(&arguments),
        Command::Table(arguments) => commands::table::table(&arguments),
        Command::Agree(arguments) => commands::agree::agree(&arguments),
        Command::Justify(arguments) => commands::justify::justify(&arguments),
        Command::Compare(arguments) => commands::compare::compare(&arguments),
        Command::Power(arguments) => commands::power::power(&arguments),
        Command::Label(arguments) => commands::label::label(&arguments),
        Command::Check(arguments) => commands::check::check(&arguments),
        Command::Decompose(arguments) => commands::decompose::decompose(&arguments),
        Command::Annotate(arguments) => commands::annotate::annotate(&arguments),
        Command::Measures(arguments) => commands::measures::measures(&arguments),
        Command::Formats(arguments) => commands::formats::formats(&arguments),
        Command::Convert(arguments) => commands::convert::convert(&arguments),
        Command::Counts(arguments) => commands::counts::counts(&arguments),
        Command::Init(arguments) => commands::init::init(&arguments),
        Command::Schema => commands::schema::schema(),
        Command::Completions(arguments) => commands::completions::completions(&arguments),
    };
    match outcome {
        Ok(()) => 0,
        Err(failure) => {
            interrupt::wait_if_ending();
            failure::tell(&failure);
            failure::exit_code(&failure)
        }
    }
}
