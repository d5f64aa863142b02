# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Findings: a page conformance/engines/findings/ENGINE/NAME.md, and beside it a reproduction NAME.* that needs no judge. It
says in a comment `Run: COMMAND` how it is run in its folder, and ends with 0 where the engine still computes what the page says."""
import dataclasses
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
        """The file beside the page, and the command that runs it."""
        for path in sorted(self.page.parent.glob(f"{self.page.stem}.*")):
            said = re.search(r"^\W*Run: (.*)$", path.read_text(), re.M) if path != self.page else None
            if said:
                return said.group(1)
        return None

    def problem(self, limited):
        """Why the reproduction does not show what the page says, or nothing."""
        command = self.script()
        if command is None:
            return "has no reproduction beside its page"
        code, out, err = limited(["bash", "-c", command], cwd=self.page.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return None if code == 0 else f"`{command}` ends with {code}: {(out + err).strip()[-300:]}"


def of(engine):
    """The findings about an engine, given by its folder."""
    return [Finding(page) for page in sorted((engine.parent / "findings" / engine.name).glob("*.md"))]
