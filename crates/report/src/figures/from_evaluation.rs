//! The figures of an evaluation.

use std::collections::{HashMap, HashSet};

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::{ACCURACY, conditioned_accuracy};
use phenom_metrics::measures::mutual_information::{MUTUAL_INFORMATION, mutual_information};
use phenom_metrics::{
    Baseline, ComparisonRow, Evaluation, Origin, Outcome, PAIR_ROWS, Population, Score, SliceKind,
    SystemCounts,
};

use super::*;
use crate::tables::baseline_name;
use crate::{SafeName, Style};

/// A figure that a report can have.
#[derive(Debug, Clone, Copy)]
pub struct FigureKind {
    /// Its key; where there is one for each population or pair of systems, what their keys begin with.
    pub key: &'static str,
    /// The measure that it is about: it is left out where that was not asked for.
    pub measure: &'static str,
    build: fn(&Source<'_>) -> Vec<Figure>,
}

/// Every figure of an evaluation, in the order of a report.
pub const FIGURES: &[FigureKind] = &[
    FigureKind { key: "phenomena", measure: "accuracy", build: phenomena },
    FigureKind { key: "pair-correlations", measure: "correlation_index", build: correlations },
    FigureKind { key: "conditioned", measure: "conditioned_accuracy", build: conditioned },
    FigureKind { key: "information", measure: "mutual_information", build: information },
    FigureKind { key: "differences", measure: "accuracy", build: differences },
    FigureKind { key: "contingency", measure: "accuracy", build: contingency },
];

/// How many systems a figure shows: more are a picture that nobody reads.
const SYSTEMS: usize = 24;
/// How many phenomena a figure shows.
const PHENOMENA: usize = 60;
/// How many pairs of systems have a figure of their differences.
const PAIRS: usize = 6;
/// How many dots of original pairs a figure shows at most, over all systems.
const DOTS: usize = 12_000;

struct Source<'a> {
    evaluation: &'a Evaluation,
    comparisons: &'a [ComparisonRow],
    /// By system, population, slice (of all pairs, or a phenomenon) and measure.
    intervals: HashMap<(&'a str, Population, &'a str, &'a str), Interval>,
}

/// The figures of an evaluation with its scores and comparisons, those whose measure `wanted` accepts.
/// One without data is there with the reason.
#[must_use]
pub fn figures(
    evaluation: &Evaluation,
    scores: &[Score],
    comparisons: &[ComparisonRow],
    wanted: impl Fn(&str) -> bool,
) -> Vec<Figure> {
    let drawn = [SliceKind::All, SliceKind::Phenomenon];
    let intervals = scores.iter().filter(|score| drawn.contains(&score.slice_kind));
    let intervals = intervals.filter_map(|score| {
        let (system, slice) = (score.system.as_str(), score.slice.as_str());
        let interval = score.interval?.interval.into();
        Some(((system, score.population, slice, score.measure), interval))
    });
    let source = Source { evaluation, comparisons, intervals: intervals.collect() };
    let kinds = FIGURES.iter().filter(|kind| wanted(kind.measure));
    kinds.flat_map(|kind| (kind.build)(&source)).collect()
}

impl From<phenom_metrics::statistics::Interval> for Interval {
    fn from(it: phenom_metrics::statistics::Interval) -> Self {
        Self { lower: it.lower, upper: it.upper }
    }
}

impl<'a> Source<'a> {
    fn populations(&self) -> &'static [Population] {
        if self.evaluation.is_decomposed() {
            &[Population::Original, Population::Monothematic]
        } else {
            &[Population::Original]
        }
    }

    /// The pairs that phenomena are judged on.
    fn tagged(&self) -> Population {
        self.populations().last().copied().unwrap_or(Population::Original)
    }

