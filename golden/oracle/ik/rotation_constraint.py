# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The rotation since rest as the source sees it, then the joint's rest rotation."""
from ik.shared.constraint import rotated
from shared.rotation import conjugate, multiply


def answer(question):
    names = ("source_rest_rotations", "source_rotations")
    return rotated(question, names, lambda r_s, q_s, r: multiply(r, multiply(conjugate(r_s), q_s)))
