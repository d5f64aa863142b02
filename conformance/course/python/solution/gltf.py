# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Reads what skinning needs of a .gltf or .glb file: nodes, meshes, skins and animations. Nothing is posed here."""
import array
import base64
import json
import pathlib
import struct
import urllib.parse

COMPONENTS = {5120: ("b", 1), 5121: ("B", 1), 5122: ("h", 2), 5123: ("H", 2), 5125: ("I", 4), 5126: ("f", 4)}
LARGEST = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}  # of normalised integers
NUMBERS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def load(file):
    path = pathlib.Path(file)
    data = path.read_bytes()
    if data[:4] != b"glTF":
        return Asset(json.loads(data.decode("utf-8-sig")), None, path.parent)
    document, binary, at = None, None, 12
    while at + 8 <= len(data):
        length, kind = struct.unpack_from("<I4s", data, at)
        chunk = data[at + 8 : at + 8 + length]
        if kind == b"JSON":
            document = json.loads(chunk)
        elif kind == b"BIN\0" and binary is None:
            binary = chunk
        at += 8 + length
    return Asset(document, binary, path.parent)


class Asset:
    def __init__(self, document, binary, folder):
        self.document = document
        self.binary = binary  # of a .glb: buffer 0, where that has no uri
        self.folder = folder
        self.nodes = document.get("nodes", [])
        self.node_count = len(self.nodes)
        self.buffers = {}

    # --- nodes ---

    def parents(self):
        parents = [-1] * self.node_count
        for n, node in enumerate(self.nodes):
            for child in node.get("children", []):
                parents[child] = n
        return parents

    def local_trs(self, node):
        node = self.nodes[node]
        return tuple(float32(node.get(name, default)) for name, default in
                     [("translation", [0, 0, 0]), ("rotation", [0, 0, 0, 1]), ("scale", [1, 1, 1])])

    def local_matrix(self, node):
        """The node's matrix [3, 4], or None where it has translation, rotation and scale."""
        matrix = self.nodes[node].get("matrix")
        return matrix and rows_of_columns(float32(matrix))

    # --- meshes and skins ---

    def primitive(self, mesh, primitive):
        """positions, normals, tangents (None where there are none), influences: pairs (joint, weight) per vertex."""
        attributes = self.document["meshes"][mesh]["primitives"][primitive]["attributes"]
        read = {name: self.accessor(attributes[name]) if name in attributes else None
                for name in ("POSITION", "NORMAL", "TANGENT")}
        influences, i = [[] for _ in read["POSITION"]], 0
        while f"JOINTS_{i}" in attributes:  # 4 influences in each set
            joints, weights = self.accessor(attributes[f"JOINTS_{i}"]), self.accessor(attributes[f"WEIGHTS_{i}"])
            for of_vertex, row_joints, row_weights in zip(influences, joints, weights):
                of_vertex += zip(row_joints, row_weights)
            i += 1
        return {"positions": read["POSITION"], "normals": read["NORMAL"], "tangents": read["TANGENT"],
                "influences": influences if i > 0 else None}

    def skin(self, node):
        """(nodes of the joints, inverse bind matrices) of the skin that the node wears, or None."""
        if "skin" not in self.nodes[node]:
            return None
        skin = self.document["skins"][self.nodes[node]["skin"]]
        if "inverseBindMatrices" in skin:
            matrices = [rows_of_columns(m) for m in self.accessor(skin["inverseBindMatrices"])]
        else:
            identity = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
            matrices = [identity] * len(skin["joints"])
        return skin["joints"], matrices

    # --- animations ---

    def tracks(self, clip):
        """(node, path, interpolation, times, values) of every channel that moves a node."""
        animation = self.document["animations"][clip]
        tracks = []
        for channel in animation["channels"]:
            target, sampler = channel["target"], animation["samplers"][channel["sampler"]]
            if "node" not in target or target["path"] == "weights":
                continue
            times, values = self.accessor(sampler["input"]), self.accessor(sampler["output"])
            interpolation = sampler.get("interpolation", "LINEAR").lower()
            if interpolation == "cubicspline":
                values = [values[i : i + 3] for i in range(0, len(values), 3)]
            tracks.append((target["node"], target["path"], interpolation, times, values))
        return tracks

    # --- data ---

    def buffer(self, index):
        if index not in self.buffers:
            uri = self.document["buffers"][index].get("uri")
            if uri is None:
                self.buffers[index] = self.binary
            elif uri.startswith("data:"):
                self.buffers[index] = base64.b64decode(uri.split(",", 1)[1])
            else:
                self.buffers[index] = (self.folder / urllib.parse.unquote(uri)).read_bytes()
        return self.buffers[index]

    def accessor(self, index):
        """Its elements: numbers for SCALAR, else lists."""
        accessor = self.document["accessors"][index]
        width, kind = NUMBERS[accessor["type"]], accessor["componentType"]
        rows = [[0] * width for _ in range(accessor["count"])]
        if "bufferView" in accessor:
            rows = self.rows(accessor, accessor["count"], width, kind)
        if "sparse" in accessor:  # a few elements that replace others
            sparse = accessor["sparse"]
            where = self.rows(sparse["indices"], sparse["count"], 1, sparse["indices"]["componentType"])
            for (i,), row in zip(where, self.rows(sparse["values"], sparse["count"], width, kind)):
                rows[i] = row
        if accessor.get("normalized") and kind in LARGEST:
            rows = [float32([max(x / LARGEST[kind], -1.0) for x in row]) for row in rows]
        return [row[0] for row in rows] if width == 1 else rows

    def rows(self, source, count, width, kind):
        """count elements of width numbers from where source (an accessor or a part of a sparse one) begins."""
        view = self.document["bufferViews"][source["bufferView"]]
        letter, size = COMPONENTS[kind]
        stride = view.get("byteStride", width * size)
        begin = view.get("byteOffset", 0) + source.get("byteOffset", 0)
        data, layout = self.buffer(view["buffer"]), struct.Struct(f"<{width}{letter}")
        return [list(layout.unpack_from(data, begin + i * stride)) for i in range(count)]


def float32(numbers):
    """Rounded: everybody starts from the same numbers, and those that stand in the JSON have more digits."""
    return list(array.array("f", numbers))


def rows_of_columns(matrix):
    """glTF lists the 16 numbers of a matrix column by column; we take three rows of four."""
    return [[matrix[4 * c + r] for c in range(4)] for r in range(3)]
