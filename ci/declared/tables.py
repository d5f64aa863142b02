# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Tables of arrays in the pages of the algorithms."""
import os

BEGIN, END = "<!-- arrays -->", "<!-- /arrays -->"
# The pages whose tables are complete first; other pages refer to them.
COMPLETE = ["skinning/dual_quaternion", "skinning/linear_blend"]


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


def table_rows(algorithm):
    """Yields (array, row of the page's table)."""
    for kind, mark in (("inputs", ""), ("stages", "stage: "), ("outputs", "answer: ")):
        for a in algorithm["arrays"][kind]:
            symbol = f"`{a['symbol']}`" if a["symbol"] else "-"
            yield a, (f"| {symbol} | `{a['name']}` | {shape(a)} | {cell(a['unit'])} | "
                      f"{mark}{cell(words(a, algorithm['levels']))} |")


def reference(arrays, algorithm, page):
    """A sentence for arrays that the table of another page explains."""
    names = [f"`{a['name']}`" + (f" (`{a['symbol']}`)" if a["symbol"] else "") for a in arrays]
    link = os.path.relpath(f"{page['path']}.md", os.path.dirname(algorithm["path"]))
    return ["", f"As in [{page['title']}]({link}#symbols): {', '.join(names)}."]


def rank(algorithm):
    return (-COMPLETE.index(algorithm["path"]) - 1 if algorithm["path"] in COMPLETE else 0, algorithm["path"])


def page_tables(algorithms):
    """Yields (algorithm, lines of its table). A page does not repeat two or more rows of an earlier page."""
    explained = {}
    for algorithm in sorted(algorithms, key=rank):
        common, lines = {}, ["| symbol | array | shape | frame, unit | meaning |", "| --- | --- | --- | --- | --- |"]
        for a, row in table_rows(algorithm):
            if row in explained:
                common.setdefault(explained[row]["path"], []).append(a)
        pages = {a["path"]: a for a in explained.values() if len(common.get(a["path"], [])) >= 2}
        for _, row in table_rows(algorithm):
            if explained.get(row, algorithm)["path"] not in pages:
                lines.append(row)
                explained.setdefault(row, algorithm)
        for path, page in pages.items():
            lines += reference(common[path], algorithm, page)
        yield algorithm, lines


def with_tables(text, lines):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"expected one {BEGIN} and one {END}")
    head, rest = text.split(BEGIN)
    return head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1]


def written(root, listed):
    """Yields (path, how to make its text of the text that is there)."""
    for algorithm, lines in page_tables(listed["algorithms"]):
        yield root / f"reference/{algorithm['path']}.md", lambda text, lines=lines: with_tables(text, lines)
