# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Weights that are limited and smoothed, and values that are interpolated between examples."""
import numpy as np


def by_joint(arrays):
    """[V, J]; a joint's slots are summed."""
    joints = arrays["joints"]
    table = np.zeros((len(joints), arrays["joint_count"][0]))
    np.add.at(table, (np.arange(len(joints))[:, None], joints), arrays.get("weights", np.ones(joints.shape)))
    return table


def limited(arrays):
    """Of joints that weigh the same the one comes first whose slot does."""
    table = by_joint(arrays)
    kept = np.zeros(table.shape)
    for row, joints, limited_row in zip(table, arrays["joints"], kept):
        listed = sorted(dict.fromkeys(joints), key=lambda j: -row[j])[: arrays["influence_count"][0]]
        total = row[listed].sum()
        limited_row[listed] = row[listed] / (total if total else 1)
    return kept


def smoothed(arrays):
    """Each vertex is its own; its neighbours count alike."""
    weights = by_joint(arrays)
    joined = np.zeros((len(weights), len(weights)))
    for a, b, c in arrays["triangles"]:
        for u, v in ((a, b), (b, c), (c, a)):
            joined[u, v] = joined[v, u] = u != v
    count = joined.sum(axis=1, keepdims=True)
    step = arrays["step"][0] * (count > 0)
    for _ in range(arrays["iterations"][0]):
        weights = (1 - step) * weights + step * (joined @ weights) / np.maximum(count, 1)
    return weights


def interpolated(arrays, options):
    """Radial basis functions of the distance between rows."""
    examples, sigma = arrays["example_poses"], arrays.get("sigma", [1])[0]

    def basis(poses):
        d = np.linalg.norm(poses[:, None] - examples[None], axis=-1)
        return np.exp(-((d / sigma) ** 2))

    system, values = basis(examples), arrays["example_values"]
    asked = basis(arrays["poses"])
    if options["constant_term"] == "added":
        system = np.pad(system, (0, 1), constant_values=1)
        system[-1, -1] = 0
        values = np.pad(values, ((0, 1), (0, 0)))
        asked = np.pad(asked, ((0, 0), (0, 1)), constant_values=1)
    return asked @ np.linalg.solve(system, values)
