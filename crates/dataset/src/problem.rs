//! What can be wrong with a file: each problem says where it is, what is wrong, and how to mend it.

#[cfg(test)]
mod tests;

use std::fmt;

use thiserror::Error;

use crate::judged_problem::JudgedProblem;
use crate::label_scheme::{LabelScheme, Meaning};
use crate::missing_columns::{MissingColumn, asked_for, columns_help, columns_missing};
use crate::unknown_pairs::UnknownPairs;
use crate::wording::{first_quoted, listed, shown, yaml};

/// One thing wrong in one file.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The file, as the caller named it to the reader.
    pub file: String,
    /// The line, counted from 1; nothing for a file as a whole.
    pub line: Option<u64>,
    /// What is wrong.
    pub kind: ProblemKind,
    /// How often it was found in the file; the line is that of the first time.
    pub times: u64,
    /// Whether the next times are the same to the letter, and not only of the same cause.
    pub alike: bool,
    /// Further files in which it was found, for what is wrong with files as a whole.
    pub other_files: Vec<String>,
    /// The lines of the next times, up to [`Problem::NEXT_LINES`] of them.
    pub next_lines: Vec<u64>,
}

impl Problem {
    /// How many lines are named after the first.
    pub const NEXT_LINES: usize = 3;

    /// What is wrong, and how often.
    #[must_use]
    pub fn message(&self) -> String {
        if !self.other_files.is_empty() {
            let named = listed_few(&self.other_files);
            return format!(
                "{} ({} files: this one, {named})",
                self.kind,
                self.other_files.len() + 1
            );
        }
        if self.times == 1 {
            return self.kind.to_string();
        }
        let next: Vec<String> = self.next_lines.iter().map(u64::to_string).collect();
        let more = if self.times as usize > next.len() + 1 { ", ..." } else { "" };
        let again = match next.as_slice() {
            [] => String::new(),
            next => format!(", again on {}{more}", next.join(", ")),
        };
        let times = if self.alike { "times" } else { "rows like this" };
        format!("{} ({} {times}: here first{again})", self.kind, self.times)
    }
}

/// The first of some files.
fn listed_few(files: &[String]) -> String {
    let first = files.iter().take(Problem::NEXT_LINES).map(|file| shown(file).into_owned());
    let more = if files.len() > Problem::NEXT_LINES { Some("...".to_owned()) } else { None };
    first.chain(more).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}: {}", self.file, self.message()),
            None => write!(formatter, "{}: {}", self.file, self.message()),
        }
    }
}

