//! Logarithms of whole numbers, which tables of counts need again and again.

use std::sync::LazyLock;

/// Numbers up to this one are looked up.
const KEPT: u64 = 4096;

/// Of each number n up to [`KEPT`], ln n! and n log2 n.
static LOGARITHMS: LazyLock<Vec<[f64; 2]>> = LazyLock::new(|| (0..=KEPT).map(computed).collect());

fn computed(number: u64) -> [f64; 2] {
    let real = number as f64;
    [libm::lgamma(real + 1.0), if number == 0 { 0.0 } else { real * real.log2() }]
}

fn of(number: u64) -> [f64; 2] {
    let kept = usize::try_from(number).ok().and_then(|number| LOGARITHMS.get(number));
    kept.copied().unwrap_or_else(|| computed(number))
}

/// ln n!
pub(super) fn ln_factorial(number: u64) -> f64 {
    of(number)[0]
}

/// n log2 n, which is 0 for 0.
pub(super) fn times_log(number: u64) -> f64 {
    of(number)[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_and_what_is_not_by_hand() {
        assert!((ln_factorial(5) - 120_f64.ln()).abs() < 1e-12 && ln_factorial(0) == 0.0);
        assert!((ln_factorial(KEPT + 1) - ln_factorial(KEPT) - 4097_f64.ln()).abs() < 1e-10);
        assert_eq!([0, 1, 8, 8192].map(times_log), [0.0, 0.0, 24.0, 13.0 * 8192.0]);
    }
}
