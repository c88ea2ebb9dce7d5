//! Effect of rewriting one predicted label to another on each measure [B09, section 5.2].

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::kappa::KAPPA;
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::{ContingencyTable, Population, Seed, Value, rewritten_figures};

use super::notes_on_systems;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

const MEASURES: [(&str, &Measure); 3] =
    [("accuracy", &ACCURACY), ("kappa", &KAPPA), ("I(G;L)", &MUTUAL_INFORMATION)];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    if !MEASURES.iter().all(|(_, measure)| results.wanted().has(measure)) {
        return Vec::new();
    }
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let labels = results.evaluation.task.judgments();
    let mut rows: Vec<Row> = Vec::new();
    for system in &results.evaluation.systems {
        let value = |pairs, measure| {
            results.score(&system.name, population, pairs, measure).map(|score| &score.value)
        };
        let mut kind = RowKind::First;
        for &from in labels {
            for &to in labels {
                let of = |measure| {
                    let pairs =
                        [Pairs::All, Pairs::Rewritten(from, to), Pairs::RewrittenChange(from, to)];
                    let [before, after, change] = pairs.map(|pairs| value(pairs, measure));
                    Some([before?.clone(), after?.clone(), change?.clone()])
                };
                // A label that the system never predicts has no rows.
                let [Some(accuracy), Some(kappa), Some(information)] =
                    MEASURES.map(|(_, measure)| of(measure))
                else {
                    continue;
                };
                let mut cells =
                    vec![Cell::Text(results.marked(system)), Cell::text(format!("{from} to {to}"))];
                cells.extend(rewriting([accuracy, kappa, information]));
                rows.push(Row { kind: std::mem::replace(&mut kind, RowKind::Body), cells });
            }
        }
    }
    let mut columns = columns();
    columns.insert(0, Column::repeating("system"));
    let mut notes = vec![note(&rows)];
    notes.extend(notes_on_systems(results));
    let name = population.name();
    let title = format!("Effect of merging predicted labels on {name} pairs");
    Table { key: SafeName::new(&format!("degradation-{name}")), title, columns, rows, notes }
}

/// The same for a table on its own.
pub(super) fn bare(table: &ContingencyTable, labels: &[String], seed: Seed) -> Table {
    let mut rows = Vec::new();
    for figures in rewritten_figures(table, seed).chunks(MEASURES.len()) {
        let [accuracy, kappa, information] = figures else { continue };
        let [from, to] = accuracy.labels;
        let mut cells = vec![Cell::text(format!("{} to {}", labels[from], labels[to]))];
        cells.extend(rewriting([accuracy, kappa, information].map(|figure| {
            [figure.before.clone(), figure.after.value.clone(), figure.change.clone()]
        })));
        let kind = if rows.is_empty() { RowKind::First } else { RowKind::Body };
        rows.push(Row { kind, cells });
    }
    let notes = vec![note(&rows)];
    let title = "Effect of merging predicted labels".to_owned();
    Table { key: SafeName::new("degradation"), title, columns: columns(), rows, notes }
}

fn columns() -> Vec<Column> {
    let mut columns = vec![Column::new("rewriting")];
    for (head, _) in MEASURES {
        columns.push(Column::grouped(head, "before"));
        columns.push(Column::grouped(head, "after"));
    }
    columns.push(Column::grouped("I(G;L)", "loss"));
    columns.push(Column::new("although I falls"));
    columns
}

/// A smaller difference is rounding.
const REAL: f64 = 1e-12;

/// The cells on one rewriting, from each measure before, after and its change: the loss, and which measures rise
/// although information is lost.
fn rewriting(values: [[Value; 3]; 3]) -> Vec<Cell> {
    let [accuracy, kappa, information] = values.each_ref().map(|[_, _, change]| change.clone());
    let rises = |change: &Value| change.as_ref().is_ok_and(|change| *change > REAL);
    let lost = information.as_ref().is_ok_and(|change| *change < -REAL);
    let rewarded = match (lost && rises(&accuracy), lost && rises(&kappa)) {
        (true, true) => Cell::text("accuracy and kappa rise"),
        (true, false) => Cell::text("accuracy rises"),
        (false, true) => Cell::text("kappa rises"),
        (false, false) => Cell::Empty,
    };
    let styled = values.into_iter().zip(MEASURES).flat_map(|([before, after, _], (_, measure))| {
        [before, after].map(|value| Cell::value(value, measure.style))
    });
    let loss = Cell::value(information.map(|change| -change), MUTUAL_INFORMATION.style);
    styled.chain([loss, rewarded]).collect()
}

