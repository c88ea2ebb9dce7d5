//! Accuracy on each phenomenon, by gold label [CM10, Table 2].

use phenom_dataset::{Judgment, Task};
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{Baseline, Population};

use super::{baseline_name, notes_on_systems, part_key};
use crate::{Cell, Column, Pairs, Results, Row, RowKind, Style, Table};

/// The most systems in one table, without intervals and with them.
const SIDE_BY_SIDE: [usize; 2] = [4, 2];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.has_phenomena() {
        return Vec::new();
    }
    let systems: Vec<usize> = (0..evaluation.systems.len()).collect();
    let side_by_side = SIDE_BY_SIDE[usize::from(evaluation.statistics.intervals)];
    let chunks = systems.chunks(side_by_side).enumerate();
    chunks.map(|(part, systems)| table(results, systems, part)).collect()
}

fn table(results: &Results<'_>, systems: &[usize], part: usize) -> Table {
    let evaluation = results.evaluation;
    let population = results.evaluation.tagged();
    let pairs = population.name();
    let judgments: Vec<Judgment> = evaluation
        .judgments()
        .into_iter()
        .filter(|judgment| evaluation.gold(population, 0).gold(*judgment) > 0)
        .collect();
    // Outcomes have one column for all pairs.
    let groups: Vec<Option<Judgment>> = match evaluation.task {
        Task::Outcome => vec![None],
        Task::TwoWay | Task::ThreeWay => judgments.iter().copied().map(Some).collect(),
    };
    let column = |of: &str, gold: &Option<Judgment>| match gold {
        Some(judgment) => Column::grouped(of, short_name(*judgment)),
        None => Column::new(of),
    };
    let mut columns = vec![Column::repeating("category"), Column::new("phenomenon")];
    columns.extend(groups.iter().map(|gold| column("pairs", gold)));
    for &system in systems {
        let name = results.marked(&evaluation.systems[system]);
        columns.extend(groups.iter().map(|gold| column(&name, gold)));
    }
    let row = |kind, category: &str, phenomenon: &str, slice| {
        let counts = evaluation.gold(population, slice);
        let counts = groups
            .iter()
            .map(|gold| Cell::count(gold.map_or(counts.pairs(), |judgment| counts.gold(judgment))));
        // A cell is empty if no pair has this label.
        let shares = systems.iter().flat_map(|&number| {
            let system = &evaluation.systems[number].name;
            groups.iter().map(move |gold| {
                let pairs = match gold {
                    Some(judgment) => Pairs::SliceByGold(slice, *judgment),
                    None => Pairs::Slice(slice),
                };
                results.share(system, population, pairs, &ACCURACY)
            })
        });
        let named = [Cell::text(category), Cell::text(phenomenon)];
        Row { kind, cells: named.into_iter().chain(counts).chain(shares).collect() }
    };
    let mut rows = Vec::new();
    for (category, phenomena) in evaluation.phenomena_by_category() {
        let category_name = &results.slice(category);
        let mut kind = RowKind::First;
        for slice in phenomena {
            let path = results.slice(slice);
            let phenomenon = path.split_once(':').map_or("", |(_, name)| name);
            rows.push(row(kind, category_name, phenomenon, slice));
            kind = RowKind::Body;
        }
        rows.push(row(RowKind::Body, category_name, "TOTAL", category));
    }
    rows.push(row(RowKind::Total, "all", "TOTAL", 0));
    let short = |judgment: &Judgment| format!("{}: {judgment}", short_name(*judgment));
    let by_gold = match judgments.as_slice() {
        [] => String::new(),
        judgments => format!(
            ", by gold label ({}); a cell is empty if no pair has this label",
            judgments.iter().map(short).collect::<Vec<_>>().join(", ")
        ),
    };
    let mut notes = vec![format!(
        "Accuracy {} on {pairs} pairs{by_gold}. A pair with several phenomena counts once in each and once in each total.",
        results.options.numbers.unit(),
    )];
    notes.extend(results.interval_note(&rows));
    let has_baselines = !results.baselines().is_empty();
    notes.extend(has_baselines.then(|| baselines(results, population, &judgments)));
    notes.extend(notes_on_systems(results));
    let key = part_key("phenomena", part);
    let title = match results.has_labels() {
        true => "Accuracy by phenomenon and gold label".to_owned(),
        false => "Accuracy by phenomenon".to_owned(),
    };
    Table { key, title, columns, rows, notes }
}

/// The accuracies of baselines; by gold label, they are equal on every phenomenon.
fn baselines(results: &Results<'_>, population: Population, judgments: &[Judgment]) -> String {
    let of = |baseline: Baseline| {
        let expected = judgments.iter().filter_map(|judgment| {
            let pairs = Pairs::Gold(*judgment);
            let value = results.value(&baseline.name(), population, pairs, &ACCURACY)?;
            let accuracy = results.options.numbers.rounded(value, Style::Percent);
            Some(format!("{} {accuracy}", short_name(*judgment)))
        });
        let expected: Vec<String> = expected.collect();
        format!("{} {}", baseline_name(baseline), expected.join(", "))
    };
    let all: Vec<String> = results.baselines().into_iter().map(of).collect();
    format!(
        "Expected accuracy of baselines by gold label, equal on every phenomenon: {}.",
        all.join("; ")
    )
}

/// The letters above a column.
fn short_name(judgment: Judgment) -> &'static str {
    match judgment {
        Judgment::Entailment => "E",
        Judgment::Unknown => "U",
        Judgment::Contradiction => "C",
        Judgment::NotEntailment => "not E",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, columns, notes, plain, shown, two_systems};

    #[test]
    fn a_phenomenon_without_pairs_of_a_judgment_has_an_empty_cell() {
        let scene = two_systems();
        let table = &build(&scene.results())[0];
        let heads = "category | phenomenon | pairs: E | pairs: U | A: E | A: U | B: E | B: U";
        assert_eq!(columns(table), heads);
        assert_eq!(shown(table)[0], "lex | syn | 2 | 0 | 50.0 |  | 50.0 |");
    }

    #[test]
    fn every_category_and_the_whole_have_a_total() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[0]);
        assert_eq!(rows[3], "arg | TOTAL | 1 | 1 | 100.0 | 100.0 | 100.0 | 0.0");
        assert_eq!(rows[4], "all | TOTAL | 3 | 1 | 66.7 | 100.0 | 66.7 | 0.0");
    }

    #[test]
    fn the_notes_list_baselines_by_gold_label() {
        let scene = two_systems();
        let notes = notes(&build(&scene.results())[0]);
        assert!(notes.contains("random from gold † E 75.0, U 25.0."), "{notes}");
    }

    #[test]
    fn the_fifth_system_is_in_a_second_table() {
        let scene = Scene::new(plain(), &["A", "B", "C", "D", "X"], "1 E lex:syn E E E E U");
        let tables = build(&scene.results());
        let keys: Vec<&str> = tables.iter().map(|table| table.key.as_str()).collect();
        assert_eq!(keys, ["phenomena", "phenomena-2"]);
        assert_eq!(columns(&tables[1]), "category | phenomenon | pairs: E | X: E");
    }

    #[test]
    fn without_phenomena_there_is_no_table() {
        let scene = Scene::new(plain(), &["A"], "1 E - E");
        assert!(build(&scene.results()).is_empty());
    }
}
