# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Meshes that joints move: by matrices, by dual quaternions, after they were morphed; each convention by its option."""
import numpy as np
from maths import cofactors, conjugate, determinant, spun, times, turned, unit


def used_weights(arrays, options):
    """[V, K]"""
    weights = arrays.get("weights", np.ones(arrays["joints"].shape)).copy()
    if options.get("weight_sum") == "renormalised":
        total = weights.sum(axis=1, keepdims=True)
        weights /= np.where(total == 0, 1, total)
    return weights


def rests(weights, options):
    """Which vertices stay where they are."""
    return ~weights.any(axis=1) & (options.get("zero_sum") == "rest")


def influencing(weights, joints, numbers):
    """Of each slot its joint's numbers; zeros where it has no weight, whatever the joint holds."""
    given = numbers[joints]
    has = weights.reshape(weights.shape + (1,) * (given.ndim - 2)) != 0
    return np.where(has, given, 0)


def answered(arrays, position, normal, tangent):
    """Positions and, where there are some, directions by functions of their rows; handedness stays."""
    results = {"positions": position(arrays["positions"])}
    if "normals" in arrays:
        results["normals"] = unit(normal(arrays["normals"]))
    if "tangents" in arrays:
        rows = arrays["tangents"]
        results["tangents"] = np.column_stack([unit(tangent(rows[:, :3])), rows[:, 3]])
    return results


def upright(c):
    """A positive multiple of the inverse transpose."""
    return np.sign(determinant(c))[:, None, None] * cofactors(c)


def normal_matrices(rule, c, weights, each):
    """c: what was blended; each: its parts, [V, K, 3, 3]."""
    if rule == "direction":
        return c
    if rule != "blend-of-inverse-transposes":
        return upright(c)
    det = determinant(each)[..., None, None]
    return np.einsum("vk,vkrc->vrc", weights, cofactors(each) / np.where(det == 0, 1, det))


def skinned(arrays, palette, options, weights, rule):
    """The vertices by the weighted sums of the palette."""
    each = influencing(weights, arrays["joints"], palette)
    blended = np.einsum("vk,vkrc->vrc", weights, each)
    blended[rests(weights, options)] = np.eye(3, 4)
    c, t = blended[..., :3], blended[..., 3]
    n = normal_matrices(rule, c, weights, each[..., :3])
    n[rests(weights, options)] = np.eye(3)
    as_normals = options.get("tangent_rule") == "as-normals"
    return answered(arrays, lambda rows: turned(c, rows) + t, lambda rows: turned(n, rows),
                    lambda rows: turned(n if as_normals else c, rows))


def linear_blend(arrays, palette, options):
    return skinned(arrays, palette, options, used_weights(arrays, options), options["normal_rule"])


def stitched(arrays, palette, options, rule="normal_rule"):
    return skinned(arrays, palette, options, np.ones(arrays["joints"].shape), options[rule])


def signs(weights, rotations, pivot):
    """1 or -1 of each slot, [V, K]: which of q and -q is added."""
    every, found = np.arange(len(weights)), np.ones(weights.shape)
    sums = np.zeros(rotations.shape[::2])
    first = rotations[every, np.argmax(weights != 0, axis=1)]
    for k in range(weights.shape[1]):
        against = sums if pivot == "running-sum" else first
        found[:, k] = np.where(np.sum(rotations[:, k] * against, axis=1) < 0, -1, 1)
        sums += (weights[:, k] * found[:, k])[:, None] * rotations[:, k]
    return found


def dual_quaternion(arrays, rotations, translations, options):
    weights, joints = used_weights(arrays, options), arrays["joints"]
    q, t = influencing(weights, joints, rotations), influencing(weights, joints, translations)
    dual = times(np.concatenate([t, np.zeros(t[..., :1].shape)], axis=-1), q) / 2
    signed = signs(weights, q, options["pivot"]) * weights
    real, dual = (np.einsum("vk,vkc->vc", signed, parts) for parts in (q, dual))
    real[rests(weights, options)] = [0, 0, 0, 1]
    length = np.linalg.norm(real, axis=1, keepdims=True)
    real, dual = (parts / np.where(length == 0, 1, length) for parts in (real, dual))
    moved = 2 * times(dual, conjugate(real))[:, :3]
    stretch = np.tile(np.eye(3), (len(real), 1, 1))
    if "palette_stretches" in arrays:
        stretch = np.einsum("vk,vkrc->vrc", weights, influencing(weights, joints, arrays["palette_stretches"]))
        stretch[rests(weights, options)] = np.eye(3)
    return answered(arrays, lambda rows: spun(real, turned(stretch, rows)) + moved,
                    lambda rows: spun(real, turned(upright(stretch), rows)), lambda rows: spun(real, turned(stretch, rows)))


def morphed(arrays):
    """The arrays with the mesh that its targets displace; directions are not made unit."""
    counted = np.flatnonzero(arrays["target_weights"])
    results = dict(arrays)
    for name in ("positions", "normals", "tangents"):
        if name in arrays and f"target_{name}" in arrays:
            by = np.einsum("t,tvc->vc", arrays["target_weights"][counted], arrays[f"target_{name}"][counted])
            results[name] = arrays[name] + np.pad(by, ((0, 0), (0, arrays[name].shape[1] - 3)))
    return results
