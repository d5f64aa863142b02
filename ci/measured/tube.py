#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""ci/measured/tube.py FILE.glb VERTICES: writes a skinned tube of about so many vertices under three joints, with a clip in which it
bends, to measure what large meshes cost."""
import array
import json
import math
import struct
import sys

SIDES, JOINTS, LENGTH = 500, 3, 2.0


def rings_of(vertices):
    """Places, normals, joints, weights of the rings, one behind the other along y."""
    rings = max(2, vertices // SIDES)
    places, normals, joints, weights = array.array("f"), array.array("f"), bytearray(), array.array("f")
    for r in range(rings):
        y = LENGTH * r / (rings - 1)
        along = min(y, LENGTH - 1e-6) / LENGTH * (JOINTS - 1)
        below, part = int(along), round(along % 1 * 256) / 256
        for s in range(SIDES):
            x, z = math.cos(2 * math.pi * s / SIDES), math.sin(2 * math.pi * s / SIDES)
            places.extend((0.2 * x, y, 0.2 * z))
            normals.extend((x, 0, z))
            joints.extend((below, below + 1, 0, 0))
            weights.extend((1 - part, part, 0, 0))
    return rings, places, normals, bytes(joints), weights


def triangles_of(rings):
    indices = array.array("I")
    for r in range(rings - 1):
        for s in range(SIDES):
            a, b = r * SIDES + s, r * SIDES + (s + 1) % SIDES
            indices.extend((a, a + SIDES, b, b, a + SIDES, b + SIDES))
    return indices


class Buffer:
    """Bytes, and the views and accessors of them."""

    def __init__(self):
        self.data, self.views, self.accessors = bytearray(), [], []

    def add(self, numbers, component, kind, width, **more):
        data = bytes(numbers)
        count = len(data) // {5126: 4, 5125: 4, 5121: 1}[component] // width
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)})
        self.accessors.append({"bufferView": len(self.views) - 1, "componentType": component, "type": kind, "count": count, **more})
        self.data += data
        return len(self.accessors) - 1


def document(vertices):
    rings, places, normals, joints, weights = rings_of(vertices)
    buffer = Buffer()
    bounds = {"min": [min(places[c::3]) for c in range(3)], "max": [max(places[c::3]) for c in range(3)]}
    step = LENGTH / (JOINTS - 1)
    binds = array.array("f", [x for j in range(JOINTS) for x in (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -j * step, 0, 1)])
    turn = array.array("f", (0, 0, 0, 1, 0, 0, math.sin(0.5), math.cos(0.5)))
    attributes = {"POSITION": buffer.add(places, 5126, "VEC3", 3, **bounds), "NORMAL": buffer.add(normals, 5126, "VEC3", 3),
                  "JOINTS_0": buffer.add(joints, 5121, "VEC4", 4), "WEIGHTS_0": buffer.add(weights, 5126, "VEC4", 4)}
    indices = buffer.add(triangles_of(rings), 5125, "SCALAR", 1)
    bind, times = buffer.add(binds, 5126, "MAT4", 16), buffer.add(array.array("f", (0, 1)), 5126, "SCALAR", 1, min=[0], max=[1])
    turns = buffer.add(turn, 5126, "VEC4", 4)
    nodes = [{"name": f"joint{j}", "translation": [0, step if j else 0, 0]} for j in range(JOINTS)]
    for j in range(JOINTS - 1):
        nodes[j]["children"] = [j + 1]
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, JOINTS]}], "nodes": nodes + [{"mesh": 0, "skin": 0}],
            "meshes": [{"primitives": [{"attributes": attributes, "indices": indices}]}],
            "skins": [{"joints": list(range(JOINTS)), "inverseBindMatrices": bind}],
            "animations": [{"name": "bend", "channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}],
                            "samplers": [{"input": times, "output": turns}]}],
            "buffers": [{"byteLength": len(buffer.data)}], "bufferViews": buffer.views, "accessors": buffer.accessors}, bytes(buffer.data)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    content, data = document(int(sys.argv[2]))
    text = json.dumps(content).encode()
    text += b" " * (-len(text) % 4)
    with open(sys.argv[1], "wb") as file:
        file.write(struct.pack("<4sIII4s", b"glTF", 2, 28 + len(text) + len(data), len(text), b"JSON") + text)
        file.write(struct.pack("<I4s", len(data), b"BIN\0") + data)


main()
