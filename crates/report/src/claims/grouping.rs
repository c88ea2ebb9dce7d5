//! Groups of systems that do not differ significantly.

use hashbrown::HashMap;

use phenom_metrics::measures::Better;
use phenom_metrics::statistics::letters;
use phenom_metrics::{ComparisonRow, Verdict};

/// Systems from best to worst, and which of them differ significantly.
#[derive(Debug)]
pub(crate) struct Groups<'r> {
    /// Each system with its value, best first; systems with equal values in the order of the config.
    pub(crate) order: Vec<(&'r str, f64)>,
    /// Whether two systems differ significantly, by their places in the order.
    different: Vec<Vec<bool>>,
    /// Pairs of systems that were compared.
    compared: usize,
    /// Those of them whose predictions differ in too few clusters to be tested.
    pub(crate) untested: usize,
}

/// A number that is higher for better values.
pub(crate) fn merit(better: Better, value: f64) -> f64 {
    match better {
        Better::Lower => -value,
        Better::NearOne => -(value - 1.0).abs(),
        Better::Higher | Better::Neither => value,
    }
}

impl<'r> Groups<'r> {
    pub(crate) fn new(
        better: Better,
        mut order: Vec<(&'r str, f64)>,
        rows: &[&ComparisonRow],
    ) -> Self {
        order.sort_by(|(_, a), (_, b)| merit(better, *b).total_cmp(&merit(better, *a)));
        let places: HashMap<&str, usize> =
            order.iter().enumerate().map(|(place, (name, _))| (*name, place)).collect();
        let place = |name: &str| places.get(name).copied();
        let mut different = vec![vec![false; order.len()]; order.len()];
        let (mut compared, mut untested) = (0, 0);
        for row in rows {
            let (Some(first), Some(second)) = (place(&row.system_a), place(&row.system_b)) else {
                continue;
            };
            compared += 1;
            untested += usize::from(row.p().is_none());
            if row.verdict != Verdict::CannotTell {
                different[first][second] = true;
                different[second][first] = true;
            }
        }
        Self { order, different, compared, untested }
    }

    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether every two systems were compared.
    pub(crate) fn is_complete(&self) -> bool {
        self.len() > 1 && self.compared == self.len() * (self.len() - 1) / 2
    }

    /// Whether any two systems were compared.
    pub(crate) fn is_compared(&self) -> bool {
        self.compared > 0
    }

    pub(crate) fn differ(&self, first: usize, second: usize) -> bool {
        self.different[first][second]
    }

    pub(crate) fn has_differences(&self) -> bool {
        self.different.iter().flatten().any(|differ| *differ)
    }

    /// The numbers of systems that lead: each of the first `k` differs from each of the rest.
    pub(crate) fn splits(&self) -> impl Iterator<Item = usize> {
        (1..self.len()).filter(|k| {
            (0..*k).all(|first| (*k..self.len()).all(|second| self.differ(first, second)))
        })
    }

    /// How many systems lead, without a significant difference between them; `None` if no systems do.
    pub(crate) fn leading(&self) -> Option<usize> {
        self.splits().next().filter(|k| self.is_uniform(0..*k))
    }

    /// Whether no two systems of a range of places differ.
    pub(crate) fn is_uniform(&self, range: std::ops::Range<usize>) -> bool {
        range.clone().all(|first| range.clone().all(|second| !self.differ(first, second)))
    }

    /// The systems that do not differ from the best one, which is among them.
    pub(crate) fn best(&self) -> Vec<&'r str> {
        let best = (0..self.len()).filter(|place| !self.differ(0, *place));
        best.map(|place| self.order[place].0).collect()
    }

    /// Letters by system, such that two systems share a letter if and only if they do not differ significantly.
    pub(crate) fn letters(&self) -> Vec<(&'r str, String)> {
        let order: Vec<usize> = (0..self.len()).collect();
        let names = self.order.iter().map(|(name, _)| *name);
        names.zip(letters(&self.different, &order)).collect()
    }
}
