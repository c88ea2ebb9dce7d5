//! Rising factorials, of which the likelihood of a beta-binomial distribution is made.

/// `ln(x (x + 1) ... (x + count - 1))`.
pub(super) fn ln_rising(x: f64, count: u64) -> f64 {
    // Stirling's formula is exact to 1e-12 from here on.
    const LARGE: u64 = 24;
    let summed = |from: f64, count: u64| -> f64 {
        let mut product = 1.0;
        let mut sum = 0.0;
        for step in 0..count {
            product *= from + step as f64;
            if !(1e-100..1e100).contains(&product) {
                sum += f64::ln(product);
                product = 1.0;
            }
        }
        sum + f64::ln(product)
    };
    if count <= 2 * LARGE {
        return summed(x, count);
    }
    let start = x + LARGE as f64;
    let more = (count - LARGE) as f64;
    let end = start + more;
    let correction = |x: f64| (1.0 / 12.0 - 1.0 / (360.0 * x * x)) / x;
    let stirling = (start - 0.5) * (more / start).ln_1p() + more * end.ln() - more
        + correction(end)
        - correction(start);
    summed(x, LARGE) + stirling
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // scipy.special.gammaln(x + n) - scipy.special.gammaln(x)
        assert!((ln_rising(0.3, 1000) - 5906.196846791061).abs() < 1e-8);
        assert!((ln_rising(2.5, 3) - 39.375_f64.ln()).abs() < 1e-12);
        assert_eq!(ln_rising(4.0, 0), 0.0);
    }
}
