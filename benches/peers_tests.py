"""Makes the tests of others on data sets of phenom's simulation, by scipy, statsmodels and sacreBLEU.

    cargo run --release -p phenom-metrics --example simulate -- --scenario "peers, 90" --datasets 100 --write DIR
    python benches/peers_tests.py DIR

Prints how often each test rejects at 5 % on data sets on which nothing differs, and fails where a p-value is
not that of the simulation's table. sacreBLEU draws by another generator, so that of its test only the rates
are compared. Needs numpy, pandas, scipy, statsmodels and sacrebleu.
"""

import argparse
import pathlib
import sys
import warnings

import numpy
import pandas
import scipy.stats
import statsmodels.api as sm
from peers_resampling import Accuracy
from sacrebleu.significance import PairedTest
from statsmodels.stats.contingency_tables import mcnemar

SACREBLEU = "sacreBLEU's paired bootstrap"
# Solvers stop at 1e-10 of their estimates.
TOLERANCE = 1e-6


def sacrebleu_p(first, second):
    sentences = [[str(right) for right in system] for system in (first, second)]
    test = PairedTest(
        [("first", sentences[0]), ("second", sentences[1])],
        {"accuracy": Accuracy()},
        [["1"] * len(first)],
        test_type="bs",
        n_samples=1000,
    )
    _, scores = test()
    return scores["accuracy"][1].p_value


def mid_p(first, second):
    if first == second:
        return 1.0
    fair = scipy.stats.binom(first + second, 0.5)
    return 2 * fair.cdf(min(first, second)) - fair.pmf(min(first, second))


def p_values(pairs):
    first, second = pairs["first"].to_numpy(), pairs["second"].to_numpy()
    alone = int(((first == 1) & (second == 0)).sum()), int(((first == 0) & (second == 1)).sum())
    right = numpy.concatenate([first, second])
    design = sm.add_constant(numpy.repeat([1.0, 0.0], len(first)))
    originals = numpy.tile(pairs["original"].to_numpy(), 2)
    clustered = sm.OLS(right, design).fit(
        cov_type="cluster", cov_kwds={"groups": originals}, use_t=False
    )
    order = numpy.argsort(originals, kind="stable")
    gee = sm.GEE(
        right[order],
        design[order],
        groups=originals[order],
        family=sm.families.Binomial(),
        cov_struct=sm.cov_struct.Exchangeable(),
    ).fit(maxiter=200, ctol=1e-10, cov_type="robust")
    table = [[0, alone[0]], [alone[1], 0]]
    found = {
        "McNemar, exact": mcnemar(table, exact=True).pvalue if sum(alone) else 1.0,
        "McNemar, mid-p": mid_p(*alone),
        "paired t-test": scipy.stats.ttest_rel(first, second).pvalue,
        SACREBLEU: sacrebleu_p(first, second),
        "clustered standard error": clustered.pvalues[1],
        "GEE": gee.pvalues[1],
    }
    # Where nothing differs, nothing can be told.
    return {test: min(1.0, p) if numpy.isfinite(p) else 1.0 for test, p in found.items()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=pathlib.Path)
    files = sorted(arguments.parse_args().folder.glob("*-pairs.csv"))
    if not files:
        sys.exit("no *-pairs.csv there: write some by --write, see the head of this file")
    warnings.filterwarnings("ignore")
    differing = 0
    for file in files:
        pairs = pandas.read_csv(file)
        said = pandas.read_csv(file.with_name(file.name.replace("-pairs.csv", "-tests.csv")))
        said = said.set_index(["data_set", "population", "test"])["p"]
        rejections, count = {}, {}
        for (data_set, population), of_population in pairs.groupby(["data_set", "population"]):
            found = p_values(of_population)
            found["phenom"] = said[data_set, population, "phenom"]
            for test, p in found.items():
                rejections[population, test] = rejections.get((population, test), 0) + (p <= 0.05)
                count[population, test] = count.get((population, test), 0) + 1
                other = said[data_set, population, test]
                if test != SACREBLEU and abs(p - other) > TOLERANCE:
                    print(f"{file.name}, data set {data_set}, {population}: {test} {p}, not {other}")
                    differing += 1
        print(f"\n{file.name}\n\n| | test | false positives | in the simulation |\n|---|---|---|---|")
        for (population, test), of in count.items():
            rate = 100 * rejections[population, test] / of
            simulated = 100 * (said[:, population, test] <= 0.05).mean()
            print(f"| {population} | {test} | {rate:.1f} | {simulated:.1f} |")
    if differing:
        sys.exit(f"{differing} p-values differ")


if __name__ == "__main__":
    main()
