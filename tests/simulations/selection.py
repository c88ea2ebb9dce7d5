"""How much significant differences overestimate true ones, and how often the interval of the highest of several
systems holds its accuracy.

    python3 tests/simulations/selection.py [--quick]

draws the answers of systems to independent pairs, and needs numpy alone. Exit code 1 if differences that were found at
low power overestimate by a tenth less than the others of a population of several true differences, or if the interval of
the highest of ten systems holds its accuracy in 90 % of cases or more.
"""

import sys
from statistics import NormalDist

import numpy as np

LEVEL = 0.05 / 3  # of a primary family with one member
DISAGREEMENT = 0.3  # the share of pairs on which one system alone is correct
POPULATIONS = {
    "normal, 3 points": lambda draw, count: draw.normal(0, 0.03, count),
    "normal, 8 points": lambda draw, count: draw.normal(0, 0.08, count),
    "one in five 15 points, others 2": lambda draw, count: draw.normal(0, np.where(draw.random(count) < 0.2, 0.15, 0.02)),
    "always 5 points": lambda draw, count: np.full(count, 0.05),
}


def exaggeration(mask, true, found):
    """The mean found difference by the mean true one, in the direction found; and the share of wrong directions."""
    directed = (true * np.sign(found))[mask]
    return np.abs(found[mask]).mean() / directed.mean(), (directed < 0).mean()


def differences(draw, population, pairs, count):
    """How often a difference is significant, how many of these were found at low power, and how both overestimate."""
    true = np.clip(POPULATIONS[population](draw, count), -0.99 * DISAGREEMENT, 0.99 * DISAGREEMENT)
    first = draw.binomial(pairs, (DISAGREEMENT + true) / 2)
    second = draw.binomial(pairs - first, (DISAGREEMENT - true) / (2 - DISAGREEMENT - true))
    found = (first - second) / pairs
    error = np.sqrt(np.maximum((first + second) / pairs - found**2, 1e-9) / pairs)
    critical = NormalDist().inv_cdf(1 - LEVEL / 2)
    significant = np.abs(found) > critical * error
    low = significant & (np.abs(found) < (critical + NormalDist().inv_cdf(0.8)) * error)
    return significant.mean(), low.sum() / significant.sum(), *(
        exaggeration(mask, true, found) for mask in (low, significant & ~low)
    )


def coverage(draw, systems, pairs, count):
    """How often Agresti and Coull's 95 % interval of the most accurate of some equal systems holds its accuracy."""
    accuracy, z = 0.7, NormalDist().inv_cdf(0.975)
    highest = draw.binomial(pairs, accuracy, (count, systems)).max(axis=1)
    middle = (highest + z**2 / 2) / (pairs + z**2)
    return (np.abs(middle - accuracy) <= z * np.sqrt(middle * (1 - middle) / (pairs + z**2))).mean()


def main(count):
    draw, is_right = np.random.default_rng(1), True
    print("| true differences | pairs | significant | of these at low power | overestimated, wrong sign | others |")
    print("|---|---:|---:|---:|---:|---:|")
    for population in POPULATIONS:
        for pairs in (60, 150, 300, 1000):
            found, share, low, others = differences(draw, population, pairs, count)
            shown = " | ".join(f"{factor:.2f}, {100 * wrong:.1f} %" for factor, wrong in (low, others))
            print(f"| {population} | {pairs} | {100 * found:.1f} % | {100 * share:.0f} % | {shown} |")
            # If all true differences are equal, the largest found ones overestimate most.
            is_right &= population.startswith("always") or low[0] > 0.9 * others[0]
    for systems in (1, 2, 5, 10):
        shares = [coverage(draw, systems, pairs, count // 10) for pairs in (60, 300)]
        print(f"highest of {systems}: {100 * shares[0]:.1f} and {100 * shares[1]:.1f} % of 60 and 300 pairs")
    is_right &= shares[0] < 0.9
    sys.exit(not is_right)


if __name__ == "__main__":
    main(40_000 if "--quick" in sys.argv else 1_000_000)
