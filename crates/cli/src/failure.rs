//! How a user is told why there is no result, and the exit code for it.

use std::io::Write;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use phenom_dataset::Problems;
use phenom_report::harmless;
use phenom_study::{ConfigProblem, Failure};

/// The exit code of an internal error (`EX_SOFTWARE` of sysexits).
const INTERNAL: u8 = 70;

/// 70 for an internal error, 2 for bad usage or input, 1 for a failed check, 128 and its number where a signal ended it.
pub(crate) fn exit_code(failure: &Failure) -> u8 {
    match failure {
        Failure::Config { .. } | Failure::Data(_) | Failure::Input { .. } => 2,
        Failure::Check { .. } | Failure::Shown => 1,
        Failure::Contradiction(_) => INTERNAL,
        Failure::Closed => 0,
        Failure::Interrupted { code } => *code,
    }
}

/// Tells the user on standard error.
pub(crate) fn tell(failure: &Failure) {
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    let mut say = |group: Group<'_>| {
        text.push_str(&renderer.render(&[group]));
        text.push_str("\n\n");
    };
    match failure {
        Failure::Config { file, text, problems } => {
            for problem in problems.iter().take(Problems::KEPT) {
                say(config_problem(file, text, problem));
            }
            if problems.len() > Problems::KEPT {
                let more = format!("and {} more problems", problems.len() - Problems::KEPT);
                say(Group::with_title(Level::NOTE.secondary_title(more)));
            }
        }
        Failure::Data(problems) => {
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
        Failure::Input { message, help } | Failure::Check { message, help } => {
            let group = Group::with_title(Level::ERROR.primary_title(harmless(message)));
            say(with_help(group, help.clone()));
        }
        Failure::Contradiction(what) => {
            let message = format!("internal error: {what}; nothing was written");
            let group = Group::with_title(Level::ERROR.primary_title(harmless(&message)));
            let help = "please report this with the config; the data are not at fault".to_owned();
            say(with_help(group, Some(help)));
        }
        Failure::Interrupted { .. } => {
            text.push_str("interrupted after everything was written");
        }
        Failure::Shown | Failure::Closed => return,
    }
    // Where standard error is closed, there is nobody to tell.
    let _ = write!(anstream::stderr(), "{}", text.trim_end_matches('\n').to_owned() + "\n");
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
