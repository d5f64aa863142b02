#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""ci/performance/tube.py FILE.glb VERTICES: writes a skinned tube with about this number of vertices, three joints, and a
clip in which it bends, to measure the cost of large meshes."""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from engine_results.glb import Document  # noqa: E402

SIDES, JOINTS, LENGTH = 500, 3, 2.0
STEP = LENGTH / (JOINTS - 1)


def influences_at(y):
    """(joints, weights) of a vertex at this height."""
    along = min(y, LENGTH - 1e-6) / STEP
    below, part = int(along), round(along % 1 * 256) / 256
    return (below, below + 1, 0, 0), (1 - part, part, 0, 0)


def tube(rings):
    document = Document()
    joints = []
    for j in range(JOINTS):
        joints.append(document.node(joints[-1] if joints else None, name=f"joint{j}", translation=[0, STEP if j else 0, 0]))
    skin = document.skin(joints, [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -j * STEP, 0, 1) for j in range(JOINTS)])
    circle = [(math.cos(2 * math.pi * s / SIDES), math.sin(2 * math.pi * s / SIDES)) for s in range(SIDES)]
    heights = [LENGTH * r / (rings - 1) for r in range(rings)]
    influences = [influences_at(y) for y in heights for _ in circle]
    corners = []
    for r in range(rings - 1):
        for s in range(SIDES):
            a, b = r * SIDES + s, r * SIDES + (s + 1) % SIDES
            corners += [a, a + SIDES, b, b, a + SIDES, b + SIDES]
    attributes = {"POSITION": document.accessor([(0.2 * x, y, 0.2 * z) for y in heights for x, z in circle]),
                  "NORMAL": document.accessor([(x, 0, z) for _ in heights for x, z in circle]),
                  "JOINTS_0": document.accessor([joints for joints, _ in influences], "B"),
                  "WEIGHTS_0": document.accessor([weights for _, weights in influences])}
    document.node(mesh=document.mesh([{"attributes": attributes, "indices": document.accessor(corners, "I")}]), skin=skin)
    turns = document.accessor([(0, 0, 0, 1), (0, 0, math.sin(0.5), math.cos(0.5))])
    document.clip((joints[1], "rotation", "LINEAR", (0, 1), turns))
    return document


if len(sys.argv) != 3:
    sys.exit(__doc__)
pathlib.Path(sys.argv[1]).write_bytes(tube(max(2, int(sys.argv[2]) // SIDES)).bytes())
