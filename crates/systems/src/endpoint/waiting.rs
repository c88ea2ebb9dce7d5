//! How long a server is waited for.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::TIME_OUT;

/// How long a server is waited for, and how often it is asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How long one request may take, from its start to the end of the answer.
    pub time_out: Duration,
    /// How often a request is sent again after a failure that may pass: a connection that breaks or cannot be made, a
    /// time-out, the status 408, 429 or 500 and above. A server that has never answered is tried twice again at the
    /// most: nobody may be there.
    pub retries: u32,
    /// The pause before the first time; before each other one twice as long. A fourth of it at the most is added or
    /// taken away, by chance. Where the server says how long (`Retry-After`), that holds.
    pub first_pause: Duration,
    /// The longest pause. A server that asks for a longer one is not asked again.
    pub longest_pause: Duration,
    /// The seed of that chance.
    pub seed: u64,
}

impl Default for Patience {
    /// Two minutes for a request; six times again, with about a minute of pauses.
    fn default() -> Self {
        Self {
            time_out: TIME_OUT,
            retries: 6,
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(120),
            seed: 0,
        }
    }
}

impl Patience {
    /// The pause before a request is sent again: the one with this number, which has failed so often.
    pub(super) fn pause(&self, request: usize, failures: u32) -> Duration {
        let doubled = 2_u32.checked_pow(failures.saturating_sub(1)).unwrap_or(u32::MAX);
        let pause = self.first_pause.saturating_mul(doubled).min(self.longest_pause);
        let mut hasher = DefaultHasher::new();
        (self.seed, request, failures).hash(&mut hasher);
        // 53 bits are a number from 0 to 1.
        let chance = (hasher.finish() >> 11) as f64 / (1_u64 << 53) as f64;
        pause.mul_f64(0.75 + 0.5 * chance).min(self.longest_pause)
    }
}

/// The pause that a `Retry-After` asks for: seconds, or a date.
pub(super) fn asked_pause(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(header).ok()?;
    // A date that is past asks for no pause.
    Some(date.duration_since(now).unwrap_or_default())
}

/// Tells all threads to stop, and wakes those that wait.
#[derive(Default)]
pub(super) struct Stop {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl Stop {
    pub(super) fn stop(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Whether it was told, at the latest when some time has passed.
    pub(super) fn within(&self, pause: Duration) -> bool {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(stopped, pause, |stopped| !*stopped);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_differ_by_chance_and_by_nothing_else() {
        let patience = Patience::default();
        for (failures, seconds) in [(1, 1.0), (2, 2.0), (5, 16.0)] {
            let pause = patience.pause(3, failures);
            assert!((0.75 * seconds..=1.25 * seconds).contains(&pause.as_secs_f64()), "{pause:?}");
            assert_eq!(pause, patience.pause(3, failures));
            assert_ne!(pause, patience.pause(4, failures));
            assert_ne!(pause, Patience { seed: 1, ..patience }.pause(3, failures));
        }
        assert!(patience.pause(0, 100) <= patience.longest_pause);
    }

    // python3 -c "from email.utils import parsedate_to_datetime as p
    // print(int(p('Sun, 06 Nov 1994 08:49:37 GMT').timestamp()))"
    #[test]
    fn a_server_asks_for_a_pause_in_seconds_or_until_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777 - 90);
        let pause = |header| asked_pause(header, now).map(|pause| pause.as_secs());
        assert_eq!(pause("120"), Some(120));
        assert_eq!(pause(" Sun, 06 Nov 1994 08:49:37 GMT"), Some(90));
        assert_eq!(pause("Sunday, 06-Nov-94 08:49:37 GMT"), Some(90));
        assert_eq!(pause("Sat, 05 Nov 1994 08:49:37 GMT"), Some(0));
        for none in ["", "soon", "-1", "1.5"] {
            assert_eq!(pause(none), None, "{none}");
        }
    }
}
