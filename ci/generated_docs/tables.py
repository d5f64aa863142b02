# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The symbols of arrays in the pages of the algorithms. Shapes, frames, units and rules of all arrays are in
`bindpose explain ID --arrays`, in the schemas, and on the documentation site (ci/site/assemble)."""
import re
import textwrap

BEGIN, END = "<!-- arrays -->", "<!-- /arrays -->"
WIDTH = 100


def shape(array):
    return "[" + ", ".join(str(e) for e in array["shape"]) + "]" + ("" if array["type"] == "real" else " integers")


def described(array):
    return array["meaning"] + (f" ({array['unit']})" if array["unit"] else "") + (
        "; optional" if array["optional"] else "")


def symbols(algorithm):
    """Lines that name the array of each symbol; without symbols, the command that lists the arrays."""
    sentences = []
    for kind, title in (("inputs", "Inputs"), ("stages", "Stages"), ("outputs", "Outputs")):
        named = [f"`{a['symbol']}`" + (f" (`{a['name']}`)" if a["name"] != a["symbol"] else "") for a in algorithm["arrays"][kind] if a["symbol"]]
        if named:
            sentences.append(f"{title}: {', '.join(dict.fromkeys(named))}.")
    text = " ".join(sentences or [f"`bindpose explain {algorithm['id']} --arrays`."])
    text = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)  # a code span stays on one line
    return [line.replace("\0", " ") for line in textwrap.wrap(text, WIDTH, break_on_hyphens=False, break_long_words=False)]


def with_symbols(text, lines):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"expected one {BEGIN} and one {END}")
    head, rest = text.split(BEGIN)
    return head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1]


def written(root, listed):
    """Yields (path, function from the current text to the new text)."""
    for algorithm in listed["algorithms"]:
        lines = symbols(algorithm)
        yield root / f"reference/{algorithm['path']}.md", lambda text, lines=lines: with_symbols(text, lines)
