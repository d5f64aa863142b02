# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# The links and headings of Markdown texts, in the syntax that this repository uses: [text](target), ![text](target) and
# # headings, outside code.
import re
import urllib.parse

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)")
FENCE = re.compile(r"\s*(```+|~~~+)")


def pages_of(root):
    """Every Markdown file of the repository, by its path, without built and hidden files."""
    names = (path.relative_to(root) for path in root.rglob("*.md"))
    return sorted(name.as_posix() for name in names
                  if name.parts[0] not in ("build", "results")
                  and not any(part.startswith(".") or part == "node_modules" for part in name.parts))


def is_external(target):
    return bool(urllib.parse.urlsplit(target).scheme) or target.startswith("//")


def lines_outside_code(text):
    """(number, line) of the lines outside fences."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence = match[1]
        elif fence is not None and line.strip().startswith(fence):
            fence = None
        elif fence is None:
            yield number, line


def split_code(line):
    """The line cut at its `code spans`: every second piece is code, with its backticks."""
    return re.split(r"(`+[^`]*`+)", line)


def links(text):
    """(line, words, target) of every link. A code span may be a link's text, so targets are searched outside code only."""
    for number, line in lines_outside_code(text):
        masked = "".join(piece if k % 2 == 0 else "x" * len(piece) for k, piece in enumerate(split_code(line)))
        for match in LINK.finditer(masked):
            yield number, line[match.start(2):match.end(2)], line[match.start(3):match.end(3)]


def with_targets(text, target_of):
    """The text with target_of(target) for every target; if this is None, only the link's text."""
    lines = text.split("\n")
    for number, line in lines_outside_code(text):
        masked = "".join(piece if k % 2 == 0 else "x" * len(piece) for k, piece in enumerate(split_code(line)))
        for match in reversed(list(LINK.finditer(masked))):
            target = target_of(line[match.start(3):match.end(3)])
            words = line[match.start(2):match.end(2)]
            link = words if target is None else f"{match[1]}[{words}]({target})"
            line = line[:match.start()] + link + line[match.end():]
        lines[number - 1] = line
    return "\n".join(lines)


def anchors(text):
    """The anchors of the headings, as GitHub makes them."""
    found = set()
    for _, line in lines_outside_code(text):
        match = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if match:
            words = LINK.sub(lambda link: link[2], match[1])
            slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            name, count = slug, 0
            while name in found:
                count += 1
                name = f"{slug}-{count}"
            found.add(name)
    return found
