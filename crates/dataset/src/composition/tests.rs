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

/// What a rule makes: a letter, or the places that leave it open.
fn made(rule: &CompositionRule, letters: &str, task: Task) -> String {
    match rule.compose(parts(letters), task) {
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
        table,
    ]
}

/// Every way to judge the parts that have no judgment.
fn completions(parts: &[Option<Judgment>]) -> Vec<Vec<Option<Judgment>>> {
    parts.iter().fold(vec![Vec::new()], |completions, part| {
        let possible = match part {
            Some(judgment) => vec![*judgment],
            None => Judgment::ALL[..3].to_vec(),
        };
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
    fn open_parts_are_those_that_can_change_the_whole(rule in rules(), parts in three_way()) {
        for task in [TWO, THREE] {
            let completed = completions(&parts);
            let wholes: Vec<Composed> =
                completed.iter().map(|parts| rule.compose(parts.clone(), task)).collect();
            let is_same = wholes.iter().all(|whole| *whole == wholes[0]);
            let ours = rule.compose(parts.clone(), task);
            prop_assert_eq!(ours.judgment().is_some(), is_same);
            if is_same {
                prop_assert_eq!(&ours, &wholes[0]);
                continue;
            }
            let changes = |place: usize| {
                completed.iter().zip(&wholes).any(|(parts, whole)| {
                    Judgment::ALL[..3].iter().any(|other| {
                        let mut changed = parts.clone();
                        changed[place] = Some(*other);
                        rule.compose(changed, task) != *whole
                    })
                })
            };
            let open: Vec<usize> =
                (0..parts.len()).filter(|place| parts[*place].is_none() && changes(*place)).collect();
            prop_assert_eq!(ours, Composed::Open(open));
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
