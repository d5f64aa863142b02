#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""mutate_glsl.py SOURCE OUTPUT: writes to OUTPUT the list of all mutants of the shaders gpu/**/*.glsl in SOURCE, each
with its first and last byte and the new text. A change in shared text applies to all shader functions that include the
text. Each mutant is one change inside a function: of an operator, an operand (to another variable of its type), a
component, a member, an index, a sign, a constant, the order of arguments, a condition or the end of a loop; or a term,
factor, call or statement is dropped. The driver detects changes that do not compile; they do not count.
Exit codes: 0 written, 2 a shader that this program cannot read.
"""

import json
import pathlib
import re
import sys
from dataclasses import dataclass, field

sys.dont_write_bytecode = True
from mutate import OPERATORS, TERMS, constants, hash_of  # noqa: E402

CAPTURE = ("gpu/capture/common.glsl", "gpu/capture/elementary.glsl", "gpu/capture/sign_pivot.glsl")
TOKEN = re.compile(r"(?P<directive>^[ \t]*\#[^\n]*)|(?P<number>\d+\.\d*(?:e[+-]?\d+)?|\d+u?)|(?P<name>\w+)"
                   r"|(?P<mark>\+\+|--|[-+*/=!<>]=|&&|\|\||<<|>>|[-+*/%<>=!&|^~?:,;.()\[\]{}])", re.M)
PRECEDENCE = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
              "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
CHANGED = {**OPERATORS, "&": ["|"], "<<": [">>"]}
ASSIGNED = {"+=": ["-=", "="], "-=": ["+="], "*=": ["/=", "="], "/=": ["*="], "=": []}
FUNCTIONS = {"sine": "cosine", "cosine": "sine", "min": "max", "max": "min", "floor": "ceil", "sqrt": "inversesqrt",
             "inversesqrt": "sqrt"}
COMMUTE = {"dot", "min", "max"}
# Return types of built-in functions; "": the type of the first argument.
BUILT_IN = {"abs": "", "ceil": "", "clamp": "", "floor": "", "inversesqrt": "", "max": "", "min": "", "normalize": "", "sqrt": "",
            "transpose": "", "cross": "vec3", "dot": "float", "length": "float", "intBitsToFloat": "float"}
VECTOR = re.compile(r"[iu]?vec([234])")


class Unreadable(Exception):
    pass


def without_comments(text):
    return re.sub(r"//[^\n]*", lambda comment: " " * len(comment[0]), text)


def declared(code):
    """Types in a shader: ({function: return type}, {struct: {member: type}})."""
    functions = {name: returned for returned, name in re.findall(r"^(\w+) (\w+)\(", code, re.M)}
    functions |= {name: "vec4" for name in re.findall(r"^(?:JOINT|INFLUENCE|SLOT|FRAME|ENTRY)_INPUT\((\w+)", code, re.M)}
    structs = {name: {member: of for of, member in re.findall(r"(\w+) (\w+)(?:\[\w+\])?;", body)}
               for name, body in re.findall(r"^struct (\w+) \{(.*?)^\};", code, re.M | re.S)}
    return functions | {name: name for name in structs}, structs


@dataclass
class Node:
    """An expression. Its text is code[start:end]."""
    kind: str  # binary, assignment, conditional, sign, count, call, index, member, parentheses, number, name
    start: int
    end: int
    parts: list = field(default_factory=list)
    mark: str = ""  # the operator, the member, the number, the name


class Shader:
    """The mutants of one file."""

    def __init__(self, name, text, first, functions=(), structs=()):
        self.name, self.next, self.rows = name, first, []
        self.calls = {}  # the functions that each function calls
        self.code = without_comments(text)
        own_functions, own_structs = declared(self.code)
        self.functions, self.structs = dict(functions) | own_functions, dict(structs) | own_structs
        self.tokens = self.tokens_of(0, len(self.code))
        self.at = 0
        while self.peek():
            self.top_level()

    def tokens_of(self, start, end):
        tokens, at = [], start
        while at < end:
            if self.code[at].isspace():
                at += 1
                continue
            token = TOKEN.match(self.code, at, end)
            if token is None:
                raise Unreadable(f"{self.name}:{self.line(at)}: cannot read {self.code[at]!r}")
            at = token.end()
            # In directives, only the text of a macro can change.
            if token.lastgroup != "directive" or re.match(r"\s*#define \w+\([^)]*\) ", token[0]):
                tokens.append((token.lastgroup, token[0], token.start(), token.end()))
        return tokens

    def line(self, at):
        return self.code.count("\n", 0, at) + 1

    def peek(self, ahead=0):
        """The text of a token; empty at the end."""
        return self.tokens[self.at + ahead][1] if self.at + ahead < len(self.tokens) else ""

    def kind(self, ahead=0):
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def take(self, expected=None):
        if not self.peek() or expected not in (None, self.peek()):
            where = self.tokens[min(self.at, len(self.tokens) - 1)][2]
            raise Unreadable(f"{self.name}:{self.line(where)}: expected {expected}, not {self.peek()!r}")
        self.at += 1
        return self.tokens[self.at - 1]

    def source(self, node):
        return " ".join(self.code[node.start:node.end].split())

    def skip_to(self, closing):
        while self.take()[1] != closing:
            pass

    # Statements. Their expressions change as soon as they are read.

    def top_level(self):
        if self.peek() == "struct":
            self.skip_to("}")
        elif self.kind() == self.kind(1) == "name" and self.peek(2) == "(":
            self.take()
            self.function_name = self.take()[1]
            self.calls.setdefault(self.function_name, set())
            self.take()
            scope = {}
            while self.peek() != ")":
                words = []
                while self.peek() not in (",", ")"):
                    words.append(self.take()[1])
                if words:
                    name = words.index("[") - 1 if "[" in words else len(words) - 1
                    scope[words[name]] = "".join([words[name - 1], *words[name + 1:]])
                if self.peek() == ",":
                    self.take()
            self.take()
            self.block(scope)
        else:
            self.take()

    def block(self, scope):
        self.take("{")
        while self.peek() != "}":
            self.statement(scope)
        self.take("}")

    def statement(self, scope, after_if=False):
        word, start = self.peek(), self.tokens[self.at][2]
        if self.kind() == "directive":
            self.macro(scope)
        elif word == "{":
            self.block(dict(scope))
        elif word == ";":
            self.take()
        elif word == "if":
            self.take()
            self.take("(")
            self.condition(self.expression(), scope)
            self.take(")")
            self.statement(dict(scope), after_if=True)
            if self.peek() == "else":
                self.take()
                self.statement(dict(scope))
        elif word == "for":
            self.loop(dict(scope))
        elif word == "return":
            self.take()
            if self.peek() != ";":
                self.change(self.expression(), scope)
            end = self.take(";")[3]
            if after_if:
                self.site(Node("statement", start, end), ["{}"])
        elif self.kind() == self.kind(1) == "name":
            self.declaration(scope)
        else:
            expression = self.expression()
            if self.peek() == ";":
                self.effect(expression, scope, self.take()[3])
            elif expression.kind != "call":  # a macro that is a statement needs no semicolon
                self.take(";")

    def macro(self, scope):
        """Reads the text of a #define as an expression."""
        _, text, start, end = self.take()
        outer = self.tokens, self.at
        self.tokens, self.at = self.tokens_of(start + re.match(r"\s*#define \w+\([^)]*\) ", text).end(), end), 0
        self.change(self.expression(), scope)
        self.tokens, self.at = outer

    def loop(self, scope):
        self.take()
        self.take("(")
        self.declaration(scope)
        end = self.expression()
        self.change(end, scope)
        if end.kind == "binary" and end.mark in ("<", "<=") and end.parts[1].kind != "number":
            left, right = map(self.source, end.parts)
            self.site(end, [f"{left} {end.mark} {right} - 1"])
        self.take(";")
        self.expression()
        self.take(")")
        self.statement(scope)

    def declaration(self, scope):
        while self.kind(1) == "name" and self.kind(2) == "name":
            self.take()  # a qualifier
        of = self.take()[1]
        while True:
            name, extent = self.take()[1], ""
            while self.peek() == "[":
                extent += self.take()[1] + self.take()[1] + self.take("]")[1]
            if self.peek() == "=":
                self.take()
                self.change(self.expression(), scope)
            scope[name] = of + extent
            if self.take()[1] == ";":
                return

    # Expressions.

    def expression(self):
        left = self.binary(1)
        if self.peek() == "?":
            self.take()
            middle = self.expression()
            self.take(":")
            right = self.expression()
            return Node("conditional", left.start, right.end, [left, middle, right])
        if self.peek() in ASSIGNED:
            mark = self.take()[1]
            right = self.expression()
            return Node("assignment", left.start, right.end, [left, right], mark)
        return left

    def binary(self, least):
        left = self.unary()
        while PRECEDENCE.get(self.peek(), 0) >= least:
            mark = self.take()[1]
            right = self.binary(PRECEDENCE[mark] + 1)
            left = Node("binary", left.start, right.end, [left, right], mark)
        return left

    def unary(self):
        if self.peek() in ("-", "!", "++", "--"):
            _, mark, start, _ = self.take()
            inner = self.unary()
            return Node("sign" if mark in "-!" else "count", start, inner.end, [inner], mark)
        return self.postfix()

    def postfix(self):
        kind, text, start, end = self.take()
        if text == "(":
            node = Node("parentheses", start, 0, [self.expression()])
            node.end = self.take(")")[3]
        elif kind in ("number", "name"):
            node = Node(kind, start, end, [], text)
        else:
            raise Unreadable(f"{self.name}:{self.line(start)}: expected an expression, not {text!r}")
        while True:
            if self.peek() == "[":
                self.take()
                node = Node("index", start, 0, [node, self.expression()])
                node.end = self.take("]")[3]
            elif self.peek() == ".":
                self.take()
                _, member, _, end = self.take()
                node = Node("member", start, end, [node], member)
            elif self.peek() == "(":
                self.take()
                node = Node("call", start, 0, [node])
                while self.peek() != ")":
                    node.parts.append(self.expression())
                    if self.peek() == ",":
                        self.take()
                node.end = self.take(")")[3]
            elif self.peek() in ("++", "--"):
                node = Node("count", start, self.take()[3], [node])
            else:
                return node

    def type_of(self, node, scope):
        """The type of an expression; empty if unknown."""
        if node.kind == "number":
            return "float" if "." in node.mark else "uint" if node.mark.endswith("u") else "int"
        if node.kind == "name":
            return scope.get(node.mark, "")
        if node.kind == "call":
            name = self.source(node.parts[0])
            known = self.functions.get(name, BUILT_IN.get(name))
            return self.type_of(node.parts[1], scope) if known == "" else known or name
        if node.kind == "conditional":
            return self.type_of(node.parts[1], scope)
        inner = self.type_of(node.parts[0], scope) if node.parts else ""
        if node.kind == "index":
            return inner[:inner.index("[")] if "[" in inner else {"m": "vec" + inner[-1:], "v": "float"}.get(inner[:1], "")
        if node.kind == "member":
            if inner in self.structs:
                return self.structs[inner].get(node.mark, "")
            return "" if not VECTOR.fullmatch(inner) else "float" if len(node.mark) == 1 else f"vec{len(node.mark)}"
        if node.kind == "binary":
            right = self.type_of(node.parts[1], scope)
            if node.mark not in TERMS:
                return "bool"
            return right if inner == "float" else inner if right in (inner, "float") else "vec" + inner[-1:] if inner else ""
        return inner

    # Changes.

    def site(self, node, alternatives):
        original, site = self.source(node), self.next
        for alternative in dict.fromkeys(alternatives):
            if alternative != original:
                self.rows.append({"id": self.next, "site": site, "start": node.start, "end": node.end, "file": self.name,
                                  "line": self.line(node.start), "function": self.function_name, "original": original,
                                  "mutant": alternative})
                self.next += 1

    def effect(self, node, scope, end):
        """An expression that is a statement."""
        if node.kind == "count":
            return
        if node.kind == "assignment":
            left, right = node.parts
            self.place(left, scope)
            self.change(right, scope)
            self.site(node, [f"{self.source(left)} {mark} {self.source(right)}" for mark in ASSIGNED[node.mark]])
        else:
            self.change(node, scope)
        self.site(Node("statement", node.start, end), ["{}"])

    def place(self, node, scope):
        """The target of an assignment: only its indices change."""
        if node.kind == "index":
            self.change(node.parts[1], scope)
        if node.parts:
            self.place(node.parts[0], scope)

    def condition(self, node, scope):
        self.change(node, scope)
        if node.kind not in ("binary", "sign"):
            self.site(node, [f"!({self.source(node)})"])

    def change(self, node, scope):
        if node.kind == "conditional":
            test, *branches = node.parts
            self.condition(test, scope)
            for branch in branches:
                self.change(branch, scope)
        elif node.kind == "call":
            self.call(node, scope)
        else:
            for part in node.parts:
                self.change(part, scope)
            getattr(self, f"change_{node.kind}")(node, scope)

    def change_parentheses(self, node, scope):
        pass

    def change_index(self, node, scope):
        pass

    def change_binary(self, node, scope):
        left, right = map(self.source, node.parts)
        alternatives = [f"({left}) {mark} ({right})" for mark in CHANGED[node.mark]]
        if node.mark in TERMS:
            alternatives += [left, right] if node.mark in "+*" else [left]
        types = [self.type_of(part, scope) for part in node.parts]
        if node.mark == "*" and "float" not in types and any(of.startswith("mat") for of in types):
            alternatives.append(f"({right}) * ({left})")
        self.site(node, alternatives)

    def change_sign(self, node, scope):
        self.site(node, [self.source(node.parts[0])])

    def change_number(self, node, scope):
        if "." in node.mark:
            self.site(node, ["1.0"] if float(node.mark) == 0 else [f"(2.0 * {node.mark})", f"(-{node.mark})"])
        else:
            suffix = "u" if node.mark.endswith("u") else ""
            self.site(node, [text + suffix for text in constants(node.mark.removesuffix("u"))])

    def change_name(self, node, scope):
        of = scope.get(node.mark)
        self.site(node, [name for name in scope if of and name != node.mark and scope[name] == of][:2])

    def change_member(self, node, scope):
        owner, of = self.source(node.parts[0]), self.type_of(node.parts[0], scope)
        if of in self.structs:
            members = self.structs[of]
            others = [name for name in members if name != node.mark and members[name] == members.get(node.mark)]
        elif width := VECTOR.fullmatch(of):
            letters = "xyzw"[:int(width[1])]
            at = letters.find(node.mark)
            others = [node.mark[1:] + node.mark[0]] if len(node.mark) > 1 else [*letters[at + 1:at + 2], *letters[:at][-1:]]
        else:
            return
        self.site(node, [f"{owner}.{other}" for other in others])

    def call(self, node, scope):
        callee, *arguments = node.parts
        for argument in arguments:
            self.change(argument, scope)
        self.calls[self.function_name].add(self.source(callee))
        name, written = self.source(callee), [self.source(argument) for argument in arguments]
        types = [self.type_of(argument, scope) for argument in arguments]
        alternatives = [f"{FUNCTIONS[name]}({', '.join(written)})"] if name in FUNCTIONS else []
        if written and types[0] and types[0] == self.type_of(node, scope):
            alternatives.append(written[0])
        for i in range(len(written) - 1):
            if name not in COMMUTE and types[i] == types[i + 1]:
                swapped = [*written[:i], written[i + 1], written[i], *written[i + 2:]]
                alternatives.append(f"{name}({', '.join(swapped)})")
        self.site(node, alternatives)


