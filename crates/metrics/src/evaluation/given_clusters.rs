//! The clusters of originals, as reports speak of them.

use phenom_dataset::{ClusterSource, Dataset};

use crate::clusters::TableClusters;

/// Which originals belong together, as the data say it or their texts show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenClusters {
    /// Where they come from; of count tables, which do not keep it, the column `cluster`.
    pub source: ClusterSource,
    /// How many clusters there are; an original of which nothing is known is one.
    pub clusters: usize,
    /// The originals of the largest one.
    pub largest: usize,
}

impl GivenClusters {
    /// Those of a dataset; nothing if each original is a cluster by itself.
    #[must_use]
    pub fn of(dataset: &Dataset) -> Option<Self> {
        let source = dataset.cluster_source()?.clone();
        let sizes = dataset.clusters().map(|cluster| dataset.originals_of(cluster).count());
        let largest = sizes.max().unwrap_or(0);
        Some(Self { source, clusters: dataset.clusters().len(), largest })
    }

    /// Those of count tables; nothing where each original is a cluster by itself.
    pub(super) fn of_table(table: &TableClusters) -> Option<Self> {
        let (clusters, largest) = table.sizes();
        let clusters = usize::try_from(clusters).ok()?;
        let source = ClusterSource::Column("cluster".to_owned());
        (largest > 1).then_some(Self { source, clusters, largest })
    }

    /// What the originals of a cluster have in common: the value of a column, or `shared text`.
    #[must_use]
    pub fn by(&self) -> &str {
        match &self.source {
            ClusterSource::Column(name) => name,
            ClusterSource::Texts { .. } => "shared text",
        }
    }

    /// The same within a sentence, in which a column is quoted.
    #[must_use]
    pub fn by_in_words(&self) -> String {
        match &self.source {
            ClusterSource::Column(name) => format!("`{name}`"),
            ClusterSource::Texts { .. } => self.by().to_owned(),
        }
    }

    /// Whether phenom found them, and nobody declared them.
    #[must_use]
    pub fn are_found(&self) -> bool {
        matches!(self.source, ClusterSource::Texts { is_declared: false, .. })
    }
}
