//! Every answer, as answers.csv has them.

use phenom_report::{AnswerRow, Answers};

use crate::columns::{Column, Columns};
use crate::table::Table;

/// The rows of answers.csv; none if the study does not keep its pairs.
pub(crate) fn answers(answers: Option<Answers<'_>>) -> Table {
    let mut columns = Filled::default();
    // Nothing is written, so nothing can fail.
    drop(answers.map(|answers| {
        answers.for_each(|row| {
            columns.push(row);
            Ok(())
        })
    }));
    Table::of_columns(columns.all())
}

#[derive(Default)]
struct Filled {
    texts: [Vec<Option<String>>; 9],
    run: Vec<Option<i64>>,
    reads_gold: Vec<Option<i64>>,
    right: Vec<Option<f64>>,
    confidence: Vec<Option<f64>>,
    entailment_score: Vec<Option<f64>>,
}

impl Filled {
    fn push(&mut self, row: &AnswerRow<'_>) {
        let cells = [
            row.pair,
            row.population,
            row.original,
            row.cluster,
            row.phenomena,
            row.gold,
            row.system,
            row.answer,
            row.justification.unwrap_or_default(),
        ];
        for (column, text) in self.texts.iter_mut().zip(cells) {
            column.push((!text.is_empty()).then(|| text.to_owned()));
        }
        self.run.push(i64::try_from(row.run).ok());
        self.reads_gold.push(Some(row.reads_gold.into()));
        // Of an outcome that is right in part, how far.
        self.right.push(row.score.unwrap_or_else(|| row.right.map(f64::from)));
        self.confidence.push(row.confidence);
        self.entailment_score.push(row.entailment_score);
    }

    /// In the order of the file; no justifications where no system gives one.
    fn all(self) -> Columns {
        let [pair, population, original, cluster, phenomena, gold, system, answer, justification] =
            self.texts.map(Column::Texts);
        let mut columns = vec![
            ("pair", pair),
            ("population", population),
            ("original", original),
            ("cluster", cluster),
            ("phenomena", phenomena),
            ("gold", gold),
            ("system", system),
            ("run", Column::Counts(self.run)),
            ("reads_gold", Column::Counts(self.reads_gold)),
            ("answer", answer),
            ("right", Column::Numbers(self.right)),
            ("confidence", Column::Numbers(self.confidence)),
            ("entailment_score", Column::Numbers(self.entailment_score)),
        ];
        if justification.has_value() {
            columns.push(("justification", justification));
        }
        columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect()
    }
}
