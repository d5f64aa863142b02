# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Keyframes and skeletons."""
import numpy as np
from maths import compose, lerp, nlerp, product, slerp, spun, times, unit

STEP, LINEAR, CUBIC = range(3)
MOVED = ("local_translations", "local_rotations", "local_scales")  # by what a track says that it moves
WEIGHTS = 3


def spline(before, after, u, span):
    """Each key is in-tangent, value, out-tangent."""
    (_, p, leaving), (arriving, q, _) = before, after
    return ((2 * u**3 - 3 * u**2 + 1) * p + span * (u**3 - 2 * u**2 + u) * leaving
            + (3 * u**2 - 2 * u**3) * q + span * (u**3 - u**2) * arriving)


def sampled(key_times, values, kind, rotates, nlerped, t):
    """A track's value; outside of its keys the nearest one's."""
    after = int(np.searchsorted(key_times, t, side="right"))
    before = max(after - 1, 0)
    if after in (0, len(key_times)) or key_times[before] == t or kind == STEP:
        value = values[before][1] if kind == CUBIC else values[before]
        return unit(value) if rotates and (kind == CUBIC or kind == LINEAR and nlerped) else value
    span = key_times[after] - key_times[before]
    u = (t - key_times[before]) / span
    if kind == CUBIC:
        value = spline(values[before], values[after], u, span)
        return unit(value) if rotates else value
    between = lerp if not rotates else nlerp if nlerped else slerp
    return between(values[before], values[after], u)


def moved(arrays, options):
    """The arrays with what the tracks move."""
    arrays = dict(arrays)
    nlerped = options.get("rotation_interpolation") == "nlerp"
    for i, (joint, path, kind) in enumerate(arrays.get("tracks", [])):
        value = sampled(arrays[f"track_{i}_times"], arrays[f"track_{i}_values"], kind, path == 1, nlerped, arrays["time"][0])
        if path == WEIGHTS:
            arrays["target_weights"] = value
        else:
            arrays[MOVED[path]] = arrays[MOVED[path]].copy()
            arrays[MOVED[path]][joint] = value
    return arrays


def below(parents, local, joined):
    """What is local to each joint's parent, in the world: joined(parent's, its own)."""
    world = {}

    def of(j):
        chain = [j]
        while parents[chain[-1]] >= 0 and chain[-1] not in world:
            chain.append(parents[chain[-1]])
        for k in reversed(chain):
            if k not in world:
                world[k] = joined(world[parents[k]], local[k]) if parents[k] >= 0 else local[k]
        return world[j]

    return [of(j) for j in range(len(parents))]


def rotations(arrays, options):
    given = arrays["local_rotations"]
    return unit(given) if options.get("rotations") == "kept-unit" else given


def world_matrices(arrays, options):
    """A joint's matrix that is a translation, a rotation and a scale is the same taken apart or not, and glTF has no other."""
    parents = arrays["parents"]
    local = [compose(*each) for each in zip(arrays["local_translations"], rotations(arrays, options), arrays["local_scales"])]
    for j in np.flatnonzero(arrays.get("local_is_matrix", [])):
        local[j] = arrays["local_matrices"][j]
    return np.reshape(below(parents, local, product), (-1, 3, 4))


def joined_motions(a, b):
    """Of pairs (rotation, translation): what b does, then a."""
    return times(a[0], b[0]), spun(a[0], b[1]) + a[1]


def world_motions(arrays, options):
    local = list(zip(rotations(arrays, options), arrays["local_translations"]))
    return below(arrays["parents"], local, joined_motions)
