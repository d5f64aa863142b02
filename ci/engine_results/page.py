# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""RESULTS.md, made from RESULTS.json."""
from . import controls, findings

HEAD = """# Results

`ci/engines` writes this page from [RESULTS.json](RESULTS.json); do not edit it. [README](README.md) explains it.

*Control*: a right implementation in the adapter's language runs the failing cases in the engine's
place. The column counts those that it passes.

`ci/engines --page FILE` writes a page with the verdicts by algorithm, level and file, with
policies, messages and the text of each finding. The documentation site has it as `TABLE.html`, and
lists all findings.
"""


def _cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def _table(header, rows):
    lines = ["| " + " | ".join(map(_cell, line)) + " |" for line in [header, *rows]]
    return "\n".join([lines[0], "|" + "---|" * len(header), *lines[1:]]) + "\n"


def _engines(results, engines):
    rows = []
    for folder, engine in results["engines"].items():
        names = "; ".join(f"{one['name']} {one['version']}" for one in engine["implementations"]) or folder
        counts = [sum(row[key] for one in engine["implementations"] for row in one["rows"]) for key in ("passed", "failed")]
        control = controls.sentence(controls.verdicts(results, engine))
        known = len(findings.of(engines / folder))
        state = engine["state"] + (f": `{engine['words']}`" if "words" in engine else "")
        rows.append([f"[{folder}]({folder})", names, state, *counts, control, f"[{known}](findings/{folder})" if known else 0, engine["lines"], engine["date"]])
    return _table(["engine", "version", "state", "passed", "failed", "control", "findings", "adapter lines", "date"], rows)


def _together(results):
    """Total time of all engines, one after the other."""
    clock, cpu = (sum(engine.get(key, 0) for engine in results["engines"].values()) for key in ("seconds", "cpu_seconds"))
    return f"All of them took {clock / 60:.1f} minutes one after the other, and {cpu / 60:.1f} minutes of CPU time.\n"


def written(results, engines):
    """The page of a table whose engines are in this folder."""
    return (f"{HEAD}\n## Engines\n\n{_engines(results, engines)}\n{_together(results)}\n"
            f"The median adapter of one path has {results['median_lines']} lines of its own,\n{results['median_lines_shared']} with the code that "
            f"adapters in its language share.\n")