fn note(rows: &[Row]) -> String {
    let marked = rows.iter().filter(|row| row.cells.last() != Some(&Cell::Empty)).count();
    let verdict = match marked {
        0 => "No rewriting raises accuracy or kappa while mutual information falls".to_owned(),
        1 => "Marked: 1 rewriting that raises accuracy or kappa although mutual information falls"
            .to_owned(),
        count => format!(
            "Marked: {count} rewritings that raise accuracy or kappa although mutual information falls"
        ),
    };
    format!(
        "Each row rewrites all predictions of one label to another label. Mutual information I(G;L) cannot rise by this \
         (data processing inequality). {verdict}. Loss: I before minus I after, in bits."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, shown};

    #[test]
    fn bergmair_figure_2_is_the_rewriting_that_raises_both_measures() {
        let rows = [vec![20, 25, 5], vec![9, 18, 9], vec![1, 7, 6]];
        let table = ContingencyTable::from_rows(&rows).unwrap();
        let labels = ["E", "U", "C"].map(str::to_owned);
        let table = bare(&table, &labels, Seed(1));
        assert_eq!(table.rows.len(), 6);
        let said = |rewriting: &str| {
            let row = table.rows.iter().find(|row| row.cells[0] == Cell::text(rewriting)).unwrap();
            row.cells.last().unwrap().clone()
        };
        // Unknown to entailment, the paper's. Contradiction to unknown raises the diagonal too, from
        // 44 to 20 + 27 = 47, but not kappa.
        assert_eq!(said("U to E"), Cell::text("accuracy and kappa rise"));
        assert_eq!(said("C to U"), Cell::text("accuracy rises"));
        assert_eq!(said("E to C"), Cell::Empty);
        let paper = &table.rows.iter().find(|row| row.cells[0] == Cell::text("U to E")).unwrap();
        let numbers: Vec<f64> = paper.cells[1..7].iter().filter_map(Cell::number).collect();
        for (ours, printed) in numbers.iter().zip([0.44, 0.51, 0.1277, 0.1434, 0.0836, 0.0574]) {
            assert!((ours - printed).abs() < 5e-5, "{numbers:?}");
        }
    }

    #[test]
    fn a_rewriting_that_raises_accuracy_and_loses_information_is_marked() {
        // Bergmair 2009, Figure 2, from pairs: 20 25 5, 9 18 9, 1 7 6.
        let mut pairs = String::new();
        for (gold, answers) in ["E", "U", "C"].iter().zip([[20, 25, 5], [9, 18, 9], [1, 7, 6]]) {
            for (answer, count) in ["E", "U", "C"].iter().zip(answers) {
                for _ in 0..count {
                    pairs += &format!("{} {gold} - {answer}\n", pairs.len());
                }
            }
        }
        let scene = Scene::new(plain(), &["A"], &pairs);
        let table = &build(&scene.results())[0];
        let marked: Vec<String> =
            shown(table).into_iter().filter(|row| row.ends_with(" rise")).collect();
        let paper = "A | unknown to entailment | 44.0 | 51.0 | 0.1277 | 0.1434 | 0.0836 | 0.0574 | \
                     0.0261 | accuracy and kappa rise";
        assert_eq!(marked, [paper]);
        assert!(table.notes[0].contains("Marked: 2 rewritings"), "{}", table.notes[0]);
    }

    #[test]
    fn labels_that_are_never_predicted_are_never_rewritten() {
        let scene = Scene::new(plain(), &["A"], "1 E - E\n2 U - E");
        let rows = shown(&build(&scene.results())[0]);
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| row.starts_with("A | entailment to ")), "{rows:?}");
    }
}
