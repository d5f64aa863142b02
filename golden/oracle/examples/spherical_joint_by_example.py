# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Spherical joint blending by example without offsets: rotates a mean of the examples into the pose, each rotated
back by its own rotation; the vertex at rest has the rest of the weight."""
from mpmath import mpf

from shared.basis import between, sigma_of, weights
from shared.linear import add, subtract, times, total
from shared.pose import blended_quaternion, distinct_joints, influences, palette_motions, surface
from shared.rotation import conjugate, rotate, turned
from skinning.spherical_joint_blend import pivot_joint


def example_motions(question, k):
    return [(q[k], t[k]) for q, t in zip(question["example_rotations"], question["example_translations"])]


def axis_as_parent_has_it(question, j, motions):
    return rotate(conjugate(motions[question["parents"][j]][0]), rotate(motions[j][0], question["bone_axes"][j]))


def weights_of(question, motions):
    """a_jk of every joint; 0 for examples of other joints."""
    counts, P = question["example_counts"], len(question["example_positions"])
    if question.level == "palette":
        return question["example_weights"]
    rows = []
    for j, count in enumerate(counts):
        if count == 0:
            rows.append([mpf(0)] * P)
            continue
        axes = [question["bone_axes"][j]] + [axis_as_parent_has_it(question, j, example_motions(question, k)) for k in range(count)]
        asked = axis_as_parent_has_it(question, j, motions)
        distances = [[between(x, y, "arc-length") for y in axes] for x in axes]
        a = weights(distances, [between(asked, x, "arc-length") for x in axes], sigma_of(question), 0)
        rows.append(list(a[1:]) + [mpf(0)] * (P - count))
    return rows


def joint_of(question, joints):
    """The joint with examples in whose support a vertex of these joints lies."""
    parents = question["parents"]
    for j, count in enumerate(question["example_counts"]):
        if count > 0 and parents[j] in joints and parents[parents[j]] not in joints:
            return j
    return None


def answer(question):
    taps, motions = palette_motions(question)
    a = weights_of(question, motions)
    parents = question["parents"]
    examples = [example_motions(question, k) for k in range(len(question["example_positions"]))]

    def carriers(v):
        pairs = influences(question, v)
        if not pairs:
            return None
        joints = distinct_joints(pairs)
        p = pivot_joint(joints, parents)
        c = question["bind_positions"][p]

        def turn_of(palette):
            q_p, t_p = palette[p]
            return blended_quaternion(pairs, [q for q, _ in palette], parents), add(rotate(q_p, c), t_p)

        b, moved_c = turn_of(motions)
        own = joint_of(question, joints)
        shares = [] if own is None else a[own][: question["example_counts"][own]]
        left = 1 - sum(shares, mpf(0))
        with_normals = "normals" in question and "example_normals" in question
        points, normals = [], []
        for k, share in enumerate(shares):
            b_k, moved_c_k = turn_of(examples[k])
            points.append(times(share, turned(conjugate(b_k), subtract(question["example_positions"][k][v], moved_c_k))))
            if with_normals:
                normals.append(times(share, turned(conjugate(b_k), question["example_normals"][k][v])))

        def point(at):
            return add(total(turned(b, x) for x in [times(left, subtract(at, c))] + points), moved_c)

        def normal(n):
            return total(turned(b, m) for m in [times(left if with_normals else 1, n)] + normals)

        return point, normal, lambda t: turned(b, t)

    return surface(question, carriers) | taps | {"example_weights": a}
