//! Rising factorials, of which the likelihood of a beta-binomial distribution is made.

/// Stirling's formula is exact to 1e-12 from here on.
const LARGE: u64 = 24;

/// Rising factorials of one number, `x (x + 1) ... (x + count - 1)`, whose factors are multiplied once for
/// all counts.
pub(super) struct Rising {
    x: f64,
    large: Option<f64>,
    steps: u64,
    product: f64,
    sum: f64,
}

impl Rising {
    pub(super) fn of(x: f64) -> Self {
        Self { x, large: None, steps: 0, product: 1.0, sum: 0.0 }
    }

    /// The logarithm of the one for a count, which is no smaller than those asked for before.
    pub(super) fn ln(&mut self, count: u64) -> f64 {
        if count <= 2 * LARGE {
            return self.summed(count);
        }
        let x = self.x;
        let few = *self.large.get_or_insert_with(|| Self::of(x).summed(LARGE));
        let start = x + LARGE as f64;
        let more = (count - LARGE) as f64;
        let end = start + more;
        let correction = |x: f64| (1.0 / 12.0 - 1.0 / (360.0 * x * x)) / x;
        let stirling = (start - 0.5) * (more / start).ln_1p() + more * end.ln() - more
            + correction(end)
            - correction(start);
        few + stirling
    }

    fn summed(&mut self, count: u64) -> f64 {
        while self.steps < count {
            self.product *= self.x + self.steps as f64;
            if !(1e-100..1e100).contains(&self.product) {
                self.sum += self.product.ln();
                self.product = 1.0;
            }
            self.steps += 1;
        }
        self.sum + self.product.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // scipy.special.gammaln(x + n) - scipy.special.gammaln(x)
        assert!((Rising::of(0.3).ln(1000) - 5906.196846791061).abs() < 1e-8);
        let mut rising = Rising::of(2.5);
        assert_eq!(rising.ln(0), 0.0);
        assert!((rising.ln(3) - 39.375_f64.ln()).abs() < 1e-12);
        assert!((rising.ln(30) - 79.53650254314144).abs() < 1e-10);
        assert!((rising.ln(50) - 154.09812776419872).abs() < 1e-10);
    }
}
