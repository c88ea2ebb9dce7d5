//! How far reading has come, shown on a terminal where it takes longer than a second.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bytes read so far of those to be read.
#[derive(Debug, Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
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

/// Something that turns while one waits, on a terminal only.
pub(crate) fn spinner(message: &'static str) -> Spinner {
    let bar = ProgressBar::new_spinner().with_message(message);
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
