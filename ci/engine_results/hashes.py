# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Hashes of everything that a stored result depends on: the engine's adapter, what it installs, the cases of an algorithm."""
import hashlib
import json
import os
import re

from . import assets, controls

RUNS = ("run", "run-gpu")
LOCKS = ("package-lock.json", *RUNS)  # name the packages that an engine installs, with versions
DOCUMENTS = (".md", ".gitignore")
LEFT_BEHIND = {"node_modules", "__pycache__", "logs"}  # folders that installing and running an engine create


def _hash_of(parts):
    """The hash of (name, bytes) in this order."""
    digest = hashlib.sha256()
    for name, content in parts:
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _text(path):
    """The text of any file; other bytes are replaced."""
    return path.read_text(errors="replace")


def adapter_files(folder):
    """The files of an engine's folder that determine its outputs."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not LEFT_BEHIND & set(path.relative_to(folder).parts))
    return [path for path in files if path.suffix not in DOCUMENTS and path.name not in (*LOCKS, *DOCUMENTS)]


def shared_files(folder):
    """Shared files of adapters, next to their folders, that this adapter names directly or indirectly."""
    common = [path for path in sorted(folder.parent.iterdir()) if path.is_file() and path.suffix not in (".md", ".json")]
    runs = [folder / run for run in RUNS if (folder / run).exists()]
    text, named = "".join(_text(path) for path in [*adapter_files(folder), *runs]), []
    while found := [path for path in common if path not in named and (f"/{path.name}" in text or f'"{path.name}"' in text)]:
        named += found
        text = "".join(map(_text, found))
    return sorted(named)


def course_files(folder):
    """The files of the course that a control uses: the sources of the languages that its files name, without the starters."""
    text = "".join(map(_text, adapter_files(folder)))
    named = [language for language in sorted(folder.parents[1].glob("course/*")) if re.search(rf"course/{language.name}\b", text)]
    sources = (path for language in named for path in sorted(language.rglob("*")) if path.suffix in (".cpp", ".h", ".js", ".py"))
    return [path for path in sources if path.stem != "exercises" or path.suffix == ".h" or path.parent.name == "solution"]


def adapter(folder):
    files = [*adapter_files(folder), *shared_files(folder), *(course_files(folder) if controls.is_control(folder.name) else [])]
    return _hash_of((os.path.relpath(path, folder.parent), path.read_bytes()) for path in files)


def lock(folder):
    return _hash_of((name, (folder / name).read_bytes()) for name in LOCKS if (folder / name).exists())


def cases(root, algorithm):
    """The built-in cases of an algorithm, given as a path: their names and the hashes of their golden files."""
    listed = json.loads((root / "golden/data" / algorithm / "cases.json").read_text())["cases"]
    return _hash_of((case["name"], case["fnv1a64"].encode()) for case in listed)


def asset(path):
    """A glTF file and the buffers that it names."""
    parts = [(path.name, path.read_bytes())]
    if path.suffix == ".gltf":
        for buffer in json.loads(parts[0][1]).get("buffers", []):
            named = path.parent / buffer.get("uri", "")
            if named.is_file():
                parts.append((named.name, named.read_bytes()))
    return _hash_of(parts)


def made_assets():
    """The hashes of the files made for engines, by name."""
    return {make.__name__: _hash_of([("", assets.built(make))]) for make in assets.ASSETS}
