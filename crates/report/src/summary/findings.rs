//! What came out as a few findings, each a headline that can be wrong, sentences, and what is drawn beside.

use phenom_dataset::Judgment;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, CONDITIONED_ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{ComparisonRow, Origin, Population, Reading, ReadingQuestion, SystemCounts};

use super::words::{competing, named_or_counted, share};
use super::{
    baseline, better_and_worse, composition, constant, correlation, is_of_phenomenon, phenomena,
    single_answers, told, what,
};
use crate::composition_words::gold_first;
use crate::low_power::low_power_caution;
use crate::tables::overview::Lines;
use crate::task_words::one_stratum_in_words;
use crate::{Pairs, PairsBehind, Results, Style};

/// How many systems a drawing beside a finding shows.
const DRAWN: usize = 8;

/// Something that came out.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it is about, in a word that names it in lists and links.
    pub key: &'static str,
    /// What came out, in a few words.
    pub headline: String,
    /// The same with its figures.
    pub sentences: Vec<String>,
    /// What is drawn beside it.
    pub drawing: Option<Drawing>,
    /// Where the evidence stands.
    pub evidence: Evidence,
}

/// Where the evidence of a finding stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The comparisons of systems.
    Comparisons,
    /// Phenomena by systems.
    Phenomena,
    /// Originals beside their parts.
    Composition,
}

/// A small drawing.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawing {
    /// An estimate with its interval for each system, and a value that all are held against.
    Strips {
        /// How values are written, which decides the axis.
        style: Style,
        /// A row a system.
        rows: Vec<Strip>,
        /// A value with its name.
        reference: Option<(f64, String)>,
    },
    /// A value for each gold judgment, joined by a line, for each system.
    Dumbbells {
        /// The gold judgments, at most three.
        judgments: Vec<Judgment>,
        /// A row a system, with a value a judgment.
        rows: Vec<(StripName, Vec<Option<Estimate>>)>,
    },
    /// So many of so many.
    Waffle {
        /// How many.
        told: usize,
        /// Of how many.
        all: usize,
    },
}

/// The system of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripName {
    /// Its name as readers see it.
    pub name: String,
    /// Whether it reads gold.
    pub reads_gold: bool,
}

/// A value with the pairs that it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The unrounded value, in the unit of its measure: shares from 0 to 1.
    pub value: f64,
    /// The pairs, where they are known one by one.
    pub behind: Option<PairsBehind>,
}

/// A row of strips.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// The system whose estimate the row shows.
    pub system: StripName,
    /// The system's value on the axis of the strips.
    pub estimate: Estimate,
    /// The interval of the value.
    pub interval: Option<Interval>,
}

/// What was evaluated, and what came out: on original pairs, on monothematic pairs or by gold judgment, on
/// originals beside their parts, and on single phenomena.
pub(crate) fn findings(results: &Results<'_>) -> (String, Vec<Finding>) {
    let found =
        [on_originals(results), on_parts(results), of_composition(results), on_phenomena(results)];
    (what(results.evaluation), found.into_iter().flatten().collect())
}

fn on_originals(results: &Results<'_>) -> Option<Finding> {
    let best = results.best_system(Population::Original)?;
    let value = results.value(&best.name, Population::Original, Pairs::All, &ACCURACY)?;
    let headline = compared(results, Population::Original).unwrap_or_else(|| {
        let name = results.shown(&best.name);
        format!("{name} judges {} of the original pairs right", share(results, value))
    });
    let sentences = [
        told(results, Population::Original).or_else(|| super::best(results)),
        single_answers(results),
        constant(results).or_else(|| baseline(results)),
        low_power_caution(headlines_on(results, Population::Original)),
    ];
    let reference = Lines::new(results, &ACCURACY)
        .best_constant(Population::Original, 0)
        .map(|value| (value, "best constant answer".to_owned()));
    let evidence = match results.comparisons.is_empty() {
        true => Evidence::Phenomena,
        false => Evidence::Comparisons,
    };
    Some(Finding {
        key: "originals",
        headline,
        sentences: sentences.into_iter().flatten().collect(),
        drawing: strips(results, Population::Original, &ACCURACY, reference),
        evidence,
    })
}

/// The monothematic pairs; where there are none, the original ones by gold judgment.
fn on_parts(results: &Results<'_>) -> Option<Finding> {
    let population = results.populations().last().copied()?;
    let decomposed = population == Population::Monothematic;
    let headline = match decomposed {
        true => compared(results, population)
            .unwrap_or_else(|| "How systems judge the monothematic pairs".to_owned()),
        false => "What is right differs by gold judgment".to_owned(),
    };
    let drawing = dumbbells(results, population);
    if !decomposed && drawing.is_none() {
        return None;
    }
    let mut sentences: Vec<String> =
        decomposed.then(|| told(results, population)).flatten().into_iter().collect();
    sentences
        .extend(decomposed.then(|| low_power_caution(headlines_on(results, population))).flatten());
    if drawing.is_some() {
        sentences.push(
            "Drawn: accuracy by gold judgment; these differences were not tested.".to_owned(),
        );
    }
    let key = if decomposed { "monothematic" } else { "gold" };
    Some(Finding { key, headline, sentences, drawing, evidence: Evidence::Phenomena })
}

