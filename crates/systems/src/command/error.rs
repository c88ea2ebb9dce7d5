//! What can go wrong with a program.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

use thiserror::Error;

use super::output::LONGEST_LINE;

/// Why a program did not answer all pairs.
#[derive(Debug, Error)]
#[error("the command `{program}` {problem}{}", end_of(.standard_error))]
pub struct CommandError {
    /// The program as it was named.
    pub program: String,
    /// What is wrong.
    #[source]
    pub problem: CommandProblem,
    /// The end of what it wrote to standard error.
    pub standard_error: String,
}

fn end_of(standard_error: &str) -> String {
    match standard_error.trim_end() {
        "" => String::new(),
        text => format!("\nstandard error ends:\n{text}"),
    }
}

/// Pairs that a program left unanswered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// How many pairs it was asked.
    pub pairs: usize,
    /// How many of them it did not answer.
    pub unanswered: usize,
    /// The ids of the first of those.
    pub first: Vec<String>,
}

impl Left {
    /// How many ids are named.
    pub(super) const NAMED: usize = 5;
}

impl fmt::Display for Left {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unanswered == 0 {
            return formatter.write_str("all pairs already had predictions");
        }
        let named: Vec<String> = self.first.iter().map(|id| format!("`{id}`")).collect();
        let more = if self.unanswered > self.first.len() { ", ..." } else { "" };
        let (unanswered, pairs) = (self.unanswered, self.pairs);
        write!(
            formatter,
            "{unanswered} of {pairs} pairs have no prediction: {}{more}",
            named.join(", ")
        )
    }
}

/// What is wrong with a program, or with what it wrote.
#[derive(Debug, Error)]
pub enum CommandProblem {
    /// There is no such program.
    #[error(
        "was not found, or the program in its first line was not; name a program on the path, or a file, relative to \
         the folder {}",
        .0.display()
    )]
    NotFound(PathBuf),
    /// The folder to run it in is none.
    #[error("cannot run in {}: the folder does not exist", .0.display())]
    NoFolder(PathBuf),
    /// It may not be executed.
    #[error(
        "is not executable; make the file executable (chmod +x), or name the program that runs it first"
    )]
    NotExecutable,
    /// It could not be started for another reason.
    #[error("cannot start: {0}")]
    Unstarted(io::Error),
    /// The file for its standard error cannot be written.
    #[error("has no place for its standard error: {}: {source}", .path.display())]
    StandardError {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// Two pairs have one id, so that an answer would not say which it is for.
    #[error("cannot be queried: two pairs have the id `{0}`")]
    SharedId(String),
    /// Its output cannot be read.
    #[error("cannot be read: {0}")]
    Unread(io::Error),
    /// It ended with an exit code that says that it failed, or by a signal.
    #[error("failed ({status}); {left}")]
    Ended {
        /// How it ended.
        status: ExitStatus,
        /// What was left.
        left: Left,
    },
    /// It was silent for too long.
    #[error(
        "wrote no prediction for {seconds} s, and phenom ended it; {left}; set a longer `time-out` if it needs one"
    )]
    Silent {
        /// The time-out.
        seconds: f64,
        /// What was left.
        left: Left,
    },
    /// It ended, or closed its output, as if all was well.
    #[error("ended too early; {0}")]
    Unanswered(Left),
    /// A second answer for a pair.
    #[error(
        "predicted `{id}` a second time, in line {line} of its output; phenom reads one prediction for each pair"
    )]
    Twice {
        /// The line of its output, from 1.
        line: usize,
        /// The id.
        id: String,
    },
    /// An answer for a pair that it was not asked.
    #[error(
        "predicted `{id}` in line {line} of its output, which phenom did not send; a prediction repeats the `id` of its \
         input line, which differs from the id in the dataset"
    )]
    UnknownId {
        /// The line of its output, from 1.
        line: usize,
        /// The id.
        id: String,
    },
    /// A line that is no answer.
    #[error(
        "wrote no prediction in line {line} of its output: {reason}: {text}; write one JSON object a line to standard \
         output, and anything else to standard error"
    )]
    Unreadable {
        /// The line of its output, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
        /// The start of the line.
        text: String,
    },
    /// A line that is longer than any answer.
    #[error("wrote more than {} MiB in line {line} of its output, which is too long for a prediction", LONGEST_LINE >> 20)]
    TooLong {
        /// The line of its output, from 1.
        line: usize,
    },
}

impl CommandProblem {
    /// Gives the pairs without an answer other names. An id that the program wrote stays as it wrote it.
    pub(crate) fn name_pairs(&mut self, name: &dyn Fn(&str) -> String) {
        match self {
            Self::Ended { left, .. } | Self::Silent { left, .. } | Self::Unanswered(left) => {
                for id in &mut left.first {
                    *id = name(id);
                }
            }
            _ => {}
        }
    }
}
