//! The standard normal distribution, and quantiles of samples.

use statrs::function::erf::erfc_inv;

/// P(Z <= z).
pub(crate) fn cumulative(z: f64) -> f64 {
    // The function of statrs has 11 digits only.
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

/// The z with P(Z <= z) = p.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    let z = -std::f64::consts::SQRT_2 * erfc_inv(2.0 * p);
    if !z.is_finite() {
        return z;
    }
    // One step of Newton's method takes the inverse to the last digits.
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if density > 0.0 { z - (cumulative(z) - p) / density } else { z }
}

/// The quantile of a sorted sample, interpolated between its neighbours (numpy's default). The
/// sample must not be empty.
pub(crate) fn sample_quantile(sorted: &[f64], p: f64) -> f64 {
    let place = p.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_as_scipy_has_them() {
        // scipy.stats.norm.ppf([.975, .001, 1e-10, .6])
        for (p, expected) in [
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813_5),
            (1e-10, -6.361_340_902_404_056),
            (0.6, 0.253_347_103_135_799_7),
        ] {
            assert!((quantile(p) - expected).abs() < 1e-13, "{p}: {}", quantile(p));
        }
    }

    #[test]
    fn sample_quantiles_as_numpy_has_them() {
        // numpy.quantile([1, 2, 4, 8], [0, .1, .5, .975, 1])
        let of = |p| sample_quantile(&[1.0, 2.0, 4.0, 8.0], p);
        assert_eq!([of(0.0), of(0.5), of(1.0)], [1.0, 3.0, 8.0]);
        assert!((of(0.1) - 1.3).abs() < 1e-12 && (of(0.975) - 7.7).abs() < 1e-12);
    }
}
