# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Worked solutions. Read them after your own are right: python3 subject.py --exercises solution

    parent_from_joint   a joint's transform in its parent's space (local)
    world_from_joint    in the world (global)
    joint_from_mesh     inverse bind matrix
    mesh_from_mesh      skinning matrix: the palette
"""
import bisect
import math

import gltf
from vectors import add, cross, dot, normalize, scale, subtract

NAME = "worked solutions"
RIGID_NORMAL_RULES = ["direction", "inverse-transpose"]
NORMAL_RULES = ["direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"]
PIVOTS = ["first-influence", "largest-weight", "first-slot", "running-sum"]
ASSETS = True


# --- 1. Parents and local frames ---


def matrix_from_trs(translation, rotation, scales):
    """T R S: the columns of the rotation matrix, each times its axis's scale, beside the translation."""
    return [[r * s for r, s in zip(row, scales)] + [t] for row, t in zip(rotation_matrix(rotation), translation)]


def rotation_matrix(q):
    x, y, z, w = q
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]


def matrix_product(a, b):
    """(C_a | t_a) (C_b | t_b) = (C_a C_b | C_a t_b + t_a)."""
    product = [[row[0] * b[0][c] + row[1] * b[1][c] + row[2] * b[2][c] for c in range(4)] for row in a]
    for r in range(3):
        product[r][3] += a[r][3]
    return product


def chain(parents, local, product):
    """world = world of the parent, times local; every parent before its children, whatever order they are listed in."""
    world = [None] * len(parents)
    for j in range(len(parents)):
        waiting = []  # from j upwards, those whose world is not known yet
        while j >= 0 and world[j] is None:
            waiting.append(j)
            j = parents[j]
        for k in reversed(waiting):
            world[k] = local[k] if parents[k] < 0 else product(world[parents[k]], local[k])
    return world


def global_matrices(parents, parent_from_joint):
    return chain(parents, parent_from_joint, matrix_product)


# --- 2. Local to global with quaternions ---


def quaternion_product(a, b):
    """(u, w) (v, s) = (w v + s u + u x v, w s - u . v)."""
    u, w, v, s = a[:3], a[3], b[:3], b[3]
    return add(add(scale(v, w), scale(u, s)), cross(u, v)) + [w * s - dot(u, v)]


def rotate(q, x):
    """x + 2 (w (u x x) + u x (u x x)), cheaper than q x q*."""
    u, w = q[:3], q[3]
    once = cross(u, x)
    twice = cross(u, once)
    return [x[i] + 2 * (w * once[i] + twice[i]) for i in range(3)]


def motion_product(a, b):
    return quaternion_product(a[0], b[0]), add(rotate(a[0], b[1]), a[1])


def global_motions(parents, parent_from_joint):
    return chain(parents, parent_from_joint, motion_product)


# --- 3. Bones ---


def bones(parents, world_from_joint):
    where = [[row[3] for row in matrix] for matrix in world_from_joint]
    return [[where[j], where[parent]] for j, parent in enumerate(parents) if parent >= 0]


# --- 4. Key poses ---


def lerp(a, b, t):
    return [(1 - t) * x + t * y for x, y in zip(a, b)]


def short_arc(a, b):
    """b or -b, the same rotation, whichever is nearer to a."""
    return [-y for y in b] if dot(a, b) < 0 else b


def slerp(a, b, t):
    b = short_arc(a, b)
    # Half the sum and half the difference of unit quaternions are the cosine and the sine of half the angle: exact
    # for small angles, where an arccosine is not.
    half_sine = math.sqrt(sum((y - x) ** 2 for x, y in zip(a, b)))
    half_cosine = math.sqrt(sum((y + x) ** 2 for x, y in zip(a, b)))
    theta = 2 * math.atan2(half_sine, half_cosine)
    if theta == 0:
        return lerp(a, b, t)
    w0, w1 = math.sin((1 - t) * theta) / math.sin(theta), math.sin(t * theta) / math.sin(theta)
    return [w0 * x + w1 * y for x, y in zip(a, b)]


def key_poses(times, period, t, translations, rotations):
    phase = t % period  # of Python: never negative
    last = len(times) - 1
    k = bisect.bisect_right(times, phase) - 1
    if last == 0:
        return translations[0], rotations[0]
    if k < 0 or k == last:  # over the end of the period, from the last key to the first
        k, following = last, 0
        u = (phase - times[last]) % period / (times[0] + period - times[last])
    else:
        following = k + 1
        u = (phase - times[k]) / (times[following] - times[k])
    return ([lerp(a, b, u) for a, b in zip(translations[k], translations[following])],
            [slerp(a, b, u) for a, b in zip(rotations[k], rotations[following])])


# --- 5. Rigid weights ---


def linear(matrix, x):
    """C x: how a direction moves."""
    return [row[0] * x[0] + row[1] * x[1] + row[2] * x[2] for row in matrix]


def transform(matrix, x):
    """C x + t: how a point moves."""
    return [row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + row[3] for row in matrix]


