"""Distributions, from `math` and `statistics` alone."""

import math
from functools import lru_cache
from statistics import NormalDist

NORMAL = NormalDist()


def normal_cdf(z):
    return math.erfc(-z / math.sqrt(2)) / 2


def normal_quantile(p):
    return NORMAL.inv_cdf(p)


@lru_cache(maxsize=None)
def incomplete_beta(a, b, x):
    """P(X <= x) under Beta(a, b), by the continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    scale = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    c, d, value = 1.0, 0.0, 1.0
    for m in range(100_000):
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        even = (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2))
        for term in (odd, even):
            d = 1 / (1 + term * d or 1e-300)
            c = 1 + term / c or 1e-300
            value *= c * d
        if abs(c * d - 1) < 1e-16 or even == 0:
            break
    return math.exp(scale) / (a * value)


def beta_quantile(a, b, p):
    return bisect(lambda x: incomplete_beta(a, b, x) < p, 0.0, 1.0)


@lru_cache(maxsize=None)
def student_upper_tail(t, freedom):
    """P(T > t) for t >= 0; from a million degrees of freedom on, that of a million."""
    freedom = min(freedom, 1e6)
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2


@lru_cache(maxsize=None)
def student_quantile(p, freedom):
    """The t with P(T <= t) = p, for p >= 1/2."""
    upper = 1.0
    while student_upper_tail(upper, freedom) > 1 - p:
        upper *= 2
    return bisect(lambda t: student_upper_tail(t, freedom) > 1 - p, 0.0, upper)


def lower_gamma(shape, x):
    """The regularised lower incomplete gamma function: series below shape + 1, continued fraction above."""
    if x <= 0:
        return 0.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        place = shape
        while term > total * 1e-17:
            place += 1
            term *= x / place
            total += term
        return scale * total
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    value = d
    for step in range(1, 100_000):
        term = -step * (step - shape)
        b += 2
        d = 1 / (term * d + b or 1e-300)
        c = b + term / c or 1e-300
        value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return 1 - scale * value


def chi_squared_upper_tail(x, freedom):
    return 1 - lower_gamma(freedom / 2, x / 2) if x < freedom + 2 else upper_gamma(freedom / 2, x / 2)


def upper_gamma(shape, x):
    """The upper tail for x above shape + 1, without the cancellation of 1 - lower_gamma."""
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    value = d
    for step in range(1, 100_000):
        term = -step * (step - shape)
        b += 2
        d = 1 / (term * d + b or 1e-300)
        c = b + term / c or 1e-300
        value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return scale * value


def noncentral_cdf(freedom, noncentrality, x):
    """The noncentral chi-squared distribution: a Poisson mixture of central ones; if x exceeds 400 or the
    noncentrality 800, Sankaran's normal approximation (Johnson, Kotz and Balakrishnan 1995, section 29.8)."""
    if x <= 0:
        return 0.0
    if x > 400 or noncentrality > 800:
        first, second = freedom + noncentrality, freedom + 2 * noncentrality
        h = 1 - 2 * first * (freedom + 3 * noncentrality) / (3 * second * second)
        p = second / (first * first)
        m = (h - 1) * (1 - 3 * h)
        mean = 1 + h * p * (h - 1 - (2 - h) * m * p / 2)
        return normal_cdf(((x / first) ** h - mean) / (h * math.sqrt(2 * p) * (1 + m * p / 2)))
    half, mean, shape = x / 2, noncentrality / 2, freedom / 2
    central = lower_gamma(shape, half)
    step = math.exp(shape * math.log(half) - half - math.lgamma(shape + 1))
    weight, total, left, index = math.exp(-mean), 0.0, 1.0, 0
    while left > 1e-15 and central > 1e-15 and not (index > mean and weight < 1e-17):
        total += weight * central
        left -= weight
        central -= step
        shape += 1
        step *= half / shape
        index += 1
        weight *= mean / index
    return min(total, 1.0)


def noncentrality_at(freedom, x, p):
    """The noncentrality at which x is the quantile at p; 0 if the central distribution has less than p below x."""
    if noncentral_cdf(freedom, 0.0, x) <= p:
        return 0.0
    lower, upper = 0.0, x + freedom + 1
    while noncentral_cdf(freedom, upper, x) > p:
        lower, upper = upper, 2 * upper
    return bisect(lambda value: noncentral_cdf(freedom, value, x) > p, lower, upper)


def bisect(is_below, lower, upper):
    """The point up to which `is_below` holds."""
    for _ in range(200):
        middle = (lower + upper) / 2
        if middle in (lower, upper):
            break
        lower, upper = (middle, upper) if is_below(middle) else (lower, middle)
    return (lower + upper) / 2


def log_choose(n, k):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def hypergeometric(total, first, second):
    """The least number of pairs with both properties, and the probabilities from it on."""
    least, most = max(0, first + second - total), min(first, second)
    everything = log_choose(total, second)
    return least, [
        math.exp(log_choose(first, both) + log_choose(total - first, second - both) - everything)
        for both in range(least, most + 1)
    ]


def binomial_half(n):
    """The probabilities of 0 to n heads of n fair coins."""
    return [math.exp(log_choose(n, k) - n * math.log(2)) for k in range(n + 1)]
