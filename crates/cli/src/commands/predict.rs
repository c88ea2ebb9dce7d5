//! `phenom predict`: answers of the systems that are run, as files.

use crate::at_terminal::{AtTerminal, USER};
use phenom_dataset::nearest;
use phenom_report::{SafeName, harmless};
use phenom_systems::Use;

use super::print;
use crate::arguments::PredictArguments;
use crate::interrupt;
use phenom_study::Failure;
use phenom_study::config::{Answers, Asking, Config, Source, System, listed};
use phenom_study::load;
use phenom_study::trust::{Consent, list_of};
use phenom_study::writing::{Existing, NewFile, Place, check_folder, write};

/// Runs systems, and writes their answers.
pub(crate) fn predict(arguments: &PredictArguments) -> Result<(), Failure> {
    let place = Place::folder(&arguments.output)?;
    check_folder(&place)?;
    let mut config = Config::load(&arguments.config)?;
    let used = if arguments.fresh { Use::Fresh } else { Use::Stored };
    config.asking = Asking::Asks(used);
    let host = AtTerminal { allows: arguments.run_systems, timings: None };
    let Source::Data { pairs, systems } = &config.source else {
        return Err(Failure::input("this config has no systems that phenom could run", None));
    };
    let wanted = wanted(arguments, systems)?;
    if arguments.dry_run {
        let lines = load::estimates(&USER, pairs, &wanted)?;
        let lines: String = lines.iter().map(|line| format!("{}\n", harmless(line))).collect();
        let asks = |system: &&System| matches!(system.answers, Answers::Outside(_));
        let list = match wanted.iter().any(asks) {
            true => format!("\n{}", list_of(&config)?.shown()),
            false => String::new(),
        };
        return print(&format!("{lines}{list}"));
    }
    let answered = load::answered(&host, pairs, systems, &wanted, &Consent::of(&config, &host))?;
    let named: Vec<(String, &load::Predicted)> = answered
        .iter()
        .map(|predicted| (format!("{}.ndjson", SafeName::new(&predicted.system)), predicted))
        .collect();
    let said: String = named
        .iter()
        .map(|(file, predicted)| {
            let path = arguments.output.join(file);
            format!("{}: {} ({})\n", harmless(&predicted.system), path.display(), predicted.said())
        })
        .collect();
    let files = named
        .iter()
        .map(|(file, predicted)| NewFile::new(file, |out| out.write_all(&predicted.bytes)))
        .collect();
    let existing = Existing::unless(arguments.overwrite);
    interrupt::while_writing(|| {
        write(place, arguments.overwrite, files, |_, seen| {
            existing.refuse(&arguments.output, seen).map(|()| Vec::new())
        })
    })?;
    print(&said)
}

/// The systems that are asked for, or all that can be run.
fn wanted<'s>(
    arguments: &PredictArguments,
    systems: &'s [System],
) -> Result<Vec<&'s System>, Failure> {
    let runs =
        |system: &&System| matches!(system.answers, Answers::Engine(_) | Answers::Outside(_));
    let known: Vec<&str> = systems.iter().filter(runs).map(|system| system.name.as_str()).collect();
    if known.is_empty() {
        let help = "give a system an `engine`, a `command` or an `endpoint` instead of `predictions`; docs/systems.md \
            lists them";
        return Err(Failure::input(
            "this config has no system that phenom could run",
            Some(help.to_owned()),
        ));
    }
    if arguments.systems.is_empty() {
        return Ok(systems.iter().filter(runs).collect());
    }
    let of = |name: &String| {
        systems.iter().filter(runs).find(|system| system.name == *name).ok_or_else(|| {
            let there = systems.iter().any(|system| system.name == *name);
            let message = if there {
                format!("phenom does not run system `{name}`, because its predictions are in files")
            } else {
                format!("the config has no system `{name}`")
            };
            let help = match nearest(name, known.iter().copied()) {
                Some(near) if !there => format!("did you mean `{near}`?"),
                _ => format!("phenom can run: {}", listed(&known)),
            };
            Failure::input(message, Some(help))
        })
    };
    arguments.systems.iter().map(of).collect()
}
