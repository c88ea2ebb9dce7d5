//! `phenom check`: what is in a config's data or in a dataset, and all that is wrong with it.

use crate::at_terminal::USER;
use std::path::Path;

use phenom_dataset::{
    Answer, CompositionRule, Dataset, Factor, Judgment, Justifications, KeepTexts, PARTLY_RIGHT,
    Run, Several, Task,
};
use phenom_metrics::measures::entropy::entropy;
use phenom_metrics::stages::Decomposers;
use phenom_metrics::{Evaluation, GivenClusters, Origin};
use phenom_report::harmless;
use serde::Serialize;
use tabled::builder::Builder;

use super::check_gold::{self, GoldSummary, gold_summary};
use super::leakage::check_leakage;
use super::{in_columns, is_config, pairs_of_file, print, print_json, refuse_flags_for_config};
use crate::arguments::CheckArguments;
use phenom_study::Failure;
use phenom_study::config::{Config, Pairs, Source, System, SystemsNeeded};
use phenom_study::evaluation::{
    counted, refuse_fine_scores, refuse_unfit, refuse_unsettled, warning_of_values,
    warnings_of_dependence, without_statistics,
};
use phenom_study::load;
use phenom_study::writing::{self, Place};

/// What is in the data.
#[derive(Debug, Serialize)]
struct Summary {
    pairs: usize,
    original: Part,
    monothematic: Part,
    pairs_per_original: Option<PerOriginal>,
    clusters: Option<Clusters>,
    /// Gold of originals against gold of their parts, where there are parts.
    composition: Option<GoldSummary>,
    categories: Vec<Category>,
    tasks: Vec<Count>,
    attributes: Vec<Attribute>,
    annotators: Vec<String>,
    /// The pairs that each annotator judged.
    annotations: Vec<Count>,
    /// Pairs with counts of annotators without a name.
    annotator_counts: usize,
    /// Pairs whose gold is a set of judgments.
    gold_sets: usize,
    weighted: bool,
    systems: Vec<SystemSummary>,
    /// What is not wrong, and hardly meant.
    warnings: Vec<String>,
    /// What is allowed and the user must know.
    notes: Vec<String>,
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

/// Which originals belong together, as the data say it or their texts show it.
#[derive(Debug, Serialize)]
struct Clusters {
    /// A column, or `shared text`.
    by: String,
    /// Whether the data or the config say it; if they do not, phenom found it.
    is_declared: bool,
    clusters: usize,
    largest: usize,
}

#[derive(Debug, Serialize)]
struct Category {
    category: String,
    phenomena: Vec<Count>,
}

#[derive(Debug, Serialize)]
struct Attribute {
    attribute: String,
    values: Vec<Count>,
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
    if arguments.leakage {
        refuse_flags_for_config(arguments.format.as_deref(), arguments.labels.as_deref())?;
        return check_leakage(arguments);
    }
    let (format, labels) = (arguments.format.as_deref(), arguments.labels.as_deref());
    // With parts of systems, originals alone are evaluated, and reference parts are checked all the same.
    let mut references = None;
    let (dataset, runs, rule, task, dependence) = if is_config(&arguments.path) {
        refuse_flags_for_config(format, labels)?;
        let config = Config::load_with(&arguments.path, SystemsNeeded::BesidePairs)?;
        if let Some(output) = &config.output {
            writing::check_folder(&Place::of_config(&config, output)?)?;
        }
        let judged = config
            .justifications
            .as_ref()
            .map(|judged| load::justifications(&USER, judged))
            .transpose()?;
        let Source::Data { pairs, systems } = &config.source else {
            if matches!(config.source, Source::Counts(_)) {
                counted(&config, &USER)?;
            }
            return print(&format!(
                "{}: no problems\n{}",
                arguments.path.display(),
                judged.map(|(judged, _)| scored(&judged)).unwrap_or_default()
            ));
        };
        let Evaluable { dataset, runs, task, decomposers } = evaluable(&config, pairs, systems)?;
        references = decomposers.map(|own| own.references);
        let dependence = warnings_of_dependence(&dataset, pairs);
        (dataset, runs, config.composition, task, dependence)
    } else {
        let pairs = pairs_of_file(&arguments.path, format, labels)?;
        let (dataset, _) = load::dataset(&USER, &pairs, KeepTexts::No)?;
        let task = Task::of_gold(dataset.gold());
        let dependence = warnings_of_dependence(&dataset, &pairs);
        (dataset, Vec::new(), CompositionRule::default(), task, dependence)
    };
    let pairs = references.as_ref().unwrap_or(&dataset);
    let mut summary = Summary {
        composition: gold_summary(pairs, &rule, task),
        systems: answers(&dataset, &runs, task),
        notes: load::notes(&dataset, runs.iter().map(|(run, _)| run)),
        ..summary(pairs, task)
    };
    summary.warnings.extend(dependence);
    if arguments.json { print_json(&summary) } else { print(&shown(&arguments.path, &summary)) }
}

/// The pairs and answers of a config that can be evaluated.
pub(super) struct Evaluable {
    pub(super) dataset: Dataset,
    pub(super) runs: Vec<(Run, Origin)>,
    /// Which judgments are told apart.
    task: Task,
    /// The systems that decompose for themselves.
    decomposers: Option<Decomposers>,
}

/// Reads the pairs and answers of a config; fails where they cannot be evaluated.
pub(super) fn evaluable(
    config: &Config,
    pairs: &Pairs,
    systems: &[System],
) -> Result<Evaluable, Failure> {
    let load::Data { dataset, systems, decomposers, .. } =
        load::data((pairs, config.task), systems, KeepTexts::No, load::Reading::answers(&USER))?;
    let runs = systems.runs;
    refuse_unsettled(&dataset)?;
    refuse_fine_scores(&dataset, &runs)?;
    let evaluation = Evaluation::new(&dataset, &runs, &without_statistics(config));
    refuse_unfit(config, &evaluation)?;
    let task = evaluation.task;
    Ok(Evaluable { dataset, runs, task, decomposers })
}

/// How many scores there are of how much.
fn scored(justifications: &Justifications) -> String {
    format!(
        "\njustifications  {} scores by {} judges, of {} runs on {} pairs\n",
        justifications.ratings().len(),
        justifications.judges().len(),
        justifications.runs().len(),
        justifications.pairs().len()
    )
}

fn answers(dataset: &Dataset, runs: &[(Run, Origin)], task: Task) -> Vec<SystemSummary> {
    runs.iter().map(|(run, origin)| system(run, *origin, dataset.len(), task)).collect()
}

fn summary(dataset: &Dataset, task: Task) -> Summary {
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
    let warnings = dataset.attributes().iter().filter_map(|attribute| {
        warning_of_values(attribute.name(), attribute.values().count(), dataset.len() as u64)
    });
    let categories = categories(dataset);
    Summary {
        warnings: warnings.chain(warning_of_tags(&categories)).collect(),
        pairs: dataset.len(),
        original: part(dataset, dataset.originals(), task),
        monothematic: part(dataset, dataset.monothematic(), task),
        pairs_per_original,
        clusters: GivenClusters::of(dataset).map(|given| {
            let (clusters, largest) = (given.clusters, given.largest);
            let by = given.by().to_owned();
            Clusters { by, is_declared: !given.are_found(), clusters, largest }
        }),
        composition: None,
        categories,
        tasks: dataset.task().map(|tasks| values(tasks, dataset.len())).unwrap_or_default(),
        attributes: dataset
            .attributes()
            .iter()
            .map(|attribute| Attribute {
                attribute: attribute.name().to_owned(),
                values: values(attribute, dataset.len()),
            })
            .collect(),
        annotators: dataset.annotators().map(str::to_owned).collect(),
        annotations: annotations(dataset),
        annotator_counts: (0..dataset.len())
            .filter(|row| dataset.annotator_counts(*row).is_some())
            .count(),
        gold_sets: dataset.rows_with_gold_sets().count(),
        weighted: dataset.is_weighted(),
        systems: Vec::new(),
        notes: Vec::new(),
    }
}

fn part(dataset: &Dataset, rows: std::ops::Range<usize>, task: Task) -> Part {
    if task == Task::Outcome {
        let judgments = Vec::new();
        return Part { pairs: rows.len(), judgments, without_gold: 0, gold_entropy: None };
    }
    let gold = &dataset.gold()[rows.clone()];
    let count = |judgment| gold.iter().filter(|gold| **gold == judgment).count();
    let judgments: Vec<Count> = Judgment::ALL
        .iter()
        .map(|judgment| Count { name: judgment.name().to_owned(), pairs: count(Some(*judgment)) })
        .filter(|count| count.pairs > 0)
        .collect();
    let gold_entropy = entropy(judgments.iter().map(|count| count.pairs as u64)).ok();
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
                .map(|((_, judgment), pairs)| Count {
                    name: judgment.name().to_owned(),
                    pairs: *pairs,
                })
                .collect(),
        })
        .collect()
}

