//! Work without the lock of Python: on threads of its own, which end with it, while the calling thread looks for Ctrl-C.

use std::any::Any;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use phenom_metrics::statistics::threads::{give_up, until};
use phenom_study::{Failure, Host, Meter, Step};
use phenom_systems::command::RunningCommands;
use pyo3::prelude::*;

use crate::failure::raised;

/// How often the calling thread looks.
const LOOK: Duration = Duration::from_millis(50);

/// How the caller has it done.
pub(crate) struct How {
    /// On how many threads; nothing for all cores that the process may use.
    pub(crate) threads: Option<NonZero<usize>>,
    /// Is called with a step, how much of it is done, and of how much.
    pub(crate) progress: Option<Py<PyAny>>,
    /// Whether programs and servers may be asked.
    pub(crate) asks: bool,
}

/// What the work and the calling thread both see.
#[derive(Default)]
struct Shared {
    stopped: Arc<AtomicBool>,
    step: Mutex<Option<(String, u64, u64)>>,
    /// What is to be logged.
    told: Mutex<Vec<String>>,
    commands: RunningCommands,
}

impl Shared {
    /// Nobody wants the work any more.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        drop(self.commands.kill());
    }
}

/// The host of the work.
struct Watched {
    shared: Arc<Shared>,
    asks: bool,
}

impl Host for Watched {
    fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }

    fn begin(&self, step: Step<'_>) -> Box<dyn Meter> {
        let name = match step {
            Step::Asking(system) => system.to_owned(),
            step => step.name().to_owned(),
        };
        let gives_up = matches!(step, Step::Asking(_));
        let bar = Bar { shared: Arc::clone(&self.shared), name, gives_up };
        bar.reach(0, 0);
        Box::new(bar)
    }

    fn tell(&self, text: &str) {
        self.shared.told.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }

    fn running_commands(&self) -> RunningCommands {
        self.shared.commands.clone()
    }

    fn may_ask(&self, request: &phenom_study::trust::Request<'_>) -> Result<(), Failure> {
        if self.asks { Ok(()) } else { Err(request.refused()) }
    }
}

struct Bar {
    shared: Arc<Shared>,
    name: String,
    /// Whether the work ends here if nobody wants it any more.
    gives_up: bool,
}

impl Meter for Bar {
    fn reach(&self, done: u64, of: u64) {
        if self.gives_up && self.shared.stopped.load(Ordering::Relaxed) {
            give_up();
        }
        let mut step = self.shared.step.lock().unwrap_or_else(PoisonError::into_inner);
        *step = Some((self.name.clone(), done, of));
    }
}

/// Does work and waits for it. If the caller is interrupted, it does not wait: the work gives up within moments.
///
/// The threads are made for this work alone: those of a pool that a process had before it was forked do not exist in the
/// child, which would wait for them for ever.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    how: How,
    job: impl FnOnce(&dyn Host) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let How { threads, progress, asks } = how;
    let shared = Arc::new(Shared::default());
    let host = Watched { shared: Arc::clone(&shared), asks };
    let (send, mut outcome) = channel();
    let run = move || {
        let threads = threads.or_else(|| thread::available_parallelism().ok());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(1, NonZero::get));
        let stopped = Arc::clone(&host.shared.stopped);
        let gave_up = || Err(Failure::Interrupted { code: 130 });
        let done = catch_unwind(AssertUnwindSafe(|| match pool.build() {
            Ok(pool) => pool.install(|| until(stopped, || job(&host)).unwrap_or_else(gave_up)),
            Err(error) => Err(Failure::input(format!("cannot start threads: {error}"), None)),
        }));
        // Nobody waits any more where the caller was interrupted.
        let _ = send.send(done);
    };
    thread::Builder::new().name("phenom".to_owned()).spawn(run)?;
    loop {
        let (waited, received) = py.detach(move || {
            let received = outcome.recv_timeout(LOOK);
            (outcome, received)
        });
        outcome = waited;
        if let Err(error) = log(py, &shared) {
            shared.stop();
            return Err(error);
        }
        match received {
            Ok(Ok(done)) => return done.map_err(|failure| raised(py, &failure)),
            Ok(Err(panic)) => return Err(of_panic(py, panic.as_ref())),
            Err(RecvTimeoutError::Disconnected) => return Err(of_panic(py, &"a thread ended")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let looked = py.check_signals().and_then(|()| show(py, progress.as_ref(), &shared));
        if let Err(interrupt) = looked {
            shared.stop();
            return Err(interrupt);
        }
    }
}

/// Hands on what the command would write beside its results.
fn log(py: Python<'_>, shared: &Shared) -> PyResult<()> {
    let told = std::mem::take(&mut *shared.told.lock().unwrap_or_else(PoisonError::into_inner));
    for text in told {
        let logger = py.import("logging")?.call_method1("getLogger", ("phenom",))?;
        // A text can have signs that a format would take for its own.
        logger.call_method1("info", ("%s", text))?;
    }
    Ok(())
}

fn show(py: Python<'_>, progress: Option<&Py<PyAny>>, shared: &Shared) -> PyResult<()> {
    let Some(progress) = progress else { return Ok(()) };
    let step = shared.step.lock().unwrap_or_else(PoisonError::into_inner).clone();
    step.map_or(Ok(()), |step| progress.call1(py, step).map(|_| ()))
}

fn of_panic(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    raised(py, &Failure::Contradiction(text))
}
