//! The answers.csv of a report folder.

use std::collections::HashMap;
use std::path::Path;

use csv::StringRecord;
use phenom_dataset::{Answer, Judgment, ProblemKind, Problems, Several};
use serde::Deserialize;

use crate::failure::Failure;
use crate::provenance::{Vouched, vouched};
use crate::writing::{self, Place};

/// The rows of pairs by their ids.
pub(super) type Rows = HashMap<String, usize>;

/// What a report folder says of pairs and answers.
pub(super) struct AnswerFile {
    /// The folder as it was named.
    pub(super) folder: String,
    /// The file, for messages.
    pub(super) shown: String,
    pub(super) pairs: Vec<Pair>,
    /// The place of each pair, by its id.
    pub(super) rows: Rows,
    pub(super) systems: Vec<System>,
}

/// A pair as the file has it.
pub(super) struct Pair {
    pub(super) id: String,
    pub(super) original: String,
    pub(super) cluster: String,
    phenomena: String,
    /// The gold judgments, the first one first; empty for none.
    pub(super) gold: Vec<Judgment>,
    /// The line of its first answer.
    pub(super) line: u64,
}

/// The answers of a system.
pub(super) struct System {
    pub(super) name: String,
    pub(super) reads_gold: bool,
    /// For each run the answers, by the places of the pairs.
    pub(super) runs: Vec<Vec<Option<Answered>>>,
}

/// An answer, and whether it counts as right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answered {
    pub(super) answer: Answer,
    pub(super) right: Option<bool>,
    pub(super) line: u64,
}

/// The columns that are read.
const COLUMNS: [&str; 10] = [
    "pair",
    "original",
    "cluster",
    "phenomena",
    "gold",
    "system",
    "run",
    "reads_gold",
    "answer",
    "right",
];

/// A row of them.
#[derive(Deserialize)]
struct Row<'r> {
    pair: &'r str,
    original: &'r str,
    cluster: &'r str,
    phenomena: &'r str,
    gold: &'r str,
    system: &'r str,
    run: usize,
    reads_gold: u8,
    answer: &'r str,
    right: Option<u8>,
}

impl Pair {
    /// The paths of its phenomena.
    pub(super) fn phenomena(&self) -> impl Iterator<Item = &str> {
        self.phenomena.split(';').filter(|path| !path.is_empty())
    }

    /// What another file says otherwise of it.
    pub(super) fn differs_in(&self, other: &Self) -> Option<&'static str> {
        [
            ("gold label", self.gold != other.gold),
            ("original", self.original != other.original),
            ("cluster", self.cluster != other.cluster),
            ("set of phenomena", self.phenomena != other.phenomena),
        ]
        .into_iter()
        .find_map(|(what, differs)| differs.then_some(what))
    }
}

/// The name of the file.
const ANSWERS: &str = "answers.csv";

/// What is said of a report of `task: outcome`.
const OF_OUTCOMES: &str = "the report is of `task: outcome`, and phenom does not compare folders of this task: name the \
                           config and both systems, `phenom compare CONFIG OLD NEW`";

/// How many runs a system may have: as many as nobody makes, so that a wrong number asks for no memory.
const MOST_RUNS: usize = 10_000;

