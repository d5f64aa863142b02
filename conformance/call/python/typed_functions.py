# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""typed_functions.py FOLDER: writes a module of each family of algorithms, with a typed function of each algorithm whose arguments and
docstring are its declaration. The library of BINDPOSE_LIBRARY says what is declared."""
import keyword
import pathlib
import sys
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import bindpose  # noqa: E402

HEAD = '''# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Algorithms of the family `{family}`: expected values and bounds. Made from the declarations of bindpose {version}; do not edit."""
from __future__ import annotations

from typing import Any, Literal

from . import Expectation, evaluate
'''


def is_required(array, levels):
    return not (array["optional"] or array["levels"] != levels or "beside" in array or "instead_of" in array or "<i>" in array["name"])


def array_lines(array, is_input, levels):
    shape = ", ".join(map(str, array["shape"]))
    notes = [array["unit"], *(["optional"] if is_input and array["optional"] else []),
             *([f"at level {array['levels'][0]}"] if array["levels"] and array["levels"] != levels else []), *array["rules"]]
    words = f"{array['meaning']}; {', '.join(note for note in notes if note)}".strip("; ")
    return textwrap.wrap(f"{array['name']} [{shape}] {array['type']}: {words}", 116, initial_indent="        ",
                         subsequent_indent="            ")


def function(algorithm):
    """Required arrays, then the others, then policies."""
    declared, levels = algorithm["arrays"], algorithm["levels"]
    inputs = [array for array in declared["inputs"] if "<i>" not in array["name"]]
    options = [option for option in declared["options"] if option["kind"] == "policy"]
    numbered = len(inputs) < len(declared["inputs"])
    required = [array["name"] for array in inputs if is_required(array, levels)]
    others = [array["name"] for array in inputs if not is_required(array, levels)]
    options = [option for option in options if option["name"] not in required + others]  # an array has the name: see evaluate()
    names = required + others + [option["name"] for option in options]
    assert not any(map(keyword.iskeyword, names)), names
    values = {option["name"]: ", ".join(f'"{value}"' for value in option["values"]) for option in options}
    parameters = [f"{name}: Any" for name in required] + [f"{name}: Any = None" for name in others] + [
        f'{option["name"]}: Literal[{values[option["name"]]}] = "{option["default"]}"' for option in options]
    parameters += ["**numbered: Any"] if numbered else []
    passed = [f"{name}={name}" for name in names] + (["**numbered"] if numbered else [])
    lines = [f"def {algorithm['path'].split('/')[1]}(", *textwrap.wrap("*, " + ", ".join(parameters), 120, initial_indent="    ",
                                                                      subsequent_indent="    ", break_on_hyphens=False),
             ") -> Expectation:", f'    """{algorithm["title"]} ("{algorithm["id"]}").', ""]
    for title, arrays in (("Inputs", declared["inputs"]), ("Stages", declared["stages"]), ("Outputs", declared["outputs"])):
        if arrays:
            lines += [f"    {title}:", *(line for array in arrays for line in array_lines(array, title == "Inputs", levels)), ""]
    if options:
        lines += ["    Options:", *(line for option in options for line in textwrap.wrap(
            f'{option["name"]}: {option["meaning"]}', 116, initial_indent="        ", subsequent_indent="            ")), ""]
    lines[-1] = '    """'
    lines += ["    return evaluate(", *textwrap.wrap(", ".join([f'"{algorithm["path"]}"', *passed]), 116, initial_indent="        ",
                                                     subsequent_indent="        "), "    )"]
    return "\n".join(lines) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    families = {}
    for algorithm in bindpose.algorithms().values():
        families.setdefault(algorithm["path"].split("/")[0], []).append(algorithm)
    for family, algorithms in families.items():
        text = HEAD.format(family=family, version=bindpose.__version__)
        (folder / f"{family}.py").write_text("\n\n".join([text, *map(function, algorithms)]))


if __name__ == "__main__":
    main()
