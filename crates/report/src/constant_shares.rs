//! How often the best constant answer is right, on the pairs on which systems are held against it.

use phenom_metrics::ComparisonRow;

use crate::Results;

/// Of more systems that leave out pairs, only the least and the highest share are told.
const NAMED: usize = 6;

/// A share of right answers, and the words behind it that say of which pairs it is; none for all pairs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ConstantShare {
    pub(crate) share: f64,
    pub(crate) pairs: String,
}

/// The shares behind comparisons with the best constant answer on one population. A system that leaves out pairs is
/// held against it on the pairs that it answers, and there the constant is right more or less often.
pub(crate) fn constant_shares(
    results: &Results<'_>,
    rows: &[&ComparisonRow],
) -> Option<Vec<ConstantShare>> {
    let all = results.evaluation.gold(rows.first()?.population, 0).pairs();
    let (mut shares, mut partial) = (Vec::new(), Vec::new());
    for row in rows {
        let share = row.values[1].clone().ok()?;
        if row.pairs < all {
            let system = results.shown(&row.system_a);
            let pairs = format!(" of the {} that {system} answers", row.pairs);
            partial.push(ConstantShare { share, pairs });
        } else if shares.is_empty() {
            shares.push(ConstantShare { share, pairs: String::new() });
        }
    }
    if partial.len() > NAMED {
        let values = || partial.iter().map(|one| one.share);
        let words = format!(" of the pairs that one of {} systems answers", partial.len());
        partial = vec![
            ConstantShare {
                share: values().fold(f64::INFINITY, f64::min),
                pairs: format!("{words}, at the least"),
            },
            ConstantShare {
                share: values().fold(f64::NEG_INFINITY, f64::max),
                pairs: " at the most".to_owned(),
            },
        ];
    }
    shares.extend(partial);
    Some(shares)
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Family;

    use super::*;
    use crate::testing::{Scene, compared};

    /// Six pairs of which four are entailments; `part` answers two of these and one other.
    const PAIRS: &str = "1 E - E E\n2 E - U E\n3 E - E -\n4 E - E -\n5 U - E U\n6 U - U -";

    #[test]
    fn the_constant_is_that_of_the_pairs_that_a_system_answers() {
        let shares = |systems: &[&str]| {
            let scene = Scene::new(compared(), systems, PAIRS);
            let results = scene.results();
            let of_constants = scene.comparisons.iter();
            let rows: Vec<&ComparisonRow> =
                of_constants.filter(|row| row.family == Family::Constants).collect();
            constant_shares(&results, &rows).unwrap()
        };
        let share = |numerator: f64, denominator: f64, pairs: &str| ConstantShare {
            share: numerator / denominator,
            pairs: pairs.to_owned(),
        };
        let all = share(4.0, 6.0, "");
        let part = share(2.0, 3.0, " of the 3 that part answers");
        assert_eq!(shares(&["full", "part~"]), [all.clone(), part]);
        // Where what is missing counts as wrong, all pairs are compared.
        assert_eq!(shares(&["full", "part"]), [all]);
    }
}
