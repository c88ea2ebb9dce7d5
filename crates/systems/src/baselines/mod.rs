//! Systems that a real one has to beat: they look at no words, at the hypothesis alone, or at how many words the text
//! and the hypothesis share.

mod constant;
mod hypothesis_only;
mod idf_coverage;
mod majority;
mod random;
mod threshold;
mod word_overlap;

pub use constant::Constant;
pub use hypothesis_only::HypothesisOnly;
pub use idf_coverage::IdfCoverage;
pub use majority::Majority;
pub use random::Random;
pub use threshold::LearntThreshold;
pub use word_overlap::WordOverlap;
