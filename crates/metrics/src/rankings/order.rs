//! The orders of the pairs that follow from what a run says.

use phenom_dataset::{Answer, Judgment, RankingKind, Run, RunScores, ScoreKind};

use crate::undefined::Undefined;

/// What a pair is ordered by: first the class, then the number, the lower the earlier.
pub(super) type Key = (u8, f64);

/// A row in a ranking. Rows of one group are tied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranked {
    pub(super) row: usize,
    pub(super) group: u32,
}

/// The class of pairs that got no judgment: they come last, tied.
const LAST: u8 = 2;

/// Orders rows by their keys.
pub(super) fn order(
    rows: impl Iterator<Item = usize>,
    key: impl Fn(usize) -> Result<Key, Undefined>,
) -> Result<Vec<Ranked>, Undefined> {
    let mut keyed = rows
        .map(|row| key(row).map(|key| (key, row)))
        .collect::<Result<Vec<(Key, usize)>, Undefined>>()?;
    // 0 and -0 are one number here, as they are to whoever wrote the file.
    let normal = |(class, number): Key| (class, number + 0.0);
    keyed.sort_unstable_by(|(a, a_row), (b, b_row)| {
        let (a, b) = (normal(*a), normal(*b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a_row.cmp(b_row))
    });
    let mut group = 0;
    let mut previous: Option<Key> = None;
    let ranked = keyed.into_iter().map(|(key, row)| {
        if previous.is_some_and(|previous| previous != key) {
            group += 1;
        }
        previous = Some(key);
        Ranked { row, group }
    });
    Ok(ranked.collect())
}

/// How many rows are tied with another.
pub(super) fn tied(order: &[Ranked]) -> u64 {
    let groups = order.chunk_by(|a, b| a.group == b.group);
    groups.filter(|group| group.len() > 1).map(|group| group.len() as u64).sum()
}

/// By entailment: from answers and confidences, entailments by descending confidence, then the rest
/// by ascending confidence.
pub(super) fn by_entailment(run: &Run, row: usize) -> Result<Key, Undefined> {
    ranked_for(run, row, Judgment::Entailment)
}

/// As [`by_entailment`], after entailment and contradiction were swapped. An order by entailment
/// alone is turned round.
pub(super) fn by_contradiction(run: &Run, row: usize) -> Result<Key, Undefined> {
    ranked_for(run, row, Judgment::Contradiction)
}

fn ranked_for(run: &Run, row: usize, wanted: Judgment) -> Result<Key, Undefined> {
    let scores = run.scores().ok_or(Undefined::NoRanking)?;
    let Some((answer, value)) = judged(run, scores, row) else { return Ok((LAST, 0.0)) };
    let is_wanted = answer == wanted;
    let turned = if wanted == Judgment::Entailment { 1.0 } else { -1.0 };
    Ok(match scores.kind() {
        ScoreKind::Confidence if is_wanted => (0, -value),
        ScoreKind::Confidence => (1, value),
        ScoreKind::EntailmentScore => (0, -turned * value),
        ScoreKind::Probabilities => {
            let probability = scores.probability(row, wanted);
            (0, -probability.ok_or(Undefined::NoEntailmentProbability)?)
        }
        ScoreKind::Rank(RankingKind::Entailment) | ScoreKind::Order(RankingKind::Entailment) => {
            (0, turned * value)
        }
        ScoreKind::Rank(RankingKind::Confidence) | ScoreKind::Order(RankingKind::Confidence) => {
            if is_wanted {
                (0, value)
            } else {
                (1, -value)
            }
        }
    })
}

/// By confidence in the answer given.
pub(super) fn by_confidence(run: &Run, row: usize) -> Result<Key, Undefined> {
    let scores = run.scores().ok_or(Undefined::NoRanking)?;
    let Some((answer, value)) = judged(run, scores, row) else { return Ok((LAST, 0.0)) };
    Ok(match scores.kind() {
        ScoreKind::Confidence => (0, -value),
        ScoreKind::Probabilities => (0, -scores.probability(row, answer).unwrap_or(value)),
        ScoreKind::Rank(RankingKind::Confidence) | ScoreKind::Order(RankingKind::Confidence) => {
            (0, value)
        }
        ScoreKind::EntailmentScore
        | ScoreKind::Rank(RankingKind::Entailment)
        | ScoreKind::Order(RankingKind::Entailment) => {
            return Err(Undefined::OnlyEntailmentRanking);
        }
    })
}

/// A row's judgment and score, if it has both.
fn judged(run: &Run, scores: &RunScores, row: usize) -> Option<(Judgment, f64)> {
    match run.answer(row) {
        Answer::Judged(judgment) => Some((judgment, scores.value(row)?)),
        Answer::Several(_) | Answer::Abstained | Answer::Missing => None,
    }
}
