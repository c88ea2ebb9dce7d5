//! The linguistic-biased system: a reference that knows, from gold, which phenomena go with which
//! judgment [CM10, section 4.2].

use std::ops::Range;

use phenom_dataset::{Answer, Dataset, Judgment, Run, Task};

/// From what the linguistic-biased system learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnsFrom {
    /// All monothematic pairs, those that it is tested on too, as in the paper: an upper bound.
    AllPairs,
    /// For each cluster, the monothematic pairs of the other clusters: of the other originals, where no
    /// clusters are given.
    OtherClusters,
}

/// Gold judgments on monothematic pairs: how many, how many of them negative, and how many of these contradictions.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    negative: i64,
    contradictions: i64,
    total: i64,
}

impl Tally {
    fn add(&mut self, gold: Judgment, weight: i64) {
        self.negative += i64::from(gold != Judgment::Entailment) * weight;
        self.contradictions += i64::from(gold == Judgment::Contradiction) * weight;
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

    /// The negative judgment that is the more probable, a tie *contradiction*.
    fn negative_judgment(self) -> Judgment {
        if 2 * self.contradictions >= self.negative {
            Judgment::Contradiction
        } else {
            Judgment::Unknown
        }
    }
}

/// What the system has learnt.
struct Knowledge<'a> {
    dataset: &'a Dataset,
    by_phenomenon: Vec<Tally>,
    all: Tally,
}

impl<'a> Knowledge<'a> {
    /// What all monothematic pairs teach.
    fn of(dataset: &'a Dataset) -> Self {
        let by_phenomenon = vec![Tally::default(); dataset.phenomena().len()];
        let mut knowledge = Self { dataset, by_phenomenon, all: Tally::default() };
        knowledge.learn(dataset.monothematic(), 1);
        knowledge
    }

    /// Learns from monothematic pairs, or with a weight of -1 forgets them.
    fn learn(&mut self, rows: Range<usize>, weight: i64) {
        for row in rows {
            let Some(gold) = self.dataset.gold()[row] else { continue };
            self.all.add(gold, weight);
            for &tag in self.dataset.tags(row) {
                self.by_phenomenon[tag as usize].add(gold, weight);
            }
        }
    }

    /// The same with those of a cluster.
    fn learn_cluster(&mut self, cluster: usize, weight: i64) {
        for original in self.dataset.originals_of(cluster) {
            self.learn(self.dataset.monothematic_of(original), weight);
        }
    }

