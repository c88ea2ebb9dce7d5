//! Accuracy of the edit distance in cross-validation, and models for `models/`.
//!
//! ```text
//! cargo run -p phenom-systems --example edit_distance -- \
//!     rte-1=RTE1_dev.xml rte-three-way=RTE5_dev.xml search=insertion,idf moves=20 wordnet=/usr/share/wordnet
//! ```
//!
//! Each file, with the labels that its scheme names, is split into five parts by text. Costs and thresholds are learnt
//! from four and tried on the fifth; the swarm that looks for costs does the same within the four. With `write=FILE` a
//! model is trained on all files together, and written, and nothing is tried. `search=` takes `insertion`, `deletion`,
//! `substitution` and `idf`, `trees=` a CoNLL-U file; `accuracy` has the swarm maximise that instead of the likelihood.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a tool for developers"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use phenom_dataset::{
    Dataset, DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat, PairSource, read_pairs,
};
use phenom_systems::conllu::{PairTrees, read_conllu};
use phenom_systems::edit_distance::{
    ByClass, Costs, EditDistance, EditDistanceModel, EditDistanceTraining, Normalisation,
    Objective, Resources, Searched,
};
use phenom_systems::swarm::SwarmOptions;
use phenom_systems::wordnet::WordNet;
use phenom_systems::{Engine, Example, TextPair, TrainedModel};

const FOLDS: usize = 5;

fn main() {
    let mut datasets = Vec::new();
    let mut resources = Resources::default();
    let mut written = None;
    let mut trees = Vec::new();
    let mut three_way = false;
    let mut training = EditDistanceTraining {
        costs: Costs::default(),
        searched: Searched::NOTHING,
        swarm: SwarmOptions { particles: 20, moves: 0, seed: 1 },
        folds: FOLDS,
        objective: Objective::Likelihood,
    };
    for argument in std::env::args().skip(1) {
        let (key, value) = argument.split_once('=').unwrap_or((&argument, ""));
        match key {
            "wordnet" => {
                resources.wordnet = Some(Arc::new(WordNet::load(Path::new(value)).unwrap()));
            }
            "search" => {
                for searched in value.split(',') {
                    match searched {
                        "insertion" => training.searched.insertion = true,
                        "deletion" => training.searched.deletion = true,
                        "substitution" => training.searched.substitution = true,
                        "idf" => training.searched.idf = true,
                        _ => panic!("no costs are called {searched}"),
                    }
                }
            }
            "moves" => training.swarm.moves = value.parse().unwrap(),
            "particles" => training.swarm.particles = value.parse().unwrap(),
            "seed" => training.swarm.seed = value.parse().unwrap(),
            "deletion" => training.costs.deletion = ByClass::all(value.parse().unwrap()),
            "insertion" => training.costs.insertion = ByClass::all(value.parse().unwrap()),
            "function" => training.costs.insertion.function_word = value.parse().unwrap(),
            "unrelated" => training.costs.substitution.unrelated = value.parse().unwrap(),
            "idf" => training.costs.idf_exponent = value.parse().unwrap(),
            "accuracy" => training.objective = Objective::Accuracy,
            "edits" => training.costs.normalisation = Normalisation::InsertionAndDeletion,
            "trees" => trees.push(value.to_owned()),
            "three-way" => three_way = true,
            "write" => written = Some(value.to_owned()),
            scheme => datasets.push((value.to_owned(), read(scheme, value))),
        }
    }
    let (mut right, mut all) = (0, 0);
    for (file, dataset) in datasets.iter().filter(|_| written.is_none()) {
        let start = Instant::now();
        let examples = examples(dataset, three_way);
        if !trees.is_empty() {
            let pairs: Vec<TextPair<'_>> = examples.iter().map(|example| example.pair).collect();
            let ids: BTreeSet<&str> = pairs.iter().map(|pair| pair.id).collect();
            let sentences = trees.iter().map(|file| {
                let path = Input::File(file.into());
                let mut read = read_conllu(file, path).unwrap_or_else(|error| panic!("{error}"));
                // A file may hold the parses of several datasets.
                read.retain(|sentence| ids.contains(sentence.pair_id.as_str()));
                (file.clone(), read)
            });
            let sentences: Vec<_> = sentences.collect();
            let trees =
                PairTrees::new(&sentences, &pairs).unwrap_or_else(|error| panic!("{error}"));
            resources.trees = Some(Arc::new(trees));
        }
        let found = cross_validated(&examples, &resources, &training);
        println!(
            "{:24} {:.4} ({} of {}; within training {:.4}) in {:.1} s",
            Path::new(file).file_name().unwrap().to_string_lossy(),
            found.right as f64 / examples.len() as f64,
            found.right,
            examples.len(),
            found.within,
            start.elapsed().as_secs_f64()
        );
        (right, all) = (right + found.right, all + examples.len());
    }
    if written.is_none() {
        println!("{:24} {:.4}", "together", right as f64 / all as f64);
    }
    if let Some(path) = written {
        let mut together: Vec<Example<'_>> = Vec::new();
        for (_, dataset) in &datasets {
            let groups = together.iter().map(|example| example.group + 1).max().unwrap_or(0);
            let examples = examples(dataset, three_way).into_iter();
            together.extend(examples.map(|one| Example { group: one.group + groups, ..one }));
        }
        let names: Vec<_> = datasets
            .iter()
            .map(|(file, _)| Path::new(file).file_name().unwrap().to_string_lossy())
            .collect();
        let model = EditDistanceModel::train(&together, &resources, &training, |_| ()).unwrap();
        let model = TrainedModel { trained_on: names.join(", "), model: model.into() };
        std::fs::write(path, model.to_json().unwrap() + "\n").unwrap();
    }
}

