"""Tests of the difference of two systems, and the differences that they do not reject (docs/statistics.md).

Two systems are an array each of shape (runs, clusters, width). The half of a system is the sum of its runs, each
weighted so that the systems weigh the same.
"""

import math
from collections import Counter

import numpy as np

from checking import NotVerified
from distributions import binomial_half, normal_quantile, student_quantile, student_upper_tail
from measures import ratio
from runs import ByRuns, NoValue

ENUMERATED, BLOCKED, DRAWS, CHUNK = 1 << 14, 1_000, 4_000, 1_024
TIE = 1e-10
# The number of standard errors by which drawn values may differ.
REACH = 4.5


def share(sums):
    """Right answers among pairs."""
    return ratio(sums[..., 0], sums[..., 1])


class Sides:
    """Two systems on the same clusters. Runs of a system that all answer alike are one."""

    def __init__(self, first, second):
        both = np.concatenate([first, second])
        self.vectors = both[:, both.any(axis=(0, 2))]
        self.runs = len(first), len(second)
        self.clusters = self.vectors.shape[1]
        self.systems = self.vectors[: self.runs[0]], self.vectors[self.runs[0] :]
        self.by_runs = [ByRuns(of_system) for of_system in self.systems]
        counted = [of_system[:1] if by_runs.are_alike else of_system for of_system, by_runs in zip(self.systems, self.by_runs)]
        self.times_counted = math.lcm(*map(len, counted))
        self.halves = tuple(of_system.sum(axis=0) * (self.times_counted // len(of_system)) for of_system in counted)
        self.sums = self.halves[0].sum(axis=0), self.halves[1].sum(axis=0)

    def spreads(self, measure):
        """How a measure varies with the runs of each system, and how many runs are averaged; a single run is taken to
        vary as the runs of the other system do."""
        own = [by_runs.spread(measure) for by_runs in self.by_runs]
        spreads = [own[1 - at] if self.runs[at] == 1 else own[at] for at in (0, 1)]
        return [(spread, runs) for spread, runs in zip(spreads, self.runs) if spread is not None]


def gradient(measure, sums, places):
    """What one more of each count adds to a measure; 0 if it then has no value."""
    value = measure(sums)
    steps = np.zeros((len(places), sums.shape[-1]), dtype=sums.dtype)
    steps[np.arange(len(places)), places] = 1
    return np.nan_to_num(measure(sums[..., None, :] + steps) - np.asarray(value)[..., None])


def centred(total, squares, clusters):
    left = squares - total**2 / clusters
    return np.where(left > 1e-12 * squares, left, 0.0)


class Tail:
    """Sizes of a statistic with their probabilities, the largest first."""

    def __init__(self, sizes, probabilities):
        order = np.argsort(-sizes, kind="stable")
        self.sizes, self.probabilities = [], []
        for size, probability in zip(sizes[order], probabilities[order]):
            if self.sizes and is_tied(self.sizes[-1], size):
                self.probabilities[-1] += probability
            else:
                self.sizes.append(float(size))
                self.probabilities.append(float(probability))

    def mid_p(self, observed):
        beyond = sum(p for size, p in zip(self.sizes, self.probabilities) if size > observed and not is_tied(size, observed))
        equal = sum(p for size, p in zip(self.sizes, self.probabilities) if is_tied(size, observed))
        return beyond + equal / 2

    def critical(self, significance, scale=lambda size: size):
        """Half-way between the smallest significant size and the next one; None if no finite size is."""
        beyond, smallest = 0.0, None
        for size, probability in zip(self.sizes, self.probabilities):
            if beyond + probability / 2 > significance:
                if smallest is None:
                    return None
                middle = (scale(smallest) + scale(size)) / 2
                return middle if math.isfinite(middle) else None
            smallest, beyond = size, beyond + probability
        return scale(smallest) if smallest is not None and math.isfinite(scale(smallest)) else None


def is_tied(one, other):
    return one == other or abs(one - other) <= TIE * max(min(abs(one), abs(other)), 1)


class SignFlip:
    """The studentised sign-flip test of whole clusters."""

    def __init__(self, sides, measure, generator, is_share=False):
        self.clusters, self.measure = sides.clusters, measure
        first, second = sides.halves
        self.difference = float(measure(sides.sums[0]) - measure(sides.sums[1]))
        differ = (first != second).any(axis=1)
        self.informative = int(differ.sum())
        # As many clusters that differ by the same as tell as much (docs/statistics.md).
        squares = (first[:, 0] - second[:, 0]).astype(float) ** 2
        self.effective = squares.sum() ** 2 / (squares**2).sum() if is_share and squares.any() else float(self.informative)
        self.draws = None
        cells, equal = Counter(), Counter(map(tuple, first[~differ]))
        observed = Counter()
        for one, other in zip(map(tuple, first[differ]), map(tuple, second[differ])):
            cell = (max(one, other), min(one, other))
            cells[cell] += 1
            observed[cell] += one > other
        self.width = first.shape[1]
        as_array = lambda rows: np.array(list(rows), dtype=np.int64).reshape(-1, self.width)
        self.high, self.low = as_array(cell[0] for cell in cells), as_array(cell[1] for cell in cells)
        self.number = np.array(list(cells.values()), dtype=np.int64)
        self.equal, self.times_equal = as_array(equal), np.array(list(equal.values()), dtype=np.int64)
        self.places = np.flatnonzero(first.any(axis=0) | second.any(axis=0))
        self.observed = np.array([[observed[cell] for cell in cells]], dtype=np.int64)
        value, error = self.statistic(self.observed)
        self.error = float(error[0])
        if self.informative == 0:
            return
        terms = first[:, 0] - second[:, 0] if is_share and (first[:, 1] == second[:, 1]).all() else None
        if terms is not None:
            self.convolve(np.abs(terms), sides)
            return
        distinct = len(cells) + len(equal)
        if math.prod(int(number) + 1 for number in self.number) <= ENUMERATED:
            self.enumerate(value[0])
        elif distinct > BLOCKED and not is_share:
            raise NotVerified("clusters that are gathered into random blocks")
        else:
            self.draw(value[0], generator)

    def statistic(self, times):
        """Difference and standard error; `times` is the number of clusters of each cell in which the first system has the
        higher half."""
        values, errors = [], []
        for chunk in np.array_split(times, -(-len(times) // CHUNK)):
            rest = self.number - chunk
            shared = self.times_equal @ self.equal
            first = chunk @ self.high + rest @ self.low + shared
            second = chunk @ self.low + rest @ self.high + shared
            values.append(self.measure(first) - self.measure(second))
            f, g = gradient(self.measure, first, self.places), gradient(self.measure, second, self.places)
            high, low, equal = self.high[:, self.places].T, self.low[:, self.places].T, self.equal[:, self.places].T
            as_high, as_low, same = f @ high - g @ low, f @ low - g @ high, (f - g) @ equal
            total = (chunk * as_high + rest * as_low).sum(axis=1) + same @ self.times_equal
            squares = (chunk * as_high**2 + rest * as_low**2).sum(axis=1) + same**2 @ self.times_equal
            errors.append(np.sqrt(centred(total, squares, self.clusters)))
        return np.concatenate(values), np.concatenate(errors)

    def sizes(self, times):
        value, error = self.statistic(times)
        size = np.where(error > 0, np.abs(ratio(value, error)), np.where(np.abs(value) <= 1e-12, 0.0, np.inf))
        return np.where(np.isnan(value), np.inf, size)

    def observed_size(self):
        return float(self.sizes(self.observed)[0])

    def enumerate(self, _):
        grids = np.meshgrid(*(np.arange(number + 1) for number in self.number), indexing="ij")
        times = np.stack([grid.ravel() for grid in grids], axis=1)
        probabilities = np.ones(len(times))
        for cell, number in enumerate(self.number):
            probabilities *= np.array(binomial_half(int(number)))[times[:, cell]]
        self.scale = lambda size: size
        self.tail = Tail(self.sizes(times), probabilities)
        self.p = self.tail.mid_p(self.observed_size())

    def draw(self, _, generator):
        self.draws = DRAWS
        times = generator.binomial(self.number, 0.5, size=(DRAWS, len(self.number)))
        sizes = np.append(self.sizes(times), self.observed_size())
        self.scale = lambda size: size
        self.tail = Tail(sizes, np.full(DRAWS + 1, 1 / (DRAWS + 1)))
        self.p = self.tail.mid_p(self.observed_size())

    def convolve(self, terms, sides):
        """The exact distribution of the sum of integers with random signs, on the scale of standard errors."""
        distribution = np.ones(1)
        for size, number in sorted(Counter(int(term) for term in terms if term).items()):
            spread = np.zeros(size * number + 1)
            spread[::size] = binomial_half(number)
            distribution = np.convolve(distribution, spread)
        total = int(terms.sum())
        sums = np.abs(2 * np.arange(len(distribution)) - total)
        found = np.zeros(total + 1)
        np.add.at(found, sums, distribution)
        sizes = np.flatnonzero(found > 0).astype(float)
        probabilities = found[found > 0]
        observed = abs(int(sides.sums[0][0]) - int(sides.sums[1][0]))
        squares = float((sizes**2 * probabilities).sum())
        centred_square = (self.error * float(sides.sums[0][1])) ** 2
        shrinks = (squares - centred_square) / observed**2 if observed else 1 / self.clusters

        def in_errors(size):
            left = squares - shrinks * size * size
            return size / math.sqrt(left) if left > squares * 1e-9 else math.inf

        self.scale, self.tail = in_errors, Tail(sizes, probabilities)
        self.p = self.tail.mid_p(observed)

    @property
    def estimate(self):
        return self.difference

    def ends(self, significance, resamples=None, wide=0):
        """The ends of the interval: the narrowest or the widest that the draws allow."""
        reach = self.reaches(significance, resamples)[wide]
        return None if reach is None else (self.difference - reach, self.difference + reach)

    def reaches(self, significance, resamples):
        """The least and the largest half of the interval, equal unless a report drew with a number of resamples;
        None for no interval."""
        if self.draws is None or resamples is None:
            levels = [significance, significance]
        else:
            error = REACH * math.sqrt(significance * (1 - significance) * (1 / self.draws + 1 / resamples))
            # Of n draws the largest lies beyond the quantile 12/n but once in a hundred thousand times.
            error += 12 / self.draws + 12 / resamples
            levels = [significance + error, significance - error]
        found = [self.tail.critical(level, self.scale) if level > 0 else None for level in levels]
        return [None if reach is None or reach * self.error <= 0 else reach * self.error for reach in found]


class Student:
    """Student's t of the difference or the sum of two values of a measure, over clusters."""

    draws = None

    def __init__(self, sides, measure, sign, less=0.0):
        values = [float(measure(sums)) for sums in sides.sums]
        self.estimate = values[0] + sign * values[1] - less
        places, number = np.arange(sides.vectors.shape[2]), sides.clusters
        slopes = [gradient(measure, sums, places) for sums in sides.sums]
        influences = sides.halves[0] @ slopes[0] + sign * (sides.halves[1] @ slopes[1])
        variance = number / (number - 1) * float(centred(influences.sum(), (influences**2).sum(), number))
        self.error, self.freedom = math.sqrt(variance), number - 1.0

    @property
    def p(self):
        if not self.error > 0:
            return 1.0
        return min(2 * student_upper_tail(abs(self.estimate) / self.error, self.freedom), 1.0)

    def ends(self, significance, *_):
        if not self.error > 0:
            return None
        reach = student_quantile(1 - significance / 2, min(self.freedom, 1e6)) * self.error
        return self.estimate - reach, self.estimate + reach


class Tested:
    """A test, for these runs or for all that there could be: the squares of the distances that the test does not reject,
    and of those that runs are away, add up (*What is asked*)."""

    def __init__(self, test, spreads, level):
        self.test, self.spreads, self.level = test, spreads, level

    def square(self, significance):
        return sum(spread.square(runs, significance) for spread, runs in self.spreads)

    @property
    def error(self):
        return math.hypot(self.test.error, math.sqrt(sum(spread.of_mean(runs) for spread, runs in self.spreads)))

    def interval(self, significance, resamples=None, wide=0):
        ends = self.test.ends(significance, resamples, wide)
        square = self.square(significance)
        if ends is None or square == 0:
            return ends
        reach = lambda distance: math.hypot(distance, math.sqrt(square))
        return self.test.estimate - reach(self.test.estimate - ends[0]), self.test.estimate + reach(ends[1] - self.test.estimate)

    @property
    def p(self):
        """The lowest level at which 0 is rejected."""
        if self.square(0.5) == 0:
            return self.test.p

        def rejects(significance):
            ends = self.interval(significance)
            return ends is not None and not ends[0] <= 0 <= ends[1]

        if rejects(self.level):
            return lowest(0.0, self.level, rejects)
        size, error = abs(self.test.estimate), self.test.error

        def is_beyond(significance):
            reach = normal_quantile(1 - significance / 2) * error
            return size > math.hypot(reach, math.sqrt(self.square(significance)))

        return min(max(lowest(self.level, 1.0, is_beyond), self.test.p, self.level * (1 + 1e-12)), 1.0)


def lowest(lower, upper, rejects):
    """The lowest level that rejects, of which the upper one does."""
    for _ in range(60):
        middle = (lower + upper) / 2
        lower, upper = (lower, middle) if rejects(middle) else (middle, upper)
    return upper


def hull(tests, significance, resamples, wide):
    """The values that some of the tests do not reject; None if one of them has no interval."""
    ends = [test.interval(significance, resamples, wide) for test in tests]
    if None in ends:
        return None
    return min(low for low, _ in ends), max(high for _, high in ends)


def difference_of_distances(difference, total):
    """The range of |x| - |y| if x - y and x + y lie in two intervals."""

    def highest(difference, total):
        most = max(min(difference[1], total[1]), min(-difference[0], -total[0]))
        if most >= 0:
            return most
        smallest = lambda ends: 0.0 if ends[0] <= 0 <= ends[1] else min(abs(ends[0]), abs(ends[1]))
        return -min(smallest(difference), smallest(total))

    return -highest((-difference[1], -difference[0]), total), highest(difference, total)


class Comparison:
    """Two systems by one measure. `cautious`: Student's t must see the difference, too. `to`: the distance from
    that value is compared, and difference and sum of both values are tested."""

    def __init__(self, sides, measure, question, level, generator, is_share=False, cautious=False, to=None):
        self.values = [float(measure(sums)) for sums in sides.sums]
        if to is not None:
            self.values = [abs(value - to) for value in self.values]
        self.difference = self.values[0] - self.values[1]
        is_asked = question == "methods" and max(sides.runs) > 1
        self.tests, self.sums, self.question = [], [], "methods" if is_asked else "models"
        if any(map(math.isnan, self.values)) or sides.clusters < 2:
            return
        try:
            spreads = sides.spreads(measure) if is_asked else []
        except NoValue:
            return
        tested = lambda test: Tested(test, spreads, 1 - level)
        self.flipped = SignFlip(sides, measure, generator, is_share)
        self.tests.append(tested(self.flipped))
        if cautious:
            self.tests.append(tested(Student(sides, measure, -1)))
        if to is not None:
            self.sums.append(tested(Student(sides, measure, 1, 2 * to)))

    @property
    def is_drawn(self):
        return self.flipped.draws is not None

    @property
    def p(self):
        return 1.0 if abs(self.difference) < 1e-12 else max(test.p for test in self.tests + self.sums)

    def agrees(self, written, resamples):
        """Whether a drawn p lies within the Monte Carlo error of both."""
        p = self.p
        error = math.sqrt(max(p * (1 - p), 1 / resamples) * (1 / DRAWS + 1 / resamples))
        return abs(written - p) <= REACH * error + 2 / resamples

    def interval(self, significance, resamples, wide=0):
        difference = hull(self.tests, significance, resamples, wide)
        if difference is None or not self.sums:
            return difference
        total = hull(self.sums, significance, resamples, wide)
        return None if total is None else difference_of_distances(difference, total)

    def detectable(self, significance, resamples, power, wide=0):
        most = 0.0
        for test in self.tests + self.sums:
            ends = test.interval(significance, resamples, wide)
            if ends is None:
                return None
            most = max(most, (ends[1] - ends[0]) / 2 + normal_quantile(power) * test.error)
        return most if most > 0 else None
