# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear interpolation as a start and a difference: a + t (b - a)."""
from mpmath import mpf

from shared.linear import add, subtract, times


def answer(question):
    def within(t):
        return max(mpf(0), min(t, mpf(1))) if question.options.get("range") == "clamped" else t

    return {"values": [add(a, times(within(t), subtract(b, a)))
                       for a, b, t in zip(question["a"], question["b"], question["t"])]}
