//! What monothematic pairs weigh, by the relevance of their phenomena.

use std::collections::HashSet;

use super::DatasetBuilder;
use crate::Phenomenon;
use crate::dataset::Dataset;
use crate::problem::ProblemKind;
use crate::relevance::{GivenWeights, PartWeights, Relevance};
use crate::wording::{nearest, quoted};

/// The key of a config that asks for weights.
pub(super) const KEY: &str = "relevance";

impl DatasetBuilder {
    /// Has the monothematic pairs weigh by the relevance of their phenomena.
    pub fn weigh_parts(&mut self, relevance: Relevance) {
        self.relevance = Some(relevance);
    }

    /// The weights, where they are asked for; unknown phenomena, and weights that leave nothing, are problems.
    pub(super) fn part_weights(
        &mut self,
        origins: &[Option<u32>],
    ) -> Option<(Relevance, PartWeights)> {
        let relevance = self.relevance.take()?;
        // Without parts there is nothing that could weigh.
        self.tags_of_parts(origins).next()?;
        let weights = match &relevance {
            Relevance::Frequency => PartWeights::new(self.originals_with(origins), 0),
            Relevance::Given(given) => {
                self.check_names(given);
                let phenomena = self.phenomena.iter().map(|known| (known.path(), known.category()));
                PartWeights::given(given, phenomena)
            }
        };
        let weights = weights
            .filter(|weights| self.tags_of_parts(origins).any(|(_, tags)| weights.of(tags) > 0));
        if weights.is_none() {
            let message =
                "the `relevance` of their phenomena gives every monothematic pair the weight 0";
            let help = Some(match relevance {
                Relevance::Frequency => {
                    "tag monothematic pairs with phenomena, or leave it out".to_owned()
                }
                Relevance::Given(_) => {
                    "give at least one phenomenon of the data a weight above 0".to_owned()
                }
            });
            self.config_problem(KEY, ProblemKind::Malformed { message: message.to_owned(), help });
        }
        Some((relevance, weights?))
    }

    /// How many originals have a monothematic pair of each phenomenon.
    fn originals_with(&self, origins: &[Option<u32>]) -> Vec<u32> {
        let mut seen: HashSet<(u32, u32)> = HashSet::new();
        let mut originals = vec![0; self.phenomena.len()];
        for (origin, tags) in self.tags_of_parts(origins) {
            for tag in tags.iter().filter(|tag| seen.insert((**tag, origin))) {
                originals[*tag as usize] += 1;
            }
        }
        originals
    }

    /// The original and the tags of each monothematic pair.
    fn tags_of_parts<'a>(
        &'a self,
        origins: &'a [Option<u32>],
    ) -> impl Iterator<Item = (u32, &'a [u32])> + 'a {
        let starts = std::iter::once(0).chain(self.tag_ends.iter().map(|end| *end as usize));
        let ranges = starts.zip(&self.tag_ends).map(|(start, end)| start..*end as usize);
        let tags = ranges.map(|range| &self.tags[range]);
        origins.iter().zip(tags).filter_map(|(origin, tags)| Some(((*origin)?, tags)))
    }

    fn check_names(&mut self, given: &GivenWeights) {
        let known = |name: &str| {
            let is = |phenomenon: &Phenomenon| {
                phenomenon.path() == name || phenomenon.category() == name
            };
            self.phenomena.iter().any(is)
        };
        let unknown: Vec<String> =
            given.names().filter(|name| !known(name)).map(str::to_owned).collect();
        for name in unknown {
            let message = format!(
                "`relevance` names {}, which is neither a phenomenon nor a category of the data",
                quoted(&name)
            );
            let help =
                self.likely(&name).map(|likely| format!("did you mean {}?", quoted(&likely)));
            self.config_problem(KEY, ProblemKind::Malformed { message, help });
        }
    }

    /// The phenomenon or category that a name may mean.
    fn likely(&self, name: &str) -> Option<String> {
        let ends_so = |phenomenon: &&Phenomenon| {
            let path = phenomenon.path();
            path.strip_suffix(name).is_some_and(|before| before.ends_with(':'))
        };
        let whole = self.phenomena.iter().find(ends_so).map(|known| known.path().to_owned());
        whole.or_else(|| {
            let known = self.phenomena.iter().flat_map(|known| [known.path(), known.category()]);
            nearest(name, known)
        })
    }
}

/// What is wrong where the monothematic pairs of a cluster weigh more together than can be counted.
pub(super) fn too_heavy(dataset: &Dataset) -> Option<ProblemKind> {
    dataset.relevance()?;
    let weight = |original: usize| -> u64 {
        dataset.monothematic_of(original).map(|part| u64::from(dataset.relevance_of(part))).sum()
    };
    let clusters = dataset.clusters();
    let heaviest: Option<u64> =
        clusters.map(|cluster| dataset.originals_of(cluster).map(weight).sum()).max();
    heaviest.filter(|heaviest| *heaviest > u64::from(u32::MAX)).map(|_| ProblemKind::Malformed {
        message: "the weights of one original's monothematic pairs, or of one cluster's, are too large to add up"
            .to_owned(),
        help: Some("use numbers in `relevance` that differ less in size".to_owned()),
    })
}
