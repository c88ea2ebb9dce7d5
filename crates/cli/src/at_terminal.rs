//! Whoever sits at the terminal: sees how far the work is, and says whether systems from outside may be asked.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use phenom_report::harmless;
use phenom_study::trust::{Remembered, Request, remembered};
use phenom_study::{Failure, Host, Meter, Step};
use phenom_systems::command::RunningCommands;

use crate::timings::Timings;
use crate::{interrupt, progress};

/// The user of a command.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AtTerminal {
    /// Whether they allowed the config of this run to ask (`--run-systems`).
    pub(crate) allows: bool,
    /// What notes how long steps take, where they want to know.
    pub(crate) timings: Option<&'static Timings>,
}

/// A user who allowed nothing beyond what they trust.
pub(crate) const USER: AtTerminal = AtTerminal { allows: false, timings: None };

impl Host for AtTerminal {
    fn begin(&self, step: Step<'_>) -> Box<dyn Meter> {
        let shown = progress::meter(step);
        match self.timings {
            Some(timings) => Box::new(timings.meter(step, shown)),
            None => shown,
        }
    }

    fn tell(&self, text: &str) {
        tell(&format!("{text}\n"));
    }

    fn may_ask(&self, request: &Request<'_>) -> Result<(), Failure> {
        if self.allows {
            tell(&format!("{}\n", request.list.shown()));
            return Ok(());
        }
        ask(request)
    }

    fn running_commands(&self) -> RunningCommands {
        interrupt::running_commands()
    }

    fn answers_are_kept(&self, file: &Path) {
        interrupt::answers_are_kept(file);
    }
}

/// Asks what is not trusted.
fn ask(request: &Request<'_>) -> Result<(), Failure> {
    let Request { config, list, system, pairs, anew } = *request;
    let path = config.path.display();
    let changes = match remembered(&config.path, list) {
        Remembered::Trusted => return Ok(()),
        Remembered::Nothing => None,
        Remembered::Changed(older) => {
            let changes = list.changes_since(&older);
            let shown = harmless(&path.to_string());
            Some(format!("Changed since you trusted {shown}:\n{changes}\n"))
        }
    };
    let untrusted = match changes {
        Some(_) => format!("{path} has changed since you trusted it"),
        None => format!("{path} is not trusted"),
    };
    let wanted = if anew {
        format!("system `{system}` has to query {pairs} pairs again")
    } else {
        format!("system `{system}` has no stored predictions for {pairs} pairs")
    };
    let refused =
        |help: String| Err(Failure::input(format!("{wanted}, and {untrusted}"), Some(help)));
    if !on_terminal() {
        tell(&changes.unwrap_or_default());
        return refused(format!(
            "`phenom trust {path}` shows what the config runs and sends, and remembers that you trust it; --run-systems \
             allows it for one run"
        ));
    }
    tell(&format!(
        "{}\n{}{}. Go on? [y/N] ",
        list.shown(),
        changes.unwrap_or_default(),
        harmless(&wanted)
    ));
    if is_yes() {
        Ok(())
    } else {
        refused("phenom sent nothing; answer `y` to continue".to_owned())
    }
}

/// Whether somebody is there to be asked.
pub(crate) fn on_terminal() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Whether the next line on the terminal is a yes.
pub(crate) fn is_yes() -> bool {
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

fn tell(text: &str) {
    let mut out = anstream::stderr();
    // Where standard error is closed, there is nobody to tell.
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}
