//! Whether a system from outside may be asked: a config may come from a stranger.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use phenom_report::harmless;
use phenom_systems::Use;

use super::list::List;
use super::memory::{Remembered, remembered};
use super::{list_of, quoted};
use crate::config::{Asking, Config, OutsideSystem, System};
use crate::failure::Failure;

/// What the user allows a config in this run. They see the whole list, once, before anything is asked.
pub(crate) struct Consent<'c> {
    config: &'c Config,
    /// What they allowed, or trust.
    agreed: Mutex<Option<List>>,
}

impl<'c> Consent<'c> {
    /// That of a config, of which nothing was allowed yet.
    pub(crate) fn of(config: &'c Config) -> Self {
        Self { config, agreed: Mutex::new(None) }
    }

    /// Whether what was answered before is asked anew.
    pub(crate) fn asks_anew(&self) -> bool {
        matches!(self.config.asking, Asking::OnConsent(Use::Fresh) | Asking::Allowed(Use::Fresh))
    }

    /// Goes on where a system may be asked about some pairs.
    pub(crate) fn obtain(&self, system: &System, pairs: usize) -> Result<(), Failure> {
        let mut agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        if agreed.is_none() {
            if self.config.asking == Asking::Never {
                return Err(nobody_is_asked(&system.name, pairs));
            }
            let list = list_of(self.config)?;
            if let Asking::OnConsent(_) = self.config.asking {
                self.ask(&list, system, pairs)?;
            } else {
                tell(&format!("{}\n", list.shown()));
            }
            *agreed = Some(list);
        }
        tell(&format!("system {} is asked about {pairs} pairs\n", quoted::word(&system.name)));
        Ok(())
    }

    /// Fails where a system is not any more what was allowed.
    pub(crate) fn check(&self, system: &System, outside: &OutsideSystem) -> Result<(), Failure> {
        let agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        match &*agreed {
            Some(list) if list.has(system, outside)? => Ok(()),
            _ => {
                let message =
                    format!("system `{}` changed while it waited to be asked", system.name);
                let help = "run again, and look at what it does now".to_owned();
                Err(Failure::input(message, Some(help)))
            }
        }
    }

    /// Asks on a terminal what is not trusted.
    fn ask(&self, list: &List, system: &System, pairs: usize) -> Result<(), Failure> {
        let path = self.config.path.display();
        let changes = match remembered(&self.config.path, list) {
            Remembered::Trusted => return Ok(()),
            Remembered::Nothing => None,
            Remembered::Changed(older) => {
                let changes = list.changes_since(&older);
                Some(format!(
                    "Changed since {} was trusted:\n{changes}\n",
                    harmless(&path.to_string())
                ))
            }
        };
        let untrusted = match changes {
            Some(_) => format!("{path} changed since it was trusted"),
            None => format!("{path} is not trusted"),
        };
        let wanted = if self.asks_anew() {
            format!("system `{}` is to be asked anew about {pairs} pairs", system.name)
        } else {
            format!("system `{}` has no stored answers for {pairs} pairs", system.name)
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
        if is_yes() { Ok(()) } else { refused("nothing was asked".to_owned()) }
    }
}

/// What commands say that ask nobody.
pub(crate) fn nobody_is_asked(system: &str, pairs: usize) -> Failure {
    let message = format!(
        "system `{system}` has no stored answers for {pairs} pairs, and this command asks nobody"
    );
    let help = "`phenom predict CONFIG` asks it, if you trust the config (`phenom trust CONFIG`) or allow it for one run \
                (--run-systems)";
    Failure::input(message, Some(help.to_owned()))
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
