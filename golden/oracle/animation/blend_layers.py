# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Running means: each layer moves the mean towards itself by its fraction of the weight so far."""
from mpmath import mpf

from animation.nlerp import nlerp
from shared.linear import add, length, subtract, times


def mixed(layers, weights):
    """A running mean stores direction and length of the sum of rotations separately, because nlerp's ends may have any length."""
    mean, so_far, size = None, mpf(0), mpf(0)
    for (t, q, s), w in zip(layers, weights):
        if w == 0:
            continue
        so_far += w
        if mean is None:
            mean, size = (t, times(1 / length(q), q), s), w * length(q)
            continue
        share = w / so_far
        turned = nlerp(times(size, mean[1]), times(w, q), mpf(1) / 2)
        size = max(length(add(times(size, mean[1]), times(w, q))), length(subtract(times(size, mean[1]), times(w, q))))
        mean = (add(mean[0], times(share, subtract(t, mean[0]))), turned, add(mean[2], times(share, subtract(s, mean[2]))))
    return mean


def answer(question):
    (threshold,) = question["threshold"]
    layers = list(zip(question["layer_weights"], question["layer_masks"], question["layer_translations"], question["layer_rotations"],
                      question["layer_scales"]))
    pose = []
    for j, rest in enumerate(zip(question["rest_translations"], question["rest_rotations"], question["rest_scales"])):
        weights = [w * masks[j] for w, masks, *_ in layers]
        weights.append(max(threshold - sum(weights), mpf(0)))
        pose.append(mixed([(t[j], q[j], s[j]) for _, _, t, q, s in layers] + [rest], weights))
    return dict(zip(("translations", "rotations", "scales"), map(list, zip(*pose))))
