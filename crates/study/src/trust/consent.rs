//! Whether a system from outside may be asked: a config may come from a stranger.

use std::sync::{Mutex, PoisonError};

use phenom_systems::Use;

use super::list::List;
use super::{list_of, quoted};
use crate::config::{Asking, Config, OutsideSystem, System};
use crate::failure::Failure;
use crate::host::{Host, Request, nobody_is_asked};

/// What the host allows a config in this run. It sees the whole list, once, before anything is asked.
pub struct Consent<'c> {
    config: &'c Config,
    host: &'c dyn Host,
    /// What was allowed.
    agreed: Mutex<Option<List>>,
}

impl<'c> Consent<'c> {
    /// That of a config, of which nothing was allowed yet.
    #[must_use]
    pub fn of(config: &'c Config, host: &'c dyn Host) -> Self {
        Self { config, host, agreed: Mutex::new(None) }
    }

    /// Whether what was answered before is asked anew.
    pub(crate) fn asks_anew(&self) -> bool {
        self.config.asking == Asking::Asks(Use::Fresh)
    }

    /// Goes on where a system may be asked about some pairs.
    pub(crate) fn obtain(&self, system: &System, pairs: usize) -> Result<(), Failure> {
        let mut agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        if agreed.is_none() {
            if self.config.asking == Asking::Never {
                return Err(nobody_is_asked(&system.name, pairs));
            }
            let list = list_of(self.config)?;
            let (config, system, anew) = (self.config, system.name.as_str(), self.asks_anew());
            self.host.may_ask(&Request { config, list: &list, system, pairs, anew })?;
            *agreed = Some(list);
        }
        let said =
            format!("phenom would query system {} about {pairs} pairs", quoted::word(&system.name));
        self.host.tell(&said);
        Ok(())
    }

    /// Fails where a system is not any more what was allowed.
    pub(crate) fn check(&self, system: &System, outside: &OutsideSystem) -> Result<(), Failure> {
        let agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        match &*agreed {
            Some(list) if list.has(system, outside)? => Ok(()),
            _ => {
                let message =
                    format!("system `{}` changed while it waited for your consent", system.name);
                let help = "run again, and check what it does now".to_owned();
                Err(Failure::input(message, Some(help)))
            }
        }
    }
}
