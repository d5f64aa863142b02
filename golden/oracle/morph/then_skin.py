# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Morphing, then skinning: the morphed mesh is asked of the method's own second reading."""
from morph import dense
from skinning import dual_quaternion, linear_blend


class Asked:
    """A question with some arrays and options in the place of its own."""

    def __init__(self, question, arrays, options):
        self.question, self.arrays, self.options, self.level = question, arrays, options, question.level

    def __contains__(self, name):
        return name in self.arrays or name in self.question

    def __getitem__(self, name):
        return self.arrays[name] if name in self.arrays else self.question[name]

    def get(self, name, otherwise=None):
        return self[name] if name in self else otherwise


def answer(question):
    morphed = dense.answer(Asked(question, {}, {"normalise": "later"}))
    if question.options["method"] == "lbs":
        answers = linear_blend.answer(Asked(question, morphed, {"normal_rule": "direction"}))
    else:
        answers = dual_quaternion.answer(Asked(question, morphed, {"pivot": "first-influence"}))
    return answers | {"morphed_positions": morphed["positions"]}
