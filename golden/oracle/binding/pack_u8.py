# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Packs weights into bytes."""
from binding.shared.packing import integers


def answer(question):
    return integers(question, 255, "bytes")
