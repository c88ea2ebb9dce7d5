//! Answers aligned to a dataset as they come.

use std::collections::HashMap;
use std::hint::black_box;

use super::beside::Beside;
use super::tied::Tied;
use super::{Missing, Run};
use crate::problem::{FirstUse, ProblemKind};
use crate::problems::Problems;
use crate::readers::{Again, Extra};
use crate::run_scores::{RunScores, Score, ScoreKind};
use crate::string_table::{StringColumn, TOGETHER};
use crate::tables::trimmed;
use crate::unknown_ids::UnknownIds;
use crate::wording::quoted;
use crate::{Answer, Dataset, Judgment};

/// Aligns answers to a dataset, and at the end either is a [`Run`] or tells all that is wrong.
#[derive(Debug)]
pub struct RunBuilder<'a> {
    dataset: &'a Dataset,
    system: String,
    missing: Missing,
    files: Vec<String>,
    given: Vec<Given>,
    waiting: Waiting,
    /// What kind of scores come along, where any do.
    ranked_by: Option<ScoreKind>,
    scores: Option<RunScores>,
    with_score: u64,
    tied: Option<Tied>,
    /// Answers for pairs that the dataset does not have.
    unknown: UnknownIds,
    extra: Extra,
    again: Again,
    beside: Beside,
    /// The least score of a positive answer, by row, if it is not the same for all pairs.
    thresholds: Option<Vec<f64>>,
    other_gold: Option<(u64, ProblemKind)>,
    problems: Problems,
    /// By row the units of predictions that are right in part, once there is one.
    partly_right: Vec<u32>,
    /// By row, once there is one; nothing where they are not kept.
    justifications: Option<Vec<Option<Box<str>>>>,
}

/// The answer for a row, and where it stands; together, because answers come in no order and each
/// is looked for in memory.
#[derive(Debug, Clone, Copy)]
struct Given {
    /// 0 for none.
    line: u32,
    /// Counted from 1.
    file: u16,
    answer: u8,
}

/// Answers with their lines, whose pairs have not been looked up.
#[derive(Debug, Default)]
struct Waiting {
    ids: StringColumn,
    answers: Vec<(u64, Answer)>,
    /// The scores of those that have any, by their number.
    scores: Vec<(usize, Score)>,
}

/// How many confidences from 0 to 1 there must be for each other one, so that the other ones stand out:
/// of scores without bounds, many are from 0 to 1 by chance.
const MOST: u64 = 3;

/// How many ids a message names.
const NAMED: usize = 5;

impl<'a> RunBuilder<'a> {
    /// A builder without answers.
    #[must_use]
    pub fn new(dataset: &'a Dataset, system: &str, missing: Missing) -> Self {
        Self {
            dataset,
            system: system.to_owned(),
            missing,
            files: Vec::new(),
            given: vec![Given { line: 0, file: 0, answer: Answer::MISSING }; dataset.len()],
            waiting: Waiting::default(),
            ranked_by: None,
            scores: None,
            with_score: 0,
            tied: None,
            unknown: UnknownIds::default(),
            extra: Extra::Refuse,
            again: Again::Refuse,
            beside: Beside::default(),
            thresholds: None,
            other_gold: None,
            problems: Problems::new(),
            partly_right: Vec::new(),
            justifications: None,
        }
    }

    /// Keeps the reasons for answers, which nothing but a reader of single pairs needs.
    pub fn keep_justifications(&mut self) {
        self.justifications = Some(Vec::new());
    }

    /// Gives each row a threshold of its own for answers that are made of a score.
    pub fn decide_by(&mut self, thresholds: Vec<f64>) {
        self.thresholds = Some(thresholds);
    }

    /// The threshold of the pair with an id, if it has one of its own.
    pub(crate) fn threshold(&self, id: &str) -> Option<f64> {
        self.thresholds.as_ref()?.get(self.dataset.row(id)?).copied()
    }

    /// Says why the pair with an id is answered so. Blank texts say nothing.
    pub fn justified(&mut self, id: &str, text: &str) {
        let Some(kept) = &mut self.justifications else { return };
        let Some(row) = self.dataset.row(id.trim()).filter(|_| !text.trim().is_empty()) else {
            return;
        };
        if kept.is_empty() {
            kept.resize(self.dataset.len(), None);
        }
        // Of a second answer, which is refused, nothing is kept.
        if let Some(place) = kept.get_mut(row)
            && place.is_none()
        {
            *place = Some(text.into());
        }
    }

