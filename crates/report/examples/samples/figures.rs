//! Figures of every kind, on made-up values.

use phenom_dataset::{Judgment, Task};
use phenom_metrics::{PairCorrelation, Proportion, Reading, Undefined, Value, Verdict};
use phenom_report::figures::*;
use phenom_report::{PairCounts, SafeName, Style};

use super::{JUDGMENTS, Numbers, phenomenon, strings, system_name};

/// Small figures of every kind, as a paper would have them, and one without data.
pub fn figures() -> Vec<Figure> {
    let systems = strings(["EDITS", "VENSES", "Word overlap", "Linguistic-biased"]);
    vec![
        // Voorhees 2008, Figure 1: overall accuracies as printed, bars read off.
        Figure::new(SafeName::new("conditioned"), "Conditioned accuracy", conditioned(12)),
        Figure::new(
            SafeName::new("pair-correlations"),
            "CI of every original pair",
            pair_correlations(&systems[..2], 60),
        ),
        Figure::new(
            SafeName::new("phenomena"),
            "Accuracy on phenomena",
            phenomenon_map(&systems, 20, true),
        ),
        Figure::new(SafeName::new("forest"), "EDITS against VENSES", forest(20)),
        Figure::new(
            SafeName::new("information"),
            "Accuracy and mutual information",
            information(4),
        ),
        Figure::new(SafeName::new("contingency"), "Contingency", contingency(&systems[..3])),
        Figure::new(SafeName::new("stages"), "Wrong originals by stage", stages(&systems[..2], 4)),
        Figure::new(SafeName::new("parts-wholes"), "Parts and wholes", parts_wholes(4)),
        Figure::new(
            SafeName::new("mean-ranks"),
            "Mean rank by judge",
            Plot::MeanRanks(mean_ranks(6, 6)),
        ),
        Figure::new(SafeName::new("rankings"), "Rankings by key", rankings()),
        Figure::without_data(
            SafeName::new("nothing"),
            "Nothing",
            "No pair is tagged with a phenomenon, so that there is nothing to show of any.",
        ),
    ]
}

/// Figures with more than there is room for, and hostile names.
pub fn large_figures() -> Vec<Figure> {
    let systems: Vec<String> = (0..30).map(system_name).collect();
    vec![
        Figure::new(SafeName::new("large-conditioned"), "Conditioned accuracy", conditioned(30)),
        Figure::new(
            SafeName::new("large-pair-correlations"),
            "CI",
            pair_correlations(&systems[..6], 3000),
        ),
        Figure::new(
            SafeName::new("large-phenomena"),
            "Accuracy on phenomena",
            phenomenon_map(&systems, 100, false),
        ),
        Figure::new(SafeName::new("large-forest"), "A against B", forest(100)),
        Figure::new(
            SafeName::new("large-information"),
            "Accuracy and mutual information",
            information(30),
        ),
        Figure::new(SafeName::new("large-contingency"), "Contingency", contingency(&systems)),
        Figure::new(SafeName::new("large-stages"), "Wrong originals by stage", stages(&systems, 8)),
        Figure::new(SafeName::new("many-parts-wholes"), "Parts and wholes", parts_wholes(12)),
        Figure::new(SafeName::new("large-parts-wholes"), "Parts and wholes", parts_wholes(30)),
        Figure::new(
            SafeName::new("large-mean-ranks"),
            "Mean rank by judge",
            Plot::MeanRanks(mean_ranks(30, 12)),
        ),
    ]
}

