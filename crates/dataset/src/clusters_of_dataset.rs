//! The clusters of a dataset.

use std::ops::Range;

use crate::clusters::ClusterSource;
use crate::{ClusterBy, Dataset, SharedTexts};

/// What is resampled, and left out of learning, as a whole: original pairs that belong together, with
/// everything that comes from them. If neither a column nor texts give clusters, each original is one.
impl Dataset {
    /// The numbers of the clusters, in the order of their first originals.
    #[must_use]
    pub fn clusters(&self) -> Range<usize> {
        0..self.clusters.as_ref().map_or(self.originals, |clusters| clusters.ends.len())
    }

    /// The rows of the originals of a cluster, ascending.
    pub fn originals_of(&self, cluster: usize) -> impl Iterator<Item = usize> + use<'_> {
        let (alone, together) = match &self.clusters {
            None => (Some(cluster).filter(|cluster| *cluster < self.originals), [].as_slice()),
            Some(clusters) => (None, clusters.originals_of(cluster)),
        };
        alone.into_iter().chain(together.iter().map(|&original| original as usize))
    }

    /// The number of an original's cluster.
    #[must_use]
    pub fn cluster_of(&self, original: usize) -> usize {
        let numbers = self.clusters.as_ref().map(|clusters| &clusters.numbers);
        numbers
            .and_then(|numbers| numbers.get(original))
            .map_or(original, |&number| number as usize)
    }

    /// What the data call the cluster of an original; nothing for one that is a cluster by itself because
    /// the data say nothing of it.
    #[must_use]
    pub fn cluster_name(&self, original: usize) -> Option<&str> {
        self.clusters.as_ref()?.given.value(original)
    }

    /// Where the clusters come from; nothing if each original is one.
    #[must_use]
    pub fn cluster_source(&self) -> Option<&ClusterSource> {
        Some(&self.clusters.as_ref()?.source)
    }

    /// The column that gives the clusters, if one does.
    #[must_use]
    pub fn cluster_column(&self) -> Option<&str> {
        match self.cluster_source()? {
            ClusterSource::Column(name) => Some(name),
            ClusterSource::Texts { .. } => None,
        }
    }

    /// What a column of the data calls the cluster of an original.
    #[must_use]
    pub fn declared_cluster(&self, original: usize) -> Option<&str> {
        self.cluster_column().and_then(|_| self.cluster_name(original))
    }

    /// What the texts show of the dependence of originals, whatever the clusters are.
    #[must_use]
    pub fn shared_texts(&self) -> SharedTexts {
        self.dependence.shared
    }

    /// What the config says of the dependence of originals, if no column does.
    #[must_use]
    pub fn cluster_by(&self) -> Option<ClusterBy> {
        self.dependence.by
    }

    /// How many originals share a text, or a near copy of one, across clusters.
    #[must_use]
    pub fn sharing_across_clusters(&self) -> usize {
        self.dependence.across(|original| self.cluster_of(original))
    }

    /// For each original the first one of its family: originals of one cluster and those that share a text, or a near
    /// copy of one, are a family, directly or through others.
    #[must_use]
    pub fn families(&self) -> Vec<usize> {
        let clusters = self.clusters().map(|cluster| self.originals_of(cluster).collect());
        self.dependence.joined_with(clusters)
    }

    /// The pairs with their gold labels and weights alone, each original by itself: no cluster, phenomenon, attribute or
    /// text.
    #[must_use]
    pub fn of_independent_originals(&self) -> Self {
        Self {
            originals: self.originals,
            arrivals: self.arrivals.clone(),
            rows: self.rows.clone(),
            ids: self.ids.clone(),
            gold: self.gold.clone(),
            composed_gold: self.composed_gold.clone(),
            dependence: self.dependence.clone(),
            monothematic_ends: self.monothematic_ends.clone(),
            tag_ends: vec![0; self.len()],
            also_gold: self.also_gold.clone(),
            weights: self.weights.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dataset, DatasetBuilder, KeepTexts, PairRow, Problems};

    /// A dataset of pairs: id, origin, cluster.
    fn dataset(pairs: &[(&str, Option<&str>, Option<&str>)]) -> Result<Dataset, Problems> {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        builder.start_file("pairs.csv");
        for (line, (id, origin, cluster)) in (1..).zip(pairs) {
            let (origin, cluster) = (*origin, *cluster);
            builder.add(&PairRow { line, id, origin, cluster, ..PairRow::default() });
        }
        builder.finish()
    }

    fn members(dataset: &Dataset) -> Vec<Vec<usize>> {
        dataset.clusters().map(|cluster| dataset.originals_of(cluster).collect()).collect()
    }

    #[test]
    fn without_a_column_each_original_is_a_cluster() {
        let dataset =
            dataset(&[("a", None, None), ("a.1", Some("a"), None), ("b", None, Some(" "))]);
        let dataset = dataset.unwrap();
        assert_eq!(members(&dataset), [vec![0], vec![1]]);
        assert_eq!(dataset.cluster_column(), None);
        assert_eq!(dataset.originals_of(2).count(), 0);
    }

    #[test]
    fn originals_of_one_cluster_need_not_stand_side_by_side() {
        let dataset = dataset(&[
            ("a", None, Some("x")),
            ("b", None, None),
            ("c", None, Some("y")),
            ("c.1", Some("c"), Some("y")),
            ("d", None, Some(" x ")),
            ("d.1", Some("d"), None),
            ("e", None, None),
        ]);
        let dataset = dataset.unwrap();
        assert_eq!(members(&dataset), [vec![0, 3], vec![1], vec![2], vec![4]]);
        let clusters: Vec<usize> =
            dataset.originals().map(|original| dataset.cluster_of(original)).collect();
        assert_eq!(clusters, [0, 1, 2, 0, 3]);
        assert_eq!(dataset.cluster_name(3), Some("x"));
        assert_eq!(dataset.cluster_name(1), None);
        assert_eq!(dataset.cluster_column(), Some("cluster"));
        assert_eq!(dataset.originals_of(4).count(), 0);
    }

    #[test]
    fn a_monothematic_pair_in_another_cluster_than_its_original_is_refused() {
        let problems = dataset(&[
            ("a.1", Some("a"), Some("y")),
            ("a", None, Some("x")),
            ("b", None, None),
            ("b.1", Some("b"), Some("x")),
        ]);
        let problems = problems.unwrap_err();
        assert_eq!(
            problems.to_string(),
            "pairs.csv:1: `a.1` is in cluster `y`, and its original `a` in cluster `x` (2 rows like \
             this: here first, again on 4)"
        );
        assert_eq!(
            problems.kept()[0].kind.help().as_deref(),
            Some(
                "a monothematic pair is in the cluster of its original: repeat that one, or leave the \
                 cell empty"
            )
        );
    }
}
