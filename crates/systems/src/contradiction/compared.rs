//! A text and a hypothesis side by side, with what is aligned: what signals are found in.

use crate::contradiction::alignment::Alignment;
use crate::contradiction::near_copy::NearCopy;
use crate::contradiction::side::Side;

/// A pair whose words are aligned.
pub(super) struct Compared<'a> {
    pub(super) text: &'a Side<'a>,
    pub(super) hypothesis: &'a Side<'a>,
    pub(super) alignment: &'a Alignment,
    /// The places in which the hypothesis differs from its text; `None` if it is no copy.
    pub(super) near_copy: Option<&'a NearCopy>,
}
