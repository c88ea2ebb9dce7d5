//! `phenom train`: what an engine learns, as a file.

use crate::at_terminal::USER;
use phenom_report::harmless;

use super::print;
use crate::arguments::TrainArguments;
use crate::interrupt;
use phenom_study::Failure;
use phenom_study::config::{Answers, Config, EngineSystem, LearnsOn, Source, System};
use phenom_study::load;
use phenom_study::writing::{Existing, check_file, write_file};

/// Trains a system, and writes its model.
pub(crate) fn train(arguments: &TrainArguments) -> Result<(), Failure> {
    let existing = Existing::unless(arguments.overwrite);
    check_file(&arguments.output, existing)?;
    let config = Config::load(&arguments.config)?;
    let systems: &[System] = match &config.source {
        Source::Data { systems, .. } => systems,
        Source::Counts(_) | Source::Nothing => &[],
    };
    let name = &arguments.system;
    let Some(system) = systems.iter().find(|system| system.name == *name) else {
        return Err(Failure::input(format!("the config has no system `{name}`"), None));
    };
    let learnt = match &system.answers {
        Answers::Engine(engine) => match &**engine {
            EngineSystem::Learnt {
                learner,
                from: LearnsOn::Pairs { pairs, trees },
                wordnet,
                rules,
                ..
            } => Some((*learner, (&**pairs, trees.as_slice()), (wordnet, rules.as_slice()))),
            _ => None,
        },
        _ => None,
    };
    let Some((learner, pairs, known)) = learnt else {
        let help = "write `engine: {name: ..., learn-on: {path: FILE}}`".to_owned();
        let message = format!("system `{name}` has no `learn-on` to train on");
        return Err(Failure::input(message, Some(help)));
    };
    let model = load::model_of(&USER, system, learner, known, pairs)?;
    let json = model
        .to_json()
        .map_err(|error| Failure::input(format!("cannot write the model: {error}"), None))?;
    interrupt::while_writing(|| {
        write_file(&arguments.output, existing, |out| {
            out.write_all(json.as_bytes())?;
            out.write_all(b"\n")
        })
    })?;
    let trained_on = harmless(&model.trained_on);
    let path = arguments.output.display();
    print(&format!("Wrote the model of {}, trained on {trained_on}, to {path}\n", harmless(name)))
}
