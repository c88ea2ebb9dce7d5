//! What each rule makes of parts, by hand; and what must hold of all of them.

use proptest::prelude::*;

use super::*;
use crate::Judgment::{Contradiction, Entailment, NotEntailment, Unknown};

const THREE: Task = Task::ThreeWay;
const TWO: Task = Task::TwoWay;

/// Parts by their first letters; `-` for one without a judgment.
fn parts(letters: &str) -> Vec<Option<Judgment>> {
    let of =
        |letter| Judgment::ALL.into_iter().find(|judgment| judgment.name().starts_with(letter));
    letters.chars().map(of).collect()
}

fn fraction(share: f64) -> CompositionRule {
    CompositionRule::Fraction(PartsShare::new(share).unwrap())
}

fn weighted(pass_at: f64) -> CompositionRule {
    CompositionRule::Weighted(PartsShare::new(pass_at).unwrap())
}

/// What a rule makes: a letter, or the places that leave it open.
fn made(rule: &CompositionRule, letters: &str, task: Task) -> String {
    in_short(&rule.compose(parts(letters), task))
}

/// The same of parts with weights.
fn made_of(rule: &CompositionRule, letters: &str, weights: [f64; 3], task: Task) -> String {
    in_short(&rule.compose_weighted(parts(letters).into_iter().zip(weights), task))
}

fn in_short(composed: &Composed) -> String {
    match composed {
        Composed::Judged(judgment) => judgment.name()[..1].to_owned(),
        Composed::Open(places) => format!("{places:?}"),
        Composed::NoParts => "none".to_owned(),
    }
}

#[test]
fn the_known_parts_decide_where_they_can() {
    let (all, any, most) = (CompositionRule::All, CompositionRule::Any, fraction(0.6));
    for (rule, letters, whole) in [
        (&all, "eee", "e"),
        (&all, "eue", "u"),
        (&all, "euc", "c"),
        // One contradicted part decides, whatever the rest is.
        (&all, "-c-", "c"),
        (&all, "e-", "[1]"),
        // Unknown, or contradicted.
        (&all, "u-e-", "[1, 3]"),
        (&all, "en", "[1]"),
        (&any, "cec", "e"),
        (&any, "-e", "e"),
        (&any, "cu", "u"),
        (&any, "cc", "c"),
        (&any, "c-", "[1]"),
        (&any, "-u", "[0]"),
        // Two of three.
        (&most, "ece", "e"),
        (&most, "eec", "e"),
        (&most, "ecc", "c"),
        (&most, "euc", "u"),
        (&most, "ee-", "e"),
        (&most, "cc-", "c"),
        (&most, "uu-", "u"),
        (&most, "ec-", "[2]"),
        (&most, "uun", "u"),
        (&all, "", "none"),
    ] {
        assert_eq!(made(rule, letters, THREE), whole, "{rule:?} of {letters}");
    }
}

#[test]
fn two_way_judgments_are_entailed_or_not() {
    let (all, any) = (CompositionRule::All, CompositionRule::Any);
    for (rule, letters, whole) in [
        (&all, "ee", "e"),
        (&all, "-n", "n"),
        (&all, "uc", "n"),
        (&all, "e-", "[1]"),
        (&any, "nn", "n"),
        (&any, "ne", "e"),
        (&any, "n-", "[1]"),
    ] {
        assert_eq!(made(rule, letters, TWO), whole, "{rule:?} of {letters}");
    }
}

#[test]
fn a_fraction_is_no_part_more_than_it_says() {
    // In binary fractions 0.55 * 20 is more than 11.
    let twenty = [vec![Some(Entailment); 11], vec![Some(Unknown); 9]].concat();
    assert_eq!(fraction(0.55).compose(twenty, THREE), Composed::Judged(Entailment));
    assert_eq!(made(&fraction(0.8), "eeeeu", THREE), "e");
    assert_eq!(made(&fraction(0.81), "eeeeu", THREE), "u");
    for share in [0.0, -0.5, 1.000_001, f64::NAN, f64::INFINITY] {
        assert!(PartsShare::new(share).is_err(), "{share}");
    }
}

