//! What would change of the accuracy of originals if something of their parts were otherwise.

use hashbrown::HashMap;

use crate::statistics::{
    self, ConfidenceLevel, Interval, PooledClusters, Recovered, TwoByTwo, clustered_share,
    difference_of, strata_of,
};
use crate::undefined::{Proportion, Value};

/// The change of an accuracy.
#[derive(Debug, Clone, PartialEq)]
pub struct AccuracyChange {
    /// The originals that it concerns; of several runs, once for each.
    pub originals: u64,
    /// Originals that would be right and are not.
    pub gained: u64,
    /// Originals that are right and would not be.
    pub lost: u64,
    /// The accuracy afterwards less that of now, over all originals.
    pub change: Value,
    /// Its interval, recovered from those of the two accuracies.
    pub interval: Option<Interval>,
}

/// The four counts of a cluster: right now and afterwards, right now alone, right afterwards alone, neither.
type Cells = [u32; 4];

/// How often each different cluster occurs, and how often it must be taken off again.
#[derive(Debug, Default, Clone)]
struct Pool {
    added: HashMap<Cells, u64>,
    removed: HashMap<Cells, u64>,
    originals: u64,
}

/// The originals of all clusters as they are, and as they would be after each of some changes. Only originals that a
/// change concerns are given for it.
#[derive(Debug)]
pub(crate) struct Changes {
    unchanged: HashMap<Cells, u64>,
    pools: Vec<Pool>,
}

impl Changes {
    /// A number of changes, of no cluster.
    pub(crate) fn new(number: usize) -> Self {
        Self { unchanged: HashMap::new(), pools: vec![Pool::default(); number] }
    }

    /// Adds a cluster: how many originals are right and wrong now, and of each change the originals that it concerns, whether
    /// they are right now and afterwards, which are gone then.
    pub(crate) fn add(&mut self, [right, wrong]: [u32; 2], changes: &mut Vec<(u32, bool, bool)>) {
        let now: Cells = [right, 0, 0, wrong];
        if now == [0; 4] {
            return;
        }
        *self.unchanged.entry(now).or_default() += 1;
        changes.sort_unstable();
        for of_change in changes.chunk_by(|one, other| one.0 == other.0) {
            let mut then = now;
            for (_, right, after) in of_change {
                then[cell(*right, *right)] -= 1;
                then[cell(*right, *after)] += 1;
            }
            let pool = of_change.first().and_then(|(at, ..)| self.pools.get_mut(*at as usize));
            let Some(pool) = pool else { continue };
            pool.originals += of_change.len() as u64;
            if then != now {
                *pool.added.entry(then).or_default() += 1;
                *pool.removed.entry(now).or_default() += 1;
            }
        }
        changes.clear();
    }

    /// The changes that concern an original, by number.
    pub(crate) fn each(
        &self,
        level: ConfidenceLevel,
    ) -> impl Iterator<Item = (u32, AccuracyChange)> {
        let some = (0..).zip(&self.pools).filter(|(_, pool)| pool.originals > 0);
        some.map(move |(number, pool)| (number, self.change(pool, level)))
    }

    fn change(&self, pool: &Pool, level: ConfidenceLevel) -> AccuracyChange {
        let rest = self.unchanged.iter().map(|(cells, clusters)| {
            (*cells, clusters - pool.removed.get(cells).copied().unwrap_or(0))
        });
        let all = rest.chain(pool.added.iter().map(|(cells, clusters)| (*cells, *clusters)));
        let clusters = PooledClusters::new(4, all).unwrap_or_else(|_| PooledClusters::empty(4));
        let sums = clusters.sums();
        let table = table(&sums);
        let share = |of: fn(TwoByTwo) -> statistics::Proportion| {
            let counted = |counts: &[u32]| {
                let wide: Vec<u64> = counts.iter().map(|count| u64::from(*count)).collect();
                of(self::table(&wide))
            };
            clustered_share(&clusters, counted, level).ok().map(Recovered::from)
        };
        // The first property is being right now, the second being right afterwards.
        let interval = share(TwoByTwo::second)
            .zip(share(TwoByTwo::first))
            .map(|(then, now)| difference_of(&clusters, &then, &now));
        let value = |share: statistics::Proportion| Proportion::from(share).value();
        let difference = || Ok(value(table.second())? - value(table.first())?);
        AccuracyChange {
            originals: pool.originals,
            gained: table.second_alone,
            lost: table.first_alone,
            change: difference(),
            interval,
        }
    }
}

fn cell(now: bool, then: bool) -> usize {
    match (now, then) {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => 3,
    }
}

fn table(counts: &[u64]) -> TwoByTwo {
    strata_of(counts).first().copied().unwrap_or_default()
}
