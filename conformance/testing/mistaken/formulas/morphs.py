# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Morph targets and blended textures, from the pages of reference/morph."""
from formulas.shared import add, clamped, multiply, normalize, scale, surface


def entries_dense(arrays, i):
    """(vertex, row) of target i."""
    return ((v, v) for v in range(len(arrays["positions"])))


def entries_sparse(arrays, i):
    offsets = [*arrays["target_offsets"], len(arrays["target_vertices"])]
    return ((arrays["target_vertices"][e], e) for e in range(offsets[i], offsets[i + 1]))


def weights_of(arrays):
    return arrays["target_weights"]


def summed(rest, change, w):
    return add(rest, scale(change, w))


def direction(rest, change, w):
    return summed(rest, change, w)


def morphed(arrays, name, entries, is_dense, added):
    """The rows of positions, normals or tangents with all targets added."""
    rows = [list(row[:3]) for row in arrays[name]]
    changes = arrays.get("target_" + name)
    for i, w in enumerate(weights_of(arrays)):
        if changes and w != 0:
            of_target = changes[i] if is_dense else changes
            for v, e in entries(arrays, i):
                rows[v] = added(rows[v], of_target[e], w)
    return rows


def morphed_all(arrays, entries, is_dense):
    return {name: morphed(arrays, name, entries, is_dense, summed if name == "positions" else direction)
            for name in ("positions", "normals", "tangents") if name in arrays}


def answer_morph(entries, is_dense):
    def answer(question):
        arrays = question.arrays
        rows = morphed_all(arrays, globals()[entries], is_dense)
        later = question.options.get("normalise") == "later"
        return surface(arrays, lambda v, x, n, t: (rows["positions"][v], n and rows["normals"][v], t and rows["tangents"][v]),
                       list if later else normalize)

    return answer


def answer_then_skin(question):
    """By linear blending, with matrices."""
    arrays = question.arrays
    rows = morphed_all(arrays, entries_dense, True)
    weights = arrays.get("weights") or [[1.0] * len(row) for row in arrays["joints"]]

    def blend(v):
        total = [[0.0] * 4 for _ in range(3)]
        for j, w in zip(arrays["joints"][v], weights[v]):
            if w != 0:
                total = [[x + w * y for x, y in zip(p, q)] for p, q in zip(total, arrays["palette"][j])]
        return [row[:3] for row in total], [row[3] for row in total]

    def deformed(v, x, n, t):
        linear, moved = blend(v)
        position = add(multiply(linear, rows["positions"][v]), moved)
        return (position, n and multiply(linear, rows["normals"][v]), t and multiply(linear, rows["tangents"][v]))

    return surface(arrays, deformed)


# --- attributes and textures ---


def accumulated(rest, changes, weights, step=list):
    total = list(rest)
    for w, change in zip(weights, changes):
        if w != 0:
            total = step([x + w * y for x, y in zip(total, change)])
    return total


def to_range(row, question):
    return [clamped(x) for x in row] if question.options["colour_range"] == "clamped" else row


def answer_attributes(question):
    arrays, results = question.arrays, {}
    weights = weights_of(arrays)
    for name in ("colours", "texture_coordinates", "wrinkles"):
        if name in arrays:
            is_scalar = name == "wrinkles"
            base = [[x] for x in arrays[name]] if is_scalar else arrays[name]
            targets = [[[x] for x in rows] if is_scalar else rows for rows in arrays.get("target_" + name, [])]
            rows = [accumulated(row, [rows[v] for rows in targets], weights) for v, row in enumerate(base)]
            rows = [to_range(row, question) for row in rows] if name == "colours" else rows
            results[name] = [x for x, in rows] if is_scalar else rows
    return results


def decoded(x):
    return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4


def encoded(c):
    return 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055


def by_colour(function, row):
    return [function(x) for x in row[:3]] + row[3:]


def answer_texture(question):
    arrays, is_srgb = question.arrays, question.options["encoding"] == "srgb"
    weights = weights_of(arrays)
    results = []
    for p, base in enumerate(arrays["texels"]):
        rows = [rows[p] if w != 0 else base for w, rows in zip(weights, arrays["target_texels"])]
        texel = base
        if is_srgb:
            texel, rows = by_colour(decoded, base), [by_colour(decoded, row) for row in rows]
        total = accumulated(texel, [[x - y for x, y in zip(row, texel)] for row in rows], weights)
        total = to_range(total, question)
        results.append(by_colour(encoded, total) if is_srgb else total)
    return {"texels": results}


RANGES = ["as-summed", "clamped"]
ALGORITHMS = {
    "morph.dense": (answer_morph("entries_dense", True), {"normalise": ["here", "later"]}),
    "morph.sparse": (answer_morph("entries_sparse", False), {"normalise": ["here", "later"]}),
    "morph.then-skin": (answer_then_skin, {"method": ["lbs"], "normal_rule": ["direction"]}, "palette"),
    "morph.attributes": (answer_attributes, {"colour_range": RANGES}),
    "texture-blend": (answer_texture, {"colour_range": RANGES, "encoding": ["as-stored", "srgb"]}),
}
