# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Typesets the formulas of the algorithm pages as HTML. A formula is plain text, one line each: `x' = sum_i w_i (C_i x + t_i)`.
# Two spaces or more separate columns.
import html
import re

GREEK = {name: chr(code) for name, code in (
    ("alpha", 0x3b1), ("beta", 0x3b2), ("gamma", 0x3b3), ("delta", 0x3b4), ("epsilon", 0x3b5), ("theta", 0x3b8), ("kappa", 0x3ba),
    ("lambda", 0x3bb), ("mu", 0x3bc), ("pi", 0x3c0), ("rho", 0x3c1), ("sigma", 0x3c3), ("tau", 0x3c4), ("phi", 0x3c6), ("psi", 0x3c8),
    ("omega", 0x3c9), ("Delta", 0x394), ("Sigma", 0x3a3), ("Omega", 0x3a9), ("Lambda", 0x39b), ("Phi", 0x3a6))}
OPERATORS = {"sum": "∑", "prod": "∏", "sqrt": "√"}
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "<-": "←", "->": "→", " - ": " − ", " * ": " · ", " . ": " · "}
NAME = r"[A-Za-z]+"
INDEX = r"\([^()]*\)|\{[^{}]*\}|-?[A-Za-z0-9]+(?:,[A-Za-z0-9]+)*"
# In this order: numbers and words with hyphens, which are not formulas; names with their marks; signs; any other
# character.
TOKEN = re.compile(
    rf"(?P<code>`[^`]*`|[A-Za-z][a-z0-9]+(?:[-_][a-z0-9]{{2,}})+)"
    rf"|(?P<cross>(?<=[A-Za-z0-9)]) x (?=[a-z(]))"
    rf"|(?P<article>[Aa](?= [a-z]{{3,}}\b(?![_(])))"
    rf"|(?P<name>{NAME})(?P<early>(?:'(?!s\b))*)(?P<under>(?:_(?:{INDEX}))?)(?P<hat>(?:\^(?:{INDEX})|\^)?)(?P<prime>(?:'(?!s\b))*)"
    rf"|(?P<sign>{'|'.join(re.escape(sign) for sign in SIGNS)})"
    rf"|(?P<raised>\^(?:{INDEX}))|(?P<lowered>_(?:{INDEX}))"
    rf"|(?P<unary>(?<![A-Za-z0-9])-(?=[A-Za-z0-9(]))"
    rf"|(?P<other>.)")


def _inside(marks):
    """An index or exponent without its mark and its brackets."""
    marks = marks[1:]
    if marks and marks[0] in "({" and marks[-1] in ")}":
        marks = marks[1:-1]
    return f"<i>{marks}</i>" if re.fullmatch("[a-z]{2}", marks) else line(marks)


def _name(match):
    name = match["name"]
    if name in OPERATORS and (match["under"] or name == "sqrt"):
        text = OPERATORS[name]
    elif name in GREEK:
        text = f"<i>{GREEK[name]}</i>"
    elif len(name) == 1 or (len(name) == 2 and name[0] == "d" and match["under"]):
        text = f"<i>{name}</i>"
    else:
        text = name
    text += "′" * len(match["early"])
    if match["hat"] == "^":
        text += "\u0302"  # the circumflex above the letter
    for marks, tag in ((match["under"], "sub"), (match["hat"], "sup")):
        if len(marks) > 1:
            text += f"<{tag}>{_inside(marks)}</{tag}>"
    return text + "′" * len(match["prime"])


def line(text):
    """One line or cell as HTML."""
    out = []
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match["name"] is None else "name"
        if kind == "code":
            out.append(f"<code>{html.escape(match[0].strip('`'))}</code>")
        elif kind == "name":
            out.append(_name(match))
        elif kind == "sign":
            out.append(SIGNS[match[0]])
        elif kind in ("raised", "lowered"):
            tag = "sup" if kind == "raised" else "sub"
            out.append(f"<{tag}>{_inside(match[0])}</{tag}>")
        elif match[0] in "_^":
            raise ValueError(f"a mark without an index: {text}")
        elif kind == "unary":
            out.append("−")
        elif kind == "cross":
            out.append(" × ")
        else:
            out.append(html.escape(match[0]))
    return "".join(out)


def typeset(block):
    """The lines of a block of formulas as one HTML element. Columns begin where they do in the text."""
    rows = []
    for text in block.rstrip().split("\n"):
        cells = [(match.start(), match[0]) for match in re.finditer(r"\S+(?: \S+)*", text)]
        if not cells:
            rows.append('<div class="gap"></div>')
            continue
        row = f'<div style="padding-left:{cells[0][0] * 0.6:.3g}em">'
        for (start, cell), after in zip(cells, cells[1:] + [(None, "")]):
            width = "" if after[0] is None else f' style="min-width:{(after[0] - start) * 0.5:.3g}em"'
            row += f"<span{width}>{line(cell)}</span> "
        rows.append(row.rstrip() + "</div>")
    return '<div class="formula">' + "".join(rows) + "</div>"


def typeset_page(text):
    """The page with the ```text fences of its section "Formula" typeset."""
    head, mark, rest = text.partition("\n## Formula\n")
    section, next_mark, tail = rest.partition("\n## ")
    section = re.sub(r"^```text\n(.*?)^```$", lambda fence: typeset(fence[1]), section, flags=re.M | re.S)
    return head + mark + section + next_mark + tail
