//! How far a step is, shown on a terminal where it takes longer than a second.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};
use phenom_report::harmless;
use phenom_study::{Meter, Step};

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

/// What shows how far a step is.
pub(crate) fn meter(step: Step<'_>) -> Box<dyn Meter> {
    let template = match step {
        Step::Reading => "reading {bytes} of {total_bytes} {wide_bar} {eta}",
        Step::Asking(_) => "{prefix}: {pos} of {len} pairs {wide_bar} {per_sec}, {eta} left{msg}",
        Step::Training => "training: {pos} of {len} steps {wide_bar} {eta} left",
        Step::Flipping => "flipping gold labels: {pos} of {len} groups {wide_bar} {eta} left",
        _ => return Box::new(late_spinner(step.name())),
    };
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    if let Step::Asking(system) = step {
        bar.set_prefix(harmless(system));
    }
    shown(&bar);
    Box::new(Bar { bar, started: Instant::now() })
}

/// A bar that goes when it is dropped.
struct Bar {
    bar: ProgressBar,
    started: Instant,
}

impl Meter for Bar {
    fn reach(&self, done: u64, of: u64) {
        if self.bar.is_finished() && done < of {
            self.bar.reset();
        }
        self.bar.set_length(of);
        self.bar.set_position(done);
        if self.bar.is_hidden() && self.started.elapsed() > QUIET {
            // Draws nothing where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        // What comes next shows what it shows.
        if done >= of {
            self.bar.finish_and_clear();
        }
    }

    fn abstained(&self, pairs: u64) {
        if pairs > 0 {
            self.bar.set_message(format!(", {pairs} without a label"));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The same of what may be over before anybody has to wait.
fn late_spinner(message: &'static str) -> Spinner {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let bar = bar.with_style(ProgressStyle::default_spinner()).with_message(message);
    shown(&bar);
    let (over, waits) = mpsc::channel();
    if io::stderr().is_terminal() {
        let late = bar.clone();
        std::thread::spawn(move || {
            let is_over = waits.recv_timeout(QUIET) != Err(RecvTimeoutError::Timeout);
            if !is_over && !late.is_finished() {
                late.set_draw_target(ProgressDrawTarget::stderr());
                late.enable_steady_tick(TICK);
            }
        });
    }
    Spinner { bar, _over: Some(over) }
}

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(100);

/// Something that turns while one waits, on a terminal only.
pub(crate) fn spinner(message: &'static str) -> Spinner {
    let bar = ProgressBar::new_spinner().with_message(message);
    shown(&bar);
    bar.enable_steady_tick(TICK);
    Spinner { bar, _over: None }
}

/// Goes when it is dropped.
pub(crate) struct Spinner {
    bar: ProgressBar,
    /// Tells whoever would show it later that it is over.
    _over: Option<mpsc::Sender<()>>,
}

impl Meter for Spinner {
    fn reach(&self, _done: u64, _of: u64) {}
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
