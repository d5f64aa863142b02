# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluates Hermite's curve as a Bezier curve, by de Casteljau's algorithm, with the code of all inputs at level pose."""
from shared.pose import CUBICSPLINE, sample


def answer(question):
    is_rotation = question["is_rotation"][0] != 0
    keys = question["times"], question["values"]
    return {"values": [sample(*keys, t, CUBICSPLINE, is_rotation) for t in question["t"]]}
