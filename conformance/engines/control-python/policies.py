# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The conventions that engines declare and the course's solution does not have. Each changes a question's arrays before the solution
gets them, or the answer after it."""
import exercises
import subject as course

WEIGHTS = 3  # a path of tracks that the course does not have
MOVED = ("local_translations", "local_rotations", "local_scales")  # by what a track says that it moves


def nlerp_track(times, values, is_rotation, t):
    k = exercises.key_before(times, t)
    if not is_rotation:
        return exercises.linear_track(times, values, is_rotation, t)
    if k < 0 or k == len(times) - 1:
        return exercises.normalize(values[max(k, 0)])
    return exercises.nlerp(values[k], values[k + 1], (t - times[k]) / (times[k + 1] - times[k]))


def linear_track(options):
    return nlerp_track if options.get("rotation_interpolation") == "nlerp" else exercises.linear_track


def sampled(interpolation, times, values, is_rotation, t, options):
    if interpolation == "step":
        return exercises.step_track(times, values, t)
    sample = linear_track(options) if interpolation == "linear" else exercises.cubicspline_track
    return sample(times, values, is_rotation, t)


def posed(arrays, options):
    """Without tracks: what they move is moved. Rotations are as the options want them."""
    arrays = {name: list(rows) for name, rows in arrays.items()}
    for i, (joint, path, kind) in enumerate(arrays.pop("tracks", [])):
        value = sampled(course.INTERPOLATIONS[kind], arrays[f"track_{i}_times"], arrays[f"track_{i}_values"], path == 1,
                        arrays["time"][0], options)
        if path == WEIGHTS:
            arrays["target_weights"] = value
        else:
            arrays[MOVED[path]][joint] = value
    if options.get("rotations") == "kept-unit" and "local_rotations" in arrays:
        arrays["local_rotations"] = [exercises.normalize(q) for q in arrays["local_rotations"]]
    return arrays


def weighted(arrays, options):
    """A sum of 0 stays one."""
    if options.get("weight_sum") != "renormalised" or "weights" not in arrays:
        return arrays
    return {**arrays, "weights": [[weight / (sum(row) or 1) for weight in row] for row in arrays["weights"]]}


def morphed(arrays):
    """The mesh that its targets displace; directions are not made unit."""
    counted = [(weight, i) for i, weight in enumerate(arrays.get("target_weights", [])) if weight != 0]
    results = dict(arrays)
    for name in ("positions", "normals", "tangents"):
        targets = arrays.get(f"target_{name}")
        if name in arrays and targets:
            results[name] = [[x + sum(weight * targets[i][v][c] for weight, i in counted) if c < 3 else x for c, x in enumerate(row)]
                             for v, row in enumerate(arrays[name])]
    return results


def unit_directions(arrays):
    """Normals and tangents of length 1; handedness stays."""
    return {name: [[*exercises.normalize(row[:3]), *row[3:]] for row in arrays[name]] for name in ("normals", "tangents") if name in arrays}


def with_rests(arrays, options, results):
    """Vertices that nothing influences stay where they are, if the options want that."""
    if options.get("zero_sum") != "rest" or "weights" not in arrays:
        return results
    rest = {"positions": arrays["positions"], **unit_directions(arrays)}
    return {**results, **{name: [row if any(weights) else still for row, still, weights in zip(results[name], rows, arrays["weights"])]
                          for name, rows in rest.items()}}
