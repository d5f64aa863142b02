# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Tables of arrays in the pages of the algorithms."""
BEGIN, END = "<!-- arrays -->", "<!-- /arrays -->"


def shape(array):
    return "[" + ", ".join(str(e) for e in array["shape"]) + "]" + ("" if array["type"] == "real" else " integers")


def described(array):
    return array["meaning"] + (f" ({array['unit']})" if array["unit"] else "") + (
        "; optional" if array["optional"] else "")


def words(array, levels):
    text = array["meaning"]
    if array["optional"]:
        text += "; optional"
    if len(levels) > 1 and len(array["levels"]) == 1:
        text += f"; level {array['levels'][0]}"
    if array["rules"]:
        text += "; " + ", ".join(array["rules"])
    return text


def cell(text):
    return text.replace("|", "\\|") or "-"


def page_table(algorithm):
    lines = ["| symbol | array | shape | frame, unit | meaning |", "| --- | --- | --- | --- | --- |"]
    for kind, mark in (("inputs", ""), ("stages", "stage: "), ("outputs", "answer: ")):
        for a in algorithm["arrays"][kind]:
            symbol = f"`{a['symbol']}`" if a["symbol"] else "-"
            lines.append(f"| {symbol} | `{a['name']}` | {shape(a)} | {cell(a['unit'])} | "
                         f"{mark}{cell(words(a, algorithm['levels']))} |")
    return lines


def with_tables(text, lines):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"expected one {BEGIN} and one {END}")
    head, rest = text.split(BEGIN)
    return head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1]


def written(root, listed):
    """Yields (path, how to make its text of the text that is there)."""
    for algorithm in listed["algorithms"]:
        lines = page_table(algorithm)
        yield root / f"reference/{algorithm['path']}.md", lambda text, lines=lines: with_tables(text, lines)
