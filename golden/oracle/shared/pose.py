# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The common part of all inputs at level pose: keyframes move joints, joints move their children.

By the pages of fk_matrix, fk_quaternion, palette, step_track, linear_track and cubicspline_track."""
from functools import lru_cache, partial

from mpmath import mpf

from shared.linear import (add, affine, apply, compose, identity, linear_part, matrix_sum, move_point, scaled, subtract,
                           times, total, unit)
from shared.rotation import decomposed, multiply, near, nlerp, rotate, rotation_matrix, slerp

STEP, LINEAR, CUBICSPLINE = range(3)
TRANSLATION, ROTATION, SCALE, TARGET_WEIGHTS = range(4)
NO_MATRIX = 0


def sample(times_, values, t, interpolation, is_rotation, by=slerp):
    """The value at time t; None for an undefined rotation. Cubic keys are (in-tangent, value, out-tangent)."""

    def at_key(value):
        if interpolation == LINEAR and is_rotation and by is nlerp:
            return unit(value)
        if interpolation != CUBICSPLINE:
            return value
        return unit(value[1]) if is_rotation else value[1]

    before = [k for k, key in enumerate(times_) if key <= t]
    if not before:
        return at_key(values[0])
    k = before[-1]
    if times_[k] == t or k == len(times_) - 1 or interpolation == STEP:
        return at_key(values[k])
    d = times_[k + 1] - times_[k]
    u = (t - times_[k]) / d
    if interpolation == LINEAR and is_rotation:
        return by(values[k], values[k + 1], u)
    if interpolation == LINEAR:
        return add(times(1 - u, values[k]), times(u, values[k + 1]))
    # Hermite's cubic in Bezier's form: control points a third of the interval along the tangents.
    (_, p0, out), (in_, p3, _) = values[k], values[k + 1]
    p1, p2 = add(p0, times(d / 3, out)), add(p3, times(-d / 3, in_))
    points = [p0, p1, p2, p3]
    while len(points) > 1:  # de Casteljau
        points = [add(times(1 - u, p), times(u, q)) for p, q in zip(points, points[1:])]
    return unit(points[0]) if is_rotation else points[0]


def sampled_tracks(question, by=slerp):
    """(joint, path, value at the input's time) of every track."""
    for i, (joint, path, interpolation) in enumerate(question.get("tracks", [])):
        yield joint, path, sample(question[f"track_{i}_times"], question[f"track_{i}_values"], question["time"][0],
                                  interpolation, path == ROTATION, by)


def posed_locals(question):
    """Translations, rotations and scales, replaced by the values of tracks."""
    parts = [[list(row) for row in question[name]]
             for name in ("local_translations", "local_rotations", "local_scales")]
    by = nlerp if question.options.get("rotation_interpolation") == "nlerp" else slerp
    for joint, path, value in sampled_tracks(question, by):
        if path != TARGET_WEIGHTS:
            parts[path][joint] = value
    if question.options.get("matrix_joints") == "decomposed":
        for j, flag in enumerate(question.get("local_is_matrix", [])):
            if flag != NO_MATRIX:
                parts[0][j], parts[1][j], parts[2][j] = decomposed(question["local_matrices"][j])
    if question.options.get("rotations") == "kept-unit":
        parts[1] = [unit(q) for q in parts[1]]
    return parts


def down_the_chain(parents, roots_and_children):
    """Calls roots_and_children(the parent's result or None, j) for every joint j, parents first, and lists the results."""

    @lru_cache(maxsize=None)
    def world(j):
        return roots_and_children(None if parents[j] < 0 else world(parents[j]), j)

    return [world(j) for j in range(len(parents))]


def world_matrices(question):
    """W_j of every joint."""
    translations, rotations, scales = posed_locals(question)
    matrices = question.get("local_matrices")
    is_matrix = question["local_is_matrix"] if "local_is_matrix" in question else [NO_MATRIX] * len(translations)
    if question.options.get("scale_inheritance") == "without-shear":
        for j, flag in enumerate(is_matrix):
            if flag != NO_MATRIX:
                translations[j], rotations[j], scales[j] = decomposed(matrices[j])
        return without_shear(question["parents"], translations, rotations, scales)

    def local(j):
        if is_matrix[j] != NO_MATRIX:  # also if decomposed: T R S is the same matrix
            return matrices[j]
        return affine([[c * s for c, s in zip(row, scales[j])] for row in rotation_matrix(rotations[j])], translations[j])

    return down_the_chain(question["parents"],
                          lambda parent, j: local(j) if parent is None else compose(parent, local(j)))


def without_shear(parents, translations, rotations, scales):
    """Accumulates rotations and scales separately; the parent scales, rotates and moves positions."""

    def below(parent, j):
        if parent is None:
            return translations[j], rotations[j], scales[j]
        moved, rotation, scale = parent
        place = [s * x for s, x in zip(scale, translations[j])]
        return (add(rotate(rotation, place), moved), multiply(rotation, rotations[j]),
                [a * b for a, b in zip(scale, scales[j])])

    return [affine([[c * s for c, s in zip(row, scale)] for row in rotation_matrix(rotation)], moved)
            for moved, rotation, scale in down_the_chain(parents, below)]


def palette_matrices(question):
    """(taps, M_j): given at level palette, W_j A_j at level pose."""
    if question.level == "palette":
        return {}, question["palette"]
    world = world_matrices(question)
    palette = [compose(w, a) for w, a in zip(world, question["inverse_binds"])]
    return {"world": world, "palette": palette}, palette


def world_motions(question):
    """(q_j, t_j) of every joint: rotation, then translation."""
    translations, rotations, _ = posed_locals(question)

    def below(parent, j):
        if parent is None:
            return rotations[j], translations[j]
        q, t = parent
        return multiply(q, rotations[j]), add(rotate(q, translations[j]), t)

    return down_the_chain(question["parents"], below)


def palette_motions(question):
    """(taps, [(q_j, t_j)]): the palette as rigid motions."""
    if question.level == "palette":
        return {}, list(zip(question["palette_rotations"], question["palette_translations"]))
    world = world_motions(question)
    binds = zip(question["inverse_bind_rotations"], question["inverse_bind_translations"])
    palette = [(multiply(q, qa), add(rotate(q, ta), t)) for (q, t), (qa, ta) in zip(world, binds)]
    taps = {}
    for name, motions in (("world", world), ("palette", palette)):
        taps[f"{name}_rotations"] = [q for q, _ in motions]
        taps[f"{name}_translations"] = [t for _, t in motions]
    return taps, palette


def slots_as_given(question, v):
    """The (joint, weight) pairs of all slots of vertex v."""
    joints = question["joints"][v]
    return list(zip(joints, question["weights"][v] if "weights" in question else [mpf(1)] * len(joints)))


def heaviest_first(given):
    return sorted(range(len(given)), key=lambda k: (-given[k][1], k))


def is_tied(question, v):
    """True if the four largest are ambiguous: the fourth and fifth weights are equal and belong to different joints."""
    given = slots_as_given(question, v)
    if question.options.get("influences_kept") != "four-largest" or len(given) < 5:
        return False
    order = heaviest_first(given)
    weight = given[order[4]][1]
    return weight != 0 and given[order[3]][1] == weight and len({joint for joint, w in given if w == weight}) > 1


def counted_slots(question, v):
    """(slot, joint, weight) of the slots whose weight is not 0, by influences_kept, zero_sum and weight_sum."""
    given = slots_as_given(question, v)
    slots = range(len(given))
    if question.options.get("influences_kept") == "first-four":
        slots = slots[:4]
    elif question.options.get("influences_kept") == "four-largest":
        slots = sorted(heaviest_first(given)[:4])
    counted = [(k, *given[k]) for k in slots if given[k][1] != 0]
    if not counted and question.options.get("zero_sum") == "first-joint":
        counted = [(0, given[0][0], mpf(1))]
    if counted and question.options.get("weight_sum") == "renormalised":
        whole = sum(weight for _, _, weight in counted)
        counted = [(slot, joint, weight / whole) for slot, joint, weight in counted]
    return counted


def influences(question, v):
    """The (joint, weight) pairs of those slots, as listed."""
    return [(joint, weight) for _, joint, weight in counted_slots(question, v)]


def rests(question, v):
    """True if the vertex does not move because it has no influence."""
    return question.options.get("zero_sum") == "rest" and not influences(question, v)


def blended(pairs, matrices, rows=3, columns=4):
    """sum_i w_i M_i; matrices without weight are not read."""
    return matrix_sum((scaled(weight, matrices[joint]) for joint, weight in pairs), rows, columns)


def blend_of(question, v, matrices):
    """The transform of vertex v; the identity if it does not move."""
    if rests(question, v):
        return [row + [mpf(0)] for row in identity()]
    return blended(influences(question, v), matrices)


def about(centre, goes_to, turn):
    """The maps of a vertex that rotates about a moving centre."""
    return lambda x: add(turn(subtract(x, centre)), goes_to), turn, turn


def by_map(map_):
    """The maps of a vertex, its normal and its tangent, all by one affine map; None without a map."""
    linear = map_ and partial(apply, linear_part(map_))
    return map_ and (partial(move_point, map_), linear, linear)


def surface(question, carriers):
    """mesh(); a vertex without influence may stay, and a vertex with tied influences has no output."""
    def goes(v):
        if is_tied(question, v):
            return None
        return (lambda y: y,) * 3 if rests(question, v) else carriers(v)

    return mesh(question, goes)


def mesh(question, carriers):
    """Positions, normals and tangents of all vertices: carriers(v) returns functions for its position, normal and
    tangent, or None if the vertex has no output; each takes three numbers and may return None."""
    answers = {"positions": [], "normals": [], "tangents": []}
    for v, x in enumerate(question["positions"]):
        point, normal, tangent = carriers(v) or (lambda _: None,) * 3
        answers["positions"].append(point(x))
        if "normals" in question:
            n = normal(question["normals"][v])
            answers["normals"].append(n and unit(n))
        if "tangents" in question:
            t = tangent(question["tangents"][v][:3])
            t = t and unit(t)
            # Handedness passes through.
            answers["tangents"].append(t and list(t) + [question["tangents"][v][3]])
    return answers


def distinct_joints(pairs):
    """The influencing joints, each once, in the order listed."""
    return list(dict.fromkeys(joint for joint, _ in pairs))


def ancestors(parents, joint):
    """The number of influencing joints."""
    return 0 if parents[joint] < 0 else 1 + ancestors(parents, parents[joint])


def blended_quaternion(pairs, quaternions, parents):
    """sum_i w_i s_i q_i, signs relative to the joint nearest to the root; among equal ones, the first listed."""
    lead = min(distinct_joints(pairs), key=lambda joint: ancestors(parents, joint))
    return total((times(weight, near(quaternions[joint], quaternions[lead])) for joint, weight in pairs), 4)
