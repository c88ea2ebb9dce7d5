//! How far annotators agree, and how systems fare under each answer key [V08, section 2.2].

use phenom_dataset::Task;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::kappa::KAPPA;
use phenom_metrics::people::{
    AGREEMENT, AgreementRow, AnnotatorTable, CROSS_ENTROPY, FLEISS_KAPPA, IMPOSSIBLE_JUDGMENTS,
    JENSEN_SHANNON, KRIPPENDORFF_ALPHA, Keys, MOST_KEYED, MOST_PAIRED,
};
use phenom_metrics::{Inference, Population, SliceKind};

use super::{key_tables, people};
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

/// What people said of a dataset, and what follows for systems.
#[derive(Debug)]
pub struct Annotated<'a> {
    /// Agreement in every slice, systems' distances to annotators among it.
    pub rows: &'a [AgreementRow],
    /// What every two annotators said.
    pub tables: &'a [AnnotatorTable],
    /// The systems under every key.
    pub keys: &'a Keys,
    /// The systems under the official key.
    pub results: &'a Results<'a>,
}

/// The tables of an annotated dataset; those that have nothing to show are absent.
#[must_use]
pub fn agreement_tables(annotated: &Annotated<'_>) -> Vec<Table> {
    let mut tables = Vec::new();
    for population in POPULATIONS {
        tables.push(slices(annotated, population));
        tables.push(annotators(annotated, population));
        tables.extend(judgments(annotated, population));
        tables.push(people::table(annotated, population));
    }
    tables.extend(key_tables::tables(annotated));
    tables.push(distributions(annotated));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

pub(super) const POPULATIONS: [Population; 2] = [Population::Original, Population::Monothematic];

/// The key of the table of a population.
pub(super) fn key(key: &str, population: Population) -> SafeName {
    match population {
        Population::Monothematic => SafeName::new(&format!("{key}-monothematic")),
        Population::Original | Population::Decomposition => SafeName::new(key),
    }
}

impl Annotated<'_> {
    /// The tasks under which agreement is taken, the finest first.
    pub(super) fn tasks(&self) -> Vec<Task> {
        let has = |task: &Task| self.rows.iter().any(|row| row.task == *task);
        [Task::ThreeWay, Task::TwoWay].into_iter().filter(has).collect()
    }

    /// The figure of a measure beside a row: in the same slice, of the same keys and system.
    pub(super) fn beside(&self, row: &AgreementRow, task: Task, measure: &Measure) -> Cell {
        let same = |other: &&AgreementRow| {
            other.measure == measure.key
                && other.task == task
                && (other.population, &other.slice_kind, &other.slice, &other.keys, &other.system)
                    == (row.population, &row.slice_kind, &row.slice, &row.keys, &row.system)
        };
        self.rows.iter().find(same).map_or(Cell::Empty, cell)
    }

    /// A slice's kind and name, as two cells.
    pub(super) fn slice_cells(&self, row: &AgreementRow) -> [Cell; 2] {
        let name = match row.slice_kind {
            SliceKind::All => "all pairs".to_owned(),
            _ => self.results.slice_named(&row.slice_kind, &row.slice),
        };
        [Cell::text(row.slice_kind.to_string()), Cell::Text(name)]
    }

    /// What the brackets of a table mean.
    pub(super) fn brackets(&self, rows: &[Row]) -> Option<String> {
        let has = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.interval().is_some());
        let Inference { level, resamples, .. } = self.results.evaluation.inference;
        has.then(|| {
            format!(
                "In brackets the {} % confidence interval: bias-corrected bootstrap over original \
                 pairs with all that comes from them ({resamples} resamples); Wilson's for the \
                 agreement of two on pairs of which no two come from one original. Where all \
                 resamples are equal there is none.",
                100.0 * level.value(),
            )
        })
    }
}

