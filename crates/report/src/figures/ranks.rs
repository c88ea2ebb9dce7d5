//! Ranks of systems that change from column to column: judges [V08, Figure 4], or answer keys.

use phenom_metrics::people::{AgreementRow, Aspect, JustificationRow, MEAN_RANK, RANK_UNDER_KEY};
use phenom_metrics::{Population, Value};

use super::models::{RankLine, Ranks};
use super::{Figure, Plot};
use crate::{Names, SafeName};

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
    pub(crate) lack: &'static str,
}

/// The keys of the figures on answer keys and judges, which follow those of an evaluation.
pub const FIGURES_ON_PEOPLE: &[&str] = &["rankings-by-key", "mean-ranks"];

/// Mean ranks of runs by judge [V08, Figure 4]: the rows of one aspect with a mean rank. `systems` are those of the
/// evaluation in its order; runs that are none of them follow.
#[must_use]
pub fn mean_ranks(rows: &[JustificationRow], systems: &[&str], aspect: Aspect) -> Figure {
    let of_aspect = rows.iter().filter(|row| row.aspect == aspect && row.measure == MEAN_RANK.key);
    let places = of_aspect.map(|row| (row.judges[0].as_str(), row.run.as_str(), &row.value));
    // A run keeps its place from one aspect to the next.
    let mut runs = systems.to_vec();
    for row in rows {
        if !runs.contains(&row.run.as_str()) {
            runs.push(&row.run);
        }
    }
    let ranks = ranks(places, &runs, |judge| format!("judge {judge}"), str::to_owned);
    let plot = Plot::MeanRanks(ranks);
    let scored = aspect.name();
    let title = format!("Mean rank of each run by judge: {scored}");
    Figure::new(SafeName::new(&format!("mean-ranks-{scored}")), title, plot)
        .with_notes(["1 is best. Ties share their mean rank.".to_owned()])
}

/// Rankings of systems under several answer keys on the original pairs, as a bump chart: for each system one
/// rank a key. `systems` are those of the evaluation in its order. Nothing with fewer than two keys or systems that are
/// ranked.
#[must_use]
pub fn rankings_by_key(rows: &[AgreementRow], systems: &[&str], names: &Names) -> Option<Figure> {
    let is_rank = |row: &&AgreementRow| {
        row.measure == RANK_UNDER_KEY.key && row.population == Population::Original
    };
    let of_keys = rows.iter().filter(is_rank);
    let places = of_keys.map(|row| (row.keys[0].as_str(), row.system.as_str(), &row.value));
    let ranks = ranks(places, systems, str::to_owned, |system| names.system(system).to_owned());
    if ranks.columns.len() < 2 || ranks.lines.len() < 2 {
        return None;
    }
    let title = "Ranks of systems under each answer key";
    let figure = Figure::new(SafeName::new("rankings-by-key"), title, Plot::RanksByKey(ranks));
    Some(figure.with_notes(["1 is best. Ties share their mean rank.".to_owned()]))
}

/// Ranks from places: column, line and rank, column by column and all lines in one order. `systems` are all that a line
/// may be of, in the order that decides how they are drawn.
fn ranks<'r>(
    places: impl Iterator<Item = (&'r str, &'r str, &'r Value)>,
    systems: &[&str],
    column: impl Fn(&str) -> String,
    line: impl Fn(&str) -> String,
) -> Ranks {
    let (mut columns, mut names): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut lines: Vec<RankLine> = Vec::new();
    for (of_column, of_line, rank) in places {
        if columns.last() != Some(&of_column) {
            columns.push(of_column);
        }
        let at = names.iter().position(|name| *name == of_line).unwrap_or_else(|| {
            names.push(of_line);
            let known = systems.iter().position(|system| *system == of_line);
            let place = known.unwrap_or(systems.len());
            lines.push(RankLine { name: line(of_line), place, ranks: Vec::new() });
            names.len() - 1
        });
        lines[at].ranks.push(rank.clone());
    }
    Ranks { columns: columns.into_iter().map(column).collect(), lines }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Task;
    use phenom_metrics::{SliceKind, Undefined};

    use super::*;

    fn mean_rank(judge: &str, run: &str, value: Value) -> JustificationRow {
        JustificationRow {
            aspect: Aspect::Correctness,
            run: run.to_owned(),
            judges: [judge.to_owned(), String::new()],
            score: None,
            measure: MEAN_RANK.key,
            value,
            proportion: None,
            support: 2,
        }
    }

    #[test]
    fn each_judge_has_a_column_and_each_run_a_line() {
        let rows = [
            mean_rank("1", "A", Ok(1.5)),
            mean_rank("1", "B", Ok(3.0)),
            mean_rank("2", "A", Ok(2.0)),
            mean_rank("2", "B", Err(Undefined::NothingRanked)),
        ];
        let figure = mean_ranks(&rows, &["B"], Aspect::Correctness);
        let Ok(Plot::MeanRanks(ranks)) = figure.plot else { panic!("no ranks") };
        assert_eq!(ranks.columns, ["judge 1", "judge 2"]);
        assert_eq!(ranks.lines[0].name, "A");
        assert_eq!(ranks.lines[0].ranks, [Ok(1.5), Ok(2.0)]);
        assert_eq!(ranks.lines[1].ranks, [Ok(3.0), Err(Undefined::NothingRanked)]);
        // B is the first of the evaluation, and A not of it.
        assert_eq!((ranks.lines[0].place, ranks.lines[1].place), (1, 0));
        let none = mean_ranks(&rows, &["B"], Aspect::Understandability);
        assert_eq!(none.plot, Err("No judge ranked any run.".to_owned()));
    }

    #[test]
    fn one_key_alone_has_no_figure() {
        let rank = |key: &str, system: &str, value: f64| AgreementRow {
            system: system.to_owned(),
            keys: [key.to_owned(), String::new()],
            population: Population::Original,
            slice_kind: SliceKind::All,
            slice: String::new(),
            task: Task::TwoWay,
            measure: RANK_UNDER_KEY.key,
            value: Ok(value),
            proportion: None,
            support: 2,
            interval: None,
        };
        let rows = [rank("official", "A", 1.0), rank("official", "B", 2.0)];
        assert!(rankings_by_key(&rows, &["A", "B"], &Names::default()).is_none());
        let more = [rank("majority", "A", 1.5), rank("majority", "B", 1.5)];
        let figure = rankings_by_key(&[rows, more].concat(), &["B", "A"], &Names::default());
        let figure = figure.unwrap();
        let Ok(Plot::RanksByKey(ranks)) = figure.plot else { panic!("no ranks") };
        assert_eq!(ranks.columns, ["official", "majority"]);
        assert_eq!(ranks.lines[1].ranks, [Ok(2.0), Ok(1.5)]);
        // By the order of the evaluation.
        assert_eq!(ranks.lines.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 0]);
    }
}
