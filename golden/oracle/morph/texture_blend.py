# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Blended textures: the base has the weight 1 - sum of the other weights."""
from mpmath import mpf


def decoded(x):
    return x / mpf("12.92") if x <= mpf("0.04045") else ((x + mpf("0.055")) / mpf("1.055")) ** mpf("2.4")


def encoded(c):
    return c * mpf("12.92") if c <= mpf("0.0031308") else mpf("1.055") * c ** (1 / mpf("2.4")) - mpf("0.055")


def same(x):
    return x


def answer(question):
    pairs = [(phi, map_) for phi, map_ in zip(question["target_weights"], question["target_texels"]) if phi != 0]
    left = 1 - sum((phi for phi, _ in pairs), mpf(0))
    srgb, clamped = question.options["encoding"] == "srgb", question.options["colour_range"] == "clamped"
    texels = []
    for p, texel in enumerate(question["texels"]):
        row = []
        for c, t in enumerate(texel):
            read, write = (decoded, encoded) if srgb and c < 3 else (same, same)
            blend = left * read(t) + sum((phi * read(map_[p][c]) for phi, map_ in pairs), mpf(0))
            row.append(write(min(max(blend, 0), 1) if clamped else blend))
        texels.append(row)
    return {"texels": texels}
