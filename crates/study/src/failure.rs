//! What ends a command without a result, and how the user is told.

use std::fmt;
use std::ops::Range;

use phenom_dataset::Problems;

/// Something wrong at a place of a config.
#[derive(Debug)]
pub struct ConfigProblem {
    /// The bytes of the text to point at.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// The config is wrong, at places in its text.
    Config {
        /// The config, as messages show it.
        file: String,
        /// Its text, at which the problems point.
        text: String,
        /// All that is wrong with it.
        problems: Vec<ConfigProblem>,
    },
    /// The data is wrong.
    Data(Problems),
    /// Anything else that the user can mend.
    Input {
        /// What is wrong.
        message: String,
        /// How to mend it.
        help: Option<String>,
    },
    /// A check that was asked for did not pass.
    Check {
        /// What was found.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A report contradicts the rows that it is made from: an error of phenom, and nothing was written.
    Contradiction(String),
    /// A check that was asked for did not pass, and standard output says why.
    Shown,
    /// Whoever read our output has seen enough.
    Closed,
    /// Somebody asked for an end: [`Host::is_stopped`](crate::Host::is_stopped), or a signal while files were being written.
    Interrupted {
        /// The exit code of a program that ends of it.
        code: u8,
    },
}

impl Failure {
    /// Something that the user can mend, with the way to do so.
    pub fn input(message: impl Into<String>, help: Option<String>) -> Self {
        Self::Input { message: message.into(), help }
    }

    /// Problems of a config, by the name and text of its file.
    pub fn config(file: &str, text: &str, problems: Vec<ConfigProblem>) -> Self {
        Self::Config { file: file.to_owned(), text: text.to_owned(), problems }
    }

    /// What is wrong with `-` in the place of a file, and what to do.
    pub const STANDARD_INPUT: (&str, &str) = (
        "`-` is not a file, and only `phenom run` reads standard input",
        "save the data to a file and name that file: `COMMAND > pairs.csv`; or `COMMAND | phenom run -`",
    );

    /// A file that cannot be read, by what messages call it.
    pub fn unreadable(file: &str, error: &std::io::Error) -> Self {
        if file == "-" && error.kind() == std::io::ErrorKind::NotFound {
            let (message, help) = Self::STANDARD_INPUT;
            return Self::input(message, Some(help.to_owned()));
        }
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "the file does not exist".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Self::input(format!("cannot read {file}: {reason}"), None)
    }

    /// A report that cannot be rendered.
    #[allow(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
    pub fn unrendered(error: std::io::Error) -> Self {
        Self::input(format!("cannot render the report: {error}"), None)
    }

    /// The first thing that is wrong, on one line.
    pub fn summary(&self) -> String {
        match self {
            Self::Config { problems, .. } => {
                problems.first().map(|problem| problem.message.clone()).unwrap_or_default()
            }
            Self::Data(problems) => {
                problems.kept().first().map(ToString::to_string).unwrap_or_default()
            }
            Self::Input { message, .. } | Self::Check { message, .. } => message.clone(),
            Self::Contradiction(what) => what.clone(),
            Self::Shown | Self::Closed | Self::Interrupted { .. } => String::new(),
        }
    }
}

/// All that is wrong, a line each with its help.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines: Vec<String> = Vec::new();
        let said = |message: &str, help: Option<&str>| match help {
            Some(help) => format!("{message} ({help})"),
            None => message.to_owned(),
        };
        match self {
            Self::Config { file, problems, .. } => lines.extend(problems.iter().map(|problem| {
                format!("{file}: {}", said(&problem.message, problem.help.as_deref()))
            })),
            Self::Data(problems) => lines.extend(problems.kept().iter().map(ToString::to_string)),
            Self::Input { message, help } | Self::Check { message, help } => {
                lines.push(said(message, help.as_deref()));
            }
            Self::Contradiction(what) => {
                lines.push(format!("internal error: {what}; nothing was written"))
            }
            Self::Shown => lines.push("a check did not pass".to_owned()),
            Self::Closed => lines.push("nothing reads the output any more".to_owned()),
            Self::Interrupted { .. } => lines.push("interrupted".to_owned()),
        }
        formatter.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Failure {}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Data(problems)
    }
}
