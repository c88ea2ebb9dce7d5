//! `phenom label`: which pairs people should read next.

use std::path::Path;

use phenom_dataset::{KeepTexts, Task, nearest};
use phenom_metrics::Evaluation;
use phenom_metrics::judged::LabelsFor;
use phenom_report::render;

use super::{print, print_json};
use crate::arguments::{Goal, LabelArguments};
use crate::at_terminal::USER;
use crate::interrupt;
use crate::terminal::terminal;
use phenom_study::Failure;
use phenom_study::config::{Config, Source};
use phenom_study::evaluation::without_statistics;
use phenom_study::label_forecast::forecast;
use phenom_study::labelling::Labelling;
use phenom_study::load;
use phenom_study::writing::{Existing, check_file, write_file};

/// Prints what more labels would give, and writes the pairs to read.
pub(crate) fn label(arguments: &LabelArguments) -> Result<(), Failure> {
    let existing = Existing::unless(arguments.overwrite);
    if let Some(output) = &arguments.output {
        check_file(output, existing)?;
        refuse_answered(output)?;
    }
    let config = Config::load(&arguments.config)?;
    let Source::Data { pairs, systems } = &config.source else {
        return Err(Failure::input("this config has no pairs to read", None));
    };
    let reading = load::Reading::answers(&USER);
    let load::Data { dataset, systems, .. } =
        load::data((pairs, config.task), systems, KeepTexts::Yes, reading)?;
    let evaluation = Evaluation::new(&dataset, &systems.runs, &without_statistics(&config));
    let goal = goal(arguments, &evaluation)?;
    let table = forecast(&evaluation, goal)?;
    if arguments.json {
        return print_json(&table);
    }
    let mut text = Vec::new();
    render::terminal_tables(std::slice::from_ref(&table), terminal(), &mut text)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    print(&String::from_utf8_lossy(&text))?;
    let (Some(next), Some(output)) = (arguments.next, &arguments.output) else {
        return match evaluation.task {
            // People score predictions, and phenom draws pairs to be labelled.
            Task::Outcome => Ok(()),
            _ => print("\nTo draw the next pairs, add --next PAIRS --output FILE.\n"),
        };
    };
    let labelling = Labelling::draw(&dataset, &evaluation, (next as usize, goal))?;
    let mut text = Vec::new();
    labelling.write(&mut text).map_err(Failure::unrendered)?;
    interrupt::while_writing(|| write_file(output, existing, |out| out.write_all(&text)))?;
    print(&next_steps(&labelling, next as usize, output))
}

/// Answers to the pairs of a draw must not be taken for answers to those of the next.
fn refuse_answered(output: &Path) -> Result<(), Failure> {
    let work = output.with_extension("annotations");
    if !work.exists() {
        return Ok(());
    }
    let message =
        format!("{} has labels of the pairs that {} had before", work.display(), output.display());
    Err(Failure::input(message, Some("write the pairs to another file".to_owned())))
}

/// What to do with the pairs to read.
fn next_steps(labelling: &Labelling<'_>, wanted: usize, output: &Path) -> String {
    let file = output.display();
    let fewer = match labelling.drawn() < wanted {
        true => format!(" (no more than {} pairs were left to draw)", labelling.drawn()),
        false => String::new(),
    };
    let first = match labelling.pairs() {
        1 => format!("first row of {file} has the pair to read"),
        rows => format!("first {rows} rows of {file} have the pairs to read"),
    };
    let before = match labelling.drawn_before() {
        0 => String::new(),
        pairs => format!(" ({pairs} of them drawn before and still without a label)"),
    };
    let work = output.with_extension("annotations");
    format!(
        "\nThe {first}{before}{fewer}. Label all of them:\n\n    \
         phenom annotate {file} --annotator NAME --open\n\nThen write into the config:\n\n    people: {{labels: {{path: \
         {file}, labels: judgments}}, work: {}, chosen: probability, probability: probability}}\n\nInstead of `phenom annotate` you can fill in \
         the column `label`. Then leave `work` out.\n",
        work.display()
    )
}

fn goal(arguments: &LabelArguments, evaluation: &Evaluation) -> Result<LabelsFor, Failure> {
    let number = |name: &String| {
        let names: Vec<&str> =
            evaluation.systems.iter().map(|system| system.name.as_str()).collect();
        names.iter().position(|known| known == name).ok_or_else(|| {
            let help = nearest(name, names.iter().copied());
            let help = help.map(|known| format!("did you mean `{known}`?"));
            Failure::input(format!("there is no system `{name}`"), help)
        })
    };
    match (arguments.goal, arguments.systems.as_slice()) {
        (Goal::Difference, [first, second]) if first == second => {
            Err(Failure::input(format!("`{first}` does not differ from itself"), None))
        }
        (Goal::Difference, [first, second]) => {
            Ok(LabelsFor::Difference(number(first)?, number(second)?))
        }
        (Goal::Difference, _) => Err(Failure::input(
            "`--for difference` needs two systems",
            Some(
                "name them behind the config: phenom label CONFIG A B --for difference".to_owned(),
            ),
        )),
        (_, [_, ..]) => Err(Failure::input(
            "systems are for `--for difference`",
            Some("add `--for difference`, or leave the systems out".to_owned()),
        )),
        (Goal::Total, []) => Ok(LabelsFor::Total),
        (Goal::Phenomena, []) => Ok(LabelsFor::Phenomena),
    }
}
