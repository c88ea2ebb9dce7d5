//! Every answer of every run, for people who compute further.

use std::io;

use phenom_dataset::{Answer, Dataset, Judgment, Outcome, PARTLY_RIGHT, Run, ScoreKind, Task};
use phenom_metrics::{Origin, Population, is_right};
use serde::Serialize;

/// What stands between the phenomena of a pair, and between the judgments of a gold that is a set.
const SEPARATOR: &str = ";";

/// The answers of some runs to a dataset, to be judged as a task has it.
#[derive(Debug, Clone, Copy)]
pub struct Answers<'a> {
    /// The dataset whose pairs the runs answer.
    pub dataset: &'a Dataset,
    /// The runs; those of one system follow each other.
    pub runs: &'a [(Run, Origin)],
    /// Which judgments are told apart.
    pub task: Task,
}

/// One answer, its fields in the order of the columns. Later columns are added at the end, and names do not
/// change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnswerRow<'a> {
    /// The pair's id.
    pub pair: &'a str,
    /// `original` or `monothematic`.
    pub population: &'static str,
    /// The id of the original that the pair is, or comes from.
    pub original: &'a str,
    /// What the data call the cluster of that original; its id where they say nothing.
    pub cluster: &'a str,
    /// The phenomena that the pair itself is tagged with, as paths with `;` between them.
    pub phenomena: &'a str,
    /// The gold judgment, or the judgments of a set with `;` between them; empty for none.
    pub gold: &'a str,
    /// The system's name.
    pub system: &'a str,
    /// The number of the system's run, from 1.
    pub run: usize,
    /// 1 for a system that reads gold, and 0 for others.
    pub reads_gold: u8,
    /// A judgment, `abstained` or `missing`; of an outcome `right`, `wrong`, `partly right` or `missing`.
    pub answer: &'static str,
    /// 1 where the answer counts as right, 0 where as wrong; nothing where the pair is not counted, and where the answer is
    /// right in part.
    pub right: Option<u8>,
    /// How sure the run is of its answer: its confidence, or the highest of its probabilities.
    pub confidence: Option<f64>,
    /// How far it takes the pair for entailed: its score, or its probability of entailment.
    pub entailment_score: Option<f64>,
    /// Why it answers so, in its own words; empty where it does not say. A column only where any run says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub justification: Option<&'a str>,
    /// How far an outcome is right, from 0 to 1; nothing where the pair is not counted. A column only of outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Option<f64>>,
}

impl<'a> Answers<'a> {
    /// Up to how many answers are written unasked: some 15 MB.
    pub const MOST: usize = 200_000;

    /// How many answers there are, missing ones among them.
    #[must_use]
    pub fn count(self) -> usize {
        self.dataset.len().saturating_mul(self.runs.len())
    }

    /// Whether they are outcomes, of pairs without gold labels.
    #[must_use]
    pub fn are_outcomes(self) -> bool {
        self.task == Task::Outcome
    }

    /// Whether any run gives reasons for its answers.
    #[must_use]
    pub fn are_justified(self) -> bool {
        self.runs.iter().any(|(run, _)| run.is_justified())
    }

    /// Calls `visit` for every answer: pair by pair in the order of the dataset, and run by run.
    ///
    /// # Errors
    /// The first that `visit` gives.
    pub fn for_each(
        self,
        mut visit: impl FnMut(&AnswerRow<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Self { dataset, runs, task } = self;
        let groups = runs.chunk_by(|(a, _), (b, _)| a.system() == b.system());
        let numbered: Vec<(usize, &(Run, Origin))> =
            groups.flat_map(|group| (1..).zip(group)).collect();
        let justified = self.are_justified();
        for row in 0..dataset.len() {
            let original = dataset.original_of(row);
            let population = match dataset.monothematic().contains(&row) {
                true => Population::Monothematic,
                false => Population::Original,
            };
            let phenomena = phenomena(dataset, row);
            let gold = if self.are_outcomes() { String::new() } else { gold(dataset, row) };
            for &(number, (run, origin)) in &numbered {
                let [confidence, entailment_score] = scores(run, row);
                let answer = run.answer(row);
                let right = is_right(dataset, row, run, task);
                let units = f64::from(run.outcome_units(row)) / f64::from(Outcome::UNIT);
                let is_partly_right = self.are_outcomes() && answer == PARTLY_RIGHT;
                visit(&AnswerRow {
                    pair: dataset.id(row),
                    population: population.name(),
                    original: dataset.id(original),
                    cluster: dataset.cluster_name(original).unwrap_or(dataset.id(original)),
                    phenomena: &phenomena,
                    gold: &gold,
                    system: run.system(),
                    run: number,
                    reads_gold: u8::from(*origin == Origin::ReadsGold),
                    answer: in_a_word(answer, task),
                    right: right.filter(|_| !is_partly_right).map(u8::from),
                    confidence,
                    entailment_score,
                    justification: justified.then(|| run.justification(row).unwrap_or_default()),
                    score: self.are_outcomes().then(|| right.map(|_| units)),
                })?;
            }
        }
        Ok(())
    }
}

/// An answer in a word of the files.
pub(crate) fn in_a_word(answer: Answer, task: Task) -> &'static str {
    match answer {
        Answer::Judged(judgment) => task.word(judgment),
        PARTLY_RIGHT if task == Task::Outcome => "partly right",
        Answer::Several(several) => several.name(),
        Answer::Abstained => "abstained",
        Answer::Missing => "missing",
    }
}

/// A separator within a name is a comma here.
fn phenomena(dataset: &Dataset, row: usize) -> String {
    let tags = dataset.tags(row).iter().filter_map(|tag| dataset.phenomena().get(*tag as usize));
    let paths: Vec<String> = tags.map(|tag| tag.path().replace(SEPARATOR, ",")).collect();
    paths.join(SEPARATOR)
}

fn gold(dataset: &Dataset, row: usize) -> String {
    let own = dataset.gold().get(row).copied().flatten();
    let judgments = own.iter().chain(dataset.also_gold(row));
    judgments.map(|judgment| judgment.name()).collect::<Vec<_>>().join(SEPARATOR)
}

/// The confidence of an answer, and how far the pair is taken for entailed.
fn scores(run: &Run, row: usize) -> [Option<f64>; 2] {
    let Some(scores) = run.scores() else { return [None, None] };
    match scores.kind() {
        ScoreKind::Confidence => [scores.value(row), None],
        ScoreKind::EntailmentScore => [None, scores.value(row)],
        ScoreKind::Probabilities => {
            [scores.value(row), scores.probability(row, Judgment::Entailment)]
        }
        ScoreKind::Rank(_) | ScoreKind::Order(_) => [None, None],
    }
}