fn of_composition(results: &Results<'_>) -> Option<Finding> {
    let is_competing = |name: &str| competing(results).any(|system| system.name == name);
    let rows = results
        .readings
        .iter()
        .filter(|row| row.question == ReadingQuestion::CarryingOver && is_competing(&row.system));
    let of = |wanted: Reading| -> Vec<&str> {
        let rows = rows.clone().filter(|row| row.reading == wanted);
        rows.map(|row| results.shown(&row.system)).collect()
    };
    let (carries, independent) = (of(Reading::CarriesOver), of(Reading::IndependentOfParts));
    let with_parts = of(Reading::RightWithRightParts);
    let others = of(Reading::RightForOtherReasons);
    let plural = |names: &[&str], one: &str, many: &str| {
        format!("{} {}", named_or_counted(names), if names.len() == 1 { one } else { many })
    };
    let of_readings = composition(results);
    let measure = match of_readings.is_empty() {
        true => &CORRELATION_INDEX,
        false => &STRATIFIED_SOLVED_DIFFERENCE,
    };
    let reference = match of_readings.is_empty() {
        true => (1.0, "CI 1".to_owned()),
        false => (0.0, "no difference".to_owned()),
    };
    let drawing = strips(results, Population::Decomposition, measure, Some(reference))?;
    let headline = match (carries.as_slice(), independent.as_slice(), others.as_slice()) {
        _ if of_readings.is_empty() => {
            "How accuracy on originals compares with their parts".to_owned()
        }
        ([], ..) if !with_parts.is_empty() => {
            "Right originals go with right parts, without evidence of composition".to_owned()
        }
        ([], [], []) => "No evidence that solving the parts solves the original".to_owned(),
        ([], [], others) => format!(
            "{} right on original pairs for other reasons than their parts",
            plural(others, "is", "are")
        ),
        ([], names, _) => plural(
            names,
            "does not carry over what it can do on parts",
            "do not carry over what they can do on parts",
        ),
        (names, ..) => plural(
            names,
            "carries over what it can do on parts",
            "carry over what they can do on parts",
        ),
    };
    let mut sentences: Vec<String> = gold_first(results).into_iter().collect();
    sentences.extend(match of_readings.is_empty() {
        true => correlation(results),
        false => of_readings,
    });
    if measure.key == STRATIFIED_SOLVED_DIFFERENCE.key {
        sentences.push(
            format!(
                "Drawn: by how many points original pairs are right more often where all of their parts are, among \
                 originals of {}.",
                one_stratum_in_words(results.evaluation.task)
            ),
        );
    }
    Some(Finding {
        key: "composition",
        headline,
        sentences,
        drawing: Some(drawing),
        evidence: Evidence::Composition,
    })
}

fn on_phenomena(results: &Results<'_>) -> Option<Finding> {
    let population = results.populations().last().copied()?;
    let sentence = phenomena(results, population)?;
    let rows = results.comparisons.iter().filter(|row| is_of_phenomenon(row, population));
    let all = rows.clone().count();
    let told = rows.clone().filter(|row| row.is_significant()).count();
    let headline = match told {
        0 => "On no single phenomenon can two systems be told apart".to_owned(),
        1 => "One difference on a single phenomenon can be told".to_owned(),
        told => format!("{told} of {all} differences on single phenomena can be told"),
    };
    Some(Finding {
        key: "phenomena",
        headline,
        sentences: [Some(sentence), low_power_caution(rows)].into_iter().flatten().collect(),
        drawing: Some(Drawing::Waffle { told, all }),
        evidence: Evidence::Phenomena,
    })
}

/// The comparisons on all pairs of a population that a finding lists.
fn headlines_on<'r>(
    results: &Results<'r>,
    population: Population,
) -> impl Iterator<Item = &'r ComparisonRow> {
    results.headlines().filter(move |row| row.population == population)
}

/// Which systems are more accurate than which, in a headline; nothing where none were compared.
fn compared(results: &Results<'_>, population: Population) -> Option<String> {
    let competes = |name: &str| competing(results).any(|system| system.name == name);
    let rows: Vec<&ComparisonRow> = results
        .accuracies_compared(population)
        .into_iter()
        .filter(|row| competes(&row.system_a) && competes(&row.system_b))
        .collect();
    let first = rows.first()?;
    let pairs = format!("{} pairs", population.name());
    let decided: Vec<(&str, &str)> = rows.iter().copied().filter_map(better_and_worse).collect();
    if decided.is_empty() {
        let (one, other) = (results.shown(&first.system_a), results.shown(&first.system_b));
        return Some(match rows.len() {
            1 => format!("On {pairs} this set cannot tell {one} from {other}"),
            _ => format!("No system can be called the best on {pairs}"),
        });
    }
    let (mut better, mut worse): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (one, other) in &decided {
        if !better.contains(one) {
            better.push(one);
        }
        if !worse.contains(other) {
            worse.push(other);
        }
    }
    // Where each of some is better than each of others, that is said in one breath.
    let simple = decided.len() == better.len() * worse.len() && better.len() + worse.len() <= 4;
    Some(if simple {
        let shown = |names: &[&str]| {
            let names: Vec<&str> = names.iter().map(|name| results.shown(name)).collect();
            named_or_counted(&names)
        };
        let verb = if better.len() == 1 { "is" } else { "are" };
        format!("On {pairs} {} {verb} more accurate than {}", shown(&better), shown(&worse))
    } else {
        format!("On {pairs} {} of {} differences can be told", decided.len(), rows.len())
    })
}

