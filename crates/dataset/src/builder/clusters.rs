//! The clusters that originals are said to belong to.

use super::DatasetBuilder;
use crate::Factor;
use crate::clusters::Clusters;
use crate::dependence::{ClusterBy, Dependence};
use crate::problem::ProblemKind;
use crate::wording::quoted;

/// The key of a config that says which originals depend on each other.
const KEY: &str = "cluster-by";

impl DatasetBuilder {
    /// Says which column of the data gives the clusters, if it is not called `cluster`.
    pub(crate) fn clusters_stand_in(&mut self, column: &str) {
        self.cluster_column.get_or_insert_with(|| column.to_owned());
    }

    /// Says which originals depend on each other, if no column of the data does.
    pub fn cluster_by(&mut self, by: ClusterBy) {
        self.cluster_by = Some(by);
    }

    /// Finds that the data contradict the key `cluster-by`.
    pub(super) fn check_cluster_by(&mut self) {
        let Some(by) = self.cluster_by else { return };
        // A row that cannot be read may have the only cluster or text.
        if self.lost_some() {
            return;
        }
        let (message, help) = if self.clusters.values().next().is_some() {
            let column = self.cluster_column.as_deref().unwrap_or("cluster");
            (
                format!("`{KEY}` and the column {} both define the clusters", quoted(column)),
                format!(
                    "remove `{KEY}`, or name the columns to read (`columns`) without a `cluster`"
                ),
            )
        } else if by == ClusterBy::Text && !self.is_empty() && self.fingerprints.have_no_text() {
            (
                format!("`{KEY}: text` needs texts, and no pair has one"),
                format!(
                    "name the column of the texts, `columns: {{text: COLUMN}}`, or remove `{KEY}`"
                ),
            )
        } else {
            return;
        };
        self.config_problem(KEY, ProblemKind::Malformed { message, help: Some(help) });
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

    /// The clusters of originals in the order of the dataset: those that a column gives, or else those that texts show.
    pub(super) fn take_clusters(
        &mut self,
        originals: &[u32],
        dependence: &Dependence,
    ) -> Option<Clusters> {
        let column = self.cluster_column.take();
        let nothing = Factor::new("");
        let given = std::mem::replace(&mut self.clusters, nothing);
        let mut given = match column {
            Some(column) => given.renamed(column),
            None => given,
        };
        given.arrange(originals);
        if (0..originals.len()).any(|original| given.code(original).is_some()) {
            return Some(Clusters::of_column(given, originals.len()));
        }
        let is_wanted = dependence.by != Some(ClusterBy::None) && !dependence.is_none();
        is_wanted.then(|| Clusters::of_texts(dependence, &self.ids, originals))
    }
}
