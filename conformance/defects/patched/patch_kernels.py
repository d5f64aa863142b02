#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""patch_kernels.py SOURCE OUTPUT: writes copies of the algorithms in which each patch of a .defects file can be switched on.

SOURCE is the root of the repository. OUTPUT gets the folders of reference/ that hold algorithms, in the namespace
bindpose::patched, and two lists: defects.inc, and shaders.inc of the defects of shaders. README.md in conformance/defects describes the file format.
Files that do not change are not written again. Exit codes: 0 written, 1 a .defects file is wrong (the message names the line).
"""
import pathlib
import re
import sys

FIELDS = ("sentence", "symptom", "source", "leaves_right")
ALL_FIELDS = (*FIELDS, "only")


class Wrong(Exception):
    """An invalid .defects file; the message has the place."""


class Edit:
    """A text in files of reference/, its replacement, and code to insert before the function in the first file."""

    def __init__(self, place, paths, function):
        self.place, self.paths, self.function = place, paths.split(), function
        self.old, self.new, self.helper = [], [], []


class Defect:
    def __init__(self, place, name):
        self.place, self.name, self.edits = place, name, []
        self.fields = dict.fromkeys(ALL_FIELDS, "")


def read_defects(path, default):
    """The defects of one file. default: the file of reference/ that edits without a file change."""
    defects, field, target = [], None, (default, None)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        place, text = f"{path}:{number}", line.strip()
        if not text or text.startswith("#"):
            continue
        if line.startswith("defect "):
            defects.append(Defect(place, line.split()[1]))
            field, target = None, (default, None)
        elif not defects:
            raise Wrong(f"{place}: expected 'defect ID'")
        else:
            field, target = read_line(place, line, defects[-1], field, target)
    for defect in defects:
        missing = [name for name in ("sentence", "symptom", "source") if not defect.fields[name]]
        if missing or not defect.edits or not all(edit.old for edit in defect.edits):
            raise Wrong(f"{defect.place}: {defect.name} needs {', '.join([*missing, 'at least one patch (- and +)'])}")
    return defects


def read_line(place, line, defect, field, target):
    """Adds one line to a defect. Returns the field that the next line may continue, and the file and function of edits."""
    text = line.strip()
    if text[0] in "-+>" and (len(text) == 1 or text[1] == " "):
        last = defect.edits[-1] if defect.edits else None
        if text[0] != "+" and (last is None or last.new or (text[0] == ">" and last.old)):
            last = Edit(place, *target)
            defect.edits.append(last)
        if last is None or (text[0] == "+" and not last.old):
            raise Wrong(f"{place}: '+' follows no '-'")
        {"-": last.old, "+": last.new, ">": last.helper}[text[0]].append(line.lstrip()[2:])
        return None, target
    if named := re.fullmatch(r"in (\S+(?: \S+\.\w+)*)(?: at (\w+))?", text):
        if defect.edits:  # the next '-' begins another edit
            defect.edits[-1].new = defect.edits[-1].new or [""]
        return None, (named[1], named[2])
    if (named := re.match(r"(\w+): +(.*)", text)) and named[1] in ALL_FIELDS:
        defect.fields[named[1]] = named[2]
        return named[1], target
    if field is None:
        raise Wrong(f"{place}: expected a field ({', '.join(ALL_FIELDS)}), 'in FILE', or a patch; got '{text}'")
    defect.fields[field] += " " + text
    return field, target


def span_of(edit, path, text):
    """The span of the old text, which must occur exactly once; white space is ignored."""
    first, last = 0, len(text)
    if edit.function is not None:
        begins = [m for m in re.finditer(rf"^[^\s/#].*\b{edit.function}\b", text, re.M)]
        if not begins:
            raise Wrong(f"{edit.place}: {path} has no function {edit.function}")
        first, last = begins[0].start(), text.index("\n}", begins[0].start())
    words = [re.escape(word) for line in edit.old for word in re.findall(r"\w+|[^\w\s]", line)]
    found = list(re.finditer(r"\s*".join(words), text[first:last]))
    if len(found) != 1:
        raise Wrong(f"{edit.place}: {path} has the old text {len(found)} times, expected once: {' '.join(edit.old)}")
    return first + found[0].start(), first + found[0].end()


def split_statement(text):
    """('const double a = ', 'b') of 'const double a = b;', ('return ', 'b') of 'return b;', else (None, None)."""
    named = re.fullmatch(r"(return |[^=;{}]*?[^=!<>+\-*/|&] = )([^;{][^;]*);", text, re.S)
    return (named[1], named[2]) if named else (None, None)


def pick(number, old, new, old_with_switches):
    return (f"(::bindpose::patched::on({number}) ? ::bindpose::patched::like<decltype(::bindpose::patched::plain({old}))>({new})"
            f" : ::bindpose::patched::plain({old_with_switches}))")


def switched(number, old, new, old_with_switches):
    """Code that evaluates the old text, or the new text if the patch is on."""
    if not old.rstrip().endswith((";", "}")):
        return pick(number, old, new, old_with_switches)
    before, value = split_statement(old.strip())
    before_new, value_new = split_statement(new.strip())
    if value is not None and before.split() == (before_new or "").split():
        inner = old_with_switches.strip()[len(before):-1]
        return before + pick(number, value, value_new, inner) + ";"
    return f"if (::bindpose::patched::on({number})) {{ {new} }} else {{ {old_with_switches} }}"


def with_switches(text, edits):
    """The text with all (begin, end, number, edit) applied. Edits may contain each other, or have the same span."""
    edits = sorted(edits, key=lambda e: (e[0], -e[1]))
    out, at = [], 0
    while edits:
        begin, end, number, edit = edits[0]
        inner = [e for e in edits[1:] if e[0] < end]
        for other in inner:
            if other[1] > end:
                raise Wrong(f"{other[3].place}: the old text overlaps that of {edit.place}; let one contain the other")
        old = text[begin:end]
        shifted = [(b - begin, e - begin, n, x) for b, e, n, x in inner]
        out += [text[at:begin], switched(number, old, "\n".join(edit.new), with_switches(old, shifted))]
        at, edits = end, [e for e in edits[1:] if e[0] >= end]
    return "".join(out) + text[at:]


def patched_text(path, text, edits):
    """A file of reference/ with its switches, in the namespace bindpose::patched."""
    placed = [(*span_of(edit, path, text), number, edit) for number, edit in edits]
    helpers = [(text.rindex("\n\n", 0, begin), edit.helper) for begin, _, _, edit in placed
               if edit.helper and path == edit.paths[0]]
    for at, helper in helpers:
        while not re.match(r"\n\n[^\s#}]", text[at:]):
            at = text.rindex("\n\n", 0, at)
        placed.append((at, at, None, helper))
    marks = [p for p in placed if p[2] is None]
    text = with_switches_and_helpers(text, [p for p in placed if p[2] is not None], marks)
    text = re.sub(r"\bbindpose::(" + "|".join(FAMILIES) + r")\b", r"bindpose::patched::\1", text)
    text = re.sub(r"^BINDPOSE_IMPLEMENT\((\w+)\)", r"BINDPOSE_PATCHED(\1)", text, flags=re.M)
    return '#include "conformance/defects/patched/switch.h"\n' + text


def with_switches_and_helpers(text, edits, helpers):
    pieces, at = [], 0
    for place in sorted({mark[0] for mark in helpers}):
        part = [e for e in edits if at <= e[0] < place]
        pieces.append(with_switches(text[at:place], [(b - at, e - at, n, x) for b, e, n, x in part]))
        pieces += ["\n\n" + "\n".join(helper) for begin, _, _, helper in helpers if begin == place]
        at = place
    part = [e for e in edits if e[0] >= at]
    pieces.append(with_switches(text[at:], [(b - at, e - at, n, x) for b, e, n, x in part]))
    return "".join(pieces)


def included(source, path, seen):
    """path and all files of reference/ that it includes, directly or not. A shared header adds its source file and the
    algorithms that it declares."""
    if path in seen or not (source / "reference" / path).is_file():
        return seen
    seen.add(path)
    text = (source / "reference" / path).read_text()
    for name in re.findall(r'^#include "reference/([^"]+)"', text, re.M):
        included(source, name, seen)
    for stem in re.findall(r"^Implementation (\w+)_implementation\(\);", text, re.M):
        included(source, f"{path.split('/')[0]}/{stem}.cpp", seen)
    return included(source, path[:-2] + ".cpp", seen) if "/shared/" in path and path.endswith(".h") else seen


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


def text_literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def table_text(source, files, rows):
    """defects.inc: one row per defect, with the algorithms that can reach the changed code."""
    reached = {(family, stem): included(source, f"{family}/{stem}.cpp", set()) for family, stem in rows}
    lines, number = [], 0
    for folder, stem, defects in files:
        for defect in defects:
            number += 1
            paths = {path for edit in defect.edits for path in edit.paths}
            only = defect.fields["only"].split()
            algorithms = [row[1] for row in rows if paths & reached[row] and (not only or row[1] in only)]
            if not algorithms:
                raise Wrong(f"{defect.place}: no algorithm includes {', '.join(sorted(paths))}")
            texts = [folder, stem, defect.name, *(defect.fields[f] for f in FIELDS), " ".join(algorithms)]
            lines.append(f"{{{number}, {', '.join(map(text_literal, texts))}}},")
    return "\n".join(lines) + "\n"


def shaders_text(defects):
    """shaders.inc: one row per defect of a shader."""
    lines = []
    for defect in defects:
        edits = ", ".join(f"{{{text_literal(chr(10).join(e.old))}, {text_literal(chr(10).join(e.new))}}}" for e in defect.edits)
        texts = [defect.name, *(defect.fields[name] for name in ("sentence", "symptom", "source"))]
        lines.append(f"{{{', '.join(map(text_literal, texts))}, {{{edits}}}}},")
    return "\n".join(lines) + "\n"


def main():
    global FAMILIES
    source, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rows = re.findall(r"^BINDPOSE_ALGORITHM\((\w+), +(\w+)", (source / "reference/algorithms.def").read_text(), re.M)
    FAMILIES = list(dict.fromkeys(family for family, _ in rows))
    folder = source / "conformance/defects"
    files, edits, number = [], {}, 0
    for path in sorted(folder.glob("*/**/*.defects")):
        family = path.relative_to(folder).parts[0]
        files.append((family, path.stem, read_defects(path, f"{family}/{path.stem}.h")))
        for defect in files[-1][2]:
            number += 1
            for edit in defect.edits:
                for name in edit.paths:
                    edits.setdefault(name, []).append((number, edit))
    kernels = {str(path.relative_to(source / "reference")): path for family in FAMILIES
               for path in (source / "reference" / family).glob("**/*") if path.suffix in (".h", ".cpp")
               and not path.stem.endswith("_test")}
    for name, changes in edits.items():
        if name not in kernels:
            raise Wrong(f"{changes[0][1].place}: there is no reference/{name}")
    for name, path in kernels.items():
        write(output / "reference" / name, patched_text(name, path.read_text(), edits.get(name, [])))
    write(output / "defects.inc", table_text(source, files, rows))
    write(output / "shaders.inc", shaders_text(read_defects(folder / "shaders.defects", "")))


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(str(wrong))
