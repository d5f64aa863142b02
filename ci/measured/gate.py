# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Whether a row is slower than those before it. bench/README.md says how that is decided, and why so.

A growth is the logarithm of a ratio now over the median of the last rows before. Its deviation has two parts: what the turns of this
run differ by, as far as a median of so many leaves it, and what runs differ by. A row is slower where it has grown, against either
calibration loop, by more than half of a regression of 20 % - midway between what is to pass and what is to be found - or by three
deviations, where that is more."""
import math
import statistics

from .history import key

regression = math.log(1.2)
certainty = 3  # deviations: one row in 740 beyond them by chance, of which every measurement would have to be
last_rows = 10
least_runs = 3  # from which what runs differ by can be told
measurements = 3  # at most, of a row that seems slower
of_median = math.pi / 2  # the variance of a median of many, in those of their mean
ratios = ("to_streaming", "to_arithmetic")


def by_key(rows):
    kept = {}
    for row in rows:
        kept.setdefault(key(row), []).append(row)
    return {name: rows[-last_rows:] for name, rows in kept.items()}


def spread_of_runs(rows, ratio):
    """Standard deviation of the logarithms, None of too few runs."""
    return statistics.stdev(math.log(row[ratio]) for row in rows) if len(rows) >= least_runs else None


def common_spreads(kept):
    """By machine, device, subject and ratio: what the runs of one algorithm usually differ by."""
    found = {}
    for name, rows in kept.items():
        for ratio in ratios:
            spread = spread_of_runs(rows, ratio)
            if spread is not None:
                found.setdefault((*name[:3], ratio), []).append(spread)
    return {name: statistics.median(spreads) for name, spreads in found.items()}


def growth(before, now, ratio, common):
    """Of one ratio: the growth, and from which one on it would be slower."""
    grown = math.log(now[ratio]) - statistics.median(math.log(row[ratio]) for row in before)
    known = [spread for spread in (spread_of_runs(before, ratio), common) if spread is not None]
    spread = f"{ratio}_spread"
    between = max(known) if known else max(now[spread], statistics.median(row[spread] for row in before))
    within = now[spread] ** 2 * of_median / now["turns"]
    deviation = math.sqrt(within + between ** 2 * (1 + of_median / len(before)))
    return grown, max(regression / 2, certainty * deviation)


class Finding:
    """What became of a row."""

    def __init__(self, row, before, common):
        self.row, self.is_new = row, not before
        grown = [growth(before, row, ratio, common.get((*key(row)[:3], ratio))) for ratio in ratios] if before else []
        self.is_slower = bool(grown) and all(by > limit for by, limit in grown)
        self.is_faster = bool(grown) and all(by < -limit for by, limit in grown)
        # Of the two loops the one that has kept step with it; the one that tells more.
        self.grown = min((by for by, _ in grown), key=abs) if grown else 0
        self.limit = min(limit for _, limit in grown) if grown else 0
        self.is_blind = bool(grown) and self.limit > regression

    def words(self):
        percent = 100 * math.expm1(self.grown)
        return (f"{self.row['subject']} {self.row['algorithm']}: {abs(percent):.0f} % {'slower' if percent > 0 else 'faster'} than before,"
                f" beyond {100 * math.expm1(self.limit):.0f} %")


def findings(history, rows, measure_again):
    """One of every row. measure_again(rows): the same rows from another run; a row is slower only where every run says so."""
    kept = by_key(history)
    common = common_spreads(kept)

    def look(rows):
        return {key(row): Finding(row, kept.get(key(row), []), common) for row in rows}

    found = look(rows)
    for _ in range(measurements - 1):
        slower = [finding.row for finding in found.values() if finding.is_slower]
        if not slower:
            break
        found.update(look(measure_again(slower)))
    return list(found.values())
