//! `phenom check`: what is in a config's data or in a dataset, and all that is wrong with it.

use std::path::Path;

use clap::ValueEnum;
use phenom_dataset::{
    Answer, Dataset, Judgment, KeepTexts, LabelScheme, Meaning, PairColumns, PairFormat,
    PairSource, Run, nearest,
};
use phenom_metrics::Origin;
use phenom_metrics::measures::entropy::entropy;
use serde::Serialize;
use tabled::builder::Builder;
use tabled::settings::{Padding, Style};

use super::{print, print_json};
use crate::arguments::CheckArguments;
use crate::config::{
    Config, DataFile, PairFile, PairFormatName, guess_pair_format, names, require_labels,
};
use crate::failure::Failure;
use crate::load;

/// What is in the data.
#[derive(Debug, Serialize)]
struct Summary {
    pairs: usize,
    original: Part,
    monothematic: Part,
    pairs_per_original: Option<PerOriginal>,
    categories: Vec<Category>,
    tasks: Vec<Count>,
    systems: Vec<SystemSummary>,
}

#[derive(Debug, Serialize)]
struct Part {
    pairs: usize,
    judgments: Vec<Count>,
    without_gold: usize,
    gold_entropy: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PerOriginal {
    decomposed: usize,
    mean: f64,
    least: usize,
    most: usize,
}

#[derive(Debug, Serialize)]
struct Category {
    category: String,
    phenomena: Vec<Count>,
}

#[derive(Debug, Serialize)]
struct Count {
    name: String,
    pairs: usize,
}

#[derive(Debug, Serialize)]
struct SystemSummary {
    system: String,
    reads_gold: bool,
    answers: Vec<Count>,
}

/// Checks and summarises.
pub(crate) fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let ending = arguments.path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let (dataset, runs) = if matches!(ending.as_str(), "yaml" | "yml") {
        for (flag, given) in
            [("--labels", arguments.labels.is_some()), ("--format", arguments.format.is_some())]
        {
            if given {
                let message = format!("{flag} is for a dataset; a config says it itself");
                return Err(Failure::input(message, None));
            }
        }
        let config = Config::load(&arguments.path)?;
        let (dataset, _) = load::dataset(&config.pairs, KeepTexts::No)?;
        let systems = load::systems(&config.systems, &dataset)?;
        (dataset, systems.runs)
    } else {
        let file = pair_file(arguments)?;
        (load::dataset(&[file], KeepTexts::No)?.0, Vec::new())
    };
    let summary = summary(&dataset, &runs);
    if arguments.json { print_json(&summary) } else { print(&shown(&arguments.path, &summary)) }
}

fn pair_file(arguments: &CheckArguments) -> Result<PairFile, Failure> {
    let path = &arguments.path;
    let metadata = std::fs::metadata(path)
        .map_err(|error| Failure::unreadable(&path.display().to_string(), &error))?;
    if metadata.is_dir() {
        let message = format!("{} is a folder, not a file", path.display());
        return Err(Failure::input(message, None));
    }
    let given = arguments.format.map(PairFormatName::format);
    let Some(format) = given.or_else(|| guess_pair_format(path)) else {
        let message = format!("the ending of {} does not tell its format", path.display());
        let help = format!("add --format with one of {}", names(PairFormatName::value_variants()));
        return Err(Failure::input(message, Some(help)));
    };
    let labels = match &arguments.labels {
        Some(labels) => scheme(labels)?,
        None if format == PairFormat::RteXml => {
            let (message, help) = require_labels();
            return Err(Failure::input(message, Some(help.replace("labels: ", "--labels "))));
        }
        None => LabelScheme::judgments(),
    };
    let named = path.display().to_string();
    let source = PairSource { format, labels, columns: PairColumns::default() };
    Ok(PairFile { file: DataFile { named, path: path.clone() }, source })
}

