//! `phenom completions`: scripts for shells.

use clap::CommandFactory;

use super::print;
use crate::arguments::{Arguments, CompletionsArguments};
use phenom_study::Failure;

/// Prints the completion script of a shell.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "phenom", &mut script);
    print(&String::from_utf8_lossy(&script))
}
