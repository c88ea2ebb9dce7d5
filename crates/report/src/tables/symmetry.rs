//! Which measures stay the same when entailment and contradiction are swapped [B09, section 4.2].

use phenom_dataset::Task;
use phenom_metrics::Population;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY_THREE_WAY, ACCURACY_TWO_WAY};
use phenom_metrics::measures::average_precision::AVERAGE_PRECISION;
use phenom_metrics::measures::kappa::KAPPA;
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;

use super::notes_on_systems;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

const MEASURES: [(&str, &Measure); 5] = [
    ("A3", &ACCURACY_THREE_WAY),
    ("I(G;L)", &MUTUAL_INFORMATION),
    ("kappa", &KAPPA),
    ("A2", &ACCURACY_TWO_WAY),
    ("AP", &AVERAGE_PRECISION),
];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    if results.evaluation.task != Task::ThreeWay {
        return Vec::new();
    }
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let columns = ["system", "measure", "observed", "swapped", "difference"];
    let mut columns = columns.map(Column::new).to_vec();
    columns[0].repeats = true;
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let mut kind = RowKind::First;
        for (head, measure) in MEASURES {
            let of = |pairs| results.score(&system.name, population, pairs, measure);
            let figures = [Pairs::All, Pairs::Negated, Pairs::NegatedChange].map(of);
            let [Some(before), Some(after), Some(change)] = figures else { continue };
            rows.push(Row {
                kind: std::mem::replace(&mut kind, RowKind::Body),
                cells: vec![
                    Cell::Text(results.marked(system)),
                    Cell::text(head),
                    Cell::value(before.value.clone(), measure.style),
                    Cell::value(after.value.clone(), measure.style),
                    Cell::value(change.value.clone(), measure.style.of_difference()),
                ],
            });
        }
    }
    let mut notes = vec![
        "Swapped: entailment and contradiction are exchanged in gold and predicted labels, as if every hypothesis were \
         negated. A3, mutual information and kappa cannot change. Two-way accuracy (A2) and average precision (AP) can, \
         because they distinguish only entailment. AP swapped: ranking by contradiction, from confidences or \
         probabilities, or else the reversed ranking."
            .to_owned(),
    ];
    notes.extend(notes_on_systems(results));
    let name = population.name();
    let title = format!("Logical symmetry on the {name} pairs");
    Table { key: SafeName::new(&format!("symmetry-{name}")), title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, shown};

    #[test]
    fn only_what_sees_entailment_alone_changes() {
        // A takes contradiction for unknown: right two-way, wrong once both are swapped.
        let scene = Scene::new(plain(), &["A"], "1 E - E\n2 C - U");
        let rows = shown(&build(&scene.results())[0]);
        assert_eq!(rows[0], "A | A3 | 50.0 | 50.0 | 0.0");
        assert_eq!(rows[2], "A | kappa | 0.3333 | 0.3333 | 0.0000");
        assert_eq!(rows[3], "A | A2 | 100.0 | 50.0 | -50.0");
    }

    #[test]
    fn two_way_there_is_no_table() {
        let scene = Scene::new(plain(), &["A"], "1 E - E\n2 N - N");
        assert!(build(&scene.results()).is_empty());
    }
}