#[test]
fn entailed_parts_need_a_share_of_the_weight() {
    const WEIGHTS: [f64; 3] = [3.0, 2.0, 1.0];
    for (pass_at, letters, whole) in [
        // 3 of 6.
        (0.5, "euc", "e"),
        (0.5, "uee", "e"),
        (0.5, "uue", "u"),
        (0.5, "cuu", "u"),
        (0.5, "cuc", "c"),
        (0.5, "e--", "e"),
        (0.5, "-ue", "[0]"),
        (0.5, "u--", "[1, 2]"),
        // 4.2 of 6: the last part decides neither beside the first one nor without it.
        (0.7, "eec", "e"),
        (0.7, "ee-", "e"),
        (0.7, "euu", "u"),
        (0.7, "-e-", "[0]"),
        (0.7, "-ee", "[0]"),
        (0.7, "e--", "[1]"),
        (0.7, "-c-", "c"),
        (0.7, "c--", "c"),
        // It may be unknown, and that does not matter either.
        (0.7, "een", "e"),
        (0.7, "eun", "u"),
        (0.7, "enu", "[1]"),
        (1.0, "eee", "e"),
        (1.0, "ee-", "[2]"),
        (1.0, "eue", "u"),
        (1.0, "--c", "c"),
    ] {
        let made = made_of(&weighted(pass_at), letters, WEIGHTS, THREE);
        assert_eq!(made, whole, "{pass_at} of {letters}");
    }
    for (pass_at, letters, whole) in [
        (0.5, "enn", "e"),
        (0.5, "nee", "e"),
        (0.5, "nne", "n"),
        (0.5, "n--", "[1, 2]"),
        (0.7, "nee", "n"),
        (0.7, "n--", "n"),
        (0.7, "-e-", "[0]"),
        (1.0, "e-n", "n"),
        (1.0, "ee-", "[2]"),
    ] {
        let made = made_of(&weighted(pass_at), letters, WEIGHTS, TWO);
        assert_eq!(made, whole, "{pass_at} of {letters}, two-way");
    }
    // Other rules ask for numbers of parts.
    assert_eq!(made_of(&fraction(0.5), "enn", WEIGHTS, TWO), "n");
    assert_eq!(made_of(&CompositionRule::Any, "nnn", [0.0; 3], TWO), "n");
    assert_eq!(made(&weighted(0.5), "een", TWO), "e");
    assert!(weighted(0.5).is_weighted() && !fraction(0.5).is_weighted());
    let in_words = "an original is entailed if its entailed parts have at least 70 % of the weight";
    assert_eq!(weighted(0.7).to_string(), in_words);
}

#[test]
fn a_part_without_weight_does_not_count() {
    assert_eq!(made_of(&weighted(1.0), "ece", [3.0, 0.0, 1.0], THREE), "e");
    assert_eq!(made_of(&weighted(1.0), "e--", [3.0, 0.0, 1.0], THREE), "[2]");
    assert_eq!(made_of(&weighted(0.01), "uec", [3.0, 0.0, 1.0], THREE), "u");
    assert_eq!(made_of(&weighted(0.5), "ee-", [0.0; 3], THREE), "none");
    assert_eq!(made(&weighted(0.5), "", THREE), "none");
}

#[test]
fn a_weight_is_no_more_than_it_says() {
    // In binary fractions seven tenths are less than 0.7.
    let tenths = |entailed: usize| {
        let part = |at: usize| (Some(if at < entailed { Entailment } else { Unknown }), 0.1);
        (0..10).map(part).collect::<Vec<_>>()
    };
    assert_eq!(weighted(0.7).compose_weighted(tenths(7), TWO), Composed::Judged(Entailment));
    assert_eq!(weighted(0.7).compose_weighted(tenths(6), TWO), Composed::Judged(NotEntailment));
}

/// Each of these parts has a weight of its own, and their sums are too many to look at each.
#[test]
fn many_open_parts_are_composed_in_time() {
    let open = (0..3000u32).map(|at| (None, 1.0 + f64::from(at).sqrt()));
    let Composed::Open(places) = weighted(0.5).compose_weighted(open, THREE) else { panic!() };
    assert_eq!(places.len(), 3000);
    let equal = vec![(None, 0.3); 100_000];
    let Composed::Open(places) = weighted(0.5).compose_weighted(equal, THREE) else { panic!() };
    assert_eq!(places.len(), 100_000);
}

/// Of a chain A - B - C: what entails keeps what follows, what contradicts ends it.
fn chain() -> CompositionTable {
    CompositionTable::new(&[
        [Entailment, Entailment, Entailment],
        [Entailment, Unknown, Unknown],
        [Entailment, Contradiction, Contradiction],
        [Unknown, Entailment, Unknown],
        [Unknown, Unknown, Unknown],
        [Unknown, Contradiction, Unknown],
        [Contradiction, Entailment, Unknown],
        [Contradiction, Unknown, Unknown],
        [Contradiction, Contradiction, Unknown],
    ])
    .unwrap()
}

