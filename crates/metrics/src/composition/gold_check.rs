//! Gold of the wholes against what the rule makes of gold of their parts.

use phenom_dataset::{Answer, Composed, CompositionRule, Dataset, Judgment, Task};

use crate::counts::gold_for;

/// What a dataset's gold says of the rule of composition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoldCheck {
    /// How many originals have the gold that the rule makes of their parts' gold.
    pub agree: u64,
    /// The originals whose gold is another.
    pub differ: Vec<GoldDifference>,
    /// The originals with gold of which the rule cannot tell, because parts that matter have no gold.
    pub undecided: Vec<UndecidedGold>,
    /// How many originals have the gold that the rule makes, because they have none of their own: there is nothing to
    /// hold it against.
    pub composed: u64,
    /// The rows of the originals that have parts and no gold.
    pub without_gold: Vec<usize>,
    /// The rows of the originals that have no parts, or none that counts under the rule.
    pub without_parts: Vec<usize>,
}

/// How often gold of the originals breaks the rule of composition, of the originals of which that can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GoldAgainstRule {
    /// The originals whose gold label is not what the rule makes of gold of their parts. Nothing of composition counts them.
    pub breaking: u64,
    /// These, and all others of which all parts have gold labels and predictions that count.
    pub originals: u64,
}

/// If a larger share of the originals breaks the rule, it is no rule of this dataset.
const MOST_BREAKING: f64 = 0.1;

impl GoldAgainstRule {
    /// Whether so many originals break the rule that nothing is said of systems: what they do on parts cannot be compared
    /// with what they do on originals by a rule that the gold labels do not follow.
    #[must_use]
    pub fn is_broken(self) -> bool {
        self.breaking as f64 > MOST_BREAKING * self.originals as f64
    }
}

/// An original whose gold is not what the rule makes of its parts' gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoldDifference {
    /// The row of the original; its parts are [`Dataset::monothematic_of`] it.
    pub original: usize,
    /// Its gold judgment.
    pub gold: Judgment,
    /// What the rule makes of the gold of its parts.
    pub composed: Judgment,
}

/// An original of which the rule cannot tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndecidedGold {
    /// The row of the original.
    pub original: usize,
    /// The rows of the parts that leave it open.
    pub parts: Vec<usize>,
}

impl GoldCheck {
    /// The originals of which gold and rule can be held against each other.
    #[must_use]
    pub fn decided(&self) -> u64 {
        self.agree + self.differ.len() as u64
    }

    /// Whether gold of the wholes never is other than what the rule makes of the parts', where it can be
    /// told of most: then gold of wholes and parts are one judgment, and not two independent ones.
    #[must_use]
    pub fn is_composed(&self) -> bool {
        let undecided = self.undecided.len() + self.without_gold.len();
        self.differ.is_empty() && self.agree > undecided as u64
    }
}

/// Holds gold of every original against what the rule makes of the gold of its parts. Of a part whose gold
/// is a set, the first judgment counts; the whole may have any judgment of its own set.
#[must_use]
pub fn gold_check(dataset: &Dataset, rule: &CompositionRule, task: Task) -> GoldCheck {
    let mut check = GoldCheck::default();
    for original in dataset.originals() {
        let parts = dataset.monothematic_of(original);
        if parts.is_empty() {
            check.without_parts.push(original);
            continue;
        }
        let first = parts.start;
        let composed = dataset.compose(original, (rule, task), |part| dataset.gold()[part]);
        if dataset.composed_gold().binary_search(&original).is_ok() {
            check.composed += 1;
            continue;
        }
        let answer = composed.judgment().map_or(Answer::Missing, Answer::Judged);
        let Some(gold) = gold_for(dataset, original, answer) else {
            check.without_gold.push(original);
            continue;
        };
        match composed {
            Composed::Judged(composed) if task.column(composed) == task.column(gold) => {
                check.agree += 1;
            }
            Composed::Judged(composed) => {
                check.differ.push(GoldDifference { original, gold, composed });
            }
            Composed::Open(open) => {
                let parts = open.into_iter().map(|place| first + place).collect();
                check.undecided.push(UndecidedGold { original, parts });
            }
            Composed::NoParts => check.without_parts.push(original),
        }
    }
    check
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::*;
    use phenom_dataset::{DatasetBuilder, KeepTexts, PairRow, PartsShare};

    use super::*;

    #[test]
    fn every_original_stands_where_it_belongs() {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        let mut add = |id: &str, origin: Option<&str>, gold| {
            builder.add(&PairRow { id, origin, gold, ..PairRow::default() });
        };
        for (id, gold, parts) in [
            ("agrees", Some(Contradiction), [Some(Entailment), Some(Contradiction)]),
            ("differs", Some(Entailment), [Some(Entailment), Some(Unknown)]),
            // One contradicted part decides all the same.
            ("decided", Some(Contradiction), [None, Some(Contradiction)]),
            ("undecided", Some(Entailment), [Some(Entailment), None]),
            ("no gold", None, [Some(Entailment); 2]),
        ] {
            add(id, None, gold);
            add(&format!("{id}.0"), Some(id), parts[0]);
            add(&format!("{id}.1"), Some(id), parts[1]);
        }
        add("no parts", None, Some(Entailment));
        let dataset = builder.finish().unwrap();
        let row = |id| dataset.row(id).unwrap();
        let check = gold_check(&dataset, &CompositionRule::All, Task::ThreeWay);
        let difference =
            GoldDifference { original: row("differs"), gold: Entailment, composed: Unknown };
        let undecided =
            UndecidedGold { original: row("undecided"), parts: vec![row("undecided.1")] };
        assert_eq!(
            check,
            GoldCheck {
                agree: 2,
                differ: vec![difference],
                undecided: vec![undecided],
                composed: 0,
                without_gold: vec![row("no gold")],
                without_parts: vec![row("no parts")],
            }
        );
        assert_eq!((check.decided(), check.is_composed()), (3, false));
        // All weights are 1: half of the parts are enough.
        let half = CompositionRule::Weighted(PartsShare::new(0.5).unwrap());
        let check = gold_check(&dataset, &half, Task::TwoWay);
        assert_eq!((check.agree, check.differ.len(), check.undecided.len()), (2, 1, 1));
        // Two-way, unknown is not-entailment as contradiction is; under `any`, the parts make entailment.
        let check = gold_check(&dataset, &CompositionRule::Any, Task::TwoWay);
        assert_eq!((check.agree, check.differ.len(), check.undecided.len()), (2, 1, 1));
    }
}
