# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Dual quaternion skinning without a root and without dual parts: the blended motion is a quotient of polynomials, its
translation sum_i s_i w_i vec((t_i, 0) q_i b_q*) / (b_q . b_q). Stretched normals go through the inverse transpose."""
from functools import partial

from mpmath import isfinite, mpf

from shared.linear import add, apply, cofactors, determinant, dot, length, matrix_sum, scaled, times, total
from shared.pose import influences, palette_motions, surface
from shared.rotation import conjugate, multiply, near, turned

NO_ROTATION = [mpf(0), mpf(0), mpf(0), mpf(1)]


def of_slot(joint, motions, level):
    """The joint's quaternion; None if the palette has no rigid motion for the joint, which then moves no vertex."""
    q, t = motions[joint]
    is_rigid = all(isfinite(x) for x in q + t) and abs(length(q) - 1) <= mpf("0.02")
    return q if is_rigid or level == "pose" else NO_ROTATION


def signed(rule, pairs, first_joint, motions, level):
    """(s_i q_i, t_i, w_i) of every influence."""
    if rule == "first-slot":
        a = of_slot(first_joint, motions, level)
    elif rule == "largest-weight":
        a = motions[max(pairs, key=lambda pair: pair[1])[0]][0]
    else:
        a = motions[pairs[0][0]][0]
    result = []
    for joint, weight in pairs:
        if rule == "running-sum" and result:
            a = total((times(w, q) for q, _, w in result), 4)
        q, t = motions[joint]
        result.append((near(q, a), t, weight))
    return result


def answer(question):
    taps, motions = palette_motions(question)
    stretches = question.get("palette_stretches")

    def carriers(v):
        pairs = influences(question, v)
        if not pairs:
            return None
        parts = signed(question.options["pivot"], pairs, question["joints"][v][0], motions, question.level)
        b_q = total((times(w, q) for q, _, w in parts), 4)
        size = dot(b_q, b_q)
        if size == 0:
            return None
        products = (times(w, multiply(multiply(t + [mpf(0)], q), conjugate(b_q))) for q, t, w in parts)
        moved = times(1 / size, total(products, 4)[:3])

        turn = partial(turned, b_q)

        def place(x):
            return add(turn(x), moved)

        if stretches is None:
            return place, turn, turn
        b = matrix_sum(scaled(weight, stretches[joint]) for joint, weight in pairs)
        d = determinant(b)
        return (lambda x: place(apply(b, x)),
                lambda n: None if d == 0 else turn(apply(scaled(1 / d, cofactors(b)), n)),
                lambda t: turn(apply(b, t)))

    return surface(question, carriers) | taps
