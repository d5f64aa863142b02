# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""typed_functions.py FOLDER: writes a module for each family of algorithms, with a typed function for each
algorithm, whose arguments and docstring come from the declarations in the library BINDPOSE_LIBRARY.
typed_functions.py --typescript: reads the result of bindpose_list(), and writes the same as TypeScript types."""
import json
import keyword
import pathlib
import sys
import textwrap

HEAD = '''# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Algorithms of the family `{family}`: expected values and bounds. Made from the declarations of bindpose {version}; do not edit."""
from __future__ import annotations

from typing import Any, Literal

from . import Expectation, evaluate
'''


LEFT_OUT = ("normals", "tangents", "residual", "reachable", "nearest")  # optional outputs of bindpose_judge()


def is_required(array, levels):
    return not (array["optional"] or array["levels"] != levels or "beside" in array or "instead_of" in array or "<i>" in array["name"])


def array_words(array, is_input, levels):
    """Meaning, unit and rules."""
    notes = [array["unit"], *(["optional"] if is_input and array["optional"] else []),
             *([f"at level {array['levels'][0]}"] if array["levels"] and array["levels"] != levels else []), *array["rules"]]
    return f"{array['meaning']}; {', '.join(note for note in notes if note)}".strip("; ")


def shape_text(array):
    return f"[{', '.join(map(str, array['shape']))}] {array['type']}"


def array_lines(array, is_input, levels):
    return textwrap.wrap(f"{array['name']} {shape_text(array)}: {array_words(array, is_input, levels)}", 116, initial_indent="        ",
                         subsequent_indent="            ")


def policies(declared):
    """Arguments that are not arrays: see evaluate()."""
    names = [array["name"] for array in declared["inputs"]]
    return [option for option in declared["options"] if option["kind"] == "policy" and option["name"] not in names]


def function(algorithm):
    """Required arrays, then the others, then policies."""
    declared, levels = algorithm["arrays"], algorithm["levels"]
    inputs = [array for array in declared["inputs"] if "<i>" not in array["name"]]
    options = policies(declared)
    numbered = len(inputs) < len(declared["inputs"])
    required = [array["name"] for array in inputs if is_required(array, levels)]
    others = [array["name"] for array in inputs if not is_required(array, levels)]
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


def type_name(algorithm):
    return "".join(word.capitalize() for word in algorithm["path"].replace("/", "_").split("_"))


def comment(text):
    lines = textwrap.wrap(text.replace("*/", "* /"), 116, break_on_hyphens=False)
    return [f"  /** {lines[0]} */"] if len(lines) == 1 else ["  /**", *(f"   * {line}" for line in lines), "   */"]


def property_lines(array, is_input, levels):
    is_optional = not is_required(array, levels) if is_input else array["optional"]
    name, mark = array["name"], "?" if is_optional else ""
    if "<i>" in name:
        name, mark = "[numbered: `" + name.replace("<i>", "${number}") + "`]", ""
    return [*comment(f"{shape_text(array)}: {array_words(array, is_input, levels)}"), f"  {name}{mark}: Numbers;"]


def types(algorithm):
    """Inputs and outputs of an algorithm as interfaces."""
    declared, levels, name = algorithm["arrays"], algorithm["levels"], type_name(algorithm)
    lines = [f'/** Inputs of {algorithm["title"]} ("{algorithm["id"]}"). */', f"export interface {name} {{"]
    for array in declared["inputs"]:
        lines += property_lines(array, True, levels)
    for option in policies(declared):
        values = " | ".join(f'"{value}"' for value in option["values"])
        lines += [*comment(option["meaning"]), f'  {option["name"]}?: {values};']
    lines += ["  options?: Record<string, string>;", "}", f"export interface {name}Outputs {{"]
    for array in declared["outputs"]:
        lines += property_lines({**array, "optional": array["name"] in LEFT_OUT or array["levels"] != levels}, False, levels)
    for array in declared["stages"]:
        lines += property_lines({**array, "optional": True}, False, levels)
    return "\n".join([*lines, "}"])


def typescript(listed):
    algorithms = listed["algorithms"]
    rows = [f'  "{key}": {{ inputs: {type_name(each)}; outputs: {type_name(each)}Outputs }};'
            for each in algorithms for key in (each["id"], each["path"])]
    return "\n\n".join(["""// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Made from the declarations of bindpose; do not edit.
import type { Numbers } from "./index.mjs";""", *map(types, algorithms), "\n".join([
        "/** Inputs and outputs of each algorithm, by its id and its path. */", "export interface Algorithms {", *rows, "}"])]) + "\n"


def main():
    if sys.argv[1] == "--typescript":
        sys.stdout.write(typescript(json.load(sys.stdin)))
        return
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    import bindpose
    folder = pathlib.Path(sys.argv[1])
    families = {}
    for algorithm in bindpose.algorithms().values():
        families.setdefault(algorithm["path"].split("/")[0], []).append(algorithm)
    for family, algorithms in families.items():
        text = HEAD.format(family=family, version=bindpose.__version__)
        (folder / f"{family}.py").write_text("\n\n".join([text, *map(function, algorithms)]))


if __name__ == "__main__":
    main()