    /// Says what an answer means whose pair the dataset does not have.
    pub fn extra(&mut self, extra: Extra) {
        self.extra = extra;
    }

    /// Says what a second answer to a pair means.
    pub(crate) fn again(&mut self, again: Again) {
        self.again = again;
    }

    /// Whether a file may hold no answer: its pairs are answered wrong then.
    pub(crate) fn may_be_empty(&self) -> bool {
        self.missing == Missing::Wrong
    }

    /// Notes that a file holds no answer.
    pub(crate) fn note_empty(&mut self, file: &str) {
        self.beside.empty.push(file.to_owned());
    }

    /// Notes a row that is not read, as the config says.
    pub(crate) fn leave_out(&mut self) {
        self.beside.not_kept += 1;
    }

    /// Notes an abstention, and what it counts as.
    pub(crate) fn abstention_counts_as(&mut self, judgment: Judgment) {
        self.beside.abstentions += 1;
        self.beside.counted_as = Some(judgment);
    }

    /// Notes a score of an outcome, and whether it was rounded.
    pub(crate) fn outcome_is_rounded(&mut self, is_rounded: bool) {
        self.beside.rounded += u64::from(is_rounded);
    }

    /// Says what kind of scores come along with the answers.
    pub fn ranked_by(&mut self, kind: ScoreKind) {
        self.ranked_by = Some(kind);
    }

    /// Names the file that the next answers come from, for messages.
    pub fn start_file(&mut self, file: &str) {
        self.end_file();
        self.files.push(file.to_owned());
    }

    /// Reports what was gathered over the last file.
    fn end_file(&mut self) {
        self.look_up();
        if self.extra == Extra::Refuse {
            self.tell_unknown();
        }
        if let Some((line, kind)) = self.other_gold.take() {
            self.problem(Some(line), kind);
        }
    }

    /// Tells of answers for pairs that the dataset does not have.
    fn tell_unknown(&mut self) {
        let unknown = std::mem::take(&mut self.unknown);
        let is_free = |id: &str| self.dataset.row(id).is_some_and(|row| self.given[row].line == 0);
        if let Some((line, kind)) = unknown.problem("prediction", is_free, self.dataset.ids()) {
            self.problem(Some(line), kind);
        }
    }

    /// Notes a problem that a reader found, after those of earlier lines.
    pub(crate) fn reader_problem(&mut self, line: Option<u64>, kind: ProblemKind) {
        self.look_up();
        self.problem(line, kind);
    }

    fn problem(&mut self, line: Option<u64>, kind: ProblemKind) {
        let file = self.files.last().map_or("", String::as_str);
        self.problems.push(file, line, kind);
    }

    /// Whether the pair with an id is a monothematic one of the dataset.
    pub(crate) fn is_monothematic(&self, id: &str) -> bool {
        self.dataset.row(id).is_some_and(|row| self.dataset.monothematic().contains(&row))
    }

