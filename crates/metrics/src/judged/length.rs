//! Whether the agreement of a judge with people depends on how long pairs are.

use super::evaluation::{counted, undefined};
use super::formula::Formula;
use super::{JudgedEvaluation, Who};
use crate::counts::Population;
use crate::statistics::prediction_powered::{Corrected, Mean, Part, Scale};
use crate::undefined::Undefined;

impl JudgedEvaluation {
    /// The median number of words, text and hypothesis together, of the pairs of a population, the lower one of two; `None` if
    /// a pair has no text or no hypothesis.
    #[must_use]
    pub fn median_words(&self, population: Population) -> Option<u32> {
        let all = self.own.slice(0, counted(population))?.part().all();
        let mut words: Vec<u32> =
            all.map(|pair| self.words[pair as usize]).collect::<Option<_>>()?;
        let middle = words.len().checked_sub(1)? / 2;
        Some(*words.select_nth_unstable(middle).1)
    }

    /// The share of pairs with more words than the median on which people say what a judge says, minus that share of the other
    /// pairs; from -1 to 1. Shares are weighted by the probabilities with which people read pairs, and clusters may have pairs
    /// of both kinds (delta method).
    ///
    /// # Errors
    /// If people read too few pairs of either kind.
    pub(crate) fn agreement_by_length(
        &self,
        judge: usize,
        population: Population,
        median: u32,
    ) -> Result<Corrected, Undefined> {
        let all = self.own.slice(0, counted(population)).ok_or(Undefined::NoPairs)?.part();
        let is_long = |pair: u32| self.words[pair as usize].is_some_and(|words| words > median);
        let of = |wanted: bool| -> Part {
            self.own.table.part(all.all().filter(|pair| is_long(*pair) == wanted).collect())
        };
        let parts = [of(true), of(false)];
        let right = self.own.right(Who::Judge(judge));
        let by_people = vec![0.0; self.judges.len()];
        let share = |part| {
            let mean = Mean::new(part, right, &by_people, all).map_err(undefined)?;
            Ok::<_, Undefined>(Formula::of(part, mean, [0.0, 1.0]))
        };
        let difference = share(&parts[0])?.less(share(&parts[1])?);
        difference.on(Scale::Plain, [-1.0, 1.0]).corrected().map_err(undefined)
    }
}
