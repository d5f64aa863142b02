# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Works in the lead's frame: each rotation is taken relative to the lead, with a real part of at least 0; the weighted sum is
rotated back and normalised."""
from shared.linear import times, total, unit
from shared.rotation import conjugate, multiply


def from_lead(lead, q):
    turn = multiply(conjugate(lead), q)
    return times(-1, turn) if turn[3] < 0 else turn


def blend(rotations, weights, lead):
    mean = total([times(w, from_lead(lead, q)) for q, w in zip(rotations, weights) if w > 0], 4)
    return unit(multiply(lead, mean))


def answer(question):
    rows = zip(question["rotations"], question["weights"], question["leads"])
    return {"values": [blend(rotations, weights, rotations[lead]) for rotations, weights, lead in rows]}