#[test]
fn a_table_is_folded_from_the_first_part_on() {
    let rule = CompositionRule::Table(chain());
    for (letters, whole) in [
        ("e", "e"),
        ("eec", "c"),
        ("ece", "u"),
        ("eu-", "u"),
        ("--", "[0, 1]"),
        // A first part that is entailed or not decides; between the latter two there is no difference, since
        // both are unknown in the end.
        ("-e", "[0]"),
        // Nothing comes after unknown but unknown.
        ("-u-", "u"),
        ("e-c", "[1]"),
        ("", "none"),
    ] {
        assert_eq!(made(&rule, letters, THREE), whole, "{letters}");
    }
    assert_eq!(made(&rule, "ec", TWO), "n");
    assert_eq!(made(&rule, "cn", TWO), "n");
    assert_eq!(made(&rule, "en", TWO), "n");
    assert_eq!(made(&rule, "en", THREE), "[1]");
    assert_eq!(chain().rows().count(), 9);
    assert_eq!(CompositionTable::new(&chain().rows().collect::<Vec<_>>()), Ok(chain()));
}

#[test]
fn a_two_way_table_has_four_rows() {
    let rows = [
        [Entailment, Entailment, Entailment],
        [Entailment, NotEntailment, NotEntailment],
        [NotEntailment, Entailment, NotEntailment],
        [NotEntailment, NotEntailment, NotEntailment],
    ];
    let rule = CompositionRule::Table(CompositionTable::new(&rows).unwrap());
    assert_eq!(made(&rule, "eec", TWO), "n");
    assert_eq!(made(&rule, "ee", THREE), "e");
    // Which of the two negative judgments it is, the table does not tell.
    assert_eq!(made(&rule, "ec", THREE), "[]");
    assert_eq!(
        CompositionTable::new(&rows[..3]).unwrap_err().to_string(),
        "the composition table lacks these combinations: `not-entailment, not-entailment`"
    );
    let twice = [rows[0], rows[1], rows[1]];
    assert_eq!(
        CompositionTable::new(&twice),
        Err(CompositionError::Repeated(Entailment, NotEntailment))
    );
    let mixed = [rows[1], [Entailment, Unknown, Unknown]];
    assert_eq!(CompositionTable::new(&mixed), Err(CompositionError::MixedJudgments));
}

fn some_parts(judgments: Vec<Option<Judgment>>) -> impl Strategy<Value = Vec<Option<Judgment>>> {
    proptest::collection::vec(proptest::sample::select(judgments), 1..7)
}

fn three_way() -> impl Strategy<Value = Vec<Option<Judgment>>> {
    some_parts(vec![Some(Entailment), Some(Unknown), Some(Contradiction), None])
}

fn rules() -> impl Strategy<Value = CompositionRule> {
    let table = proptest::collection::vec(proptest::sample::select(&Judgment::ALL[..3]), 9);
    let table = table.prop_map(|cells| {
        let labels = THREE.judgments();
        let row = |at: usize| [labels[at / 3], labels[at % 3], cells[at]];
        let rows: Vec<[Judgment; 3]> = (0..9).map(row).collect();
        CompositionRule::Table(CompositionTable::new(&rows).unwrap())
    });
    prop_oneof![
        Just(CompositionRule::All),
        Just(CompositionRule::Any),
        (0.01f64..=1.0).prop_map(fraction),
        (0.01f64..=1.0).prop_map(weighted),
        table,
    ]
}

/// A weight for each of up to six parts; most sums of them are made in several ways.
fn weights() -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(proptest::sample::select(vec![0.0, 0.1, 0.2, 0.3, 1.0, 2.0, 3.5]), 6)
}

/// What a part may be.
fn possible(part: Option<Judgment>) -> Vec<Judgment> {
    match part {
        Some(NotEntailment) => vec![Unknown, Contradiction],
        Some(judgment) => vec![judgment],
        None => Judgment::ALL[..3].to_vec(),
    }
}

/// Every way to judge the parts that have no judgment.
fn completions(parts: &[Option<Judgment>]) -> Vec<Vec<Option<Judgment>>> {
    parts.iter().fold(vec![Vec::new()], |completions, part| {
        let possible = possible(*part);
        completions
            .iter()
            .flat_map(|before: &Vec<Option<Judgment>>| {
                possible.iter().map(move |next| [before.as_slice(), &[Some(*next)]].concat())
            })
            .collect()
    })
}

fn height(whole: &Composed) -> Option<u8> {
    let judgment = whole.judgment()?;
    Some(match judgment {
        Contradiction => 0,
        Unknown | NotEntailment => 1,
        Entailment => 2,
    })
}

