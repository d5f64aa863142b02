# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Integers that sum to the number of steps, by the largest remainders."""
from mpmath import floor, mpf


def packed(weights, n):
    """k of every slot; None without any weight."""
    whole = sum(weights)
    if whole == 0:
        return None
    shares = [n * weight / whole for weight in weights]
    k = [int(floor(share)) for share in shares]
    up = sorted(range(len(k)), key=lambda i: -(shares[i] - k[i]))[: n - sum(k)]  # among equal ones, the first stays first
    return [mpf(steps + (i in up)) for i, steps in enumerate(k)]


def slots(question):
    """(joints, weights) of every vertex."""
    joints = question["joints"]
    return list(zip(joints, question["weights"] if "weights" in question else [[mpf(1)] * len(row) for row in joints]))


def integers(question, n, name):
    """The integers of every vertex, joints first, and the weights that they encode."""
    rows, unpacked = [], []
    for joints, weights in slots(question):
        k = packed(weights, n)
        stored = k if k is None or question.options.get("last_weight") != "implicit" else k[:-1]
        rows.append(None if k is None else [mpf(joint) for joint in joints] + stored)
        unpacked.append(None if k is None else [steps / n for steps in k])
    return {name: rows, "unpacked_weights": unpacked}
