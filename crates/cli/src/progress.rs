//! How far reading has come, shown on a terminal where it takes longer than a second; and how long the
//! rest will take.

use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};
use phenom_metrics::{Evaluation, expected_time};

use crate::evaluation::{Estimate, counted_in_words};
use crate::memory::in_words;

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
    started: Instant,
}

impl Default for Training {
    fn default() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let template = "training: {pos} of {len} steps {wide_bar} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        shown(&bar);
        Self { bar, started: Instant::now() }
    }
}

impl Training {
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
        if self.bar.is_hidden() && self.started.elapsed() > QUIET {
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

/// From how long a wait is told of before it begins.
const LONG: Duration = Duration::from_secs(10);

/// Says how much memory an evaluation will take, where that is more than a tenth of what is allowed; and how long its
/// comparisons will take, where that is over ten seconds.
pub(crate) fn announce(evaluation: &Evaluation, estimate: Estimate, allowed: u64) {
    let mut said = Vec::new();
    if estimate.bytes > allowed / 10 {
        said.push(format!(
            "{}, and take about {} of memory ({} are allowed)",
            counted_in_words(evaluation, estimate.rows),
            in_words(estimate.bytes),
            in_words(allowed)
        ));
    }
    let expected = expected_time(evaluation);
    if expected >= LONG && estimate.rows.comparisons > 0 {
        let resamples = evaluation.statistics.resamples;
        said.push(format!(
            "comparisons with {resamples} resamples will take {}; Ctrl-C ends the run, fewer \
             `resamples` make it shorter",
            about(expected)
        ));
    }
    for line in said {
        // Where standard error is closed, there is nobody to tell.
        let _ = writeln!(anstream::stderr(), "{line}");
    }
}

/// A time in words, rounded as roughly as it is known.
fn about(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds.div_ceil(60) {
        0..=1 => format!("about {} seconds", seconds.div_ceil(10) * 10),
        minutes @ 0..120 => format!("about {minutes} minutes"),
        minutes @ 120..2880 => format!("about {} hours", minutes / 60),
        minutes => format!("about {} days", minutes / 1440),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_rough_as_they_are_known() {
        let of = |seconds| about(Duration::from_secs(seconds));
        assert_eq!(of(11), "about 20 seconds");
        assert_eq!(of(61), "about 2 minutes");
        assert_eq!(of(3600), "about 60 minutes");
        assert_eq!(of(7200), "about 2 hours");
        assert_eq!(of(172_800), "about 2 days");
        assert_eq!(of(u64::MAX), "about 213503982334601 days");
    }
}
