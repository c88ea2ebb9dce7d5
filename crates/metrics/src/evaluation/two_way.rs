//! Whether judgments are told apart two-way only.

use phenom_dataset::{Answer, Judgment, Several};

use super::{Evaluation, SystemCounts};
use crate::counts::Population;

impl Evaluation {
    /// Why the judgments cannot be scored three-way, if they cannot.
    #[must_use]
    pub fn two_way_reason(&self) -> Option<String> {
        if self.judgments().contains(&Judgment::NotEntailment) {
            return Some("the gold labels are two-way (`not-entailment`)".to_owned());
        }
        let system = self.two_way_systems().next()?;
        Some(format!("`{system}` predicts two-way labels (`not-entailment`)"))
    }

    /// The names of the systems that answer two-way.
    pub fn two_way_systems(&self) -> impl Iterator<Item = &str> {
        let answers = |system: &&SystemCounts| {
            [Population::Original, Population::Monothematic].into_iter().any(|population| {
                let counts = system.counts(population, 0);
                counts.answered(Answer::Judged(Judgment::NotEntailment)) > 0
                    || counts.answered(Answer::Several(Several::EntailmentNotEntailment)) > 0
            })
        };
        self.systems.iter().filter(answers).map(|system| system.name.as_str())
    }
}