proptest! {
    /// A whole is judged where, and only where, every way to judge the other parts makes the same; and the
    /// parts that leave it open are those of which another judgment alone can change it.
    #[test]
    fn open_parts_are_those_that_can_change_the_whole(
        rule in rules(),
        parts in some_parts(vec![
            Some(Entailment), Some(Unknown), Some(Contradiction), Some(NotEntailment), None, None,
        ]),
        weights in weights(),
    ) {
        let compose = |parts: &[Option<Judgment>], task: Task| {
            rule.compose_weighted(parts.iter().copied().zip(weights.iter().copied()), task)
        };
        let completed = completions(&parts);
        for task in [TWO, THREE] {
            let wholes: Vec<Composed> = completed.iter().map(|parts| compose(parts, task)).collect();
            let is_same = wholes.iter().all(|whole| *whole == wholes[0]);
            let ours = compose(&parts, task);
            if is_same {
                prop_assert_eq!(&ours, &wholes[0]);
                continue;
            }
            let changes = |place: usize| {
                completed.iter().zip(&wholes).any(|(completed, whole)| {
                    possible(parts[place]).into_iter().any(|other| {
                        let mut changed = completed.clone();
                        changed[place] = Some(other);
                        compose(&changed, task) != *whole
                    })
                })
            };
            let open: Vec<usize> = (0..parts.len()).filter(|place| changes(*place)).collect();
            prop_assert_eq!(ours, Composed::Open(open));
        }
    }

    /// Weights that are all the same say nothing.
    #[test]
    fn with_equal_weights_the_number_of_parts_decides(
        parts in some_parts(vec![
            Some(Entailment), Some(Unknown), Some(Contradiction), Some(NotEntailment), None,
        ]),
        share in prop_oneof![
            0.0001f64..=1.0,
            (1u8..=6, 1u8..=6).prop_map(|(one, other)| f64::from(one.min(other)) / f64::from(one.max(other))),
        ],
        weight in prop_oneof![Just(0.1), Just(3.0), 1e-6f64..1e6],
    ) {
        for task in [TWO, THREE] {
            let weighted = weighted(share).compose_weighted(parts.iter().map(|part| (*part, weight)), task);
            prop_assert_eq!(weighted, fraction(share).compose(parts.clone(), task));
        }
    }

    #[test]
    fn order_matters_to_tables_alone(
        parts in three_way(),
        rule in rules().prop_filter("ordered", |rule| !rule.is_ordered()),
        turned in 0usize..7,
    ) {
        let mut other = parts.clone();
        other.rotate_left(turned % parts.len());
        other.reverse();
        for task in [TWO, THREE] {
            let (one, other) = (rule.compose(parts.clone(), task), rule.compose(other.clone(), task));
            prop_assert_eq!(one.judgment(), other.judgment());
        }
    }

    #[test]
    fn all_is_the_whole_fraction_and_any_the_least(parts in three_way()) {
        for task in [TWO, THREE] {
            let of = |rule: CompositionRule| rule.compose(parts.clone(), task);
            prop_assert_eq!(of(CompositionRule::All), of(fraction(1.0)));
            prop_assert_eq!(of(CompositionRule::Any), of(fraction(0.01)));
        }
    }

    /// A part that is raised from contradiction to unknown to entailment never lowers the whole.
    #[test]
    fn raising_a_part_never_lowers_the_whole(
        parts in some_parts(vec![Some(Entailment), Some(Unknown), Some(Contradiction)]),
        rule in rules().prop_filter("ordered", |rule| !rule.is_ordered()),
        place in 0usize..7,
    ) {
        let place = place % parts.len();
        let mut raised = parts.clone();
        raised[place] = match parts[place] {
            Some(Contradiction) => Some(Unknown),
            _ => Some(Entailment),
        };
        for task in [TWO, THREE] {
            let (one, other) = (rule.compose(parts.clone(), task), rule.compose(raised.clone(), task));
            prop_assert!(height(&one) <= height(&other));
        }
    }

    /// Composing and then conflating is conflating and then composing, but for tables.
    #[test]
    fn the_two_way_view_of_the_whole_is_the_whole_of_the_two_way_views(
        parts in three_way(),
        rule in rules().prop_filter("ordered", |rule| !rule.is_ordered()),
    ) {
        let conflated = parts.iter().map(|part| part.map(Judgment::two_way));
        let two_way = rule.compose(conflated, TWO);
        if let Composed::Judged(judgment) = rule.compose(parts, THREE) {
            prop_assert_eq!(two_way, Composed::Judged(judgment.two_way()));
        }
    }
}
