use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::Dataset;

fn original(id: &str) -> PairRow<'_> {
    PairRow { id, line: 1, gold: Some(Judgment::Entailment), ..PairRow::default() }
}

fn monothematic<'a>(id: &'a str, origin: &'a str, line: u64) -> PairRow<'a> {
    PairRow { id, origin: Some(origin), line, ..PairRow::default() }
}

fn build(pairs: &[PairRow<'_>]) -> Result<Dataset, Problems> {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    builder.start_file("pairs.csv");
    for pair in pairs {
        builder.add(pair);
    }
    builder.finish()
}

#[test]
fn monothematic_pairs_follow_their_originals_whatever_the_order_of_the_file() {
    let dataset = build(&[
        monothematic("b.1", "b", 1),
        original("a"),
        monothematic("a.1", "a", 3),
        original("b"),
        monothematic("b.2", "b", 5),
    ])
    .unwrap();
    assert_eq!(dataset.ids().collect::<Vec<_>>(), ["a", "b", "a.1", "b.1", "b.2"]);
    assert_eq!(dataset.monothematic_of(0), 2..3);
    assert_eq!(dataset.monothematic_of(1), 3..5);
    assert_eq!(dataset.origins().collect::<Vec<_>>(), [0, 1, 1]);
    let originals: Vec<usize> = (0..5).map(|row| dataset.original_of(row)).collect();
    assert_eq!(originals, [0, 1, 0, 1, 1]);
    assert_eq!(dataset.row("b.2"), Some(4));
    assert_eq!(dataset.row("c"), None);
}

#[test]
fn a_dangling_origin_is_refused_once_with_the_nearest_id() {
    let problems =
        build(&[original("e01"), monothematic("x.1", "e001", 2), monothematic("x.2", "e001", 3)])
            .unwrap_err();
    assert_eq!(
        problems.to_string(),
        "pairs.csv:2: a monothematic pair names the original `e001`, but there is no such pair (2 \
         times: here first, again on 3)"
    );
    assert_eq!(problems.kept()[0].kind.help().as_deref(), Some("did you mean `e01`?"));
}

#[test]
fn a_monothematic_pair_of_a_monothematic_pair_is_refused() {
    let problems =
        build(&[original("a"), monothematic("b", "a", 2), monothematic("c", "b", 3)]).unwrap_err();
    let text = problems.to_string();
    assert!(
        text.contains("`c` names the original `b`, which is itself a monothematic pair"),
        "{text}"
    );
    let own = build(&[monothematic("a", "a", 1)]).unwrap_err();
    assert!(matches!(own.kept()[0].kind, ProblemKind::NestedOrigin { .. }));
}

#[test]
fn both_lines_of_a_duplicate_are_named() {
    let problems = build(&[original("a"), PairRow { line: 7, ..original("a") }]).unwrap_err();
    assert_eq!(problems.to_string(), "pairs.csv:7: id `a` appears twice, first on line 1");
}

proptest! {
    /// Any list of ids and origins gives either problems or a dataset whose invariants hold.
    #[test]
    fn the_invariants_hold_by_construction(rows in proptest::collection::vec((0u8..12, proptest::option::of(0u8..12)), 0..30)) {
        let names: Vec<(String, Option<String>)> = rows
            .iter()
            .map(|(id, origin)| (id.to_string(), origin.map(|origin| origin.to_string())))
            .collect();
        let pairs: Vec<PairRow<'_>> = names
            .iter()
            .map(|(id, origin)| PairRow { id, origin: origin.as_deref(), ..PairRow::default() })
            .collect();
        if let Ok(dataset) = build(&pairs) {
            let origin_of: HashMap<&str, Option<&str>> =
                pairs.iter().map(|pair| (pair.id, pair.origin)).collect();
            prop_assert_eq!(origin_of.len(), dataset.len());
            for original in dataset.originals() {
                prop_assert_eq!(origin_of[dataset.id(original)], None);
                for row in dataset.monothematic_of(original) {
                    prop_assert_eq!(origin_of[dataset.id(row)], Some(dataset.id(original)));
                }
            }
            let clustered: usize = dataset.originals().map(|row| dataset.monothematic_of(row).len()).sum();
            prop_assert_eq!(clustered, dataset.monothematic().len());
            for row in 0..dataset.len() {
                prop_assert_eq!(dataset.row(dataset.id(row)), Some(row));
            }
        }
    }
}

#[test]
fn relevance_must_leave_something_that_weighs() {
    let build = |tagged: bool, relevance: crate::Relevance| {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        builder.weigh_parts(relevance);
        let phenomena = [Phenomenon::parse("lexical:synonymy").unwrap()];
        builder.add(&PairRow { id: "1", ..PairRow::default() });
        let phenomena = if tagged { phenomena.as_slice() } else { &[] };
        builder.add(&PairRow { id: "1.1", origin: Some("1"), phenomena, ..PairRow::default() });
        builder.finish()
    };
    let given = |weight| {
        let weights = [("lexical".to_owned(), weight)];
        crate::Relevance::Given(crate::GivenWeights::new(weights).unwrap())
    };
    assert_eq!(build(true, given(2.0)).unwrap().relevance_of(1), 2);
    assert_eq!(build(true, crate::Relevance::Frequency).unwrap().relevance_of(1), 1);
    for (tagged, relevance, help) in [
        (true, given(0.0), "a weight above 0"),
        (false, crate::Relevance::Frequency, "leave it out"),
    ] {
        let said = format!("{:?}", build(tagged, relevance).unwrap_err());
        assert!(said.contains("the weight 0") && said.contains(help), "{said}");
    }
}

/// Parts come before their originals, so that pairs do not arrive in the order of the rows.
#[test]
fn gold_is_composed_of_parts_with_their_weights() {
    let part = |id, origin, weight, gold| PairRow {
        weight: Some(weight),
        gold: Some(gold),
        ..monothematic(id, origin, 1)
    };
    let (yes, no) = (Judgment::Entailment, Judgment::NotEntailment);
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    builder.compose_gold(CompositionRule::Weighted(crate::PartsShare::new(0.7).unwrap()));
    builder.start_file("pairs.csv");
    for pair in [
        part("b.1", "b", 3.0, no),
        part("b.2", "b", 1.0, yes),
        part("a.1", "a", 3.0, yes),
        part("a.2", "a", 1.0, no),
        part("c.1", "c", 0.0, yes),
    ] {
        builder.add(&pair);
    }
    for id in ["a", "b", "c"] {
        builder.add(&PairRow { id, ..PairRow::default() });
    }
    let dataset = builder.finish().unwrap();
    let gold = |id| dataset.gold()[dataset.row(id).unwrap()];
    assert_eq!(["a", "b", "c"].map(gold), [Some(yes), Some(no), None]);
}
