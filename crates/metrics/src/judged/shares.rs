//! How frequent gold labels are, from pairs that were chosen by their labels.

use super::JudgedEvaluation;
use super::evaluation::counted;
use crate::counts::Population;
use crate::statistics::prediction_powered::{ByConfusion, NoConfusion};
use crate::undefined::Undefined;

impl JudgedEvaluation {
    /// The shares of gold labels among the pairs of a population, in the order of the task, by one judge's labels of all and by how
    /// it confuses labels on pairs that people read. It assumes a judge that errs alike on other pairs with the same gold label.
    ///
    /// # References
    /// Rogan and Gladen 1978.
    ///
    /// # Errors
    /// If people gave a label fewer than five times, or the judge hardly distinguishes labels.
    pub(crate) fn shares_of_gold(
        &self,
        judge: usize,
        population: Population,
    ) -> Result<ByConfusion, Undefined> {
        let all = self.own.slice(0, counted(population)).ok_or(Undefined::NoPairs)?;
        let table = &self.own.table;
        let labels = table.task().judgments().len();
        let of_people = |pair: u32| table.of_people(pair as usize);
        let of_judge = |pair: u32| table.of_judge(judge, pair as usize);
        ByConfusion::new(all.part(), labels, of_people, of_judge).map_err(|reason| match reason {
            NoConfusion::FewLabels => Undefined::FewOfSomeLabel,
            NoConfusion::NearlySingular => Undefined::ConfusesLabels,
        })
    }

    /// How many pairs of a population people gave a gold label, by its place in the task.
    pub(crate) fn labels_of_people(&self, label: usize, population: Population) -> u64 {
        let Some(all) = self.own.slice(0, counted(population)) else { return 0 };
        let is_it = |pair: &u32| self.own.table.of_people(*pair as usize) == Some(label);
        all.part().labelled().filter(is_it).count() as u64
    }
}
