//! Phenomena by systems: the table that everybody wants first.

use std::collections::HashMap;

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{Baseline, ComparisonRow, Origin, Population, SliceKind, Verdict};

use super::notes_on_systems;
use crate::standing::Standing;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Style, Table};

/// Phenomena on fewer pairs have no row.
const LEAST_PAIRS: u64 = 5;

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let decomposed = evaluation.is_decomposed();
    let mut columns = vec![Column::new("accuracy"), Column::new("n")];
    columns.extend(evaluation.systems.iter().map(|system| Column::new(results.marked(system))));
    columns.push(Column::new("best constant"));
    let tests = Tests::new(results);
    let population = match decomposed {
        true => Population::Monothematic,
        false => Population::Original,
    };
    let row = |kind, name: Cell, population, slice| Row {
        kind,
        cells: cells(results, &tests, name, population, slice),
    };
    let mut rows = vec![row(RowKind::Body, Cell::text("original pairs"), Population::Original, 0)];
    if decomposed {
        rows.push(row(RowKind::Body, Cell::text("monothematic pairs"), population, 0));
    }
    let mut left_out = 0;
    let mut kind = RowKind::First;
    let categories = evaluation.phenomena_by_category();
    // Plain tags are all of one category, which tells nothing.
    let several = categories.len() > 1;
    for (category, mut phenomena) in categories {
        let pairs = |slice: &usize| evaluation.gold(population, *slice).pairs();
        let name = results.slice(category);
        if several {
            rows.push(row(kind, Cell::text(&name), population, category));
            kind = RowKind::Body;
        }
        let all = phenomena.len();
        phenomena.retain(|slice| pairs(slice) >= LEAST_PAIRS);
        left_out += all - phenomena.len();
        phenomena.sort_by_key(|slice| std::cmp::Reverse(pairs(slice)));
        for slice in phenomena {
            let path = results.slice(slice);
            let short = path.strip_prefix(&format!("{name}:")).unwrap_or(&path);
            let name = short.to_owned();
            let name = if several { Cell::Indented(name) } else { Cell::Text(name) };
            rows.push(row(kind, name, population, slice));
            kind = RowKind::Body;
        }
    }
    let mut notes: Vec<String> = legend(&rows).into_iter().collect();
    notes.push(format!(
        "Accuracy {}; n: pairs{}. Best constant: the answer that is right most often there. A pair with several phenomena \
         counts in each.",
        results.options.numbers.unit(),
        if decomposed { ", monothematic ones but in the first row" } else { "" }
    ));
    if left_out > 0 {
        let are = if left_out == 1 { "phenomenon is" } else { "phenomena are" };
        notes.push(format!(
            "{left_out} more {are} on fewer than {LEAST_PAIRS} pairs: in the table `phenomena`."
        ));
    }
    notes.extend(notes_on_systems(results));
    let title = "Phenomena by systems".to_owned();
    vec![Table { key: SafeName::new("overview"), title, columns, rows, notes }]
}

fn cells(
    results: &Results<'_>,
    tests: &Tests<'_>,
    name: Cell,
    population: Population,
    slice: usize,
) -> Vec<Cell> {
    let evaluation = results.evaluation;
    let mut cells = vec![name, Cell::Count(evaluation.gold(population, slice).pairs())];
    let accuracies = accuracies(results, tests, population, slice).into_iter();
    cells.extend(accuracies.map(|(cell, standing)| cell.without_interval().standing(standing)));
    let constant = best_constant(results, population, slice);
    cells.push(constant.map_or(Cell::Empty, |constant| Cell::Value(constant, Style::Percent)));
    cells
}

/// What the constant answer gets that is right most often.
pub(crate) fn best_constant(
    results: &Results<'_>,
    population: Population,
    slice: usize,
) -> Option<f64> {
    let constants = results.baselines().into_iter().filter_map(|baseline| match baseline {
        Baseline::Constant(_) => {
            results.value(&baseline.name(), population, Pairs::Slice(slice), &ACCURACY)
        }
        _ => None,
    });
    constants.reduce(f64::max)
}

