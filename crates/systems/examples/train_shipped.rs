//! Trains the models of the feature classifier that are shipped in `crates/systems/models`.
//!
//! ```sh
//! cargo run -p phenom-systems --example train_shipped -- "the development sets of RTE-1, RTE-2, RTE-3 and RTE-5" \
//!     RTE1_dev.xml RTE2_dev.xml RTE3_dev.xml RTE5_dev.xml > crates/systems/models/features.json
//! cargo run -p phenom-systems --example train_shipped -- --three-way "the development set of RTE-5" \
//!     RTE5_dev.xml > crates/systems/models/features-three-way.json
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool of the command line")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod rte;

use std::path::Path;
use std::process::ExitCode;

use phenom_systems::TrainedModel;
use phenom_systems::features::FeatureModel;
use phenom_systems::wordnet::WordNet;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let three_way = arguments.first().is_some_and(|first| first == "--three-way");
    if three_way {
        arguments.remove(0);
    }
    let Some((trained_on, files)) = arguments.split_first().filter(|(_, files)| !files.is_empty())
    else {
        return Err("say what the files are, and name them".to_owned());
    };
    let wordnet = WordNet::find().map_err(|error| error.to_string())?;
    let wordnet =
        wordnet.ok_or("there is no WordNet here, and the shipped models are trained with it")?;
    let datasets: Vec<_> =
        files.iter().map(|file| rte::read(Path::new(file))).collect::<Result<_, _>>()?;
    let mut examples = Vec::new();
    let mut groups = 0;
    for dataset in &datasets {
        let of_file = rte::examples(dataset, three_way);
        let next =
            groups + of_file.iter().map(|example| example.group + 1).max().unwrap_or_default();
        examples.extend(of_file.into_iter().map(|mut example| {
            example.group += groups;
            example
        }));
        groups = next;
    }
    let model =
        FeatureModel::train(&examples, Some(&wordnet)).map_err(|error| error.to_string())?;
    let trained_on = format!("{trained_on} ({} pairs), with WordNet 3.0", examples.len());
    let model = TrainedModel { trained_on, model: model.into() };
    let json = model.to_json().map_err(|error| error.to_string())?;
    println!("{json}");
    Ok(())
}
