# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The table of engines as one HTML file, made from RESULTS.json and the findings; it has the style, scripts and policy of the
report's pages (conformance/report/page). The page works without scripts; they add search, filters and sorting."""
import base64
import contextlib
import fnmatch
import hashlib
import html
import json
import pathlib
import re

from . import controls, findings, history

PARTS = pathlib.Path(__file__).resolve().parents[2] / "conformance/report/page"
COLUMNS = ("engine", "algorithm", "level", "path", "outcome", "worst", "by", "message", "judged")
MARKS = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069]")  # they change the writing direction, or are invisible
HALVES = re.compile("[\ud800-\udfff]")
NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def _text(words):
    """Untrusted text between tags or in quotes, escaped as in reports: see shown_text() of conformance/report/text.h."""
    clean = NO_TEXT.sub("", HALVES.sub("\ufffd", str(words)))
    return html.escape(MARKS.sub(lambda mark: f"[U+{ord(mark[0]):04X}]", clean))


def _foreign(words):
    return f"<bdi>{_text(words)}</bdi>"


def _slug(words):
    return re.sub(r"[^a-z0-9._]+", "-", str(words).lower().replace("/", ".")).strip("-")


def _names(folder):
    """The prefix of the cases of an algorithm such as "skinning/linear_blend"."""
    return folder.replace("/", ".")


class Ids:
    """A unique id for each name."""

    def __init__(self):
        self.taken = set()

    def of(self, *words):
        first = "-".join(map(_slug, words))
        name, count = first, 1
        while name in self.taken:
            count += 1
            name = f"{first}-{count}"
        self.taken.add(name)
        return name


def _table(columns, rows, attributes=""):
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    return f'<div class="wide"><table{attributes}><thead><tr>{head}</tr></thead><tbody>\n' + "".join(rows) + "</tbody></table></div>\n"


def _row(cells, attributes=""):
    return f"<tr{attributes}>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def _count(row):
    return "pass" if row["verdict"] == "pass" else f"{row['verdict']} {row['failed']} of {row['passed'] + row['failed']}"


def _says(row, known):
    """A failure: its name, its place, one case with the judge's message, and its findings."""
    parts = []
    if row.get("defects"):
        parts.append(", ".join(f"{count} {_foreign(name)}" for name, count in row["defects"].items()))
    failing = {source: tally["failed"] for source, tally in row["sources"].items() if tally["failed"]}
    if failing:
        parts.append("in " + ", ".join(f"{_foreign(source)} {count}" for source, count in failing.items()))
    if "example" in row:
        parts.append(f"<code>{_foreign(row['example']['case'])}</code>: {_foreign(row['example']['words'])}")
    about = [finding for finding in known if any(fnmatch.fnmatchcase(case, pattern)
                                                 for pattern in finding.seen_by() for case in row.get("failed_cases", []))]
    parts += [f'Finding: <a href="#finding/{_text(finding.name)}">{_foreign(finding.title)}</a>' for finding in about]
    if "by_adapter" in row:
        parts.append(f"The adapter's own: {_foreign(row['by_adapter'])}")
    if row["not_supported"]:
        parts.append(f"{row['not_supported']} not supported")
    return "<br>".join(parts)


def _rows_of(folder, engine, engines, ids):
    """A row for each implementation, algorithm, level and path of an engine."""
    known = findings.of(engines / folder)
    for one in engine["implementations"]:
        where = one.get("device", engine["device"])
        for row in one["rows"]:
            name = ids.of(one["name"], row["algorithm"], row["level"], row["path"])
            found_by = {"engine": one["name"], "algorithm": _names(row["algorithm"]), **{key: row[key] for key in ("level", "path")},
                        "outcome": row["verdict"]}
            attributes = f' id="{name}"' + "".join(f' data-{key}="{_text(word)}"' for key, word in found_by.items())
            good = "good" if row["verdict"] == "pass" else "bad"
            yield _row([f'<a href="#{name}">{_foreign(one["name"])}</a> {_foreign(one["version"])} ({_foreign(one["language"])})',
                        *(f'<td class="word">{_foreign(found_by[key])}</td>' for key in ("algorithm", "level", "path")),
                        f'<td class="{good}">{_text(_count(row))}</td>', f'<td class="number">{_text(row["worst"])}</td>',
                        "<br>".join(_foreign(word) for word in [*row.get("policy", []), *row.get("class", [])]), _says(row, known),
                        f"{_foreign(engine['date'])} on {_foreign(where)} by bindpose {_foreign(engine['judge'])}"], attributes)


