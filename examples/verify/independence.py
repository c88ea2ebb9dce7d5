"""The test of independence of gold and answers (`phenom measures independence_p_value`)."""

import math

import numpy as np

from distributions import chi_squared_upper_tail, hypergeometric, lower_gamma
from measures import expected_of_margins, mutual_information

ENOUGH, DRAWS = 20, 9_999
MOST_TABLES, MOST_PAIRS = 10_000, 4_096


LN_FACTORIAL = np.array([math.lgamma(count + 1) for count in range(MOST_PAIRS + 1)])


class Drawn:
    """A p-value that the report drew: it is held to the distribution of such draws around our own estimate."""

    def __init__(self, hits, draws):
        self.hits, self.draws = hits, draws

    def agrees(self, p):
        """Whether the drawn p lies where all but one in 10^5 would, our own error of four standard errors allowed."""
        low = max(self.hits - 4 * math.sqrt(self.hits + 1), 0) / self.draws
        high = (self.hits + 4 * math.sqrt(self.hits + 1) + 4) / self.draws
        stopped = abs(ENOUGH / p - round(ENOUGH / p)) < 1e-6 and ENOUGH / p <= DRAWS + 0.5
        if stopped:
            # The number of draws up to the twentieth hit, by its rate, is about a gamma variable.
            number = ENOUGH / p
            return lower_gamma(ENOUGH, number * high) > 1e-5 and lower_gamma(ENOUGH, number * low * 0.999) < 1 - 1e-5
        hits = p * (DRAWS + 1) - 1
        reach = lambda rate: 4.5 * math.sqrt(DRAWS * rate) + 4
        return DRAWS * low - reach(low) <= hits <= DRAWS * high + reach(high)


def independence(table, generator):
    """The p-value of one table; NaN if gold or answers are constant, `Drawn` if it is drawn."""
    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if table.shape[0] < 2 or table.shape[1] < 2:
        return math.nan
    gold, answers, total = table.sum(axis=1), table.sum(axis=0), int(table.sum())
    information = float(mutual_information(table))
    if np.outer(gold, answers).min() / total >= 5:
        freedom = (len(gold) - 1) * (len(answers) - 1)
        return max(chi_squared_upper_tail(2 * total * math.log(2) * information, freedom), 2.3e-308)
    if table.shape == (2, 2):
        a, b = int(gold[0]), int(answers[0])
        least, probabilities = hypergeometric(total, a, b)
        counts = np.arange(least, least + len(probabilities))
        others = np.stack([counts, a - counts, b - counts, total + counts - a - b], axis=-1).reshape(-1, 2, 2)
        as_high = mutual_information(others) >= information - 1e-12
        return min(float(np.array(probabilities)[as_high].sum()), 1.0)
    if total <= MOST_PAIRS and may_be(gold, answers) <= MOST_TABLES:
        every = all_tables(gold, answers)
        as_high = every[mutual_information(every) >= information - 1e-12]
        ways = sum(math.lgamma(count + 1) for count in [*gold, *answers]) - math.lgamma(total + 1)
        p = math.fsum(math.exp(ways - ln_factorials) for ln_factorials in LN_FACTORIAL[as_high].sum(axis=(1, 2)))
        return min(max(p, 2.3e-308), 1.0)
    hits = draws = 0
    while hits < 300 and draws < 100_000:
        drawn = drawn_tables(gold, answers, 2_000, generator)
        hits += int((mutual_information(drawn) >= information - 1e-12).sum())
        draws += 2_000
    return Drawn(hits, draws)


