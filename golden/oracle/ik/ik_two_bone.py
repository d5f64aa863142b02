# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Two bones: the triangle's angle at the root by the half-angle formulas of plane trigonometry, which need only the
clamp of the reach, and the elbow's side by cross products."""
from mpmath import mpf, sqrt

from ik.shared.reach import answers_of, bones, reach
from shared.linear import add, cross, length, subtract, times, unit


def elbow_angle(l_1, l_2, d):
    """(cosine, sine) of the angle between l_1 and d in the triangle of sides l_1, l_2, d."""
    s = (l_1 + l_2 + d) / 2
    half_cosine = s * (s - l_2) / (l_1 * d)  # both squared
    half_sine = (s - l_1) * (s - d) / (l_1 * d)
    # Rounding can make a flat triangle's differences negative.
    return half_cosine - half_sine, 2 * sqrt(max(half_cosine * half_sine, mpf(0)))


def posed(rest, goal, k):
    """The three joints; None if the goal is on the root or the pole on the line."""
    a = rest[0]
    l_1, l_2 = (length(bone) for bone in bones(rest))
    to_goal = subtract(goal, a)
    n = unit(to_goal)
    across = unit(cross(to_goal, k))  # exactly 0 on the line: the numbers are float32
    if n is None or across is None:
        return None
    m = cross(across, n)
    _, _, d = reach(rest, goal)
    cosine, sine = elbow_angle(l_1, l_2, d)
    return [a, add(a, times(l_1, add(times(cosine, n), times(sine, m)))), add(a, times(d, n))]


def answer(question):
    is_point = question.options["pole"] == "position"

    def pose(row):
        rest, pole = question["rest"][row], question["poles"][row]
        return posed(rest, question["goals"][row], subtract(pole, rest[0]) if is_point else pole)

    return answers_of(question, pose)
