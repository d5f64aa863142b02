#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""mutate.py SOURCE OUTPUT FLAG...: writes to OUTPUT a copy of every kernel header of SOURCE in which each mutant can
be switched on at run time, and the list of mutants, OUTPUT/mutants.json. Each mutant is one change in a function on a
float or double scalar: of an operator, an operand (to another variable of its type), an index, a sign, a constant, the
order of arguments, a condition or the end of a loop; or a term, factor or statement is dropped. Changes without a
meaning for their types are detected at run time; they do not count. Uses clang's syntax tree; FLAGs are the compiler's. Exit codes: 0 written, 2 no libclang, or a header that does not parse.
"""

import hashlib
import json
import pathlib
import re
import sys

try:
    from clang.cindex import Config, CursorKind, Index, TypeKind
except ImportError:  # not needed to list the kernels
    Config = None

OPERATORS = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "<": ["<=", ">"], "<=": ["<", ">"], ">": [">=", "<"],
             ">=": [">", "<"], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"], "%": ["/"]}
TERMS = {"+", "-", "*", "/", "%"}
FUNCTIONS = {"sin": "cos", "cos": "sin", "acos": "asin", "asin": "acos", "min": "max", "max": "min", "floor": "ceil"}
UNWRAPPED = {"sqrt", "abs", "fabs", "normalized", "normalised", "conjugate", "transpose", "inverse", "nearest_rotation"}
NOT_JUDGED = {"fail", "format", "static_assert"}
# Templates in kernel headers that serve bounds and samples, not outputs.
NO_KERNELS = {"numbers_of", "chain_of", "exact_mesh", "leave_undecided"}
ITERATORS = {"begin", "end", "data"}  # they point into their argument, which must not be a temporary copy
MEMBERS = {"x": ["n"], "n": ["x"], "t": ["n"], "real": ["dual"], "dual": ["real"]}


def kernel_headers(source):
    """The kernel headers and the shared headers; bounds are not kernels."""
    rows = re.findall(r"^BINDPOSE_ALGORITHM\((\w+)", (source / "reference/algorithms.def").read_text(), re.M)
    for family in dict.fromkeys(rows):
        folder = source / "reference" / family
        yield from (path for path in sorted([*folder.glob("*.h"), *folder.glob("shared/*.h")]) if not path.stem.endswith("_bound"))


def text_of(source, path):
    """A file's text; for a shader with included shaders, as in gpu/embed_shaders.cmake."""
    included = re.compile(r'#include "(gpu/[a-z_/]+\.glsl)"\n')
    text = path.read_text()
    while included.search(text):
        text = included.sub(lambda line: (source / line[1]).read_text(), text)
    return text


def hash_of(source, path):
    """Hash of a kernel's code without comments, includes and spaces, to detect changes since its mutants were counted."""
    code = re.sub(r"(//|#include)[^\n]*|/\*.*?\*/", "", text_of(source, path), flags=re.S)
    return hashlib.sha256("".join(code.split()).encode()).hexdigest()[:16]


