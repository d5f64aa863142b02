# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A joint's position is the last column of its world matrix; a bone goes from there to the parent's position."""
from shared.linear import translation
from shared.pose import world_matrices


def answer(question):
    world = world_matrices(question)
    return {"world": world,
            "bones": [[translation(world[j]), translation(world[p])]
                      for j, p in enumerate(question["parents"]) if p >= 0]}