/// From how many phenomena on it is remarkable that most are on one pair only.
const MANY_TAGS: usize = 20;

/// A warning where most tags occur once: whole lists may have been read as tags.
fn warning_of_tags(categories: &[Category]) -> Option<String> {
    let tags = || categories.iter().flat_map(|category| &category.phenomena);
    let (all, once) = (tags().count(), tags().filter(|tag| tag.pairs == 1).count());
    let example = tags().find(|tag| tag.pairs == 1)?;
    (all >= MANY_TAGS && 2 * once > all).then(|| {
        format!(
            "{once} of {all} phenomena occur on one pair only, such as `{}`. They may be lists that were read as one \
             tag, or free text. Set `phenomena: {{list-separator: ...}}` or `lists: bracketed` to split lists, or \
             `least-pairs` to group rare phenomena",
            example.name
        )
    })
}

fn values(factor: &Factor, pairs: usize) -> Vec<Count> {
    let mut counts = vec![0; factor.values().count()];
    for code in (0..pairs).filter_map(|row| factor.code(row)) {
        counts[code as usize] += 1;
    }
    let values = factor.values().zip(counts);
    values.map(|(name, pairs)| Count { name: name.to_owned(), pairs }).collect()
}

/// How many pairs each annotator judged.
fn annotations(dataset: &Dataset) -> Vec<Count> {
    let mut counts = vec![0; dataset.annotators().count()];
    for row in 0..dataset.len() {
        for (annotator, _) in dataset.numbered_annotations(row) {
            counts[annotator as usize] += 1;
        }
    }
    let counts = dataset.annotators().zip(counts);
    counts.map(|(name, pairs)| Count { name: name.to_owned(), pairs }).collect()
}

