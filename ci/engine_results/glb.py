# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Builds a glTF 2.0 file and writes it as GLB, with the same bytes on every machine."""
import json
import struct

COMPONENTS = {"b": 5120, "B": 5121, "h": 5122, "H": 5123, "I": 5125, "f": 5126}  # struct's letter: glTF's componentType
TYPES = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


def stored(x):
    """The float32 number nearest to x rounded to six digits, because further digits depend on the library's sine."""
    return struct.unpack("<f", struct.pack("<f", round(x, 6)))[0]


def _padded(data, by):
    return data + by * (-len(data) % 4)


class Document:
    def __init__(self):
        self.json = {"asset": {"version": "2.0", "generator": "bindpose ci/engines"}, "scene": 0, "scenes": [{"nodes": []}]}
        self.data = b""

    def _append(self, name, entry):
        entries = self.json.setdefault(name, [])
        entries.append(entry)
        return len(entries) - 1

    def accessor(self, rows, letter="f", normalized=False):
        """Adds rows of numbers (integers unchanged) in their own buffer view; returns the accessor's index."""
        rows = [tuple(row) if isinstance(row, (tuple, list)) else (row,) for row in rows]
        if letter == "f":
            rows = [tuple(map(stored, row)) for row in rows]
        packed = b"".join(struct.pack(f"<{len(row)}{letter}", *row) for row in rows)
        view = self._append("bufferViews", {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(packed)})
        self.data = _padded(self.data + packed, b"\0")
        entry = {"bufferView": view, "componentType": COMPONENTS[letter], "count": len(rows), "type": TYPES[len(rows[0])],
                 "min": list(map(min, zip(*rows))), "max": list(map(max, zip(*rows)))}
        return self._append("accessors", entry | ({"normalized": True} if normalized else {}))

    def node(self, parent=None, **fields):
        """Adds a node below another node, or to the scene; returns its index."""
        index = self._append("nodes", fields)
        above = self.json["scenes"][0]["nodes"] if parent is None else self.json["nodes"][parent].setdefault("children", [])
        above.append(index)
        return index

    def skin(self, joints, inverse_binds, **fields):
        return self._append("skins", {"joints": joints, "inverseBindMatrices": self.accessor(inverse_binds), **fields})

    def mesh(self, primitives, **fields):
        return self._append("meshes", {"primitives": primitives, **fields})

    def clip(self, *channels):
        """channels: (node, path, interpolation, times, accessor of values)."""
        clip = {"name": f"clip{len(self.json.get('animations', []))}", "channels": [], "samplers": []}
        for number, (node, path, interpolation, times, values) in enumerate(channels):
            clip["channels"].append({"sampler": number, "target": {"node": node, "path": path}})
            clip["samplers"].append({"input": self.accessor(times), "interpolation": interpolation, "output": values})
        return self._append("animations", clip)

    def bytes(self):
        whole = {**self.json, "buffers": [{"byteLength": len(self.data)}]}
        text = _padded(json.dumps(whole, separators=(",", ":")).encode(), b" ")
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(self.data), 0x004E4942) + self.data
        return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks
