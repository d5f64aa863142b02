# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""What the protocol's JSON schemas say of each algorithm.

protocol.schema.json and questions.schema.json: a question's level, options, answers and stages; both end with it, after
the definition that is called MARK. protocol.schema.json: what a subject may declare, too. question_arrays.schema.json: the header of the safetensors file with its arrays.
"""
import json
import re

MARK = '    "algorithms": {'
ROOM = "conformance/subjects/"


def shape_name(shape):
    return "shape_" + "_".join(str(extent) if isinstance(extent, int) else "n" for extent in shape)


def shape_definition(shape):
    items = [{"const": extent} if isinstance(extent, int) else {"type": "integer", "minimum": 0} for extent in shape]
    return {"type": "array", "minItems": len(shape), "maxItems": len(shape), "items": items}


def shape_definitions(arrays):
    named = {shape_name(a["shape"]): shape_definition(a["shape"]) for a in arrays}
    return {name: named[name] for name in sorted(named)}


def description(array):
    text = f"[{', '.join(str(extent) for extent in array['shape'])}]: {array['meaning']}"
    text += f" ({array['unit']})" if array["unit"] else ""
    return "; ".join([text] + ([", ".join(array["rules"])] if array["rules"] else []))


def levels_of(algorithm):
    """A method that takes a palette may be asked about a whole file, too."""
    return algorithm["levels"] + (["asset"] if "palette" in algorithm["levels"] else [])


def is_required(array):
    return not (array["optional"] or "beside" in array or "instead_of" in array)


def results(arrays, required=()):
    listed = {a["name"]: {"$ref": "#/definitions/" + shape_name(a["shape"]), "description": description(a)}
              for a in arrays}
    return {**({"required": required} if required else {}), "additionalProperties": False, "properties": listed}


def asked(algorithm):
    """A schema of a question, beside what holds for all."""
    arrays = algorithm["arrays"]
    policies = [option for option in arrays["options"] if option["kind"] == "policy"]
    required = [option["name"] for option in policies if not option["only_declared"]]
    return {
        "algorithm": {"enum": [algorithm["path"]] + algorithm["former_paths"]},
        "level": {"enum": levels_of(algorithm)},
        "options": {
            **({"required": required} if required else {}),
            "additionalProperties": False,
            "properties": {o["name"]: {"enum": o["values"], "description": o["meaning"]} for o in policies},
        },
        # What is answered at one level alone is not required: the schema is that of all levels.
        "answers": results(arrays["outputs"], [a["name"] for a in arrays["outputs"]
                                               if is_required(a) and a["levels"] == algorithm["levels"]]),
        "stages": results(arrays["stages"]),
    }


def declared(algorithm):
    """A schema of what a subject may declare of an algorithm, beside what holds for all."""
    policies = [option for option in algorithm["arrays"]["options"] if option["kind"] == "policy"]
    options = {o["name"]: {"items": {"enum": o["values"]}, "description": o["meaning"] + (
        "; not named: the first" if o["only_declared"] else "; not named: all")} for o in policies}
    return {"levels": {"items": {"enum": levels_of(algorithm)}},
            "options": {"additionalProperties": False, "properties": {"class": {}, "without": {}, **options}}}


def header(algorithm, level):
    """A schema of the header of the file with a question's arrays."""
    arrays = [a for a in algorithm["arrays"]["inputs"] if level in a["levels"]]
    named, patterns, together, either = {}, {}, {}, []
    for a in arrays:
        tensor = {"dtype": {"const": "F32" if a["type"] == "real" else "I32"}}
        if "<" not in a["name"]:
            tensor["shape"] = {"$ref": "#/definitions/" + shape_name(a["shape"])}
        one = {"description": description(a), "properties": tensor}
        if "<" in a["name"]:
            patterns["^" + re.sub("<[a-z]>", "[0-9]+", a["name"]) + "$"] = one
        else:
            named[a["name"]] = one
        if "beside" in a:
            together.setdefault(a["beside"], []).append(a["name"])
        if "instead_of" in a:
            either.append({"anyOf": [{"required": [a["name"]]}, {"required": [a["instead_of"]]}]})
    schema = {"type": "object", "required": [a["name"] for a in arrays if is_required(a)],
              "additionalProperties": False, "properties": {"__metadata__": {}, **named}}
    if patterns:
        schema["patternProperties"] = patterns
    if together:
        schema["dependencies"] = together
    if either:
        schema["allOf"] = either
    return schema


