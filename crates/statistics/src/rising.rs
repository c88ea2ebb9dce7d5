//! Rising factorials, of which the likelihood of a beta-binomial distribution is made.

/// Stirling's formula is exact to 1e-12 from here on.
const LARGE: u64 = 24;

/// Rising factorials of one number, `x (x + 1) ... (x + count - 1)`, whose factors are multiplied once for
/// all counts.
pub(crate) struct Rising {
    x: f64,
    /// The logarithm for [`LARGE`], and the correction there.
    large: Option<(f64, f64)>,
    steps: u64,
    product: f64,
    sum: f64,
}

impl Rising {
    pub(crate) fn of(x: f64) -> Self {
        Self { x, large: None, steps: 0, product: 1.0, sum: 0.0 }
    }

    /// The logarithm of the one for a count, which is no smaller than those asked for before. Between whole numbers it is
    /// the logarithm of `gamma(x + count) / gamma(x)`.
    pub(crate) fn ln(&mut self, count: f64) -> f64 {
        let number = count as u64;
        let whole = number as f64;
        let of_whole = self.of_whole(number);
        if whole == count { of_whole } else { of_whole + further(self.x + whole, count - whole) }
    }

    fn of_whole(&mut self, count: u64) -> f64 {
        if count <= 2 * LARGE {
            return self.summed(count);
        }
        let end = self.x + LARGE as f64;
        let of_few = || (Self::of(self.x).summed(LARGE), correction(end));
        let (few, of_end) = *self.large.get_or_insert_with(of_few);
        few + stirling(end, of_end, (count - LARGE) as f64)
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

/// `ln(gamma(x + more) / gamma(x))` for a large x with its [`correction`].
fn stirling(x: f64, of_x: f64, more: f64) -> f64 {
    let end = x + more;
    (x - 0.5) * (more / x).ln_1p() + more * end.ln() - more + correction(end) - of_x
}

/// What Stirling's formula is off by at x.
fn correction(x: f64) -> f64 {
    (1.0 / 12.0 - 1.0 / (360.0 * x * x)) / x
}

/// `ln(gamma(x + more) / gamma(x))` for any x and less than 1 more.
fn further(x: f64, more: f64) -> f64 {
    let steps = (LARGE as f64 - x).ceil().max(0.0);
    let factors = (0..steps as u64).map(|step| {
        let at = x + step as f64;
        (at / (at + more)).ln()
    });
    factors.sum::<f64>() + stirling(x + steps, correction(x + steps), more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // scipy.special.gammaln(x + n) - scipy.special.gammaln(x)
        assert!((Rising::of(0.3).ln(1000.0) - 5906.196846791061).abs() < 1e-8);
        let mut rising = Rising::of(2.5);
        assert_eq!(rising.ln(0.0), 0.0);
        assert!((rising.ln(3.0) - 39.375_f64.ln()).abs() < 1e-12);
        assert!((rising.ln(30.0) - 79.53650254314144).abs() < 1e-10);
        assert!((rising.ln(50.0) - 154.09812776419872).abs() < 1e-10);
        // The same for 2.5 and 7.25, and for .01 and .5.
        assert!((Rising::of(2.5).ln(7.25) - RISEN[0]).abs() < 1e-11);
        assert!((Rising::of(0.01).ln(0.5) - RISEN[1]).abs() < 1e-11);
    }

    const RISEN: [f64; 2] = [11.957522069577843, -4.046506060112221];
}
