//! A program from outside as a system: pairs as JSON lines in, answers as JSON lines out.
//!
//! A line of its input is `{"id": ..., "text": ..., "hypothesis": ...}`. A line of its output is an object of `id`, as
//! it was given; `label`, a label of the scheme or null for an abstention; and, if there is more to say, `confidence` (a
//! number), `probabilities` (an object of numbers by label, which sum to 1) and `justification` (a text).
//!
//! The program is started once. Pairs are written ahead as fast as it reads them, and its input ends after the last
//! one; so it may answer each pair at once, in batches of any size, or all of them when it has read all, in any
//! order. Nothing but answers stands on its standard output; what it writes to standard error is kept.

mod answer_line;
mod due;
mod error;
mod output;
mod process;
mod program;

use std::path::PathBuf;
use std::time::{Duration, Instant};

pub use error::{CommandError, CommandProblem, Left};
use phenom_dataset::LabelScheme;
pub use process::{AllEnded, RunningCommands};
pub use program::locate;
use serde::Serialize;
use serde_json::{Value, json};

use crate::command::due::Due;
use crate::command::output::Output;
use crate::command::process::Process;
use crate::{Answered, System, SystemError, TextPair};

/// How long a program that has answered all pairs may take to end. After that it is ended, and nothing is wrong.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long a program may take for an answer by default: long enough for it to read a model.
const TIME_OUT: Duration = Duration::from_secs(300);

/// A program that answers pairs.
#[derive(Debug, Clone)]
pub struct Command {
    /// The program: a name that is looked for on the path, or a path, which starts at `folder`. No shell reads it.
    pub program: String,
    /// Its arguments, each passed as it is.
    pub arguments: Vec<String>,
    /// The folder that it is run in.
    pub folder: PathBuf,
    /// What its labels mean. Any other label is an abstention, and is kept as the justification.
    pub labels: LabelScheme,
    /// How long it may take for an answer: from its start, its reading of a model included, or from one answer to the
    /// next, whatever else it writes. A program that reads all pairs before it answers needs all of its time in one piece.
    pub time_out: Duration,
    /// The file that its standard error is written to, from its start; nothing: only its end is kept, for messages.
    pub standard_error: Option<PathBuf>,
    /// Where the program is entered as long as it runs, so that whoever ends ours can end it, too.
    pub running: RunningCommands,
}

/// A pair as the program reads it.
#[derive(Serialize)]
struct Request<'a> {
    id: &'a str,
    text: &'a str,
    hypothesis: &'a str,
}

/// All that a program is sent: a line of JSON for each pair.
///
/// # Errors
/// Never, as long as texts can be written as JSON.
pub fn requests(pairs: &[TextPair<'_>]) -> Result<Vec<u8>, std::io::Error> {
    let mut lines = Vec::new();
    for &TextPair { id, text, hypothesis } in pairs {
        serde_json::to_writer(&mut lines, &Request { id, text, hypothesis })?;
        lines.push(b'\n');
    }
    Ok(lines)
}

impl System for Command {
    fn answer(
        &self,
        pairs: &[TextPair<'_>],
        answered: &mut Answered<'_>,
    ) -> Result<(), SystemError> {
        if pairs.is_empty() {
            return Ok(());
        }
        let mut due = Due::of(pairs).map_err(|problem| self.error(problem))?;
        let mut process =
            Process::start(self, requests(pairs)?).map_err(|problem| self.error(problem))?;
        let ended = self.read_answers(&mut process, &mut due, answered);
        let (standard_error, unwritten) = process.end(self.standard_error.as_deref());
        match (ended, unwritten) {
            (Err(Stopped::By(problem)), _) => {
                Err(CommandError { program: self.program.clone(), problem, standard_error }.into())
            }
            (Err(Stopped::ByUs(error)), _) => Err(error),
            (Ok(()), Some(problem)) => Err(self.error(problem)),
            (Ok(()), None) => Ok(()),
        }
    }
}

/// Why no more answers are read.
enum Stopped {
    By(CommandProblem),
    ByUs(SystemError),
}

impl From<CommandProblem> for Stopped {
    fn from(problem: CommandProblem) -> Self {
        Self::By(problem)
    }
}

impl Command {
    /// A program with its arguments, which may take five minutes for an answer and whose standard error is not kept.
    #[must_use]
    pub fn new(
        program: impl Into<String>,
        arguments: impl IntoIterator<Item = String>,
        folder: impl Into<PathBuf>,
        labels: LabelScheme,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().collect(),
            folder: folder.into(),
            labels,
            time_out: TIME_OUT,
            standard_error: None,
            running: RunningCommands::default(),
        }
    }

    /// What is known here of what decides its answers, for the name of a store. What the files are that it names, and
    /// which version of them, is for the caller to add.
    #[must_use]
    pub fn settings(&self) -> Value {
        let labels: Vec<_> =
            self.labels.meanings().iter().map(|(word, meaning)| [word, meaning.name()]).collect();
        json!({"program": self.program, "arguments": self.arguments, "labels": labels})
    }

    fn error(&self, problem: CommandProblem) -> SystemError {
        let program = self.program.clone();
        CommandError { program, problem, standard_error: String::new() }.into()
    }

    /// Fails where the program does.
    fn check_end(&self, process: &mut Process, due: &Due<'_>) -> Result<(), CommandProblem> {
        match process.status(self.time_out.min(FAREWELL))? {
            Some(status) if !status.success() => {
                Err(CommandProblem::Ended { status, left: due.left() })
            }
            _ => Ok(()),
        }
    }

    fn silent(&self, due: &Due<'_>) -> Stopped {
        CommandProblem::Silent { seconds: self.time_out.as_secs_f64(), left: due.left() }.into()
    }

    fn read_answers(
        &self,
        process: &mut Process,
        due: &mut Due<'_>,
        answered: &mut Answered<'_>,
    ) -> Result<(), Stopped> {
        // Progress is an answer: blank lines do not begin the time anew.
        let mut last = Instant::now();
        loop {
            let all = due.is_empty();
            let patience = if all { self.time_out.min(FAREWELL) } else { self.time_out };
            let left = patience.saturating_sub(last.elapsed());
            match process.next(left) {
                Output::Line { number, bytes, has_end } => {
                    match answer_line::read(number, &bytes, &self.labels) {
                        Ok(None) if left.is_zero() => {
                            return if all { Ok(()) } else { Err(self.silent(due)) };
                        }
                        Ok(None) => {}
                        Ok(Some((id, reply))) => {
                            answered(due.take(number, &id)?, reply).map_err(Stopped::ByUs)?;
                            last = Instant::now();
                        }
                        Err(unreadable) if has_end => return Err(unreadable.into()),
                        // It may have died while it wrote, which says more.
                        Err(unreadable) => {
                            self.check_end(process, due)?;
                            return Err(unreadable.into());
                        }
                    }
                }
                Output::TooLong { number } => {
                    return Err(CommandProblem::TooLong { line: number }.into());
                }
                Output::Failed(source) => return Err(CommandProblem::Unread(source).into()),
                Output::Silence if all => return Ok(()),
                Output::Silence => return Err(self.silent(due)),
                Output::End => {
                    self.check_end(process, due)?;
                    return if all {
                        Ok(())
                    } else {
                        Err(CommandProblem::Unanswered(due.left()).into())
                    };
                }
            }
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
