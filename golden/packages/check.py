# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the installed package with every golden case. It must accept the expected numbers in float32, also with
negated rotations. It must refuse a number outside its bound, NaN, a missing number, and a direction twice as long."""
import array
import math
import time

import bindpose_golden as golden

start = time.monotonic()
cases = numbers = refused = 0


def wrong(file, name, mine):
    return golden.compare(file, {name: mine})[0].wrong


for algorithm in golden.algorithms():
    assert golden.page(algorithm).startswith("# "), algorithm
    for case in golden.cases(algorithm):
        loaded, cases = golden.load(case["file"]), cases + 1
        for key in [key for key in loaded.arrays if key.startswith("expected.")]:
            name, (shape, expected) = key.removeprefix("expected."), loaded.arrays[key]
            bounds, right = loaded.arrays["bound." + name][1], array.array("f", expected)
            compared, = golden.compare(case["file"], {name: right})
            assert compared.wrong == 0, (case["name"], compared)
            numbers += compared.judged
            if name in loaded.metadata.get("rotations", "").split():
                assert wrong(case["file"], name, [-number for number in right]) == 0, case["name"]
            assert wrong(case["file"], name, right[:-1]) > 0, case["name"]
            judged = [i for i, bound in enumerate(bounds) if bound < math.inf]
            if not judged or not math.isfinite(expected[judged[-1]]):
                continue
            for other in (math.nan, expected[judged[-1]] + 3 * bounds[judged[-1]] + 1e-3 * abs(expected[judged[-1]]) + 1e-30):
                mine = list(expected)
                mine[judged[-1]] = other
                assert wrong(case["file"], name, mine) > 0, (case["name"], name, other)
                refused += 1
            if name in loaded.metadata.get("directions", "").split():
                assert not any(math.isfinite(b) for b in bounds) or wrong(case["file"], name, [2 * n for n in expected]) > 0, case["name"]
assert cases and refused
print(f"python: {cases} cases, {numbers} numbers right, {refused} damaged ones refused, {time.monotonic() - start:.1f} s")
