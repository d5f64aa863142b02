# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Random valid inputs for hypothesis.

    @given(bindpose.strategies.inputs("lbs"))
    def test_skinning(inputs):
        bindpose.assert_right("lbs", my_skinning(**inputs), **inputs)
"""
from __future__ import annotations

from hypothesis import strategies

from . import _declared, sample


def inputs(algorithm: str, max_size: int = 32) -> strategies.SearchStrategy:
    """Dictionaries of an algorithm's arrays, with at most about max_size vertices, keys or joints. Failures shrink to few of these."""
    return strategies.builds(sample, strategies.just(algorithm), strategies.integers(1, max_size),
                             strategies.integers(0, 2**64 - 1))


def options(algorithm: str) -> strategies.SearchStrategy:
    """Dictionaries with a value of every policy that the algorithm declares."""
    declared = _declared(algorithm)
    specs = declared["arrays"]["options"] if declared else []
    return strategies.fixed_dictionaries({spec["name"]: strategies.sampled_from(spec["values"])
                                          for spec in specs if spec["kind"] == "policy"})
