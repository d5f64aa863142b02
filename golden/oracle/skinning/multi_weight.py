# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Multi-weight enveloping, blended first: one matrix moves the vertex; its number (r, c) blends the joints' numbers
(r, c) by separate weights. Solves the inverse transpose as a linear system, by elimination."""
from mpmath import mpf

from shared.linear import apply, linear_part, move_point
from shared.pose import palette_matrices, surface
from skinning.stitching import carried


def blended_by_entries(matrices, weights):
    """sum_i w_irc (M_i)_rc; numbers without weight are not read."""

    def entry(r, c):
        pairs = ((w[4 * r + c], m[r][c]) for w, m in zip(weights, matrices))
        return sum((w * x for w, x in pairs if w != 0), mpf(0))

    return [[entry(r, c) for c in range(4)] for r in range(3)]


def answer(question):
    taps, palette = palette_matrices(question)
    rule = question.options.get("normal_rule", "direction")

    def carriers(v):
        blend = blended_by_entries([palette[j] for j in question["joints"][v]], question["entry_weights"][v])
        b = linear_part(blend)
        return lambda x: move_point(blend, x), lambda n: carried(rule, b, n), lambda t: apply(b, t)

    return surface(question, carriers) | taps
