# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Shared functions of the Python commands and tests of ci."""
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
CI = pathlib.Path(__file__).resolve().parent
ROOT = CI.parent


def expect(right, what):
    if not right:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: expected that {what}")


def listed(file, folder=CI):
    """{(kind, name): words} of the lines 'KIND NAME: WORDS' of a file."""
    found = re.findall(r"^(\w+) (.+?): (.+)$", (folder / file).read_text(), re.M)
    return {(kind, name): words for kind, name, words in found}


def script(name):
    """A command of ci as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(CI / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def ran(command, *words, codes=(0,), what="", **more):
    """The output of a command, which must end with one of the codes and print the words."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **more)
    missing = [word for word in words if word not in done.stdout]
    expect(done.returncode in codes and not missing,
           f"{what or command} ends with one of {codes} and says {missing}, "
           f"not {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def made(folder):
    folder.mkdir()
    return folder


def write_program(path, text):
    path.write_text(text)
    path.chmod(0o755)
