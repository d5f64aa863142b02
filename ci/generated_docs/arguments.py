# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Lists of arguments above the exercises of the course's starters, and inside them in Python:

    skeleton.palette asks:
      world_from_joint <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
      joints <- J of world
      returns -> palette [J, 3, 4]: ...

The names on both sides of an arrow are written by hand: an argument and its source (an array, an option, an extent). This
script writes the text after them. Every argument of the function must be in its list; every input array of the starter's
algorithms must be in a list of the file.
"""
import re
import textwrap

from . import tables

WIDTH = 110
HEAD = re.compile(r"^(\s*(?:///?|\*|#)?\s*)([a-z][a-z.-]*) asks:$")
ENTRY = re.compile(r"^(\s*(?:///?|\*|#)?\s*)(\w+) (<-|->) ([\w<>]+)")
FUNCTION = re.compile(r"^(?:def |function |[A-Za-z_][\w:<> *&]*[ *&])(\w+)\(([^{;]*?)\)(?: \{|:)$", re.M)


def functions(text):
    """{function: names of its parameters}, and [(line, function)]."""
    found, places = {}, []
    for match in FUNCTION.finditer(text):
        parameters = [re.sub(r"\[.*", "", p.replace(")", "")) for p in match[2].split(",")]
        found[match[1]] = [re.findall(r"\w+", p)[-1] for p in parameters if re.search(r"\w", p)]
        places.append((text.count("\n", 0, match.start()), match[1]))
    return found, places


def saying(algorithm, arrow, name):
    """The declaration's text for the array, option or extent."""
    arrays = algorithm["arrays"]
    if arrow == "->":
        for a in arrays["outputs"] + arrays["stages"]:
            if a["name"] == name:
                return f"{name} {tables.shape(a)}: " + tables.described(a)
        raise ValueError(f"{algorithm['id']} answers no {name}")
    for a in arrays["inputs"]:
        if a["name"] == name:
            return f"{name} {tables.shape(a)}: " + tables.described(a)
    for option in arrays["options"]:
        if option["name"] == name:
            return f"{name}: {', '.join(option['values'])}"
    for a in arrays["inputs"]:
        if name in a["shape"]:
            return f"{name} of {a['name']} {tables.shape(a)}"
    # A stage that an earlier exercise computes.
    for a in arrays["stages"]:
        if a["name"] == name:
            return f"{name} {tables.shape(a)}: " + tables.described(a)
    raise ValueError(f"{algorithm['id']} asks no {name}")


def with_lists(text, algorithms):
    by_id = {algorithm["id"]: algorithm for algorithm in algorithms}
    parameters, places = functions(text)
    line_of = {function: line + 1 for line, function in places}
    in_docstrings = "def " in text and '"""' in text
    lines, old = [], text.split("\n")
    taken, asked = {}, set()
    algorithm = indent = None
    for number, line in enumerate(old):
        head, entry = HEAD.match(line), ENTRY.match(line)
        if head:
            if head[2] not in by_id:
                raise ValueError(f"{number + 1}: there is no algorithm {head[2]}")
            algorithm, indent = by_id[head[2]], head[1]
            asked.add(head[2])
            lines.append(line)
        elif algorithm and entry and entry[1] == indent + "  ":
            before, after = [f for n, f in places if n < number], [f for n, f in places if n > number]
            function = before[-1] if in_docstrings else after[0]
            taken.setdefault(function, {}).setdefault(entry[2], []).append((number, entry[4]))
            try:
                words = f"{entry[2]} {entry[3]} " + saying(algorithm, entry[3], entry[4])
            except ValueError as error:
                raise ValueError(f"{number + 1}: {error}") from None
            lines += textwrap.wrap(words, WIDTH, initial_indent=entry[1], subsequent_indent=entry[1] + "    ",
                                   break_on_hyphens=False)
        elif algorithm and line.startswith(indent + "      "):
            pass  # the rest of an entry
        else:
            algorithm = None
            lines.append(line)
    problems = []
    for function, names in taken.items():
        for name in parameters[function]:
            if name not in names:
                problems.append(f"{line_of[function]}: function {function}: its list does not have the argument {name}")
        for name, entries in names.items():
            if name not in parameters[function] + ["returns"]:
                problems.append(f"{entries[0][0] + 1}: function {function} has no argument {name}")
    listed = {name for names in taken.values() for entries in names.values() for _, name in entries}
    for one in sorted(asked):
        arrays = by_id[one]["arrays"]
        for a in arrays["inputs"] + arrays["outputs"]:
            if a["name"] not in listed and a.get("instead_of") not in listed:
                problems.append(f"no list has {a['name']} of {one}")
        for option in arrays["options"]:
            if option["kind"] == "policy" and not option["only_declared"] and option["name"] not in listed:
                problems.append(f"no list has the option {option['name']} of {one}")
    if not asked:
        problems.append("the file has no list of arguments")
    if problems:
        raise ValueError("\n".join(problems))
    return "\n".join(lines)


def written(root, listed):
    """Yields (path, function from the current text to the new text)."""
    algorithms = listed["algorithms"]
    for language, ending in (("c", "c"), ("cpp", "cpp"), ("javascript", "js"), ("python", "py")):
        yield (root / f"conformance/course/{language}/exercises.{ending}",
               lambda text: with_lists(text, algorithms))
