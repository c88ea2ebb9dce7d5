//! Measures of the two rankings of a run, and whether its answers follow from them [B09, sections 4
//! and 5.3].

use phenom_dataset::ScoreKind;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY_TWO_WAY;
use phenom_metrics::measures::auroc::AUROC;
use phenom_metrics::measures::average_precision::{
    AVERAGE_PRECISION, AVERAGE_PRECISION_PROCEEDINGS, AVERAGE_PRECISION_STEP,
};
use phenom_metrics::measures::brier_score::BRIER_SCORE;
use phenom_metrics::measures::confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE;
use phenom_metrics::measures::expected_calibration_error::EXPECTED_CALIBRATION_ERROR;
use phenom_metrics::measures::soundness::{
    ANSWERS_TO_CHANGE, BEST_CUTOFF_ACCURACY, BEST_CUTOFF_RANK, CUTOFF_AT_POSITIVES,
};
use phenom_metrics::measures::ties::{TIED_BY_CONFIDENCE, TIED_BY_ENTAILMENT};
use phenom_metrics::measures::weighted_information::{
    WEIGHTED_GOLD_ENTROPY, WEIGHTED_MUTUAL_INFORMATION,
};
use phenom_metrics::{Population, Weighting};

use super::{BASELINE_NOTE, baseline_name, notes_on_systems};
use crate::resampled;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if evaluation.systems.iter().all(|system| system.rankings().is_err()) {
        return Vec::new();
    }
    let populations = results.populations();
    populations
        .iter()
        .flat_map(|population| [scores(results, *population), soundness(results, *population)])
        .collect()
}

fn scores(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let of_wanted = |measures: &[(&'static Measure, &'static str)]| -> Vec<_> {
        let wanted = |(measure, _): &&(&Measure, _)| results.wanted().has(measure);
        measures.iter().filter(wanted).copied().collect()
    };
    let by_entailment = of_wanted(&[
        (&AVERAGE_PRECISION_STEP, "AP (step)"),
        (&AVERAGE_PRECISION_PROCEEDINGS, "AP (proceedings)"),
        (&AUROC, "AUROC"),
    ]);
    let by_probabilities =
        of_wanted(&[(&BRIER_SCORE, "Brier score"), (&EXPECTED_CALIBRATION_ERROR, "ECE")]);
    let mut columns = vec![Column::new("system"), Column::new("from")];
    columns.push(Column::grouped("entailment ranking", "AP"));
    for (_, name) in &by_entailment {
        columns.push(Column::grouped("entailment ranking", *name));
    }
    columns.push(Column::grouped("entailment ranking", "tied"));
    columns.push(Column::grouped("confidence ranking", "CWS"));
    columns.push(Column::grouped("confidence ranking", "tied"));
    for (_, name) in &by_probabilities {
        columns.push(Column::grouped("probabilities", *name));
    }
    let weights = match evaluation.weighting {
        Weighting::Ranks => "weighted by rank",
        Weighting::Given => "weighted by the dataset",
    };
    columns.push(Column::grouped(weights, "I(G;L)"));
    columns.push(Column::grouped(weights, "H(G)"));
    let row = |kind, shown: String, system: &str, from: Cell| {
        let of = |measure| results.cell(system, population, Pairs::All, measure);
        let tied = |measure| match of(measure) {
            // Of one ranking there may be none.
            Cell::Undefined(_) => Cell::Empty,
            cell => cell,
        };
        let mut cells = vec![Cell::Text(shown), from, of(&AVERAGE_PRECISION)];
        cells.extend(by_entailment.iter().map(|(measure, _)| of(measure)));
        cells.extend([tied(&TIED_BY_ENTAILMENT), of(&CONFIDENCE_WEIGHTED_SCORE)]);
        cells.push(tied(&TIED_BY_CONFIDENCE));
        cells.extend(by_probabilities.iter().map(|(measure, _)| of(measure)));
        cells.extend([of(&WEIGHTED_MUTUAL_INFORMATION), of(&WEIGHTED_GOLD_ENTROPY)]);
        Row { kind, cells }
    };
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let kind = system.rankings().ok().and_then(|rankings| rankings.kind);
        let from = kind.map_or(Cell::Empty, |kind| Cell::text(kind.name()));
        rows.push(row(RowKind::Body, results.marked(system), &system.name, from));
    }
    for (index, baseline) in results.baselines().into_iter().enumerate() {
        let kind = if index == 0 { RowKind::First } else { RowKind::Body };
        let (shown, system) = (baseline_name(baseline), baseline.name());
        rows.push(row(kind, shown, &system, Cell::text("any order")));
    }
    let notes = notes(results, &rows, !by_probabilities.is_empty());
    let name = population.name();
    let title = format!("Rankings of the {name} pairs");
    Table { key: SafeName::new(&format!("rankings-{name}")), title, columns, rows, notes }
}

