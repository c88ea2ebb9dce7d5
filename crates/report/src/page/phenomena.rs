//! Phenomena by systems, by every measure that has values on them.

use std::cmp::Reverse;

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::{MEASURES, Measure};
use phenom_metrics::statistics::threads::with_scratch;
use phenom_metrics::{Population, SliceKind};

use crate::tables::overview::Lines;
use crate::{Cell, Pairs, Results};

/// Phenomena by systems.
#[derive(Debug, Clone)]
pub struct PhenomenaBySystems {
    /// The measures, in the order of every row's cells; accuracy first.
    pub measures: Vec<&'static Measure>,
    /// The gold judgments that occur.
    pub gold: Vec<Judgment>,
    /// Whether phenomena are judged on monothematic pairs.
    pub decomposed: bool,
    /// All pairs, then each category followed by its phenomena.
    pub rows: Vec<PhenomenonRow>,
    /// How many phenomena are left out, each on at most as many pairs as those that are shown.
    pub left_out: usize,
}

/// Nobody reads more phenomena than these.
const MOST: usize = 1_000;

/// What a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowLevel {
    /// All pairs of a population.
    All,
    /// A category.
    Category,
    /// A phenomenon.
    Phenomenon,
}

/// A row: some pairs, with every system's figures on them.
#[derive(Debug, Clone)]
pub struct PhenomenonRow {
    /// What it is about.
    pub level: RowLevel,
    /// Its name as readers see it.
    pub name: String,
    /// The name of its category as readers see it.
    pub category: String,
    /// The path or the category in the data; nothing for all pairs.
    pub slice: Option<String>,
    /// Original or monothematic pairs.
    pub population: Population,
    /// How many pairs there are.
    pub pairs: u64,
    /// The same by gold judgment, in the order of the table's.
    pub by_gold: Vec<u64>,
    /// A cell a system, for each measure.
    pub cells: Vec<Vec<Cell>>,
    /// Accuracy on the pairs with each gold judgment: a cell a system.
    pub gold_cells: Vec<Vec<Cell>>,
    /// The value of the constant baseline of the population by the first measure.
    pub constant: Option<f64>,
}

/// The measures that have a value on some slice for some system, accuracy first.
fn measures_with_values(
    results: &Results<'_>,
    population: Population,
    slices: &[usize],
) -> Vec<&'static Measure> {
    let evaluation = results.evaluation;
    let has_values = |measure: &&'static Measure| {
        let has_value = |slice: &usize, system: &str| {
            results.value(system, population, Pairs::Slice(*slice), measure).is_some()
        };
        let systems = &evaluation.systems;
        let of = |slice: &usize| systems.iter().any(|system| has_value(slice, &system.name));
        // A measure of all pairs alone has a table of its own.
        slices.len() == 1 && of(&0) || slices.iter().skip(1).any(of)
    };
    let others = MEASURES.iter().copied().filter(|measure| **measure != ACCURACY);
    [&ACCURACY].into_iter().chain(others).filter(has_values).collect()
}

/// What a row is about: its level, population and slice, its name and that of its category.
type Place = (RowLevel, Population, usize, String, String);

