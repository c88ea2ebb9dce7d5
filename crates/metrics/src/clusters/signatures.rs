//! Clusters by their counts: original pairs that belong together with all their monothematic pairs, pooled
//! with those that look the same. It is what resampling needs to know of a dataset, whatever its size.

use std::collections::BTreeMap;

use phenom_dataset::{Answer, Dataset, Judgment, Run};

use crate::counts::{Counted, Slice, SlicePlan, gold_for};

/// How many clusters have the same counts in a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterRow {
    /// The kind of the slice.
    pub slice_kind: String,
    /// The slice's name; empty for all pairs.
    pub slice: String,
    /// For each system, in their order and with `|` between them: gold and answer of the original
    /// (`c>e`; nothing where it is not in the slice), a semicolon, and gold, answer and number of its
    /// monothematic pairs in the slice (`c>e*1,e>e*2`), sorted. The letters are the first ones of the
    /// judgments (e, u, c, n), `-` for no gold, `a` for abstained, `m` for missing. Of a cluster of several
    /// originals each has such a part (`c>e;|c>c;&e>e;|e>e;`, of two originals and two systems), sorted.
    pub signature: String,
    /// The number of clusters.
    pub clusters: u64,
}

/// Pools the clusters of all slices by their counts. Rows stand in the order of the slices, then by
/// signature.
#[must_use]
pub fn clusters<'r>(dataset: &Dataset, runs: impl Iterator<Item = &'r Run>) -> Vec<ClusterRow> {
    let runs: Vec<&Run> = runs.collect();
    let plan = SlicePlan::new(dataset);
    let mut pooled: Vec<BTreeMap<String, u64>> = vec![BTreeMap::new(); plan.slices().len()];
    for cluster in dataset.clusters() {
        let mut touched: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for original in dataset.originals_of(cluster) {
            for (slice, (whole, parts)) in pairs_by_slice(dataset, &plan, original) {
                let signature = runs.iter().map(|run| signature(dataset, run, whole, &parts));
                touched.entry(slice).or_default().push(signature.collect::<Vec<_>>().join("|"));
            }
        }
        for (slice, mut originals) in touched {
            originals.sort_unstable();
            *pooled[slice].entry(originals.join("&")).or_default() += 1;
        }
    }
    let rows = plan.slices().iter().zip(pooled).flat_map(|(slice, pooled)| {
        let Slice { kind, name } = slice;
        let row = move |(signature, clusters)| ClusterRow {
            slice_kind: kind.to_string(),
            slice: name.clone(),
            signature,
            clusters,
        };
        pooled.into_iter().map(row)
    });
    rows.collect()
}

/// For each slice the original, if it is in the slice, and those of its monothematic pairs that are.
fn pairs_by_slice(
    dataset: &Dataset,
    plan: &SlicePlan,
    original: usize,
) -> BTreeMap<usize, (Option<usize>, Vec<usize>)> {
    let mut touched: BTreeMap<usize, (Option<usize>, Vec<usize>)> = BTreeMap::new();
    for slice in plan.slices_of(original, Counted::Original) {
        touched.entry(slice).or_default().0 = Some(original);
    }
    for part in dataset.monothematic_of(original) {
        for slice in plan.slices_of(part, Counted::Monothematic) {
            touched.entry(slice).or_default().1.push(part);
        }
    }
    touched
}

fn signature(dataset: &Dataset, run: &Run, whole: Option<usize>, parts: &[usize]) -> String {
    let cell = |row: usize| {
        let answer = run.answer(row);
        let gold = gold_for(dataset, row, answer).map_or("-", letter);
        let answer = match answer {
            Answer::Judged(judgment) => letter(judgment),
            Answer::Abstained => "a",
            Answer::Missing => "m",
        };
        format!("{gold}>{answer}")
    };
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for &row in parts {
        *counts.entry(cell(row)).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(cell, count)| format!("{cell}*{count}")).collect();
    format!("{};{}", whole.map(cell).unwrap_or_default(), counts.join(","))
}

fn letter(judgment: Judgment) -> &'static str {
    match judgment {
        Judgment::Entailment => "e",
        Judgment::Unknown => "u",
        Judgment::Contradiction => "c",
        Judgment::NotEntailment => "n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Pair, dataset};

    #[test]
    fn clusters_that_look_the_same_are_pooled() {
        let dataset = dataset(&[
            Pair::original("a"),
            Pair::of("a.1", "a").tags(&["x:y"]),
            Pair::of("a.2", "a").tags(&["x:y"]).gold(Judgment::Contradiction),
            Pair::original("b"),
            Pair::of("b.1", "b").tags(&["x:y"]).gold(Judgment::Contradiction),
            Pair::of("b.2", "b").tags(&["x:y"]),
            Pair::original("c"),
        ]);
        let yes = Run::from_answers("yes", [Answer::Judged(Judgment::Entailment); 7]);
        let rows = clusters(&dataset, [&yes, &yes].into_iter());
        let shown: Vec<String> = rows
            .iter()
            .map(|row| {
                format!("{} {} {} {}", row.slice_kind, row.slice, row.signature, row.clusters)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "all  e>e;c>e*1,e>e*1|e>e;c>e*1,e>e*1 2",
                "all  e>e;|e>e; 1",
                "category x e>e;c>e*1,e>e*1|e>e;c>e*1,e>e*1 2",
                "phenomenon x:y e>e;c>e*1,e>e*1|e>e;c>e*1,e>e*1 2",
            ]
        );
    }

    #[test]
    fn the_originals_of_a_cluster_stand_beside_each_other_in_any_order() {
        let negative = |pair: Pair| pair.gold(Judgment::Contradiction);
        let dataset = dataset(&[
            Pair::original("a").cluster("x"),
            Pair::original("b").cluster("y"),
            negative(Pair::original("c")).cluster("x"),
            Pair::of("c.1", "c"),
            negative(Pair::original("d")).cluster("y"),
            Pair::of("d.1", "d"),
            Pair::original("e"),
        ]);
        let yes = Run::from_answers("yes", [Answer::Judged(Judgment::Entailment); 7]);
        let rows = clusters(&dataset, [&yes, &yes].into_iter());
        let shown: Vec<(&str, u64)> =
            rows.iter().map(|row| (row.signature.as_str(), row.clusters)).collect();
        let of_two = "c>e;e>e*1|c>e;e>e*1&e>e;|e>e;";
        assert_eq!(shown, [(of_two, 2), ("e>e;|e>e;", 1)]);
    }
}
