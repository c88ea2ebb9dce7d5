//! How systems stand to the best constant answer, in sentences.

use phenom_metrics::{ComparisonRow, Family, Population, Verdict};

use super::words::{are, competing, share};
use crate::Results;
use crate::constant_shares::{ConstantShare, constant_shares};
use crate::tables::opponent;

/// Which systems are better, or worse, than the best constant answer.
pub(super) fn constant(results: &Results<'_>) -> Option<String> {
    let of: Vec<AgainstConstant<'_>> = results
        .populations()
        .iter()
        .filter_map(|population| AgainstConstant::of(results, *population))
        .collect();
    if of.is_empty() {
        return None;
    }
    let of_all = || of.iter().filter_map(|found| found.of_all_pairs(results));
    if of.len() > 1
        && of_all().count() == of.len()
        && of.iter().all(|found| found.better.is_empty())
    {
        let gets: Vec<String> = of_all().collect();
        let worse = of.iter().enumerate().filter(|(_, found)| !found.worse.is_empty()).map(
            |(at, found)| {
                let which = if at == 0 { "former" } else { "latter" };
                format!("; on the {which} {}", are(&found.worse, "worse"))
            },
        );
        let subject = match (of[0].systems, competing(results).next()) {
            (1, Some(system)) => format!("{} is not", results.shown(&system.name)),
            _ => "No system is".to_owned(),
        };
        return Some(format!(
            "{subject} shown to be better than the best constant answer ({} pairs){}.",
            gets.join(", "),
            worse.collect::<String>()
        ));
    }
    let said = of.iter().map(|found| found.in_words(results)).collect::<Vec<_>>();
    Some(format!("{}.", said.join(". ")))
}

/// How the systems stand to the best constant answer on a population.
struct AgainstConstant<'r> {
    population: Population,
    answer: String,
    /// How often that is right.
    gets: Vec<ConstantShare>,
    systems: usize,
    better: Vec<&'r str>,
    worse: Vec<&'r str>,
}

impl<'r> AgainstConstant<'r> {
    fn of(results: &'r Results<'_>, population: Population) -> Option<Self> {
        let rows: Vec<&ComparisonRow> = results
            .comparisons
            .iter()
            .filter(|row| row.family == Family::Constants && row.population == population)
            .collect();
        let first = rows.first()?;
        let of = |verdict: Verdict| -> Vec<&str> {
            let told = rows.iter().filter(|row| row.verdict == verdict);
            told.map(|row| results.shown(&row.system_a)).collect()
        };
        Some(Self {
            population,
            answer: opponent(results, first),
            gets: constant_shares(results, &rows)?,
            systems: rows.len(),
            better: of(Verdict::First),
            worse: of(Verdict::Second),
        })
    }

    /// How often the constant is right on the population, where no system leaves out pairs.
    fn of_all_pairs(&self, results: &Results<'_>) -> Option<String> {
        let [gets] = self.gets.as_slice() else { return None };
        let pairs = self.population.name();
        gets.pairs.is_empty().then(|| format!("{} of the {pairs}", share(results, gets.share)))
    }

    fn in_words(&self, results: &Results<'_>) -> String {
        let told = match (self.better.len(), self.systems) {
            (0, 1) => "It is not shown to be better".to_owned(),
            (0, _) => "No system is shown to be better".to_owned(),
            (better, all) if better == all && all > 1 => "All systems are better".to_owned(),
            _ => are(&self.better, "better"),
        };
        let worse = match self.worse.as_slice() {
            [] => String::new(),
            worse => format!(", and {}", are(worse, "worse")),
        };
        let gets = self.gets.iter().map(|of| format!("{}{}", share(results, of.share), of.pairs));
        format!(
            "{told} than the best constant answer on the {} pairs ({}, {}){worse}",
            self.population.name(),
            self.answer,
            gets.collect::<Vec<_>>().join("; ")
        )
    }
}