impl AnswerFile {
    /// Reads the answers of a report folder.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(ANSWERS);
        let shown = path.display().to_string();
        if !folder.is_dir() {
            let message = format!("{} is not a report folder", folder.display());
            let help = "two arguments are two report folders; to compare systems of a config, name both: phenom compare \
                        CONFIG OLD NEW";
            return Err(Failure::input(message, Some(help.to_owned())));
        }
        if let Some(message) = writing::unfinished(&Place::folder(folder)?) {
            let help = "run `phenom run` again, which completes the change".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
        if !path.exists() {
            let message = format!("{} has no answers.csv", folder.display());
            let help = "`phenom run` writes it into every report with up to 200,000 predictions; for larger ones set \
                        `report: {answers: true}`";
            return Err(Failure::input(message, Some(help.to_owned())));
        }
        let Some(Vouched { file: Some(stream) }) = vouched(folder, Some(ANSWERS))? else {
            let message = format!(
                "{} has no manifest.json of phenom, which describes its answers.csv",
                folder.display()
            );
            let help = "`phenom run` writes both: copy them together, or run it again".to_owned();
            return Err(Failure::input(message, Some(help)));
        };
        let mut file = Self {
            folder: folder.display().to_string(),
            shown,
            pairs: Vec::new(),
            rows: Rows::new(),
            systems: Vec::new(),
        };
        let mut reader = csv::Reader::from_reader(stream);
        let header = reader.headers().map_err(|error| file.malformed(None, &error.to_string()))?;
        let header = header.clone();
        // An absent column would be read as one of empty cells.
        if let Some(column) =
            COLUMNS.iter().find(|column| !header.iter().any(|name| name == **column))
        {
            return Err(file.malformed(Some(1), &format!("there is no column `{column}`")));
        }
        let mut record = StringRecord::new();
        loop {
            let line = reader.position().line();
            match reader.read_record(&mut record) {
                Err(error) => return Err(file.malformed(Some(line), &error.to_string())),
                Ok(false) => break,
                Ok(true) => {}
            }
            let line = record.position().map_or(line, csv::Position::line);
            let row = record.deserialize(Some(&header)).map_err(|error| match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => {
                    file.malformed(Some(line), &err.to_string())
                }
                _ => file.malformed(Some(line), &error.to_string()),
            })?;
            if let Err(message) = file.add(line, &row) {
                return Err(file.malformed(Some(line), &message));
            }
        }
        if file.pairs.is_empty() {
            return Err(file.malformed(None, "it contains no prediction"));
        }
        Ok(file)
    }

    fn malformed(&self, line: Option<u64>, message: &str) -> Failure {
        let help = "phenom reads answers.csv in the form that `phenom run` writes (docs/scores.md)"
            .to_owned();
        let kind = ProblemKind::Malformed { message: message.to_owned(), help: Some(help) };
        let mut problems = Problems::new();
        problems.push(&self.shown, line, kind);
        Failure::Data(problems)
    }

    fn add(&mut self, line: u64, row: &Row<'_>) -> Result<(), String> {
        let [id, original, cluster, phenomena, name] =
            [row.pair, row.original, row.cluster, row.phenomena, row.system].map(unescaped);
        let gold = row.gold.split(';').filter(|word| !word.is_empty()).map(|word| {
            Judgment::from_name(word).ok_or_else(|| format!("`{word}` is not a gold label"))
        });
        let pair = Pair {
            id: id.to_owned(),
            original: original.to_owned(),
            cluster: cluster.to_owned(),
            phenomena: phenomena.to_owned(),
            gold: gold.collect::<Result<_, _>>()?,
            line,
        };
        let place = match self.rows.get(id) {
            Some(&place) => {
                if let Some(what) = self.pairs[place].differs_in(&pair) {
                    let first = self.pairs[place].line;
                    return Err(format!("pair `{id}` has a different {what} in line {first}"));
                }
                place
            }
            None => {
                self.rows.insert(id.to_owned(), self.pairs.len());
                self.pairs.push(pair);
                self.pairs.len() - 1
            }
        };
        let answer = match row.answer {
            "abstained" => Answer::Abstained,
            "missing" => Answer::Missing,
            word => Judgment::from_name(word)
                .map(Answer::Judged)
                .or_else(|| several(word))
                .ok_or_else(|| match word {
                    "right" | "wrong" | "partly right" => OF_OUTCOMES.to_owned(),
                    _ => format!("`{word}` is not a predicted label"),
                })?,
        };
        let right = match row.right {
            None => None,
            Some(right @ (0 | 1)) => Some(right == 1),
            Some(other) => return Err(format!("`right` is {other}, and must be 0, 1 or empty")),
        };
        let at = match self.systems.iter().position(|system| system.name == name) {
            Some(at) => at,
            None => {
                let reads_gold = row.reads_gold != 0;
                self.systems.push(System { name: name.to_owned(), reads_gold, runs: Vec::new() });
                self.systems.len() - 1
            }
        };
        let runs = &mut self.systems[at].runs;
        let number = row.run.checked_sub(1).filter(|number| *number < MOST_RUNS);
        let number =
            number.ok_or_else(|| format!("`run` is {}, and runs are numbered from 1", row.run))?;
        if runs.len() <= number {
            runs.resize_with(number + 1, Vec::new);
        }
        let answers = &mut runs[number];
        if answers.len() <= place {
            answers.resize(place + 1, None);
        }
        if answers[place].is_some() {
            return Err(format!("`{name}` predicts pair `{id}` a second time in run {}", row.run));
        }
        answers[place] = Some(Answered { answer, right, line });
        Ok(())
    }
}

/// A text without the apostrophe that keeps spreadsheets from taking it for a formula.
fn unescaped(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r']) => rest,
        _ => text,
    }
}
/// An answer of several judgments, as answers.csv names it.
fn several(word: &str) -> Option<Answer> {
    Several::ALL.into_iter().find(|several| several.name() == word).map(Answer::Several)
}
