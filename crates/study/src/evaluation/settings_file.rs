//! The file of settings: what a report was computed with, for whoever computes it again from its answers.

use std::collections::BTreeMap;
use std::io;

use phenom_dataset::{CompositionRule, Dataset, Factor, RankingKind, Run, ScoreKind};
use phenom_metrics::{Compared, Evaluation, Weighting};
use phenom_report::{ReportFile, render};
use serde::Serialize;
use serde_json::{Value, json};

use super::signature::VERSION;
use crate::config::Config;
use crate::output::Files;

/// The settings of a report. Later keys are added, and names do not change.
#[derive(Serialize)]
struct SettingsFile<'a> {
    phenom: &'static str,
    /// `two-way` or `three-way`.
    task: &'static str,
    /// The rule as a config writes it.
    composition: Value,
    /// Whether gold of some originals was made of gold of their parts.
    gold_is_composed: bool,
    /// The seed of everything that is drawn.
    seed: u64,
    /// The keys of the measures that the config names; null for those of a config that names none.
    measures: Option<&'a [String]>,
    /// Whether the scores have rows of all systems together.
    pool: bool,
    /// What pairs weigh in weighted information: `ranks` or `given`.
    weights: &'static str,
    statistics: Value,
    /// In the order of the report.
    systems: Vec<Value>,
    /// Of each pair its task, attributes, weight and relevance, each only if it has one. A monothematic pair
    /// without a task or an attribute has its original's.
    pairs: BTreeMap<&'a str, BTreeMap<String, Value>>,
}

/// `report_settings.json` of an evaluation. `pairs` are the pairs with the runs, if they are known.
pub(super) fn settings_file(
    config: &Config,
    evaluation: &Evaluation,
    pairs: Option<(&Dataset, &[&Run])>,
) -> io::Result<Files> {
    let (dataset, runs) = pairs.unzip();
    let file = SettingsFile {
        phenom: VERSION,
        task: evaluation.task.name(),
        composition: rule(&evaluation.composition),
        gold_is_composed: evaluation.gold_is_composed,
        seed: evaluation.seed.0,
        measures: config.measures.as_deref(),
        pool: config.pool,
        weights: match evaluation.weighting {
            Weighting::Ranks => "ranks",
            Weighting::Given => "given",
        },
        statistics: statistics(evaluation),
        systems: systems(evaluation, runs.unwrap_or_default()),
        pairs: dataset.map(attributes).unwrap_or_default(),
    };
    let mut json = Vec::new();
    render::json(&file, &mut json)?;
    Ok(Files::from([(ReportFile::named("report_settings.json"), json.into())]))
}

/// The rule of composition as a config writes it.
fn rule(rule: &CompositionRule) -> Value {
    match rule {
        CompositionRule::All => json!("all"),
        CompositionRule::Any => json!("any"),
        CompositionRule::Fraction(share) => json!({ "fraction": share.value() }),
        CompositionRule::Weighted(share) => json!({ "weighted": { "pass-at": share.value() } }),
        CompositionRule::Table(table) => {
            let mut rows: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
            for [so_far, next, both] in table.rows() {
                rows.entry(so_far.name()).or_default().insert(next.name(), both.name());
            }
            json!({ "table": rows })
        }
    }
}

fn statistics(evaluation: &Evaluation) -> Value {
    let settings = &evaluation.statistics;
    let compare = match settings.compare {
        Compared::All => json!("all"),
        Compared::None => json!("none"),
        Compared::Against(number) => {
            json!({ "against": evaluation.systems.get(number).map(|system| &system.name) })
        }
    };
    let primary: Vec<&str> = evaluation.primary().measures().map(|measure| measure.key).collect();
    json!({
        "intervals": settings.intervals,
        "confidence_level": settings.level.value(),
        "resamples": settings.resamples,
        "most_draws": settings.most_draws,
        "compare": compare,
        "common_pairs": settings.common_pairs,
        "primary": primary,
        "question": settings.question.name(),
        "planned_difference": settings.planned_difference,
        "correction": settings.correction.key(),
    })
}

fn systems(evaluation: &Evaluation, runs: &[&Run]) -> Vec<Value> {
    let systems = evaluation.systems.iter().map(|system| {
        let scores =
            runs.iter().find(|run| run.system() == system.name).and_then(|run| run.scores());
        json!({
            "name": system.name,
            "runs": system.runs,
            "missing": system.missing().name(),
            "scores": scores.map(|scores| score_kind(scores.kind())),
        })
    });
    systems.collect()
}

/// What the scores of a run are.
fn score_kind(kind: ScoreKind) -> &'static str {
    match kind {
        ScoreKind::Confidence => "confidence",
        ScoreKind::EntailmentScore => "entailment score",
        ScoreKind::Probabilities => "probabilities",
        ScoreKind::Rank(RankingKind::Entailment) => "rank by entailment",
        ScoreKind::Rank(RankingKind::Confidence) => "rank by confidence",
        ScoreKind::Order(RankingKind::Entailment) => "order by entailment",
        ScoreKind::Order(RankingKind::Confidence) => "order by confidence",
    }
}

/// What is known of each pair besides the columns of the answers.
fn attributes(dataset: &Dataset) -> BTreeMap<&str, BTreeMap<String, Value>> {
    let named =
        dataset.attributes().iter().map(|factor| (format!("attribute:{}", factor.name()), factor));
    let factors: Vec<(String, &Factor)> =
        dataset.task().map(|task| ("task".to_owned(), task)).into_iter().chain(named).collect();
    let of_pair = |row: usize| {
        let mut of_pair: BTreeMap<String, Value> = factors
            .iter()
            .filter_map(|(key, factor)| Some((key.clone(), json!(factor.value(row)?))))
            .collect();
        if dataset.is_weighted() {
            of_pair.insert("weight".to_owned(), json!(dataset.weight(row)));
        }
        if dataset.relevance().is_some() && dataset.monothematic().contains(&row) {
            of_pair.insert("relevance".to_owned(), json!(dataset.relevance_of(row)));
        }
        of_pair
    };
    let pairs = (0..dataset.len()).map(|row| (dataset.id(row), of_pair(row)));
    pairs.filter(|(_, of_pair)| !of_pair.is_empty()).collect()
}