pub(super) fn phenomena_by_systems(results: &Results<'_>) -> Option<PhenomenaBySystems> {
    let evaluation = results.evaluation;
    let decomposed = evaluation.is_decomposed();
    let population = evaluation.tagged();
    let slices: Vec<usize> = [0]
        .into_iter()
        .chain(evaluation.slices_of(&SliceKind::Category))
        .chain(evaluation.slices_of(&SliceKind::Phenomenon))
        .collect();
    let measures = measures_with_values(results, population, &slices);
    if measures.is_empty() {
        return None;
    }
    let gold = evaluation.judgments();
    let lines: Vec<Lines<'_, '_>> =
        measures.iter().map(|measure| Lines::new(results, measure)).collect();
    let row = |(level, population, slice, name, category): Place| {
        let cells = lines.iter().map(|lines| {
            let figures = lines.of_systems(population, slice).into_iter();
            figures.map(|(cell, standing)| cell.standing(standing)).collect()
        });
        let of_gold = |judgment: &Judgment| {
            let systems = evaluation.systems.iter();
            let pairs = Pairs::SliceByGold(slice, *judgment);
            systems
                .map(|system| results.share(&system.name, population, pairs, &ACCURACY))
                .collect()
        };
        let counts = evaluation.gold(population, slice);
        let of = &evaluation.slices[slice];
        PhenomenonRow {
            level,
            name,
            category,
            slice: (level != RowLevel::All).then(|| of.name.to_string()),
            population,
            pairs: counts.pairs(),
            by_gold: gold.iter().map(|judgment| counts.gold(*judgment)).collect(),
            cells: cells.collect(),
            gold_cells: gold.iter().map(of_gold).collect(),
            constant: lines.first().and_then(|first| first.constant(population, slice)),
        }
    };
    let all = |population: Population| {
        let name = format!("All {} pairs", population.name());
        (RowLevel::All, population, 0, name, String::new())
    };
    let mut left_out: Vec<usize> = evaluation.slices_of(&SliceKind::Phenomenon).collect();
    left_out.sort_by_cached_key(|slice| Reverse(evaluation.gold(population, *slice).pairs()));
    left_out.drain(..MOST.min(left_out.len()));
    left_out.sort_unstable();
    let is_shown = |slice: &usize| left_out.binary_search(slice).is_err();
    let mut places: Vec<Place> = vec![all(Population::Original)];
    if decomposed {
        places.push(all(Population::Monothematic));
    }
    let categories = evaluation.phenomena_by_category();
    // Plain tags are all of one category, which tells nothing.
    let several = categories.len() > 1;
    for (category, phenomena) in categories {
        let shown = results.slice(category);
        if several {
            places.push((RowLevel::Category, population, category, shown.clone(), shown.clone()));
        }
        for slice in phenomena.into_iter().filter(is_shown) {
            let path = results.slice(slice);
            let name = path.strip_prefix(&format!("{shown}:")).unwrap_or(&path).to_owned();
            places.push((RowLevel::Phenomenon, population, slice, name, shown.clone()));
        }
    }
    let rows = with_scratch(places, evaluation.statistics.threads, || (), |(), place| row(place));
    Some(PhenomenaBySystems { measures, gold, decomposed, rows, left_out: left_out.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scene;
    use crate::testing::{plain, two_systems};

    #[test]
    fn rows_are_all_pairs_then_categories_with_their_phenomena() {
        let scene = two_systems();
        let table = phenomena_by_systems(&scene.results()).unwrap();
        let named: Vec<(&str, u64)> =
            table.rows.iter().map(|row| (row.name.as_str(), row.pairs)).collect();
        let expected = [
            ("All original pairs", 2),
            ("All monothematic pairs", 4),
            ("lex", 2),
            ("syn", 2),
            ("arg", 2),
            ("neg", 2),
        ];
        assert_eq!(named, expected);
        assert_eq!(table.measures[0].key, "accuracy");
        // Of `arg:neg`, B has the entailment right and the other not.
        let negation = &table.rows[5];
        assert_eq!(negation.by_gold, [1, 1]);
        let accuracies = |cells: &[Cell]| cells.iter().map(Cell::number).collect::<Vec<_>>();
        assert_eq!(accuracies(&negation.cells[0]), [Some(1.0), Some(0.5)]);
        assert_eq!(accuracies(&negation.gold_cells[0]), [Some(1.0), Some(1.0)]);
        assert_eq!(accuracies(&negation.gold_cells[1]), [Some(1.0), Some(0.0)]);
        assert_eq!(negation.slice.as_deref(), Some("arg:neg"));
    }

    #[test]
    fn without_phenomena_all_pairs_have_a_row() {
        let scene = Scene::new(plain(), &["A"], "1 E - E");
        let table = phenomena_by_systems(&scene.results()).unwrap();
        assert_eq!(table.rows.len(), 1);
    }
}
