//! `phenom trust`: what a config runs, sends and writes, and whether it may.

use std::io::Write;
use std::path::Path;

use phenom_report::harmless;

use super::print;
use crate::arguments::TrustArguments;
use crate::at_terminal::{is_yes, on_terminal};
use phenom_study::Failure;
use phenom_study::config::{Config, SystemsNeeded};
use phenom_study::trust::{self, Remembered};

/// Shows the list of a config and remembers a yes, or changes what is remembered.
pub(crate) fn trust(arguments: &TrustArguments) -> Result<(), Failure> {
    let Some(path) = &arguments.config else { return listed() };
    let shown = harmless(&path.display().to_string());
    if arguments.forget {
        let said = if trust::forget(path)? { "is no longer trusted" } else { "was not trusted" };
        return print(&format!("{shown} {said}\n"));
    }
    let config = Config::load_with(path, SystemsNeeded::Never)?;
    let list = trust::list_of(&config)?;
    print(&format!("{}\n", list.shown()))?;
    if !trust::needs_trust(&config) {
        return print("There is nothing to trust: no program, no server, no folder outside.\n");
    }
    match trust::remembered(path, &list) {
        Remembered::Trusted => return print(&format!("{shown} is trusted already\n")),
        Remembered::Changed(older) => {
            print(&format!("Changed since you trusted it:\n{}\n", list.changes_since(&older)))?;
        }
        Remembered::Nothing => {}
    }
    trust::refuse_forgetful(path)?;
    if !arguments.yes {
        consent(path)?;
    }
    // What was read is what is trusted: a change since is noticed when something is to be asked.
    trust::remember(path, list)?;
    print(&format!("{shown} is trusted until something in this list changes\n"))
}

fn consent(path: &Path) -> Result<(), Failure> {
    if !on_terminal() {
        let help = "run this on a terminal, or with --yes after reading the list".to_owned();
        return Err(Failure::input("cannot ask you without a terminal", Some(help)));
    }
    let mut out = anstream::stderr();
    // Where standard error is closed, there is nobody to tell.
    let _ = write!(out, "Trust this? [y/N] ").and_then(|()| out.flush());
    if is_yes() {
        return Ok(());
    }
    Err(Failure::Check { message: format!("{} is not trusted", path.display()), help: None })
}

/// All configs that are trusted.
fn listed() -> Result<(), Failure> {
    let all = trust::all()?;
    if all.is_empty() {
        return print("No config is trusted\n");
    }
    print(&all.iter().map(|config| format!("{}\n", harmless(config))).collect::<String>())
}