    /// The pairs that answers may name by their order.
    pub(crate) fn dataset(&self) -> &'a Dataset {
        self.dataset
    }

    /// Adds the answer for the pair with an id, and the score that comes along.
    pub fn add(&mut self, line: u64, id: &str, answer: Answer, score: Option<Score>) {
        self.waiting.ids.push(trimmed(id));
        if let Some(score) = score {
            self.waiting.scores.push((self.waiting.answers.len(), score));
        }
        self.waiting.answers.push((line, answer));
        if self.waiting.answers.len() == TOGETHER {
            self.look_up();
        }
    }

    /// Looks up the pairs of the answers that wait, and aligns these.
    fn look_up(&mut self) {
        if self.waiting.answers.is_empty() {
            return;
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        let arrivals = self.dataset.ids.find_all(waiting.ids.iter()).into_iter();
        let row = |arrival| self.dataset.row_of(arrival);
        let rows: Vec<_> = arrivals.map(|arrival| arrival.and_then(row)).collect();
        // Read one after the other before any is looked at, so that cache misses overlap.
        let before = rows.iter().flatten().map(|row| self.given[*row].line);
        black_box(before.fold(0, |all, line| all | line));
        let answers = waiting.answers.drain(..).enumerate();
        let mut scores = waiting.scores.drain(..).peekable();
        for ((id, row), (number, (line, answer))) in waiting.ids.iter().zip(rows).zip(answers) {
            let score = scores.next_if(|(of, _)| *of == number).map(|(_, score)| score);
            self.align(line, id, row, answer, score);
        }
        drop(scores);
        waiting.ids.clear();
        self.waiting = waiting;
    }

    fn align(
        &mut self,
        line: u64,
        id: &str,
        row: Option<usize>,
        answer: Answer,
        score: Option<Score>,
    ) {
        let Some(row) = row else {
            if self.dataset.is_excluded(id) {
                self.beside.left_out += 1;
            } else {
                self.unknown.add(line, id);
            }
            return;
        };
        let file = u16::try_from(self.files.len()).unwrap_or(u16::MAX);
        let Given { line: first_line, file: first_file, .. } = self.given[row];
        if first_line != 0 && self.again == Again::Same && self.is_given(row, answer, score) {
            self.beside.again += 1;
            return;
        }
        if first_line != 0 {
            let other = (first_file != file)
                .then(|| self.files.get(usize::from(first_file).saturating_sub(1)).cloned())
                .flatten();
            let first = FirstUse { file: other, line: u64::from(first_line) };
            self.problem(Some(line), ProblemKind::SecondAnswer { id: id.to_owned(), first });
            return;
        }
        let line = u32::try_from(line).unwrap_or(u32::MAX).max(1);
        self.given[row] = Given { line, file, answer: answer.code() };
        if let Some(Score::Outcome(outcome)) = score {
            self.partly_right.resize(self.dataset.len(), 0);
            self.partly_right[row] = outcome.units();
        }
        let Some(kind) = self.ranked_by else { return };
        let score = match kind {
            ScoreKind::Order(_) => Some(Score::One((self.with_score + 1) as f64)),
            _ => score,
        };
        if let Some(score) = score {
            let scores =
                self.scores.get_or_insert_with(|| RunScores::new(kind, self.dataset.len()));
            scores.set(row, score);
            self.with_score += 1;
        }
    }

    /// Whether a pair has exactly this answer with this score.
    fn is_given(&self, row: usize, answer: Answer, score: Option<Score>) -> bool {
        let ordered = matches!(self.ranked_by, Some(ScoreKind::Order(_)));
        let same_score = match (&self.scores, score) {
            _ if self.ranked_by.is_none() || ordered => true,
            (Some(scores), score) => scores.is(row, score),
            (None, score) => score.is_none(),
        };
        same_score && self.given[row].answer == answer.code()
    }

    /// Compares a gold judgment that came along with an answer to the dataset's.
    pub fn check_gold(&mut self, line: u64, id: &str, here: Judgment) {
        let gold = self.dataset.row(id).and_then(|row| self.dataset.gold()[row]);
        let Some(gold) = gold.filter(|gold| gold.two_way() != here.two_way()) else { return };
        match &mut self.other_gold {
            Some((_, ProblemKind::OtherGold { count, .. })) => *count += 1,
            _ => {
                let (here, dataset) = (here.name(), gold.name());
                let kind = ProblemKind::OtherGold { id: id.to_owned(), here, dataset, count: 1 };
                self.other_gold = Some((line, kind));
            }
        }
    }

    /// What was found wrong so far; it is not told again.
    pub(crate) fn take_problems(&mut self) -> Problems {
        self.end_file();
        std::mem::replace(&mut self.problems, Problems::new())
    }

    /// The run.
    ///
    /// # Errors
    /// All problems of the answers and of the files that they came from.
    pub fn finish(mut self) -> Result<Run, Problems> {
        self.end_file();
        // Where no answer is for a pair, none is ignored: it is the run of something else.
        if self.given.iter().any(|given| given.line != 0) {
            self.beside.extra = std::mem::take(&mut self.unknown).count;
        } else {
            self.tell_unknown();
        }
        let none = self.given.iter().all(|given| given.line == 0);
        // Rows that were kept and are for no pair are told already.
        if self.beside.not_kept > 0 && none && self.problems.is_empty() {
            self.problem(None, ProblemKind::NoRowFits { rows: self.beside.not_kept });
        }
        // Answers that could not be read would be reported a second time as missing.
        if self.problems.is_empty() {
            self.check_missing();
            self.check_scores();
        }
        let mixed = self.scores.as_ref().and_then(|scores| self.mixed_ranges(scores));
        let tied = self.tied.as_ref().map(|tied| tied.note(&self.system));
        // What is right in part is no set of judgments.
        let codes = self.given.iter().filter(|_| self.partly_right.is_empty());
        let beside = self.beside.notes(&self.system, codes.map(|given| given.answer));
        self.problems.or(Run {
            system: self.system,
            answers: self.given.iter().map(|given| given.answer).collect(),
            scores: self.scores,
            missing: self.missing,
            notes: mixed.into_iter().chain(tied).chain(beside).collect(),
            partly_right: self.partly_right,
            justifications: self.justifications.unwrap_or_default(),
            by_judges: Vec::new(),
        })
    }

    /// Says of the pair that is added next that several judgments share its highest probability, of which the
    /// first in an order is taken.
    pub fn tied(&mut self, id: &str, order: &[Judgment]) {
        Tied::add(&mut self.tied, id, order);
    }

    /// Confidences of which most are shares from 0 to 1 and a few are none: a slip, or two scales.
    fn mixed_ranges(&self, scores: &RunScores) -> Option<String> {
        if scores.kind() != ScoreKind::Confidence {
            return None;
        }
        let (mut shares, mut others, mut first) = (0_u64, 0_u64, None);
        for row in 0..self.given.len() {
            match scores.value(row) {
                None => {}
                Some(value) if (0.0..=1.0).contains(&value) => shares += 1,
                Some(value) => {
                    others += 1;
                    let Given { line, file, .. } = self.given[row];
                    let place = (file, line, row, value);
                    if first.is_none_or(|first: (u16, u32, usize, f64)| place < first) {
                        first = Some(place);
                    }
                }
            }
        }
        let (file, line, row, value) = first.filter(|_| shares >= MOST * others)?;
        let file = self.files.get(usize::from(file).saturating_sub(1)).map_or("", String::as_str);
        let are = if others == 1 { "1 is not".to_owned() } else { format!("{others} are not") };
        let id = quoted(self.dataset.id(row));
        Some(format!(
            "{}: {shares} confidences are from 0 to 1 and {are}, first {value} for pair {id} ({file}:{line}). phenom \
             ranks them unchanged. Check that they are on one scale.",
            self.system
        ))
    }

    fn check_missing(&mut self) {
        if self.missing != Missing::Refuse {
            return;
        }
        let missing = || {
            let rows = self.given.iter().enumerate();
            rows.filter(|(_, given)| given.answer == Answer::MISSING).map(|(row, _)| row)
        };
        let count = missing().count() as u64;
        if count > 0 {
            let first = missing().take(NAMED).map(|row| self.dataset.id(row).to_owned()).collect();
            let pairs = self.dataset.len() as u64;
            self.problem(None, ProblemKind::MissingAnswers { first, count, pairs });
        }
    }

    /// All answers have a score, or none; and no two pairs of a kind share a rank.
    fn check_scores(&mut self) {
        let Some(scores) = self.scores.take() else { return };
        let judged = |code: u8| code != Answer::MISSING && code != Answer::ABSTAINED;
        let without = || {
            let rows = self.given.iter().enumerate();
            rows.filter(|(row, given)| judged(given.answer) && scores.value(*row).is_none())
                .map(|(row, _)| row)
        };
        if let Some(row) = without().next() {
            let kind = ProblemKind::SomeScores {
                what: scores.kind().with_article(),
                with: self.with_score,
                without: without().count() as u64,
                id: self.dataset.id(row).to_owned(),
            };
            self.problem(None, kind);
        }
        if let ScoreKind::Rank(_) = scores.kind() {
            for rows in [self.dataset.originals(), self.dataset.monothematic()] {
                let mut first = HashMap::new();
                for row in rows {
                    let Some(rank) = scores.value(row) else { continue };
                    if let Some(other) = first.insert(rank.to_bits(), row) {
                        let id = |row| self.dataset.id(row).to_owned();
                        let (first, second) = (id(other), id(row));
                        let line = Some(u64::from(self.given[row].line));
                        self.problem(line, ProblemKind::RankTwice { rank, first, second });
                    }
                }
            }
        }
        self.scores = Some(scores);
    }
}
