# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Checks Kubernetes manifests against the fields of its client library, and reads their commands."""
import json
import pathlib
import types

import kubernetes.client
import yaml

KINDS = {"Job": "V1Job", "PersistentVolumeClaim": "V1PersistentVolumeClaim"}


def differences(said, understood, place=""):
    """Fields of a manifest that the schema lacks, or that have a value of another type."""
    if isinstance(said, dict) and isinstance(understood, dict):
        return [each for key, value in said.items()
                for each in ([f"{place}/{key}"] if key not in understood else differences(value, understood[key], f"{place}/{key}"))]
    if isinstance(said, list) and isinstance(understood, list) and len(said) == len(understood):
        return [each for i, (a, b) in enumerate(zip(said, understood)) for each in differences(a, b, f"{place}/{i}")]
    return [] if said == understood else [place]


def checked(path):
    """The objects of a file of manifests. Raises ValueError with an unknown or missing field."""
    client = kubernetes.client.ApiClient()
    objects = list(yaml.safe_load_all(pathlib.Path(path).read_text()))
    for each in objects:
        # The client makes its own object from it, which refuses missing fields and returns the parsed ones.
        understood = client.deserialize(types.SimpleNamespace(data=json.dumps(each)), KINDS[each["kind"]])
        found = differences(each, client.sanitize_for_serialization(understood))
        if found:
            raise ValueError(f"{path}: {each['kind']} {each['metadata']['name']}: {', '.join(found)}")
    return objects


def commands(objects, paths):
    """(command, number of runs) of every job, with some paths replaced."""
    found = []
    for each in objects:
        if each["kind"] != "Job":
            continue
        container, = each["spec"]["template"]["spec"]["containers"]
        words = container["command"] + container.get("args", [])
        for path, real in paths.items():
            words = [real + word[len(path):] if word == path or word.startswith(path + "/") else word.replace(f":{path}", f":{real}")
                     for word in words]
        found.append((words, each["spec"].get("completions", 1)))
    return found
