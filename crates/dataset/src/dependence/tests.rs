//! Originals that texts join, from rows to clusters.

use proptest::prelude::*;

use crate::{
    ClusterBy, ClusterSource, Dataset, DatasetBuilder, KeepTexts, PairRow, Problems, SharedTexts,
};

/// Thirteen words, and the same with another last word: 10 of 12 shingles are common.
const LONG: &str =
    "Mexico's new president took office on Friday in spite of protests in parliament";
const NEAR: &str = "Mexico's new president took office on Friday in spite of protests in Congress";

/// A pair: id, origin, text, hypothesis.
type Row<'a> = (&'a str, Option<&'a str>, &'a str, &'a str);

fn built(
    rows: &[Row<'_>],
    by: Option<ClusterBy>,
    cluster: fn(&str) -> Option<&str>,
) -> Result<Dataset, Problems> {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    by.into_iter().for_each(|by| builder.cluster_by(by));
    builder.start_file("pairs.csv");
    for (line, (id, origin, text, hypothesis)) in (1..).zip(rows) {
        let (origin, cluster) = (*origin, cluster(id));
        let (text, hypothesis) = (Some(*text), Some(*hypothesis));
        builder.add(&PairRow { line, id, origin, cluster, text, hypothesis, ..PairRow::default() });
    }
    builder.finish()
}

fn dataset(rows: &[Row<'_>]) -> Dataset {
    built(rows, None, |_| None).unwrap()
}

/// The clusters by the ids of their originals, both in the order of ids.
fn clusters(dataset: &Dataset) -> Vec<Vec<String>> {
    let ids = |cluster: usize| {
        let mut ids: Vec<String> =
            dataset.originals_of(cluster).map(|row| dataset.id(row).to_owned()).collect();
        ids.sort();
        ids
    };
    let mut clusters: Vec<Vec<String>> = dataset.clusters().map(ids).collect();
    clusters.sort();
    clusters
}

#[test]
fn originals_of_one_text_are_a_cluster_whatever_its_case_blanks_and_marks() {
    let dataset = dataset(&[
        ("b", None, "The cat sat.", "x"),
        ("c", None, "A dog ran.", "x"),
        ("a", None, " the CAT  sat", "y"),
    ]);
    assert_eq!(clusters(&dataset), [vec!["a", "b"], vec!["c"]]);
    // The name is the smallest id, and no column has it.
    assert_eq!([0, 1, 2].map(|row| dataset.cluster_name(row)), [Some("a"), None, Some("a")]);
    assert_eq!((dataset.cluster_column(), dataset.declared_cluster(0)), (None, None));
    let shared = SharedTexts {
        equal: 2,
        groups: 2,
        largest: 2,
        same_hypothesis: 2,
        ..SharedTexts::default()
    };
    let source = ClusterSource::Texts { is_declared: false, shared };
    assert_eq!(dataset.cluster_source(), Some(&source));
}

#[test]
fn near_copies_and_equal_texts_join_originals_through_each_other() {
    let dataset = dataset(&[
        ("a", None, LONG, "1"),
        ("b", None, NEAR, "2"),
        ("c", None, NEAR, "3"),
        (
            "d",
            None,
            "Nothing of the kind happened in any of the other countries of the continent",
            "4",
        ),
    ]);
    assert_eq!(clusters(&dataset), [vec!["a", "b", "c"], vec!["d"]]);
    let shared = dataset.shared_texts();
    assert_eq!((shared.equal, shared.near, shared.groups, shared.largest), (2, 3, 2, 3));
}

#[test]
fn empty_and_absent_texts_join_nothing() {
    let dataset = dataset(&[("a", None, "", "x"), ("b", None, " ... ", "y"), ("c", None, "", "z")]);
    assert_eq!(clusters(&dataset).len(), 3);
    assert_eq!((dataset.cluster_source(), dataset.shared_texts().equal), (None, 0));
}

/// A part of `b` has the text of the original `a`, one of `c` that of a part of `b`. A near copy counts for originals alone.
#[test]
fn equal_texts_of_parts_join_their_originals_and_near_copies_do_not() {
    let rows = [
        ("a", None, "The cat sat.", "1"),
        ("b", None, "A dog ran.", "2"),
        ("b.1", Some("b"), "the cat sat", "3"),
        ("b.2", Some("b"), "It rained.", "4"),
        ("c", None, LONG, "5"),
        ("c.1", Some("c"), "It rained", "6"),
        ("d", None, "A bird sang.", "7"),
        ("d.1", Some("d"), NEAR, "8"),
        ("d.2", Some("d"), "A bird sang.", "9"),
    ];
    assert_eq!(clusters(&dataset(&rows)), [vec!["a", "b", "c"], vec!["d"]]);
}

#[test]
fn a_hypothesis_that_originals_of_several_texts_share_is_counted_and_joins_nothing() {
    let dataset = dataset(&[
        ("a", None, "The cat sat.", "An animal sat."),
        ("b", None, "A dog sat.", "an animal sat"),
        ("c", None, "A dog sat.", "A dog."),
        ("d", None, "A bird sang.", "Nobody sang."),
        ("e", None, "A bird sang.", "Nobody sang!"),
    ]);
    assert_eq!(clusters(&dataset), [vec!["a"], vec!["b", "c"], vec!["d", "e"]]);
    assert_eq!(dataset.shared_texts().same_hypothesis, 2);
}

const FOUR: [Row<'_>; 4] = [
    ("a", None, LONG, ""),
    ("b", None, LONG, ""),
    ("c", None, NEAR, ""),
    ("d", None, "A dog.", ""),
];

#[test]
fn a_declared_cluster_wins_and_what_crosses_it_is_counted() {
    let declared = |id: &str| ["a", "b"].contains(&id).then_some("story");
    let dataset = built(&FOUR, None, declared).unwrap();
    assert_eq!(clusters(&dataset), [vec!["a", "b"], vec!["c"], vec!["d"]]);
    assert_eq!(dataset.cluster_source(), Some(&ClusterSource::Column("cluster".to_owned())));
    assert_eq!(dataset.sharing_across_clusters(), 3);
    assert_eq!(dataset.families(), [0, 0, 0, 3]);
}

#[test]
fn a_config_declares_or_forbids_clusters_by_text() {
    let by_text = built(&FOUR, Some(ClusterBy::Text), |_| None).unwrap();
    assert_eq!(clusters(&by_text), [vec!["a", "b", "c"], vec!["d"]]);
    let source = by_text.cluster_source();
    assert!(matches!(source, Some(ClusterSource::Texts { is_declared: true, .. })));
    let independent = built(&FOUR, Some(ClusterBy::None), |_| None).unwrap();
    assert_eq!(clusters(&independent).len(), 4);
    // What the texts show is still known, and what is left out of learning.
    assert_eq!((independent.shared_texts().largest, independent.families()), (3, vec![0, 0, 0, 3]));
}

#[test]
fn a_config_that_contradicts_the_data_is_refused() {
    let said = |by, rows: &[Row<'_>], cluster| {
        let problems = built(rows, Some(by), cluster).unwrap_err();
        (problems.kept()[0].kind.to_string(), problems.kept()[0].kind.help().unwrap())
    };
    for by in [ClusterBy::Text, ClusterBy::None] {
        let (message, help) = said(by, &FOUR, |_| Some("x"));
        assert!(message.contains("and the column `cluster` both define"), "{message}");
        assert!(help.starts_with("remove `cluster-by`"), "{help}");
    }
    let (message, help) = said(ClusterBy::Text, &[("a", None, "", "x")], |_| None);
    assert_eq!(message, "`cluster-by: text` needs texts, and no pair has one");
    assert!(help.contains("columns: {text: COLUMN}"), "{help}");
}

#[test]
fn independent_originals_keep_gold_and_parts() {
    let independent =
        dataset(&[("a", None, LONG, ""), ("b", None, LONG, ""), ("b.1", Some("b"), LONG, "")])
            .of_independent_originals();
    assert_eq!(clusters(&independent).len(), 2);
    assert_eq!((independent.len(), independent.monothematic_of(1)), (3, 2..3));
    assert!((0..3).all(|row| independent.tags(row).is_empty()));
}

/// Texts of a few: short ones, near copies of long ones, and none.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let one = prop_oneof![
        Just(String::new()),
        (0..4usize).prop_map(|short| format!("short text {short}")),
        (0..3usize, 0..6usize).prop_map(|(of, at)| {
            let word = |place: usize| {
                if place == at { "other".to_owned() } else { format!("w{of}x{place}") }
            };
            (0..14).map(word).collect::<Vec<_>>().join(" ")
        }),
    ];
    proptest::collection::vec(one, 1..24)
}

