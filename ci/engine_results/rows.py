# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Rows of the table of engines, made from a run's results.json: one per implementation, algorithm, level and path."""
import collections

SKIPPED = ("not-supported", "skipped")
PASSED = ("pass",)
CRASHED = ("crash", "timeout", "invalid-output")
BUILT_IN = "built-in"


def _source(case, labels):
    """The source of a case: the asset's label, or the built-in cases."""
    if not case.startswith("asset."):
        return BUILT_IN
    return max((label for label in labels if case.startswith(f"asset.{label}.")), key=len)


def _level(case):
    """The second-last word of a case's name: the level."""
    return case.split(".")[-2]


def nothing_answered(run):
    """(state, the judge's message) if no subject gave output."""
    asked = [result for result in run["results"] if result["outcome"] not in SKIPPED]
    if not asked or any(result["outcome"] not in CRASHED for result in asked):
        return None
    return "hangs" if asked[0]["outcome"] == "timeout" else "crashes", asked[0]["detail"]


def _rounded(fraction):
    """Rounds to three digits, so that differences in the last bits of a worst number do not count."""
    return float(f"{fraction:.3g}")


def failed_cases(engine):
    """The names of all cases that an engine, given by its entry, fails."""
    return sorted({case for one in engine["implementations"] for row in one["rows"] for case in row.get("failed_cases", [])})


def at_level_asset(engine):
    """True if an engine, given by its entry, was judged on files."""
    return any(row["level"] == "asset" for one in engine["implementations"] for row in one["rows"])


def _tally(results):
    """Counts, worst fraction of the bound, accepted deviations, and names of failures."""
    judged = [result for result in results if result["outcome"] not in SKIPPED]
    failed = [result for result in judged if result["outcome"] not in PASSED]
    tally = {
        "verdict": "fail" if failed else "pass" if judged else "not asked",
        "passed": len(judged) - len(failed),
        "failed": len(failed),
        "not_supported": len(results) - len(judged),
        "worst": _rounded(max((result["worst_fraction"] for result in judged if result not in failed), default=0)),
    }
    for key in ("class", "policy"):
        accepted = {word for result in judged for word in result[key].split(", ") if word}
        if accepted:
            tally[key] = sorted(accepted)
    if failed:
        tally["outcomes"] = dict(sorted(collections.Counter(result["outcome"] for result in failed).items()))
        defects = collections.Counter(result["defect"] or "no registered defect" for result in failed)
        tally["defects"] = dict(sorted(defects.items()))
        first = min(failed, key=lambda result: (len(result["case"]), result["case"]))
        tally["failed_cases"] = sorted({result["case"] for result in failed})
        tally["example"] = {"case": first["case"], "words": first["detail"]}
    return tally


def _device(info):
    """The device: a library that draws appends it to its version; for a page, the judge does."""
    version = info.get("version", "")
    return version.partition(" on ")[2] or info.get("renderer", "").partition(f"{version} on ")[2]


def _unasked(results):
    """The cases without a verdict in these results."""
    judged = {result["case"] for result in results if result["outcome"] not in SKIPPED}
    cases = sorted({result["case"] for result in results} - judged)
    return {"unasked_cases": cases} if cases else {}


def implementations(run, path, control=False, by_adapter=None):
    """The data of each subject in results.json: its name, its GPU, the diagnosis of its failures, and its rows; for a
    control also the cases that it did not run. by_adapter: {algorithm: the step that the adapter computes}."""
    labels = [asset["label"] for asset in run["assets"]]
    for subject in run["subjects"]:
        groups = collections.defaultdict(list)
        for result in run["results"]:
            if result["subject"] == subject["name"]:
                groups[result["algorithm"], _level(result["case"])].append(result)
        rows = []
        for (algorithm, level), results in sorted(groups.items()):
            by_source = collections.defaultdict(list)
            for result in results:
                by_source[_source(result["case"], labels)].append(result)
            sources = {source: _tally(some) for source, some in sorted(by_source.items())}
            more = _unasked(results) if control else {}
            if algorithm in (by_adapter or {}):
                more["by_adapter"] = by_adapter[algorithm]
            rows.append({"algorithm": algorithm, "level": level, "path": path, **_tally(results), **more, "sources": sources})
        info = subject["info"]
        about = {key: info[key] for key in ("name", "version", "language") if key in info}
        if path == "gpu" and _device(info):
            about.update(device=_device(info), version=info["version"].partition(" on ")[0])
        symptoms = [symptom["sentence"] for diagnosis in subject.get("diagnoses", []) for symptom in diagnosis.get("symptoms", [])]
        if symptoms:
            about["symptoms"] = list(dict.fromkeys(symptoms))
        yield {**about, "rows": [row for row in rows if row["verdict"] != "not asked"]}


def _key(row):
    return row["implementation"], row["algorithm"], row["level"], row["path"], row["source"]


def _by_source(engine):
    """The tally of every source of every row, with its key."""
    for implementation in engine["implementations"]:
        for row in implementation["rows"]:
            for source, tally in row["sources"].items():
                yield {"implementation": implementation["name"], **{name: row[name] for name in ("algorithm", "level", "path")},
                       "source": source, **tally}


def differences(kept, now, sources):
    """As text, the differences of two results of an engine in verdicts or in their causes, for sources that both ran."""
    if kept["state"] != now["state"]:
        return [f"it is {now['state']}, kept is {kept['state']}"]
    before, after = ({_key(row): row for row in _by_source(engine) if row["source"] in sources} for engine in (kept, now))
    words = []
    for key in sorted({*before, *after}):
        old, new = before.get(key), after.get(key)
        what = " ".join(key)
        if old is None or new is None:
            words.append(f"{what}: {'is new' if old is None else 'is gone'}")
            continue
        words += [f"{what}: {name} is {new.get(name)}, kept is {old.get(name)}"
                  for name in ("verdict", "passed", "failed", "class", "policy", "defects", "failed_cases") if old.get(name) != new.get(name)]
    return words
