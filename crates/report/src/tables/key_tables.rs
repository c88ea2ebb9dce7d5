//! The systems under every answer key [V08, section 2.2].

use phenom_dataset::Task;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::entropy::GOLD_ENTROPY;
use phenom_metrics::people::{
    AgreementRow, DISAGREEMENT, KENDALL_TAU, KeyComparison, KeyScores, OBSERVED_CHANGE,
    SWAPPED_SYSTEMS,
};
use phenom_metrics::{Population, Proportion, Score, SliceKind, SystemCounts};

use super::annotated::{Annotated, POPULATIONS, key, short};
use super::part_key;
use crate::number::rounded;
use crate::{Cell, Column, PairCounts, Row, RowKind, Style, Table};

/// How many keys stand side by side.
const SIDE_BY_SIDE: usize = 8;
/// How many swaps a cell lists.
const LISTED: usize = 12;

pub(super) fn tables(annotated: &Annotated<'_>) -> Vec<Table> {
    let keys = annotated.keys;
    let there = keys.populations();
    let mut tables = Vec::new();
    for population in POPULATIONS.into_iter().filter(|population| there.contains(population)) {
        tables.push(gold(annotated, population));
        tables.extend(accuracies(annotated, population));
        tables.push(rankings(annotated, population));
    }
    tables
}

/// The row of a figure about keys, over all pairs of a population.
fn find<'a>(
    annotated: &Annotated<'a>,
    population: Population,
    (system, keys): (&str, [&str; 2]),
    measure: &Measure,
) -> Option<&'a AgreementRow> {
    annotated.rows.iter().find(|row| {
        row.measure == measure.key
            && row.slice_kind == SliceKind::All
            && row.population == population
            && row.task == annotated.keys.task
            && row.system == system
            && row.keys == keys
    })
}

/// The accuracy of a system under a key.
fn accuracy<'a>(key: &'a KeyScores, system: &str, population: Population) -> Option<&'a Score> {
    key.scores.iter().find(|score| {
        score.measure == ACCURACY.key
            && score.slice_kind == SliceKind::All
            && score.population == population
            && score.system == system
    })
}

/// The labels of each key.
fn gold(annotated: &Annotated<'_>, population: Population) -> Table {
    let keys = annotated.keys;
    let mut columns = vec![Column::new("key"), Column::new("pairs")];
    columns.extend(
        keys.task.judgments().iter().map(|judgment| Column::grouped("gold label", judgment.name())),
    );
    columns.push(Column::new("H(G)"));
    let without = ["tie", "disagreement", "not annotated"];
    // Pairs without gold are counted over both populations together.
    let whole = keys.populations().len() == 1;
    if whole {
        columns.extend(without.map(|reason| Column::grouped("no gold label", reason)));
    }
    let row = |key: &KeyScores| {
        let judgments = key.judgments(population);
        let pairs: u64 = judgments.iter().sum();
        let mut cells = vec![Cell::text(short(&key.name)), Cell::count(pairs)];
        cells.extend(judgments.iter().map(|pairs| {
            let share = Proportion { numerator: *pairs, denominator: judgments.iter().sum() };
            if share.denominator == 0 { Cell::count(0) } else { Cell::proportion(share) }
        }));
        let entropy = find(annotated, population, ("", [&key.name, ""]), &GOLD_ENTROPY);
        cells.push(entropy.map_or(Cell::Empty, |row| Cell::value(row.value.clone(), Style::Bits)));
        if whole {
            cells.extend(key.without.map(Cell::count));
        }
        Row { kind: RowKind::Body, cells }
    };
    Table {
        key: key("keys", population),
        title: format!("Gold labels of {} pairs under each answer key", population.name()),
        columns,
        rows: keys.keys.iter().map(row).collect(),
        notes: vec![
            "Gold labels in percent of the pairs that have one under the key. majority: the most frequent label of the \
             annotators, none for a tie. unanimous: only pairs on which two or more annotators agree. \
             unknown-on-disagreement: the common label of all annotators and the official key, else unknown. H(G): \
             entropy in bits."
                .to_owned(),
        ],
    }
}

