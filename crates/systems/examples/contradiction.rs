//! How well the contradiction-aware engine finds each judgment in files of examples.
//!
//! ```sh
//! cargo run -p phenom-systems --example contradiction -- RTE5_dev.xml     # by its rules, without training
//!     --trained             # with weights learnt in ten-fold cross-validation; pairs of one text in one fold
//!     --without-wordnet
//!     --show                # each wrong answer with its reason
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool of the command line")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod rte;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use phenom_dataset::{Judgment, Task};
use phenom_systems::contradiction::{ContradictionAware, ContradictionModel};
use phenom_systems::wordnet::WordNet;
use phenom_systems::{Engine, Example, Reply, training};

const FOLDS: usize = 10;
const SEED: u64 = 1;

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
    let mut files = Vec::new();
    let (mut trained, mut with_wordnet, mut show) = (false, true, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--trained" => trained = true,
            "--without-wordnet" => with_wordnet = false,
            "--show" => show = true,
            option if option.starts_with('-') => return Err(format!("{option}: no such option")),
            file => files.push(file.to_owned()),
        }
    }
    if files.is_empty() {
        return Err("name the files of examples".to_owned());
    }
    let wordnet =
        if with_wordnet { WordNet::find().map_err(|error| error.to_string())? } else { None };
    if with_wordnet && wordnet.is_none() {
        return Err("there is no WordNet here; --without-wordnet goes without it".to_owned());
    }
    let wordnet = wordnet.map(Arc::new);
    for file in &files {
        let dataset = rte::read(Path::new(file))?;
        let examples = rte::examples(&dataset, true);
        let replies = if trained {
            cross_validated(&examples, wordnet.as_ref())?
        } else {
            let engine = engine(ContradictionModel::untrained(Task::ThreeWay), wordnet.as_ref())?;
            examples.iter().map(|example| engine.reply(&example.pair)).collect()
        };
        println!("{file}");
        report(&examples, &replies);
        let wrong = examples.iter().zip(&replies);
        for (example, reply) in
            wrong.filter(|(example, reply)| reply.judgment != Some(example.gold))
        {
            if show {
                let said = reply.justification.as_deref().unwrap_or_default();
                let pair = &example.pair;
                let (id, text, hypothesis) = (pair.id, pair.text, pair.hypothesis);
                println!("{id} {}: {text} / {hypothesis}\n    {said}", example.gold);
            }
        }
    }
    Ok(())
}

fn engine(
    model: ContradictionModel,
    wordnet: Option<&Arc<WordNet>>,
) -> Result<ContradictionAware, String> {
    ContradictionAware::new(model, wordnet.cloned()).map_err(|error| error.to_string())
}

fn cross_validated(
    examples: &[Example<'_>],
    wordnet: Option<&Arc<WordNet>>,
) -> Result<Vec<Reply>, String> {
    let folds = training::folds(examples, FOLDS, SEED);
    let mut replies = vec![Reply::default(); examples.len()];
    for fold in 0..FOLDS {
        let others = examples.iter().zip(&folds).filter(|(_, of)| **of != fold);
        let others: Vec<Example<'_>> = others.map(|(example, _)| *example).collect();
        let model = ContradictionModel::train(&others, wordnet.map(Arc::as_ref));
        let engine = engine(model.map_err(|error| error.to_string())?, wordnet)?;
        for (place, example) in
            examples.iter().enumerate().filter(|(place, _)| folds[*place] == fold)
        {
            replies[place] = engine.reply(&example.pair);
        }
    }
    Ok(replies)
}

/// Pairs, right answers, precision and recall of each judgment, and of all.
#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 pairs")]
fn report(examples: &[Example<'_>], replies: &[Reply]) {
    let count = |holds: &dyn Fn(Judgment, Option<Judgment>) -> bool| {
        let pairs = examples.iter().zip(replies);
        pairs.filter(|(example, reply)| holds(example.gold, reply.judgment)).count()
    };
    println!(
        "{:16} {:>5} {:>8} {:>6} {:>10} {:>7}",
        "judgment", "pairs", "answered", "right", "precision", "recall"
    );
    for judgment in [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction] {
        let gold = count(&|gold, _| gold == judgment);
        let answered = count(&|_, answer| answer == Some(judgment));
        let right = count(&|gold, answer| gold == judgment && answer == Some(judgment));
        let share = |of: usize| right as f64 / of as f64;
        println!(
            "{judgment:16} {gold:5} {answered:8} {right:6} {:10.3} {:7.3}",
            share(answered),
            share(gold)
        );
    }
    let right = count(&|gold, answer| answer == Some(gold));
    println!("accuracy {:.3} of {}", right as f64 / examples.len() as f64, examples.len());
    let two_way = count(&|gold, answer| answer.map(Judgment::two_way) == Some(gold.two_way()));
    println!("accuracy two-way {:.3}", two_way as f64 / examples.len() as f64);
}
