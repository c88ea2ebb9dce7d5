//! Ctrl-C: ends the program at once, but never in the middle of writing.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use phenom_systems::command::RunningCommands;
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::failure::{Failure, INTERRUPTED};
use crate::progress;

/// What Ctrl-C would interrupt.
static STATE: Mutex<State> = Mutex::new(State {
    writing: false,
    written: false,
    asked: false,
    answers: None,
    steps: None,
    server: None,
    removed: None,
});

/// The programs that answer pairs now.
static COMMANDS: LazyLock<RunningCommands> = LazyLock::new(RunningCommands::default);

/// Where programs are entered that Ctrl-C has to end, too.
pub(crate) fn running_commands() -> RunningCommands {
    COMMANDS.clone()
}

struct State {
    /// Files are being put in their places.
    writing: bool,
    /// They were.
    written: bool,
    /// The user pressed Ctrl-C.
    asked: bool,
    /// Where answers are kept that a system gave in this run.
    answers: Option<PathBuf>,
    /// Where the steps of an annotator are kept.
    steps: Option<PathBuf>,
    /// What ends a server that runs until Ctrl-C.
    server: Option<Arc<AtomicBool>>,
    /// A file that does not outlive the program.
    removed: Option<PathBuf>,
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens from now on. The first Ctrl-C ends the program with [`INTERRUPTED`], after what is being written
/// ([`while_writing`]); a second one does not wait for that. Where the system lets nobody listen, Ctrl-C
/// does what it does by default.
pub(crate) fn listen() {
    let Ok(mut signals) = Signals::new([SIGINT]) else { return };
    // The thread ends with the program.
    std::thread::spawn(move || {
        for _ in signals.forever() {
            // Whoever begins to write waits for the lock until the program is over.
            let mut state = state();
            if let Some(stop) = state.server.take() {
                stop.store(true, Ordering::Relaxed);
                continue;
            }
            if state.writing && !state.asked {
                state.asked = true;
                continue;
            }
            progress::clear();
            COMMANDS.kill();
            if let Some(file) = &state.removed {
                // It may not be there yet.
                let _ = std::fs::remove_file(file);
            }
            tell(&state);
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
}

/// Answers came and are kept in a file.
pub(crate) fn answers_are_kept(file: &Path) {
    let mut state = state();
    if state.answers.as_deref() != Some(file) {
        state.answers = Some(file.to_owned());
    }
}

/// What the first Ctrl-C sets from now on, and ends nothing else: a server that runs until then.
pub(crate) fn ends_server() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    state().server = Some(Arc::clone(&stop));
    stop
}

/// The file that is removed where Ctrl-C ends the program.
pub(crate) fn removes(file: Option<&Path>) {
    state().removed = file.map(Path::to_owned);
}

/// An annotator's steps are kept in a file, each before it is said to be saved.
pub(crate) fn steps_are_kept(file: &Path) {
    state().steps = Some(file.to_owned());
}

fn tell(state: &State) {
    let what = match state {
        State { writing: true, .. } => {
            "interrupted while writing; the next run mends what is left".to_owned()
        }
        State { written: true, .. } => "interrupted after everything was written".to_owned(),
        State { answers: Some(file), .. } => format!(
            "interrupted; nothing was written but the answers so far, which are kept in {}: the next run asks the other \
             pairs",
            file.display()
        ),
        State { steps: Some(file), .. } => format!(
            "interrupted; all steps are in {}, and what was half typed is not",
            file.display()
        ),
        _ => "interrupted; nothing was written".to_owned(),
    };
    let mut out = anstream::stderr();
    // A cursor that something hid is shown again.
    let cursor = if std::io::stderr().is_terminal() { "\x1b[?25h" } else { "" };
    // Where standard error is closed, there is nobody to tell.
    let _ = writeln!(out, "{cursor}{what}").and_then(|()| out.flush());
}

/// Puts files in their places: Ctrl-C waits until that is done, and then ends the program.
pub(crate) fn while_writing<T>(write: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    state().writing = true;
    let outcome = write();
    let mut state = state();
    state.writing = false;
    state.written |= outcome.is_ok();
    match outcome {
        Ok(_) if state.asked => Err(Failure::Interrupted),
        outcome => outcome,
    }
}
