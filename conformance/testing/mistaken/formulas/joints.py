# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Joints with degrees of freedom, driven joints, rest and animation chained, blended rotations and meshes with keys, from the pages
of reference/hierarchy and reference/animation; with what the course's exercises give of matrices and quaternions."""
import bisect
import math

from exercises import chain, inverse_bind, matrix_from_trs, matrix_product, rotation_matrix
from formulas.shared import add, clamped, dot, normalize, scale

# --- fk.dof ---

SLIDES, TURNS = [0, 0, 0, 0, 1, 3], [0, 1, 2, 3, 0, 3]


def turn(a, phi):
    half = math.sin(phi / 2)
    return rotation_matrix([a[0] * half, a[1] * half, a[2] * half, math.cos(phi / 2)])


def linear_product(a, b):
    return [[dot(row, column) for column in zip(*b)] for row in a]


def within(value, limits):
    return clamped(value, *limits)


def motion(slides, turns):
    """Each a list of (axis, number)."""
    moved, turned = [0.0] * 3, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    for axis, number in slides:
        moved = add(moved, scale(axis, number))
    for axis, number in turns:
        turned = linear_product(turned, turn(axis, number))
    return [row + [t] for row, t in zip(turned, moved)]


def answer_dof(question):
    arrays, local, first = question.arrays, [], 0
    for kind, offset in zip(arrays["joint_types"], arrays["offsets"]):
        count = SLIDES[kind] + TURNS[kind]
        rows = slice(first, first + count)
        first += count
        axes = [normalize(a) for a in arrays["dof_axes"][rows]]
        numbers = [within(x, limits) for x, limits in zip(arrays["dof_values"][rows], arrays["dof_limits"][rows])]
        dofs = list(zip(axes, numbers))
        slides, turns = dofs[: SLIDES[kind]], dofs[SLIDES[kind] :]
        moved = motion(slides, turns)
        local.append(matrix_product(offset, moved))
    return {"world": chain(arrays["parents"], local, matrix_product)}


# --- driven-joint ---


def drive_angle(axis, q):
    q = [-x for x in q] if q[3] < 0 else q
    u, w = q[:3], q[3]
    return 2 * math.atan2(dot(normalize(axis), u), w)


def drive_value(angles, values, theta):
    k = bisect.bisect_right(angles, theta) - 1
    if k < 0 or k == len(angles) - 1:
        return values[max(k, 0)]
    s = (theta - angles[k]) / (angles[k + 1] - angles[k])
    return [(1 - s) * x + s * y for x, y in zip(values[k], values[k + 1])]


def answer_driven(question):
    arrays = question.arrays
    trs = [list(joint) for joint in zip(*(arrays["local_" + name] for name in ("translations", "rotations", "scales")))]
    own, done, first = [list(joint) for joint in trs], set(), 0
    for (driving, driven, part), axis, count in zip(arrays["drives"], arrays["drive_axes"], arrays["key_counts"]):
        keys = slice(first, first + count)
        first += count
        theta = drive_angle(axis, own[driving][1])
        value = drive_value(arrays["key_angles"][keys], arrays["key_values"][keys], theta)
        trs[driven][2 * part] = value
    is_matrix = arrays.get("local_is_matrix", [0] * len(trs))
    local = [arrays["local_matrices"][j] if is_matrix[j] else matrix_from_trs(*joint) for j, joint in enumerate(trs)]
    return {"world": chain(arrays["parents"], local, matrix_product)}


# --- fk.product ---


def answer_product(question):
    arrays = question.arrays
    turned = [[row + [0.0] for row in rotation_matrix(q)] for q in arrays["rotations"]]
    posed = chain(arrays["parents"], [matrix_product(rest, r) for rest, r in zip(arrays["rest"], turned)], matrix_product)
    inverses = [inverse_bind(rest) for rest in arrays["rest"]]
    at_rest = chain(arrays["parents"], inverses, lambda parent, own: matrix_product(own, parent))
    return {"palette": [matrix_product(a, b) for a, b in zip(posed, at_rest)]}


# --- interp.quaternion-blend ---


def blended(rotations, weights, lead):
    total, sign = [0.0] * 4, 1.0
    for i, (q, w) in enumerate(zip(rotations, weights)):
        if w != 0:
            s = -1.0 if dot(q, rotations[lead]) < 0 else 1.0
            total = [x + s * w * y for x, y in zip(total, q)]
    return normalize(total)


def answer_blend(question):
    arrays = question.arrays
    return {"values": [blended(*row) for row in zip(arrays["rotations"], arrays["weights"], arrays["leads"])]}


# --- anim.vertex ---


def at_time(times, rows, t):
    k = bisect.bisect_right(times, t) - 1
    if k < 0 or k == len(times) - 1:
        return rows[max(k, 0)]
    u = (t - times[k]) / (times[k + 1] - times[k])
    return [(1 - u) * x + u * y for x, y in zip(rows[k], rows[k + 1])]


def answer_vertices(question):
    arrays, t = question.arrays, question.arrays["time"][0]
    times = arrays["key_times"]
    results = {"positions": [at_time(times, rows, t) for rows in arrays["key_positions"]]}
    if "key_normals" in arrays:
        results["normals"] = [normalize(at_time(times, rows, t)) for rows in arrays["key_normals"]]
    return results


ALGORITHMS = {
    "fk.dof": (answer_dof, {}),
    "driven-joint": (answer_driven, {}),
    "fk.product": (answer_product, {}),
    "interp.quaternion-blend": (answer_blend, {}),
    "anim.vertex": (answer_vertices, {}),
}
