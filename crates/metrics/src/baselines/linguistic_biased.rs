//! The linguistic-biased system: a reference that knows, from gold, which phenomena go with which
//! judgment [CM10, section 4.2].

use std::ops::Range;

use phenom_dataset::{Answer, Dataset, Judgment, Run};

/// From what the linguistic-biased system learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnsFrom {
    /// All monothematic pairs, those that it is tested on too, as in the paper: an upper bound.
    AllPairs,
    /// For each original, the monothematic pairs of the other originals.
    OtherOriginals,
}

/// Gold judgments on monothematic pairs: how many, and how many of them negative.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    negative: i64,
    total: i64,
}

impl Tally {
    fn add(&mut self, negative: bool, weight: i64) {
        self.negative += i64::from(negative) * weight;
        self.total += weight;
    }

    /// P(negative) > 0.5.
    fn mostly_negative(self) -> bool {
        2 * self.negative > self.total
    }

    /// P(negative) >= 0.5.
    fn at_least_half_negative(self) -> bool {
        self.total > 0 && 2 * self.negative >= self.total
    }
}

/// What the system has learnt.
struct Knowledge<'a> {
    dataset: &'a Dataset,
    by_phenomenon: Vec<Tally>,
    all: Tally,
}

impl Knowledge<'_> {
    /// Learns from monothematic pairs, or with a weight of -1 forgets them.
    fn learn(&mut self, rows: Range<usize>, weight: i64) {
        for row in rows {
            let Some(gold) = self.dataset.gold()[row] else { continue };
            let negative = gold != Judgment::Entailment;
            self.all.add(negative, weight);
            for &tag in self.dataset.tags(row) {
                self.by_phenomenon[tag as usize].add(negative, weight);
            }
        }
    }

    /// The tally of that phenomenon of a pair which is the most often negative.
    fn most_negative(&self, row: usize) -> Tally {
        let tallies = self.dataset.tags(row).iter().map(|&tag| self.by_phenomenon[tag as usize]);
        let seen = tallies.filter(|tally| tally.total > 0);
        let most = seen.max_by(|a, b| (a.negative * b.total).cmp(&(b.negative * a.total)));
        most.unwrap_or(self.all)
    }
}

/// Answers every pair of a dataset as the linguistic-biased system does.
///
/// # Formula
/// P(negative | i) = n_neg(i) / n(i), over the gold monothematic pairs tagged with phenomenon i.
/// A monothematic pair gets the more probable judgment of its phenomenon, a tie the negative one
/// (which the paper's totals require); an original is negative if some phenomenon of its
/// monothematic pairs (its own, where it was not decomposed) has P > 0.5, and entailment
/// otherwise. Where a pair has several phenomena the one with the highest P decides; where it has
/// none, or none that was seen in learning, P is that of all pairs learnt from. The negative
/// judgment is *contradiction* where gold has no other negative one, else *not-entailment*.
#[must_use]
pub fn linguistic_biased(dataset: &Dataset, system: &str, learns_from: LearnsFrom) -> Run {
    let by_phenomenon = vec![Tally::default(); dataset.phenomena().len()];
    let mut knowledge = Knowledge { dataset, by_phenomenon, all: Tally::default() };
    knowledge.learn(dataset.monothematic(), 1);
    let negative = negative_judgment(dataset);
    let answer =
        |is_negative| Answer::Judged(if is_negative { negative } else { Judgment::Entailment });
    let mut answers = vec![answer(false); dataset.len()];
    let hide = learns_from == LearnsFrom::OtherOriginals;
    for original in dataset.originals() {
        let parts = dataset.monothematic_of(original);
        if hide {
            knowledge.learn(parts.clone(), -1);
        }
        let decisive = if parts.is_empty() { original..original + 1 } else { parts.clone() };
        let is_negative =
            decisive.into_iter().any(|row| knowledge.most_negative(row).mostly_negative());
        answers[original] = answer(is_negative);
        for row in parts.clone() {
            answers[row] = answer(knowledge.most_negative(row).at_least_half_negative());
        }
        if hide {
            knowledge.learn(parts, 1);
        }
    }
    Run::from_answers(system, answers)
}

fn negative_judgment(dataset: &Dataset) -> Judgment {
    let mut gold = dataset.gold().iter().flatten();
    if gold.all(|gold| matches!(gold, Judgment::Entailment | Judgment::Contradiction)) {
        Judgment::Contradiction
    } else {
        Judgment::NotEntailment
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Pair, dataset};

    fn negatives(pairs: &[Pair], learns_from: LearnsFrom) -> Vec<String> {
        let dataset = dataset(pairs);
        let run = linguistic_biased(&dataset, "linguistic-biased", learns_from);
        let negative = |row: &usize| run.answer(*row) == Answer::Judged(Judgment::Contradiction);
        (0..dataset.len()).filter(negative).map(|row| dataset.id(row).to_owned()).collect()
    }

    fn pilot_like() -> Vec<Pair> {
        let negative = |pair: Pair| pair.gold(Judgment::Contradiction);
        vec![
            negative(Pair::original("a")),
            negative(Pair::of("a.1", "a").tags(&["lexical:opposition"])),
            Pair::of("a.2", "a").tags(&["syntactic:apposition"]),
            Pair::original("b"),
            Pair::of("b.1", "b").tags(&["reasoning:meronymy"]),
            negative(Pair::original("c")),
            negative(Pair::of("c.1", "c").tags(&["reasoning:meronymy"])),
            negative(Pair::of("c.2", "c").tags(&["lexical:opposition"])),
        ]
    }

    #[test]
    fn a_tie_is_negative_for_a_part_and_not_for_the_whole() {
        // Meronymy occurs once with each judgment: b.1 and c.1 are answered negative, b is not.
        assert_eq!(
            negatives(&pilot_like(), LearnsFrom::AllPairs),
            ["a", "c", "a.1", "b.1", "c.1", "c.2"]
        );
    }

    #[test]
    fn cross_validated_it_never_sees_the_pairs_that_it_answers() {
        // b.1 sees c's meronymy (negative) only, c.1 sees b's (positive) only; opposition is seen
        // in the other original; apposition is seen nowhere else, where 2 of 3 pairs are negative.
        assert_eq!(
            negatives(&pilot_like(), LearnsFrom::OtherOriginals),
            ["a", "b", "c", "a.1", "a.2", "b.1", "c.2"]
        );
    }
}
