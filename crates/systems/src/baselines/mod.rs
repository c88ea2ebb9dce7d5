//! Systems that a real one has to beat: they look at no words, at the hypothesis alone, or at how many words the text
//! and the hypothesis share.

/// The engine of what is learnt is itself.
macro_rules! learnt_engine {
    ($learnt:ty, $learner:expr) => {
        impl crate::model::Learnt for $learnt {
            const LEARNER: &'static crate::model::Learner = &$learner;

            fn engine(
                self,
                _: &crate::edit_distance::Resources,
            ) -> Result<Box<dyn crate::Engine>, crate::model::UnusableModel> {
                Ok(Box::new(self))
            }
        }
    };
}

mod constant;
mod hypothesis_only;
mod idf_coverage;
mod majority;
mod random;
mod threshold;
mod word_overlap;

pub use constant::{CONSTANT, Constant};
pub use hypothesis_only::{HYPOTHESIS_ONLY, HypothesisOnly};
pub use idf_coverage::{IDF_COVERAGE, IdfCoverage};
pub use majority::{MAJORITY, Majority};
pub use random::{RANDOM, Random};
pub use threshold::LearntThreshold;
pub use word_overlap::{WORD_OVERLAP, WordOverlap};
