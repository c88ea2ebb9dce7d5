//! Ranks of systems that change from column to column: judges [V08, Figure 4], or answer keys.

use phenom_metrics::Value;

use super::{Figure, Plot};
use crate::SafeName;

/// Ranks under several orders.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks {
    /// The names of the judges or answer keys.
    pub columns: Vec<String>,
    /// One line a system.
    pub lines: Vec<RankLine>,
}

/// One system's ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct RankLine {
    /// The system's name.
    pub name: String,
    /// For each column the system's rank: 1 is best, ties share their mean rank.
    pub ranks: Vec<Value>,
}

impl Ranks {
    /// As the mean ranks that judges gave.
    pub(super) fn mean_ranks(&self) -> LabelledRanks<'_> {
        LabelledRanks {
            ranks: self,
            axis: "mean rank (1 is best)",
            lack: "No judge ranked any run.",
        }
    }

    /// As the ranks under answer keys.
    pub(super) fn rankings(&self) -> LabelledRanks<'_> {
        LabelledRanks {
            ranks: self,
            axis: "rank (1 is best)",
            lack: "No system is ranked under any answer key.",
        }
    }
}

/// Ranks with what is said of them.
pub(crate) struct LabelledRanks<'a> {
    pub(crate) ranks: &'a Ranks,
    /// What the axis of ranks is called.
    pub(crate) axis: &'static str,
    lack: &'static str,
}

impl LabelledRanks<'_> {
    pub(crate) fn lack(&self) -> Option<&'static str> {
        let columns = self.ranks.columns.len();
        let ranked = |line: &RankLine| line.ranks.iter().take(columns).any(Result::is_ok);
        (!self.ranks.lines.iter().any(ranked)).then_some(self.lack)
    }
}

/// The keys of the figures on answer keys and judges, which follow those of an evaluation.
pub const FIGURES_ON_PEOPLE: &[&str] = &["rankings-by-key", "mean-ranks"];

/// Mean ranks of runs by judge [V08, Figure 4]: for each run one mean rank a judge, by what is said to
/// have been scored.
#[must_use]
pub fn mean_ranks(
    scored: &str,
    judges: Vec<String>,
    runs: impl IntoIterator<Item = (String, Vec<Value>)>,
) -> Figure {
    let plot = Plot::MeanRanks(ranks(judges, runs));
    let title =
        format!("Mean rank of each run for each judge by {scored} (Voorhees 2008, Figure 4)");
    Figure::new(SafeName::new(&format!("mean-ranks-{scored}")), title, plot)
        .with_notes(["1 is best; ties share their mean rank.".to_owned()])
}

/// Rankings of systems under several answer keys, as a bump chart: for each system one rank a key.
#[must_use]
pub fn rankings_by_key(
    keys: Vec<String>,
    systems: impl IntoIterator<Item = (String, Vec<Value>)>,
) -> Figure {
    let plot = Plot::RanksByKey(ranks(keys, systems));
    Figure::new(SafeName::new("rankings-by-key"), "Rank of each system under each answer key", plot)
        .with_notes(["1 is best; ties share their mean rank.".to_owned()])
}

fn ranks(columns: Vec<String>, lines: impl IntoIterator<Item = (String, Vec<Value>)>) -> Ranks {
    let lines = lines.into_iter().map(|(name, ranks)| RankLine { name, ranks }).collect();
    Ranks { columns, lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_as_plain_data_and_without_any_as_a_sentence() {
        let judges = || vec!["judge 1".to_owned(), "judge 2".to_owned()];
        let figure =
            mean_ranks("correctness", judges(), [("run".to_owned(), vec![Ok(1.5), Ok(2.0)])]);
        let Ok(Plot::MeanRanks(ranks)) = figure.plot else { panic!("no ranks") };
        assert_eq!(
            (ranks.columns, ranks.lines[0].ranks.clone()),
            (judges(), vec![Ok(1.5), Ok(2.0)])
        );
        let none = rankings_by_key(judges(), []);
        assert_eq!(none.plot, Err("No system is ranked under any answer key.".to_owned()));
    }
}