fn cell(row: &AgreementRow) -> Cell {
    let cell = match row.proportion {
        Some(share) => Cell::Share(share),
        None => Cell::value(row.value.clone(), Style::Bits),
    };
    cell.between(row.interval.map(|interval| interval.interval))
}

/// Rows that start a kind of slice are set off.
pub(super) fn kind(row: &AgreementRow, before: Option<&&AgreementRow>) -> RowKind {
    let same = before.is_some_and(|before| before.slice_kind == row.slice_kind);
    if same { RowKind::Body } else { RowKind::First }
}

const COEFFICIENTS: &str = "Fleiss' kappa and Krippendorff's alpha (nominal) are 1 where all agree and 0 where they \
     agree as by chance; both take any number of annotators, and pairs that one alone judged add \
     nothing to them.";

/// Agreement of all annotators in every slice.
fn slices(annotated: &Annotated<'_>, population: Population) -> Table {
    let tasks = annotated.tasks();
    let finest = tasks.first().copied().unwrap_or(Task::ThreeWay);
    let of_all = annotated.rows.iter().filter(|row| {
        row.measure == AGREEMENT.key
            && row.task == finest
            && row.population == population
            && row.keys.iter().all(String::is_empty)
    });
    let of_all: Vec<&AgreementRow> = of_all.collect();
    let mut columns =
        vec![Column::repeating("by"), Column::new("slice"), Column::new("judged by two")];
    columns.extend(tasks.iter().map(|task| Column::grouped("agreement %", task.name())));
    columns.push(Column::new("Fleiss' kappa"));
    columns.push(Column::new("alpha"));
    let row = |(at, row): (usize, &&AgreementRow)| {
        let mut cells = annotated.slice_cells(row).to_vec();
        cells.push(Cell::Count(row.support));
        cells.extend(tasks.iter().map(|task| annotated.beside(row, *task, &AGREEMENT)));
        cells.push(annotated.beside(row, finest, &FLEISS_KAPPA));
        cells.push(annotated.beside(row, finest, &KRIPPENDORFF_ALPHA));
        Row { kind: kind(row, at.checked_sub(1).and_then(|above| of_all.get(above))), cells }
    };
    let rows: Vec<Row> = of_all.iter().enumerate().map(row).collect();
    let mut notes = vec![
        format!(
            "Agreement is the share of all pairs of judgments of one pair that are the same, on the {} \
             pairs that two annotators judged at least; two-way, unknown and contradiction are the \
             same. The coefficients are {}. A slice on which people agree less than on others is \
             unsettled rather than unsolved.",
            population.name(),
            finest.name(),
        ),
        COEFFICIENTS.to_owned(),
    ];
    notes.extend(annotated.brackets(&rows));
    let title = format!("How far annotators agree on {} pairs", population.name());
    Table { key: key("agreement", population), title, columns, rows, notes }
}

