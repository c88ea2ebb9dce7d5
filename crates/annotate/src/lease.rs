//! Which tab writes. One does at a time; a tab that takes over makes the others read.

use std::time::{Duration, Instant};

use crate::refusal::{Kind, Refusal};
use crate::security::random_hex;

/// How long a tab may say nothing before another one takes its place unasked.
pub const SILENCE: Duration = Duration::from_secs(5);

/// The lease that was given last, if any, and when its tab was heard of.
#[derive(Debug, Default)]
pub struct Leases {
    held: Option<(String, Instant)>,
}

impl Leases {
    /// A new lease, which ends the one before. With `only_if_free` not while the tab that holds it is alive.
    ///
    /// # Errors
    /// Where another tab writes, or the system gives no random bytes.
    pub fn take(&mut self, only_if_free: bool, now: Instant) -> Result<String, Refusal> {
        let alive = |since: &Instant| now.saturating_duration_since(*since) < SILENCE;
        if only_if_free && self.held.as_ref().is_some_and(|(_, since)| alive(since)) {
            return Err(another_writes());
        }
        let lease = random_hex().map_err(|error| {
            Refusal::new(Kind::Work, format!("The system provides no random bytes: {error}."))
        })?;
        self.held = Some((lease.clone(), now));
        Ok(lease)
    }

    /// Whether the lease is the one that counts; if so, its tab is alive.
    ///
    /// # Errors
    /// Where another tab writes.
    pub fn check(&mut self, lease: &str, now: Instant) -> Result<(), Refusal> {
        match &mut self.held {
            Some((held, since)) if held == lease => {
                *since = now;
                Ok(())
            }
            _ => Err(another_writes()),
        }
    }

    /// The tab is closed: the next one takes its place at once. Any other's goodbye means nothing.
    pub fn leave(&mut self, lease: &str) {
        self.held.take_if(|(held, _)| held == lease);
    }
}

fn another_writes() -> Refusal {
    Refusal::new(Kind::Lease, "Another tab is writing.")
        .with_help("Choose “Write in this tab” to take over. No work is lost.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_tab_writes_until_another_takes_over() {
        let mut leases = Leases::default();
        let start = Instant::now();
        let first = leases.take(true, start).unwrap();
        assert_eq!(leases.take(true, start).unwrap_err().kind, Kind::Lease);
        leases.check(&first, start).unwrap();
        let second = leases.take(false, start).unwrap();
        assert_ne!(first, second);
        assert_eq!(leases.check(&first, start).unwrap_err().kind, Kind::Lease);
        leases.check(&second, start).unwrap();
    }

    #[test]
    fn a_silent_or_closed_tab_gives_way() {
        let mut leases = Leases::default();
        let start = Instant::now();
        let first = leases.take(true, start).unwrap();
        let heard = start + Duration::from_secs(4);
        leases.check(&first, heard).unwrap();
        assert!(leases.take(true, start + SILENCE).is_err());
        let second = leases.take(true, heard + SILENCE).unwrap();
        leases.leave(&first);
        leases.check(&second, heard + SILENCE).unwrap();
        leases.leave(&second);
        leases.take(true, heard + SILENCE).unwrap();
    }

    #[test]
    fn no_lease_is_none() {
        assert_eq!(Leases::default().check("", Instant::now()).unwrap_err().kind, Kind::Lease);
    }
}