fn conditioned(count: usize) -> Plot {
    let overall =
        [0.731, 0.713, 0.591, 0.569, 0.494, 0.471, 0.454, 0.451, 0.436, 0.425, 0.419, 0.365];
    let mut numbers = Numbers(7);
    let systems = (0..count).map(|index| ConditionedSystem {
        name: if count == 12 {
            char::from(b'A' + index as u8).to_string()
        } else {
            system_name(index)
        },
        overall: Ok(overall[index % 12]),
        conditioned: vec![
            Ok(numbers.share()),
            Ok(numbers.share()),
            if index == 7 { Err(Undefined::NoPairs) } else { Ok(numbers.share() * 0.3) },
        ],
        behind: Vec::new(),
    });
    Plot::ConditionedAccuracy(ConditionedAccuracy {
        judgments: Task::ThreeWay.judgments().to_vec(),
        systems: systems.collect(),
    })
}

/// Shares of 326 originals, one of which people corrected and one of which has no value.
fn stages(systems: &[String], count: usize) -> Plot {
    let joined = "part missing, part not faithful, parts divided differently or rule or gold label";
    let stages = [
        "part missing",
        "part not faithful",
        "part misjudged",
        "rule or gold label",
        "parts divided differently",
        joined,
        "part missing or rule or gold label",
        "part misjudged or parts divided differently",
    ];
    let mut numbers = Numbers(23);
    let share = |numerator| {
        let proportion = Proportion { numerator, denominator: 326 };
        OriginalsShare {
            share: proportion.value(),
            interval: wilson(proportion),
            count: Some(numerator),
        }
    };
    let system = |(number, name): (usize, &String)| {
        let mut shares: Vec<OriginalsShare> =
            (0..count).map(|_| share(numbers.below(40).saturating_sub(6))).collect();
        let wrong = shares.iter().filter_map(|share| share.count).sum();
        if number == 4 {
            shares[0] = OriginalsShare { count: None, ..share(31) };
            shares[1] =
                OriginalsShare { share: Err(Undefined::NoPairs), interval: None, count: None };
        }
        SystemBudget { name: name.clone(), originals: 326, wrong: share(wrong), shares }
    };
    Plot::StageBudget(StageBudget {
        stages: stages[..count].iter().map(|stage| (*stage).to_owned()).collect(),
        systems: systems.iter().enumerate().map(system).collect(),
    })
}

fn pair_correlations(systems: &[String], originals: u64) -> Plot {
    let mut numbers = Numbers(3);
    let mut rows = Vec::new();
    for (place, system) in systems.iter().enumerate() {
        for judgment in [Judgment::Entailment, Judgment::Contradiction] {
            let pairs = (0..originals / 2).map(|id| {
                let parts = 1 + numbers.below(5);
                let right = if numbers.below(10) < 7 { parts } else { numbers.below(parts + 1) };
                let value: Value = match (numbers.below(10) < 6, right) {
                    (true, 0) => Err(Undefined::Infinite),
                    (false, 0) => Err(Undefined::ZeroByZero),
                    (true, right) => Ok(parts as f64 / right as f64),
                    (false, _) => Ok(0.0),
                };
                PairCorrelation { id: id.to_string(), value, pairs: 1 + parts }
            });
            let pairs = pairs.collect();
            rows.push(CorrelationRow {
                system: system.clone(),
                place,
                judgment: Some(judgment),
                pairs,
            });
        }
    }
    Plot::PairCorrelations(PairCorrelations { rows })
}

