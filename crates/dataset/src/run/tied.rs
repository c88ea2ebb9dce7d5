//! Answers whose probability is the highest, and which share it with others.

use crate::Judgment;
use crate::wording::quoted;

#[derive(Debug)]
pub(super) struct Tied {
    pairs: u64,
    first: String,
    /// The judgments in the order in which the first of equal ones counts.
    order: Vec<Judgment>,
}

impl Tied {
    /// One more pair; `tied` are those before it.
    pub(super) fn add(tied: &mut Option<Self>, id: &str, order: &[Judgment]) {
        match tied {
            Some(tied) => tied.pairs += 1,
            None => *tied = Some(Self { pairs: 1, first: id.to_owned(), order: order.to_vec() }),
        }
    }

    /// What to note of a system's ties.
    pub(super) fn note(&self, system: &str) -> String {
        let pairs = if self.pairs == 1 { "pair" } else { "pairs" };
        let order: Vec<&str> = self.order.iter().map(|judgment| judgment.name()).collect();
        format!(
            "{system}: on {} {pairs}, first {}, several labels share the highest probability. phenom predicts the first \
             of these in the order {}.",
            self.pairs,
            quoted(&self.first),
            order.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use Judgment::{Contradiction, Entailment, Unknown};

    use super::*;

    #[test]
    fn the_note_names_the_order_that_decides() {
        let mut tied = None;
        Tied::add(&mut tied, "a", &[Entailment, Unknown, Contradiction]);
        Tied::add(&mut tied, "b", &[Entailment, Unknown, Contradiction]);
        assert_eq!(
            tied.unwrap().note("S"),
            "S: on 2 pairs, first `a`, several labels share the highest probability. phenom predicts the first of these in the order entailment, unknown, contradiction."
        );
    }
}
