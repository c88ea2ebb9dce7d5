//! Whether chance decided which units are labelled.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Part;

/// A category is tested if at least ten labelled units are expected in it and ten outside of it, and as many unlabelled ones. With
/// five (Cochran 1954), up to 5 % of tests reject at 1 % where whole clusters are labelled.
const FEWEST_EXPECTED: f64 = 10.0;

/// The clusters with a labelled unit, and with an unlabelled one, below which there is no test.
const FEWEST_CLUSTERS: usize = 10;

/// The units of a part, cluster by cluster, to be tested for whether labelled ones are a random sample of all.
#[derive(Debug, Clone)]
pub struct ByChance<'p> {
    part: &'p Part,
    /// The places of units in the part with whether they are labelled, cluster by cluster.
    order: Vec<(u32, bool)>,
    /// The share of units that are labelled.
    share: f64,
}

impl<'p> ByChance<'p> {
    /// Nothing if there is no test: all units of the part are labelled or none, or fewer than ten clusters have labelled
    /// units, or unlabelled ones.
    #[must_use]
    pub fn new(part: &'p Part) -> Option<Self> {
        let mut is_labelled = vec![false; part.units()];
        let mut labelled = part.labelled().peekable();
        for (place, unit) in part.all().enumerate() {
            is_labelled[place] = labelled.next_if_eq(&unit).is_some();
        }
        let mut order: Vec<(u32, bool)> = (0..).zip(is_labelled).collect();
        let cluster = |place: &(u32, bool)| part.cluster[place.0 as usize];
        order.sort_by_key(cluster);
        let of_cluster = || order.chunk_by(|one, other| cluster(one) == cluster(other));
        let has = |wanted: bool| {
            of_cluster().filter(|units| units.iter().any(|unit| unit.1 == wanted)).count()
        };
        let are_enough = has(true) >= FEWEST_CLUSTERS && has(false) >= FEWEST_CLUSTERS;
        let share = part.labels() as f64 / part.units().max(1) as f64;
        are_enough.then_some(Self { part, order, share })
    }

    /// The p-value of the null hypothesis that labelled units are as often in some categories as unlabelled ones are. A unit
    /// may be in several categories or in none, and in one as a share from 0 to 1; `of_unit` lists its categories, each below
    /// `categories`, with these shares. Nothing if no category is large enough.
    ///
    /// # Formula
    /// Pearson's chi-squared `Q = sum_k u_k^2 / (N x_k)` up to a factor, for the mean `x_k` of category k over all N units, the
    /// share r of labelled ones and `u_k = sum_i (l_i - r)(x_ik - x_k)` with l of 1 for labelled units and 0 for others. Units
    /// of a cluster depend on each other, or may have been chosen together, so u varies like the sum of what each of M
    /// clusters adds: `V = M/(M - 1) sum_c z_c z_c'`. With `w_k = 1 / (N x_k)`, `t = tr(w V)` and `s = tr(w V w V)`, `Q t / s`
    /// is compared with the chi-squared distribution of `t^2 / s` degrees of freedom. A permutation of whole clusters would
    /// need several clusters of each size; this correction needs none, and one pass over the units.
    ///
    /// # References
    /// Rao and Scott 1984 (the second-order correction); Satterthwaite 1946; Cochran 1954.
    #[must_use]
    pub fn p<I: IntoIterator<Item = (usize, f64)>>(
        &self,
        categories: usize,
        of_unit: impl Fn(u32) -> I,
    ) -> Option<f64> {
        let units = self.part.units() as f64;
        let of_place = |place: u32| of_unit(self.part.units[place as usize]);
        let mut means = vec![0.0; categories];
        for (place, _) in &self.order {
            of_place(*place).into_iter().for_each(|(category, share)| means[category] += share);
        }
        means.iter_mut().for_each(|mean| *mean /= units);
        let labels = self.part.labels() as f64;
        let fewer = labels.min(units - labels);
        let is_tested = |mean: f64| mean.min(1.0 - mean) * fewer >= FEWEST_EXPECTED;
        let tested: Vec<usize> = (0..categories).filter(|at| is_tested(means[*at])).collect();
        let mut number = vec![None; categories];
        tested.iter().enumerate().for_each(|(at, category)| number[*category] = Some(at));
        let means: Vec<f64> = tested.iter().map(|category| means[*category]).collect();
        let mut sums = Sums::new(tested.len());
        let cluster = |place: u32| self.part.cluster[place as usize];
        for of_cluster in self.order.chunk_by(|one, other| cluster(one.0) == cluster(other.0)) {
            for (place, is_labelled) in of_cluster {
                let off = f64::from(u8::from(*is_labelled)) - self.share;
                let of_unit = of_place(*place).into_iter();
                sums.add(
                    off,
                    of_unit.filter_map(|(category, share)| Some((number[category]?, share))),
                );
            }
            sums.end_cluster();
        }
        sums.p(&means, units)
    }
}

