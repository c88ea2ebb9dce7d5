//! The caution beside significant differences that were found at low power.

use phenom_metrics::ComparisonRow;

/// The mark of a comparison whose significant difference was found at low power.
pub(crate) const LOW_POWER: &str = "low power";

/// The caution beside some comparisons; `None` if no significant difference among them was found at low power.
pub(crate) fn low_power_caution<'r>(
    rows: impl IntoIterator<Item = &'r ComparisonRow>,
) -> Option<String> {
    let significant: Vec<&ComparisonRow> =
        rows.into_iter().filter(|row| row.is_significant()).collect();
    let cautioned = significant.iter().filter(|row| row.found_at_low_power).count();
    let which = match (cautioned, significant.len()) {
        (0, _) => return None,
        (1, 1) => "the significant difference is below the smallest detectable one".to_owned(),
        (1, all) => {
            format!("1 of {all} significant differences is below the smallest detectable one")
        }
        (some, all) => {
            format!("{some} of {all} significant differences are below the smallest detectable one")
        }
    };
    Some(format!("Caution: {which} ({LOW_POWER}). Such differences are overestimated on average."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::told_apart;

    #[test]
    fn only_significant_differences_are_cautioned() {
        let mut rows = told_apart(&["A", "B", "C"]).comparisons;
        assert!(rows.iter().any(ComparisonRow::is_significant));
        rows.iter_mut().for_each(|row| row.found_at_low_power = false);
        assert_eq!(low_power_caution(&rows), None);
        let significant = rows.iter().filter(|row| row.is_significant()).count();
        rows.iter_mut().for_each(|row| row.found_at_low_power = row.is_significant());
        let said = low_power_caution(&rows).unwrap();
        let counted =
            format!("Caution: {significant} of {significant} significant differences are");
        assert!(said.starts_with(&counted), "{said}");
        let first = rows.iter().find(|row| row.is_significant());
        let said = low_power_caution(first).unwrap();
        assert!(said.starts_with("Caution: the significant difference is below"), "{said}");
    }
}
