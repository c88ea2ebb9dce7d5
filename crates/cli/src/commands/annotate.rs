//! `phenom annotate`: pairs decomposed, read blind and settled by people.

use crate::at_terminal::USER;
use std::path::{Path, PathBuf};

use phenom_annotate::Assignment;
use phenom_annotate::api::serve;
use phenom_annotate::session::{Opening, Session};
use phenom_annotate::shipped::GUIDELINES;
use phenom_annotate::view::Guideline;
use phenom_files::Start;
use phenom_report::harmless;

use super::to_decompose::{self, yaml};
use super::{is_config, print};
use crate::arguments::{AnnotateArguments, PairsToDecompose};
use crate::interrupt;
use crate::redirect_file::RedirectFile;
use phenom_study::Failure;
use phenom_study::config::Pairs;
use phenom_study::load;

/// Serves the page until Ctrl-C.
pub(crate) fn annotate(arguments: &AnnotateArguments) -> Result<(), Failure> {
    let mut asked = to_decompose::read(&arguments.pairs)?;
    let guidelines: Vec<Guideline> = yaml("the guidelines of phenom", GUIDELINES)?;
    let drawn = load::drawn_pairs(&arguments.pairs.path);
    let is_drawn = drawn.is_some();
    if let Some(pairs) = drawn {
        refuse_decomposing(&arguments.pairs)?;
        asked.pairs = pairs;
    }
    let folder = folder(arguments, &asked.pairs)?;
    let load::Sources { dataset, originals, .. } = match is_drawn {
        true => load::drawn_sources(&USER, &asked.pairs)?,
        false => load::sources(&USER, &asked.pairs)?,
    };
    asked.refuse_wrong_plan(originals.judgments())?;
    let session = Session::open(Opening {
        dataset,
        originals,
        folder,
        annotator: arguments.annotator.clone(),
        inventory: asked.inventory,
        guidelines,
        plan: asked.plan,
        composition: asked.rule,
        assignment: Assignment {
            readers: usize::from(arguments.readers),
            overlap: arguments.overlap,
            adjudicates: arguments.adjudicate,
            majority: asked.pairs.work.as_ref().is_some_and(|work| work.folding.majority),
        },
    })
    .map_err(|refused| load::in_problems(&refused))?;
    interrupt::steps_are_kept(session.file());
    let stop = interrupt::ends_server();
    let mut opened = Ok(None);
    let file = session.file().display().to_string();
    serve(session, arguments.port, &stop, |listening| {
        let url = listening.url();
        opened = print(&format!(
            "{url}\n\
             Keep this address private: whoever has it can write in your name. phenom appends actions to {file}. Ctrl-C \
             ends.\n"
        ))
        .and_then(|()| if arguments.open { open_page(&url) } else { Ok(None) });
        if opened.is_err() {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    })
    .map_err(|error| {
        let help = "choose another port with `--port PORT`, or leave the option out to use any free port".to_owned();
        Failure::input(error.to_string(), Some(help))
    })?;
    // The file is there as long as the server is.
    drop(opened?);
    print(&format!("All actions are in {file}\n"))
}

/// Refuses options that pairs have no use for which `phenom label` drew.
fn refuse_decomposing(given: &PairsToDecompose) -> Result<(), Failure> {
    let options = [
        ("--inventory", given.inventory.is_some()),
        ("--plan", given.plan.is_some()),
        ("--labels", given.labels.is_some()),
        ("--format", given.format.is_some()),
    ];
    let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) else {
        return Ok(());
    };
    let message =
        format!("{} has pairs to label, for which there is no {option}", given.path.display());
    Err(Failure::input(message, Some(format!("leave {option} out"))))
}

/// Opens the page in the browser by a file, in which the token is safe from other users.
fn open_page(url: &str) -> Result<Option<RedirectFile>, Failure> {
    let file = match RedirectFile::create(url) {
        Ok(file) => file,
        Err(reason) => {
            let reason = harmless(&reason);
            print(&format!(
                "phenom cannot open the page, because no private file can lead to it ({reason}). Open the address above \
                 yourself.\n"
            ))?;
            return Ok(None);
        }
    };
    open::that(file.path()).map_err(|error| {
        let message = format!("cannot open the page: {error}");
        Failure::input(
            message,
            Some("leave --open out, and open the printed address yourself".to_owned()),
        )
    })?;
    Ok(Some(file))
}

/// Where the annotators' files are.
fn folder(arguments: &AnnotateArguments, pairs: &Pairs) -> Result<Start, Failure> {
    if let Some(folder) = &arguments.work {
        return Start::of_user(folder).map_err(|error| outside(folder, &error));
    }
    let given = arguments.pairs.path.as_path();
    let folder = match &pairs.work {
        Some(work) => work.folder.clone(),
        None => beside(pairs.files.first().map_or(given, |file| &file.file.path)),
    };
    if !is_config(given) {
        return Start::of_user(&folder).map_err(|error| outside(&folder, &error));
    }
    // From there, as the config has it.
    let config = given.parent().unwrap_or(Path::new(""));
    let named = folder.strip_prefix(config).unwrap_or(&folder);
    Start::of_config(config, named).map_err(|error| outside(&folder, &error))
}

fn outside(folder: &Path, error: &std::io::Error) -> Failure {
    let message = format!(
        "{} is outside the dataset's folder and needs your consent: {error}",
        folder.display()
    );
    let help = "name the folder for the annotators' files with `--work DIR`".to_owned();
    Failure::input(message, Some(help))
}

/// `pairs.annotations` beside `pairs.jsonl`.
fn beside(dataset: &Path) -> PathBuf {
    let mut name = dataset.file_stem().unwrap_or_default().to_owned();
    name.push(".annotations");
    dataset.with_file_name(name)
}
