//! The tables, one builder each.

mod advantage;
mod agreement;
mod annotators;
mod bare;
mod bins;
mod categories;
mod clusters;
mod comparisons;
mod composition;
mod conditioned;
mod contingency;
mod cooccurrence;
mod correlation;
mod degradation;
mod distributions;
pub(crate) mod gains;
mod gold_check;
mod information;
mod interval_cell;
mod judgments;
mod justifications;
mod key_tables;
pub(crate) mod overview;
mod people;
mod phenomena;
mod power;
mod ranking;
mod rankings;
pub(crate) mod reading;
pub(crate) mod regression;
mod runs;
mod sets;
mod shrunken;
mod sizes;
mod symmetry;
mod systems;
pub(crate) mod wholes_and_parts;

use phenom_dataset::{Answer, Judgment, Missing};
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, CONDITIONED_ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::average_precision::AVERAGE_PRECISION;
use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX;
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::measures::of_sets::EXACT_MATCH;
use phenom_metrics::measures::shrunken_accuracy::SHRUNKEN_ACCURACY;
use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use phenom_metrics::{Baseline, Evaluation, Origin, POOLED, Population, SystemCounts};

use crate::results::answered;
use crate::{Cell, PairCount, Presentation, Results, SafeName, Table};
pub use agreement::{Annotated, agreement_tables};
pub use annotators::notes_on_annotators;
pub use bare::bare_table;
pub use comparisons::comparison_tables;
pub(crate) use comparisons::{figure, opponent};
pub use gold_check::{gold_check_in_words, gold_check_table};
pub use justifications::justification_tables;
pub use power::{PowerQuestion, power_table};

