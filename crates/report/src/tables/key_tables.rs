//! The systems under every answer key [V08, section 2.2].

use phenom_dataset::Task;
use phenom_metrics::people::{DISAGREEMENT, KeyScores, Keys};
use phenom_metrics::{Population, Proportion, SliceKind};

use super::agreement::{Annotated, POPULATIONS, key, short};
use super::part_key;
use crate::number::rounded;
use crate::{Cell, Column, Row, RowKind, Style, Table};

/// How many keys stand side by side.
const SIDE_BY_SIDE: usize = 8;
/// How many swaps a cell lists.
const LISTED: usize = 12;

pub(super) fn tables(annotated: &Annotated<'_>) -> Vec<Table> {
    let keys = annotated.keys;
    let there = keys.populations();
    let mut tables = Vec::new();
    for population in POPULATIONS.into_iter().filter(|it| there.contains(it)) {
        tables.push(gold(keys, population));
        tables.extend(accuracies(annotated, population));
        tables.push(rankings(keys, population));
    }
    tables
}

/// What each key says.
fn gold(keys: &Keys, population: Population) -> Table {
    let mut columns = vec![Column::new("key"), Column::new("pairs")];
    columns.extend(keys.task.judgments().iter().map(|it| Column::grouped("gold", it.name())));
    columns.push(Column::new("H(G)"));
    let without = ["tie", "disagreement", "not judged"];
    // They are counted over both populations.
    let whole = keys.populations().len() == 1;
    if whole {
        columns.extend(without.map(|reason| Column::grouped("without gold", reason)));
    }
    let row = |key: &KeyScores| {
        let judgments = key.judgments(population);
        let pairs = judgments.iter().sum();
        let mut cells = vec![Cell::text(short(&key.name)), Cell::Count(pairs)];
        cells.extend(judgments.iter().map(|pairs| {
            let share = Proportion { numerator: *pairs, denominator: judgments.iter().sum() };
            if share.denominator == 0 { Cell::Count(0) } else { Cell::Proportion(share) }
        }));
        cells.push(Cell::value(key.gold_entropy(population), Style::Bits));
        if whole {
            cells.extend(key.without.map(Cell::Count));
        }
        Row { kind: RowKind::Body, cells }
    };
    Table {
        key: key("keys", population),
        title: format!("The answer keys on {} pairs", population.name()),
        columns,
        rows: keys.keys.iter().map(row).collect(),
        notes: vec![
            "Gold judgments in percent of the pairs that have one under the key. majority: the \
             judgment that most annotators gave, none where two tie. unanimous: pairs on which all \
             of two or more annotators agree, alone. unknown-on-disagreement: what all annotators \
             and the official gold say, and unknown where they differ. H(G) in bits."
                .to_owned(),
        ],
    }
}

/// The accuracy of each system under each key.
fn accuracies(annotated: &Annotated<'_>, population: Population) -> Vec<Table> {
    let keys = annotated.keys;
    let Some(systems) = keys.keys.first().map(|key| &key.evaluation.systems) else {
        return Vec::new();
    };
    let possible = annotated.rows.iter().find(|row| {
        row.measure == DISAGREEMENT.key
            && row.slice_kind == SliceKind::All
            && row.population == population
            && row.task == keys.task
    });
    let mut notes = vec![
        "Largest change: the highest less the lowest accuracy, among the keys that have gold for \
         just the same pairs as the first one (*), in percentage points and pairs."
            .to_owned(),
    ];
    if let Some(share) = possible.and_then(|row| row.proportion) {
        notes.push(format!(
            "Largest possible change by another choice of annotator: {} points ({} of {} pairs on \
             which annotators differ).",
            rounded(share.numerator as f64 / share.denominator.max(1) as f64, Style::Percent),
            share.numerator,
            share.denominator,
        ));
    }
    if keys.task == Task::TwoWay && annotated.results.evaluation.task == Task::ThreeWay {
        notes.push("All keys are scored two-way, because some judgments are two-way.".to_owned());
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
        let row = |(number, system)| {
            let mut cells = vec![Cell::text(annotated.results.marked(system))];
            let accuracy = |key: &&KeyScores| match key.accuracy(number, population) {
                Ok(share) => Cell::Share(share),
                Err(reason) => Cell::Undefined(reason),
            };
            cells.extend(side_by_side.iter().map(accuracy));
            let change = keys.observed_change(number, population);
            cells.push(Cell::proportion(change));
            Row { kind: RowKind::Body, cells }
        };
        let key = part_key(key("key-accuracies", population).as_str(), part);
        let title = format!("Accuracy under each answer key on {} pairs", population.name());
        let rows = systems.iter().enumerate().map(row).collect();
        Table { key, title, columns, rows, notes: notes.clone() }
    };
    chunks.map(table).collect()
}

/// Every two keys' rankings.
fn rankings(keys: &Keys, population: Population) -> Table {
    let system = |number: usize| {
        keys.keys.first().map_or("", |key| key.evaluation.systems[number].name.as_str())
    };
    let columns = vec![
        Column::repeating("ranking by"),
        Column::new("and by"),
        Column::new("Kendall's tau-b"),
        Column::new("swapped"),
        Column::new("systems that swap"),
    ];
    let mut before = None;
    let mut rows = Vec::new();
    let compared = keys.rankings.iter().filter(|it| it.population == population);
    for two in compared.filter(|_| keys.ranked.len() > 1) {
        let name = |key: usize| Cell::text(short(&keys.keys[key].name));
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
            Cell::value(two.tau.clone(), Style::Bits),
            match &two.tau {
                Err(reason) if two.systems < 2 => Cell::Undefined(reason.clone()),
                _ => Cell::Count(two.swapped.len() as u64),
            },
            Cell::text(listed.join(", ")),
        ];
        rows.push(Row { kind, cells });
    }
    let mut notes = vec![
        "Systems are ranked by accuracy on the pairs that have gold under the key; those that read \
         gold are left out. Kendall's tau-b is 1 for the same order and -1 for the reverse; a tie \
         under one of the keys is no swap."
            .to_owned(),
    ];
    notes.extend(
        keys.keys
            .iter()
            .map(|key| format!("By {}: {}.", short(&key.name), ranking(keys, key, population))),
    );
    let title = format!("Does the ranking survive another key? ({} pairs)", population.name());
    Table { key: key("key-rankings", population), title, columns, rows, notes }
}

/// The systems by falling accuracy, those that tie with `=` between them.
fn ranking(keys: &Keys, key: &KeyScores, population: Population) -> String {
    let share = |system: usize| key.accuracy(system, population).and_then(Proportion::value).ok();
    let ranked = keys.ranked.iter().filter_map(|system| Some((*system, share(*system)?)));
    let mut ranked: Vec<(usize, f64)> = ranked.collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut text = String::new();
    let mut before = None;
    for (system, share) in ranked {
        match before {
            None => {}
            Some(same) if same == share => text.push_str(" = "),
            Some(_) => text.push_str(" > "),
        }
        text.push_str(&key.evaluation.systems[system].name);
        before = Some(share);
    }
    if text.is_empty() { "no system has a figure".to_owned() } else { text }
}
