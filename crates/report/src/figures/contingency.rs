//! Contingency tables, one panel a system.

use phenom_dataset::{Judgment, Task};
use phenom_metrics::{Population, Proportion};

use super::models::{ContingencyMaps, ContingencyPanel};
use super::{Figure, Plot};
use crate::{PairCount, PairCounts, PairsBehind, Results, SafeName};

/// The column of abstentions.
const WITHHELD: &str = "no answer";

/// A figure for each population of an evaluation.
pub(crate) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    // Outcomes have no labels.
    if evaluation.task == Task::Outcome {
        return Vec::new();
    }
    let labels = evaluation.task.judgments();
    let figure = |population: Population| {
        let tables: Vec<_> = results
            .first_systems()
            .iter()
            .map(|system| (system, system.table(population, 0, &Judgment::ALL)))
            .collect();
        let abstains = tables.iter().any(|(_, table)| {
            table.as_ref().is_ok_and(|table| table.predicted(table.abstained()) > 0)
        });
        let names = labels.iter().map(|label| label.name().to_owned());
        let gold: Vec<String> = names.clone().collect();
        let answers: Vec<String> = names.chain(abstains.then(|| WITHHELD.to_owned())).collect();
        let panels = tables.iter().enumerate().map(|(number, (system, table))| {
            let counts = table.as_ref().map_err(Clone::clone).map(|table| {
                let cell = |gold, answer| {
                    let counted = [table.count(gold, answer), table.gold(gold)];
                    let [numerator, denominator] = counted;
                    PairCounts::over_runs(Proportion { numerator, denominator }, system.runs)
                };
                let row = |gold| (0..answers.len()).map(|answer| cell(gold, answer)).collect();
                (0..labels.len()).map(row).collect::<Vec<Vec<PairCounts>>>()
            });
            let cell = |gold: Judgment, answer: usize, count: PairCount| {
                let answer = labels.get(answer).map_or(WITHHELD, |label| label.name());
                let counted = PairsBehind::counted(&[number], population, count.whole()?);
                Some(counted.with_gold(gold).answered(answer))
            };
            let row = |(gold, counts): (&Judgment, &Vec<PairCounts>)| {
                let cells = counts.iter().enumerate();
                cells.map(|(answer, counts)| cell(*gold, answer, counts.numerator)).collect()
            };
            let behind = counts.iter().flat_map(|rows| labels.iter().zip(rows)).map(row).collect();
            let system = results.system(&system.name).to_owned();
            ContingencyPanel { system, counts, behind }
        });
        let panels = panels.collect();
        let name = population.name();
        let first = format!(
            "Rows: gold labels. Columns: predicted labels, {}. Darker: larger share of the row.",
            evaluation.task
        );
        let title = format!("Gold and predicted labels of {name} pairs");
        let plot = Plot::Contingency(ContingencyMaps { gold, answers, panels });
        Figure::new(SafeName::new(&format!("contingency-{name}")), title, plot)
            .with_notes(results.figure_notes(first))
    };
    results.populations().iter().map(|population| figure(*population)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, two_systems};

    fn numbers(panel: &ContingencyPanel) -> Vec<Vec<f64>> {
        let rows = panel.counts.as_ref().unwrap().iter();
        rows.map(|row| row.iter().map(|counts| counts.numerator.value()).collect()).collect()
    }

    #[test]
    fn a_panel_has_the_counts_of_its_system() {
        let scene = two_systems();
        let figure = &build(&scene.results())[1];
        let Ok(Plot::Contingency(maps)) = &figure.plot else { panic!("{figure:?}") };
        assert_eq!(maps.panels[1].system, "B");
        let counts: Vec<Vec<f64>> = numbers(&maps.panels[1]);
        assert_eq!(counts, [[2.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]);
    }

    #[test]
    fn answers_that_are_withheld_have_a_column() {
        let scene = Scene::new(plain(), &["A"], "1 E - ?");
        let figure = &build(&scene.results())[0];
        let Ok(Plot::Contingency(maps)) = &figure.plot else { panic!("{figure:?}") };
        assert_eq!(maps.answers.last().unwrap(), "no answer");
        assert_eq!(numbers(&maps.panels[0])[0], [0.0, 0.0, 0.0, 1.0]);
    }
}
