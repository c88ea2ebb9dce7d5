//! Answer keys made from annotations: gold is an opinion, and here are others.

use phenom_dataset::{Dataset, Judgment};

/// Whose judgments are the gold standard [V08, section 2.2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnswerKey {
    /// The dataset's own gold judgments.
    Official,
    /// One annotator's, by number in [`Dataset::annotators`].
    Annotator(u32),
    /// The judgment that most annotators gave; a tie gives none.
    Majority,
    /// The judgment that all annotators gave, of pairs that at least two judged.
    Unanimous,
    /// The judgment that all annotators gave, and *unknown* where they disagree. The official gold
    /// counts as one more annotator, as in V08: a two-way *not-entailment* is in accord with *unknown*
    /// and with *contradiction*.
    UnknownOnDisagreement,
}

/// What a key makes of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opinion {
    /// A gold judgment.
    Gold(Judgment),
    /// None: annotators gave two judgments equally often.
    Tie,
    /// None: annotators disagree.
    Disagreement,
    /// None: nobody said what the key needs.
    NotJudged,
}

impl Opinion {
    /// The gold judgment, if there is one.
    #[must_use]
    pub fn gold(self) -> Option<Judgment> {
        match self {
            Self::Gold(judgment) => Some(judgment),
            Self::Tie | Self::Disagreement | Self::NotJudged => None,
        }
    }

    fn of(gold: Option<Judgment>) -> Self {
        gold.map_or(Self::NotJudged, Self::Gold)
    }
}

impl AnswerKey {
    /// The name of the dataset's own gold judgments.
    pub const OFFICIAL: &str = "official";

    /// What the key makes of a pair, from its official gold, what annotators said by number, and how
    /// many annotators without a name gave each judgment, by its code. A two-way *not-entailment* is a
    /// judgment of its own among annotators.
    #[must_use]
    pub(crate) fn opinion(
        self,
        official: Option<Judgment>,
        annotations: &[(u32, Judgment)],
        unnamed: [u16; Judgment::ALL.len()],
    ) -> Opinion {
        let mut counts = unnamed.map(u32::from);
        for (_, judgment) in annotations {
            counts[usize::from(judgment.code())] += 1;
        }
        let mut given =
            Judgment::ALL.into_iter().filter(|judgment| counts[usize::from(judgment.code())] > 0);
        match self {
            Self::Official => Opinion::of(official),
            Self::Annotator(number) => {
                let own = annotations.iter().find(|(annotator, _)| *annotator == number);
                Opinion::of(own.map(|(_, judgment)| *judgment))
            }
            Self::Majority => {
                let most = counts.into_iter().max().unwrap_or(0);
                if most == 0 {
                    return Opinion::NotJudged;
                }
                let mut most =
                    given.filter(|judgment| counts[usize::from(judgment.code())] == most);
                match (most.next(), most.next()) {
                    (Some(judgment), None) => Opinion::Gold(judgment),
                    _ => Opinion::Tie,
                }
            }
            Self::Unanimous => match (given.next(), given.next()) {
                (Some(judgment), None) if counts[usize::from(judgment.code())] > 1 => {
                    Opinion::Gold(judgment)
                }
                (_, Some(_)) => Opinion::Disagreement,
                _ => Opinion::NotJudged,
            },
            Self::UnknownOnDisagreement => match (given.next(), given.next(), official) {
                (_, Some(_), _) => Opinion::Gold(Judgment::Unknown),
                (Some(judgment), None, Some(official)) if !accord(judgment, official) => {
                    Opinion::Gold(Judgment::Unknown)
                }
                (Some(judgment), None, _) => Opinion::Gold(judgment),
                (None, ..) => Opinion::of(official),
            },
        }
    }

    /// The key's word in files: `official`, `majority`, `unanimous`, `unknown-on-disagreement`, and
    /// `annotator:NAME`.
    #[must_use]
    pub fn name(self, dataset: &Dataset) -> String {
        match self {
            Self::Official => Self::OFFICIAL.to_owned(),
            Self::Annotator(number) => {
                let name = dataset.annotators().nth(number as usize).unwrap_or_default();
                format!("annotator:{name}")
            }
            Self::Majority => "majority".to_owned(),
            Self::Unanimous => "unanimous".to_owned(),
            Self::UnknownOnDisagreement => "unknown-on-disagreement".to_owned(),
        }
    }
}

/// Whether an annotator's judgment is the official one, as far as that tells.
fn accord(judgment: Judgment, official: Judgment) -> bool {
    let two_way = [judgment, official].contains(&Judgment::NotEntailment);
    if two_way { judgment.two_way() == official.two_way() } else { judgment == official }
}

