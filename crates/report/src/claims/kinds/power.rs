//! Significant differences that a test of this size seldom finds.

use phenom_metrics::Population;

use crate::claims::claim::{Claim, ClaimKind, Wording};
use crate::claims::draft::{claim, on_all};
use crate::claims::view::View;
use crate::claims::wording::{fitting, plural};
use crate::low_power::low_power_caution;
use crate::paragraph::Paragraph;

/// That some significant differences on all pairs are smaller than the smallest detectable one.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let primary = || view.results.comparisons.iter().filter(|row| row.family.is_primary());
    let Some(caution) = low_power_caution(primary()) else { return Vec::new() };
    let significant = primary().filter(|row| row.is_significant()).count();
    let low = primary().filter(|row| row.found_at_low_power).count();
    let which = match (low, significant) {
        (_, 1) => "The only significant difference".to_owned(),
        (2, 2) => "Both significant differences".to_owned(),
        (low, all) if low == all => format!("All {all} significant differences"),
        (low, all) => format!("{low} of {all} significant differences"),
    };
    let is = plural(low, "is", "are");
    let wording = Wording {
        topic: "power".to_owned(),
        line: fitting([format!("{which} on all pairs may be overestimated (low power).")]),
        sentence: Some(caution.clone()),
        paper: Some(Paragraph::of(format!(
            "{which} on all pairs {is} below the smallest detectable one. Such differences are overestimated on average."
        ))),
        ..Wording::default()
    };
    vec![claim(ClaimKind::Power, 7, view.claim_slice(on_all(Population::Original)), wording)]
}