fn drawn<'r>(results: &'r Results<'_>) -> impl Iterator<Item = (&'r SystemCounts, StripName)> {
    results.evaluation.systems.iter().take(DRAWN).map(|system| {
        let name = results.marked(system);
        (system, StripName { name, reads_gold: system.origin == Origin::ReadsGold })
    })
}

fn strips(
    results: &Results<'_>,
    population: Population,
    measure: &'static Measure,
    reference: Option<(f64, String)>,
) -> Option<Drawing> {
    let rows = drawn(results).filter_map(|(system, name)| {
        let score = results.score(&system.name, population, Pairs::All, measure)?;
        let interval = score.interval.map(|interval| interval.interval);
        // A measure that is no share is about the same pairs as the accuracy on originals with parts.
        let counting = match measure.key == ACCURACY.key {
            true => Some(score),
            false => results.score(&system.name, population, Pairs::All, &WHOLE_ACCURACY),
        };
        let estimate =
            Estimate { value: score.value.clone().ok()?, behind: results.behind(counting) };
        Some(Strip { system: name, estimate, interval })
    });
    let rows: Vec<Strip> = rows.collect();
    (!rows.is_empty()).then_some(Drawing::Strips { style: measure.style, rows, reference })
}

fn dumbbells(results: &Results<'_>, population: Population) -> Option<Drawing> {
    let gold = results.evaluation.gold(population, 0);
    let judgments: Vec<Judgment> = results
        .evaluation
        .judgments()
        .into_iter()
        .filter(|judgment| gold.gold(*judgment) > 0)
        .collect();
    if !(2..=3).contains(&judgments.len()) {
        return None;
    }
    let rows = drawn(results).map(|(system, name)| {
        let of = |judgment: &Judgment| {
            let pairs = Pairs::Gold(*judgment);
            let score = |measure| {
                let score = results.score(&system.name, population, pairs, measure)?;
                score.value.is_ok().then_some(score)
            };
            let score = score(&CONDITIONED_ACCURACY).or_else(|| score(&ACCURACY))?;
            let behind = results.behind(Some(score)).map(|pairs| pairs.with_gold(*judgment));
            Some(Estimate { value: score.value.clone().ok()?, behind })
        };
        (name, judgments.iter().map(of).collect::<Vec<_>>())
    });
    let rows: Vec<_> = rows.filter(|(_, values)| values.iter().any(Option::is_some)).collect();
    (!rows.is_empty()).then_some(Drawing::Dumbbells { judgments, rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, told_apart, two_systems};

    #[test]
    fn what_can_be_told_is_the_headline() {
        let scene = told_apart(&["A", "B"]);
        let (_, found) = findings(&scene.results());
        assert_eq!(found[0].headline, "On original pairs A is more accurate than B");
        assert_eq!(found[0].evidence, Evidence::Comparisons);
        let of_phenomena = found.last().unwrap();
        assert_eq!(of_phenomena.headline, "One difference on a single phenomenon can be told");
        assert_eq!(of_phenomena.drawing, Some(Drawing::Waffle { told: 1, all: 1 }));
    }

    #[test]
    fn without_comparisons_the_most_accurate_system_is_the_headline() {
        let scene = two_systems();
        let (what, found) = findings(&scene.results());
        assert!(what.starts_with("2 systems on 2 original pairs"));
        assert_eq!(found[0].headline, "B judges 100.0 % of the original pairs right");
        let Some(Drawing::Dumbbells { judgments, rows }) = &found[1].drawing else {
            panic!("{:?}", found[1].drawing)
        };
        assert_eq!(judgments, &[Judgment::Entailment, Judgment::Unknown]);
        // Of the parts, A has two of three entailments and the other.
        let values = rows[0].1.iter().map(|one| one.as_ref().map(|one| one.value));
        assert_eq!(values.collect::<Vec<_>>(), [Some(2.0 / 3.0), Some(1.0)]);
    }

    #[test]
    fn a_set_of_one_judgment_has_no_finding_by_judgment() {
        let scene = Scene::new(plain(), &["A"], "1 E - E\n2 E - U");
        let (_, found) = findings(&scene.results());
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
