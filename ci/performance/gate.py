# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Decides whether a row is slower than earlier ones. bench/README.md explains the rule and its reasons.

A growth is the logarithm of a row's ratio divided by the median of the last earlier rows. Its deviation has two parts: the
variation of this run's measurements, reduced by taking their median, and the variation between runs. A row is slower if it
has grown, compared with both calibration loops, by more than half of a regression of 20 % (midway between an unchanged row
and a regression), or by three deviations if they are larger."""
import math
import statistics

from .history import key

regression = math.log(1.2)
certainty = 3  # deviations: a measurement exceeds them by chance in one of 740 rows; a slower row needs every measurement
last_rows = 10
least_runs = 3  # to estimate the variation between runs of one algorithm
least_rows = 8  # to estimate the variation between the algorithms of one run
measurements = 3  # the most, of a row that seems slower
of_median = math.pi / 2  # the variance of a median of many, relative to that of their mean
ratios = ("to_streaming", "to_arithmetic")


def deviation_of(values):
    """The standard deviation, by the median distance from the median, which a disturbed run does not affect."""
    middle = statistics.median(values)
    return 1.4826 * statistics.median(abs(value - middle) for value in values)


def beyond_most(values):
    """The third quartile, because a few runs sometimes underestimate their variation by far."""
    return sorted(values)[(3 * len(values) - 1) // 4]


def by_key(rows):
    kept = {}
    for row in rows:
        kept.setdefault(key(row), []).append(row)
    return {name: rows[-last_rows:] for name, rows in kept.items()}


def logarithms(rows, ratio):
    return [math.log(row[ratio]) for row in rows]


def grown_by(before, now, ratio):
    return math.log(now[ratio]) - statistics.median(logarithms(before, ratio))


class Spreads:
    """The variation of an unchanged program from earlier rows, for each machine, device, subject and ratio."""

    def __init__(self, kept, rows):
        of_runs, of_growths = {}, {}
        for name, before in kept.items():
            if len(before) >= least_runs:
                for ratio in ratios:
                    of_runs.setdefault((*name[:3], ratio), []).append(deviation_of(logarithms(before, ratio)))
        for row in rows:
            for ratio in ratios if key(row) in kept else ():
                of_growths.setdefault((*key(row)[:3], ratio), []).append(grown_by(kept[key(row)], row, ratio))
        self.of_runs = {name: beyond_most(values) for name, values in of_runs.items()}
        self.of_growths = {name: deviation_of(values) for name, values in of_growths.items() if len(values) >= least_rows}

    def of_growth(self, before, now, ratio):
        """From the stored runs of this algorithm and the third quartile of all. With few runs, from the variation between
        this run's algorithms, most of which have not changed. With few algorithms, from the measurements of one run."""
        subject, spread = (*key(now)[:3], ratio), f"{ratio}_spread"
        if len(before) >= least_runs:
            between = max(deviation_of(logarithms(before, ratio)), self.of_runs[subject])
        elif subject in self.of_growths:
            return self.of_growths[subject]
        else:
            between = max(now[spread], statistics.median(row[spread] for row in before))
        within = now[spread] ** 2 * of_median / now["turns"]
        of_middle = (of_median if len(before) > 2 else 1) / len(before)
        return math.sqrt(within + between ** 2 * (1 + of_middle))


def growth(before, now, ratio, spreads):
    """For one ratio: the growth, and the threshold above which it is slower."""
    return grown_by(before, now, ratio), max(regression / 2, certainty * spreads.of_growth(before, now, ratio))


class Finding:
    """The result for a row."""

    def __init__(self, row, before, spreads):
        self.row, self.is_new = row, not before
        grown = [growth(before, row, ratio, spreads) for ratio in ratios] if before else []
        self.is_slower = bool(grown) and all(by > limit for by, limit in grown)
        self.is_faster = bool(grown) and all(by < -limit for by, limit in grown)
        # The loop that varied like the row shows more.
        self.grown = min((by for by, _ in grown), key=abs) if grown else 0
        self.limit = min(limit for _, limit in grown) if grown else 0
        self.is_blind = bool(grown) and self.limit > regression

    def words(self):
        percent = 100 * math.expm1(self.grown)
        return (f"{self.row['subject']} {self.row['algorithm']}: {abs(percent):.0f} % {'slower' if percent > 0 else 'faster'} than before,"
                f" beyond {100 * math.expm1(self.limit):.0f} %")


def findings(history, rows, measure_again):
    """A result for every row. measure_again(rows): the same rows from another run; a row is slower only if it is slower in
    every run."""
    kept = by_key(history)
    spreads = Spreads(kept, rows)

    def look(rows):
        return {key(row): Finding(row, kept.get(key(row), []), spreads) for row in rows}

    found = look(rows)
    for _ in range(measurements - 1):
        slower = [finding.row for finding in found.values() if finding.is_slower]
        if not slower:
            break
        found.update(look(measure_again(slower)))
    return list(found.values())