def cofactors(matrix):
    """Its rows are the cross products of the others: cof(C) = det(C) C^-T, and it exists for every C."""
    a, b, c = (row[:3] for row in matrix)
    return [cross(b, c), cross(c, a), cross(a, b)]


def normal_matrix(matrix):
    """A positive multiple of C^-T: a mirroring C must not turn the normals inside out."""
    cof = cofactors(matrix)
    sign = -1 if dot(matrix[0][:3], cof[0]) < 0 else 1
    return [scale(row, sign) for row in cof]


def rigid_vertex(matrix, position, normal, tangent, normal_rule):
    for_normals = normal_matrix(matrix) if normal_rule == "inverse-transpose" else matrix
    return (transform(matrix, position),
            normal and normalize(linear(for_normals, normal)),
            tangent and normalize(linear(matrix, tangent)))


# --- 6. and 7. From bind time to now ---


def inverse_bind(world_from_joint):
    """(C^-1 | -C^-1 t) with C^-1 = cof(C)^T / det(C)."""
    cof = cofactors(world_from_joint)
    det = dot(world_from_joint[0][:3], cof[0])
    t = [row[3] for row in world_from_joint]
    inverse = [[cof[c][r] / det for c in range(3)] for r in range(3)]
    return [row + [-dot(row, t)] for row in inverse]


def palette(world_from_joint, joint_from_mesh):
    return [matrix_product(w, a) for w, a in zip(world_from_joint, joint_from_mesh)]


# --- 8. Linear blend skinning ---


def weighted(influences):
    """Without weight 0: those slots may name a joint that holds infinities, and 0 times infinity is NaN."""
    return [(j, w) for j, w in influences if w != 0]


def weighted_sum(influences, matrices):
    """sum_i w_i M_i, of matrices with any number of columns."""
    blend = [[0.0] * len(matrices[0][0]) for _ in range(3)]
    for j, w in weighted(influences):
        for into, row in zip(blend, matrices[j]):
            for c, x in enumerate(row):
                into[c] += w * x
    return blend


def linear_blend(influences, matrices, position, normal, tangent, normal_rule):
    blend = weighted_sum(influences, matrices)
    for_normals = blend
    if normal and normal_rule == "inverse-transpose-of-blend":
        for_normals = normal_matrix(blend)
    elif normal and normal_rule == "blend-of-inverse-transposes":
        for_normals = blend_of_inverse_transposes(influences, matrices)
    return (transform(blend, position),
            normal and normalize(linear(for_normals, normal)),
            tangent and normalize(linear(blend, tangent)))


def blend_of_inverse_transposes(influences, matrices):
    """sum_i w_i cof(C_i) / det(C_i); zero, without an answer, if a C_i has no inverse."""
    blend = [[0.0] * 3 for _ in range(3)]
    for j, w in weighted(influences):
        cof = cofactors(matrices[j])
        det = dot(matrices[j][0][:3], cof[0])
        if det == 0:
            return [[0.0] * 3 for _ in range(3)]
        for into, row in zip(blend, cof):
            for c in range(3):
                into[c] += w * row[c] / det
    return blend


# --- 9. Linear falloff ---


def linear_falloff(distance, half_width):
    return min(max((distance + half_width) / (2 * half_width), 0.0), 1.0)


# --- 10. Pose interpolation ---


def nlerp(a, b, t):
    return normalize(lerp(a, short_arc(a, b), t))


def key_before(times, t):
    """Index of the last key that is not after t; -1 before the first, and for NaN."""
    return bisect.bisect_right(times, t) - 1 if t == t else -1


def step_track(times, values, t):
    return values[max(key_before(times, t), 0)]


def linear_track(times, values, is_rotation, t):
    k = key_before(times, t)
    if k < 0 or k == len(times) - 1:
        return values[max(k, 0)]
    u = (t - times[k]) / (times[k + 1] - times[k])
    return (slerp if is_rotation else lerp)(values[k], values[k + 1], u)


def cubicspline_track(times, values, is_rotation, t):
    k = key_before(times, t)
    if k < 0 or k == len(times) - 1:
        x = values[max(k, 0)][1]
    else:
        d = times[k + 1] - times[k]
        u = (t - times[k]) / d
        weights = [(1 + 2 * u) * (1 - u) ** 2, d * u * (1 - u) ** 2, u * u * (3 - 2 * u), d * u * u * (u - 1)]
        ends = values[k][1], values[k][2], values[k + 1][1], values[k + 1][0]
        x = [dot(weights, column) for column in zip(*ends)]
    return normalize(x) if is_rotation else x


# --- 11. A real character ---


def apply_tracks(locals_trs, tracks, time):
    for joint, path, interpolation, times, values in tracks:
        is_rotation = path == "rotation"
        if interpolation == "step":
            value = step_track(times, values, time)
        elif interpolation == "linear":
            value = linear_track(times, values, is_rotation, time)
        else:
            value = cubicspline_track(times, values, is_rotation, time)
        locals_trs[joint][["translation", "rotation", "scale"].index(path)] = value
    return locals_trs