class Answered:
    """The pairs of a slice by what several runs answer: of each its row of gold and the share of runs that give each
    answer."""

    def __init__(self, report, runs, rows, gold):
        self.labels, self.gold, self.shares = len(report.labels), [], []
        self.together = np.zeros((self.labels, self.labels + 1), dtype=np.int64)
        for pair in rows:
            counted = [run for run in runs if run.counts[pair]]
            # Of a gold that is a set, the first judgment with which a run agrees.
            first = min(counted, key=lambda run: run.gold_code[pair], default=None)
            if first is None or first.gold_code[pair] not in gold:
                continue
            given = np.bincount([run.of_task[report.task][1][pair] for run in counted], minlength=self.labels + 1)
            self.gold.append(first.of_task[report.task][0][pair])
            self.shares.append(given / given.sum())
            self.together[self.gold[-1]] += given
        self.gold, self.shares = np.array(self.gold), np.array(self.shares)

    @property
    def is_unanimous(self):
        return len(self.shares) == 0 or bool((self.shares.max(axis=1) == 1).all())

    def table(self):
        """The table of pairs that all runs answer alike."""
        found = np.zeros((self.labels, self.labels + 1), dtype=np.int64)
        for gold, shares in zip(self.gold, self.shares):
            found[gold, int(shares.argmax())] += 1
        return found

    def independence(self):
        """Gold is shuffled over the pairs, each of which keeps the answers of all runs (Landis, Heyman and Koch 1978)."""
        golds = [self.shares[self.gold == label] for label in range(self.labels) if (self.gold == label).any()]
        covariance = np.cov(self.shares.T) if len(self.shares) > 1 else np.zeros((self.labels + 1,) * 2)
        rank = int(np.linalg.matrix_rank(covariance, tol=1e-9 * max(covariance.max(), 1e-9), hermitian=True))
        if len(golds) < 2 or rank == 0:
            return math.nan
        inverse = np.linalg.pinv(covariance, rcond=1e-9, hermitian=True)
        apart = [(len(of_gold), of_gold.mean(axis=0) - self.shares.mean(axis=0)) for of_gold in golds]
        statistic = sum(number * mean @ inverse @ mean for number, mean in apart)
        return max(chi_squared_upper_tail(statistic, (len(golds) - 1) * rank), 2.3e-308)

    def expected_information(self):
        """E[I] of a table with their mean margins, times how much the runs agree (Rao and Scott 1981)."""
        mean, variances, total = self.shares.mean(axis=0), self.shares.var(axis=0), len(self.shares)
        occur = mean > 0
        independent = (1 - mean[occur]).sum()
        if independent <= 0:
            return 0.0
        design_effect = (variances[occur] / mean[occur]).sum() / independent
        golds = np.bincount(self.gold, minlength=self.labels)
        return design_effect * expected_between(golds, mean * total, total)


def expected_between(golds, margins, total):
    """The expectation for mean margins of answers: between whole numbers, between those of the two next ones."""
    expected = 0.0
    for margin in margins:
        whole = math.floor(margin + 1e-9)
        rest = max(margin - whole, 0.0)
        of = lambda given: expected_of_margins(golds, [given], total)
        expected += (1 - rest) * of(whole) + (rest * of(whole + 1) if rest else 0.0)
    return expected


def may_be(gold, answers):
    """A bound on the number of tables with these margins: of the cells that decide a table, each has its own bound."""
    smaller = np.minimum.outer(np.sort(gold)[:-1], np.sort(answers)[:-1])
    return math.prod(int(margin) + 1 for margin in smaller.ravel())


def all_tables(gold, answers):
    """All tables with these margins."""
    tables = np.zeros((1, 0, len(answers)), dtype=np.int64)
    for of_gold in gold[:-1]:
        left = answers - tables.sum(axis=1)
        rows = np.zeros((len(tables), 1, 0), dtype=np.int64)
        for place in range(len(answers)):
            # All tables so far, with each count that this cell can have.
            counts = np.arange(min(of_gold, left[:, place].max()) + 1)
            wanted = of_gold - rows.sum(axis=(1, 2))
            others = left[:, place + 1 :].sum(axis=1)
            fits = (counts <= np.minimum(left[:, place], wanted)[:, None]) & (counts >= (wanted - others)[:, None])
            of, count = np.nonzero(fits)
            tables, left = tables[of], left[of]
            rows = np.concatenate([rows[of], counts[count][:, None, None]], axis=2)
        tables = np.concatenate([tables, rows], axis=1)
    last = (answers - tables.sum(axis=1))[:, None, :]
    return np.concatenate([tables, last], axis=1)


def drawn_tables(gold, answers, number, generator):
    """Tables as if the answers were shuffled over the pairs."""
    left = np.tile(answers, (number, 1))
    rows = []
    for of_gold in gold[:-1]:
        row = np.empty_like(left)
        wanted, pool = np.full(number, of_gold), left.sum(axis=1)
        for place in range(left.shape[1]):
            pool = pool - left[:, place]
            row[:, place] = generator.hypergeometric(left[:, place], pool, wanted)
            wanted = wanted - row[:, place]
        rows.append(row)
        left = left - row
    rows.append(left)
    return np.stack(rows, axis=1)
