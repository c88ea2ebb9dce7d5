//! The Beta distribution for counts of any size. The function of statrs stops after 140 steps, which
//! is too early for large parameters, and its inverse can hang in extreme tails.

use statrs::function::gamma::ln_gamma;

/// P(X <= x) under Beta(a, b); a and b are above 0.
pub(crate) fn cumulative(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - cumulative(b, a, 1.0 - x);
    }
    let scale = a * x.ln() + b * (-x).ln_1p() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    (scale.exp() / (a * fraction(a, b, x))).clamp(0.0, 1.0)
}

/// The continued fraction of the incomplete beta function, by Lentz's method; it takes about
/// sqrt(max(a, b)) steps.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let kept = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d, mut value) = (1.0, 0.0, 1.0);
    let mut step = |term: f64| {
        d = 1.0 / kept(1.0 + term * d);
        c = kept(1.0 + term / c);
        value *= c * d;
        (c * d - 1.0).abs() < 1e-16 || term == 0.0
    };
    for m in 0..1_000_000 {
        let m = f64::from(m);
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let next = m + 1.0;
        let even = next * (b - next) * x / ((a + 2.0 * next - 1.0) * (a + 2.0 * next));
        step(odd);
        if step(even) {
            break;
        }
    }
    value
}

/// The x with P(X <= x) = p, by Newton's method within bounds that are halved where it leaves them.
pub(crate) fn quantile(a: f64, b: f64, p: f64) -> f64 {
    let scale = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    let density = |x: f64| (scale + (a - 1.0) * x.ln() + (b - 1.0) * (-x).ln_1p()).exp();
    let (mut lower, mut upper): (f64, f64) = (0.0, 1.0);
    let mut x = a / (a + b);
    for _ in 0..100 {
        let above = cumulative(a, b, x) - p;
        if above < 0.0 {
            lower = x;
        } else {
            upper = x;
        }
        let step = above / density(x);
        let next = x - step;
        let next = if next > lower && next < upper { next } else { f64::midpoint(lower, upper) };
        if (next - x).abs() <= 1e-14 * x.min(1.0 - x) || upper - lower < f64::EPSILON * lower {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // scipy.stats.beta.cdf(x, a, b); scipy.stats.beta.ppf(p, a, b)
        for (a, b, x, expected) in [
            (2.0, 3.0, 0.4, 0.5247999999999999),
            (0.5, 0.5, 0.01, 0.06376856085851985),
            (1000000.0, 1000000.0, 0.5, 0.4999999999999999),
            (1000000.0, 1000000.0, 0.4995, 0.07864957758091215),
            (30.0, 2.0, 0.99, 0.9616104854047645),
            (100000.0, 10.0, 0.9999, 0.45781085958512596),
            (0.1, 20.0, 0.001, 0.7079970084234156),
        ] {
            assert!((cumulative(a, b, x) - expected).abs() < 1e-9, "{a} {b} {x}");
        }
        for (a, b, p, expected) in [
            (2.0, 3.0, 0.025, 0.06758598648854294),
            (30.5, 4.2, 0.975, 0.9635083678595542),
            (1000000.0, 2000000.0, 0.025, 0.3328000040759549),
            (0.2, 3.0, 0.025, 2.436858932985634e-09),
            (100.0, 0.5, 0.975, 0.9999950773753651),
        ] {
            assert!((quantile(a, b, p) - expected).abs() < 1e-9, "{a} {b} {p}");
        }
    }

    proptest! {
        #[test]
        fn it_is_mirrored(a in 0.01f64..1e6, b in 0.01f64..1e6, x in 0.0f64..1.0) {
            let (ours, other) = (cumulative(a, b, x), cumulative(b, a, 1.0 - x));
            prop_assert!((ours + other - 1.0).abs() < 1e-7, "{} {}", ours, other);
        }
    }
}
