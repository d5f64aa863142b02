# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Rigid parts: stitching without inverse bind matrices, since every vertex is stored in the space of its joint."""
from shared.pose import world_matrices
from skinning.stitching import each_by_its_matrix


def answer(question):
    if question.level == "palette":
        return each_by_its_matrix(question, question["palette"])
    world = world_matrices(question)
    return each_by_its_matrix(question, world) | {"world": world}
