//! Measures of the two rankings of a run, and whether its answers follow from them [B09, sections 4
//! and 5.3].

use phenom_dataset::{Judgment, ScoreKind};
use phenom_metrics::measures::average_precision::{
    AVERAGE_PRECISION, AVERAGE_PRECISION_PROCEEDINGS, AveragePrecision,
};
use phenom_metrics::measures::confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE;
use phenom_metrics::{Baseline, Evaluation, Population, TieGroup, Undefined, Weighting};

use super::{BASELINE_NOTE, Results, baseline_name, name, notes_on_systems};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if evaluation.systems.iter().all(|system| system.rankings().is_err()) {
        return Vec::new();
    }
    let populations = results.populations();
    populations
        .iter()
        .flat_map(|population| [scores(results, *population), soundness(evaluation, *population)])
        .collect()
}

fn scores(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let proceedings = (results.wanted)(AVERAGE_PRECISION_PROCEEDINGS.key);
    let mut columns = vec![Column::new("system"), Column::new("from")];
    columns.push(Column::grouped("entailment ranking", "AP"));
    if proceedings {
        columns.push(Column::grouped("entailment ranking", "AP (proceedings)"));
    }
    columns.push(Column::grouped("entailment ranking", "tied"));
    columns.push(Column::grouped("confidence ranking", "CWS"));
    columns.push(Column::grouped("confidence ranking", "tied"));
    let weights = match evaluation.weighting {
        Weighting::Ranks => "weighted by rank",
        Weighting::Given => "weighted by the dataset",
    };
    columns.push(Column::grouped(weights, "I(G;L)"));
    columns.push(Column::grouped(weights, "H(G)"));
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let mut cells = vec![Cell::Text(name(system))];
        match system
            .rankings()
            .and_then(|it| Ok((it.kind, it.of(population).ok_or(Undefined::NoRanking)?)))
        {
            Err(reason) => {
                cells.push(Cell::Empty);
                cells.resize(columns.len(), Cell::Undefined(reason));
            }
            Ok((kind, ranking)) => {
                let scores = ranking.slice(0);
                let tied = |tied: &Result<u64, Undefined>| match tied {
                    Ok(tied) => Cell::Count(*tied),
                    Err(_) => Cell::Empty,
                };
                let value =
                    |value: &phenom_metrics::Value, style| Cell::value(value.clone(), style);
                cells.push(kind.map_or(Cell::Empty, |kind| Cell::text(kind.name())));
                let sure = |cell, measure| {
                    results.sure(cell, &system.name, population, 0, &Judgment::ALL, measure)
                };
                let ap = value(&scores.average_precision, Style::Fine);
                cells.push(sure(ap, &AVERAGE_PRECISION));
                if proceedings {
                    cells.push(value(&scores.average_precision_proceedings, Style::Fine));
                }
                cells.push(tied(&ranking.tied_by_entailment));
                let cws = value(&scores.confidence_weighted_score, Style::Fine);
                cells.push(sure(cws, &CONFIDENCE_WEIGHTED_SCORE));
                cells.push(tied(&ranking.tied_by_confidence));
                cells.push(value(&scores.weighted_mutual_information, Style::Bits));
                cells.push(value(&scores.weighted_gold_entropy, Style::Bits));
            }
        }
        rows.push(Row { kind: RowKind::Body, cells });
    }
    for (index, baseline) in Baseline::all(evaluation.task).into_iter().enumerate() {
        let (average_precision, cws) = without_a_look(evaluation, baseline, population);
        let mut cells = vec![Cell::Text(baseline_name(baseline)), Cell::text("any order")];
        cells.push(Cell::value(average_precision.value(), Style::Fine));
        if proceedings {
            cells.push(Cell::value(average_precision.proceedings(), Style::Fine));
        }
        cells.extend([Cell::Empty, Cell::value(cws, Style::Fine), Cell::Empty]);
        cells.extend([Cell::Value(0.0, Style::Bits), Cell::Empty]);
        let kind = if index == 0 { RowKind::First } else { RowKind::Body };
        rows.push(Row { kind, cells });
    }
    let mut notes = vec![
        "Entailment ranking: the pairs most likely entailed first; from answers and confidences, \
         entailments by descending confidence, then the rest by ascending confidence. Confidence \
         ranking: the surest answers first. Tied: pairs that share their place with another; values \
         are means over all orders of tied pairs. Pairs without a judgment come last."
            .to_owned(),
    ];
    notes.push(match evaluation.weighting {
        Weighting::Ranks => {
            "Weighted by rank: the pair at rank r of the confidence ranking weighs N + 1 - r; its \
             H(G) says how hard the task is that the system made of it."
                .to_owned()
        }
        Weighting::Given => {
            "Weighted by the dataset: each pair weighs what the column `weight` says.".to_owned()
        }
    });
    notes.push(format!("{BASELINE_NOTE} Its AP and CWS are those of a random order of the pairs."));
    if rows.iter().flat_map(|row| &row.cells).any(|cell| cell.interval().is_some()) {
        notes.push(format!(
            "In brackets the {} % confidence interval, by bootstrap over original pairs with all that comes \
             from them.",
            100.0 * evaluation.inference.level.value()
        ));
    }
    notes.extend(notes_on_systems(evaluation));
    let name = population.name();
    let title = format!("Rankings of the {name} pairs (Bergmair 2009, sections 4 and 5.3)");
    Table { key: SafeName::new(&format!("rankings-{name}")), title, columns, rows, notes }
}

