//! Originals that belong together: families on one text, documents, topics.

use crate::dependence::Dependence;
use crate::string_table::Interner;
use crate::{ClusterBy, Factor, SharedTexts};

/// Where the clusters of a dataset come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClusterSource {
    /// A column of the data has this name and gives them.
    Column(String),
    /// Texts that originals have in common.
    Texts {
        /// Whether the config says so; if it does not, phenom found them.
        is_declared: bool,
        /// What the texts show.
        shared: SharedTexts,
    },
}

/// The clusters of originals, if a column or their texts give them.
#[derive(Debug, Clone)]
pub(crate) struct Clusters {
    pub(crate) source: ClusterSource,
    /// The name of each original's cluster, by row; nothing for one that is a cluster by itself.
    pub(crate) given: Factor,
    /// The number of each original's cluster.
    pub(crate) numbers: Vec<u32>,
    /// The originals, those of one cluster side by side.
    pub(crate) originals: Vec<u32>,
    /// Where the originals of each cluster end.
    pub(crate) ends: Vec<u32>,
}

impl Clusters {
    /// Numbers the clusters in the order of their first originals. An original of which nothing is said is
    /// a cluster by itself.
    fn new(source: ClusterSource, given: Factor, originals: usize) -> Self {
        let mut number_of = vec![None; given.values().count()];
        let mut sizes: Vec<u32> = Vec::new();
        let mut numbers = Vec::with_capacity(originals);
        for original in 0..originals {
            let known = given.code(original).and_then(|code| number_of.get_mut(code as usize));
            let next = u32::try_from(sizes.len()).unwrap_or(u32::MAX);
            let number = match known {
                Some(number) => *number.get_or_insert(next),
                None => next,
            };
            if number == next {
                sizes.push(0);
            }
            sizes[number as usize] += 1;
            numbers.push(number);
        }
        let mut end = 0;
        let ends = sizes.iter().map(|size| {
            end += size;
            end
        });
        let ends: Vec<u32> = ends.collect();
        let mut next: Vec<u32> = ends.iter().zip(&sizes).map(|(end, size)| end - size).collect();
        let mut by_cluster = vec![0; originals];
        for (original, number) in (0u32..).zip(&numbers) {
            let place = &mut next[*number as usize];
            by_cluster[*place as usize] = original;
            *place += 1;
        }
        Self { source, given, numbers, originals: by_cluster, ends }
    }

    /// The clusters that a column gives.
    pub(crate) fn of_column(given: Factor, originals: usize) -> Self {
        Self::new(ClusterSource::Column(given.name().to_owned()), given, originals)
    }

    /// The clusters that texts show, each with the name of the smallest id in it, so that no name depends on the order of
    /// rows. `arrivals` are those of the originals.
    pub(crate) fn of_texts(dependence: &Dependence, ids: &Interner, arrivals: &[u32]) -> Self {
        let id = |original: usize| ids.string(arrivals[original]);
        let mut smallest: Vec<Option<&str>> = vec![None; arrivals.len()];
        let mut sizes = vec![0; arrivals.len()];
        for (original, &leader) in dependence.leaders.iter().enumerate() {
            let least = smallest[leader].unwrap_or(id(original));
            smallest[leader] = Some(least.min(id(original)));
            sizes[leader] += 1;
        }
        let mut given = Factor::new("text");
        for (original, &leader) in dependence.leaders.iter().enumerate() {
            if let Some(name) = smallest[leader].filter(|_| sizes[leader] > 1) {
                given.set(original, name);
            }
        }
        let is_declared = dependence.by == Some(ClusterBy::Text);
        let source = ClusterSource::Texts { is_declared, shared: dependence.shared };
        Self::new(source, given, arrivals.len())
    }

    pub(crate) fn originals_of(&self, cluster: usize) -> &[u32] {
        let start = cluster.checked_sub(1).and_then(|before| self.ends.get(before));
        let start = start.map_or(0, |&end| end as usize);
        let end = self.ends.get(cluster).map_or(start, |&end| end as usize);
        self.originals.get(start..end).unwrap_or_default()
    }
}