/// The accuracy of each system under each key.
fn accuracies<'a>(annotated: &Annotated<'a>, population: Population) -> Vec<Table> {
    let keys = annotated.keys;
    let Some(systems) = keys.keys.first().map(|key| &key.evaluation.systems) else {
        return Vec::new();
    };
    let possible = find(annotated, population, ("", ["", ""]), &DISAGREEMENT);
    let mut notes = vec![
        "Largest change: highest minus lowest accuracy in points (and pairs), among the keys with gold labels for the \
         same pairs as the first key (*)."
            .to_owned(),
    ];
    if let Some((Ok(value), Some(share))) = possible.map(|row| (&row.value, row.proportion)) {
        notes.push(format!(
            "Largest possible change by another choice of annotator: {} points (annotators differ on {} of \
             {} pairs).",
            rounded(*value, Style::Percent),
            share.numerator,
            share.denominator,
        ));
    }
    if keys.task == Task::TwoWay && annotated.results.evaluation.task == Task::ThreeWay {
        notes.push(
            "All keys use two-way labels, because some annotations have two-way labels.".to_owned(),
        );
    }
    let all: Vec<&KeyScores> = keys.keys.iter().collect();
    let chunks = all.chunks(SIDE_BY_SIDE).enumerate();
    let table = |(part, side_by_side): (usize, &[&KeyScores])| {
        let mut columns = vec![Column::new("system")];
        columns.extend(side_by_side.iter().map(|key| {
            let mark = if key.is_complete(population) { "*" } else { "" };
            Column::grouped("accuracy % under the key", format!("{}{mark}", short(&key.name)))
        }));
        columns.push(Column::new("largest change"));
        let row = |system: &'a SystemCounts| {
            let mut cells = vec![Cell::text(annotated.results.marked(system))];
            let share = |key: &&KeyScores| {
                let score = accuracy(key, &system.name, population);
                score.map_or(Cell::Empty, |score| match annotated.results.counts(score) {
                    Some(counts) => Cell::share(counts),
                    None => Cell::value(score.value.clone(), Style::Percent),
                })
            };
            cells.extend(side_by_side.iter().map(share));
            let change = find(annotated, population, (&system.name, ["", ""]), &OBSERVED_CHANGE);
            cells.push(change.map_or(Cell::Empty, |row| match row.proportion {
                Some(share) => {
                    let runs = annotated.results.runs(&system.name);
                    Cell::proportion(PairCounts::over_runs(share, runs))
                }
                None => Cell::value(row.value.clone(), Style::Percent),
            }));
            Row { kind: RowKind::Body, cells }
        };
        let key = part_key(key("key-accuracies", population).as_str(), part);
        let title = format!("Accuracy under each answer key on {} pairs", population.name());
        let rows = systems.iter().map(row).collect();
        Table { key, title, columns, rows, notes: notes.clone() }
    };
    chunks.map(table).collect()
}

/// Every two keys' rankings.
fn rankings(annotated: &Annotated<'_>, population: Population) -> Table {
    let keys = annotated.keys;
    let system = |number: usize| {
        let first = keys.keys.first();
        first.map_or("", |key| annotated.results.shown(&key.evaluation.systems[number].name))
    };
    let columns = vec![
        Column::repeating("ranking by"),
        Column::new("and by"),
        Column::new("Kendall's tau-b"),
        Column::new("reversed"),
        Column::new("reversed systems"),
    ];
    let mut before = None;
    let mut rows = Vec::new();
    let compared =
        keys.comparisons.iter().filter(|two: &&KeyComparison| two.population == population);
    for two in compared.filter(|_| keys.ranked.len() > 1) {
        let name = |key: usize| Cell::text(short(&keys.keys[key].name));
        let names = two.keys.map(|key| keys.keys[key].name.as_str());
        let of = |measure| find(annotated, population, ("", names), measure);
        let pair = |(a, b): &(usize, usize)| format!("{} {}", system(*a), system(*b));
        let mut listed: Vec<String> = two.swapped.iter().take(LISTED).map(pair).collect();
        if two.swapped.len() > LISTED {
            listed.push(format!("and {} more", two.swapped.len() - LISTED));
        }
        let kind = if before == Some(two.keys[0]) { RowKind::Body } else { RowKind::First };
        before = Some(two.keys[0]);
        let cells = vec![
            name(two.keys[0]),
            name(two.keys[1]),
            of(&KENDALL_TAU).map_or(Cell::Empty, |row| Cell::value(row.value.clone(), Style::Bits)),
            of(&SWAPPED_SYSTEMS).map_or(Cell::Empty, |row| match row.proportion {
                Some(swapped) => Cell::count(swapped.numerator),
                None => Cell::value(row.value.clone(), Style::Bits),
            }),
            Cell::text(listed.join(", ")),
        ];
        rows.push(Row { kind, cells });
    }
    let mut notes = vec![
        "Accuracy on the pairs with a gold label under the key ranks the systems. Oracles are excluded. Kendall's tau-b: \
         1 for equal orders, -1 for reversed orders. A tie under one key is not a reversal."
            .to_owned(),
    ];
    notes.extend(
        keys.keys.iter().map(|key| {
            format!("By {}: {}.", short(&key.name), ranking(annotated, key, population))
        }),
    );
    let title = format!("Does the ranking survive another key? ({} pairs)", population.name());
    Table { key: key("key-rankings", population), title, columns, rows, notes }
}

