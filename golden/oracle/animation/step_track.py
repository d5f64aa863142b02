# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The value of the latest key that is not after t: the largest index, because keys are sorted."""


def answer(question):
    times, values = question["times"], question["values"]
    return {"values": [values[max((k for k, key in enumerate(times) if key <= t), default=0)] for t in question["t"]]}