def _engines(results):
    rows = []
    for folder, engine in results["engines"].items():
        names = "; ".join(f"{one['name']} {one['version']}" for one in engine["implementations"])
        state = engine["state"] + (f": {engine['words']}" if "words" in engine else "")
        together = "; ".join(sentence for one in engine["implementations"] for sentence in one.get("symptoms", []))
        rows.append(_row([_foreign(folder), _foreign(names), _foreign(state), f'<td class="number">{_text(engine["lines"])}</td>',
                          _foreign(engine["date"]), _foreign(together)]))
    return _table(("folder", "implementations", "state", "lines of adapter", "date", "what its wrong numbers have in common"), rows)


def _findings(results, engines):
    text = ""
    for engine, finding in ((engine, finding) for folder, engine in results["engines"].items() for finding in findings.of(engines / folder)):
        counts = controls.verdicts(results, engine, finding.seen_by())
        since = history.sentence(results.get("history", {}).get(finding.name))
        kind = "; ".join([finding.said("kind"), *([f"since {since}"] if since else []), *([controls.sentence(counts)] if counts else [])])
        text += (f'<details id="finding/{_text(finding.name)}"><summary>{_foreign(finding.title)}</summary><div><p class="faint">{_foreign(kind)}'
                 f" - <code>findings/{_text(finding.name)}.md</code></p><pre>{_text(finding.page.read_text())}</pre></div></details>\n")
    return "<h2>Findings</h2>\n" + (text or "<p>There are none.</p>\n")


def _first(results, engines):
    ids = Ids()
    rows = [row for folder, engine in results["engines"].items() for row in _rows_of(folder, engine, engines, ids)]
    verdicts = [row["verdict"] for engine in results["engines"].values() for one in engine["implementations"] for row in one["rows"]]
    good = verdicts.count("pass")
    return ("<header><h1>Engine results</h1>"
            f'<p class="ending">{len(results["engines"])} engines, {len(rows)} rows: {good} pass, {len(rows) - good} fail.</p></header>\n'
            "<p>A row is an implementation's algorithm at a level, on the CPU or on a GPU. <b>pass</b>: every number of every test is within its bound, by the "
            "declared policies and the precision classes that the row lists; <b>fail</b>: some test is not; <b>worst</b>: the largest error / "
            "bound of what passes.</p>\n"
            "<noscript><p>Search, filters and sorting need scripts; the rows do not.</p></noscript>\n"
            f'<details class="rows" id="rows" open=""><summary>Rows</summary>{_table(COLUMNS, rows)}</details>\n'
            f"<h2>Engines</h2>\n{_engines(results)}{_findings(results, engines)}")


def _policy_hash(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def written(results, engines):
    """The page of a table whose engines are in this folder."""
    style = (PARTS / "page.css").read_text()
    script = "".join((PARTS / name).read_text() for name in ("list.js", "engines.js"))
    page, rest = "", (PARTS / "head.html").read_text() + (PARTS / "engines.html").read_text()
    for mark, part in (("SCRIPT-HASH", _policy_hash(script)), ("STYLE-HASH", _policy_hash(style)), ("<!--bindpose:title-->", "Engine results"),
                       ("<!--bindpose:style-->", style), ("<!--bindpose:first-->", _first(results, engines)), ("<!--bindpose:script-->", script)):
        before, _, rest = rest.partition(mark)
        page += before + part
    return page + rest


def write(table, file):
    """Writes the page of RESULTS.json, given as a path, completely or not at all; returns the error, or 0."""
    if not table.exists():
        return f"{table}: FILE_MISSING: the table does not exist"
    try:
        text = written(json.loads(table.read_text()), table.parent)
    except (KeyError, TypeError, AttributeError) as error:
        return f"{table}: FIELD: one is missing or of another kind: {error}"
    if file.exists() and not file.is_file():
        return f"{file}: FILE_WRITE: it is not a file"
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        unfinished.write_text(text)
        unfinished.rename(file)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        return f"{file}: FILE_WRITE: {error.strerror}, {len(text)} bytes were to be written"
    return 0
