# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the hand-written part of a page:

- it names every option, in a formula or as code;
- it lists no code of a degenerate output that no golden file has, except for codes that float32 numbers cannot reach (UNREACHED);
- each symbol stands for one array, and no hand-written list explains the symbol of an array.
"""
import itertools
import json
import re

from .tables import BEGIN, END


# Codes of pages that no float32 input can reach.
UNREACHED = {"ZERO_BLEND": {"skinning/spherical_blend", "skinning/spherical_joint_blend", "examples/spherical_joint_by_example"}}


def codes(text):
    """Fenced blocks, and texts in backquotes outside of them."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.S | re.M)
    return blocks + re.findall(r"`([^`\n]+)`", re.sub(r"^```\w*\n.*?^```$", "", text, flags=re.S | re.M))


def unnamed_options(text, options):
    said = " ".join(codes(text))
    for option in options:
        if not re.search(rf"(?<![\w-]){re.escape(option['name'])}(?![\w-])", said):
            yield f"the option {option['name']} is not named"


def section(text, title):
    return text.partition(f"## {title}\n")[2].partition("\n## ")[0]


def never_golden(text, path, cases):
    """Codes in the last column under Degenerate that do not refuse inputs and that no golden file has. Needs golden data."""
    if cases is None:
        return
    rows = re.findall(r"^\|.*\|([^|]*)\|$", section(text, "Degenerate"), re.M)
    found = {code for row in rows for code in re.findall(r"`([A-Z][A-Z_]+)`", row)}
    golden = {undefined["code"] for case in cases for undefined in case["undefined"]}
    unreached = {code for code, paths in UNREACHED.items() if path in paths}
    for code in sorted(found - golden - unreached):
        if f"`{code}`" not in section(text, "Requires"):
            yield f"no golden file has a row that is `{code}`"
    for code in sorted(unreached - (found - golden)):
        yield f"`{code}` is not an unreachable code: remove it from ci/generated_docs/said.py"


def is_same(a, b):
    """True if both are the same array: an input at one level, computed at another."""
    same = a["name"] == b["name"] or all(a[key] == b[key] for key in ("shape", "unit", "meaning"))
    return same and not set(a["levels"]) & set(b["levels"])


def shared_symbols(text, arrays):
    by_symbol = {}
    for array in arrays["inputs"] + arrays["stages"] + arrays["outputs"]:
        for symbol in filter(None, array["symbol"].split(", ")):
            by_symbol.setdefault(symbol, []).append(array)
    for symbol, users in by_symbol.items():
        for a, b in itertools.combinations(users, 2):
            if not is_same(a, b):
                yield f"`{symbol}` is the symbol of {a['name']} and of {b['name']}"
    for first in re.findall(r"^- (`[^`]+`(?:, `[^`]+`)*)", section(text, "Symbols"), re.M):
        for symbol in re.findall(r"`([^`]+)`", first):
            if symbol in by_symbol:
                yield f"`{symbol}` is explained by hand and is the symbol of {by_symbol[symbol][0]['name']}"


def problems(root, algorithms):
    """Yields (path, problem) of every page. tables.py finds a page without its list of arrays."""
    for algorithm in algorithms:
        path = root / f"reference/{algorithm['path']}.md"
        head, _, rest = (path.read_text() if path.exists() else "").partition(BEGIN)
        text, arrays = head + rest.partition(END)[2], algorithm["arrays"]
        golden = root / f"golden/data/{algorithm['path']}/cases.json"
        cases = json.loads(golden.read_text())["cases"] if golden.exists() else None
        for found in (unnamed_options(text, arrays["options"]), shared_symbols(text, arrays),
                      never_golden(text, algorithm["path"], cases)):
            for problem in found:
                yield path, problem
