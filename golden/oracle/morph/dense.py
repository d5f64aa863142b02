# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Dense morph targets: the sum of all targets' displacements, then the vertex."""
from shared.targets import added, morphed_mesh


def answer(question):
    return morphed_mesh(question, lambda attribute, v: added(question, f"target_{attribute}", v))
