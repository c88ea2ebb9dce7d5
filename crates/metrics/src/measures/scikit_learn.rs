//! The measures against another implementation: `fixtures/scikit_learn.py` made the expected values.

use serde::Deserialize;

use super::average_precision::AveragePrecision;
use super::f1::f1;
use super::{RankingSum, measure};
use crate::counts::{ContingencyTable, TieGroup};
use crate::seed::Seed;
use crate::undefined::Undefined;

#[derive(Deserialize)]
struct Fixtures {
    tables: Vec<Case>,
    rankings: Vec<Ranked>,
}

#[derive(Deserialize)]
struct Case {
    table: Vec<Vec<u64>>,
    values: serde_json::Map<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Ranked {
    gold: String,
    average_precision: f64,
}

fn fixtures() -> Fixtures {
    serde_json::from_str(include_str!("../../fixtures/scikit_learn.json")).unwrap()
}

#[test]
fn measures_of_tables() {
    for Case { table: rows, values } in fixtures().tables {
        let table = ContingencyTable::from_rows(&rows).unwrap();
        for (key, expected) in &values {
            if key == "f1" {
                for (label, expected) in expected.as_array().unwrap().iter().enumerate() {
                    match (f1(&table, label), expected.as_f64()) {
                        (Ok(ours), Some(theirs)) => assert!((ours - theirs).abs() < 1e-12),
                        (ours, None) => assert_eq!(ours, Err(Undefined::NeverOccurs)),
                        (Err(reason), Some(_)) => panic!("{rows:?}: f1 {label}: {reason}"),
                    }
                }
                continue;
            }
            let ours = measure(key).and_then(|measure| measure.of_table(&table, Seed(1)));
            match (ours.unwrap().value, expected.as_f64()) {
                (Ok(ours), Some(theirs)) => {
                    assert!((ours - theirs).abs() < 1e-12, "{rows:?}: {key}: {ours} {theirs}");
                }
                // Of one gold judgment it means nothing, and scikit-learn has it all the same.
                (Err(Undefined::ConstantGold), Some(_)) if key == "mean_precision" => {}
                (ours, theirs) => {
                    assert!(
                        ours.is_err() && theirs.is_none(),
                        "{rows:?}: {key}: {ours:?} {theirs:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn average_precision_of_strict_rankings() {
    for Ranked { gold, average_precision } in fixtures().rankings {
        let mut sum = AveragePrecision::default();
        for mark in gold.chars() {
            sum.add(TieGroup { pairs: 1, marked: u64::from(mark == '+') });
        }
        assert!((sum.value().unwrap() - average_precision).abs() < 1e-12);
    }
}
