# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The algorithms' part of the protocol's JSON schemas.

protocol.schema.json and questions.schema.json: an input's level, options, answers and stages;
both end with this part, from the definition 'algorithms' on. protocol.schema.json also has a subject's declaration.
question_arrays.schema.json: the header of the safetensors file with an input's arrays.
"""
import itertools
import json
import re

WIDTH = 200
MODULE = "conformance/subjects/"


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
    """A method at palette level may also get a whole file."""
    return algorithm["levels"] + (["asset"] if "palette" in algorithm["levels"] else [])


def is_required(array):
    return not (array["optional"] or "beside" in array or "instead_of" in array)


def results(arrays, required=()):
    listed = {a["name"]: {"$ref": "#/definitions/" + shape_name(a["shape"]), "description": description(a)}
              for a in arrays}
    return {**({"required": required} if required else {}), "additionalProperties": False, "properties": listed}


def asked(algorithm):
    """The schema of an input, in addition to the common part."""
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
        # Outputs of only one level are not required: the schema covers all levels.
        "answers": results(arrays["outputs"], [a["name"] for a in arrays["outputs"]
                                               if is_required(a) and a["levels"] == algorithm["levels"]]),
        "stages": results(arrays["stages"]),
    }


def declared(algorithm):
    """The schema of a subject's declaration of an algorithm, in addition to the common part."""
    policies = [option for option in algorithm["arrays"]["options"] if option["kind"] == "policy"]
    options = {o["name"]: {"items": {"enum": o["values"]}, "description": o["meaning"] + (
        "; not named: the first" if o["only_declared"] else "; not named: all")} for o in policies}
    return {"levels": {"items": {"enum": levels_of(algorithm)}},
            "options": {"additionalProperties": False, "properties": {"class": {}, "most": {}, "without": {}, **options}}}


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


def by_algorithm(algorithms, key, names, schema):
    """The rules if `key` is one of the algorithm's names."""
    return [{"if": {"properties": {key: names(one)}}, "then": {"properties": schema(one)}}
            for one in algorithms]


def question_schema(algorithms):
    return {"description": "written by ci/pages from the declarations, and all that follows",
            "properties": {"id": {"enum": [one["id"] for one in algorithms]}},
            "allOf": by_algorithm(algorithms, "id", lambda one: {"const": one["id"]}, asked)}


def declared_schema(listed):
    def names(one):
        path = one["path"]
        return {"enum": [one["id"], path.split("/")[1], path, path.replace("/", "."),
                         *one["former_paths"]]}

    known = {"class": {"items": {"enum": listed["classes"]}},
             "without": {"items": {"enum": listed["parts"]}}}
    return {"properties": {"options": {"properties": known}},
            "allOf": by_algorithm(listed["algorithms"], "algorithm", names, declared)}


def with_questions(text, listed, may_declare):
    document, algorithms = json.loads(text), listed["algorithms"]
    if "algorithms" not in document["definitions"]:
        raise ValueError("expected a definition 'algorithms'")
    definitions = document["definitions"].items()
    by_hand = itertools.takewhile(lambda item: item[0] != "algorithms", definitions)
    arrays = [a for one in algorithms for k in ("outputs", "stages") for a in one["arrays"][k]]
    document["definitions"] = {**dict(by_hand), "algorithms": question_schema(algorithms),
                               **({"declared": declared_schema(listed)} if may_declare else {}),
                               **shape_definitions(arrays)}
    return pretty(document) + "\n"


def headers_text(algorithms):
    headers = {f"{one['id']}:{level}": header(one, level)
               for one in algorithms for level in one["levels"]}
    arrays = [array for one in algorithms for array in one["arrays"]["inputs"]]
    return pretty({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "bindpose-question-arrays-1",
        "title": "Headers of the safetensors files that hold a question's arrays",
        "description": "Written by ci/pages from the declarations. A question of algorithm ID at a "
                       "level has a file whose header obeys #/definitions/ID:LEVEL.",
        "definitions": {**headers, **shape_definitions(arrays)},
    }) + "\n"


def pretty(value, indent=""):
    """Formats JSON; members that fit are on one line."""
    line = json.dumps(value)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, (dict, list)):
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {pretty(member, inner)}" for key, member in value.items()]
    else:
        parts = [pretty(member, inner) for member in value]
    return f"{line[0]}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{line[-1]}"


def written(root, listed):
    """Yields (path, function from the current text to the new text)."""
    for name in ("protocol", "questions"):
        yield (root / f"{MODULE}{name}.schema.json",
               lambda text, name=name: with_questions(text, listed, may_declare=name == "protocol"))
    yield root / f"{MODULE}question_arrays.schema.json", lambda text: headers_text(listed["algorithms"])