/// The accuracy of every system, and how it stands to the best.
pub(crate) fn accuracies(
    results: &Results<'_>,
    tests: &Tests<'_>,
    population: Population,
    slice: usize,
) -> Vec<(Cell, Option<Standing>)> {
    let evaluation = results.evaluation;
    let share = |system: &str| results.share(system, population, Pairs::Slice(slice), &ACCURACY);
    let answering = evaluation.systems.iter().filter(|system| system.origin == Origin::Answers);
    let accuracies: Vec<(&str, f64)> = answering
        .filter_map(|system| Some((system.name.as_str(), share(&system.name).number()?)))
        .collect();
    let best = accuracies.iter().map(|(_, accuracy)| *accuracy).reduce(f64::max);
    let bests: Vec<&str> = accuracies
        .iter()
        .filter(|(_, accuracy)| Some(*accuracy) == best)
        .map(|(system, _)| *system)
        .collect();
    let of = &evaluation.slices[slice];
    let standing = |system: &str| -> Option<Standing> {
        // A reference is no competitor.
        accuracies.iter().find(|(competing, _)| *competing == system)?;
        if bests.contains(&system) {
            let others = accuracies.iter().filter(|(other, _)| !bests.contains(other));
            let mut tested = others.filter_map(|(other, _)| {
                tests.standing((population, &of.kind, &of.name), other, system)
            });
            return tested.any(|found| found != Standing::TooFew).then_some(Standing::Best);
        }
        let found = bests
            .iter()
            .map(|best| tests.standing((population, &of.kind, &of.name), system, best))
            .collect::<Option<Vec<Standing>>>()?;
        // Against several that are equally good, worse is what is worse than each.
        let tell = |standing| found.iter().all(|of_best| *of_best == standing).then_some(standing);
        tell(Standing::Worse)
            .or_else(|| tell(Standing::TooFew))
            .or_else(|| (!found.is_empty()).then_some(Standing::NotTold))
    };
    let systems = evaluation.systems.iter();
    systems.map(|system| (share(&system.name), standing(&system.name))).collect()
}

/// What the comparisons of accuracies tell.
pub(crate) struct Tests<'r> {
    rows: HashMap<(Population, &'r SliceKind, &'r str, &'r str, &'r str), &'r ComparisonRow>,
}

impl<'r> Tests<'r> {
    pub(crate) fn new(results: &Results<'r>) -> Self {
        let of_accuracy = results.comparisons.iter().filter(|row| row.measure == ACCURACY.key);
        let key = |row: &'r ComparisonRow| {
            let (first, second) = (row.system_a.as_str(), row.system_b.as_str());
            (row.population, &row.slice_kind, row.slice.as_str(), first, second)
        };
        Self { rows: of_accuracy.map(|row| (key(row), row)).collect() }
    }

    /// How a system stands to a better one; nothing where they were not compared.
    fn standing(
        &self,
        (population, kind, slice): (Population, &SliceKind, &str),
        system: &str,
        better: &str,
    ) -> Option<Standing> {
        let find = |first: &str, second: &str| {
            self.rows.get(&(population, kind, slice, first, second)).copied()
        };
        let (row, worse) = match find(system, better) {
            Some(row) => (row, Verdict::Second),
            None => (find(better, system)?, Verdict::First),
        };
        Some(match (row.p, row.verdict) {
            (None, _) => Standing::TooFew,
            (Some(_), verdict) if verdict == worse => Standing::Worse,
            (Some(_), _) => Standing::NotTold,
        })
    }
}

/// What the signs mean that stand in some rows.
fn legend(rows: &[Row]) -> Option<String> {
    let all = [Standing::NotTold, Standing::Worse, Standing::TooFew];
    let occurs = |standing: &Standing| {
        rows.iter().flat_map(|row| &row.cells).any(|cell| cell.stands() == Some(*standing))
    };
    let said: Vec<String> = all
        .into_iter()
        .filter(occurs)
        .map(|standing| format!("{} {}", standing.sign(), standing.meaning()))
        .collect();
    (!said.is_empty()).then(|| {
        format!("{}; the best of a row has no sign, nor has what was not tested.", said.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, compared, notes, shown};

    /// Twelve originals of two phenomena; A is right on all, B on none of `lex:syn`, C on five of these six.
    fn pairs() -> String {
        let pair = |number: usize| {
            let (tag, b, c) = match number {
                0 => ("lex:syn", "U", "U"),
                1..6 => ("lex:syn", "U", "E"),
                _ => ("syn:act", "E", "E"),
            };
            format!("{number} E {tag} E {b} {c}\n")
        };
        (0..12).map(pair).collect()
    }

    #[test]
    fn each_figure_stands_to_the_best_of_its_row_as_it_was_tested() {
        let scene = Scene::new(compared(), &["A", "B", "C"], &pairs());
        let table = &build(&scene.results())[0];
        let standings = |row: usize| -> Vec<Option<Standing>> {
            table.rows[row].cells[2..5].iter().map(Cell::stands).collect()
        };
        assert_eq!(shown(table)[2], "syn | 6 | 100.0 | 0.0 | 83.3 | 100.0");
        // C differs from A on one pair.
        assert_eq!(standings(2)[2], Some(Standing::TooFew));
        assert!(standings(2)[1].is_some() && standings(2)[0] == Some(Standing::Best));
        // Where all are right there is nothing to tell.
        assert_eq!(standings(4), [None; 3]);
        assert!(notes(table).contains("° differs from the best on too few pairs"));
    }

    #[test]
    fn plain_tags_have_no_row_for_their_category() {
        let scene = Scene::new(compared(), &["A"], "1 E t:x E\n");
        let table = &build(&scene.results())[0];
        assert_eq!(shown(table).len(), 1, "{:?}", shown(table));
        assert!(notes(table).contains("1 more phenomenon is on fewer"), "{}", notes(table));
    }
}