    fn systems(&self) -> &'a [SystemCounts] {
        let systems = &self.evaluation.systems;
        &systems[..systems.len().min(SYSTEMS)]
    }

    fn interval(
        &self,
        system: &SystemCounts,
        population: Population,
        slice: &str,
        measure: &str,
    ) -> Option<Interval> {
        self.intervals.get(&(system.name.as_str(), population, slice, measure)).copied()
    }

    /// What is said where not all systems are shown.
    fn left_out(&self) -> Option<String> {
        let all = self.evaluation.systems.len();
        (all > SYSTEMS).then(|| format!("The first {SYSTEMS} of {all} systems are shown."))
    }

    /// What every figure says of its systems.
    fn notes(&self, first: String) -> Vec<String> {
        let reads = |system: &&SystemCounts| system.origin == Origin::ReadsGold;
        let reading: Vec<&str> =
            self.systems().iter().filter(reads).map(|it| it.name.as_str()).collect();
        let gold = (!reading.is_empty()).then(|| {
            let verb = if reading.len() == 1 { "reads" } else { "read" };
            format!("{} {verb} gold: a reference, not a competitor.", reading.join(", "))
        });
        [Some(first), self.left_out(), gold].into_iter().flatten().collect()
    }

    fn level(&self) -> String {
        let level = 100.0 * self.evaluation.inference.level.value();
        format!("{} %", (level * 1e9).round() / 1e9)
    }

    /// The phenomena that a figure shows, category by category: those with the most pairs where there
    /// are too many; and what is said of that.
    fn phenomena(&self) -> (Vec<usize>, Option<String>) {
        let evaluation = self.evaluation;
        let all: Vec<usize> = evaluation.slices_of(&SliceKind::Phenomenon).collect();
        let pairs = |slice: usize| evaluation.gold(self.tagged(), slice).pairs();
        let mut kept = all.clone();
        kept.sort_by_key(|slice| std::cmp::Reverse(pairs(*slice)));
        kept.truncate(PHENOMENA);
        let kept: HashSet<usize> = kept.into_iter().collect();
        let said = (all.len() > PHENOMENA).then(|| {
            format!("The {PHENOMENA} phenomena with the most pairs are shown, of {}.", all.len())
        });
        let by_category = evaluation.phenomena_by_category().into_iter();
        let ordered = by_category.flat_map(|(_, phenomena)| phenomena);
        (ordered.filter(|slice| kept.contains(slice)).collect(), said)
    }
}

/// A phenomenon's category and its name within it.
fn split(path: &str) -> (String, String) {
    let (category, name) = path.split_once(':').unwrap_or(("", path));
    (category.to_owned(), name.to_owned())
}

fn phenomena(source: &Source<'_>) -> Vec<Figure> {
    let evaluation = source.evaluation;
    let population = source.tagged();
    let (slices, said) = source.phenomena();
    let cell = |number: usize, slice: usize| PhenomenonCell {
        accuracy: source.systems()[number].accuracy(population, slice, &Judgment::ALL),
        interval: source.interval(
            &source.systems()[number],
            population,
            &evaluation.slices[slice].name,
            ACCURACY.key,
        ),
    };
    let row = |&slice: &usize| {
        let (category, name) = split(&evaluation.slices[slice].name);
        let cells = (0..source.systems().len()).map(|number| cell(number, slice)).collect();
        PhenomenonRow { category, name, cells }
    };
    let map = PhenomenonMap {
        systems: source.systems().iter().map(|it| it.name.clone()).collect(),
        phenomena: slices.iter().map(row).collect(),
    };
    let brackets = if evaluation.inference.intervals {
        format!(", in brackets the {} confidence interval", source.level())
    } else {
        String::new()
    };
    let first = format!(
        "Accuracy on the {} pairs of each phenomenon, right of all pairs{brackets}; darker is more \
         accurate.",
        population.name()
    );
    let figure = Figure::new(
        SafeName::new("phenomena"),
        "Accuracy on each phenomenon",
        Plot::PhenomenonMap(map),
    );
    vec![figure.with_notes(source.notes(first).into_iter().chain(said))]
}