class Kernel:
    """One header: a tree of sites, nested by their extents."""

    def __init__(self, path, name, unit, first):
        self.text = path.read_bytes()
        self.path, self.name, self.next = str(path), name, first
        self.sites, self.rows, self.bodies, self.written = [], [], [], None
        for cursor in unit.cursor.get_children():
            self.declarations(cursor, None)

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def source(self, cursor):
        start, end = self.span(cursor)
        return self.text[start:end].decode()

    def here(self, cursor):
        return cursor.location.file is not None and cursor.location.file.name == self.path

    def declarations(self, cursor, scalar):
        if not self.here(cursor) and cursor.kind != CursorKind.NAMESPACE:
            return
        kinds = (CursorKind.FUNCTION_TEMPLATE, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR)
        for child in cursor.get_children():
            if child.kind == CursorKind.TEMPLATE_TYPE_PARAMETER and scalar is None:
                scalar = child.spelling
        if cursor.kind in kinds and scalar is not None:
            self.function(cursor, scalar)
        elif cursor.kind in (CursorKind.NAMESPACE, CursorKind.CLASS_TEMPLATE):
            for child in cursor.get_children():
                self.declarations(child, scalar)

    def function(self, cursor, scalar):
        children = list(cursor.get_children())
        if cursor.spelling in NO_KERNELS or not children or children[-1].kind != CursorKind.COMPOUND_STMT:
            return
        if "constexpr" in self.source(cursor).split("(")[0].split():
            return
        if cursor.result_type.kind == TypeKind.LVALUEREFERENCE:
            return  # refers to an existing object; the value of a switch does not
        before = len(self.sites)
        self.function_name, self.scalar = cursor.spelling, scalar
        scope = {c.spelling: plain_type(c) for c in children if c.kind == CursorKind.PARM_DECL}
        self.statement(children[-1], scope)
        if len(self.sites) > before:
            self.bodies.append((*self.span(children[-1]), scalar))

    def site(self, cursor, alternatives, statement=False):
        """A place and its possible replacements."""
        alternatives = [a for a in dict.fromkeys(alternatives) if a != self.source(cursor)]
        if not alternatives:
            return
        start, end = self.span(cursor)
        self.sites.append((start, end, self.next, alternatives, statement))
        for alternative in alternatives:
            self.rows.append({"id": self.next, "site": self.sites[-1][2], "file": self.name,
                              "line": cursor.extent.start.line, "function": self.function_name,
                              "original": " ".join(self.source(cursor).split()),
                              "mutant": " ".join(alternative.split())})
            self.next += 1

    def statement(self, cursor, scope):
        kind = cursor.kind
        if kind == CursorKind.COMPOUND_STMT:
            scope = dict(scope)
            for child in cursor.get_children():
                self.statement(child, scope)
        elif kind == CursorKind.DECL_STMT:
            for child in cursor.get_children():
                self.variable(child, scope)
        elif kind == CursorKind.IF_STMT:
            children = list(cursor.get_children())
            if self.source(cursor).startswith("if constexpr"):
                children = children[1:]
            else:
                scope = dict(scope)
                if children[0].kind == CursorKind.VAR_DECL:  # if (const auto x = ...), and the implicit test of x
                    self.variable(children.pop(0), scope)
                    children.pop(0)
                else:
                    if not children[0].kind.is_expression():
                        self.statement(children.pop(0), scope)
                    self.condition(children.pop(0), scope)
            for child in children:
                self.statement(child, scope)
        elif kind in (CursorKind.FOR_STMT, CursorKind.WHILE_STMT):
            scope = dict(scope)
            *head, body = cursor.get_children()
            for child in head:
                if not child.kind.is_expression():
                    self.statement(child, scope)
                elif not self.source(child).startswith(("++", "--")):
                    self.expression(child, scope)
            self.statement(body, scope)
        elif kind == CursorKind.CXX_FOR_RANGE_STMT:
            outer, scope = scope, dict(scope)  # the loop's variable does not exist yet in its range
            *head, body = cursor.get_children()
            into = any(child.kind == CursorKind.VAR_DECL and child.type.kind == TypeKind.LVALUEREFERENCE and
                       not child.type.get_pointee().is_const_qualified() for child in head)
            for child in head:
                if child.kind == CursorKind.VAR_DECL:
                    scope[child.spelling] = plain_type(child)
                elif child.kind.is_expression() and not into:  # an assigned object must not be a copy
                    self.expression(child, outer)
            self.statement(body, scope)
        elif kind == CursorKind.RETURN_STMT:
            for child in cursor.get_children():
                self.expression(child, scope)
        elif kind.is_expression():
            self.expression_statement(cursor, scope)

    def variable(self, cursor, scope):
        if cursor.kind == CursorKind.VAR_DECL and "constexpr" not in self.source(cursor).split():
            refers = cursor.type.kind == TypeKind.LVALUEREFERENCE  # may be assigned to, so it must not refer to a copy
            for child in cursor.get_children():
                # Not inside its type.
                if not refers and child.kind.is_expression() and self.span(child)[0] >= cursor.location.offset:
                    self.expression(child, scope)
            scope[cursor.spelling] = plain_type(cursor)
        elif cursor.kind == CursorKind.UNEXPOSED_DECL:  # structured binding
            for child in cursor.get_children():
                if child.kind.is_expression():
                    self.expression(child, scope)

    def expression_statement(self, cursor, scope):
        if self.source(cursor).startswith("BINDPOSE_"):
            return  # a macro that may return from the function, which is impossible inside a switch
        operands = self.binary(cursor)
        if self.source(cursor).startswith(("++", "--")) or self.source(cursor).endswith(("++", "--")):
            return
        alternatives = ["(void)0"]
        self.written = self.span(cursor)[0]  # `M << a, b`: the first operand may be assigned to
        if operands and operands[1] in ("+=", "-=", "*=", "/=", "="):
            left, operator, right = operands
            swapped = {"+=": ["-=", "="], "-=": ["+="], "*=": ["/=", "="], "/=": ["*="], "=": []}[operator]
            alternatives += [f"{self.source(left)} {o} {self.source(right)}" for o in swapped]
            if re.fullmatch(r"(\w+::)*stored(_entries)?\(.*", self.source(right)):
                return  # rounding to storage: no effect if already stored
            self.place(left, scope)
            self.expression(right, scope)
        else:
            self.expression(cursor, scope, top=True)
        self.site(cursor, alternatives, statement=True)

    def place(self, cursor, scope):
        """The target of an assignment: only its indices change."""
        for child in cursor.get_children():
            if child.kind == CursorKind.INTEGER_LITERAL:
                if cursor.kind != CursorKind.MEMBER_REF_EXPR:  # template arguments
                    self.expression(child, scope)
            elif child.kind.is_expression():
                self.place(child, scope)

    def binary(self, cursor):
        """(left, operator, right), for any of clang's node kinds."""
        children = [c for c in cursor.get_children() if c.kind.is_expression()]
        if cursor.kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
            left, right = children
        elif cursor.kind == CursorKind.CALL_EXPR and len(children) == 3 and self.span(children[0])[0] == self.span(cursor)[0] \
                and self.source(children[1]) in {*OPERATORS, "+=", "-=", "*=", "/=", "="}:
            left, _, right = children
        else:
            return None
        between = self.text[self.span(left)[1]:self.span(right)[0]].decode().strip()
        return (left, between, right) if between in {*OPERATORS, "+=", "-=", "*=", "/=", "="} else None

    def depends(self, cursor):
        """True if the type depends on the scalar."""
        return cursor.type.kind in (TypeKind.DEPENDENT, TypeKind.OVERLOAD) or \
            self.scalar in re.findall(r"\w+", cursor.type.spelling)

    def condition(self, cursor, scope):
        operands = self.binary(cursor)
        self.expression(cursor, scope)
        if not self.source(cursor):
            return
        if not operands or operands[1] not in OPERATORS:
            text = self.source(cursor)
            self.site(cursor, [f"bool({text[1:]})" if text.startswith("!") else f"!({text})"])

    def expression(self, cursor, scope, top=False):
        kind, text = cursor.kind, self.source(cursor)
        if not text or text.startswith("std::span"):  # must not refer to a copy
            return
        if kind == CursorKind.UNEXPOSED_EXPR or kind == CursorKind.PAREN_EXPR:
            for child in cursor.get_children():
                if child.kind.is_expression():
                    self.expression(child, scope)
            return
        if kind == CursorKind.LAMBDA_EXPR:
            scope = dict(scope)
            for child in cursor.get_children():
                if child.kind == CursorKind.PARM_DECL:
                    scope[child.spelling] = plain_type(child)
                elif child.kind == CursorKind.COMPOUND_STMT:
                    self.statement(child, scope)
            return
        if kind == CursorKind.CONDITIONAL_OPERATOR:
            test, *branches = cursor.get_children()
            self.condition(test, scope)
            for branch in branches:
                self.expression(branch, scope)
            return
        if operands := self.binary(cursor):
            left, operator, right = operands
            a, b = self.source(left), self.source(right)
            if operator not in OPERATORS:
                self.place(left, scope)
                self.expression(right, scope)
                return
            self.expression(left, scope)
            self.expression(right, scope)
            free = self.depends(left) or self.depends(right)  # the compiler detects meaningless changes
            numbers = is_number(left) and is_number(right)
            alternatives = [f"({a}) {o} ({b})" for o in OPERATORS[operator]] if free or numbers else []
            if operator in TERMS and (free or numbers):
                alternatives += [a, b] if operator in "+*" else [a]
            if operator == "*" and free:
                alternatives.append(f"::bindpose::mutants::times({b}, {a})")
            self.site(cursor, alternatives)
            return
        if kind in (CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL):
            self.site(cursor, constants(text))
            return
        if kind == CursorKind.UNARY_OPERATOR:
            child = next(cursor.get_children())
            if text[0] == "-":
                if child.kind != CursorKind.INTEGER_LITERAL:
                    self.expression(child, scope)
                self.site(cursor, [self.source(child)])
            elif text[0] == "!":
                self.expression(child, scope)
            return
        if kind == CursorKind.DECL_REF_EXPR:
            of_type = scope.get(text)
            if self.span(cursor)[0] != self.written and of_type and of_type not in ("", "auto"):
                names = list(scope)
                others = [n for n in names if n and n != text and scope[n] == of_type]
                self.site(cursor, others[:2])
            return
        if kind == CursorKind.MEMBER_REF_EXPR:
            object_text, _, member = text.rpartition(".")
            if object_text and member in MEMBERS and self.span(cursor)[0] != self.written:
                self.site(cursor, [f"{object_text}.{m}" for m in MEMBERS[member]])
            return
        if kind == CursorKind.CALL_EXPR:
            self.call(cursor, scope, top)
            return
        for child in cursor.get_children():
            if child.kind.is_expression():
                self.expression(child, scope)

    def call(self, cursor, scope, top):
        children = [c for c in cursor.get_children() if c.kind.is_expression()]
        text = self.source(cursor)
        if not text.endswith(")") or not children:
            for child in children:  # an initialisation that clang calls a construction
                if self.span(child) != self.span(cursor):
                    self.expression(child, scope)
                else:
                    self.expression(child, scope, top)
            return
        callee, name, arguments = None, "", children
        first = self.source(children[0])
        if self.span(children[0])[0] == self.span(cursor)[0] and text[len(first):].lstrip().startswith("("):
            callee, arguments = children[0], children[1:]
            name = first.split("(")[-1].rpartition("::")[2].rpartition(".")[2].strip()
        if name in NOT_JUDGED or first.endswith("fmt::format"):
            return
        opening = self.span(cursor)[0] + opening_of(text)
        arguments = [a for a in arguments if self.span(a)[0] > opening]
        for argument in arguments:
            if argument.kind in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR) and \
                    not is_number(argument) and "const " not in root_of(argument).type.spelling:
                continue  # it may be assigned to
            self.expression(argument, scope)
        if callee is not None and callee.kind == CursorKind.MEMBER_REF_EXPR and name not in ITERATORS:
            for child in callee.get_children():
                if child.kind.is_expression() and child.kind != CursorKind.DECL_REF_EXPR and \
                        self.span(child)[0] == self.span(cursor)[0]:
                    self.expression(child, scope)
        if callee is None or top:
            return
        written = [self.source(a) for a in arguments]
        alternatives = []
        free = any(self.depends(a) for a in arguments) or self.depends(callee)
        if name in FUNCTIONS:
            alternatives.append(f"{first[:len(first) - len(name)]}{FUNCTIONS[name]}({', '.join(written)})")
        if name in UNWRAPPED:
            alternatives.append(written[0] if written else first[:-len(name) - 1])
        if len(written) >= 2 and written[0] != written[1] and name not in scope and \
                (free or plain_type(arguments[0]) == plain_type(arguments[1])):
            swapped = [written[1], written[0], *written[2:]]
            alternatives.append(f"{first}({', '.join(swapped)})")
        if alternatives:
            self.site(cursor, alternatives)

    def rendered(self):
        """The header with every site in place, inside functions where the scalar is float or double."""
        pieces, at = [], 0
        sites = sorted(self.sites, key=lambda s: (s[0], -s[1], not s[4], s[2]))
        for start, end, scalar in sorted(self.bodies):
            inner = [s for s in sites if start <= s[0] and s[1] <= end]
            body = self.text[start:end].decode()
            pieces.append(self.text[at:start].decode())
            mutated = self.render(start, end, inner).replace(".cast<", ".template cast<")
            pieces.append(f"{{ if constexpr (::bindpose::mutants::is_plain<{scalar}>()) " + mutated + " else " + body + " }")
            at = end
        pieces.append(self.text[at:].decode())
        head = '#include "conformance/mutation_score/mutants/pick.h"\n'
        return "".join(pieces).replace("#pragma once\n", "#pragma once\n" + head, 1)

    def render(self, start, end, sites):
        out, at = [], start
        while sites:
            site = sites[0]
            inner = [s for s in sites[1:] if s[0] < site[1]]
            out.append(self.text[at:site[0]].decode())
            out.append(self.switch(site, self.render(site[0], site[1], inner)))
            at = site[1]
            sites = [s for s in sites[1:] if s[0] >= site[1]]
        out.append(self.text[at:end].decode())
        return "".join(out)

    def switch(self, site, original):
        _, _, first, alternatives, statement = site
        if statement:
            return f"::bindpose::mutants::does<{first}>([&]() {{ {original}; }}" + "".join(
                f", [&]() {{ if constexpr (requires {{ {a}; }}) {{ {a}; return true; }} else return false; }}"
                for a in alternatives) + ")"
        return f"::bindpose::mutants::pick<{first}>([&]() {{ return ::bindpose::mutants::plain({original}); }}" + "".join(
            f", [&]() {{ if constexpr (requires {{ {a}; }}) return ::bindpose::mutants::plain({a}); "
            "else return ::bindpose::mutants::Meaningless{}; }" for a in alternatives) + ")"


