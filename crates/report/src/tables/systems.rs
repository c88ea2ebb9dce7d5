//! Every system by its main measures, with the baselines [B09, sections 3 and 6].

use phenom_dataset::Task;
use phenom_metrics::Population;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, ACCURACY_TWO_WAY, MEAN_CONDITIONED_ACCURACY};
use phenom_metrics::measures::f1::MACRO_F1;
use phenom_metrics::measures::independence::INDEPENDENCE_P_VALUE;
use phenom_metrics::measures::kappa::KAPPA;
use phenom_metrics::measures::mcc::MCC;
use phenom_metrics::measures::mutual_information::{
    CORRECTED_MUTUAL_INFORMATION, MUTUAL_INFORMATION, UNCERTAINTY_COEFFICIENT,
};

use super::{BASELINE_NOTE, POOLED_NOTE, notes_on_systems, shown_systems};
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

/// The measures after accuracy, with the heads of their columns.
const MEASURES: [(&str, &Measure); 8] = [
    ("A'", &MEAN_CONDITIONED_ACCURACY),
    ("macro F1", &MACRO_F1),
    ("MCC", &MCC),
    ("kappa", &KAPPA),
    ("I(G;L)", &MUTUAL_INFORMATION),
    ("I - E[I]", &CORRECTED_MUTUAL_INFORMATION),
    ("I/H(G)", &UNCERTAINTY_COEFFICIENT),
    ("p", &INDEPENDENCE_P_VALUE),
];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let three_way = evaluation.task == Task::ThreeWay;
    let head = match evaluation.task {
        Task::TwoWay => "A2",
        Task::ThreeWay => "A3",
        Task::Outcome => "accuracy",
    };
    let mut figures = vec![(head, &ACCURACY)];
    if three_way {
        figures.push(("A2", &ACCURACY_TWO_WAY));
    }
    figures.extend(MEASURES);
    // A measure that was not asked for has no column.
    figures.retain(|(_, measure)| results.wanted().has(measure));
    let letters = results.letters(population);
    let mut columns = vec![Column::new("system")];
    columns.extend(figures.iter().map(|(head, _)| Column::new(*head)));
    if letters.is_some() {
        columns.insert(2, Column::new("group"));
    }
    let own_letters = |number: usize| match &letters {
        Some(letters) => letters.get(number).cloned().map_or(Cell::Empty, Cell::Text),
        None => Cell::Empty,
    };
    let row = |(number, (shown, system)): (usize, (String, String))| {
        let of = |(_, measure): &(&str, &Measure)| {
            results.cell(&system, population, Pairs::All, measure)
        };
        let mut cells: Vec<Cell> =
            [Cell::Text(shown)].into_iter().chain(figures.iter().map(of)).collect();
        if letters.is_some() {
            cells.insert(2, own_letters(number));
        }
        // A line separates the pooled row, and the baselines.
        let systems = evaluation.systems.len();
        let first = number == systems || number == systems + usize::from(results.options.pool);
        Row { kind: if first { RowKind::First } else { RowKind::Body }, cells }
    };
    let rows: Vec<Row> = shown_systems(results).into_iter().enumerate().map(row).collect();
    let mut notes = Vec::new();
    let unit = results.options.numbers.unit();
    let ways = match evaluation.task {
        Task::ThreeWay => format!(
            "A3: three-way accuracy, A2: two-way accuracy (unknown and contradiction merged), both {unit} \
         (correct/pairs)"
        ),
        Task::TwoWay => format!("A2: two-way accuracy {unit} (correct/pairs)"),
        Task::Outcome => format!("Accuracy: the mean outcome {unit}"),
    };
    notes.push(match evaluation.task {
        Task::Outcome => format!("{ways}."),
        Task::TwoWay | Task::ThreeWay => format!(
            "{ways}. A': mean accuracy over the gold labels, {unit}. I: mutual information in bits. E[I]: its expected \
             value for predictions independent of the gold labels. p: test of independence, which assumes independent \
             pairs."
        ),
    });
    if letters.is_some() {
        notes.push(results.letters_note());
    }
    notes.extend(results.interval_note(&rows));
    let has_baselines = !results.baselines().is_empty();
    notes.extend(has_baselines.then(|| BASELINE_NOTE.to_owned()));
    if results.options.pool {
        notes.push(POOLED_NOTE.to_owned());
    }
    notes.extend(notes_on_systems(results));
    let name = population.name();
    let title = match evaluation.task {
        Task::Outcome => format!("Accuracy of systems on {name} pairs"),
        Task::TwoWay | Task::ThreeWay => {
            format!("Accuracy and mutual information of systems and baselines on {name} pairs")
        }
    };
    Table { key: SafeName::new(&format!("systems-{name}")), title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Settings;
    use phenom_metrics::measures::Wanted;

    use super::*;
    use crate::testing::{Scene, columns, notes, plain, shown, told_apart, two_systems};

    #[test]
    fn a_system_has_its_counts_and_a_baseline_its_expectation() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[0]);
        assert!(
            rows[0].starts_with("A | 50.0 (1/2) | 50.0 (1/2) | 50.0 | 33.3 | – |"),
            "{}",
            rows[0]
        );
        assert!(rows[2].starts_with("always entailment † | 50.0 | 50.0 |"), "{}", rows[2]);
    }

    #[test]
    fn an_oracle_is_marked() {
        let scene = Scene::new(plain(), &["A", "G!"], "1 E - U E\n2 E - E E");
        let table = &build(&scene.results())[0];
        assert!(shown(table)[1].starts_with("G ‡ | 100.0 (2/2)"));
        assert!(notes(table).contains("‡ Oracle"), "{}", notes(table));
    }

    #[test]
    fn all_systems_together_have_a_row_where_they_are_pooled() {
        let mut scene = two_systems();
        scene.options.pool = true;
        let rows = shown(&build(&scene.results())[0]);
        assert!(rows[2].starts_with("all 2 systems pooled § | 75.0 (3/4)"), "{}", rows[2]);
    }

    #[test]
    fn systems_that_can_be_told_apart_share_no_letter() {
        let scene = told_apart(&["A", "B", "C"]);
        let table = &build(&scene.results())[0];
        assert_eq!(table.columns[2].name, "group");
        let letters: Vec<&Cell> = table.rows[..3].iter().map(|row| &row.cells[2]).collect();
        assert_eq!(letters, [&Cell::text("a"), &Cell::text("b"), &Cell::text("a")]);
    }

    #[test]
    fn what_was_not_computed_has_no_column() {
        let wanted = Wanted::named(["accuracy"]);
        let scene = Scene::new(Settings { wanted, ..plain() }, &["A"], "1 E - E");
        assert_eq!(columns(&build(&scene.results())[0]), "system | A3");
    }
}
