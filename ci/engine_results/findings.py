# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Findings: a page conformance/engines/findings/ENGINE/NAME.md, and next to it a reproduction NAME.* that needs no judge.
Its comment `Run: COMMAND` has the command to run in its folder, which ends with 0 if the engine still computes what the page
says. The page's line `Seen by:` lists the cases that fail because of it, each name or pattern in backticks."""
import dataclasses
import fnmatch
import os
import pathlib
import re
import subprocess


@dataclasses.dataclass
class Finding:
    page: pathlib.Path

    @property
    def name(self):
        return f"{self.page.parent.name}/{self.page.stem}"

    def script(self):
        """The command that runs the reproduction."""
        return self.comment("Run")

    def comment(self, name):
        """The rest of the line `name:` in the reproduction."""
        for path in sorted(self.page.parent.glob(f"{self.page.stem}.*")):
            said = re.search(rf"^\W*{name}: (.*)$", path.read_text(), re.M) if path != self.page else None
            if said:
                return said.group(1)
        return None

    def seen_by(self):
        """Patterns of the names of cases."""
        said = re.search(r"^Seen by: (.*?)(?:\n\n|\Z)", self.page.read_text(), re.M | re.S)
        return re.findall(r"`([^`]+)`", said.group(1)) if said else []

    @property
    def title(self):
        return self.page.read_text().split("\n", 1)[0].lstrip("# ")

    def said(self, name):
        """The text of this entry in the list at the top of the page; `kind` is a bug, or a known limit and whose."""
        entry = re.search(rf"^- \*\*{name}\*\*: (.*(?:\n  .*)*)", self.page.read_text(), re.M)
        return " ".join(entry.group(1).split()) if entry else ""

    def ran(self, limited, **environment):
        """Exit code and outputs of the reproduction."""
        # The system's programs come first: Blender uses the libraries of the first python3 in PATH.
        environment = {**os.environ, "PATH": f"/usr/bin:/bin:{os.environ['PATH']}", **environment}
        return limited(["bash", "-c", self.script()], cwd=self.page.parent, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def problem(self, limited):
        """The reason why the reproduction does not confirm the page, or None."""
        command = self.script()
        if command is None:
            return "has no reproduction next to its page"
        code, out, err = self.ran(limited)
        return None if code == 0 else f"`{command}` ends with {code}: {(out + err).strip()[-300:]}"


def of(engine):
    """The findings about an engine, given by its folder."""
    return [Finding(page) for page in sorted((engine.parent / "findings" / engine.name).glob("*.md"))]


def unexplained(engine, cases):
    """Failing cases of an engine, given by its folder, that no finding explains."""
    patterns = [pattern for finding in of(engine) for pattern in finding.seen_by()]
    return [case for case in cases if not any(fnmatch.fnmatchcase(case, pattern) for pattern in patterns)]