/// A table that a report can have.
#[derive(Debug, Clone, Copy)]
pub struct TableKind {
    /// Its key.
    pub key: &'static str,
    /// The measure that it is about: it is left out where that was not asked for. Nothing where the config says
    /// which it is.
    pub measure: Option<&'static Measure>,
    build: fn(&Results<'_>) -> Vec<Table>,
}

/// Every table, in the order of a report.
pub const TABLES: &[TableKind] = &[
    TableKind { key: "overview", measure: None, build: overview::build },
    TableKind {
        key: "decomposition",
        measure: Some(&CORRELATION_INDEX),
        build: wholes_and_parts::build,
    },
    TableKind { key: "phenomena", measure: Some(&ACCURACY), build: phenomena::build },
    TableKind { key: "correlation", measure: Some(&CORRELATION_INDEX), build: correlation::build },
    TableKind { key: "categories", measure: Some(&CORRELATION_INDEX), build: categories::build },
    TableKind { key: "judgments", measure: Some(&DEVIATION_INDEX), build: judgments::build },
    TableKind { key: "composition", measure: Some(&COMPOSED_ACCURACY), build: composition::build },
    TableKind {
        key: "solved",
        measure: Some(&STRATIFIED_SOLVED_DIFFERENCE),
        build: composition::solved,
    },
    TableKind { key: "sizes", measure: Some(&COMPOSED_ACCURACY), build: sizes::build },
    TableKind { key: "gains", measure: Some(&COMPOSED_ACCURACY), build: gains::build },
    TableKind {
        key: "regression",
        measure: Some(&STRATIFIED_SOLVED_DIFFERENCE),
        build: regression::build,
    },
    TableKind { key: "cooccurrence", measure: Some(&ACCURACY), build: cooccurrence::build },
    TableKind { key: "bins", measure: Some(&ACCURACY), build: bins::build },
    TableKind { key: "advantage", measure: Some(&WHOLE_ACCURACY), build: advantage::build },
    TableKind { key: "systems", measure: Some(&ACCURACY), build: systems::build },
    TableKind { key: "sets", measure: Some(&EXACT_MATCH), build: sets::build },
    TableKind { key: "ranking", measure: None, build: ranking::build },
    TableKind {
        key: "conditioned",
        measure: Some(&CONDITIONED_ACCURACY),
        build: conditioned::build,
    },
    TableKind { key: "information", measure: Some(&MUTUAL_INFORMATION), build: information::build },
    TableKind { key: "degradation", measure: Some(&MUTUAL_INFORMATION), build: degradation::build },
    TableKind { key: "symmetry", measure: Some(&MUTUAL_INFORMATION), build: symmetry::build },
    TableKind { key: "rankings", measure: Some(&AVERAGE_PRECISION), build: rankings::build },
    TableKind { key: "comparisons", measure: Some(&ACCURACY), build: comparisons::build },
    TableKind { key: "clusters", measure: None, build: clusters::build },
    TableKind { key: "shrunken", measure: Some(&SHRUNKEN_ACCURACY), build: shrunken::build },
    TableKind { key: "runs", measure: Some(&ACCURACY), build: runs::build },
    TableKind { key: "contingency", measure: Some(&ACCURACY), build: contingency::build },
];

/// The keys of the tables on annotators, answer keys and judges, which follow these.
pub const TABLES_ON_PEOPLE: &[&str] = &[
    "agreement",
    "annotators",
    "annotator-judgments",
    "people",
    "keys",
    "key-accuracies",
    "key-rankings",
    "distributions",
    "justifications",
    "judge-ranks",
    "judges",
    "judge-swaps",
];

/// The tables of an evaluation, those whose measure was computed, and a sentence for each that would hold
/// nothing but dashes and is left out. A table that has nothing to show (phenomena, where no pair is tagged)
/// is absent.
#[must_use]
pub fn tables(results: &Results<'_>) -> (Vec<Table>, Vec<String>) {
    let Presentation { rank_by, numbers, overview, .. } = results.options;
    let named = |key| if key == "overview" { overview.measure } else { rank_by };
    let about = |kind: &TableKind| kind.measure.unwrap_or_else(|| named(kind.key));
    let kinds = TABLES.iter().filter(|kind| results.wanted().asks_for(about(kind)));
    let built = kinds.flat_map(|kind| (kind.build)(results));
    let (mut shown, mut left_out) = (Vec::new(), Vec::new());
    for mut table in built.filter(|table| !table.rows.is_empty()) {
        if let Some(reason) = undefined_throughout(&table) {
            let title = &table.title;
            left_out.push(format!(
                "Left out, because no value in it is defined ({reason}): the table \"{title}\"."
            ));
            continue;
        }
        table.notes.push(size(results.evaluation, &table.key));
        shown.push(table.written(numbers));
    }
    (shown, left_out)
}

/// Why no value in a table is defined, the first reason of several; nothing where one is, or where it holds
/// counts.
fn undefined_throughout(table: &Table) -> Option<String> {
    let cells = || table.rows.iter().flat_map(|row| &row.cells);
    let says_nothing = |cell: &Cell| {
        matches!(cell, Cell::Text(_) | Cell::Indented(_) | Cell::Empty | Cell::Undefined(_))
    };
    if !cells().all(says_nothing) {
        return None;
    }
    cells().find_map(|cell| match cell {
        Cell::Undefined(reason) => Some(reason.to_string()),
        _ => None,
    })
}

/// How many pairs a table is about, by its key.
fn size(evaluation: &Evaluation, key: &SafeName) -> String {
    let pairs = |population| evaluation.gold(population, 0).pairs();
    let (originals, parts) = (pairs(Population::Original), pairs(Population::Monothematic));
    // A comparison's key may end in the name of an attribute.
    let of = |population: &str| {
        key.as_str().ends_with(population) && !key.as_str().starts_with("comparisons-")
    };
    if of("-monothematic") {
        format!("n = {parts} monothematic pairs of {originals} original pairs.")
    } else if of("-original") || !evaluation.is_decomposed() {
        format!("n = {originals} original pairs.")
    } else {
        format!("n = {originals} original pairs and {parts} monothematic pairs.")
    }
}

/// The key of a part of a table that has too many columns for one: the first part has the table's own.
fn part_key(key: &str, part: usize) -> SafeName {
    match part {
        0 => SafeName::new(key),
        part => SafeName::new(&format!("{key}-{}", part + 1)),
    }
}

/// A baseline's name for humans.
pub(crate) fn baseline_name(baseline: Baseline) -> String {
    match baseline {
        Baseline::Constant(judgment) => format!("always {judgment} †"),
        Baseline::Uniform => "uniform random †".to_owned(),
        Baseline::GoldDistribution => "random from gold †".to_owned(),
    }
}

/// Every system, all of them together where that is wanted, and every baseline: as tables show it, and
/// as the rows name it.
fn shown_systems(results: &Results<'_>) -> Vec<(String, String)> {
    let systems = results.evaluation.systems.iter();
    let mut shown: Vec<(String, String)> =
        systems.map(|system| (results.marked(system), system.name.clone())).collect();
    if results.options.pool {
        shown.push((results.pooled_name(), POOLED.to_owned()));
    }
    let baselines = results.baselines().into_iter();
    shown.extend(baselines.map(|baseline| (baseline_name(baseline), baseline.name())));
    shown
}

const BASELINE_NOTE: &str =
    "† A baseline that looks at no pair: its expected accuracy, computed and not sampled.";

const POOLED_NOTE: &str = "§ The answers of all systems that do not read gold, counted together: every pair once for each.";

/// What every table of systems must say of them: marks, and answers that are missing.
fn notes_on_systems(results: &Results<'_>) -> Vec<String> {
    let evaluation = results.evaluation;
    let mut notes = Vec::new();
    if evaluation.systems.iter().any(|system| system.origin == Origin::ReadsGold) {
        notes.push("‡ Reads gold: a reference, compared with nothing.".to_owned());
    }
    for system in evaluation.systems.iter().filter(|system| system.runs > 1) {
        notes.push(format!(
            "{} has {} runs; its counts are means over them.",
            results.system(&system.name),
            system.runs
        ));
    }
    for system in &evaluation.systems {
        let meaning = match system.missing() {
            Missing::Refuse => continue,
            Missing::Wrong => COUNT_AS_WRONG,
            Missing::Skip => LEFT_OUT,
        };
        let (original, originals) = answered(system, Population::Original);
        let (monothematic, parts) = answered(system, Population::Monothematic);
        if original != originals || monothematic != parts {
            let of_parts = match parts.whole() {
                Some(0) => String::new(),
                _ => format!(" original and {monothematic} of {parts} monothematic"),
            };
            notes.push(format!(
                "{} answers {original} of {originals}{of_parts} pairs; the others {meaning}.",
                results.system(&system.name)
            ));
        }
    }
    notes.extend(evaluation.systems.iter().filter_map(|system| abstentions(results, system)));
    notes
}

/// On how many pairs a system abstains.
fn abstentions(results: &Results<'_>, system: &SystemCounts) -> Option<String> {
    let (mut abstained, mut all) = (0, 0);
    for population in [Population::Original, Population::Monothematic] {
        let counts = system.counts(population, 0);
        let gold = Judgment::ALL.into_iter().map(Some);
        abstained += gold.map(|gold| counts.count(gold, Answer::Abstained)).sum::<u64>();
        all += counts.pairs();
    }
    (abstained > 0).then(|| {
        let [abstained, all] =
            [abstained, all].map(|sum| PairCount::over_runs(sum, system.times_counted()));
        let system = results.system(&system.name);
        format!("{system} abstains on {abstained} of {all} pairs; these {COUNT_AS_WRONG}.")
    })
}

/// What the pairs come to that a system does not judge: ends of notes on systems.
const COUNT_AS_WRONG: &str = "count as wrong";
const LEFT_OUT: &str = "are left out of its figures";

/// What a note says of phenomena that have no row.
const TOO_FEW_PAIRS: &str = "on fewer than";

/// Whether a note of the first table is on what its figures leave out or count as wrong, which nobody may miss who
/// reads no other.
#[must_use]
pub fn is_on_what_is_missing(note: &str) -> bool {
    let ends = |end: &str| note.trim_end_matches('.').ends_with(end);
    ends(COUNT_AS_WRONG) || ends(LEFT_OUT) || note.contains(TOO_FEW_PAIRS)
}

#[cfg(test)]
mod tests {
    use phenom_metrics::measures::Wanted;
    use phenom_metrics::{Settings, Undefined};