def plain_type(cursor):
    return cursor.type.spelling.replace("const ", "").replace("&", "").strip()


def root_of(cursor):
    """The variable of a member."""
    while cursor.kind == CursorKind.MEMBER_REF_EXPR and (children := list(cursor.get_children())):
        cursor = children[0]
    return cursor


def is_number(cursor):
    return TypeKind.BOOL.value <= cursor.type.get_canonical().kind.value <= TypeKind.LONGDOUBLE.value


def opening_of(text):
    """Position of the parenthesis that matches the last parenthesis."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at
    return 0


def constants(text):
    if text == "0":
        return ["1"]
    if text.isdigit():
        return [str(int(text) - 1), str(int(text) + 1)]
    return [f"(2 * {text})", f"(-{text})"]


def main():
    if Config is None:
        sys.exit("mutate.py: python3-clang-14 is not installed")
    source, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    Config.set_library_file("/usr/lib/llvm-14/lib/libclang.so.1")
    index, mutants, hashes = Index.create(), [], {}
    paths = list(kernel_headers(source))
    everything = "".join(f'#include "{path}"\n' for path in paths)
    unit = index.parse("all.cpp", args=["-x", "c++", "-std=c++20", f"-I{source}", *sys.argv[3:]],
                       unsaved_files=[("all.cpp", everything)])
    for each in unit.diagnostics:
        if each.severity >= 3:
            sys.exit(f"mutate.py: {each.location}: {each.spelling}")
    for path in paths:
        name = str(path.relative_to(source))
        kernel = Kernel(path, name, unit, len(mutants) + 1)
        hashes[name] = hash_of(source, path)
        if not kernel.rows:
            continue
        mutants += kernel.rows
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = kernel.rendered()
        if not target.is_file() or target.read_text() != text:
            target.write_text(text)
    (output / "mutants.json").write_text(json.dumps({"kernels": hashes, "mutants": mutants}, indent=0) + "\n")
    print(f"{len(mutants)} mutants of {len(hashes)} headers")


if __name__ == "__main__":
    main()
