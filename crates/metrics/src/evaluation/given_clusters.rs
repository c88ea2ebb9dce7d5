//! The clusters that the data give, as reports speak of them.

use phenom_dataset::Dataset;

use crate::clusters::TableClusters;

/// Which originals belong together, where the data say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenClusters {
    /// The column that says it; of count tables, which do not keep its name, `cluster`.
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

    /// Those of count tables; nothing where each original is a cluster by itself.
    pub(super) fn of_table(table: &TableClusters) -> Option<Self> {
        let (clusters, largest) = table.sizes();
        let clusters = usize::try_from(clusters).ok()?;
        (largest > 1).then(|| Self { column: "cluster".to_owned(), clusters, largest })
    }
}