    use super::*;
    use crate::testing::{Scene, plain, two_systems};
    use crate::{Column, Row, RowKind};

    #[test]
    fn a_table_says_how_many_pairs_it_is_about() {
        let scene = two_systems();
        let (tables, _) = tables(&scene.results());
        let last = |key: &str| {
            let table = tables.iter().find(|table| table.key.as_str() == key).unwrap();
            table.notes.last().unwrap().clone()
        };
        assert_eq!(last("systems-original"), "n = 2 original pairs.");
        assert_eq!(last("systems-monothematic"), "n = 4 monothematic pairs of 2 original pairs.");
        assert_eq!(last("categories"), "n = 2 original pairs and 4 monothematic pairs.");
    }

    #[test]
    fn a_table_whose_measure_was_not_asked_for_is_absent() {
        let wanted = Wanted::named(["kappa"]);
        let scene = Scene::new(Settings { wanted, ..plain() }, &["A"], "1 E lex:syn E");
        assert!(tables(&scene.results()).0.is_empty());
    }

    #[test]
    fn a_table_holds_nothing_but_dashes_where_no_value_is_defined() {
        let table = |cells: Vec<Cell>| Table {
            key: SafeName::new("table"),
            title: "Title".to_owned(),
            columns: vec![Column::new("system"), Column::new("kappa")],
            rows: vec![Row { kind: RowKind::Body, cells }],
            notes: Vec::new(),
        };
        let undefined = || Cell::Undefined(Undefined::NoPairs);
        let reason = undefined_throughout(&table(vec![Cell::text("A"), Cell::Empty, undefined()]));
        assert_eq!(reason, Some(Undefined::NoPairs.to_string()));
        assert_eq!(
            undefined_throughout(&table(vec![Cell::text("A"), undefined(), Cell::count(0)])),
            None
        );
        assert_eq!(undefined_throughout(&table(vec![Cell::text("A"), Cell::text("B")])), None);
    }

    #[test]
    fn missing_answers_and_runs_are_said_of_their_system() {
        let scene = Scene::new(plain(), &["A", "B", "B"], "1 E - - E E\n2 E - E E E");
        let notes = notes_on_systems(&scene.results());
        assert_eq!(
            notes,
            [
                "B has 2 runs; its counts are means over them.",
                "A answers 1 of 2 pairs; the others count as wrong.",
            ]
        );
    }
}
