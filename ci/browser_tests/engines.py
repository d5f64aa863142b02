# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Opens the page of the table of engines like a user: a link to a row, search, filters, sorting, a finding; without scripts,
narrow, printed."""
import json
import pathlib
import subprocess

from ci.browser_tests.chromium import Page

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOWN = "[...document.querySelectorAll('#rows tbody tr')].filter((row) => row.checkVisibility())"


def kept_rows():
    """(implementation, row) of the table."""
    results = json.loads((ROOT / "conformance/engines/RESULTS.json").read_text())
    return [(one["name"], row) for engine in results["engines"].values() for one in engine["implementations"] for row in one["rows"]]


def choose(page, filter_, value):
    page.run(f"""(() => {{ const box = document.getElementById('{filter_}'); box.value = {json.dumps(value)};
        box.dispatchEvent(new Event('change')); }})()""")


def use(page, rows, expect):
    """Filters, search by keys, sorting, and a link to a hidden row."""
    name, first = next((name, row) for name, row in rows if row["verdict"] == "fail")
    for filter_, value, kept in (("outcome", "fail", lambda name, row: row["verdict"] == "fail"), ("path", first["path"], lambda name, row: row["path"] == first["path"]),
                                 ("engine", name, lambda one, row: one == name),
                                 ("algorithm", first["algorithm"].replace("/", "."), lambda name, row: row["algorithm"] == first["algorithm"]),
                                 ("level", first["level"], lambda name, row: row["level"] == first["level"])):
        choose(page, filter_, value)
        wanted = sum(kept(*each) for each in rows)
        expect(page.run(f"{SHOWN}.length") == wanted < len(rows), f"engines: the filter {filter_} leaves {wanted} of {len(rows)} rows")
        choose(page, filter_, "")
    page.run("document.getElementById('search').focus()")
    page.call("Input.insertText", text="no such words")
    expect(page.run(f"{SHOWN}.length") == 0, "engines: the search can find nothing")
    page.run("document.querySelector('a[href^=\"#finding/\"]').click()")
    page.run("new Promise((done) => setTimeout(done, 100))")
    expect(page.run("document.querySelector('details[id^=\"finding/\"][open] pre')?.checkVisibility() ?? false"), "engines: a finding opens by its link")
    page.run(f"location.hash = document.querySelector('#rows tbody tr').id; new Promise((done) => setTimeout(done, 100))")
    expect(page.run(f"{SHOWN}.length") == len(rows), "engines: a link shows a row that the search has hidden")
    page.run("document.querySelectorAll('#rows th button')[5].focus()")
    page.key_press("Enter")
    worst = page.run("[...document.querySelectorAll('#rows td.number')].map((cell) => Number(cell.textContent))")
    expect(worst == sorted(row["worst"] for _, row in rows), "engines: a key sorts by numbers")


def look_at_engines(folder, expect, has_named_controls, prints):
    file, rows = pathlib.Path(folder) / "engines.html", kept_rows()
    subprocess.run([ROOT / "ci/engines", "--page", file], check=True)
    name = "three.js-animation.slerp-pose-cpu"
    with Page() as page:
        page.window(1280, 800)
        page.open(file, "#" + name)
        top = page.run(f"(() => {{ const box = document.getElementById('{name}').getBoundingClientRect(); return [box.top, box.bottom, innerHeight]; }})()")
        expect(0 <= top[0] < top[1] <= top[2], f"engines: a linked row is on the screen: {top}")
        expect(page.run("document.querySelector('tr:target').id") == name, "engines: a linked row is marked")
        use(page, rows, expect)
        has_named_controls(page, "the page of engines")
        prints(page)
        page.window(380, 640)
        expect(page.run("document.documentElement.scrollWidth") <= 380, "engines: a narrow window needs no horizontal scrolling")
        expect(not page.complaints(), f"engines: no error, no request {page.complaints()}")
    with Page() as page:
        page.call("Emulation.setScriptExecutionDisabled", value=True)
        page.open(file)
        expect(page.run(f"{SHOWN}.length") == len(rows), f"engines: all {len(rows)} rows are shown without scripts")
