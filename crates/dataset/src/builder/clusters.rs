//! The clusters that originals are said to belong to.

use super::DatasetBuilder;
use crate::Factor;
use crate::clusters::Clusters;
use crate::problem::ProblemKind;

impl DatasetBuilder {
    /// Says which column of the data gives the clusters, if it is not called `cluster`.
    pub(crate) fn clusters_stand_in(&mut self, column: &str) {
        self.cluster_column.get_or_insert_with(|| column.to_owned());
    }

    /// Finds monothematic pairs that are said to be in another cluster than their original.
    pub(super) fn check_clusters(&mut self, origins: &[Option<u32>]) {
        for (arrival, origin) in origins.iter().enumerate() {
            let Some(origin) = *origin else { continue };
            let Some(cluster) = self.clusters.code(arrival) else { continue };
            let of_origin = self.clusters.code(origin as usize);
            if of_origin == Some(cluster) {
                continue;
            }
            let kind = ProblemKind::OtherCluster {
                id: self.ids.string(arrival as u32).to_owned(),
                cluster: self.clusters.value(arrival).unwrap_or_default().to_owned(),
                origin: self.ids.string(origin).to_owned(),
                of_origin: self.clusters.value(origin as usize).map(str::to_owned),
            };
            let (file, line) = self.places[arrival];
            let file = self.files.get(file as usize).map_or("", String::as_str);
            self.problems.push(file, Some(line), kind);
        }
    }

    /// The clusters, where any are given, of originals in the order of the dataset.
    pub(super) fn take_clusters(&mut self, originals: &[u32]) -> Option<Clusters> {
        let column = self.cluster_column.take();
        let nothing = Factor::new("");
        let given = std::mem::replace(&mut self.clusters, nothing);
        let mut given = match column {
            Some(column) => given.renamed(column),
            None => given,
        };
        given.arrange(originals);
        let any = (0..originals.len()).any(|original| given.code(original).is_some());
        any.then(|| Clusters::new(given, originals.len()))
    }
}