proptest! {
    /// The order of rows decides neither clusters nor their names nor what is counted.
    #[test]
    fn the_order_of_rows_decides_nothing(texts in texts(), seed in any::<u64>()) {
        let ids: Vec<String> = (0..texts.len()).map(|number| format!("p{number}")).collect();
        let mut rows: Vec<Row<'_>> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let origin = (number % 3 == 2).then(|| ids[number - 1].as_str());
            rows.push((&ids[number], origin, text, text));
        }
        let said = |rows: &[Row<'_>]| {
            let dataset = dataset(rows);
            let mut names: Vec<_> = dataset
                .originals()
                .map(|row| (dataset.id(row).to_owned(), dataset.cluster_name(row).map(str::to_owned)))
                .collect();
            names.sort();
            (clusters(&dataset), names, dataset.shared_texts())
        };
        let before = said(&rows);
        let key = |row: &Row<'_>| {
            row.0.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        };
        rows.sort_by_key(key);
        prop_assert_eq!(said(&rows), before);
    }

    /// Originals of equal texts are in one cluster, and those without a text are alone.
    #[test]
    fn equal_texts_are_never_divided(texts in texts()) {
        let ids: Vec<String> = (0..texts.len()).map(|number| format!("p{number}")).collect();
        let rows: Vec<Row<'_>> =
            ids.iter().zip(&texts).map(|(id, text)| (id.as_str(), None, text.as_str(), "")).collect();
        let dataset = dataset(&rows);
        for (one, text) in texts.iter().enumerate() {
            for (other, next) in texts.iter().enumerate().filter(|(other, _)| *other != one) {
                let together = dataset.cluster_of(one) == dataset.cluster_of(other);
                prop_assert!(together || text != next || text.is_empty());
                prop_assert!(!together || !text.is_empty());
            }
        }
    }
}
