//! Asks a program or a server pairs, keeps what it answers in a store, and prints the replies in the order of the pairs.
//!
//! ```sh
//! cargo run -p phenom-systems --example ask -- PAIRS.jsonl FOLDER command PROGRAM ARGUMENT...
//! cargo run -p phenom-systems --example ask -- PAIRS.jsonl FOLDER endpoint URL MODEL [KEY-VARIABLE]
//! ```
//!
//! A line of `PAIRS.jsonl` is an object of `id`, `text` and `hypothesis`. Labels are those of NLI: `entailment`,
//! `neutral`, `contradiction`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "that is what it is for")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use phenom_dataset::LabelScheme;
use phenom_systems::command::Command;
use phenom_systems::endpoint::{Endpoint, Key};
use phenom_systems::{Blind, Store, System, TextPair, Use, answer_all};
use serde::Deserialize;

/// A line of the pairs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    text: String,
    hypothesis: String,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match ask(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn ask(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [pairs, folder, kind, rest @ ..] = arguments else {
        return Err(
            "PAIRS.jsonl FOLDER command PROGRAM ..., or PAIRS.jsonl FOLDER endpoint URL MODEL"
                .into(),
        );
    };
    let lines: Vec<Line> = std::fs::read_to_string(pairs)?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let pairs: Vec<TextPair<'_>> = lines
        .iter()
        .map(|Line { id, text, hypothesis }| TextPair { id, text, hypothesis })
        .collect();
    let (system, settings) = system(kind, rest)?;
    let mut store = Store::open(Path::new(folder), settings.to_string().as_bytes(), Use::Stored)?;
    let mut last = None;
    let system = Blind(system.as_ref());
    let all = answer_all(&system, &pairs, Some(&mut store), &mut |now| last = Some(now));
    if let Some(now) = last {
        eprintln!(
            "{} stored, {} answered, {} abstentions",
            now.stored, now.answered, now.abstentions
        );
    }
    for (pair, reply) in pairs.iter().zip(&all.replies) {
        println!("{} {}", pair.id, serde_json::to_string(reply)?);
    }
    Ok(all.ended?)
}

/// The system that some arguments name, with its settings.
fn system(
    kind: &str,
    arguments: &[String],
) -> Result<(Box<dyn System>, serde_json::Value), Box<dyn Error>> {
    let labels = LabelScheme::named("nli").ok_or("no labels of NLI")?;
    match (kind, arguments) {
        ("command", [program, arguments @ ..]) => {
            let command = Command::new(program, arguments.to_vec(), ".", labels);
            let settings = command.settings();
            Ok((Box::new(command), settings))
        }
        ("endpoint", [url, model, variable @ ..]) => {
            let mut endpoint = Endpoint::new(url, model, labels);
            // Whoever tries something out wants to know soon that nobody is there.
            endpoint.patience.retries = 2;
            let key = variable.first().map(|name| Key::from_variable(name)).transpose()?;
            Ok((Box::new(endpoint.client(key)?), endpoint.settings()))
        }
        _ => Err("command PROGRAM ARGUMENT..., or endpoint URL MODEL [KEY-VARIABLE]".into()),
    }
}
