//! What ends a command without a result, and how the user is told.

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use phenom_dataset::Problems;
use phenom_report::harmless;

/// Something wrong at a place of a config.
#[derive(Debug)]
pub(crate) struct ConfigProblem {
    /// The bytes of the text to point at.
    pub(crate) place: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The config is wrong, at places in its text.
    Config { file: String, text: String, problems: Vec<ConfigProblem> },
    /// The data is wrong.
    Data(Problems),
    /// Anything else that the user can mend.
    Input { message: String, help: Option<String> },
    /// A check that was asked for did not pass.
    Check { message: String, help: Option<String> },
    /// A check that was asked for did not pass, and standard output says why.
    Shown,
    /// Whoever read our output has seen enough.
    Closed,
    /// A signal asked for an end while files were being written, which was finished.
    Interrupted { code: u8 },
}

impl Failure {
    pub(crate) fn input(message: impl Into<String>, help: Option<String>) -> Self {
        Self::Input { message: message.into(), help }
    }

    pub(crate) fn config(file: &str, text: &str, problems: Vec<ConfigProblem>) -> Self {
        Self::Config { file: file.to_owned(), text: text.to_owned(), problems }
    }

    pub(crate) fn unreadable(file: &str, error: &std::io::Error) -> Self {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Self::input(format!("{file} cannot be read: {reason}"), None)
    }

    #[allow(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
    pub(crate) fn unrendered(error: std::io::Error) -> Self {
        Self::input(format!("cannot render the report: {error}"), None)
    }

    /// 2 for bad usage or input, 1 for a failed check, 128 and its number where a signal ended it.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Config { .. } | Self::Data(_) | Self::Input { .. } => ExitCode::from(2),
            Self::Check { .. } | Self::Shown => ExitCode::from(1),
            Self::Closed => ExitCode::SUCCESS,
            Self::Interrupted { code } => ExitCode::from(*code),
        }
    }

    /// The first thing that is wrong, on one line.
    pub(crate) fn summary(&self) -> String {
        match self {
            Self::Config { problems, .. } => {
                problems.first().map(|problem| problem.message.clone()).unwrap_or_default()
            }
            Self::Data(problems) => {
                problems.kept().first().map(ToString::to_string).unwrap_or_default()
            }
            Self::Input { message, .. } | Self::Check { message, .. } => message.clone(),
            Self::Shown | Self::Closed | Self::Interrupted { .. } => String::new(),
        }
    }

    /// Tells the user on standard error.
    pub(crate) fn tell(&self) {
        let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
        let mut text = String::new();
        let mut say = |group: Group<'_>| {
            text.push_str(&renderer.render(&[group]));
            text.push_str("\n\n");
        };
        match self {
            Self::Config { file, text, problems } => {
                for problem in problems.iter().take(Problems::KEPT) {
                    say(config_problem(file, text, problem));
                }
                if problems.len() > Problems::KEPT {
                    let more = format!("and {} more problems", problems.len() - Problems::KEPT);
                    say(Group::with_title(Level::NOTE.secondary_title(more)));
                }
            }
            Self::Data(problems) => {
                for problem in problems.kept() {
                    let message = harmless(&problem.message());
                    let mut origin = Origin::path(harmless(&problem.file));
                    if let Some(line) = problem.line {
                        origin = origin.line(usize::try_from(line).unwrap_or(usize::MAX));
                    }
                    let group = Level::ERROR.primary_title(message).element(origin);
                    say(with_help(group, problem.kind.help()));
                }
                if problems.omitted() > 0 {
                    let more = format!("and {} more problems like these", problems.omitted());
                    say(Group::with_title(Level::NOTE.secondary_title(more)));
                }
            }
            Self::Input { message, help } | Self::Check { message, help } => {
                let group = Group::with_title(Level::ERROR.primary_title(harmless(message)));
                say(with_help(group, help.clone()));
            }
            Self::Interrupted { .. } => {
                text.push_str("interrupted after everything was written");
            }
            Self::Shown | Self::Closed => return,
        }
        // Where standard error is closed, there is nobody to tell.
        let _ = write!(anstream::stderr(), "{}", text.trim_end_matches('\n').to_owned() + "\n");
    }
}

fn config_problem<'a>(file: &'a str, text: &'a str, problem: &ConfigProblem) -> Group<'a> {
    let place = problem.place.start.min(text.len())..problem.place.end.min(text.len());
    // annotate-snippets shows the other control characters as pictures. These take as many bytes.
    let text = text.replace(|shown| matches!(shown, '\u{80}'..='\u{9f}'), "\u{b7}");
    let snippet = Snippet::source(text).path(file).annotation(AnnotationKind::Primary.span(place));
    let group = Level::ERROR.primary_title(harmless(&problem.message)).element(snippet);
    with_help(group, problem.help.clone())
}

fn with_help(group: Group<'_>, help: Option<String>) -> Group<'_> {
    match help {
        Some(help) => group.element(Level::HELP.message(harmless(&help))),
        None => group,
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Data(problems)
    }
}