/// A scheme by its name, or `LABEL=JUDGMENT,...`.
fn scheme(text: &str) -> Result<LabelScheme, Failure> {
    if let Some(scheme) = LabelScheme::named(text) {
        return Ok(scheme);
    }
    if !text.contains('=') {
        let known: Vec<&str> = LabelScheme::all_named().map(|(name, _)| name).collect();
        let list = known.join(", ");
        let help = match nearest(text, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`? The schemes are {list}"),
            None => format!("the schemes are {list}; or write LABEL=JUDGMENT,..."),
        };
        return Err(Failure::input(format!("unknown label scheme `{text}`"), Some(help)));
    }
    let meanings = text.split(',').map(|pair| {
        let (label, judgment) = pair.split_once('=').unwrap_or((pair, ""));
        Meaning::from_name(judgment.trim()).map(|it| (label.trim().to_owned(), it)).ok_or_else(
            || {
                let message = format!("`{pair}` in --labels is not LABEL=JUDGMENT");
                Failure::input(
                    message,
                    Some(format!("the judgments are {}", Meaning::names().join(", "))),
                )
            },
        )
    });
    meanings.collect::<Result<Vec<_>, _>>().map(LabelScheme::custom)
}

fn summary(dataset: &Dataset, runs: &[(Run, Origin)]) -> Summary {
    let sizes: Vec<usize> = dataset
        .originals()
        .map(|original| dataset.monothematic_of(original).len())
        .filter(|size| *size > 0)
        .collect();
    let pairs_per_original = (!sizes.is_empty()).then(|| PerOriginal {
        decomposed: sizes.len(),
        mean: dataset.monothematic().len() as f64 / sizes.len() as f64,
        least: sizes.iter().copied().min().unwrap_or(0),
        most: sizes.iter().copied().max().unwrap_or(0),
    });
    Summary {
        pairs: dataset.len(),
        original: part(dataset, dataset.originals()),
        monothematic: part(dataset, dataset.monothematic()),
        pairs_per_original,
        categories: categories(dataset),
        tasks: tasks(dataset),
        systems: runs.iter().map(|(run, origin)| system(run, *origin, dataset.len())).collect(),
    }
}

fn part(dataset: &Dataset, rows: std::ops::Range<usize>) -> Part {
    let gold = &dataset.gold()[rows.clone()];
    let count = |judgment| gold.iter().filter(|gold| **gold == judgment).count();
    let judgments: Vec<Count> = Judgment::ALL
        .iter()
        .map(|it| Count { name: it.name().to_owned(), pairs: count(Some(*it)) })
        .filter(|it| it.pairs > 0)
        .collect();
    let gold_entropy = entropy(judgments.iter().map(|it| it.pairs as u64)).ok();
    Part { pairs: rows.len(), judgments, without_gold: count(None), gold_entropy }
}

fn categories(dataset: &Dataset) -> Vec<Category> {
    let mut pairs = vec![0; dataset.phenomena().len()];
    for row in 0..dataset.len() {
        for &tag in dataset.tags(row) {
            pairs[tag as usize] += 1;
        }
    }
    let phenomena = || (0u32..).zip(dataset.phenomena()).zip(&pairs);
    (0u32..)
        .zip(dataset.categories())
        .map(|(category, name)| Category {
            category: name.clone(),
            phenomena: phenomena()
                .filter(|((tag, _), _)| dataset.category_of(*tag) == category)
                .map(|((_, it), pairs)| Count { name: it.name().to_owned(), pairs: *pairs })
                .collect(),
        })
        .collect()
}

fn tasks(dataset: &Dataset) -> Vec<Count> {
    let Some(factor) = dataset.task() else { return Vec::new() };
    let rows =
        |value: &str| (0..dataset.len()).filter(|row| factor.value(*row) == Some(value)).count();
    factor.values().map(|it| Count { name: it.to_owned(), pairs: rows(it) }).collect()
}

fn system(run: &Run, origin: Origin, pairs: usize) -> SystemSummary {
    let names = Judgment::ALL.map(|it| (it.name(), Answer::Judged(it)));
    let others = [("abstained", Answer::Abstained), ("missing", Answer::Missing)];
    let count = |answer| (0..pairs).filter(|row| run.answer(*row) == answer).count();
    let answers = names
        .into_iter()
        .chain(others)
        .map(|(name, answer)| Count { name: name.to_owned(), pairs: count(answer) })
        .filter(|count| count.pairs > 0)
        .collect();
    let system = run.system().to_owned();
    SystemSummary { system, reads_gold: origin == Origin::ReadsGold, answers }
}

fn shown(path: &Path, summary: &Summary) -> String {
    let mut rows = Builder::default();
    let mut row = |name: &str, value: String| rows.push_record([name.to_owned(), value]);
    row("pairs", summary.pairs.to_string());
    let parts = [("original", &summary.original), ("monothematic", &summary.monothematic)];
    for (name, part) in parts.into_iter().filter(|(_, part)| part.pairs > 0) {
        row(&format!("{name} pairs"), format!("{}: {}", part.pairs, listed(&part.judgments)));
        if part.without_gold > 0 {
            row("  without gold", part.without_gold.to_string());
        }
        if let Some(entropy) = part.gold_entropy {
            row("  H(G)", format!("{entropy:.4} bits"));
        }
    }
    match &summary.pairs_per_original {
        Some(it) => row(
            "pairs per original",
            format!(
                "{:.2} ({} to {}), {} originals decomposed",
                it.mean, it.least, it.most, it.decomposed
            ),
        ),
        None => row("pairs per original", "none is decomposed".to_owned()),
    }
    let phenomena: usize = summary.categories.iter().map(|it| it.phenomena.len()).sum();
    row("phenomena", format!("{phenomena} in {} categories", summary.categories.len()));
    for category in &summary.categories {
        row(&format!("  {}", category.category), listed(&category.phenomena));
    }
    if !summary.tasks.is_empty() {
        row("tasks", listed(&summary.tasks));
    }
    for system in &summary.systems {
        let reads_gold = if system.reads_gold { " (reads gold)" } else { "" };
        row(&format!("system {}{reads_gold}", system.system), listed(&system.answers));
    }
    let mut table = rows.build();
    table.with(Style::empty()).with(Padding::new(0, 2, 0, 0));
    let table = table.to_string();
    let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
    format!("{}: no problems\n\n{}\n", path.display(), lines.join("\n"))
}

/// `300 entailment, 90 contradiction`, on lines that a terminal can show.
fn listed(counts: &[Count]) -> String {
    let words: Vec<String> = counts
        .iter()
        .map(|it| {
            let name: String =
                it.name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
            format!("{} {name}", it.pairs)
        })
        .collect();
    words.chunks(5).map(|words| words.join(", ")).collect::<Vec<_>>().join(",\n")
}
