//! Observed and empirical-Bayes accuracies of phenomena.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::shrunken_accuracy::SHRUNKEN_ACCURACY;

use super::notes_on_systems;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.has_phenomena() {
        return Vec::new();
    }
    let population = evaluation.tagged();
    let mut columns = vec![Column::new("phenomenon"), Column::new("pairs")];
    for system in &evaluation.systems {
        let name = results.marked(system);
        columns.push(Column::grouped(&name, "observed"));
        columns.push(Column::grouped(&name, "empirical-Bayes"));
    }
    let mut rows: Vec<Row> = Vec::new();
    for (_, phenomena) in evaluation.phenomena_by_category() {
        for (place, slice) in phenomena.into_iter().enumerate() {
            let pairs = evaluation.gold(population, slice).pairs();
            let mut cells = vec![Cell::text(results.slice(slice)), Cell::count(pairs)];
            for system in &evaluation.systems {
                let of =
                    |measure| results.share(&system.name, population, Pairs::Slice(slice), measure);
                cells.push(of(&ACCURACY).without_interval());
                cells.push(of(&SHRUNKEN_ACCURACY));
            }
            rows.push(Row { kind: if place == 0 { RowKind::First } else { RowKind::Body }, cells });
        }
    }
    let name = population.name();
    let fitted = match evaluation.judged {
        None => {
            "beta-binomial estimate, fitted across the phenomena of the category; estimates from few pairs are closer to the \
             category"
        }
        Some(_) => {
            "what judges say, with a correction that is the closer to the mean correction of all phenomena the fewer pairs \
             people read. It holds on average over phenomena, and is not tested"
        }
    };
    let mut notes = vec![format!(
        "Accuracy {} on {name} pairs. Empirical-Bayes: {fitted}. Brackets: {} % intervals given the fitted distribution.",
        results.options.numbers.unit(),
        100.0 * evaluation.statistics.level.value()
    )];
    notes.extend(notes_on_systems(results));
    let title = "Observed and empirical-Bayes accuracy by phenomenon".to_owned();
    vec![Table { key: SafeName::new("shrunken"), title, columns, rows, notes }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, columns, plain, shown};

    #[test]
    fn each_phenomenon_has_an_observed_and_an_empirical_bayes_accuracy() {
        let pairs = "1 E lex:syn E\n2 E lex:syn U\n3 E lex:ant E\n4 E lex:ant E";
        let scene = Scene::new(plain(), &["A"], pairs);
        let table = &build(&scene.results())[0];
        assert_eq!(columns(table), "phenomenon | pairs | A: observed | A: empirical-Bayes");
        let rows = shown(table);
        assert!(rows[0].starts_with("lex:syn | 2 | 50.0 | "), "{}", rows[0]);
        let value = |row: &Row| row.cells[3].number().unwrap();
        assert!(0.5 < value(&table.rows[0]) && value(&table.rows[1]) < 1.0, "{rows:?}");
    }
}