/// The keys that a dataset has, in the order in which files show them: the official one, then, where
/// there are annotators, each of them, and what they make together.
#[must_use]
pub fn answer_keys(dataset: &Dataset) -> Vec<AnswerKey> {
    let mut keys = vec![AnswerKey::Official];
    keys.extend((0..).zip(dataset.annotators()).map(|(number, _)| AnswerKey::Annotator(number)));
    if dataset.is_annotated() {
        keys.push(AnswerKey::Majority);
        keys.push(AnswerKey::Unanimous);
        keys.push(AnswerKey::UnknownOnDisagreement);
    }
    keys
}

/// The gold judgments of a dataset under a key, and why pairs have none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyGold {
    /// By row.
    pub gold: Vec<Option<Judgment>>,
    /// Pairs with gold, by the judgment's code.
    pub judgments: [u64; Judgment::ALL.len()],
    /// Pairs without gold because of a tie.
    pub ties: u64,
    /// Pairs without gold because annotators disagree.
    pub disagreements: u64,
    /// Pairs without gold because nobody said what the key needs.
    pub not_judged: u64,
}

/// The gold judgments of a dataset under a key.
#[must_use]
pub fn key_gold(dataset: &Dataset, key: AnswerKey) -> KeyGold {
    let mut made = KeyGold {
        gold: Vec::with_capacity(dataset.len()),
        judgments: [0; Judgment::ALL.len()],
        ties: 0,
        disagreements: 0,
        not_judged: 0,
    };
    let mut annotations = Vec::new();
    for (row, official) in dataset.gold().iter().enumerate() {
        annotations.clear();
        annotations.extend(dataset.numbered_annotations(row));
        let unnamed = dataset.annotator_counts(row).unwrap_or_default();
        let opinion = key.opinion(*official, &annotations, unnamed);
        let count = match opinion {
            Opinion::Gold(judgment) => &mut made.judgments[usize::from(judgment.code())],
            Opinion::Tie => &mut made.ties,
            Opinion::Disagreement => &mut made.disagreements,
            Opinion::NotJudged => &mut made.not_judged,
        };
        *count += 1;
        made.gold.push(opinion.gold());
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    use Judgment::{Contradiction as C, Entailment as E, NotEntailment as N, Unknown as U};

    const NOBODY: [u16; 4] = [0; 4];

    #[test]
    fn keys_by_their_definitions() {
        let opinion = |key: AnswerKey, official, said: &[(u32, Judgment)]| {
            key.opinion(official, said, NOBODY)
        };
        let split = [(0, E), (2, U), (3, U)];
        assert_eq!(opinion(AnswerKey::Official, Some(C), &split), Opinion::Gold(C));
        assert_eq!(opinion(AnswerKey::Official, None, &split), Opinion::NotJudged);
        assert_eq!(opinion(AnswerKey::Annotator(2), None, &split), Opinion::Gold(U));
        assert_eq!(opinion(AnswerKey::Annotator(1), None, &split), Opinion::NotJudged);
        assert_eq!(opinion(AnswerKey::Majority, None, &split), Opinion::Gold(U));
        assert_eq!(opinion(AnswerKey::Majority, Some(E), &split[..2]), Opinion::Tie);
        assert_eq!(opinion(AnswerKey::Majority, Some(E), &[]), Opinion::NotJudged);
        assert_eq!(opinion(AnswerKey::Unanimous, None, &split), Opinion::Disagreement);
        assert_eq!(opinion(AnswerKey::Unanimous, None, &split[1..]), Opinion::Gold(U));
        assert_eq!(opinion(AnswerKey::Unanimous, None, &split[..1]), Opinion::NotJudged);
    }

    #[test]
    fn disagreement_is_unknown_and_the_official_gold_has_a_say() {
        let opinion = |official, said: &[(u32, Judgment)]| {
            AnswerKey::UnknownOnDisagreement.opinion(official, said, NOBODY).gold()
        };
        assert_eq!(opinion(Some(E), &[(0, E), (1, E)]), Some(E));
        assert_eq!(opinion(Some(E), &[(0, E), (1, C)]), Some(U));
        assert_eq!(opinion(Some(U), &[(0, E), (1, E)]), Some(U));
        assert_eq!(opinion(Some(N), &[(0, C), (1, C)]), Some(C));
        assert_eq!(opinion(Some(N), &[(0, E), (1, E)]), Some(U));
        assert_eq!(opinion(None, &[(0, E)]), Some(E));
        assert_eq!(opinion(Some(C), &[]), Some(C));
        assert_eq!(opinion(None, &[]), None);
    }

    #[test]
    fn annotators_without_a_name_vote_too() {
        let opinion = |key: AnswerKey| key.opinion(None, &[(0, E)], [0, 2, 0, 0]).gold();
        assert_eq!(opinion(AnswerKey::Majority), Some(U));
        assert_eq!(AnswerKey::Unanimous.opinion(None, &[], [0, 9, 0, 0]).gold(), Some(U));
    }
}
