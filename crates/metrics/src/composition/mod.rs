//! Does solving the parts solve the whole? Original pairs beside what the rule of composition makes of their
//! parts, counted.

mod agreement;
mod answered;
mod changes;
mod counts;
mod gains;
mod gold_check;
mod gold_rows;
mod gold_under_rule;
mod original;
mod phenomena;
mod reading;
mod sizes;
mod strata;
mod view;

pub use agreement::AgreementTable;
pub use answered::AnsweredOriginals;
pub use changes::AccuracyChange;
pub(crate) use changes::Changes;
pub(crate) use counts::composed_slices;
pub use counts::{CompositionCounts, LeftOutOriginals};
pub use gains::{SolvedGain, solved_gains};
pub use gold_check::{GoldAgainstRule, GoldCheck, GoldDifference, UndecidedGold, gold_check};
pub use gold_rows::{GoldFinding, GoldRow, gold_rows};
pub use gold_under_rule::GoldUnderRule;
pub(crate) use original::{AnsweredPart, by_gold, kind};
pub use original::{LeftOut, OriginalKind, PartsRight};
pub use reading::{
    Evidence, FailedControl, INDEPENDENCE_MARGIN, READING_CONDITIONS, Reading, ReadingCondition,
    ReadingQuestion, reading,
};
pub use sizes::{SizeBand, SizeFigures, SizeOf, SizeShare};
pub(crate) use sizes::{SizeBands, gathered};
pub(crate) use strata::Strata;
pub(crate) use view::{Seen, View, cell};