/// What is wrong, in words that fit after "cannot use the file:".
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ProblemKind {
    /// The operating system refused to read.
    #[error("cannot be read: {reason}")]
    Unreadable { reason: String },
    /// No byte in it.
    #[error("the file is empty")]
    EmptyFile,
    /// Read whole, and no pair or answer in it.
    #[error("the file contains no {wanted}")]
    NothingInIt { wanted: &'static str },
    /// Bytes that are not UTF-8.
    #[error("not UTF-8 text{hint}")]
    NotUtf8 { hint: &'static str },
    /// A row or line that does not follow the format.
    #[error("{message}")]
    Malformed { message: String, help: Option<String> },
    /// A column that the mapping names, or that the format needs.
    #[error("{}", columns_missing(.missing, .available))]
    MissingColumns {
        missing: Vec<MissingColumn>,
        available: Vec<String>,
        by_name: Vec<&'static str>,
    },
    /// A column whose name is nearly one that would be read.
    #[error("phenom does not read the column `{column}`; is it `{role}`?", column = shown(.column))]
    MisspeltColumn { column: String, role: &'static str },
    /// A cell that must not be empty.
    #[error("`{}`{} is empty", shown(.column), asked_for(.column, .role))]
    EmptyCell { column: String, role: &'static str },
    /// A value of the wrong kind.
    #[error("`{}`{} contains {found}, expected {wanted}", shown(.column), asked_for(.column, .role))]
    WrongValue { column: String, role: &'static str, found: String, wanted: &'static str },
    /// A label that the scheme gives no meaning.
    #[error("label `{label}` has no meaning in the label scheme `{}`", .scheme.name(), label = shown(.label))]
    UnmappedLabel { label: String, scheme: LabelScheme },
    /// A phenomenon that is not `CATEGORY:PHENOMENON`.
    #[error("{0}")]
    Phenomenon(#[from] crate::PhenomenonError),
    /// One id on two pairs.
    #[error("id `{id}` appears twice, first {first}", id = shown(.id))]
    DuplicateId { id: String, first: FirstUse },
    /// Two rows of one pair that differ, in the `same` case, or in more than their phenomena.
    #[error("pair `{id}` has rows that differ{besides}, first {first}", id = shown(.id), besides = if *.same { "" } else { " in more than their phenomena" })]
    RowsDiffer { id: String, first: FirstUse, same: bool },
    /// Two ids that are one once they are rewritten.
    #[error("the ids `{}` and `{}` both become `{}` as `ids` rewrites them", shown(.first), shown(.second), shown(.id))]
    IdsBecomeEqual { first: String, second: String, id: String },
    /// An expression that fits no cell of its column.
    #[error("`{}` matches no value of `{}`, the first of which is `{}`", shown(.pattern), shown(.column), shown(.first))]
    DerivesNothing { column: String, pattern: String, first: String },
    /// No row that `where` keeps.
    #[error("no row meets `where`: it excludes all {rows}")]
    NoRowFits { rows: u64 },
    /// A column of `where` that is empty or absent on all rows.
    #[error("no row has a value in `{}`{}", shown(.column), asked_for(.column, "where"))]
    NothingToCompare { column: String },
    /// Expressions that fit no id.
    #[error("`ids` changes no id: {} none, the first of which is `{}`", fits(.patterns), shown(.first))]
    RewritesNothing { patterns: Vec<String>, first: String },
    /// Two answers for one pair.
    #[error("pair `{id}` has two predictions, first {first}", id = shown(.id))]
    SecondAnswer { id: String, first: FirstUse },
    /// A monothematic pair whose original is not there.
    #[error("a monothematic pair names the original `{origin}`, but there is no such pair", origin = shown(.origin))]
    DanglingOrigin { origin: String, nearest: Option<String> },
    /// A monothematic pair of a monothematic pair.
    #[error("pair `{id}` names the original `{origin}`, which is itself a monothematic pair (of `{root}`)", id = shown(.id), origin = shown(.origin), root = shown(.root))]
    NestedOrigin { id: String, origin: String, root: String },
    /// A monothematic pair that is said to be in another cluster than its original.
    #[error(
        "`{id}` is in cluster `{cluster}`, and its original `{origin}` in {}",
        .of_origin.as_ref().map_or("none".to_owned(), |of_origin| format!("cluster `{}`", shown(of_origin))),
        id = shown(.id), cluster = shown(.cluster), origin = shown(.origin)
    )]
    OtherCluster { id: String, cluster: String, origin: String, of_origin: Option<String> },
    /// Two judgments of one annotator on one pair.
    #[error("annotator `{annotator}` labels pair `{id}` twice, first {first}", id = shown(.id), annotator = shown(.annotator))]
    SecondAnnotation { id: String, annotator: String, first: FirstUse },
    /// Labels of people or judges that do not fit.
    #[error(transparent)]
    Judged(#[from] JudgedProblem),
    /// A column of counts that no row has.
    #[error("no pair has a count in `{column}`", column = shown(.column))]
    NoCounts { column: String },
    /// A judge's score that its scale does not have.
    #[error("`{column}` is {value}, expected a whole number from {least} to {greatest}", column = shown(.column), value = shown(.value))]
    OffScale { column: String, value: String, least: i32, greatest: i32 },
    /// A correctness for a justification that was not understood.
    #[error(
        "correctness {correctness} for a justification of understandability {understandability}; a judge assigns one \
         only from understandability {least} on"
    )]
    CorrectnessForbidden { understandability: i32, correctness: i32, least: i32 },
    /// No correctness for a justification that was understood.
    #[error(
        "no correctness for a justification of understandability {understandability}; a judge assigns one from \
         understandability {least} on"
    )]
    CorrectnessMissing { understandability: i32, least: i32 },
    /// Two ratings of one justification by one judge.
    #[error("judge `{judge}` scores run `{run}` on pair `{pair}` twice, first {first}", run = shown(.run), pair = shown(.pair), judge = shown(.judge))]
    SecondRating { run: String, pair: String, judge: String, first: FirstUse },
    /// An original to be left out that is not there.
    #[error("`exclude` names `{id}`, but there is no such original pair", id = shown(.id))]
    ExcludesNothing { id: String, nearest: Option<String> },
    /// A cell of a one-hot column that is neither 0 nor 1.
    #[error("`{column}` contains `{found}`, expected 0 or 1", column = shown(.column), found = shown(.found))]
    NotOneHot { column: String, found: String },
    /// Several gold judgments where one is needed.
    #[error("the gold label is a set: {}", first_quoted(.judgments))]
    GoldSet { judgments: Vec<String> },
    /// A number out of its range.
    #[error("`{column}` is {value}, expected {wanted}", column = shown(.column))]
    OutOfRange { column: String, value: f64, wanted: &'static str },
    /// Probabilities that are none.
    #[error("the probabilities sum to {sum}, not to 1 (within {tolerance})")]
    ProbabilitySum { sum: f64, tolerance: f64 },
    /// Answers, tags or annotations for pairs that are not in the dataset.
    #[error("{0}")]
    UnknownPairs(Box<UnknownPairs>),
    /// Pairs without an answer.
    #[error("{count} of {pairs} pairs have no prediction, the first: {}", first_quoted(.first))]
    MissingAnswers { first: Vec<String>, count: u64, pairs: u64 },
    /// A gold judgment in a file of answers that is not the dataset's.
    #[error(
        "the gold labels in this file differ from the dataset's on {count} pairs, first `{id}`: {here} here, {dataset} \
         there", id = shown(.id))]
    OtherGold { id: String, here: &'static str, dataset: &'static str, count: u64 },
    /// A number that is not finite, or no number.
    #[error("confidence `{value}` is not a finite number", value = shown(.value))]
    BadConfidence { value: String },
    /// Some answers have a score and some have none.
    #[error("predictions with {what}: {with}, without: {without}, the first of these: `{id}`", id = shown(.id))]
    SomeScores { what: &'static str, with: u64, without: u64, id: String },
    /// Two pairs of a kind with one rank.
    #[error("rank {rank} is used twice, for `{first}` and for `{second}`", second = shown(.second), first = shown(.first))]
    RankTwice { rank: f64, first: String, second: String },
    /// Weights that leave nothing.
    #[error("every weight is 0, so that no pair counts")]
    NoWeight,
}

