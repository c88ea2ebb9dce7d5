//! How far reading has come, shown on a terminal where it takes longer than a second.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};

/// The bytes read so far of those to be read.
#[derive(Debug, Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
}

/// What may stand on the terminal.
static SHOWN: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

fn shown(bar: &ProgressBar) {
    let mut bars = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    bars.retain(|bar| bar.upgrade().is_some());
    bars.push(bar.downgrade());
}

/// Takes everything off the terminal, for good.
pub(crate) fn clear() {
    let bars = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    bars.iter().filter_map(WeakProgressBar::upgrade).for_each(|bar| bar.finish_and_clear());
}

/// How long nothing is shown.
const QUIET: Duration = Duration::from_secs(1);

impl Progress {
    /// Progress over some files.
    pub(crate) fn over<'p>(paths: impl Iterator<Item = &'p Path>) -> Self {
        let sizes = paths.filter_map(|path| std::fs::metadata(path).ok());
        let total = sizes.map(|metadata| metadata.len()).sum();
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let template = "reading {bytes} of {total_bytes} {wide_bar} {eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        shown(&bar);
        Self { bar, started: Instant::now() }
    }

    /// More bytes were read.
    pub(crate) fn read(&self, bytes: usize) {
        self.bar.inc(bytes as u64);
        if self.bar.is_hidden() && self.started.elapsed() > QUIET {
            // Draws nothing where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How far a system is that is asked.
pub(crate) struct Asking {
    bar: ProgressBar,
    started: Instant,
}

impl Asking {
    /// Progress of a system by its name.
    pub(crate) fn new(system: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let template = "{prefix}: {pos} of {len} pairs {wide_bar} {per_sec}, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(phenom_report::harmless(system));
        shown(&bar);
        Self { bar, started: Instant::now() }
    }

    /// It is so far.
    pub(crate) fn tell(&self, now: phenom_systems::Progress) {
        self.bar.set_length(now.pairs as u64);
        self.bar.set_position((now.stored + now.answered) as u64);
        if now.abstentions > 0 {
            self.bar.set_message(format!(", {} without a judgment", now.abstentions));
        }
        if self.bar.is_hidden() && self.started.elapsed() > QUIET {
            // Draws nothing where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How far engines are that learn, all together.
pub(crate) struct Training {
    bar: ProgressBar,
    /// When the bar was made; `None` if it is never shown.
    started: Option<Instant>,
}

impl Default for Training {
    fn default() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let template = "training: {pos} of {len} steps {wide_bar} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        shown(&bar);
        Self { bar, started: Some(Instant::now()) }
    }
}

impl Training {
    /// One that is never shown.
    pub(crate) fn quiet() -> Self {
        let mut training = Self::default();
        training.started = None;
        training
    }

    /// So many more steps are to come.
    pub(crate) fn expect(&self, steps: usize) {
        if self.bar.is_finished() {
            self.bar.reset();
            self.bar.set_length(0);
        }
        self.bar.inc_length(steps as u64);
    }

    /// Another step was made.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        let waited = self.started.is_some_and(|started| started.elapsed() > QUIET);
        if self.bar.is_hidden() && waited {
            // Draws nothing where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        // Answering and evaluating come next, and show what they show.
        if Some(self.bar.position()) == self.bar.length() {
            self.bar.finish_and_clear();
        }
    }
}

impl Drop for Training {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How many groups of pairs have had their gold labels flipped.
pub(crate) struct Flipping {
    bar: ProgressBar,
    started: Instant,
}

impl Flipping {
    /// Progress over some number of groups.
    pub(crate) fn of(groups: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(groups as u64), ProgressDrawTarget::hidden());
        let template = "flipping gold labels: {pos} of {len} groups {wide_bar} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        shown(&bar);
        Self { bar, started: Instant::now() }
    }

    /// The systems have predicted another group again.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        if self.bar.is_hidden() && self.started.elapsed() > QUIET {
            // Draws nothing unless standard error is a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }
}

impl Drop for Flipping {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Something that turns while one waits, on a terminal only.
pub(crate) fn spinner(message: &'static str) -> Spinner {
    let bar = ProgressBar::new_spinner().with_message(message);
    shown(&bar);
    bar.enable_steady_tick(Duration::from_millis(100));
    Spinner(bar)
}

/// Goes when it is dropped.
pub(crate) struct Spinner(ProgressBar);

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
