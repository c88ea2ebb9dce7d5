"""Times the resampling of phenom's benchmark beside scipy's and sacreBLEU's, on data of the same kind.

    cargo bench -p phenom-metrics --bench resampling    # first: it is timed too, with --phenom
    python benches/peers_resampling.py [--originals N] [--resamples N] [--phenom]

Every peer resamples pairs or clusters themselves, so its time grows with their number: it is measured
with fewer resamples (--resamples) and told for 10,000 in proportion, in seconds of CPU; what is done
once, such as the counting of the answers, is left out. Needs numpy, scipy and sacrebleu.
"""

import argparse
import subprocess
import time

import numpy
import scipy.stats
from sacrebleu.metrics.base import Metric, Score, Signature
from sacrebleu.significance import PairedTest


def clusters(originals, rng):
    """Right answers and pairs of each original and of its monothematic pairs, of two systems."""
    parts = 1 + rng.binomial(9, 0.2, originals)
    counts = [numpy.ones(originals, int), parts]
    return numpy.stack(
        [
            column
            for _ in range(2)
            for column in (
                rng.binomial(1, 0.7, originals),
                counts[0],
                rng.binomial(parts, 0.7),
                counts[1],
            )
        ],
        axis=1,
    )


def ci(sums):
    return sums[..., 0] / sums[..., 1] / (sums[..., 2] / sums[..., 3])


def scipy_ci(data, resamples):
    rows = numpy.arange(len(data))
    scipy.stats.bootstrap(
        (rows,),
        lambda drawn: ci(data[drawn, :4].sum(axis=0)),
        n_resamples=resamples,
        method="percentile",
        vectorized=False,
        rng=1,
    )


class Accuracy(Metric):
    """Right answers as a metric of sacreBLEU, whose statistics a sentence are right and 1."""

    _SIGNATURE_TYPE = Signature

    def _check_sentence_args(self, hyp, refs):
        pass

    def _compute_score_from_stats(self, stats):
        return Score("accuracy", stats[0] / stats[1])

    def _aggregate_and_compute(self, stats):
        return self._compute_score_from_stats(numpy.sum(stats, axis=0))

    def _preprocess_segment(self, sent):
        return sent

    def _extract_reference_info(self, refs):
        return {"ref": refs[0]}

    def _compute_segment_statistics(self, hypothesis, ref_kwargs):
        return [int(hypothesis == ref_kwargs["ref"]), 1]


def sacrebleu_accuracy(data, resamples):
    rng = numpy.random.default_rng(3)
    pairs = int(data[:, 3].sum())
    gold = rng.integers(0, 3, pairs).astype(str)
    answers = [numpy.where(rng.random(pairs) < 0.7, gold, "3").tolist() for _ in range(2)]
    named = [(f"system {number}", answer) for number, answer in enumerate(answers)]
    metric = {"accuracy": Accuracy()}
    begin = time.process_time()
    PairedTest(named, metric, [gold.tolist()], test_type="bs", n_samples=resamples)()
    return time.process_time() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--originals", type=int, default=1_000_000)
    parser.add_argument("--resamples", type=int, default=20)
    parser.add_argument("--phenom", action="store_true", help="run phenom's benchmark too")
    arguments = parser.parse_args()
    if arguments.phenom:
        command = ["cargo", "bench", "-p", "phenom-metrics", "--bench", "resampling"]
        subprocess.run(command, check=True)
    data = clusters(arguments.originals, numpy.random.default_rng(1))
    scale = 10_000 / arguments.resamples

    begin = time.process_time()
    scipy_ci(data, arguments.resamples)
    seconds = time.process_time() - begin
    print(f"scipy.stats.bootstrap, CI, {arguments.originals} originals: {seconds * scale:.1f} s for 10,000")
    # What more resamples add: the rest is done once.
    few = sacrebleu_accuracy(data, 2)
    seconds = sacrebleu_accuracy(data, 2 + arguments.resamples) - few
    print(
        "sacreBLEU's paired bootstrap, accuracy of two systems on their monothematic pairs: "
        f"{seconds * scale:.1f} s for 10,000"
    )


if __name__ == "__main__":
    main()