fn read(scheme: &str, file: &str) -> Dataset {
    let scheme =
        LabelScheme::named(scheme).unwrap_or_else(|| panic!("no labels are called {scheme}"));
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    builder.start_file(file);
    let source = PairSource::new(PairFormat::RteXml, scheme);
    read_pairs(&source, file, Input::File(file.into()), &mut builder);
    builder.finish().unwrap_or_else(|problems| panic!("{problems}"))
}

/// The pairs with gold; those with one text are a group.
fn examples(dataset: &Dataset, three_way: bool) -> Vec<Example<'_>> {
    let mut groups = BTreeMap::new();
    let rows = dataset.originals().map(|row| {
        let (text, hypothesis) = dataset.texts(row).unwrap();
        let next = groups.len();
        let group = *groups.entry(text).or_insert(next);
        let gold = dataset.gold()[row].unwrap();
        let gold = if three_way { gold } else { gold.two_way() };
        Example { pair: TextPair { id: dataset.id(row), text, hypothesis }, gold, group }
    });
    rows.collect()
}

struct Found {
    right: usize,
    within: f64,
}

fn cross_validated(
    examples: &[Example<'_>],
    resources: &Resources,
    training: &EditDistanceTraining,
) -> Found {
    let mut found = Found { right: 0, within: 0.0 };
    for fold in 0..FOLDS {
        let (tested, learnt_from): (Vec<Example<'_>>, Vec<_>) =
            examples.iter().partition(|example| example.group * 7919 % 104_729 % FOLDS == fold);
        let model = EditDistanceModel::train(&learnt_from, resources, training, |_| ()).unwrap();
        let learnt = model.trees.unwrap_or(model.tokens);
        found.within += learnt.cross_validated_accuracy / FOLDS as f64;
        let engine = EditDistance::new(model, resources.clone()).unwrap();
        let right =
            |example: &&Example<'_>| engine.reply(&example.pair).judgment == Some(example.gold);
        found.right += tested.iter().filter(right).count();
    }
    found
}