fn correlations(source: &Source<'_>) -> Vec<Figure> {
    let evaluation = source.evaluation;
    let title = "Correlation Index of every original pair (Cabrio & Magnini 2010, Figure 1)";
    let key = SafeName::new("pair-correlations");
    if !evaluation.is_decomposed() {
        let reason = "No original pair has monothematic pairs, so no pair has a CI.";
        return vec![Figure::without_data(key, title, reason)];
    }
    let pairs = |system| evaluation.pair_correlations(system);
    let Some(each) = pairs(0).map(<[_]>::len) else {
        let reason = format!(
            "The pairs are not known one by one: there are more than {PAIR_ROWS} originals, or only \
             counts are known."
        );
        return vec![Figure::without_data(key, title, reason)];
    };
    let systems = source.systems().len().min((DOTS / each.max(1)).max(1));
    let row = |number: usize| CorrelationRow {
        system: evaluation.systems[number].name.clone(),
        judgment: String::new(),
        pairs: pairs(number).unwrap_or_default().to_vec(),
    };
    let plot = PairCorrelations { rows: (0..systems).map(row).collect() };
    let first = "Each dot is an original pair with its monothematic pairs, on a logarithmic axis: at 1 \
                 the whole goes as well as its parts; 0, where the whole is wrong, infinity, where all \
                 parts are, and pairs that are wrong in everything stand at marked ends."
        .to_owned();
    let mut notes = source.notes(first);
    if systems < source.systems().len() {
        notes.push(format!(
            "The first {systems} systems are shown, so that dots can be told apart."
        ));
    }
    vec![Figure::new(key, title, Plot::PairCorrelations(plot)).with_notes(notes)]
}

fn conditioned(source: &Source<'_>) -> Vec<Figure> {
    let evaluation = source.evaluation;
    let labels = evaluation.task.judgments();
    let figure = |population: Population| {
        let system = |system: &SystemCounts| {
            let table = system.table(population, 0, &Judgment::ALL);
            let of = |label: usize| {
                conditioned_accuracy(table.as_ref().map_err(Clone::clone)?, label)?.value()
            };
            ConditionedSystem {
                name: system.name.clone(),
                overall: system.accuracy(population, 0, &Judgment::ALL).and_then(|it| it.value()),
                conditioned: (0..labels.len()).map(of).collect(),
            }
        };
        let plot = ConditionedAccuracy {
            judgments: labels.iter().map(|it| it.name().to_owned()).collect(),
            systems: source.systems().iter().map(system).collect(),
        };
        let name = population.name();
        let first = format!(
            "Bars: accuracy on the {name} pairs with each gold judgment, {}; line and number: on all of \
             them.",
            evaluation.task
        );
        let title = format!(
            "Accuracy on the {name} pairs by gold judgment, and overall (Voorhees 2008, Figure 1)"
        );
        Figure::new(
            SafeName::new(&format!("conditioned-{name}")),
            title,
            Plot::ConditionedAccuracy(plot),
        )
        .with_notes(source.notes(first))
    };
    source.populations().iter().map(|population| figure(*population)).collect()
}

fn information(source: &Source<'_>) -> Vec<Figure> {
    let evaluation = source.evaluation;
    let figure = |population: Population| {
        let interval =
            |system: &SystemCounts, measure| source.interval(system, population, "", measure);
        let system = |system: &SystemCounts| Point {
            name: system.name.clone(),
            kind: match system.origin {
                Origin::Answers => PointKind::System,
                Origin::ReadsGold => PointKind::Reference,
            },
            accuracy: system.accuracy(population, 0, &Judgment::ALL).and_then(|it| it.value()),
            accuracy_interval: interval(system, ACCURACY.key),
            information: system
                .table(population, 0, &Judgment::ALL)
                .and_then(|table| mutual_information(&table)),
            information_interval: interval(system, MUTUAL_INFORMATION.key),
        };
        let baseline = |baseline: Baseline| {
            let expected = evaluation.baseline(baseline, population, 0, &Judgment::ALL);
            Point {
                name: baseline_name(baseline).trim_end_matches(" †").to_owned(),
                kind: PointKind::Baseline,
                accuracy: expected.clone().map(|it| it.accuracy()),
                accuracy_interval: None,
                information: expected.map(|it| it.mutual_information()),
                information_interval: None,
            }
        };
        let baselines = Baseline::all(evaluation.task).into_iter().map(baseline).collect();
        let points = source.systems().iter().map(system).chain(joined(baselines)).collect();
        let name = population.name();
        let lines = if evaluation.inference.intervals {
            format!("; lines are {} confidence intervals", source.level())
        } else {
            String::new()
        };
        let first = format!(
            "Systems and baselines on the {name} pairs, {}{lines}. Baselines look at no pair and tell \
             nothing of gold: a system may be as accurate as one and still tell more.",
            evaluation.task
        );
        let title = format!("Accuracy and mutual information on the {name} pairs (Bergmair 2009)");
        let plot = Plot::AccuracyInformation(AccuracyInformation { points });
        Figure::new(SafeName::new(&format!("information-{name}")), title, plot)
            .with_notes(source.notes(first))
    };
    source.populations().iter().map(|population| figure(*population)).collect()
}