/// Where an id stands for the first time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstUse {
    /// The file, where it is another one.
    pub file: Option<String>,
    /// The line in that file, counted from 1.
    pub line: u64,
}

impl fmt::Display for FirstUse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(formatter, "in {file}:{}", self.line),
            None => write!(formatter, "on line {}", self.line),
        }
    }
}

impl ProblemKind {
    /// The same where columns were looked for by their names: those that a config would have to name
    /// beside the missing ones.
    pub(crate) fn read_by_name(mut self, names: &[&'static str]) -> Self {
        if let Self::MissingColumns { by_name, .. } = &mut self {
            *by_name = names.to_vec();
        }
        self
    }

    /// How to mend it, where that can be said.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Malformed { help, .. } => help.clone(),
            Self::NotUtf8 { hint } => {
                let how = if hint.is_empty() { "" } else { ": `iconv -f UTF-16 -t UTF-8 FILE`" };
                Some(format!("save the file as UTF-8{how}"))
            }
            Self::MissingColumns { missing, available, by_name } => {
                columns_help(missing, available, by_name)
            }
            Self::MisspeltColumn { column, role } => Some(format!(
                "name it in the config, with `{role}: {}` among the `columns`, or give it another name",
                yaml(&shown(column))
            )),
            Self::UnmappedLabel { label, scheme, .. } => Some(mapping_help(label, scheme)),
            Self::DuplicateId { .. } => Some(
                "give every pair its own id; if a pair has a row for each system, run or annotator, write `repeated: \
                 same`, and if it has one for each phenomenon, `repeated: gather-tags`"
                    .to_owned(),
            ),
            Self::RowsDiffer { same: true, .. } => Some(
                "`repeated: same` is for rows that are equal in all columns that `dataset` reads: leave out the column \
                 that differs, or give each row its own id"
                    .to_owned(),
            ),
            Self::RowsDiffer { .. } => Some(
                "`repeated: gather-tags` is for rows of a pair that differ only in their phenomena"
                    .to_owned(),
            ),
            Self::IdsBecomeEqual { .. } => {
                Some("change the expression under `ids`, so that they remain different".to_owned())
            }
            Self::DerivesNothing { .. } => {
                Some("change the expression under `derive`, or leave it out".to_owned())
            }
            Self::NothingToCompare { .. } => {
                Some("change the column under `where`, or leave it out".to_owned())
            }
            Self::RewritesNothing { .. } => {
                Some("change the expression under `ids`, or leave `ids` out".to_owned())
            }
            Self::SecondAnnotation { .. } => {
                Some("keep one label for each annotator and pair".to_owned())
            }
            Self::Judged(problem) => Some(problem.help()),
            Self::SecondRating { .. } => {
                Some("keep one row for each run, pair and judge".to_owned())
            }
            Self::ProbabilitySum { .. } => Some(
                "divide each by their sum; if they are logarithms or logits, name them under `log-likelihoods` instead \
                 of `probabilities`"
                    .to_owned(),
            ),
            Self::SecondAnswer { .. } => Some(
                "keep one prediction for each pair; if the file contains several systems or runs, `where: {COLUMN: \
                 VALUE}` selects the rows of one"
                    .to_owned(),
            ),
            Self::NotOneHot { found, .. } => Some(match one_hot_number(found) {
                Some(_) => "set `any-nonzero: true` under `phenomena` to read it as 1".to_owned(),
                None => "write 1 or true if the pair has the phenomenon, otherwise 0, false or nothing; if the cells \
                         are tags, name the column under `columns`"
                    .to_owned(),
            }),
            Self::DanglingOrigin { nearest, .. } | Self::ExcludesNothing { nearest, .. } => {
                nearest.as_ref().map(|name| format!("did you mean `{name}`?"))
            }
            Self::NestedOrigin { root, .. } => {
                Some(format!("a monothematic pair names an original pair; is it `{root}`?"))
            }
            Self::OtherCluster { .. } => Some(
                "a monothematic pair is in the cluster of its original: repeat that one, or leave the \
                 cell empty"
                    .to_owned(),
            ),
            _ => self.help_on_answers(),
        }
    }

    /// How to mend what is wrong with answers and numbers, where that can be said.
    fn help_on_answers(&self) -> Option<String> {
        match self {
            Self::GoldSet { .. } => Some(
                "`gold-sets: any` counts each of them as correct, `gold-sets: exclude` gives the pair no gold label"
                    .to_owned(),
            ),
            Self::UnknownPairs(unknown) => Some(unknown.help()),
            Self::MissingAnswers { .. } => Some(
                "`missing: wrong` on the system counts them as wrong, `missing: skip` leaves them out; reports state \
                 both next to every score"
                    .to_owned(),
            ),
            Self::OtherGold { .. } => Some(
                "check that these are predictions for this test set, and that the label schemes are correct".to_owned(),
            ),
            Self::SomeScores { what, .. } => {
                Some(format!("give every prediction {what}, or leave the column out"))
            }
            Self::RankTwice { .. } => Some(
                "ranks run from 1 without ties; for scores with ties, name the column as `confidence` or \
                 `entailment-score`"
                    .to_owned(),
            ),
            Self::BadConfidence { value } => as_a_number(value),
            Self::WrongValue { found, .. } => as_a_number(found.trim_matches('`')),
            Self::OffScale { value, .. } => as_a_number(value),
            Self::NoWeight => {
                Some("give some pair a weight above 0, or leave the column out".to_owned())
            }
            _ => None,
        }
    }
}

