//! Tables drawn at random among those of the same margins, in a time that does not grow with the counts.

use rand::RngExt;
use rand_distr::{Distribution, Hypergeometric};
use rand_pcg::Pcg64;

use super::logarithms::ln_factorial;
use super::margins::Margins;
use crate::undefined::Undefined;

/// Visits the cells of a table drawn as if answers were shuffled over the pairs, row by row: each cell is
/// hypergeometric given those before it. `left` is room for a number of each answer.
///
/// # Errors
/// [`Undefined::NothingToTest`] where the margins do not have the same sum.
///
/// # References
/// Patefield 1981.
pub(super) fn drawn_table(
    random: &mut Pcg64,
    margins: Margins<'_>,
    left: &mut Vec<u64>,
    mut visit: impl FnMut(u64),
) -> Result<(), Undefined> {
    left.clear();
    left.extend_from_slice(margins.answers);
    for &gold in margins.golds {
        let (mut pairs, mut pool) = (gold, left.iter().sum::<u64>());
        for answer in &mut *left {
            // The pairs of this gold judgment that get this answer, of those not yet given out.
            let drawn = hypergeometric(random, pool, *answer, pairs)?;
            pool -= *answer;
            pairs -= drawn;
            *answer -= drawn;
            visit(drawn);
        }
    }
    Ok(())
}

/// How many of the pairs that are drawn are marked.
fn hypergeometric(
    random: &mut Pcg64,
    pool: u64,
    marked: u64,
    drawn: u64,
) -> Result<u64, Undefined> {
    /// Where more are expected, rand_distr draws by rejection, and its set-up does not depend on the
    /// counts; below, it multiplies factors one by one, and inversion is quick.
    const FEW: f64 = 20.0;
    if marked > pool || drawn > pool {
        return Err(Undefined::NothingToTest);
    }
    let (fewer, sampled) = (marked.min(pool - marked), drawn.min(pool - drawn));
    if fewer as f64 * sampled as f64 / pool.max(1) as f64 > FEW {
        let distribution = Hypergeometric::new(pool, marked, drawn);
        return Ok(distribution.map_err(|_| Undefined::NothingToTest)?.sample(random));
    }
    let found = rare(random, pool, fewer, sampled);
    // Of what is not marked, and of what is not drawn, the rest.
    let among_sampled = if fewer == marked { found } else { sampled - found };
    Ok(if sampled == drawn { among_sampled } else { marked - among_sampled })
}

/// The same for at most half of the pool each, of which few are expected: by inversion, from the
/// probability of none.
fn rare(random: &mut Pcg64, pool: u64, marked: u64, drawn: u64) -> u64 {
    if marked == 0 || drawn == 0 {
        return 0;
    }
    let none = ln_factorial(pool - marked) - ln_factorial(pool - marked - drawn)
        + ln_factorial(pool - drawn)
        - ln_factorial(pool);
    let (mut probability, mut left): (f64, f64) = (none.exp(), random.random());
    let mut found = 0;
    while left > probability && found < marked.min(drawn) {
        left -= probability;
        probability *= (marked - found) as f64 * (drawn - found) as f64
            / ((found + 1) as f64 * (pool - marked - drawn + found + 1) as f64);
        found += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn rare_pairs_in_a_large_pool_are_drawn_as_they_should_be() {
        // Mean n K / N, variance n K / N (N - K)/N (N - n)/(N - 1); any three of the four arms.
        let mut random = Pcg64::seed_from_u64(1);
        const DRAWS: u32 = 20_000;
        for (pool, marked, drawn) in [
            (1_000_000_u64, 6, 500_000),
            (1_000_000, 999_994, 500_000),
            (1_000_000, 6, 700_000),
            (1_000_000, 999_994, 700_000),
            (10_000_000_000, 120_000, 130_000),
            (100, 40, 30),
            (12, 5, 6),
        ] {
            let draws: Vec<f64> = (0..DRAWS)
                .map(|_| hypergeometric(&mut random, pool, marked, drawn).unwrap() as f64)
                .collect();
            let (n, k, all) = (drawn as f64, marked as f64, pool as f64);
            let variance = n * k / all * (all - k) / all * (all - n) / (all - 1.0);
            let mean = draws.iter().sum::<f64>() / f64::from(DRAWS);
            let error = (variance / f64::from(DRAWS)).sqrt();
            assert!((mean - n * k / all).abs() < 4.0 * error, "{pool} {marked} {drawn}: {mean}");
            let spread = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>();
            let ratio = spread / f64::from(DRAWS) / variance;
            assert!((ratio - 1.0).abs() < 0.06, "{pool} {marked} {drawn}: {ratio}");
        }
    }

    #[test]
    fn drawn_tables_keep_their_margins() {
        let mut random = Pcg64::seed_from_u64(1);
        let mut drawn = |golds: &[u64], answers: &[u64]| {
            let mut cells = Vec::new();
            let margins = Margins { golds, answers };
            drawn_table(&mut random, margins, &mut Vec::new(), |cell| cells.push(cell))
                .map(|()| cells)
        };
        for _ in 0..200 {
            let cells = drawn(&[700, 5, 45], &[600, 149, 1]).unwrap();
            let rows: Vec<u64> = cells.chunks(3).map(|row| row.iter().sum()).collect();
            let columns: Vec<u64> =
                (0..3).map(|column| cells.iter().skip(column).step_by(3).sum()).collect();
            assert_eq!((rows, columns), (vec![700, 5, 45], vec![600, 149, 1]));
        }
        assert_eq!(drawn(&[3, 3], &[1, 2]), Err(Undefined::NothingToTest));
    }
}
