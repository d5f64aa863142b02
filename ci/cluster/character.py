# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""ci/cluster/character.py FILE.glb VERTICES: a skinned character of any number of vertices: a tube around three joints, the middle one of
which turns."""
import array
import json
import math
import struct
import sys

FLOAT, USHORT = 5126, 5123


class Buffer:
    """Accessors one behind the other."""

    def __init__(self):
        self.bytes, self.views, self.accessors = bytearray(), [], []

    def add(self, numbers, kind, component, width, **more):
        data = array.array("f" if component == FLOAT else "H", numbers).tobytes()
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.accessors.append({"bufferView": len(self.views) - 1, "componentType": component, "type": kind,
                               "count": len(numbers) // width, **more})
        self.bytes += data + bytes(-len(data) % 4)
        return len(self.accessors) - 1


def tube(vertices):
    """Positions, normals, joints and weights of points on a spiral around the z axis."""
    positions, normals, joints, weights = [], [], [], []
    for i in range(vertices):
        turn, z = 2 * math.pi * i / 24, 2 * i / max(vertices - 1, 1)
        x, y = math.cos(turn), math.sin(turn)
        positions += [0.2 * x, 0.2 * y, z]
        normals += [x, y, 0]
        joints += [0, 1, 2, 0]
        second = max(0.0, 1 - abs(z - 1))
        weights += [max(0.0, 1 - z), second, 1 - second - max(0.0, 1 - z), 0]
    return positions, normals, joints, weights


def write(path, vertices):
    positions, normals, joints, weights = tube(vertices)
    buffer = Buffer()
    attributes = {
        "POSITION": buffer.add(positions, "VEC3", FLOAT, 3, min=[-0.2, -0.2, 0], max=[0.2, 0.2, 2]),
        "NORMAL": buffer.add(normals, "VEC3", FLOAT, 3),
        "JOINTS_0": buffer.add(joints, "VEC4", USHORT, 4),
        "WEIGHTS_0": buffer.add(weights, "VEC4", FLOAT, 4)}
    inverse_binds = [number for z in (0, 1, 2) for number in (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -z, 1)]
    skin = {"joints": [0, 1, 2], "inverseBindMatrices": buffer.add(inverse_binds, "MAT4", FLOAT, 16)}
    times = buffer.add([0, 1], "SCALAR", FLOAT, 1, min=[0], max=[1])
    turns = buffer.add([0, 0, 0, 1, math.sqrt(0.5), 0, 0, math.sqrt(0.5)], "VEC4", FLOAT, 4)
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3]}],
        "nodes": [{"children": [1]}, {"translation": [0, 0, 1], "children": [2]}, {"translation": [0, 0, 1]},
                  {"mesh": 0, "skin": 0}],
        "meshes": [{"primitives": [{"attributes": attributes, "mode": 0}]}], "skins": [skin],
        "animations": [{"name": "bend", "samplers": [{"input": times, "output": turns}],
                        "channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}]}],
        "buffers": [{"byteLength": len(buffer.bytes)}], "bufferViews": buffer.views, "accessors": buffer.accessors}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(buffer.bytes)))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text)
        out.write(struct.pack("<I4s", len(buffer.bytes), b"BIN\0") + buffer.bytes)


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    write(sys.argv[1], int(sys.argv[2]))