/// Expressions and the verb that goes with them.
fn fits(patterns: &[String]) -> String {
    let named: Vec<String> =
        patterns.iter().map(|pattern| format!("`{}`", shown(pattern))).collect();
    format!("{} {}", listed(&named, "and"), if named.len() == 1 { "fits" } else { "fit" })
}

/// How a number is written that people write otherwise, `83%` or `0,83`, as a help; nothing where it is
/// written as a number, or is none.
#[must_use]
pub fn as_a_number(written: &str) -> Option<String> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let (value, wrong) = match written.trim().strip_suffix('%') {
        Some(percent) => {
            (number(&percent.trim_end().replace(',', "."))? / 100.0, "without a percent sign")
        }
        None => (number(&written.trim().replacen(',', ".", 1))?, "with a decimal point"),
    };
    // What is a number already is wrong for another reason.
    number(written.trim()).is_none().then(|| format!("write {value}, {wrong}"))
}

/// The mapping to add for a label that has none.
fn mapping_help(label: &str, scheme: &LabelScheme) -> String {
    let label = shown(label);
    // A word of phenom's own means itself: no other scheme says more of it, and the labels beside it keep their meanings.
    if Meaning::names().contains(&&*label) {
        let known = scheme.meanings().iter();
        let known = known.map(|(known, meaning)| format!("{}: {}", yaml(known), meaning.name()));
        let all: Vec<String> = known.chain([format!("{}: {label}", yaml(&label))]).collect();
        return format!("write a mapping that has it as well: `labels: {{{}}}`", all.join(", "));
    }
    let known: Vec<String> =
        scheme.meanings().iter().map(|(known, _)| format!("`{known}`")).collect();
    let schemes: Vec<String> = LabelScheme::naming(&label)
        .into_iter()
        .map(|(name, meaning)| format!("`{name}` ({label} = {})", meaning.name()))
        .collect();
    let mut help = format!("the scheme contains {}; ", known.join(", "));
    if !schemes.is_empty() {
        help.push_str(&format!("if it is {}, name it as `labels`; or ", schemes.join(" or ")));
    }
    help.push_str(&format!(
        "add it to your mapping: `labels: {{{}: MEANING}}` with one of {}",
        yaml(&label),
        Meaning::names().join(", ")
    ));
    help
}

/// The number in a one-hot cell; nothing for what is none.
pub(crate) fn one_hot_number(cell: &str) -> Option<f64> {
    cell.parse::<f64>().ok().filter(|number| number.is_finite())
}