/// Wilson's interval at 95 %.
fn wilson(proportion: Proportion) -> Option<Interval> {
    let (share, count) = (proportion.value().ok()?, proportion.denominator as f64);
    let z = 1.96;
    let middle = (share + z * z / (2.0 * count)) / (1.0 + z * z / count);
    let half = z * (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt()
        / (1.0 + z * z / count);
    Some(Interval { lower: middle - half, upper: middle + half })
}

fn phenomenon_map(systems: &[String], count: usize, intervals: bool) -> Plot {
    let mut numbers = Numbers(5);
    let phenomena = (0..count).map(|index| {
        let (category, name) = phenomenon(index, count);
        let denominator = numbers.below(33);
        let cells = systems.iter().map(|_| {
            let proportion = Proportion { numerator: numbers.below(denominator + 1), denominator };
            PhenomenonCell {
                accuracy: if denominator == 0 {
                    Err(Undefined::NoPairs)
                } else {
                    Ok(proportion.into())
                },
                interval: wilson(proportion).filter(|_| intervals),
                behind: None,
            }
        });
        PhenomenonRow { category, name, cells: cells.collect() }
    });
    let phenomena = phenomena.collect();
    Plot::PhenomenonMap(PhenomenonMap { systems: systems.to_vec(), phenomena })
}

fn forest(count: usize) -> Plot {
    let mut numbers = Numbers(11);
    let rows = (0..count).map(|index| {
        let (category, name) = phenomenon(index, count);
        let difference = numbers.share() * 1.2 - 0.5;
        let half = 0.05 + 0.5 * numbers.share();
        let interval = Interval { lower: difference - half, upper: difference + half };
        let verdict = match interval {
            interval if interval.lower > 0.0 => Verdict::First,
            interval if interval.upper < 0.0 => Verdict::Second,
            _ => Verdict::CannotTell,
        };
        let (difference, interval) = if index == 4 {
            (Err(Undefined::NoPairs), None)
        } else {
            (Ok(difference), Some(interval))
        };
        let pairs = if index == 4 { 0 } else { 1 + numbers.below(40) };
        let verdict = Some(verdict);
        Difference { category, name, pairs, difference, interval, verdict, behind: None }
    });
    Plot::Forest(Forest {
        first: "EDITS".to_owned(),
        second: "VENSES".to_owned(),
        measure: "accuracy".to_owned(),
        style: Style::Signed,
        rows: rows.collect(),
    })
}

fn information(count: usize) -> Plot {
    let mut numbers = Numbers(13);
    let mut points: Vec<Point> = (0..count)
        .map(|index| {
            let (accuracy, information) = (0.3 + 0.4 * numbers.share(), 0.09 * numbers.share());
            let interval = |value: f64, half: f64| {
                (count < 10).then_some(Interval { lower: value - half, upper: value + half })
            };
            Point {
                name: system_name(index),
                kind: if index == 1 { PointKind::Reference } else { PointKind::System },
                accuracy: Ok(accuracy),
                accuracy_interval: interval(accuracy, 0.05),
                information: Ok(information),
                information_interval: interval(information, 0.015),
                behind: None,
            }
        })
        .collect();
    let baselines = [
        ("always entailment", 0.5),
        ("always unknown", 0.4),
        ("uniform random", 0.333),
        ("random from gold", 0.402),
    ];
    points.extend(baselines.map(|(name, accuracy)| Point {
        name: name.to_owned(),
        kind: PointKind::Baseline,
        accuracy: Ok(accuracy),
        accuracy_interval: None,
        information: if name == "always unknown" { Err(Undefined::NoPairs) } else { Ok(0.0) },
        information_interval: None,
        behind: None,
    }));
    Plot::AccuracyInformation(AccuracyInformation { points })
}

fn parts_wholes(count: usize) -> Plot {
    let mut numbers = Numbers(19);
    let point = |name: String, kind, parts: f64, whole: f64, half: f64, reading| PartsWholesPoint {
        name,
        kind,
        parts: Ok(parts),
        parts_interval: (half > 0.0)
            .then_some(Interval { lower: parts - half, upper: (parts + half).min(1.0) }),
        whole: Ok(whole),
        whole_interval: (half > 0.0)
            .then_some(Interval { lower: whole - 2.0 * half, upper: whole + 2.0 * half }),
        index: Ok(whole / parts),
        reading,
        behind: None,
    };
    let mut points: Vec<PartsWholesPoint> = if count == 4 {
        // The pilot study, as far as it can be read off its report.
        let cannot_tell = Some(Reading::CannotTell);
        let carries_over = Some(Reading::CarriesOver);
        let system = |name: &str, parts, whole, reading| {
            point(name.to_owned(), PointKind::System, parts, whole, 0.06, reading)
        };
        let reference = system("Linguistic-biased", 0.868, 0.683, carries_over);
        vec![
            system("EDITS", 0.796, 0.583, cannot_tell),
            system("VENSES", 0.533, 0.600, cannot_tell),
            system("Word overlap", 0.772, 0.383, cannot_tell),
            PartsWholesPoint { kind: PointKind::Reference, ..reference },
        ]
    } else {
        let readings =
            [Reading::CannotTell, Reading::CarriesOver, Reading::IndependentOfParts].map(Some);
        let crowd = (0..count).map(|index| {
            // Most stand close together.
            let near = if index % 4 == 3 { 0.4 } else { 0.08 };
            let mut around = |middle| middle + near * (numbers.share() - 0.5);
            let (parts, whole) = (around(0.72), around(0.6));
            let kind = if index == 1 { PointKind::Reference } else { PointKind::System };
            point(system_name(index), kind, parts, whole, 0.02, readings[index % 3])
        });
        crowd.collect()
    };
    let baseline =
        |name: &str, parts| point(name.to_owned(), PointKind::Baseline, parts, 0.5, 0.0, None);
    points.push(baseline("always entailment", 0.802));
    points.push(baseline("always not-entailment", 0.198));
    points.push(baseline("uniform random", 0.5));
    let unknown =
        PartsWholesPoint { parts: Err(Undefined::NoPairs), ..baseline("random from gold", 0.5) };
    points.push(unknown);
    Plot::PartsWholes(PartsWholes { originals: 60, monothematic: 167, points })
}

fn contingency(systems: &[String]) -> Plot {
    let panels = systems.iter().enumerate().map(|(index, system)| ContingencyPanel {
        system: system.clone(),
        counts: match index {
            2 => Err(Undefined::TwoWay),
            // Voorhees 2008, Table 1.
            _ => {
                let row = |counts: [u64; 3]| -> Vec<PairCounts> {
                    let denominator = counts.iter().sum();
                    let of = |numerator| Proportion { numerator, denominator }.into();
                    counts.map(of).to_vec()
                };
                Ok([[2449, 2172, 299], [929, 2345, 542], [348, 415, 101]].map(row).to_vec())
            }
        },
        behind: Vec::new(),
    });
    Plot::Contingency(ContingencyMaps {
        gold: strings(JUDGMENTS),
        answers: strings(JUDGMENTS),
        panels: panels.collect(),
    })
}

fn mean_ranks(runs: usize, judges: usize) -> Ranks {
    let mut numbers = Numbers(17);
    Ranks {
        columns: (1..=judges).map(|judge| format!("Judge{judge}")).collect(),
        lines: (0..runs)
            .map(|index| RankLine {
                name: if runs < 10 {
                    char::from(b'A' + index as u8).to_string()
                } else {
                    system_name(index)
                },
                place: index,
                ranks: (0..judges)
                    .map(|judge| match (index, judge) {
                        (2, 3) => Err(Undefined::NoPairs),
                        _ => Ok(1.5 + numbers.share() * (runs as f64 - 2.5)),
                    })
                    .collect(),
            })
            .collect(),
    }
}

/// Voorhees 2008, section 2.2: the rankings under three keys; C and D made to tie under the second.
fn rankings() -> Plot {
    let keys = ["ABCDEFGHIJKL", "BADCFEGKHLIJ", "ABCDEFGHKIJL"];
    let lines = ('A'..='L').enumerate().map(|(place, run)| RankLine {
        name: run.to_string(),
        place,
        ranks: keys
            .iter()
            .enumerate()
            .map(|(key, order)| match (key, run) {
                (1, 'C' | 'D') => Ok(3.5),
                _ => Ok(order.find(run).unwrap() as f64 + 1.0),
            })
            .collect(),
    });
    Plot::RanksByKey(Ranks {
        columns: strings(["official", "first judge", "second judge"]),
        lines: lines.collect(),
    })
}
