//! `phenom run`: the whole way of the data.

use phenom_report::harmless;
use phenom_systems::Use;

use super::print;
use crate::arguments::RunArguments;
use crate::config::{Asking, Config, Format, Source};
use crate::evaluation::{Made, evaluated, judged_alone};
use crate::failure::Failure;
use crate::terminal::{first, named, shown, wrapped};
use crate::writing::{Place, check_folder};
use crate::{interrupt, report_folder, verification};

/// config -> dataset, runs -> counts -> measures -> report -> files, terminal.
pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let mut config = Config::load(&arguments.config)?;
    config.report.standalone |= arguments.standalone;
    config.asking = match arguments.run_systems {
        _ if arguments.verify => Asking::Never,
        true => Asking::Allowed(Use::Stored),
        false => Asking::OnConsent(Use::Stored),
    };
    let folder = match (&arguments.output, &config.output) {
        (Some(folder), _) => Some(Place::folder(folder)?),
        (None, Some(output)) => Some(Place::of_config(&config, output)?),
        (None, None) => None,
    };
    // What cannot be written to is told before the work.
    folder.iter().try_for_each(check_folder)?;
    refuse_to_open_nothing(arguments, &config, folder.is_some())?;
    if let Some(differing) = &arguments.differing {
        verification::refuse_used_folder(differing)?;
    }
    let Made { report, files } = match config.source {
        Source::Nothing => judged_alone(&config, folder.is_some())?,
        Source::Data { .. } | Source::Counts(_) => {
            let memory = arguments.memory.allowed();
            evaluated(&config, folder.is_some(), arguments.quiet, memory)?
        }
    };
    // A table that there is not is told before anything is written.
    let printed_alone = match arguments.table.as_slice() {
        [] => String::new(),
        keys => named(&report, keys)?,
    };
    let end = match &folder {
        Some(folder) if arguments.verify => {
            verification::verify(&files, folder, arguments.differing.as_deref())?
        }
        Some(folder) => {
            interrupt::while_writing(|| report_folder::write(&files, folder, arguments.overwrite))?;
            let page = if files.contains_key(PAGE) {
                format!("; the page is {}", harmless(&folder.join(PAGE).display().to_string()))
            } else {
                String::new()
            };
            format!("Written to {}: {} files{page}", folder.shown(), files.len())
        }
        None if arguments.verify || arguments.overwrite => {
            let help = "add `output: DIR` to the config, or use --output DIR".to_owned();
            return Err(Failure::input("there is no report folder", Some(help)));
        }
        None => "Nothing was written: the config has no `output`, and there is no --output DIR"
            .to_owned(),
    };
    let text = if arguments.quiet {
        report.summary.iter().map(|sentence| wrapped(sentence)).collect()
    } else if !printed_alone.is_empty() {
        printed_alone
    } else if arguments.all {
        shown(&report)?
    } else {
        first(&report, config.notes.len())?
    };
    print(&format!("{text}\n{end}\n"))?;
    match folder {
        Some(folder) if arguments.open => open_page(&folder.join(PAGE)),
        _ => Ok(()),
    }
}

/// The page's name in the report folder.
const PAGE: &str = "report.html";

/// `--open` needs a page.
fn refuse_to_open_nothing(
    arguments: &RunArguments,
    config: &Config,
    folder: bool,
) -> Result<(), Failure> {
    if !arguments.open || (folder && config.report.writes(Format::Html)) {
        return Ok(());
    }
    let help = if folder {
        "add `html` to the `formats` of `report`"
    } else {
        "add `output: DIR` to the config, or use --output DIR"
    };
    Err(Failure::input("--open has no page to open", Some(help.to_owned())))
}

fn open_page(path: &std::path::Path) -> Result<(), Failure> {
    open::that(path).map_err(|error| {
        let message = format!("the page cannot be opened: {error}");
        Failure::input(message, Some(format!("open {} yourself", path.display())))
    })
}
