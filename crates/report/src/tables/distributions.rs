//! Probabilities of systems compared with the distribution of annotators' labels.

use phenom_metrics::people::{AgreementRow, CROSS_ENTROPY, IMPOSSIBLE_JUDGMENTS, JENSEN_SHANNON};

use super::annotated::Annotated;
use crate::{Cell, Column, Row, RowKind, SafeName, Table};

/// The probabilities of systems compared with the distribution of annotators' labels.
pub(super) fn table(annotated: &Annotated<'_>) -> Table {
    let of_systems = annotated.rows.iter().filter(|row| row.measure == JENSEN_SHANNON.key);
    let of_systems: Vec<&AgreementRow> = of_systems.collect();
    let columns = vec![
        Column::repeating("system"),
        Column::repeating("pairs"),
        Column::repeating("by"),
        Column::new("slice"),
        Column::new("compared"),
        Column::new("JSD"),
        Column::new("cross-entropy"),
        Column::new("probability 0, %"),
    ];
    let row = |(at, row): (usize, &&AgreementRow)| {
        let mut cells = vec![
            Cell::text(annotated.results.shown(&row.system)),
            Cell::text(row.population.name()),
        ];
        cells.extend(annotated.slice_cells(row));
        cells.push(Cell::count(row.support));
        let measures = [&JENSEN_SHANNON, &CROSS_ENTROPY, &IMPOSSIBLE_JUDGMENTS];
        cells.extend(measures.map(|measure| annotated.beside(row, row.task, measure)));
        let before = at.checked_sub(1).map(|above| of_systems[above]);
        let same = before.is_some_and(|above| above.system == row.system);
        Row { kind: if same { RowKind::Body } else { RowKind::First }, cells }
    };
    let notes = vec![
        "JSD: Jensen-Shannon distance between the system's probabilities and the shares of the annotators' labels (0: \
         equal, 1: disjoint). Cross-entropy: of an annotator's label under these probabilities, in bits. Both are means \
         over pairs. Probability 0: pairs on which the system gives probability 0 to a label of an annotator; one such \
         pair makes the cross-entropy infinite."
            .to_owned(),
    ];
    Table {
        key: SafeName::new("distributions"),
        title: "Probabilities of systems and labels of annotators".to_owned(),
        columns,
        rows: of_systems.iter().enumerate().map(row).collect(),
        notes,
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Task;
    use phenom_metrics::measures::Measure;
    use phenom_metrics::{Population, SliceKind, Undefined};

    use super::*;
    use crate::testing::{Scene, plain, shown};

    #[test]
    fn probabilities_are_compared_with_annotators() {
        let pairs = "1 E - E ann=E bob=E\n2 U - U ann=U bob=E";
        let scene = Scene::new(plain(), &["A"], pairs);
        let mut people = scene.people();
        let row = |measure: &Measure, value| AgreementRow {
            system: "A".to_owned(),
            keys: [String::new(), String::new()],
            population: Population::Original,
            slice_kind: SliceKind::All,
            slice: String::new(),
            task: Task::ThreeWay,
            measure: measure.key,
            value,
            proportion: None,
            support: 2,
            interval: None,
        };
        people.rows.push(row(&JENSEN_SHANNON, Ok(0.25)));
        people.rows.push(row(&CROSS_ENTROPY, Err(Undefined::ImpossibleJudgment)));
        let results = scene.results();
        let table = table(&people.annotated(&results));
        assert_eq!(shown(&table), ["A | original | all | all pairs | 2 | 0.2500 | – |"]);
    }
}
