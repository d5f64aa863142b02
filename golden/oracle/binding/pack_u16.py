# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Packs weights into 16 bits."""
from binding.shared.packing import integers


def answer(question):
    return integers(question, 65535, "words")
