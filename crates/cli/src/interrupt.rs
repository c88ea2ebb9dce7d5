//! Ctrl-C, and the other signals that ask for an end: they end the program at once, but never in the middle of writing.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use phenom_files::Folder;
use phenom_systems::command::RunningCommands;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::progress;
use phenom_study::Failure;

/// What a signal would interrupt.
static STATE: Mutex<State> = Mutex::new(State {
    writing: false,
    written: false,
    asked: None,
    answers: None,
    steps: None,
    server: None,
    removed: None,
});

/// The programs that answer pairs now.
static COMMANDS: LazyLock<RunningCommands> = LazyLock::new(RunningCommands::default);

/// Where programs are entered that a signal has to end, too.
pub(crate) fn running_commands() -> RunningCommands {
    COMMANDS.clone()
}

struct State {
    /// Files are being put in their places.
    writing: bool,
    /// They were.
    written: bool,
    /// The exit code that an end was asked for with.
    asked: Option<u8>,
    /// Where answers are kept that a system gave in this run.
    answers: Option<PathBuf>,
    /// Where the steps of an annotator are kept.
    steps: Option<PathBuf>,
    /// What ends a server that runs until a signal.
    server: Option<Arc<AtomicBool>>,
    /// A file that does not outlive the program.
    removed: Option<(Folder, String)>,
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens from now on. The first signal ends the program, after what is being written ([`while_writing`]), with 128 and
/// the signal's number as its exit code: 130 for Ctrl-C. A second one does not wait. Where the system lets nobody
/// listen, signals do what they do by default.
pub(crate) fn listen() {
    let Ok(mut signals) = Signals::new(signals()) else { return };
    // The thread ends with the program.
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let code = u8::try_from(signal.saturating_add(128)).unwrap_or(u8::MAX);
            // Whoever begins to write waits for the lock until the program is over.
            let mut state = state();
            if let Some(stop) = state.server.take() {
                stop.store(true, Ordering::Relaxed);
                continue;
            }
            if state.writing && state.asked.is_none() {
                state.asked = Some(code);
                continue;
            }
            progress::clear();
            // None is started any more.
            let _ended = COMMANDS.kill();
            if let Some((folder, name)) = &state.removed {
                // It may not be there yet.
                let _ = folder.remove_file(name);
            }
            tell(&state);
            std::process::exit(i32::from(code));
        }
    });
}

/// The signals that ask for an end.
#[cfg(unix)]
fn signals() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGQUIT};
    let mut signals = vec![SIGINT, SIGTERM, SIGQUIT];
    if !outlives_terminal() {
        signals.push(SIGHUP);
    }
    signals
}

#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// Whether `nohup` or its like had the program go on when its terminal is gone.
#[cfg(target_os = "linux")]
fn outlives_terminal() -> bool {
    let Ok(status) = phenom_files::read_of_system(Path::new("/proc/self/status")) else {
        return false;
    };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is SIGHUP, the first signal.
    ignored.is_some_and(|mask| mask & 1 == 1)
}

/// Where the system does not say which signals are ignored, a program without any terminal is taken for one that goes on:
/// that is how `nohup` starts it.
#[cfg(all(unix, not(target_os = "linux")))]
fn outlives_terminal() -> bool {
    use std::io::{stderr, stdin, stdout};
    !stdin().is_terminal() && !stdout().is_terminal() && !stderr().is_terminal()
}

/// Never returns where a signal is ending the program: what fails meanwhile fails because of that.
pub(crate) fn wait_if_ending() {
    drop(state());
}

/// Answers came and are kept in a file.
pub(crate) fn answers_are_kept(file: &Path) {
    let mut state = state();
    if state.answers.as_deref() != Some(file) {
        state.answers = Some(file.to_owned());
    }
}

/// What the first signal sets from now on, and ends nothing else: a server that runs until then.
pub(crate) fn ends_server() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    state().server = Some(Arc::clone(&stop));
    stop
}

/// The file in a folder that is removed if a signal ends the program.
pub(crate) fn removes(file: Option<(Folder, String)>) {
    state().removed = file;
}

/// An annotator's steps are kept in a file, each before it is said to be saved.
pub(crate) fn steps_are_kept(file: &Path) {
    state().steps = Some(file.to_owned());
}

fn tell(state: &State) {
    let what = match state {
        State { writing: true, .. } => {
            "interrupted while writing; the next run completes or restores the files".to_owned()
        }
        State { written: true, .. } => "interrupted after everything was written".to_owned(),
        State { answers: Some(file), .. } => format!(
            "interrupted; phenom wrote no report, but stored the predictions so far in {}. The next run queries the \
             other pairs",
            file.display()
        ),
        State { steps: Some(file), .. } => format!(
            "interrupted; all actions are in {}, except text that was being typed",
            file.display()
        ),
        _ => "interrupted; phenom wrote nothing".to_owned(),
    };
    let mut out = anstream::stderr();
    // A cursor that something hid is shown again.
    let cursor = if std::io::stderr().is_terminal() { "\x1b[?25h" } else { "" };
    // Where standard error is closed, there is nobody to tell.
    let _ = writeln!(out, "{cursor}{what}").and_then(|()| out.flush());
}

/// Puts files in their places: a signal waits until that is done, and then ends the program.
pub(crate) fn while_writing<T>(write: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    state().writing = true;
    let outcome = write();
    let mut state = state();
    state.writing = false;
    state.written |= outcome.is_ok();
    match (outcome, state.asked) {
        (Ok(_), Some(code)) => Err(Failure::Interrupted { code }),
        (outcome, _) => outcome,
    }
}
