//! What the library asks of whoever uses it: the program at a terminal, a notebook, a server, a test.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use phenom_metrics::statistics::threads::check_stop;
use phenom_systems::command::RunningCommands;

use crate::config::Config;
use crate::failure::Failure;
use crate::trust::List;

/// Whoever has something evaluated: is told how far it is, may stop it, and says whether systems may be asked.
///
/// Every method has an answer that fits a program without a user: nothing is shown, nothing is stopped, and nobody
/// outside is asked. [`Unattended`] gives these answers.
///
/// A host may be called from several threads at once.
pub trait Host: Sync {
    /// Whether the work is to end. It is asked between files and between the steps of an evaluation; what was
    /// begun then ends in [`Failure::Interrupted`].
    fn is_stopped(&self) -> bool {
        false
    }

    /// A step begins. What is given is told how far the step is, and dropped when it is over.
    fn begin(&self, _step: Step<'_>) -> Box<dyn Meter> {
        Box::new(())
    }

    /// Something that the user should know before the work goes on, on a line or a few.
    fn tell(&self, _text: &str) {}

    /// Whether a program or a server may be asked about pairs.
    ///
    /// # Errors
    /// It may not.
    fn may_ask(&self, request: &Request<'_>) -> Result<(), Failure> {
        Err(request.refused())
    }

    /// The programs that are asked are entered here while they run, so that the host can end them.
    fn running_commands(&self) -> RunningCommands {
        RunningCommands::default()
    }

    /// A system has answered, and its answers are kept in a file.
    fn answers_are_kept(&self, _file: &Path) {}
}

/// Nobody is there: nothing is shown, and nobody outside is asked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unattended;

impl Host for Unattended {}

/// What takes its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step<'s> {
    /// Files are read; counted in bytes.
    Reading,
    /// A system is asked, by its name; counted in pairs.
    Asking(&'s str),
    /// Engines learn; counted in steps of all of them.
    Training,
    /// Engines predict again with gold labels flipped; counted in groups of pairs.
    Flipping,
    /// Predictions are counted; not counted themselves, like all that follows.
    Counting,
    /// The analyses of pairs, the predictions as files, and the pairs that the page shows.
    Analysing,
    /// Values with their intervals.
    Computing,
    /// Comparisons of systems.
    Comparing,
    /// Tables, figures and the page.
    Rendering,
    /// Files are written.
    Writing,
}

impl Step<'_> {
    /// The step in a word or a few.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Asking(_) => "asking systems",
            Self::Training => "training",
            Self::Flipping => "flipping gold labels",
            Self::Counting => "counting",
            Self::Analysing => "analyses of pairs",
            Self::Computing => "values and intervals",
            Self::Comparing => "comparisons",
            Self::Rendering => "tables, figures and page",
            Self::Writing => "writing",
        }
    }
}

/// Is told how far a step is.
pub trait Meter: Send + Sync {
    /// So much of all is done. `of` can grow, and `done` is no more than it.
    fn reach(&self, done: u64, of: u64);

    /// Some of what was asked has no judgment.
    fn abstained(&self, _pairs: u64) {}
}

/// Shows nothing.
impl Meter for () {
    fn reach(&self, _done: u64, _of: u64) {}
}

/// Counts how much of a step is done, on any number of threads.
pub(crate) struct Count {
    meter: Box<dyn Meter>,
    done: AtomicU64,
    of: AtomicU64,
}

impl Count {
    /// A step of so much.
    pub(crate) fn new(host: &dyn Host, step: Step<'_>, of: u64) -> Self {
        Self { meter: host.begin(step), done: AtomicU64::new(0), of: AtomicU64::new(of) }
    }

    /// The bytes of some files.
    pub(crate) fn of_files<'p>(host: &dyn Host, paths: impl Iterator<Item = &'p Path>) -> Self {
        let sizes = paths.filter_map(|path| std::fs::metadata(path).ok());
        Self::new(host, Step::Reading, sizes.map(|metadata| metadata.len()).sum())
    }

    /// More is to come.
    pub(crate) fn expect(&self, more: u64) {
        self.of.fetch_add(more, Ordering::Relaxed);
    }

    /// More is done.
    pub(crate) fn add(&self, more: u64) {
        check_stop();
        let done = self.done.fetch_add(more, Ordering::Relaxed).saturating_add(more);
        self.meter.reach(done, self.of.load(Ordering::Relaxed).max(done));
    }
}

/// What a host is asked before the first system from outside is.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// The config that names the system.
    pub config: &'r Config,
    /// All that the config asks for: programs, servers, files, folders.
    pub list: &'r List,
    /// The system's name, as the config has it.
    pub system: &'r str,
    /// How many pairs it is to be asked about.
    pub pairs: usize,
    /// Whether what it answered before is asked anew.
    pub anew: bool,
}

impl Request<'_> {
    /// The error of a host that lets nobody be asked.
    #[must_use]
    pub fn refused(&self) -> Failure {
        nobody_is_asked(self.system, self.pairs)
    }
}

/// What commands say that ask nobody.
pub fn nobody_is_asked(system: &str, pairs: usize) -> Failure {
    let message = format!(
        "system `{system}` has no stored predictions for {pairs} pairs, and this command queries no system"
    );
    let help = "`phenom predict CONFIG` queries it, if you trust the config (`phenom trust CONFIG`) or allow it for one \
                run (--run-systems)";
    Failure::input(message, Some(help.to_owned()))
}
