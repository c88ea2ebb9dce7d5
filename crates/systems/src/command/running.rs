//! The programs that run now.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The processes of commands that run now. Each is a process group of its own, which Ctrl-C on a terminal does not
/// reach: whoever handles that keeps a clone of this, and calls [`kill`](Self::kill).
#[derive(Debug, Clone, Default)]
pub struct RunningCommands(Arc<Mutex<BTreeSet<u32>>>);

/// As long as this is held, no program is started.
#[derive(Debug)]
#[must_use = "the next program may start as soon as this is dropped"]
pub struct AllEnded<'r> {
    _running: MutexGuard<'r, BTreeSet<u32>>,
}

impl RunningCommands {
    /// Ends them all, with what they started.
    pub fn kill(&self) -> AllEnded<'_> {
        let running = self.lock();
        for process in running.iter() {
            kill_group(*process);
        }
        AllEnded { _running: running }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeSet<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a process with all that it started, as far as that stayed in its group.
#[cfg(unix)]
pub(super) fn kill_group(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // Where it is gone already, nothing is left to do.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// What a process started goes on here until its input ends; the process itself is ended as a child.
#[cfg(not(unix))]
pub(super) fn kill_group(_: u32) {}
