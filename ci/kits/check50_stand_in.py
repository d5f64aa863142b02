# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""check50_stand_in.py PACK: runs a pack's checks as check50 documents it: each in its own folder, a copy of the folder of
the check that it depends on, and with that check's return value, if it takes an argument; prints the results as JSON. It has
only the features of check50 that our pack uses."""
import contextlib
import importlib.util
import inspect
import json
import pathlib
import shutil
import sys
import tempfile
import types


class Failure(Exception):
    def __init__(self, rationale, help=None):
        super().__init__(rationale)
        self.rationale, self.help = rationale, help


def exists(path):
    if not pathlib.Path(path).exists():
        raise Failure(f"{path} not found")


checks, logged = [], []


def check(dependency=None):
    def decorated(function):
        checks.append((function, dependency))
        return function
    return decorated


sys.modules["check50"] = types.SimpleNamespace(Failure=Failure, exists=exists, check=check, log=logged.append)
spec = importlib.util.spec_from_file_location("pack", pathlib.Path(sys.argv[1]).resolve() / "__init__.py")
spec.loader.exec_module(importlib.util.module_from_spec(spec))

here, passed, results = pathlib.Path.cwd(), {}, []
with tempfile.TemporaryDirectory() as name:
    pathlib.Path(name).chmod(0o755)  # if this is root, subjects run as another user
    for function, dependency in checks:
        if dependency is not None and dependency not in passed:
            results.append({"name": function.__name__, "description": function.__doc__, "passed": None})
            continue
        folder = pathlib.Path(name, function.__name__)
        before, returned = passed.get(dependency, (here, None))
        shutil.copytree(before, folder)
        with contextlib.chdir(folder):
            try:
                passed[function] = folder, function(*[returned] * len(inspect.signature(function).parameters))
                results.append({"name": function.__name__, "description": function.__doc__, "passed": True})
            except Failure as failure:
                results.append({"name": function.__name__, "description": function.__doc__, "passed": False,
                                "cause": {"rationale": failure.rationale, "help": failure.help}})
print(json.dumps(results))