def skin_asset(file, clip, time, parts, normal_rule):
    """Reads the file with gltf.py, poses its nodes, and skins part by part."""
    asset = gltf.load(file)
    trs = [list(asset.local_trs(n)) for n in range(asset.node_count)]
    if clip is not None:
        trs = apply_tracks(trs, asset.tracks(clip), time)
    matrices = [asset.local_matrix(n) for n in range(asset.node_count)]
    local = [matrix or matrix_from_trs(*joint) for matrix, joint in zip(matrices, trs)]
    world = global_matrices(asset.parents(), local)
    results = {"positions": [], "normals": [], "tangents": []}
    for part in parts:
        for name, rows in skin_part(asset, part, world, normal_rule).items():
            results[name] += rows
    return results


def skin_part(asset, part, world, normal_rule):
    """The vertices of one primitive. A skinned mesh is where its joints are: the node's own transform has no say."""
    rigid_rule = "direction" if normal_rule == "direction" else "inverse-transpose"
    mesh = asset.primitive(part["mesh"], part["primitive"])
    skin = asset.skin(part["node"])
    if skin and mesh["influences"]:
        joint_nodes, inverse_binds = skin
        matrices = palette([world[n] for n in joint_nodes], inverse_binds)
    results = {"positions": [], "normals": [], "tangents": []}
    for v, position in enumerate(mesh["positions"]):
        normal = mesh["normals"] and mesh["normals"][v]
        tangent = mesh["tangents"] and mesh["tangents"][v]
        if skin and mesh["influences"]:
            moved = linear_blend(mesh["influences"][v], matrices, position, normal, tangent and tangent[:3], normal_rule)
        else:
            moved = rigid_vertex(world[part["node"]], position, normal, tangent and tangent[:3], rigid_rule)
        results["positions"].append(moved[0])
        if normal:
            results["normals"].append(moved[1])
        if tangent:
            results["tangents"].append(moved[2] + [tangent[3]])
    return results


# --- 14. Dual quaternions ---


def blended_rotation(influences, motions, pivot):
    """The influences with the signs that bring their quaternions onto one half of the sphere, and sum_i s_i w_i q_i."""
    used = weighted(influences)
    lead = max(range(len(used)), key=lambda i: used[i][1]) if pivot == "largest-weight" else 0
    leader = motions[influences[0][0] if pivot == "first-slot" else used[lead][0]][0]
    signed, total = [], [0.0] * 4
    for j, w in used:
        q = motions[j][0]
        against = total if pivot == "running-sum" and signed else leader
        signed.append((j, -w if dot(q, against) < 0 else w))
        total = [x + signed[-1][1] * y for x, y in zip(total, q)]
    return signed, total


def dual_quaternion(influences, motions, stretches, position, normal, tangent, pivot):
    if not weighted(influences):
        return [0.0] * 3, normal and [0.0] * 3, tangent and [0.0] * 3
    if stretches:
        position, normal, tangent = stretch(influences, stretches, position, normal, tangent)
    used, real = blended_rotation(influences, motions, pivot)
    dual = [0.0] * 4
    for j, w in used:
        q, t = motions[j]
        d = quaternion_product(t + [0.0], q)  # twice the dual part: the 2 of the translation is in it
        dual = [x + w * y for x, y in zip(dual, d)]
    length = math.sqrt(dot(real, real))
    if length == 0:
        return [0.0] * 3, normal and [0.0] * 3, tangent and [0.0] * 3
    r, d = [x / length for x in real], [x / length for x in dual]
    conjugate = [-r[0], -r[1], -r[2], r[3]]
    translation = quaternion_product(d, conjugate)[:3]
    return (add(rotate(r, position), translation),
            normal and normalize(rotate(r, normal)),
            tangent and normalize(rotate(r, tangent)))


def stretch(influences, stretches, position, normal, tangent):
    """The first phase: scale and shear, blended linearly."""
    blend = weighted_sum(influences, stretches)
    return (linear(blend, position),
            normal and linear(normal_matrix(blend), normal),
            tangent and linear(blend, tangent))


# --- 15. Centres of rotation ---


def centre_of_rotation(influences, motions, centre, position, normal, tangent, pivot):
    used = weighted(influences)
    if centre is None or not used:
        return blend_motions(used, motions, position, normal, tangent)
    _, real = blended_rotation(influences, motions, pivot)
    q = normalize(real)
    moved_centre, _, _ = blend_motions(used, motions, centre, None, None)
    return (add(rotate(q, subtract(position, centre)), moved_centre),
            normal and normalize(rotate(q, normal)),
            tangent and normalize(rotate(q, tangent)))


def blend_motions(used, motions, position, normal, tangent):
    """Linear blending with motions: sum_i w_i (q_i(x) + t_i)."""

    def turned(x):
        total = [0.0] * 3
        for j, w in used:
            total = add(total, scale(rotate(motions[j][0], x), w))
        return total

    moved = turned(position)
    for j, w in used:
        moved = add(moved, scale(motions[j][1], w))
    return moved, normal and normalize(turned(normal)), tangent and normalize(turned(tangent))
