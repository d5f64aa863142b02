# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Reports of pytest: adds a section with place, value, expectation, bound and defect to a failure of assert_right(),
and the same as properties to JUnit files."""
from __future__ import annotations

import pytest


def facts(verdict) -> list[tuple[str, str]]:
    worst = verdict.worst
    number = [("place", worst.place), ("value", f"{worst.got:.9g}"), ("expected", f"{worst.expected:.9g}"),
              ("bound", f"{worst.bound:.3g}"), ("wrong numbers", f"{worst.failing} of {worst.judged} of {worst.name}")] if worst else []
    cause = [("defect", f"{verdict.defect} - {verdict.defect_sentence}" if verdict.defect else ""), ("class", verdict.precision_class),
             ("policy", verdict.policy), ("first wrong stage", verdict.first_wrong_stage), ("symptoms", "; ".join(verdict.symptoms))]
    return [("algorithm", verdict.algorithm), ("outcome", verdict.outcome), *number, *[fact for fact in cause if fact[1]]]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    verdict = getattr(call.excinfo.value, "verdict", None) if call.excinfo else None
    if not type(verdict).__module__.startswith("bindpose"):
        return
    listed = facts(verdict)
    report.sections.append(("bindpose", "\n".join(f"{label + ':':<18} {text}" for label, text in listed)))
    item.user_properties.extend((f"bindpose {label}", text) for label, text in listed)
