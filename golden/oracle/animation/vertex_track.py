# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The weight of each of the two keys is the time to the other key; normals need no division by the interval, because
only their direction counts."""
from shared.linear import add, times, unit


def weighed(key_times, t):
    """[(key, weight)] of the keys around t; the weights sum to the interval."""
    earlier = [k for k, key in enumerate(key_times) if key <= t]
    later = [k for k, key in enumerate(key_times) if key >= t]
    if not earlier or not later or earlier[-1] == later[0]:
        return [(earlier[-1] if earlier else 0, 1)]
    k, following = earlier[-1], later[0]
    return [(k, key_times[following] - t), (following, t - key_times[k])]


def answer(question):
    weights = weighed(question["key_times"], question["time"][0])
    whole = sum(weight for _, weight in weights)

    def weighted_sum(keys):
        first, *rest = [times(weight, keys[k]) for k, weight in weights]
        return add(first, rest[0]) if rest else first

    answers = {"positions": [times(1 / whole, weighted_sum(keys)) for keys in question["key_positions"]]}
    if "key_normals" in question:
        answers["normals"] = [unit(weighted_sum(keys)) for keys in question["key_normals"]]
    return answers
