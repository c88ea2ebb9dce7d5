//! The linguistic-biased system: a reference that knows, from gold, which phenomena go with which
//! judgment [CM10, section 4.2].

use std::cmp::Ordering;
use std::collections::BTreeMap;

use phenom_dataset::{Answer, Dataset, Judgment, Run, Task};

/// From what the linguistic-biased system learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnsFrom<'g> {
    /// All monothematic pairs, those that it is tested on too, as in the paper: an upper bound.
    AllPairs,
    /// For the pairs of each group, the monothematic pairs of the other groups. The number of each pair's group, by row; an
    /// original and its monothematic pairs are of one group.
    OtherGroups(&'g [usize]),
}

/// Gold judgments on monothematic pairs: how many, how many of them negative, and how many of these contradictions.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    negative: i64,
    contradictions: i64,
    total: i64,
}

impl Tally {
    fn plus(self, other: Self) -> Self {
        Self {
            negative: self.negative + other.negative,
            contradictions: self.contradictions + other.contradictions,
            total: self.total + other.total,
        }
    }

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
    fn learn(&mut self, rows: impl Iterator<Item = usize>, weight: i64) {
        for row in rows {
            let Some(gold) = self.dataset.gold()[row] else { continue };
            self.all.add(gold, weight);
            for &tag in self.dataset.tags(row) {
                self.by_phenomenon[tag as usize].add(gold, weight);
            }
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

    /// The tally of the phenomenon of a pair that is negative most often. Several phenomena with the same highest P are
    /// counted together, which leaves P as it is, so that no order of tags decides the negative judgment.
    fn most_negative(&self, row: usize) -> Tally {
        let tallies = self.dataset.tags(row).iter().map(|&tag| self.by_phenomenon[tag as usize]);
        let mut most: Option<Tally> = None;
        for tally in tallies.filter(|tally| tally.total > 0) {
            most = Some(match most {
                None => tally,
                Some(most) => {
                    match (tally.negative * most.total).cmp(&(most.negative * tally.total)) {
                        Ordering::Less => most,
                        Ordering::Equal => most.plus(tally),
                        Ordering::Greater => tally,
                    }
                }
            });
        }
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
/// otherwise. If a pair has several phenomena, the one with the highest P decides; if several have the highest P, their
/// pairs are counted together, and each pair once for each of these phenomena. If a pair has no phenomenon, or none that
/// was seen in learning, P is that of all pairs learnt from. The negative
/// judgment is *contradiction* where gold has no other negative one, else *not-entailment*.
///
/// As a three-way system, which is not in the paper, it says *unknown* or *contradiction* where the paper's says that a
/// pair is negative: whichever is the more frequent one on the phenomenon that decides, a tie *contradiction*; an
/// original is contradicted as soon as one of its negative phenomena is. Conflated, its answers are those of the paper's.
/// Where gold is two-way, all of its negative answers are *unknown*.
///
/// Where it learns from other groups, the run notes how many answers leaving out decides: on balanced
/// phenomena those that are left always say the opposite.
#[must_use]
pub fn linguistic_biased(
    dataset: &Dataset,
    system: &str,
    learns_from: LearnsFrom<'_>,
    task: Task,
) -> Run {
    let mut knowledge = Knowledge::of(dataset);
    let mut negative = vec![None; dataset.len()];
    // In the paper's form there is one negative judgment.
    let of_two_way = negative_judgment(dataset);
    let told = |said: Option<Judgment>| match task {
        Task::TwoWay | Task::Outcome => said.map(|_| of_two_way),
        Task::ThreeWay => said,
    };
    for original in dataset.originals() {
        knowledge.answers(original, |row, said| negative[row] = told(said));
    }
    let mut note = None;
    if let LearnsFrom::OtherGroups(group_of) = learns_from {
        let mut decided = 0;
        let mut originals_of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for original in dataset.originals() {
            let group = group_of.get(original).copied().unwrap_or_default();
            originals_of.entry(group).or_default().push(original);
        }
        for originals in originals_of.values() {
            let parts = || originals.iter().flat_map(|original| dataset.monothematic_of(*original));
            knowledge.learn(parts(), -1);
            for original in originals {
                knowledge.answers(*original, |row, said| {
                    decided += usize::from(negative[row] != told(said));
                    negative[row] = told(said);
                });
            }
            knowledge.learn(parts(), 1);
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
    format!(
        "`{system}` changes its predictions for {decided} of {} pairs if the group of the pair is left out of learning: \
         the pairs that share its original, its cluster or its text. If the gold labels on a phenomenon are balanced, \
         the remaining pairs predict the opposite label. Accuracy is then too low, down to 0.",
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

    /// The group of each pair: its cluster.
    fn clusters(dataset: &Dataset) -> Vec<usize> {
        (0..dataset.len()).map(|row| dataset.cluster_of(dataset.original_of(row))).collect()
    }

    fn cross_validated(dataset: &Dataset) -> Run {
        let groups = clusters(dataset);
        linguistic_biased(dataset, "lb", LearnsFrom::OtherGroups(&groups), Task::TwoWay)
    }

    fn negatives(pairs: &[Pair], learns_from_all: bool) -> Vec<String> {
        let dataset = dataset(pairs);
        let run = match learns_from_all {
            true => linguistic_biased(&dataset, "lb", LearnsFrom::AllPairs, Task::TwoWay),
            false => cross_validated(&dataset),
        };
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
        assert_eq!(negatives(&pilot_like(), true), ["a", "c", "a.1", "b.1", "c.1", "c.2"]);
    }

    #[test]
    fn cross_validated_it_never_sees_the_pairs_that_it_answers() {
        // b.1 sees c's meronymy (negative) only, c.1 sees b's (positive) only; opposition is seen
        // in the other original; apposition is seen nowhere else, where 2 of 3 pairs are negative.
        assert_eq!(negatives(&pilot_like(), false), ["a", "b", "c", "a.1", "a.2", "b.1", "c.2"]);
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
        let all = linguistic_biased(&dataset, "lb", LearnsFrom::AllPairs, Task::TwoWay);
        assert_eq!((right(&dataset, &all), all.notes().len()), (8, 0));
        let others = cross_validated(&dataset);
        assert_eq!(right(&dataset, &others), 0);
        let [note] = others.notes() else { panic!("{:?}", others.notes()) };
        let said =
            "`lb` changes its predictions for 8 of 16 pairs if the group of the pair is left out";
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

    /// Opposition is negative in both of its pairs, which are contradictions, and meronymy in all three of its pairs, which
    /// are unknown: P is 1 for either. Together, 2 of 5 negative pairs are contradictions, so that a pair with both
    /// phenomena is unknown, whichever tag comes first. With one contradiction more, 3 of 6 are a tie: contradiction.
    #[test]
    fn phenomena_that_tie_are_counted_together_in_any_order() {
        let (unknown, no) = (Judgment::Unknown, Judgment::Contradiction);
        let (opposition, meronymy) = ("lexical:opposition", "reasoning:meronymy");
        let said = |contradictions: usize, tags: [&str; 2]| {
            let mut pairs = vec![Pair::original("a").gold(no), Pair::of("a.1", "a").tags(&tags)];
            pairs.push(Pair::original("b"));
            let of = |count, gold, tag: &'static str| {
                (0..count).map(move |number| {
                    Pair::of(&format!("b.{tag}.{number}"), "b").gold(gold).tags(&[tag])
                })
            };
            pairs.extend(of(contradictions, no, opposition));
            pairs.extend(of(3, unknown, meronymy));
            let dataset = dataset(&pairs);
            let a_part = dataset.row("a.1").unwrap();
            let mut gold = dataset.gold().to_vec();
            // It teaches nothing.
            gold[a_part] = None;
            let dataset = dataset.with_gold(&gold);
            linguistic_biased(&dataset, "lb", LearnsFrom::AllPairs, Task::ThreeWay).answer(a_part)
        };
        for (contradictions, expected) in [(2, unknown), (3, no)] {
            for tags in [[opposition, meronymy], [meronymy, opposition]] {
                assert_eq!(said(contradictions, tags), Answer::Judged(expected), "{tags:?}");
            }
        }
    }

    /// Each cluster holds the two originals of a phenomenon with the same judgment: without it, the others
    /// are all of the opposite one. Where it holds both judgments, a tie remains as with all pairs.
    #[test]
    fn whole_groups_are_left_out() {
        let in_clusters = |of: fn(usize) -> usize| {
            let mut originals = 0..;
            let pairs = balanced().into_iter().enumerate().map(|(at, pair)| match at % 2 {
                0 => pair.cluster(&of(originals.next().unwrap()).to_string()),
                _ => pair,
            });
            let dataset = dataset(&pairs.collect::<Vec<_>>());
            let run = cross_validated(&dataset);
            (right(&dataset, &run), run.notes().to_vec())
        };
        let (right, notes) = in_clusters(|number| number / 4 * 2 + number % 2);
        assert_eq!(right, 0);
        assert!(notes[0].contains("if the group of the pair is left out"), "{notes:?}");
        let (right, notes) = in_clusters(|number| number / 2);
        assert_eq!((right, notes), (8, Vec::new()));
    }
}