/// Every two annotators on all pairs, and each with the official gold [V08, Tables 2 and 3].
fn annotators(annotated: &Annotated<'_>, population: Population) -> Table {
    let tasks = annotated.tasks();
    let finest = tasks.first().copied().unwrap_or(Task::ThreeWay);
    let of_two = annotated.rows.iter().filter(|row| {
        row.measure == AGREEMENT.key
            && row.task == finest
            && row.population == population
            && row.slice_kind == SliceKind::All
            && !row.keys[1].is_empty()
    });
    let of_two: Vec<&AgreementRow> = of_two.collect();
    let mut columns =
        vec![Column::repeating("judgments of"), Column::new("and"), Column::new("both judged")];
    columns.extend(tasks.iter().map(|task| Column::grouped("agreement %", task.name())));
    columns.extend(tasks.iter().map(|task| Column::grouped("Cohen's kappa", task.name())));
    let row = |(at, row): (usize, &&AgreementRow)| {
        let mut cells = row.keys.each_ref().map(|name| Cell::text(short(name))).to_vec();
        // Two-way judgments are compared two-way only.
        let shared = annotated.rows.iter().filter(|other| {
            (other.population, &other.slice_kind, &other.keys)
                == (row.population, &row.slice_kind, &row.keys)
        });
        cells.push(Cell::Count(shared.map(|other| other.support).max().unwrap_or(0)));
        cells.extend(tasks.iter().map(|task| annotated.beside(row, *task, &AGREEMENT)));
        cells.extend(tasks.iter().map(|task| annotated.beside(row, *task, &KAPPA)));
        let same = at.checked_sub(1).is_some_and(|above| of_two[above].keys[0] == row.keys[0]);
        Row { kind: if same { RowKind::Body } else { RowKind::First }, cells }
    };
    let rows: Vec<Row> = of_two.iter().enumerate().map(row).collect();
    let mut notes = vec![
        "The official gold stands for one more annotator. Kappa is agreement above chance as a share \
         of what is left above it."
            .to_owned(),
    ];
    notes.extend(annotated.brackets(&rows));
    let title = format!("How far every two annotators agree on {} pairs", population.name());
    Table { key: key("annotators", population), title, columns, rows, notes }
}

/// What every two annotators said [V08, Tables 2 and 3]: a table for each task that any two share.
fn judgments(annotated: &Annotated<'_>, population: Population) -> Vec<Table> {
    let mut tables = Vec::new();
    for task in [Task::ThreeWay, Task::TwoWay] {
        let of_task =
            |table: &&AnnotatorTable| table.population == population && table.task == task;
        let of_task: Vec<&AnnotatorTable> = annotated.tables.iter().filter(of_task).collect();
        let labels = task.judgments();
        let mut columns = vec![
            Column::repeating("judgments of"),
            Column::repeating("and"),
            Column::new("judgment"),
        ];
        columns.extend(labels.iter().map(|label| Column::grouped("the second says", label.name())));
        columns.push(Column::new("total"));
        let rows = of_task.iter().flat_map(|two| {
            labels.iter().enumerate().map(move |(said, judgment)| {
                let mut cells = two.keys.each_ref().map(|name| Cell::text(short(name))).to_vec();
                cells.push(Cell::text(judgment.name()));
                cells.extend(
                    (0..labels.len()).map(|other| Cell::Count(two.table.count(said, other))),
                );
                cells.push(Cell::Count(two.table.gold(said)));
                Row { kind: if said == 0 { RowKind::First } else { RowKind::Body }, cells }
            })
        });
        let rows = rows.collect();
        let all = key("annotator-judgments", population);
        let name = match task {
            Task::ThreeWay => all,
            Task::TwoWay => SafeName::new(&format!("{all}-two-way")),
        };
        tables.push(Table {
            key: name,
            title: format!(
                "What every two annotators said of {} pairs, {} (Voorhees 2008, Tables 2 and 3)",
                population.name(),
                task.name()
            ),
            columns,
            rows,
            notes: vec![
                "Over the pairs that both judged; the judgments of the first in rows.".to_owned(),
            ],
        });
    }
    tables
}

/// What a report must say of annotators that are not singled out.
#[must_use]
pub fn notes_on_annotators(annotators: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if annotators > MOST_PAIRED {
        notes.push(format!(
            "There are {annotators} annotators: every two of them have rows of their own up to \
             {MOST_PAIRED} only."
        ));
    }
    if annotators > MOST_KEYED {
        notes.push(format!(
            "There are {annotators} annotators: each is an answer key up to {MOST_KEYED} only."
        ));
    }
    notes
}

/// A key as tables name it.
pub(super) fn short(name: &str) -> &str {
    name.strip_prefix("annotator:").unwrap_or(name)
}