def shader_files(source):
    """The shared shaders and all shader functions."""
    bodies = sorted(path for path in (source / "gpu").glob("*/*.glsl") if path.parent.name != "capture")
    return [*(source / name for name in CAPTURE), *sorted((source / "gpu").glob("*/shared/*.glsl")), *bodies]


def is_shared(name):
    return name in CAPTURE or "/shared/" in name


def pieces(text):
    """[(start, text)] of the pieces between lines that include other files."""
    found, start = [], 0
    for line in [*re.finditer(r'^#include "[^"]*"\n', text, re.M), None]:
        found.append((start, text[start:line.start() if line else len(text)]))
        start = line.end() if line else start
    return found


def callers_of(function, calls):
    """The function and its direct and indirect callers."""
    callers = {function}
    while more := {caller for caller, called in calls.items() if called & callers} - callers:
        callers |= more
    return sorted(callers)


def mutants_of(source):
    """{"kernels": {file: hash}, "pieces": {file: [text]}, "mutants": [...]} for all shaders. start and end are
    positions in a piece. A change in shared text lists the functions through which a shader function calls it."""
    hashes, texts, mutants, functions, structs, calls = {}, {}, [], {}, {}, {}
    for path in shader_files(source):
        name = str(path.relative_to(source))
        text = path.read_text()
        shader = Shader(name, text, len(mutants) + 1, functions, structs)
        if is_shared(name):
            functions, structs = shader.functions, shader.structs
            calls |= shader.calls
        hashes[name] = hash_of(source, path)
        between = pieces(text)
        texts[name] = [piece for _, piece in between]
        for row in shader.rows:
            row["piece"] = max(k for k, (start, _) in enumerate(between) if start <= row["start"])
            row["start"] -= between[row["piece"]][0]
            row["end"] -= between[row["piece"]][0]
        mutants += shader.rows
    for row in mutants:
        if is_shared(row["file"]):
            row["callers"] = callers_of(row["function"], calls)
    return {"kernels": hashes, "pieces": texts, "mutants": mutants}


def main():
    source, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    try:
        table = mutants_of(source)
    except Unreadable as unreadable:
        print(f"mutate_glsl.py: {unreadable}", file=sys.stderr)
        sys.exit(2)
    output.mkdir(parents=True, exist_ok=True)
    (output / "mutants.json").write_text(json.dumps(table, indent=0) + "\n")
    print(f"{len(table['mutants'])} mutants of {len(table['kernels'])} shaders")


if __name__ == "__main__":
    main()
