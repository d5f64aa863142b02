# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""glTF files without compression and sparse accessors, as arrays of a question at level pose."""
import base64
import json
import pathlib
import struct

import numpy as np
from pose import CUBIC, LINEAR, STEP, WEIGHTS, moved, world_matrices
from skin import linear_blend, morphed, stitched

TYPES = {5120: "i1", 5121: "u1", 5122: "i2", 5123: "u2", 5125: "u4", 5126: "f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
PATHS = {"translation": 0, "rotation": 1, "scale": 2, "weights": WEIGHTS}
INTERPOLATIONS = {"STEP": STEP, "LINEAR": LINEAR, "CUBICSPLINE": CUBIC}
ATTRIBUTES = {"positions": "POSITION", "normals": "NORMAL", "tangents": "TANGENT"}


def rows_of(matrix):
    """(C | t) of 16 numbers, column after column."""
    return np.reshape(matrix, (4, 4)).T[:3]


class File:
    def __init__(self, path):
        path = pathlib.Path(path)
        data, self.binary = path.read_bytes(), None
        if data[:4] == b"glTF":
            (length,) = struct.unpack_from("<I", data, 12)
            data, self.binary = data[20 : 20 + length], data[28 + length :]
        self.json, self.folder = json.loads(data), path.parent
        self.nodes, self.meshes = self.json["nodes"], self.json["meshes"]

    def buffer(self, uri):
        if uri is None:
            return self.binary
        return base64.b64decode(uri.split(",", 1)[1]) if uri.startswith("data:") else (self.folder / uri).read_bytes()

    def rows(self, index):
        accessor = self.json["accessors"][index]
        if "sparse" in accessor or "bufferView" not in accessor:
            raise ValueError("the control reads no sparse accessors")
        view, kind = self.json["bufferViews"][accessor["bufferView"]], np.dtype("<" + TYPES[accessor["componentType"]])
        width = WIDTHS[accessor["type"]]
        begin = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        strides = (view.get("byteStride", width * kind.itemsize), kind.itemsize)
        data = self.buffer(self.json["buffers"][view["buffer"]].get("uri"))
        rows = np.ndarray((accessor["count"], width), kind, data, begin, strides).astype(np.float64)
        return np.maximum(rows / np.iinfo(kind).max, -1) if accessor.get("normalized") else rows

    def skeleton(self):
        """Each node as a joint."""
        parents = np.full(len(self.nodes), -1)
        for j, node in enumerate(self.nodes):
            parents[node.get("children", [])] = j
        rest = {"translation": (0, 0, 0), "rotation": (0, 0, 0, 1), "scale": (1, 1, 1), "matrix": np.eye(4).ravel()}
        t, r, s, m = (np.array([node.get(name, value) for node in self.nodes], np.float64) for name, value in rest.items())
        return {"parents": parents, "local_translations": t, "local_rotations": r, "local_scales": s,
                "local_is_matrix": np.array(["matrix" in node for node in self.nodes]), "local_matrices": list(map(rows_of, m))}

    def tracks(self, clip):
        """(node, path, interpolation), times, values of each channel."""
        animation = {"channels": []} if clip is None else self.json["animations"][clip]
        for channel in animation["channels"]:
            sampler, target = animation["samplers"][channel["sampler"]], channel["target"]
            times, values = self.rows(sampler["input"])[:, 0], self.rows(sampler["output"])
            kind = INTERPOLATIONS[sampler.get("interpolation", "LINEAR")]
            parts = (len(times), 3) if kind == CUBIC else (len(times),)
            yield (target["node"], PATHS[target["path"]], kind), times, values.reshape(*parts, -1)


def with_tracks(arrays, tracks, time):
    arrays = {**arrays, "time": [time], "tracks": [track for track, _, _ in tracks]}
    for i, (_, times, values) in enumerate(tracks):
        arrays.update({f"track_{i}_times": times, f"track_{i}_values": values})
    return arrays


def mesh_of(file, part, posed):
    """The arrays of a part, morphed by the weights that its node has."""
    node, mesh = file.nodes[part["node"]], file.meshes[part["mesh"]]
    primitive = mesh["primitives"][part["primitive"]]
    arrays = {ours: file.rows(primitive["attributes"][name]) for ours, name in ATTRIBUTES.items() if name in primitive["attributes"]}
    targets = primitive.get("targets", [])
    if not targets:
        return arrays
    arrays["target_weights"] = np.array(posed.get("target_weights", node.get("weights", mesh.get("weights", [0] * len(targets)))), np.float64)
    for ours, name in ATTRIBUTES.items():
        if ours in arrays and name in targets[0]:
            arrays[f"target_{ours}"] = np.array([file.rows(target[name]) for target in targets])
    return morphed(arrays)


def part_of(file, part, skeleton, tracks, time, options):
    own = [track for track in tracks if track[0][1] != WEIGHTS or track[0][0] == part["node"]]
    posed = moved(with_tracks(skeleton, own, time), options)
    world = world_matrices(posed, options)
    arrays, node = mesh_of(file, part, posed), file.nodes[part["node"]]
    if "skin" not in node:
        arrays["joints"] = np.full((part["vertices"], 1), part["node"])
        return stitched(arrays, world, options, "rigid_normal_rule" if "rigid_normal_rule" in options else "normal_rule")
    skin = file.json["skins"][node["skin"]]
    palette = world[skin["joints"]]
    if "inverseBindMatrices" in skin:
        homogeneous = np.array([np.vstack([rows_of(m), [0, 0, 0, 1]]) for m in file.rows(skin["inverseBindMatrices"])[: len(palette)]])
        palette = palette @ homogeneous
    attributes = file.meshes[part["mesh"]]["primitives"][part["primitive"]]["attributes"]
    sets = [n for n in range(len(attributes)) if f"JOINTS_{n}" in attributes]
    arrays["joints"] = np.hstack([file.rows(attributes[f"JOINTS_{n}"]) for n in sets]).astype(int)
    arrays["weights"] = np.hstack([file.rows(attributes[f"WEIGHTS_{n}"]) for n in sets])
    return linear_blend(arrays, palette, options)


def answer(question):
    asset = question.asset
    file = File(asset["file"])
    skeleton, tracks = file.skeleton(), list(file.tracks(asset["clip"]))
    parts = [part_of(file, part, skeleton, tracks, asset["time"], question.options) for part in asset["parts"]]
    return {name: np.concatenate([part.get(name, np.zeros((len(part["positions"]), shape[1]))) for part in parts])
            for name, shape in question.answers.items()}
