//! Predictions that are sets of labels, compared with gold labels that are sets.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::of_sets::{EXACT_MATCH, SET_F1};
use phenom_metrics::{Population, SliceKind};

use super::{notes_on_systems, part_key};
use crate::{Cell, Column, Pairs, Results, Row, RowKind, Table};

/// The measures of a system, with the heads of their columns.
const MEASURES: [(&str, &Measure); 3] =
    [("accuracy", &ACCURACY), ("exact match", &EXACT_MATCH), ("set F1", &SET_F1)];

/// The most systems in one table.
const SIDE_BY_SIDE: usize = 2;

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let systems: Vec<usize> = (0..results.evaluation.systems.len()).collect();
    let of = |population: &Population| {
        let parts = systems.chunks(SIDE_BY_SIDE).enumerate();
        parts.map(|(part, systems)| table(results, *population, systems, part)).collect::<Vec<_>>()
    };
    results.populations().iter().flat_map(of).collect()
}

fn table(results: &Results<'_>, population: Population, systems: &[usize], part: usize) -> Table {
    let evaluation = results.evaluation;
    let wanted = || MEASURES.into_iter().filter(|(_, measure)| results.wanted().has(measure));
    let mut columns = vec![Column::new("slice"), Column::new("pairs")];
    for &system in systems {
        let name = results.marked(&evaluation.systems[system]);
        columns.extend(wanted().map(|(head, _)| Column::grouped(&name, head)));
    }
    let row = |(slice, kind): (usize, RowKind)| {
        let pairs = evaluation.gold(population, slice).pairs();
        let name = match evaluation.slices[slice].kind {
            SliceKind::All => "all".to_owned(),
            _ => results.slice(slice),
        };
        let cells = systems.iter().flat_map(|&number| {
            let system = &evaluation.systems[number].name;
            let of =
                move |(_, measure)| results.share(system, population, Pairs::Slice(slice), measure);
            wanted().map(of)
        });
        let named = [Cell::text(&name), Cell::count(pairs)];
        Row { kind, cells: named.into_iter().chain(cells).collect() }
    };
    let mut slices = vec![(0, RowKind::First)];
    for (category, phenomena) in evaluation.phenomena_by_category() {
        slices.push((category, RowKind::First));
        slices.extend(phenomena.into_iter().map(|phenomenon| (phenomenon, RowKind::Body)));
    }
    let has_pairs = |(slice, _): &(usize, RowKind)| evaluation.gold(population, *slice).pairs() > 0;
    let rows: Vec<Row> = slices.into_iter().filter(has_pairs).map(row).collect();
    let name = population.name();
    let mut notes = vec![format!(
        "Gold labels (G) and predictions (P) may be sets of labels. Values {}, on {name} pairs. Accuracy: the prediction \
         is a single label of G. Exact match: P equals G. Set F1: 2 |G and P| / (|G| + |P|), mean over pairs.",
        results.options.numbers.unit()
    )];
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let key = part_key(&format!("sets-{name}"), part);
    let title = format!("Sets of labels as predictions on {name} pairs");
    Table { key, title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Settings;
    use phenom_metrics::measures::Wanted;

    use super::*;
    use crate::testing::{Scene, columns, plain, shown};

    #[test]
    fn single_labels_have_three_equal_values() {
        let wanted = Wanted::named(["accuracy", "exact_match", "set_f1"]);
        let settings = Settings { wanted, ..plain() };
        let scene = Scene::new(settings, &["A"], "1 E lex:syn E\n2 U lex:ant E\n3 E - ?");
        let table = &build(&scene.results())[0];
        assert_eq!(columns(table), "slice | pairs | A: accuracy | A: exact match | A: set F1");
        let expected = [
            "all | 3 | 33.3 | 33.3 | 33.3",
            "lex | 2 | 50.0 | 50.0 | 50.0",
            "lex:syn | 1 | 100.0 | 100.0 | 100.0",
            "lex:ant | 1 | 0.0 | 0.0 | 0.0",
        ];
        assert_eq!(shown(table), expected);
    }
}
