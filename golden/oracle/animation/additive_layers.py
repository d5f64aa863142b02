# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""All layers of a joint at once: the sum of translations, and the products of partial rotations and of scale factors."""
from functools import reduce

from mpmath import mpf

from animation.nlerp import nlerp
from shared.linear import add, times
from shared.rotation import conjugate, multiply

NONE = [mpf(0), mpf(0), mpf(0), mpf(1)]


def part(w, q):
    turned = nlerp(NONE, q, abs(w))
    return conjugate(turned) if w < 0 else turned


def factors(w, s):
    """None if a scale is divided by 0."""
    f = [1 + abs(w) * (x - 1) for x in s]
    if w > 0:
        return f
    return None if 0 in f else [1 / x for x in f]


def joint(question, t, q, s, layers):
    """layers: (weight, difference) of each layer whose weight is not 0."""
    t = reduce(add, [times(w, dt) for w, (dt, _, _) in layers], t)
    turns = [part(w, dq) for w, (_, dq, _) in layers]
    if question.options["delta_axes"] == "parent":
        q = reduce(lambda so_far, e: multiply(e, so_far), turns, q)
    else:
        q = multiply(q, reduce(multiply, turns, NONE))
    if question.options["delta_scales"] == "difference":
        return t, q, reduce(add, [times(w, ds) for w, (_, _, ds) in layers], s)
    for f in (factors(w, ds) for w, (_, _, ds) in layers):
        s = s and f and [a * b for a, b in zip(s, f)]
    return t, q, s


def answer(question):
    layers = [list(zip(*(question["delta_" + name][i] for name in ("translations", "rotations", "scales"))))
              for i in range(len(question["layer_weights"]))]
    pose = []
    for j, below in enumerate(zip(question["translations"], question["rotations"], question["scales"])):
        weighted = [(w * masks[j], layer[j]) for w, masks, layer in zip(question["layer_weights"], question["layer_masks"], layers)]
        pose.append(joint(question, *below, [each for each in weighted if each[0] != 0]))
    return dict(zip(("translations", "rotations", "scales"), map(list, zip(*pose))))
