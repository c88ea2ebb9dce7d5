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
mod running;

use std::time::{Duration, Instant};

pub use error::{CommandError, CommandProblem, Left};
pub use program::{Command, locate};
pub use running::{AllEnded, RunningCommands};
use serde::Serialize;

use crate::command::due::Due;
use crate::command::output::Output;
use crate::command::process::Process;
use crate::{Answered, System, SystemError, TextPair};

/// How long a program that has answered all pairs may take to end. After that it is ended, and nothing is wrong.
const FAREWELL: Duration = Duration::from_secs(5);

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
