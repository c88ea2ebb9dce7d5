//! The clusters that the data give, as reports speak of them.

use phenom_dataset::Dataset;

/// Which originals belong together, where the data say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenClusters {
    /// The column that says it.
    pub column: String,
    /// How many clusters there are; an original of which nothing is said is one.
    pub clusters: usize,
    /// The originals of the largest one.
    pub largest: usize,
}

impl GivenClusters {
    /// Those of a dataset; nothing where each original is a cluster by itself because no column says
    /// otherwise.
    #[must_use]
    pub fn of(dataset: &Dataset) -> Option<Self> {
        let column = dataset.cluster_column()?.to_owned();
        let sizes = dataset.clusters().map(|cluster| dataset.originals_of(cluster).count());
        let largest = sizes.max().unwrap_or(0);
        Some(Self { column, clusters: dataset.clusters().len(), largest })
    }
}