fn system(run: &Run, origin: Origin, pairs: usize, task: Task) -> SystemSummary {
    let names = Judgment::ALL.map(|judgment| (task.word(judgment), Answer::Judged(judgment)));
    let several = Several::ALL.map(|several| match Answer::Several(several) {
        PARTLY_RIGHT if task == Task::Outcome => ("partly right", PARTLY_RIGHT),
        answer => (several.name(), answer),
    });
    let others = [("abstained", Answer::Abstained), ("missing", Answer::Missing)];
    let count = |answer| (0..pairs).filter(|row| run.answer(*row) == answer).count();
    let answers = names
        .into_iter()
        .chain(several)
        .chain(others)
        .map(|(name, answer)| Count { name: name.to_owned(), pairs: count(answer) })
        .filter(|count| count.pairs > 0)
        .collect();
    let system = run.system().to_owned();
    SystemSummary { system, reads_gold: origin == Origin::ReadsGold, answers }
}

fn shown(path: &Path, summary: &Summary) -> String {
    let mut rows = Builder::default();
    let mut row = |name: &str, value: String| rows.push_record([harmless(name), value]);
    row("pairs", summary.pairs.to_string());
    let parts = [("original", &summary.original), ("monothematic", &summary.monothematic)];
    for (name, part) in parts.into_iter().filter(|(_, part)| part.pairs > 0) {
        let judgments = match part.judgments.as_slice() {
            [] => String::new(),
            judgments => format!(": {}", listed(judgments)),
        };
        row(&format!("{name} pairs"), format!("{}{judgments}", part.pairs));
        if part.without_gold > 0 {
            row("  without gold", part.without_gold.to_string());
        }
        if let Some(entropy) = part.gold_entropy {
            row("  H(G)", format!("{entropy:.4} bits"));
        }
    }
    match &summary.pairs_per_original {
        Some(parts) => row(
            "pairs per original",
            format!(
                "{:.2} ({} to {}), {} originals decomposed",
                parts.mean, parts.least, parts.most, parts.decomposed
            ),
        ),
        None => row("pairs per original", "no original is decomposed".to_owned()),
    }
    if let Some(Clusters { by, clusters, largest, .. }) = &summary.clusters {
        let largest = format!("originals in the largest: {largest}");
        row("clusters", format!("{clusters} by {}; {largest}", harmless(by)));
    }
    for (name, said) in summary.composition.iter().flat_map(check_gold::lines) {
        row(&name, said);
    }
    let phenomena: usize = summary.categories.iter().map(|category| category.phenomena.len()).sum();
    row("phenomena", format!("{phenomena} in {} categories", summary.categories.len()));
    for category in &summary.categories {
        row(&format!("  {}", category.category), listed(&category.phenomena));
    }
    if !summary.tasks.is_empty() {
        row("tasks", listed(&summary.tasks));
    }
    for attribute in &summary.attributes {
        row(&format!("attribute {}", attribute.attribute), listed(&attribute.values));
    }
    if !summary.annotators.is_empty() {
        row("annotators", summary.annotators.len().to_string());
        row("  labels", listed(&summary.annotations));
    }
    if summary.annotator_counts > 0 {
        row("counts of annotators", format!("on {} pairs", summary.annotator_counts));
    }
    if summary.gold_sets > 0 {
        row("sets of gold labels", summary.gold_sets.to_string());
    }
    if summary.weighted {
        row("weights", "yes".to_owned());
    }
    for system in &summary.systems {
        let reads_gold = if system.reads_gold { " (oracle)" } else { "" };
        row(&format!("system {}{reads_gold}", system.system), listed(&system.answers));
    }
    let warnings =
        summary.warnings.iter().map(|warning| format!("\nWarning: {}\n", harmless(warning)));
    let notes = summary.notes.iter().map(|note| format!("\nNote: {}\n", harmless(note)));
    let said: String = warnings.chain(notes).collect();
    format!("{}: no problems\n\n{}\n{said}", path.display(), in_columns(rows))
}

/// How many values of a property are shown.
const SHOWN: usize = 40;

/// A name in quotes if it could be read as several.
fn quoted(name: &str) -> String {
    let is_plain = !name.is_empty()
        && !name.contains([',', ';', '|', '/', '+', '&', '"'])
        && name.trim() == name;
    if is_plain { name.to_owned() } else { format!("\"{name}\"") }
}

/// `300 entailment, 90 contradiction`, on lines that a terminal can show.
fn listed(counts: &[Count]) -> String {
    let mut words: Vec<String> = counts
        .iter()
        .take(SHOWN)
        .map(|count| format!("{} {}", count.pairs, quoted(&harmless(&count.name))))
        .collect();
    if counts.len() > SHOWN {
        words.push(format!("and {} more", counts.len() - SHOWN));
    }
    words.chunks(5).map(|words| words.join(", ")).collect::<Vec<_>>().join(",\n")
}
