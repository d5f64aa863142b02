# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear blending in batches: palette parts, after dropping the weights that a batch cannot hold. The batch that
draws a triangle is judged, not computed."""
from mpmath import mpf

from skinning.palette_parts import as_given, blended_answer, choices, lone_vertices


def joints_kept(pairs_of_vertices, vertices, limit):
    """The strongest joint of each vertex, then the joints with the largest weights over all these vertices."""
    heaviest = {max(pairs_of_vertices[v], key=lambda pair: pair[1])[0] for v in vertices if pairs_of_vertices[v]}
    whole = {}
    for v in vertices:
        for joint, weight in pairs_of_vertices[v]:
            whole[joint] = whole.get(joint, mpf(0)) + weight
    others = sorted(whole.keys() - heaviest, key=lambda joint: (-whole[joint], joint))
    return heaviest | set(others[:max(0, limit - len(heaviest))])


def reduced(question):
    """The influences w' of every vertex, and its dropped weight."""
    given = as_given(question)
    if question.options.get("excess") != "reduce":
        return given, [mpf(0)] * len(given)
    stays = [{joint for joint, _ in pairs} for pairs in given]
    for group in list(question["triangles"]) + lone_vertices(question):
        kept = joints_kept(given, group, question["matrix_limit"][0])
        for v in group:
            stays[v] &= kept
    pairs_of_vertices, dropped = [], []
    for pairs, joints in zip(given, stays):
        s = sum((w for _, w in pairs), mpf(0))
        d = sum((w for joint, w in pairs if joint not in joints), mpf(0))
        pairs_of_vertices.append([(joint, w * s / (s - d)) for joint, w in pairs if joint in joints])
        dropped.append(d)
    return pairs_of_vertices, dropped


CHOICES = choices(lambda question: reduced(question)[0])


def answer(question):
    pairs_of_vertices, dropped = reduced(question)
    return blended_answer(question, pairs_of_vertices) | {"dropped_weights": dropped}