/// The systems by falling accuracy, those that tie with `=` between them.
fn ranking(annotated: &Annotated<'_>, key: &KeyScores, population: Population) -> String {
    let ranked = annotated.keys.ranked.iter().filter_map(|system| {
        let name = key.evaluation.systems[*system].name.as_str();
        Some((name, accuracy(key, name, population)?.value.clone().ok()?))
    });
    let mut ranked: Vec<(&str, f64)> = ranked.collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut text = String::new();
    let mut before = None;
    for (system, share) in ranked {
        match before {
            None => {}
            Some(same) if same == share => text.push_str(" = "),
            Some(_) => text.push_str(" > "),
        }
        text.push_str(annotated.results.shown(system));
        before = Some(share);
    }
    if text.is_empty() { "no system has a value".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, shown, table_on_two_annotators};

    #[test]
    fn a_key_has_its_labels_and_their_entropy() {
        let rows = shown(&table_on_two_annotators("keys"));
        assert_eq!(rows[1], "ann | 2 | 50.0 (1/2) | 50.0 (1/2) | 0.0 (0/2) | 1.0000 | 0 | 0 | 0");
        // Two who differ tie.
        assert_eq!(
            rows[3],
            "majority | 1 | 100.0 (1/1) | 0.0 (0/1) | 0.0 (0/1) | 0.0000 | 1 | 0 | 0"
        );
    }

    #[test]
    fn accuracy_under_each_key_and_its_largest_change() {
        let table = table_on_two_annotators("key-accuracies");
        let rows = shown(&table);
        // Only the keys with gold for the same pairs count: official, ann, bob, unknown-on-disagreement.
        assert_eq!(rows[0], "A | 100.0 | 100.0 | 50.0 | 100.0 | 100.0 | 100.0 | 50.0 (1/2)");
        assert_eq!(rows[1], "B | 50.0 | 50.0 | 100.0 | 100.0 | 100.0 | 50.0 | 50.0 (1/2)");
        let possible = "Largest possible change by another choice of annotator: 50.0 points (annotators differ on 1 of 2 pairs";
        assert!(table.notes[1].starts_with(possible), "{}", table.notes[1]);
    }

    #[test]
    fn reversed_systems_are_named() {
        let table = table_on_two_annotators("key-rankings");
        let rows = shown(&table);
        assert_eq!(rows[0], "official | ann | 1.0000 | 0 |");
        assert_eq!(rows[1], "official | bob | -1.0000 | 1 | A B");
        assert!(table.notes.contains(&"By bob: B > A.".to_owned()), "{:?}", table.notes);
        assert!(table.notes.contains(&"By majority: A = B.".to_owned()), "{:?}", table.notes);
    }

    #[test]
    fn an_oracle_is_scored_under_every_key_and_not_ranked() {
        let pairs = "1 E - E E ann=E bob=U\n2 U - U U ann=U bob=U";
        let scene = Scene::new(plain(), &["A", "G!"], pairs);
        let (results, people) = (scene.results(), scene.people());
        let all = tables(&people.annotated(&results));
        assert!(shown(&all[1])[1].ends_with("50.0 (1/2)"), "{:?}", shown(&all[1]));
        assert!(all.iter().all(
            |table| table.key.as_str() != "key-rankings" || table.notes[1] == "By official: A."
        ));
    }
}
