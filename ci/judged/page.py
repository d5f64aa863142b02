# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""RESULTS.md, made from RESULTS.json."""
from . import controls, findings

HEAD = """# Results

Written by `ci/engines` from [RESULTS.json](RESULTS.json); not edited by hand. How to read it: [README](README.md).

- **pass**: every number of every test within its bound; what convention that took is in the engine's own table below.
- **fail**: some test is not; how many, and what the failures are called.
- **-**: the engine offers no such thing, or its adapter does not ask it.
- __*__: one step of it is the adapter's own, which does with the engine's functions what its shaders or its users do; which step, the engine's own
  table says.

*Worst* is the largest share of the bound that a passing test used. *Control*: of the cases that fail, how many a right implementation passes that is
written in the adapter's language and stands in the engine's place.
"""


def _cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def _table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines) + "\n"


def _implementations(results):
    """(engine's folder, engine, implementation) of all that were judged."""
    return [(folder, engine, one) for folder, engine in results["engines"].items() for one in engine["implementations"]]


def _engines(results):
    rows = []
    for folder, engine in results["engines"].items():
        names = "; ".join(f"{one['name']} {one['version']}" for one in engine["implementations"]) or folder
        counts = [sum(row[key] for one in engine["implementations"] for row in one["rows"]) for key in ("passed", "failed")]
        control = controls.sentence(controls.verdicts(results, engine))
        rows.append([f"[{folder}]({folder})", names, engine["state"], *counts, control, engine["lines"], engine["seconds"], engine.get("cpu_seconds", "-"),
                     engine["date"]])
    return _table(["engine", "version", "state", "tests passed", "failed", "control", "lines of adapter", "seconds", "CPU seconds", "judged"], rows)


def _together(results):
    """How long all of them took, one after the other."""
    clock, cpu = (sum(engine.get(key, 0) for engine in results["engines"].values()) for key in ("seconds", "cpu_seconds"))
    return f"All of them took {clock / 60:.1f} minutes one after the other, and {cpu / 60:.1f} minutes of CPU time.\n"


def _verdict(row):
    if row is None:
        return "-"
    said = "pass" if row["verdict"] == "pass" else f"fail {row['failed']} of {row['passed'] + row['failed']}"
    return said + "\\*" * ("by_adapter" in row)


def _devices(implementations):
    """On which devices these drew, a line of each."""
    by_device = {}
    for one in implementations:
        if "device" in one:
            by_device.setdefault(one["device"], set()).add(one["name"])
    return "".join(f"\nOn {_cell(device)}: {', '.join(sorted(names, key=str.lower))}.\n" for device, names in sorted(by_device.items()))


def _overview(results):
    """One table for each level and path: algorithms by implementations."""
    text = ""
    rows = {(row["level"], row["path"], row["algorithm"], one["name"]): row
            for _, _, one in _implementations(results) for row in one["rows"]}
    for level in ("asset", "pose", "palette"):
        for path in ("cpu", "gpu"):
            here = {key: row for key, row in rows.items() if key[:2] == (level, path)}
            if not here:
                continue
            algorithms, names = sorted({key[2] for key in here}), sorted({key[3] for key in here}, key=str.lower)
            table = [[name, *(_verdict(here.get((level, path, algorithm, name))) for algorithm in algorithms)] for name in names]
            text += f"\n### Level {level}, {path.upper()}\n\n" + _table(["", *(algorithm.split("/")[1] for algorithm in algorithms)], table)
            text += _devices(one for _, _, one in _implementations(results) if {(row["level"], row["path"]) for row in one["rows"]} & {(level, path)})
    return text


def _assets(results):
    """Level asset by file: tests passed of tests judged."""
    rows = []
    labels = sorted({source for _, _, one in _implementations(results) for row in one["rows"]
                     if row["level"] == "asset" for source in row["sources"]}, key=str.lower)
    for _, _, one in _implementations(results):
        by_label = {label: [row["sources"][label] for row in one["rows"] if row["level"] == "asset" and label in row["sources"]]
                    for label in labels}
        if any(by_label.values()):
            sums = {label: [sum(tally[key] for tally in some) for key in ("passed", "failed")] for label, some in by_label.items()}
            rows.append([one["name"], *(f"{good} of {good + bad}" if good + bad else "-" for good, bad in sums.values())])
    return _table(["", *labels], rows) if rows else "No engine was judged on files.\n"


def _findings(results, engines):
    rows = [[f"[{finding.title}](findings/{finding.name}.md)", finding.kind, controls.sentence(controls.verdicts(results, engine, finding.seen_by()))]
            for folder, engine in results["engines"].items() for finding in findings.of(engines / folder)]
    return _table(["", "kind", "control, of the cases that fail because of it"], rows) if rows else "There are none.\n"


def _failures(row):
    return ", ".join(f"{count} {name}" for name, count in row.get("mistakes", {}).items())


def _of_engine(folder, engine, engines):
    text = f"\n## {folder}\n\n"
    if engine["state"] != "judged":
        return text + f"{engine['state']}: `{_cell(engine['words'])}`\n"
    text += f"{engine['date']}, bindpose {engine['judge']}, {engine['device']}.\n"
    for one in engine["implementations"]:
        rows = [[row["algorithm"].split("/")[1], row["level"], row["path"], _verdict(row), row["worst"],
                 ", ".join([*row.get("class", []), *row.get("policy", [])]), _failures(row)] for row in one["rows"]]
        where = f", on {_cell(one['device'])}" if "device" in one else ""
        text += f"\n{one['name']} {one['version']} ({one['language']}){where}\n\n" + _table(
            ["algorithm", "level", "path", "verdict", "worst", "accepted", "failures by mistake"], rows)
        for words in sorted({row["by_adapter"] for row in one["rows"] if "by_adapter" in row}):
            text += f"\n\\* The adapter's own: {_cell(words)}.\n"
        if "symptoms" in one:
            text += f"\nWhat its wrong numbers have in common: {_cell('; '.join(one['symptoms']))}.\n"
        examples = [row for row in one["rows"] if "example" in row]
        if examples:
            text += "\n" + "\n".join(f"- `{row['example']['case']}`: {row['example']['words']}" for row in examples) + "\n"
    known = findings.of(engines / folder)
    if known:
        text += "\nFindings: " + "; ".join(f"[{finding.title}](findings/{finding.name}.md)" for finding in known) + "\n"
    return text


def written(results, engines):
    """The page of a table whose engines lie in this folder."""
    text = HEAD + "\n## Engines\n\n" + _engines(results)
    text += "\n" + _together(results)
    text += (f"\nThe median adapter, of one path to an engine, has {results['median_lines']} lines of its own, {results['median_lines_shared']} with what "
             "adapters in its language share.\n")
    text += "\n## By algorithm\n" + _overview(results) + "\n## Files at level asset\n\nTests passed of tests asked.\n\n" + _assets(results)
    text += "\n## Findings\n\n" + _findings(results, engines)
    return text + "".join(_of_engine(folder, engine, engines) for folder, engine in results["engines"].items())
