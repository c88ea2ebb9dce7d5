//! `phenom run`: the whole way of the data.

use phenom_report::harmless;
use phenom_systems::Use;

use super::inspected::to_run;
use super::print;
use crate::arguments::RunArguments;
use crate::at_terminal::AtTerminal;
use crate::interrupt;
use crate::terminal::{first, named, shown, summary};
use crate::timings::Timings;
use phenom_study::config::{Asking, Config, Format};
use phenom_study::output::Files;
use phenom_study::writing::{Place, check_folder};
use phenom_study::{Failure, Host, Needs, Step, Study};
use phenom_study::{report_folder, verification};

/// Of the one command that the program is.
static TIMINGS: Timings = Timings::new();

/// config -> dataset, runs -> counts -> measures -> report -> files, terminal.
pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    // What was piped in is there as long as this is.
    let to_run = to_run(&arguments.files, &arguments.said)?;
    let (mut config, is_of_files) = (to_run.config, to_run.is_of_files);
    config.report.standalone |= arguments.standalone;
    config.asking = if arguments.verify { Asking::Never } else { Asking::Asks(Use::Stored) };
    let timings = arguments.timings.then_some(&TIMINGS);
    let host = AtTerminal { allows: arguments.run_systems, timings };
    let notes = config.notes.len();
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
    let needs = Needs { files: folder.is_some(), pairs: false, memory: arguments.memory.allowed() };
    let study = Study::from_config_for(config, &host, needs)?;
    if !arguments.quiet {
        study.announcement().iter().for_each(|line| host.tell(line));
    }
    let evaluated = study.evaluate(&host)?;
    let rendering = host.begin(Step::Rendering);
    let (report, files) = match &folder {
        // Nothing is written then.
        Some(_) if arguments.verify => evaluated.into_files(None)?,
        Some(folder) => evaluated.into_files(folder.nearest().as_ref())?,
        None => (evaluated.report()?, Files::new()),
    };
    drop(rendering);
    let writing = host.begin(Step::Writing);
    // A table that there is not is told before anything is written.
    let printed_alone = match arguments.table.as_slice() {
        [] => String::new(),
        keys => named(&report, keys)?,
    };
    let end = end(arguments, folder.as_ref(), &files, is_of_files)?;
    let text = if arguments.quiet {
        summary(&report)?
    } else if !printed_alone.is_empty() {
        printed_alone
    } else if arguments.all {
        shown(&report)?
    } else {
        first(&report, notes)?
    };
    drop(writing);
    print(&format!("{text}\n{end}\n"))?;
    if let Some(timings) = timings {
        host.tell(timings.shown().trim_end());
    }
    match folder {
        Some(folder) if arguments.open => open_page(&folder.join(PAGE)),
        _ => Ok(()),
    }
}

/// Writes or verifies the files, and says so in a line.
fn end(
    arguments: &RunArguments,
    folder: Option<&Place>,
    files: &Files,
    is_of_files: bool,
) -> Result<String, Failure> {
    let said = match folder {
        Some(folder) if arguments.verify => {
            verification::verify(files, folder, arguments.differing.as_deref())?
        }
        Some(folder) => {
            interrupt::while_writing(|| report_folder::write(files, folder, arguments.overwrite))?;
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
        None if is_of_files => {
            "Wrote nothing: --output DIR writes the report, and `phenom init FILE...` writes the config"
                .to_owned()
        }
        None => "Wrote nothing: set `output` in the config, or --output DIR".to_owned(),
    };
    Ok(said)
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
        let message = format!("cannot open the page: {error}");
        Failure::input(message, Some(format!("open {} yourself", path.display())))
    })
}
