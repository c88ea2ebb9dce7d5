//! How much phenomena weigh, as a config says.

use phenom_dataset::{GivenWeights, Relevance, WeightError};

use super::document::Segment;
use super::raw::RawRelevance;
use super::resolve::Resolver;

impl Resolver<'_> {
    /// The weights; where some are none, a problem for each.
    pub(super) fn relevance(&mut self, raw: RawRelevance) -> Option<Relevance> {
        match raw {
            RawRelevance::Frequency => Some(Relevance::Frequency),
            RawRelevance::Given(weights) => match GivenWeights::new(weights) {
                Ok(weights) => Some(Relevance::Given(weights)),
                Err(wrong) => {
                    for name in wrong {
                        let place = [Segment::from("relevance"), Segment::from(name.as_str())];
                        self.problem(&place, WeightError.to_string(), None);
                    }
                    None
                }
            },
        }
    }
}
