# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The history of findings: runs the reproductions of an engine's findings on older and newer releases of its npm package.
A reproduction that ends with 0 shows the finding; with 1, the release is right. Other exit codes, such as after an exception,
prove nothing; but if the error matches the reproduction's comment `Feature: PATTERN`, the release lacks the feature."""
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from . import findings

PRESENT, ABSENT, LACKING, UNKNOWN = "present", "absent", "lacking", "cannot tell"
OUTCOMES = {0: PRESENT, 1: ABSENT}
PRELOAD = pathlib.Path(__file__).resolve().with_name("old_release.mjs")


def sorted_releases(versions):
    """Without pre-releases."""
    plain = {version for version in versions if re.fullmatch(r"\d+\.\d+\.\d+", version)}
    return sorted(plain, key=lambda version: [int(number) for number in version.split(".")])


def first_tested(releases, pinned):
    """The newest release, the releases 1, 2, 4, 8, ... places before it, the oldest, and the judged one, sorted by release."""
    picked, step = {0, len(releases) - 1, releases.index(pinned)}, 1
    while step < len(releases):
        picked.add(len(releases) - 1 - step)
        step *= 2
    return sorted(picked)


def bisect(releases, picked, outcome):
    """{release: outcome} of the picked releases, and of releases between them until each change is exact."""
    found = {number: outcome(releases[number]) for number in picked}
    for low, high in zip(picked, picked[1:]):
        while high - low > 1 and found[low] != found[high]:
            middle = (low + high) // 2
            found[middle] = outcome(releases[middle])
            low, high = (low, middle) if found[middle] == found[high] else (middle, high)
    return {releases[number]: found[number] for number in sorted(found)}


def summary(tested):
    """Summarises {release: outcome}, in the order of releases."""
    shown = [number for number, outcome in enumerate(tested.values()) if outcome == PRESENT]
    if not shown:
        return dict.fromkeys(("since", "before", "without", "fixed"))
    releases, outcomes = list(tested), list(tested.values())
    first = shown[-1]
    for number in range(first - 1, -1, -1):
        if outcomes[number] in (ABSENT, LACKING):
            break
        first = number if outcomes[number] == PRESENT else first
    before = outcomes[first - 1] if first > 0 else None
    without = next((number for number in range(first - 1, -1, -1) if outcomes[number] in (ABSENT, LACKING)), None)
    fixed = [number for number in range(shown[-1] + 1, len(releases)) if outcomes[number] == ABSENT]
    return {"since": releases[first], "before": before, "without": None if without is None else releases[without],
            "fixed": releases[fixed[0]] if fixed else None}


def sentence(entry):
    """The releases with the finding, as text."""
    if not entry or entry["since"] is None:
        return ""
    reason = {ABSENT: f" ({entry['without']} does not have it)", LACKING: " (the first with the feature)", None: " (the oldest on npm)",
              UNKNOWN: f" or earlier, after {entry['without']}" if entry["without"] else " or earlier"}[entry["before"]]
    return f"{entry['since']}{reason}" + (f", fixed in {entry['fixed']}" if entry["fixed"] else "")


def packages_of(engine):
    """(packages that share one version, this version) of an engine, given by its folder."""
    described = engine / "package.json"
    pinned = json.loads(described.read_text()).get("dependencies", {}) if described.exists() else {}
    version = next(iter(pinned.values()), None)
    return [name for name, its in pinned.items() if its == version], version


def classified(code, out, err, feature):
    """(outcome, words) of a reproduction's end; feature: the pattern of its comment, or None."""
    if code in OUTCOMES:
        return OUTCOMES[code], " ".join(out.splitlines()[-3:])
    error = (re.findall(r"^.*Error.*$", err, re.M) or [f"exit code {code}: {out.strip()}"])[0].strip()
    return LACKING if feature and re.search(rf"\b(?:{feature})\b", error) else UNKNOWN, error


class Registry:
    """An engine's releases."""

    def __init__(self, engine, limited, work):
        self.engine, self.limited, self.work = engine, limited, work
        self.packages, self.pinned = packages_of(engine)

    def releases(self):
        common = None
        for package in self.packages:
            code, out, err = self.limited(["npm", "view", package, "versions", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if code != 0:
                sys.exit(f"{package}: npm does not list its releases: {err.strip()}")
            versions = json.loads(out)
            versions = {versions} if isinstance(versions, str) else set(versions)
            common = versions if common is None else common & versions
        return sorted_releases(common)

    def installed(self, version):
        """The folder of the reproductions next to an installed release, made once, or None."""
        work = self.work / version
        folder, pages = work / self.engine.name, work / "findings" / self.engine.name
        if work.exists():
            return pages if (folder / "node_modules").exists() else None
        shutil.copytree(self.engine, folder, ignore=shutil.ignore_patterns("node_modules", "package-lock.json"))
        shutil.copytree(self.engine.parent / "findings" / self.engine.name, pages)
        for place in (work, folder):
            (place / "package.json").write_text('{"private": true, "type": "module"}\n')
        named = [f"{package}@{version}" for package in self.packages]
        code, _, err = self.limited(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder, *named],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if code != 0:
            print(f"{version} cannot be installed: {err.strip()[-200:]}", flush=True)
            shutil.rmtree(folder / "node_modules", ignore_errors=True)
        return pages if code == 0 else None

    def outcome(self, version, finding):
        """(outcome, words) of a finding's reproduction on a release."""
        pages = self.installed(version)
        if pages is None:
            return UNKNOWN, "not installed"
        reproduction = findings.Finding(pages / f"{finding.partition('/')[2]}.md")
        options = f"{os.environ.get('NODE_OPTIONS', '')} --import={PRELOAD}".strip()
        code, out, err = reproduction.ran(self.limited, NODE_OPTIONS=options)
        return classified(code, out, err, reproduction.comment("Feature"))


def of_engine(engine, limited):
    """{finding: its history} of an engine, given by its folder; nothing for an engine that is not an npm package."""
    listed = [finding.name for finding in findings.of(engine)]
    with tempfile.TemporaryDirectory() as work:
        registry = Registry(engine, limited, pathlib.Path(work).resolve())
        if not registry.packages or not listed:
            return {}
        releases, date = registry.releases(), datetime.date.today().isoformat()
        picked = first_tested(releases, registry.pinned)
        entries = {}
        for finding in listed:
            def outcome(version, finding=finding):
                found, words = registry.outcome(version, finding)
                print(f"{version} {finding}: {found}: {words}", flush=True)
                return found

            tested = bisect(releases, picked, outcome)
            entries[finding] = {"date": date, "package": registry.packages[0], "tested": tested, **summary(tested)}
        return entries