/// AP of a random order, and the confidence-weighted score of answers that are equally sure.
fn without_a_look(
    evaluation: &Evaluation,
    baseline: Baseline,
    population: Population,
) -> (AveragePrecision, phenom_metrics::Value) {
    let gold = evaluation.gold(population, 0);
    let mut average_precision = AveragePrecision::default();
    if gold.pairs() > 0 {
        let marked = gold.gold(Judgment::Entailment);
        average_precision.add(TieGroup { pairs: gold.pairs(), marked });
    }
    let expected = evaluation.baseline(baseline, population, 0, &Judgment::ALL);
    (average_precision, expected.map(|it| it.accuracy()))
}

fn soundness(evaluation: &Evaluation, population: Population) -> Table {
    let columns = vec![
        Column::new("system"),
        Column::new("two-way output"),
        Column::new("answers to change"),
        Column::new("A2"),
        Column::grouped("best cutoff", "at rank"),
        Column::grouped("best cutoff", "A2"),
        Column::new("A2 cut at the number entailed"),
    ];
    let mut rows = Vec::new();
    let mut by_construction = Vec::new();
    for system in &evaluation.systems {
        let Ok(rankings) = system.rankings() else { continue };
        let Some(ranking) = rankings.of(population) else { continue };
        let table = system.table_under(phenom_dataset::Task::TwoWay, population, 0, &Judgment::ALL);
        let accuracy = Cell::proportion(table.map(|table| table.correct()));
        let mut cells = vec![Cell::Text(name(system))];
        match &ranking.soundness {
            Err(reason) => cells.resize(columns.len(), Cell::Undefined(reason.clone())),
            Ok(soundness) => cells.extend([
                Cell::text(if soundness.is_sound() { "sound" } else { "self-contradictory" }),
                Cell::Count(soundness.changes),
                accuracy,
                Cell::Count(soundness.best_rank),
                Cell::Proportion(soundness.best_cutoff),
                Cell::Value(soundness.at_positives, Style::Percent),
            ]),
        }
        if rankings.kind == Some(ScoreKind::Confidence) {
            by_construction.push(system.name.as_str());
        }
        rows.push(Row { kind: RowKind::Body, cells });
    }
    let mut notes = vec![
        "An output is sound if some cutoff of the entailment ranking has just its first pairs \
         answered entailment, and self-contradictory otherwise: then no gold could make both its \
         accuracy and its average precision 100 %. Tied pairs may stand in any order, and are not cut \
         apart for the best cutoff."
            .to_owned(),
    ];
    if !by_construction.is_empty() {
        notes.push(format!(
            "Sound by construction, because the ranking is made from answers and confidences: {}.",
            by_construction.join(", ")
        ));
    }
    notes.extend(notes_on_systems(evaluation));
    let name = population.name();
    let title = format!("Soundness of answers and rankings on the {name} pairs (Bergmair 2009, 4)");
    Table { key: SafeName::new(&format!("soundness-{name}")), title, columns, rows, notes }
}