/// The probabilities of systems beside the distribution of what annotators said.
fn distributions(annotated: &Annotated<'_>) -> Table {
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
        Column::new("held impossible %"),
    ];
    let row = |(at, row): (usize, &&AgreementRow)| {
        let mut cells = vec![
            Cell::text(annotated.results.shown(&row.system)),
            Cell::text(row.population.name()),
        ];
        cells.extend(annotated.slice_cells(row));
        cells.push(Cell::Count(row.support));
        let measures = [&JENSEN_SHANNON, &CROSS_ENTROPY, &IMPOSSIBLE_JUDGMENTS];
        cells.extend(measures.map(|measure| annotated.beside(row, row.task, measure)));
        let before = at.checked_sub(1).map(|above| of_systems[above]);
        let same = before.is_some_and(|above| above.system == row.system);
        Row { kind: if same { RowKind::Body } else { RowKind::First }, cells }
    };
    let notes = vec![
        "JSD is the Jensen-Shannon distance of the system's probabilities to the shares of what \
         annotators said (0 equal, 1 disjoint), cross-entropy the bits that the system's \
         probabilities need to say what an annotator said, both averaged over pairs. Held \
         impossible: the pairs on which the system gives probability 0 to a judgment that an \
         annotator gave; one makes the cross-entropy infinite."
            .to_owned(),
    ];
    Table {
        key: SafeName::new("distributions"),
        title: "Probabilities of systems beside what annotators said".to_owned(),
        columns,
        rows: of_systems.iter().enumerate().map(row).collect(),
        notes,
    }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Undefined;

    use super::*;
    use crate::testing::{Scene, plain, shown};

    /// Of two pairs ann and bob agree on one; A follows ann, and B follows bob.
    fn scene() -> Scene {
        let pairs = "1 E lex:syn E E ann=E bob=E\n2 U lex:ant U E ann=U bob=E";
        Scene::new(plain(), &["A", "B"], pairs)
    }

    fn table(key: &str) -> Table {
        let scene = scene();
        let (results, people) = (scene.results(), scene.people());
        let tables = agreement_tables(&people.annotated(&results));
        tables.into_iter().find(|table| table.key.as_str() == key).unwrap()
    }

    #[test]
    fn agreement_stands_slice_by_slice() {
        let rows = shown(&table("agreement"));
        assert!(rows[0].starts_with("all | all pairs | 2 | 50.0"), "{}", rows[0]);
        assert!(rows[2].starts_with("phenomenon | lex:syn | 1 | 100.0"), "{}", rows[2]);
        assert!(rows[3].starts_with("phenomenon | lex:ant | 1 | 0.0"), "{}", rows[3]);
    }

    #[test]
    fn the_official_gold_stands_for_one_more_annotator() {
        let rows = shown(&table("annotators"));
        assert!(rows[0].starts_with("official | ann | 2 | 100.0"), "{}", rows[0]);
        assert!(rows[1].starts_with("official | bob | 2 | 50.0"), "{}", rows[1]);
        assert!(rows[2].starts_with("ann | bob | 2 | 50.0"), "{}", rows[2]);
    }

    #[test]
    fn what_two_annotators_said_is_counted_with_the_first_in_rows() {
        let rows = shown(&table("annotator-judgments"));
        assert_eq!(
            rows[6..8],
            ["ann | bob | entailment | 1 | 0 | 0 | 1", "ann | bob | unknown | 1 | 0 | 0 | 1"]
        );
    }

    #[test]
    fn more_annotators_than_are_singled_out_are_said() {
        assert_eq!(notes_on_annotators(MOST_PAIRED), Vec::<String>::new());
        assert_eq!(notes_on_annotators(MOST_PAIRED + 1).len(), 1);
        assert_eq!(notes_on_annotators(MOST_KEYED + 1).len(), 2);
    }

    #[test]
    fn probabilities_stand_beside_what_annotators_said() {
        let scene = self::scene();
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
        let table = distributions(&people.annotated(&results));
        assert_eq!(shown(&table), ["A | original | all | all pairs | 2 | 0.2500 | – |"]);
    }
}
