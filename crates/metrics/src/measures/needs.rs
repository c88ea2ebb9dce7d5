//! What a measure needs to know of predictions.

use super::{Computation, Measure, OfComposition, Slices};

/// What a measure needs to know of predictions, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// How far each is right: a score from 0 to 1.
    Scores,
    /// Whether each is right.
    RightOrWrong,
    /// Its label, and the gold label.
    Labels,
}

impl Measure {
    /// What it needs to know of predictions.
    #[must_use]
    pub fn needs(&self) -> Needs {
        // A measure of single gold labels, or of those that are not entailment.
        if matches!(self.slices, Slices::OfJudgments | Slices::NotOfEntailment) {
            return Needs::Labels;
        }
        match self.computation {
            Computation::RightAnswers
            | Computation::RightWholes
            | Computation::WholeAndParts(_) => Needs::Scores,
            Computation::ByRelevance(_)
            | Computation::Fit(_)
            | Computation::Composition(
                OfComposition::Solved(_)
                | OfComposition::SolvedWithSeed(_)
                | OfComposition::Strata(_),
            ) => Needs::RightOrWrong,
            Computation::Share(..)
            | Computation::Table(_)
            | Computation::Pairs(_)
            | Computation::ShareOfAnswer(_)
            | Computation::Judgment(_)
            | Computation::ByChance(_)
            | Computation::Composition(OfComposition::Right(_) | OfComposition::Agreement(_))
            | Computation::Sets(_)
            | Computation::Ranking(..)
            | Computation::RankingFacts(_)
            | Computation::Weighted(_)
            | Computation::Forecasts(..)
            | Computation::People => Needs::Labels,
        }
    }
}

impl Measure {
    /// What it needs besides one gold label and one predicted label for each pair; `None` if these decide it.
    #[must_use]
    pub fn needs_besides_labels(&self) -> Option<&'static str> {
        match self.computation {
            Computation::RightAnswers
            | Computation::Share(..)
            | Computation::Table(_)
            | Computation::Pairs(_)
            | Computation::ShareOfAnswer(_)
            | Computation::Judgment(_) => None,
            Computation::RightWholes
            | Computation::WholeAndParts(_)
            | Computation::ByChance(_)
            | Computation::Composition(_) => Some("originals and their monothematic pairs"),
            Computation::ByRelevance(_) => {
                Some("originals, their monothematic pairs and the relevance of phenomena")
            }
            Computation::Sets(_) => Some("labels that are sets"),
            Computation::Ranking(..) | Computation::RankingFacts(_) => {
                Some("a confidence or probability for each pair")
            }
            Computation::Forecasts(..) => Some("a probability of each label for each pair"),
            Computation::Weighted(_) => Some("a weight of each pair"),
            Computation::Fit(_) => Some("several phenomena of one category"),
            Computation::People => Some("what several annotators or judges said"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::{MEASURES, Wanted};

    fn keys(known: Needs) -> Vec<&'static str> {
        let wanted = Wanted::default().that_need(known);
        wanted.measures().map(|measure| measure.key).collect()
    }

    #[test]
    fn outcomes_have_the_measures_that_need_no_label() {
        assert_eq!(
            keys(Needs::Scores),
            ["accuracy", "whole_accuracy", "correlation_index", "ideal_distance"]
        );
        assert_eq!(
            keys(Needs::RightOrWrong),
            [
                "accuracy",
                "whole_accuracy",
                "correlation_index",
                "ideal_distance",
                "weighted_correlation_index",
                "solved_difference",
                "stratified_solved_difference",
                "solved_odds_ratio",
                "solved_information",
                "solved_information_p_value",
                "compositionality_gap",
                "expected_compositionality_gap",
                "whole_right_part_wrong",
                "expected_whole_right_part_wrong",
                "shrunken_accuracy",
            ]
        );
        assert!(MEASURES.iter().all(|measure| measure.needs() <= Needs::Labels));
    }

    #[test]
    fn a_measure_that_is_excluded_is_not_wanted_by_any_way() {
        let named = Wanted::named(["kappa", "accuracy"]).and(&crate::measures::f1::F1);
        let wanted = named.that_need(Needs::RightOrWrong);
        let keys: Vec<&str> = wanted.measures().map(|measure| measure.key).collect();
        assert_eq!(keys, ["accuracy"]);
        assert!(!wanted.asks_for(&crate::measures::kappa::KAPPA));
    }
}
