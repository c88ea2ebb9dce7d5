//! The systems in the order of a measure, beside their order by accuracy [B09, section 6].

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::{Better, Measure};
use phenom_metrics::{Population, Value};

use super::{BASELINE_NOTE, baseline_name, notes_on_systems};
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Style, Table};

/// How many pairs of systems are named on which the two orders disagree.
const NAMED: usize = 20;

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let measure = results.options.rank_by;
    let evaluation = results.evaluation;
    if evaluation.systems.len() < 2 || *measure == ACCURACY {
        return Vec::new();
    }
    // A measure of the decomposition has no value on a population alone.
    let of_parts = |population: &Population| {
        let first = evaluation.systems.first().map(|system| system.name.as_str());
        first.is_some_and(|first| results.score(first, *population, Pairs::All, measure).is_some())
    };
    let mut populations = results.populations().to_vec();
    populations.retain(of_parts);
    if populations.is_empty() {
        populations.push(Population::Decomposition);
    }
    populations.into_iter().map(|population| table(results, measure, population)).collect()
}

struct Entry {
    name: String,
    value: Value,
    accuracy: Value,
    baseline: bool,
}

fn table(results: &Results<'_>, measure: &'static Measure, population: Population) -> Table {
    let evaluation = results.evaluation;
    // Beside a measure of the decomposition stands the accuracy on original pairs.
    let pairs = match population {
        Population::Decomposition => Population::Original,
        other => other,
    };
    let value = |system: &str, population, measure| {
        let score = results.score(system, population, Pairs::All, measure)?;
        Some(score.value.clone())
    };
    let entry = |shown: String, system: &str, baseline| {
        let of_measure = value(system, population, measure)?;
        let accuracy = value(system, pairs, &ACCURACY)?;
        Some(Entry { name: shown, value: of_measure, accuracy, baseline })
    };
    let systems = evaluation.systems.iter();
    let systems = systems.map(|system| entry(results.marked(system), &system.name, false));
    let baselines = results.baselines().into_iter();
    let baselines =
        baselines.map(|baseline| entry(baseline_name(baseline), &baseline.name(), true));
    let mut entries: Vec<Entry> = systems.chain(baselines).flatten().collect();
    let sign = if measure.better == Better::Lower { -1.0 } else { 1.0 };
    let height =
        |value: &Value, sign: f64| value.as_ref().map_or(f64::NEG_INFINITY, |value| sign * value);
    entries.sort_by(|a, b| height(&b.value, sign).total_cmp(&height(&a.value, sign)));
    let systems = || entries.iter().filter(|entry| !entry.baseline);
    // The rank among systems; equal ones share the mean of their ranks.
    let rank = |own: f64, all: &dyn Fn(&Entry) -> f64| {
        let above = systems().filter(|other| all(other) > own).count() as f64;
        let equal = systems().filter(|other| all(other) == own).count() as f64;
        above + (equal + 1.0) / 2.0
    };
    let by_measure = |entry: &Entry| height(&entry.value, sign);
    let by_accuracy = |entry: &Entry| height(&entry.accuracy, 1.0);
    let mut rows = Vec::new();
    for entry in &entries {
        let ranked = |all: &dyn Fn(&Entry) -> f64, value: &Value| match (entry.baseline, value) {
            (false, Ok(_)) => Cell::Value(rank(all(entry), all), Style::Rank),
            _ => Cell::Empty,
        };
        rows.push(Row {
            kind: RowKind::Body,
            cells: vec![
                Cell::text(&entry.name),
                ranked(&by_measure, &entry.value),
                Cell::value(entry.value.clone(), measure.style),
                ranked(&by_accuracy, &entry.accuracy),
                Cell::value(entry.accuracy.clone(), Style::Percent),
            ],
        });
    }
    let compared: Vec<(&str, [f64; 2])> =
        systems().map(|entry| (&*entry.name, [by_measure(entry), by_accuracy(entry)])).collect();
    let mut notes = vec![order_in_words(measure, &compared)];
    notes.push(
        "Ranks are among the systems; equal ones share their mean rank. Bergmair 2009 recommends \
         mutual information beside accuracy, because it rewards no bias to a frequent judgment."
            .to_owned(),
    );
    notes.push(BASELINE_NOTE.to_owned());
    notes.extend(notes_on_systems(results));
    let columns = vec![
        Column::new("system"),
        Column::grouped(measure.name, "rank"),
        Column::grouped(measure.name, "value"),
        Column::grouped("accuracy", "rank"),
        Column::grouped("accuracy", "value"),
    ];
    let of = population.name();
    let title = format!("Systems ranked by {} and by accuracy, {of} pairs", measure.name);
    Table { key: SafeName::new(&format!("ranking-{of}")), title, columns, rows, notes }
}