/// The sums over clusters of products of what each adds. With a for what the units of a cluster add to each category before means are
/// taken off, and o for what they add to all, the cluster adds `z = a - o x`.
struct Sums {
    clusters: f64,
    /// `sum a`, which is u.
    u: Vec<f64>,
    /// `sum a a'`, row by row.
    products: Vec<f64>,
    /// `sum o a`.
    with_all: Vec<f64>,
    /// `sum o^2`.
    of_all: f64,
    /// The a of the cluster that is being added, the categories in which it is set, and its o.
    current: Vec<f64>,
    touched: Vec<usize>,
    off: f64,
}

impl Sums {
    fn new(categories: usize) -> Self {
        Self {
            clusters: 0.0,
            u: vec![0.0; categories],
            products: vec![0.0; categories * categories],
            with_all: vec![0.0; categories],
            of_all: 0.0,
            current: vec![0.0; categories],
            touched: Vec::new(),
            off: 0.0,
        }
    }

    /// Adds a unit to the current cluster.
    fn add(&mut self, off: f64, of_unit: impl Iterator<Item = (usize, f64)>) {
        self.off += off;
        for (category, share) in of_unit {
            if !self.touched.contains(&category) {
                self.touched.push(category);
            }
            self.current[category] += off * share;
        }
    }

    fn end_cluster(&mut self) {
        let categories = self.u.len();
        for &one in &self.touched {
            for &other in &self.touched {
                let product = self.current[one] * self.current[other];
                self.products[one * categories + other] += product;
            }
        }
        for category in self.touched.drain(..) {
            let of_cluster = std::mem::take(&mut self.current[category]);
            self.u[category] += of_cluster;
            self.with_all[category] += self.off * of_cluster;
        }
        self.of_all += self.off * self.off;
        self.off = 0.0;
        self.clusters += 1.0;
    }

