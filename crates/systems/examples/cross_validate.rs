//! How well the feature classifier does on sets of examples, by cross-validation on each.
//!
//! ```sh
//! cargo run -p phenom-systems --example cross_validate -- RTE1_dev.xml RTE2_dev.xml   # pairs of one text in one fold
//!     --three-way           # entailment, unknown, contradiction; two-way otherwise
//!     --without-wordnet
//!     --seeds 5             # ways to make the folds, of which the mean is taken
//! ```
//!
//! Everything that is learnt, the penalty and the sharpness too, is learnt on the other folds. The standard error is that
//! of a share of so many pairs; it does not shrink with more seeds. This is how features are chosen: test sets are for
//! the end.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool of the command line")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod rte;

use std::path::Path;
use std::process::ExitCode;

use phenom_systems::Reply;
use phenom_systems::features::cross_validated;
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

struct Figures {
    pairs: f64,
    right: f64,
    loss: f64,
}

fn run() -> Result<(), String> {
    let mut files = Vec::new();
    let (mut three_way, mut with_wordnet, mut seeds) = (false, true, 3u64);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--three-way" => three_way = true,
            "--without-wordnet" => with_wordnet = false,
            "--seeds" => {
                let number = arguments.next().and_then(|number| number.parse().ok());
                seeds =
                    number.filter(|number| *number > 0).ok_or("--seeds takes a number above 0")?;
            }
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
    println!("{:24} {:>6} {:>10} {:>6} {:>9}", "file", "pairs", "accuracy %", "s.e.", "log-loss");
    let mut pooled = Figures { pairs: 0.0, right: 0.0, loss: 0.0 };
    for file in &files {
        let dataset = rte::read(Path::new(file))?;
        let examples = rte::examples(&dataset, three_way);
        let mut found = Figures { pairs: 0.0, right: 0.0, loss: 0.0 };
        for seed in 0..seeds {
            let all = cross_validated(&examples, wordnet.as_ref(), seed);
            let all = all.map_err(|error| format!("{file}: {error}"))?;
            for (example, probabilities) in examples.iter().zip(all) {
                let of_gold =
                    probabilities.0.iter().find(|(judgment, _)| *judgment == example.gold);
                let of_gold = of_gold.map_or(0.0, |(_, probability)| *probability);
                let answer = Reply::likeliest(probabilities).judgment;
                found.right += f64::from(u8::from(answer == Some(example.gold)));
                found.loss -= of_gold.ln();
                found.pairs += 1.0;
            }
        }
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        show(&name, &found, seeds);
        pooled.pairs += found.pairs;
        pooled.right += found.right;
        pooled.loss += found.loss;
    }
    show("all", &pooled, seeds);
    Ok(())
}

fn show(name: &str, found: &Figures, seeds: u64) {
    #[expect(clippy::cast_precision_loss, reason = "a handful of seeds")]
    let pairs = found.pairs / seeds as f64;
    let accuracy = found.right / found.pairs;
    let error = (accuracy * (1.0 - accuracy) / pairs).sqrt();
    let loss = found.loss / found.pairs;
    println!("{name:24} {pairs:6} {:10.2} {:6.2} {loss:9.4}", 100.0 * accuracy, 100.0 * error);
}