/// How far a measure and accuracy order the systems alike, each given with its heights by both.
fn order_in_words(measure: &Measure, systems: &[(&str, [f64; 2])]) -> String {
    let pairs = || {
        let later = |at: usize| systems.iter().skip(at + 1);
        systems
            .iter()
            .enumerate()
            .flat_map(move |(at, one)| later(at).map(move |other| (one, other)))
    };
    let swapped: Vec<String> = pairs()
        .filter(|((_, better), (_, worse))| better[0] > worse[0] && better[1] < worse[1])
        .map(|((better, _), (worse, _))| format!("{better} above {worse}"))
        .collect();
    let tied_once = pairs()
        .filter(|((_, first), (_, second))| (first[0] == second[0]) != (first[1] == second[1]))
        .count();
    let pairs_of_systems = systems.len() * systems.len().saturating_sub(1) / 2;
    match swapped.len() {
        0 if tied_once > 0 => format!(
            "{} and accuracy never reverse the order of two systems. In {tied_once} of {pairs_of_systems} pairs only one of \
             the two measures is tied.",
            measure.name
        ),
        0 => format!("{} and accuracy put the systems in the same order.", measure.name),
        count => format!(
            "{} orders {count} of {pairs_of_systems} pairs of systems otherwise than accuracy does: {}{}.",
            measure.name,
            swapped[..count.min(NAMED)].join(", "),
            if count > NAMED { " and so on" } else { "" }
        ),
    }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::measures::correlation_index::IDEAL_DISTANCE;

    use super::*;
    use crate::testing::{Scene, plain, shown, two_systems};

    #[test]
    fn the_order_is_that_of_the_measure_and_baselines_have_no_rank() {
        let scene = two_systems();
        let tables = build(&scene.results());
        assert_eq!(
            shown(&tables[0])[..2],
            ["B | 1 | 1.0000 | 1 | 100.0", "A | 2 | 0.0000 | 2 | 50.0"]
        );
        assert_eq!(shown(&tables[1])[2], "always entailment † |  | 0.0000 |  | 75.0");
    }

    #[test]
    fn systems_that_one_order_alone_holds_equal_are_in_no_same_order() {
        // B always answers entailment, which tells nothing of gold; A is right on one pair more.
        let pairs = "1 E - E E\n2 E - E E\n3 U - E E\n4 U - U E";
        let same = Scene::new(plain(), &["A", "B"], pairs);
        assert!(build(&same.results())[0].notes[0].ends_with("in the same order."));
        // C is right on two pairs as B is, and tells something of gold.
        let pairs = "1 E - E E\n2 E - E C\n3 U - E C\n4 U - E U";
        let tied = Scene::new(plain(), &["B", "C"], pairs);
        let note = &build(&tied.results())[0].notes[0];
        assert!(note.contains("In 1 of 1 pairs only one of the two measures is tied"), "{note}");
    }

    #[test]
    fn a_pair_that_accuracy_orders_otherwise_is_named() {
        // A always answers entailment; what B says is wrong, and tells gold all the same.
        let pairs = "1 E - E U\n2 E - E U\n3 U - E E";
        let scene = Scene::new(plain(), &["A", "B"], pairs);
        let table = &build(&scene.results())[0];
        assert_eq!(shown(table)[0], "B | 1 | 0.9183 | 2 | 0.0");
        let said = "mutual information I(G;L) orders 1 of 1 pairs of systems otherwise than accuracy \
                    does: B above A.";
        assert_eq!(table.notes[0], said);
    }

    #[test]
    fn equal_systems_share_their_mean_rank() {
        let scene = Scene::new(plain(), &["A", "B"], "1 E - E E\n2 U - U U");
        let rows = shown(&build(&scene.results())[0]);
        assert_eq!(rows[..2], ["A | 1.5 | 1.0000 | 1.5 | 100.0", "B | 1.5 | 1.0000 | 1.5 | 100.0"]);
    }

    #[test]
    fn a_measure_of_the_decomposition_is_ranked_on_it() {
        let mut scene = two_systems();
        scene.options.rank_by = &IDEAL_DISTANCE;
        let tables = build(&scene.results());
        assert_eq!(tables[0].key.as_str(), "ranking-decomposition");
        assert_eq!(shown(&tables[0])[0], "uniform random † |  | 0.00 |  | 33.3");
        assert_eq!(shown(&tables[0])[2], "A | 1 | 0.33 | 2 | 50.0");
    }

    #[test]
    fn one_system_is_not_ranked() {
        let scene = Scene::new(plain(), &["A"], "1 E - E");
        assert!(build(&scene.results()).is_empty());
    }
}