def lines_of(key, value, indent, deep=3):
    """A member of a JSON object as lines: one a member down to `deep`; on one line what is deeper or short."""
    line = f"{' ' * indent}{json.dumps(key)}: {json.dumps(value)}"
    if deep == 0 or not isinstance(value, dict) or len(line) <= 110:
        return [line]
    lines = [f"{' ' * indent}{json.dumps(key)}: {{"]
    for i, (name, member) in enumerate(value.items()):
        inner = lines_of(name, member, indent + 2, deep - 1)
        inner[-1] += "," if i + 1 < len(value) else ""
        lines += inner
    return lines + [" " * indent + "}"]


def by_algorithm(algorithms, key, names, schema):
    """Lines of an allOf: what holds where `key` is one of the algorithm's names."""
    lines = ['      "allOf": [']
    for algorithm in algorithms:
        lines += ["        {", f'          "if": {{"properties": {{"{key}": {json.dumps(names(algorithm))}}}}},']
        lines += lines_of("then", {"properties": schema(algorithm)}, 10, 4) + ["        },"]
    lines[-1] = "        }"
    return lines + ["      ]", "    },"]


def question_lines(algorithms):
    return [MARK, '      "description": "written by ci/pages from the declarations, and all that follows",',
            '      "properties": {"id": {"enum": ' + json.dumps([one["id"] for one in algorithms]) + "}},",
            *by_algorithm(algorithms, "id", lambda one: {"const": one["id"]}, asked)]


def declared_lines(listed):
    def names(one):
        return {"enum": [one["id"], one["path"].split("/")[1], one["path"], one["path"].replace("/", "."), *one["former_paths"]]}
    known = {"class": listed["classes"], "without": listed["parts"]}
    return ['    "declared": {', '      "properties": {"options": {"properties": {',
            ",\n".join(f'        {json.dumps(key)}: {{"items": {{"enum": {json.dumps(values)}}}}}' for key, values in known.items()),
            "      }}},", *by_algorithm(listed["algorithms"], "algorithm", names, declared)]


def with_questions(text, listed, may_declare):
    if text.count(MARK) != 1:
        raise ValueError(f"expected one line {MARK}")
    algorithms = listed["algorithms"]
    shapes = shape_definitions([a for one in algorithms for kind in ("outputs", "stages") for a in one["arrays"][kind]])
    lines = question_lines(algorithms) + (declared_lines(listed) if may_declare else [])
    for name, definition in shapes.items():
        lines += lines_of(name, definition, 4, 0)
        lines[-1] += ","
    lines[-1] = lines[-1][:-1]
    return text.split(MARK)[0] + "\n".join(lines + ["  }", "}", ""])


def headers_text(algorithms):
    lines = ["{", '  "$schema": "http://json-schema.org/draft-07/schema#",', '  "$id": "bindpose-question-arrays-1",',
             '  "title": "Headers of the safetensors files that hold a question\'s arrays",',
             '  "description": "Written by ci/pages from the declarations. A question of algorithm ID at a level has a file '
             'whose header obeys #/definitions/ID:LEVEL.",', '  "definitions": {']
    for algorithm in algorithms:
        for level in algorithm["levels"]:
            lines += lines_of(f"{algorithm['id']}:{level}", header(algorithm, level), 4, 2)
            lines[-1] += ","
    for name, definition in shape_definitions([a for one in algorithms for a in one["arrays"]["inputs"]]).items():
        lines += lines_of(name, definition, 4, 0)
        lines[-1] += ","
    lines[-1] = lines[-1][:-1]
    return "\n".join(lines + ["  }", "}", ""])


def written(root, listed):
    """Yields (path, how to make its text of the text that is there)."""
    for name in ("protocol", "questions"):
        yield (root / f"{ROOM}{name}.schema.json",
               lambda text, name=name: with_questions(text, listed, may_declare=name == "protocol"))
    yield root / f"{ROOM}question_arrays.schema.json", lambda text: headers_text(listed["algorithms"])