/// The notes under the table of rankings.
fn notes(results: &Results<'_>, rows: &[Row], has_probabilities: bool) -> Vec<String> {
    let evaluation = results.evaluation;
    let mut notes = vec![
        "Entailment ranking: the pairs most likely entailed first; from answers and confidences, \
         entailments by descending confidence, then the rest by ascending confidence. Confidence \
         ranking: the surest answers first. Tied: pairs that share their place with another; values \
         are means over all orders of tied pairs. Pairs without a judgment come last."
            .to_owned(),
    ];
    if evaluation.systems.iter().any(|system| system.runs > 1 && system.rankings().is_ok()) {
        notes.push(
            "AP and CWS of a system with several runs are the means of the values of its runs."
                .to_owned(),
        );
    }
    if has_probabilities {
        notes.push(
            "Brier score: mean squared error of probabilities, two-way of that of entailment, three-way summed over the \
             judgments. ECE: mean difference between the probability of the answer and the share of right answers, over \
             10 bins; chance makes it greater than 0."
                .to_owned(),
        );
    }
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
            "In brackets the {} % confidence interval, by Student's t over the influences of {}.",
            100.0 * evaluation.statistics.level.value(),
            resampled::units(evaluation)
        ));
    }
    notes.extend(notes_on_systems(results));
    notes
}

fn soundness(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
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
        let of = |measure| results.cell(&system.name, population, Pairs::All, measure);
        let score = results.score(&system.name, population, Pairs::All, &ANSWERS_TO_CHANGE);
        let Some(changes) = score.map(|score| score.value.clone()) else { continue };
        let sound = match changes {
            Err(reason) => Cell::Undefined(reason),
            Ok(0.0) => Cell::text("sound"),
            Ok(_) => Cell::text("self-contradictory"),
        };
        let cells = vec![
            Cell::Text(results.marked(system)),
            sound,
            of(&ANSWERS_TO_CHANGE),
            of(&ACCURACY_TWO_WAY).without_interval(),
            of(&BEST_CUTOFF_RANK),
            of(&BEST_CUTOFF_ACCURACY),
            of(&CUTOFF_AT_POSITIVES),
        ];
        if rankings.kind == Some(ScoreKind::Confidence) {
            by_construction.push(results.system(&system.name));
        }
        rows.push(Row { kind: RowKind::Body, cells });
    }
    let mut notes = vec![
        "An output is sound if some cutoff of the entailment ranking has just its first pairs \
         answered entailment, and self-contradictory otherwise: then no gold could make both its \
         accuracy and its average precision 100 %. Tied pairs may be in any order, and are not cut \
         apart for the best cutoff."
            .to_owned(),
    ];
    if !by_construction.is_empty() {
        notes.push(format!(
            "Sound by construction, because the ranking is made from answers and confidences: {}.",
            by_construction.join(", ")
        ));
    }
    notes.extend(notes_on_systems(results));
    let name = population.name();
    let title = format!("Soundness of answers and rankings on the {name} pairs");
    Table { key: SafeName::new(&format!("soundness-{name}")), title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, notes, plain, shown};

    #[test]
    fn a_ranking_has_its_measures_and_its_ties() {
        let scene = Scene::new(plain(), &["A"], "1 E - E0.9\n2 U - E0.5\n3 E - E0.5");
        let rows = shown(&build(&scene.results())[0]);
        // In either order of the two that tie: (1/1 + 2/2) / 2 and (1/1 + 2/3) / 2.
        assert!(rows[0].starts_with("A | confidence | 0.9167 | 2 |"), "{}", rows[0]);
        assert!(rows[1].starts_with("always entailment † | any order |"), "{}", rows[1]);
    }

    #[test]
    fn a_ranking_from_answers_is_sound_and_said_to_be() {
        let scene = Scene::new(plain(), &["A"], "1 E - E0.9\n2 U - U0.5");
        let table = &build(&scene.results())[1];
        assert_eq!(shown(table), ["A | sound | 0 | 100.0 (2/2) | 1 | 100.0 (2/2) | 100.0"]);
        assert!(notes(table).contains("made from answers and confidences: A."));
    }

    #[test]
    fn where_nobody_ranks_there_is_no_table() {
        let scene = Scene::new(plain(), &["A"], "1 E - E");
        assert!(build(&scene.results()).is_empty());
    }
}