    fn p(&self, means: &[f64], units: f64) -> Option<f64> {
        let categories = means.len();
        let weight = |category: usize| 1.0 / (units * means[category]);
        let variance = |one: usize, other: usize| {
            let of_means = self.with_all[one] * means[other] + self.with_all[other] * means[one];
            let sum = self.products[one * categories + other] - of_means
                + self.of_all * means[one] * means[other];
            sum * self.clusters / (self.clusters - 1.0)
        };
        let (mut statistic, mut trace, mut of_squares) = (0.0, 0.0, 0.0);
        for one in 0..categories {
            statistic += weight(one) * self.u[one] * self.u[one];
            trace += weight(one) * variance(one, one);
            for other in 0..categories {
                let variance = variance(one, other);
                of_squares += weight(one) * weight(other) * variance * variance;
            }
        }
        let freedom = trace * trace / of_squares;
        let chi_squared = ChiSquared::new(freedom).ok()?;
        let p = chi_squared.sf(statistic * trace / of_squares);
        p.is_finite().then(|| p.clamp(f64::MIN_POSITIVE, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::prediction_powered::{Chances, Sample};

    /// Units in clusters of 1 to 5 that are mostly of one category.
    fn drawn(units: usize, categories: usize, random: &mut Pcg64) -> (Vec<u32>, Vec<usize>) {
        let (mut clusters, mut of_units) = (Vec::new(), Vec::new());
        let mut cluster = 0;
        while clusters.len() < units {
            let usual = random.random_range(0..categories);
            for _ in 0..random.random_range(1..=5) {
                clusters.push(cluster);
                let is_usual = random.random::<f64>() < 0.7;
                of_units.push(if is_usual { usual } else { random.random_range(0..categories) });
            }
            cluster += 1;
        }
        clusters.truncate(units);
        of_units.truncate(units);
        (clusters, of_units)
    }

    fn p(clusters: &[u32], labelled: &[bool], categories: usize, of: &[usize]) -> Option<f64> {
        let sample = Sample { clusters, labelled, chances: Chances::Equal };
        let part = Part::new(&sample, (0..clusters.len() as u32).collect());
        ByChance::new(&part)?.p(categories, |unit| [(of[unit as usize], 1.0)])
    }

    /// The share of tests with p below .01 where chance decides: on units, or on whole clusters in their order.
    fn rejected([units, labels, categories]: [usize; 3], is_by_cluster: bool) -> f64 {
        let (mut below, mut tested) = (0, 0);
        for number in 0..1500 {
            let mut random = Pcg64::seed_from_u64(number);
            let (clusters, of) = drawn(units, categories, &mut random);
            let mut order: Vec<usize> = (0..units).collect();
            order.shuffle(&mut random);
            if is_by_cluster {
                let mut rank: Vec<usize> = (0..=*clusters.last().unwrap() as usize).collect();
                rank.shuffle(&mut random);
                order.sort_by_key(|unit| rank[clusters[*unit] as usize]);
            }
            let mut labelled = vec![false; units];
            order[..labels].iter().for_each(|unit| labelled[*unit] = true);
            if let Some(p) = p(&clusters, &labelled, categories, &of) {
                tested += 1;
                below += u64::from(p < 0.01);
            }
        }
        assert!(tested > 0);
        below as f64 / f64::from(tested)
    }

    /// At a rate of 1 % more than 1.8 % of 1,500 tests reject with a probability of .002.
    #[test]
    fn one_of_a_hundred_tests_rejects_if_chance_decides() {
        for shape in [[300, 60, 2], [600, 90, 3], [600, 150, 10], [2000, 200, 3]] {
            let [of_units, of_clusters] = [false, true].map(|by| rejected(shape, by));
            assert!(
                of_units <= 0.018 && of_clusters <= 0.018,
                "{shape:?}: {of_units} {of_clusters}"
            );
            assert!(of_units >= 0.001, "{shape:?}: {of_units}");
        }
    }

    #[test]
    fn units_that_were_picked_are_found() {
        let mut random = Pcg64::seed_from_u64(1);
        let (clusters, of) = drawn(600, 3, &mut random);
        // Units of the first category are three times as likely to be labelled.
        let chance = |of: usize| if of == 0 { 0.45 } else { 0.15 };
        let labelled: Vec<bool> =
            of.iter().map(|of| random.random::<f64>() < chance(*of)).collect();
        assert!(p(&clusters, &labelled, 3, &of).unwrap() < 1e-6);
    }

    #[test]
    fn a_table_of_independent_units_by_hand() {
        // 200 units, 50 labelled; labelled and not: 30 and 60 of the first category, 20 and 90 of the second.
        let clusters: Vec<u32> = (0..200).collect();
        let labelled: Vec<bool> = (0..200).map(|unit| unit < 50).collect();
        let of: Vec<usize> =
            (0..200).map(|unit| usize::from(!(unit < 30 || (50..110).contains(&unit)))).collect();
        let found = p(&clusters, &labelled, 2, &of).unwrap();
        // u = 30 - 90/4 = 7.5, and V = 200/199 (30 (.75 .55)^2 + 20 (.75 .45)^2 + 60 (.25 .55)^2 + 90 (.25 .45)^2) = 9.70477: u^2 / V
        // is chi-squared of one degree of freedom. Pearson's chi-squared, which pools variances, has p = .01382.
        assert!((found - 0.016_061_6).abs() < 1e-6, "{found}");
    }

    #[test]
    fn without_labels_or_without_other_units_there_is_no_test() {
        let clusters: Vec<u32> = (0..100).collect();
        let of = vec![0; 100];
        for labelled in [vec![true; 100], vec![false; 100]] {
            assert_eq!(p(&clusters, &labelled, 1, &of), None);
        }
        // A category that all units are in.
        let labelled: Vec<bool> = (0..100).map(|unit| unit % 2 == 0).collect();
        assert_eq!(p(&clusters, &labelled, 1, &of), None);
    }
}
