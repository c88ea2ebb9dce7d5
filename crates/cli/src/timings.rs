//! How long each step took (`--timings`).

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use phenom_study::{Meter, Step};

/// The steps of a command, in the order in which they first began.
#[derive(Debug)]
pub(crate) struct Timings(Mutex<Vec<Taken>>);

#[derive(Debug)]
struct Taken {
    step: &'static str,
    /// How many of it are under way, and since when one is.
    running: usize,
    since: Instant,
    took: Duration,
}

impl Timings {
    /// None yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// A meter under which the step also counts as under way. What of one step is done at the same time counts once.
    pub(crate) fn meter<'t>(&'t self, step: Step<'_>, shown: Box<dyn Meter>) -> Timed<'t> {
        let step = step.name();
        self.with(step, |taken| {
            if taken.running == 0 {
                taken.since = Instant::now();
            }
            taken.running += 1;
        });
        Timed { timings: self, step, shown }
    }

    fn with(&self, step: &'static str, change: impl FnOnce(&mut Taken)) {
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = steps.iter().position(|taken| taken.step == step).unwrap_or_else(|| {
            let since = Instant::now();
            steps.push(Taken { step, running: 0, since, took: Duration::ZERO });
            steps.len() - 1
        });
        change(&mut steps[at]);
    }

    /// A line for each step: seconds, and its name.
    pub(crate) fn shown(&self) -> String {
        let steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        steps.iter().fold(String::new(), |mut text, Taken { step, took, .. }| {
            // A string takes whatever is written to it.
            let _ = writeln!(text, "{:8.3} s  {step}", took.as_secs_f64());
            text
        })
    }
}

/// A step under way.
pub(crate) struct Timed<'t> {
    timings: &'t Timings,
    step: &'static str,
    shown: Box<dyn Meter>,
}

impl Meter for Timed<'_> {
    fn reach(&self, done: u64, of: u64) {
        self.shown.reach(done, of);
    }

    fn abstained(&self, pairs: u64) {
        self.shown.abstained(pairs);
    }
}

impl Drop for Timed<'_> {
    fn drop(&mut self) {
        self.timings.with(self.step, |taken| {
            taken.running -= 1;
            if taken.running == 0 {
                taken.took += taken.since.elapsed();
            }
        });
    }
}
