# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The files of measurements: a row for each algorithm, subject, machine and commit; cost curves."""
import csv
import datetime
import os
import re
import shutil
import subprocess

columns = ("date", "commit", "machine", "device", "algorithm", "subject", "rows", "turns", "to_streaming", "to_streaming_spread",
           "to_arithmetic", "to_arithmetic_spread", "seconds", "rows_per_second", "of_roofline", "binds")
curve_columns = ("date", "commit", "machine", "device", "algorithm", "subject", "influences", "joints", "rows", "seconds",
                 "rows_per_second", "of_roofline", "binds", "verified")
numbers = ("rows", "turns", "to_streaming", "to_streaming_spread", "to_arithmetic", "to_arithmetic_spread", "seconds", "rows_per_second",
           "of_roofline", "influences", "joints")


def machine_kind(instruction_set):
    """Processor, number of cores, and used vector instructions; only rows of the same kind are compared."""
    with open("/proc/cpuinfo") as file:
        said = dict(re.findall(r"^(model name|cpu family|model|Processor|CPU part)\s*: *(.*)$", file.read(), re.M))
    name = said.get("model name") or said.get("Processor") or f"part {said.get('CPU part', 'unknown')}"
    kind = f" (family {said['cpu family']} model {said['model']})" if "cpu family" in said else ""
    return f"{name}{kind}, {os.cpu_count()} cores, {instruction_set}"


def commit(root):
    """"1a2b3c4d", with a plus if the sources differ from it; "unknown" without git."""
    if not shutil.which("git"):
        return "unknown"

    def git(*words):
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True).stdout.strip()
    return (git("rev-parse", "--short=8", "HEAD") or "unknown") + ("+" if git("status", "--porcelain", "--", ".", ":!bench/*.csv") else "")


def today():
    return datetime.date.today().isoformat()


def read(path):
    """Rows with numbers instead of text; an empty field becomes None."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in numbers:
            if name in row:
                row[name] = float(row[name]) if row[name] else None
    return rows


def written(value):
    return f"{value:.6g}" if isinstance(value, float) else "" if value is None else value


def write(path, header, rows):
    part = path.with_name(path.name + ".part")  # an interrupted run leaves the old file
    with part.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows([written(row.get(name)) for name in header] for row in rows)
    part.replace(path)


def append(path, rows):
    write(path, columns, read(path) + rows)


def key(row):
    """The group within which a row is compared."""
    return row["machine"], row["device"], row["subject"], row["algorithm"], row["rows"]


def declared_subject(subject):
    """The name in `bindpose list --json`: a device of any kind is "gpu"."""
    kind = subject.partition(":")[0]
    return "gpu" if kind in ("gpu", "vulkan", "opencl", "cuda", "webgl", "webgpu") else kind


def never_measured(rows, algorithms):
    """(id, subject) of declared measurements (`bindpose list --json`) without a row of any machine."""
    measured = {(row["algorithm"], declared_subject(row["subject"])) for row in rows}
    return [(each["id"], subject) for each in algorithms for subject in each["measured_as"] if (each["id"], subject) not in measured]