/// Baselines at one place as one point.
fn joined(baselines: Vec<Point>) -> Vec<Point> {
    let all = baselines.len();
    let mut joined: Vec<(Point, usize)> = Vec::new();
    for baseline in baselines {
        let same =
            |it: &Point| it.accuracy == baseline.accuracy && it.information == baseline.information;
        match joined.iter_mut().find(|(it, _)| same(it)) {
            Some((point, count)) => {
                *count += 1;
                point.name = match *count == all {
                    true => format!("all {all} baselines"),
                    false => format!("{}, {}", point.name, baseline.name),
                };
            }
            None => joined.push((baseline, 1)),
        }
    }
    joined.into_iter().map(|(point, _)| point).collect()
}

/// The pairs of systems whose differences are shown: all, or where these are too many, those with the
/// most accurate system that does not read gold.
fn pairs_shown<'a>(source: &Source<'a>) -> (Vec<(&'a str, &'a str)>, usize) {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for row in source.comparisons {
        let pair = (row.system_a.as_str(), row.system_b.as_str());
        if pairs.last() != Some(&pair) && !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let all = pairs.len();
    if all > PAIRS
        && let Some(best) = best_system(source.evaluation, Population::Original)
    {
        let with_best = |pair: &&(&str, &str)| pair.0 == best.name || pair.1 == best.name;
        let of_best: Vec<_> = pairs.iter().filter(with_best).copied().collect();
        if !of_best.is_empty() {
            pairs = of_best;
        }
    }
    pairs.truncate(PAIRS);
    (pairs, all)
}

/// The first of the most accurate systems that do not read gold.
pub(crate) fn best_system(
    evaluation: &Evaluation,
    population: Population,
) -> Option<&SystemCounts> {
    let accuracy = |system: &SystemCounts| {
        system.accuracy(population, 0, &Judgment::ALL).and_then(|it| it.value()).ok()
    };
    let answering = evaluation.systems.iter().filter(|it| it.origin == Origin::Answers);
    let known = answering.filter_map(|system| Some((system, accuracy(system)?)));
    known
        .reduce(|best, other| if other.1 > best.1 { other } else { best })
        .map(|(system, _)| system)
}

fn differences(source: &Source<'_>) -> Vec<Figure> {
    let evaluation = source.evaluation;
    let title = "Differences of systems on each phenomenon";
    let reason = if !evaluation.has_phenomena() {
        Some("No pair is tagged with a phenomenon.")
    } else if evaluation.systems.len() < 2 {
        Some("There is one system, and nothing to compare it with.")
    } else if source.comparisons.is_empty() {
        Some("The systems were not compared.")
    } else {
        None
    };
    if let Some(reason) = reason {
        return vec![Figure::without_data(SafeName::new("differences"), title, reason)];
    }
    let population = source.tagged();
    let (slices, said) = source.phenomena();
    let (pairs, all) = pairs_shown(source);
    let figure = |(index, (first, second)): (usize, &(&str, &str))| {
        let of_pair: HashMap<&str, &ComparisonRow> = source
            .comparisons
            .iter()
            .filter(|row| {
                row.system_a == *first
                    && row.system_b == *second
                    && row.population == population
                    && row.slice_kind == SliceKind::Phenomenon
                    && row.measure == ACCURACY.key
            })
            .map(|row| (row.slice.as_str(), row))
            .collect();
        let row = |slice: &usize| {
            let path = evaluation.slices[*slice].name.as_str();
            let row = of_pair.get(path)?;
            let (category, name) = split(path);
            Some(Difference {
                category,
                name,
                pairs: row.pairs,
                difference: row.difference.clone(),
                interval: row.interval.map(Into::into),
                verdict: match row.outcome {
                    Outcome::Better => Verdict::Better,
                    Outcome::Worse => Verdict::Worse,
                    Outcome::CannotTell { .. } => Verdict::CannotTell,
                },
            })
        };
        let forest = Forest {
            first: (*first).to_owned(),
            second: (*second).to_owned(),
            measure: "accuracy".to_owned(),
            style: Style::SignedPercent,
            rows: slices.iter().filter_map(row).collect(),
        };
        let mut notes = vec![format!(
            "Accuracy of {first} less that of {second} on the {} pairs of each phenomenon, with the {} \
             interval by paired bootstrap over original pairs. Filled marks: the difference can be told \
             (cluster sign-flip test, adjusted over all phenomena and pairs of systems).",
            population.name(),
            source.level()
        )];
        notes.extend(said.clone());
        if all > pairs.len() {
            notes.push(format!(
                "{} of the {all} pairs of systems have a figure; all are in comparisons.csv.",
                pairs.len()
            ));
        }
        let title = format!("{first} against {second} on each phenomenon");
        Figure::new(
            SafeName::new(&format!("differences-{}", index + 1)),
            title,
            Plot::Forest(forest),
        )
        .with_notes(notes)
    };
    pairs.iter().enumerate().map(figure).collect()
}

fn contingency(source: &Source<'_>) -> Vec<Figure> {
    let evaluation = source.evaluation;
    let labels = evaluation.task.judgments();
    let figure = |population: Population| {
        let tables: Vec<_> = source
            .systems()
            .iter()
            .map(|system| (system, system.table(population, 0, &Judgment::ALL)))
            .collect();
        let abstains = tables
            .iter()
            .any(|(_, it)| it.as_ref().is_ok_and(|it| it.predicted(it.abstained()) > 0));
        let names = labels.iter().map(|it| it.name().to_owned());
        let gold: Vec<String> = names.clone().collect();
        let answers: Vec<String> = names.chain(abstains.then(|| "no answer".to_owned())).collect();
        let panels = tables.iter().map(|(system, table)| ContingencyPanel {
            system: system.name.clone(),
            counts: table.as_ref().map_err(Clone::clone).map(|table| {
                let row = |gold| (0..answers.len()).map(|it| table.count(gold, it)).collect();
                (0..labels.len()).map(row).collect()
            }),
        });
        let panels = panels.collect();
        let name = population.name();
        let first = format!(
            "Rows are gold judgments, columns are answers, {}; darker is a larger share of the row.",
            evaluation.task
        );
        let title = format!("Gold against answers on the {name} pairs");
        let plot = Plot::Contingency(ContingencyMaps { gold, answers, panels });
        Figure::new(SafeName::new(&format!("contingency-{name}")), title, plot)
            .with_notes(source.notes(first))
    };
    source.populations().iter().map(|population| figure(*population)).collect()
}

/// The keys of the figures on answer keys and judges, which follow those of an evaluation.
pub const FIGURES_ON_PEOPLE: &[&str] = &["rankings-by-key", "mean-ranks"];

/// Mean ranks of runs by judge [V08, Figure 4]: for each run one mean rank a judge, by what is said to
/// have been scored.
#[must_use]
pub fn mean_ranks(
    scored: &str,
    judges: Vec<String>,
    runs: impl IntoIterator<Item = (String, Vec<phenom_metrics::Value>)>,
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
    systems: impl IntoIterator<Item = (String, Vec<phenom_metrics::Value>)>,
) -> Figure {
    let plot = Plot::Rankings(ranks(keys, systems));
    Figure::new(SafeName::new("rankings-by-key"), "Rank of each system under each answer key", plot)
        .with_notes(["1 is best; ties share their mean rank.".to_owned()])
}

fn ranks(
    columns: Vec<String>,
    lines: impl IntoIterator<Item = (String, Vec<phenom_metrics::Value>)>,
) -> Ranks {
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

    #[test]
    fn baselines_at_one_place_are_one_point() {
        let point = |name: &str, accuracy: f64| Point {
            name: name.to_owned(),
            kind: PointKind::Baseline,
            accuracy: Ok(accuracy),
            accuracy_interval: None,
            information: Ok(0.0),
            information_interval: None,
        };
        let names = |points: Vec<Point>| -> Vec<String> {
            joined(points).into_iter().map(|it| it.name).collect()
        };
        let points = vec![point("a", 0.5), point("b", 0.2), point("c", 0.5)];
        assert_eq!(names(points), ["a, c", "b"]);
        assert_eq!(names(vec![point("a", 0.5), point("b", 0.5)]), ["all 2 baselines"]);
    }
}