    /// The negative judgment on an original and on each of its monothematic pairs; nothing where it is *entailment*.
    fn answers(&self, original: usize, mut answer: impl FnMut(usize, Option<Judgment>)) {
        let parts = self.dataset.monothematic_of(original);
        let decisive = if parts.is_empty() { original..original + 1 } else { parts.clone() };
        let tallies = decisive.map(|row| self.most_negative(row));
        let negative =
            tallies.filter(|tally| tally.mostly_negative()).map(Tally::negative_judgment);
        // One contradiction contradicts the whole.
        answer(
            original,
            negative.reduce(|one, other| if one == Judgment::Contradiction { one } else { other }),
        );
        for row in parts {
            let tally = self.most_negative(row);
            answer(row, tally.at_least_half_negative().then(|| tally.negative_judgment()));
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
///
/// As a three-way system, which is not in the paper, it says *unknown* or *contradiction* where the paper's says that a
/// pair is negative: whichever is the more frequent one on the phenomenon that decides, a tie *contradiction*; an
/// original is contradicted as soon as one of its negative phenomena is. Conflated, its answers are those of the paper's.
/// Where gold is two-way, all of its negative answers are *unknown*.
///
/// Where it learns from other clusters, the run notes how many answers leaving out decides: on balanced
/// phenomena those that are left always say the opposite.
#[must_use]
pub fn linguistic_biased(
    dataset: &Dataset,
    system: &str,
    learns_from: LearnsFrom,
    task: Task,
) -> Run {
    let mut knowledge = Knowledge::of(dataset);
    let mut negative = vec![None; dataset.len()];
    // In the paper's form there is one negative judgment.
    let of_two_way = negative_judgment(dataset);
    let told = |said: Option<Judgment>| match task {
        Task::TwoWay => said.map(|_| of_two_way),
        Task::ThreeWay => said,
    };
    for original in dataset.originals() {
        knowledge.answers(original, |row, said| negative[row] = told(said));
    }
    let mut note = None;
    if learns_from == LearnsFrom::OtherClusters {
        let mut decided = 0;
        for cluster in dataset.clusters() {
            knowledge.learn_cluster(cluster, -1);
            for original in dataset.originals_of(cluster) {
                knowledge.answers(original, |row, said| {
                    decided += usize::from(negative[row] != told(said));
                    negative[row] = told(said);
                });
            }
            knowledge.learn_cluster(cluster, 1);
        }
        note = (decided > 0).then(|| note_on_leaving_out(dataset, system, decided));
    }
    let answer = |said: Option<Judgment>| Answer::Judged(said.unwrap_or(Judgment::Entailment));
    let run = Run::from_answers(system, negative.into_iter().map(answer));
    match note {
        Some(note) => run.noting(note),
        None => run,
    }
}

fn note_on_leaving_out(dataset: &Dataset, system: &str, decided: usize) -> String {
    let left_out = if dataset.cluster_column().is_some() { "cluster" } else { "original" };
    format!(
        "`{system}` answers {decided} of {} pairs otherwise than with all pairs, because the {left_out} of \
         the pair is left out. Where the judgments on a phenomenon are balanced, what is left says the \
         opposite of what is left out: accuracy is then too low, down to 0.",
        dataset.len()
    )
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
        let run = linguistic_biased(&dataset, "linguistic-biased", learns_from, Task::TwoWay);
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
            negatives(&pilot_like(), LearnsFrom::OtherClusters),
            ["a", "b", "c", "a.1", "a.2", "b.1", "c.2"]
        );
    }

    /// Two phenomena, each on two originals' parts of either judgment.
    fn balanced() -> Vec<Pair> {
        let mut pairs = Vec::new();
        for number in 0..8 {
            let id = format!("o{number}");
            let gold = [Judgment::Entailment, Judgment::Contradiction][number % 2];
            pairs.push(Pair::original(&id).gold(gold));
            let tag = ["lexical:synonymy", "syntactic:apposition"][number / 4];
            pairs.push(Pair::of(&format!("{id}.1"), &id).gold(gold).tags(&[tag]));
        }
        pairs
    }

    fn right(dataset: &Dataset, run: &Run) -> usize {
        let right =
            |row: &usize| dataset.gold()[*row].map(Answer::Judged) == Some(run.answer(*row));
        (0..dataset.len()).filter(right).count()
    }

    /// Of four pairs with a phenomenon two are negative. Without one that is negative it is one of three
    /// (answered with entailment), without one that is not it is two of three (contradiction): all are
    /// wrong. With all of them, two of four are a tie: entailment for originals, contradiction for parts;
    /// so 4 originals and 4 parts are right, and these 8 answers leaving out has turned round.
    #[test]
    fn on_balanced_data_leaving_out_decides_every_right_answer() {
        let dataset = dataset(&balanced());
        let learnt = |learns_from| linguistic_biased(&dataset, "lb", learns_from, Task::TwoWay);
        let all = learnt(LearnsFrom::AllPairs);
        assert_eq!((right(&dataset, &all), all.notes().len()), (8, 0));
        let others = learnt(LearnsFrom::OtherClusters);
        assert_eq!(right(&dataset, &others), 0);
        let [note] = others.notes() else { panic!("{:?}", others.notes()) };
        let said = "`lb` answers 8 of 16 pairs otherwise than with all pairs, because the original of \
                    the pair is left out.";
        assert!(note.starts_with(said), "{note}");
    }

    /// Opposition: one contradiction of two negative ones of three, a tie that is contradiction. Meronymy: unknown in two
    /// of three. Apposition: entailed. `a` has both negative phenomena, `b` meronymy alone, `c` neither.
    #[test]
    fn three_way_the_more_frequent_negative_judgment_is_said() {
        let (unknown, no) = (Judgment::Unknown, Judgment::Contradiction);
        let (opposition, meronymy) = ("lexical:opposition", "reasoning:meronymy");
        let pairs = vec![
            Pair::original("a").gold(no),
            Pair::of("a.1", "a").gold(no).tags(&[opposition]),
            Pair::of("a.2", "a").gold(unknown).tags(&[meronymy]),
            Pair::original("b").gold(unknown),
            Pair::of("b.1", "b").gold(unknown).tags(&[meronymy]),
            Pair::original("c"),
            Pair::of("c.1", "c").tags(&["syntactic:apposition"]),
            Pair::original("d").gold(unknown),
            Pair::of("d.1", "d").gold(unknown).tags(&[opposition]),
            Pair::of("d.2", "d").tags(&[opposition]),
            Pair::of("d.3", "d").tags(&[meronymy]),
        ];
        let dataset = dataset(&pairs);
        let said = |task| {
            let run = linguistic_biased(&dataset, "lb", LearnsFrom::AllPairs, task);
            let judged = |row| match run.answer(row) {
                Answer::Judged(judgment) => judgment,
                answer => panic!("{answer:?}"),
            };
            (0..dataset.len()).map(judged).collect::<Vec<_>>()
        };
        let three_way = said(Task::ThreeWay);
        let of = |id: &str| three_way[dataset.row(id).unwrap()];
        let expected = [
            ("a", no),
            ("a.1", no),
            ("a.2", unknown),
            ("b", unknown),
            ("b.1", unknown),
            ("c", Judgment::Entailment),
            ("c.1", Judgment::Entailment),
            ("d", no),
            ("d.1", no),
            ("d.2", no),
            ("d.3", unknown),
        ];
        for (id, judgment) in expected {
            assert_eq!(of(id), judgment, "{id}");
        }
        let conflated: Vec<_> = three_way.iter().map(|judgment| judgment.two_way()).collect();
        assert_eq!(conflated, said(Task::TwoWay));
    }

    /// Each cluster holds the two originals of a phenomenon with the same judgment: without it, the others
    /// are all of the opposite one. Where it holds both judgments, a tie remains as with all pairs.
    #[test]
    fn whole_clusters_are_left_out() {
        let in_clusters = |of: fn(usize) -> usize| {
            let mut originals = 0..;
            let pairs = balanced().into_iter().enumerate().map(|(at, pair)| match at % 2 {
                0 => pair.cluster(&of(originals.next().unwrap()).to_string()),
                _ => pair,
            });
            let dataset = dataset(&pairs.collect::<Vec<_>>());
            let run = linguistic_biased(&dataset, "lb", LearnsFrom::OtherClusters, Task::TwoWay);
            (right(&dataset, &run), run.notes().to_vec())
        };
        let (right, notes) = in_clusters(|number| number / 4 * 2 + number % 2);
        assert_eq!(right, 0);
        assert!(notes[0].contains("because the cluster of the pair is left out"), "{notes:?}");
        let (right, notes) = in_clusters(|number| number / 2);
        assert_eq!((right, notes), (8, Vec::new()));
    }
}
