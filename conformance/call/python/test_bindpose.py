# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python package: right and wrong implementations of ten algorithms in numpy, compared with the
verdicts and messages of the program BINDPOSE_PROGRAM; inputs of many kinds; errors; pytest and hypothesis; a posed file."""
import array
import importlib
import json
import os
import pathlib
import pickle
import re
import struct
import subprocess
import sys
import textwrap

import bindpose
import hypothesis
import numpy as np
import pytest
from bindpose import strategies

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ["BINDPOSE_PROGRAM"]
DEFECTS = 4  # defects of each implementation below; 0: no defect
SKIN = pathlib.Path("/usr/share/assimp/models/glTF2/simple_skin/simple_skin.gltf")


def unit(v):
    return v / np.sqrt((v * v).sum(-1, keepdims=True))


def product(a, b):
    """The product of quaternions (x, y, z, w)."""
    return np.concatenate([a[..., 3:] * b[..., :3] + b[..., 3:] * a[..., :3] + np.cross(a[..., :3], b[..., :3]),
                           a[..., 3:] * b[..., 3:] - (a[..., :3] * b[..., :3]).sum(-1, keepdims=True)], -1)


def conjugate(q):
    return q * np.array([-1, -1, -1, 1], q.dtype)


def rotated(q, v):
    return product(product(q, np.concatenate([v, v[..., :1] * 0], -1)), conjugate(q))[..., :3]


def matrix(q):
    return np.stack([rotated(q, np.broadcast_to(np.eye(3, dtype=q.dtype)[i], q.shape[:-1] + (3,))) for i in range(3)], -1)


def surface(inputs, positions, turned):
    """The arrays of a mesh, with directions changed by `turned`."""
    outputs = {"positions": positions}
    if "normals" in inputs:
        outputs["normals"] = unit(turned(inputs["normals"]))
    if "tangents" in inputs:
        outputs["tangents"] = np.concatenate([unit(turned(inputs["tangents"][:, :3])), inputs["tangents"][:, 3:]], 1)
    return outputs


def blended(inputs, x, defect):
    m = inputs["palette"].copy()
    if defect == 1:
        m[:, :, :3] = m[:, :, :3].swapaxes(1, 2).copy()
    if defect == 2:
        m[:, :, 3] = 0
    weights = inputs["weights"].copy()
    if defect == 3:
        weights[:, -1] = 0
        weights[:, 0] += 0.25
    m = np.einsum("vk,vkrc->vrc", weights, m[inputs["joints"]])
    turn = lambda v: np.einsum("vrc,vc->vr", m[:, :, :3], v)  # noqa: E731
    return surface(inputs, turn(x) + m[:, :, 3], turn)


def linear_blend(inputs, defect):
    return blended(inputs, inputs["positions"], defect)


def pose_correctives(inputs, defect):
    shape = np.tensordot(inputs["shape_coefficients"], inputs["shape_directions"], 1) if "shape_coefficients" in inputs else 0
    pose = np.tensordot(inputs["pose_features"], inputs["pose_directions"], 1)
    return blended(inputs, inputs["positions"] + (shape if defect != 3 else 0) + (pose if defect != 3 else 2 * pose), defect % 3)


def dual_quaternion(inputs, defect):
    q, t = inputs["palette_rotations"], inputs["palette_translations"]
    dual = product(np.concatenate([t, t[:, :1] * 0], 1), q) / 2 * (-1 if defect == 1 else 1)
    joints, weights = inputs["joints"], inputs["weights"][:, :, None]
    sign = np.where((q[joints] * q[joints[:, :1]]).sum(-1, keepdims=True) < 0, -1, 1).astype(q.dtype)
    real, dual = ((weights * sign * part[joints]).sum(1) for part in (q, dual))
    length = np.sqrt((real * real).sum(-1, keepdims=True))
    if defect == 2:
        length = length * 0 + 1
    if defect == 3:
        dual = dual * 0
    real, dual = real / length, dual / length
    moved = 2 * product(dual, conjugate(real))[:, :3]
    return surface(inputs, rotated(real, inputs["positions"]) + moved, lambda v: rotated(real, v))


def dense(inputs, defect):
    weights = inputs["target_weights"] * [1, 0, 2, 1][defect]
    moved = {name: np.tensordot(weights, np.nan_to_num(inputs[f"target_{name}"]), 1)
             for name in ("positions", "normals", "tangents") if f"target_{name}" in inputs}
    outputs = {"positions": inputs["positions"] + moved["positions"] * (-1 if defect == 3 else 1)}
    for name in ("normals", "tangents"):
        if name in inputs:
            turned = unit(inputs[name][:, :3] + moved.get(name, 0))
            outputs[name] = np.concatenate([turned, inputs[name][:, 3:]], 1)
    return outputs


def lerp(inputs, defect):
    a, b, t = inputs["a"], inputs["b"], inputs["t"][:, None]
    return {"values": [a + t * (b - a), b + t * (a - b), a, a + t * b][defect]}


def nearer(a, b):
    return np.where((a * b).sum(-1, keepdims=True) < 0, -b, b)


def slerp(inputs, defect):
    a, t = inputs["a"], inputs["t"][:, None]
    b = nearer(a, inputs["b"])
    angle = np.arccos(np.clip((a * b).sum(-1, keepdims=True), -1, 1))
    if defect == 1:
        return nlerp(inputs, 0)
    if defect == 2:
        t = 1 - t
    values = (np.sin((1 - t) * angle) * a + np.sin(t * angle) * b) / np.sin(angle)
    return {"values": values if defect != 3 else a}


def nlerp(inputs, defect):
    a, t = inputs["a"], inputs["t"][:, None]
    b = nearer(a, inputs["b"])
    if defect == 1:
        return slerp(inputs, 0)
    if defect == 2:
        t = 1 - t
    values = a + t * (b - a)
    return {"values": unit(values) if defect != 3 else values}


def chained(parents, locals_, join):
    """World transforms in the order of the parents."""
    worlds = {}

    def world(j):
        if j not in worlds:
            worlds[j] = locals_[j] if parents[j] < 0 else join(world(int(parents[j])), locals_[j])
        return worlds[j]
    return [world(j) for j in range(len(parents))]


def affine_product(a, b):
    return np.concatenate([a[..., :3] @ b[..., :3], a[..., :3] @ b[..., 3:] + a[..., 3:]], -1)


def fk_matrix(inputs, defect):
    turned = matrix(inputs["local_rotations"])
    if defect == 1:
        turned = turned.swapaxes(1, 2)
    linear = turned * (inputs["local_scales"][:, None, :] if defect != 2 else 2)
    joints = np.concatenate([linear, inputs["local_translations"][:, :, None]], 2)
    join = affine_product if defect != 3 else lambda parent, joint: affine_product(joint, parent)
    return {"world": np.stack(chained(inputs["parents"], joints, join))}


def fk_quaternion(inputs, defect):
    def join(parent, joint):
        moved = joint[1] if defect == 2 else rotated(parent[0], joint[1])
        return (product(joint[0], parent[0]) if defect == 1 else product(parent[0], joint[0]), parent[1] + moved)
    joints = list(zip(inputs["local_rotations"], inputs["local_translations"]))
    worlds = joints if defect == 3 else chained(inputs["parents"], joints, join)
    return {"world_rotations": np.stack([q for q, t in worlds]), "world_translations": np.stack([t for q, t in worlds])}


def palette(inputs, defect):
    world, binds = inputs["world"], inputs["inverse_binds"]
    return {"palette": [affine_product(world, binds), affine_product(binds, world), world, binds][defect]}


IMPLEMENTATIONS = {
    "skinning.linear_blend.bar.posed.direction.palette.f32": linear_blend,
    "skinning.dual_quaternion.bar.posed.first-influence.palette.f32": dual_quaternion,
    "examples.pose_correctives.bar.posed.palette.f32": pose_correctives,
    "morph.dense.bar.one.here.pose.f32": dense,
    "animation.lerp.translation.sixteenths.pose.f32": lerp,
    "animation.slerp.turn.120.pose.f32": slerp,
    "animation.nlerp.turn.60.pose.f32": nlerp,
    "hierarchy.fk_matrix.bar.parents-first.pose.f32": fk_matrix,
    "hierarchy.fk_quaternion.bar.parents-first.pose.f32": fk_quaternion,
    "hierarchy.palette.bar.posed.pose.f32": palette,
}
KINDS = {"F32": np.float32, "F64": np.float64, "I32": np.int32}


def read(file):
    data = pathlib.Path(file).read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + length])
    return {name: np.frombuffer(data[8 + length:][slice(*each["data_offsets"])], KINDS[each["dtype"]]).reshape(each["shape"])
            for name, each in header.items() if name != "__metadata__"}


def write(file, arrays):
    header, data = {}, b""
    for name, numbers in arrays.items():
        kind = next(kind for kind, dtype in KINDS.items() if dtype == numbers.dtype)
        header[name] = {"dtype": kind, "shape": numbers.shape, "data_offsets": [len(data), len(data) + numbers.nbytes]}
        data += numbers.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    file.write_bytes(struct.pack("<Q", len(text)) + text + data)


class Questions:
    """Exports the cases of IMPLEMENTATIONS, and gets verdicts on outputs, by the program."""

    def __init__(self, folder):
        self.folder = folder
        filters = [word for case in IMPLEMENTATIONS for word in ("--filter", case)]
        subprocess.run([PROGRAM, "export", folder / "questions", *filters], check=True, capture_output=True)
        listed = json.loads((folder / "questions/questions.json").read_text())["questions"]
        self.listed = {question["case"]: question for question in listed}
        self.inputs = {case: read(folder / "questions" / question["input"]) for case, question in self.listed.items()}

    def outputs(self, case, defect, computed=np.float64, stored=np.float32):
        inputs = {name: numbers if numbers.dtype == np.int32 else numbers.astype(computed) for name, numbers in self.inputs[case].items()}
        return {name: np.asarray(numbers, stored) for name, numbers in IMPLEMENTATIONS[case](inputs, defect).items()}

    def judged(self, case, outputs):
        question = self.listed[case]
        return bindpose.judge(question["algorithm"], outputs, **self.inputs[case], **question["options"])

    def judged_by_program(self, defect):
        for case, question in self.listed.items():
            write(self.folder / "questions" / question["output"], self.outputs(case, defect))
        out = self.folder / f"results-{defect}"
        subprocess.run([PROGRAM, "judge", self.folder / "questions", "--out", out], check=False, capture_output=True)
        results = json.loads((out / "results.json").read_text())["results"]
        return {result["case"]: result for result in results}


@pytest.fixture(scope="session")
def questions(tmp_path_factory):
    made = Questions(tmp_path_factory.mktemp("cases"))
    assert len(made.listed) == len(IMPLEMENTATIONS)
    return made


@pytest.mark.parametrize("case", IMPLEMENTATIONS)
@pytest.mark.parametrize("computed, stored", [(np.float32, np.float32), (np.float64, np.float32), (np.float64, np.float64)])
def test_right_implementations_pass(questions, case, computed, stored):
    verdict = questions.judged(case, questions.outputs(case, 0, computed, stored))
    assert verdict.is_right, verdict.message()


@pytest.mark.parametrize("defect", range(DEFECTS))
def test_verdicts_and_messages_equal_those_of_the_program(questions, defect):
    by_program = questions.judged_by_program(defect)
    for case in IMPLEMENTATIONS:
        verdict, wanted = questions.judged(case, questions.outputs(case, defect)), by_program[case]
        assert verdict.outcome == wanted["outcome"] == ("pass" if defect == 0 else "fail"), (case, verdict.message())
        assert verdict.detail == wanted["detail"], case
        assert verdict.defect == wanted["defect"] and verdict.precision_class == wanted.get("class", ""), case
        assert verdict.worst_fraction == pytest.approx(float(wanted["worst_fraction"])), case


def one_vertex():
    return {"positions": [[0.5, 1, 2]], "joints": [[0, 1]], "weights": [[0.25, 0.75]],
            "palette": [[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], [[0, -1, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]]}


class Foreign:
    """Supports only DLPack."""

    def __init__(self, numbers, device=1):
        self.numbers, self.device = np.asarray(numbers, np.float32), device

    def __dlpack__(self, stream=None):
        return self.numbers.__dlpack__()

    def __dlpack_device__(self):
        return (self.device, 0)


def test_every_kind_of_array_is_accepted():
    right = [[0.125, 0.625, 2]]
    for kind in (np.float32, np.float64, np.float16):
        inputs = {name: numbers if name == "joints" else np.array(numbers, kind) for name, numbers in one_vertex().items()}
        bindpose.assert_right("lbs", np.array(right, kind), **inputs)
    strided = np.zeros((1, 6), np.float32)
    strided[:, ::2] = right
    bindpose.assert_right("lbs", strided[:, ::2], **one_vertex())
    bindpose.assert_right("lbs", Foreign(right), **{**one_vertex(), "positions": Foreign([[0.5, 1, 2]]),
                                                    "joints": np.array([[0, 1]], np.uint64)})
    bytes_of = memoryview(array.array("f", [0.5, 1, 2])).cast("B").cast("f", (1, 3))
    bindpose.assert_right("skinning.linear_blend", {"positions": right}, **{**one_vertex(), "positions": bytes_of})
    assert bindpose.evaluate("lbs", **one_vertex(), normals=None)["positions"].values.tolist() == right


@pytest.mark.parametrize("name, numbers, code, where", [
    ("positions", [[0.1, 1, 2]], "NOT_FLOAT32", "positions[0][0]"),
    ("positions", [[np.nan, 1, 2]], "NOT_FINITE", "positions[0]"),
    ("positions", [0.5, 1, 2], "ARRAY_SHAPE", "positions"),
    ("positions", np.zeros((0, 3)), "ARRAY_SHAPE", "joints"),
    ("positions", ["a"], "ARRAY_TYPE", "positions"),
    ("positions", [[1j, 1, 2]], "ARRAY_TYPE", "positions"),
    ("joints", [[0, 2]], "INDEX_RANGE", "joints[0][1]"),
    ("joints", [[0, 2**40]], "ARRAY_TYPE", "joints"),
    ("joints", [[0.5, 1]], "ARRAY_TYPE", "joints"),
    ("position", [[0.5, 1, 2]], "ARRAY_UNKNOWN", "position"),
    ("normal_rule", "left", "OPTION_VALUE", "normal_rule"),
    ("rule", "left", "OPTION_UNKNOWN", "rule"),
    ("positions", Foreign([[0.5, 1, 2]], 2), "ARRAY_DEVICE", "positions"),
    ("positions", np.ma.masked_equal([[0.5, 1, 2]], 2), "ARRAY_TYPE", "positions"),
    ("positions\0", [[0.5, 1, 2]], "TEXT_NUL", ""),
    ("normal_rule", "direction\0", "TEXT_NUL", ""),
])
def test_wrong_inputs_are_refused(name, numbers, code, where):
    with pytest.raises(bindpose.BindposeError) as caught:
        bindpose.evaluate("lbs", **{**one_vertex(), name: numbers})
    assert (caught.value.code, caught.value.where) == (code, where)
    assert caught.value.message in str(caught.value)


def test_an_error_among_ten_million_vertices_has_its_place():
    positions = np.zeros((10_000_000, 3), np.float32)
    positions[-1, 1] = np.nan
    with pytest.raises(bindpose.BindposeError) as caught:
        bindpose.evaluate("lbs", **{**one_vertex(), "positions": positions, "joints": np.zeros((len(positions), 1), np.int32), "weights": None})
    assert (caught.value.code, caught.value.where) == ("NOT_FINITE", "positions[9999999]")


def test_wrong_calls_are_refused():
    for call in (lambda: bindpose.evaluate("lsb"), lambda: bindpose.judge("lsb", [[1.0]]), lambda: bindpose.explain("lsb"),
                 lambda: bindpose.sample("lbs", 0), lambda: bindpose.sample("lbs", 1, -1), lambda: bindpose.pose(b"{}"),
                 lambda: bindpose.judge("lbs", {}, **one_vertex()), lambda: bindpose.judge("lbs", {"palette": [1.0]}, **one_vertex())):
        with pytest.raises(bindpose.BindposeError):
            call()
    for outputs in ([[np.nan, 1, 2]], [[1, 2]], []):
        verdict = bindpose.judge("lbs", np.array(outputs), **one_vertex())
        assert verdict.outcome == "invalid-output" and not verdict, verdict


def test_deviations_can_be_accepted():
    inputs = bindpose.sample("lbs", 50, 1)
    stored = {**inputs, "weights": np.rint(inputs["weights"] * 255) / np.float32(255)}
    outputs = linear_blend(stored, 0)["positions"]
    strict = bindpose.judge("lbs", outputs, **inputs)
    assert (strict.outcome, strict.precision_class) == ("fail", "unorm8-weights"), strict.message()
    assert bindpose.assert_right("lbs", outputs, accept=["unorm8-weights"], **inputs).precision_class == "unorm8-weights"
    assert "unorm8-weights" in bindpose.precision_classes()
    expected = bindpose.evaluate("lbs", normal_rule="inverse-transpose-of-blend", **inputs)
    other = {name: expected[name].values for name in ("positions", "normals")}
    assert bindpose.judge("lbs", other, **inputs).policy == "normal_rule=inverse-transpose-of-blend"
    assert bindpose.judge("lbs", other, accept="normal_rule=inverse-transpose-of-blend", **inputs).is_right


def test_errors_can_be_pickled():
    inputs = bindpose.sample("lbs", 3)
    with pytest.raises(bindpose.Wrong) as wrong:
        bindpose.assert_right("lbs", inputs["positions"] + 1, **inputs)
    with pytest.raises(bindpose.BindposeError) as refused:
        bindpose.evaluate("no such algorithm")
    for error in wrong.value, refused.value:
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_unaligned_data_is_accepted():
    inputs = bindpose.sample("lbs", 3)
    shifted = np.frombuffer(b"x" + inputs["positions"].tobytes(), np.float32, offset=1).reshape(inputs["positions"].shape)
    assert not shifted.flags.aligned
    expected = bindpose.evaluate("lbs", **inputs)["positions"].values
    assert (bindpose.evaluate("lbs", **{**inputs, "positions": shifted})["positions"].values == expected).all()


def test_a_stage_is_named():
    inputs = {name: numbers for name, numbers in bindpose.sample("skeleton.palette", 3).items()}
    assert bindpose.evaluate("skeleton.palette", **inputs)["palette"].values.shape[1:] == (3, 4)
    names = {name for each in bindpose.algorithms().values() for name in (stage["name"] for stage in each["arrays"]["stages"])}
    assert "world" in names


@hypothesis.settings(max_examples=20, deadline=None, derandomize=True)
@hypothesis.given(strategies.inputs("dqs"), strategies.options("dqs"))
def test_hypothesis_inputs_are_valid(inputs, options):
    try:
        expectation = bindpose.evaluate("dqs", **inputs, **options)
    except bindpose.BindposeError as error:
        assert error.code == "NOT_APPLICABLE"
        hypothesis.reject()
    bindpose.assert_right("dqs", {name: each.values for name, each in expectation.items() if not each.is_stage}, **inputs, **options)


def test_the_pytest_plugin_reports_the_failure(tmp_path):
    (tmp_path / "test_skin.py").write_text(textwrap.dedent("""
        import bindpose
        def test_skin():
            inputs = bindpose.sample("lbs", 20)
            bindpose.assert_right("lbs", inputs["positions"], **inputs)
        """))
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "bindpose.pytest_plugin", "-p", "no:cacheprovider", "-q",
                           "--junitxml", "junit.xml", tmp_path], cwd=tmp_path, text=True, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 1
    shown = done.stdout
    for line in ("place:             positions[", "value:             ", "expected:          ", "bound:             ",
                 "defect:            bind-pose-returned - your output equals the rest mesh", "numbers outside the bound; worst positions["):
        assert line in shown, shown
    assert "_library" not in shown and "def assert_right" not in shown, shown
    assert 'name="bindpose defect" value="bind-pose-returned' in (tmp_path / "junit.xml").read_text()


def test_posed_files_equal_those_of_the_program(tmp_path):
    subprocess.run([PROGRAM, "pose", SKIN, "--clip", "0", "--time", "1.25", "-o", tmp_path / "posed.safetensors"], check=True, capture_output=True)
    wanted = read(tmp_path / "posed.safetensors")
    posed = bindpose.pose(SKIN, clip=0, seconds=1.25)
    for name, numbers in wanted.items():
        part, array_name = name.rsplit(".", 1)
        assert np.array_equal(posed[part][array_name], numbers), name
    skin, at_rest = posed["skin0-no-normals"], bindpose.pose(SKIN.read_bytes())["skin0-no-normals"]
    assert skin["palette"].shape == at_rest["palette"].shape == (len(skin["joints"]), 3, 4) == (2, 3, 4)
    # Only the second joint moves: the file rotates it about its own axis.
    assert np.array_equal(skin["palette"][0], at_rest["palette"][0]) and not np.array_equal(skin["palette"][1], at_rest["palette"][1])
    with pytest.raises(bindpose.BindposeError) as caught:
        bindpose.pose(SKIN, clip="run")
    assert caught.value.code == "CLIP_UNKNOWN"


def test_a_pipe_is_refused_as_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.glb")
    with pytest.raises(bindpose.BindposeError, match="FILE_READ.*expected a .glb or .gltf file"):
        bindpose.pose(tmp_path / "pipe.glb")


def test_typed_functions_match_the_declarations(tmp_path):
    package = tmp_path / "bindpose"
    package.mkdir()
    for file in (HERE / "bindpose").glob("*.py"):
        (package / file.name).write_bytes(file.read_bytes())
    subprocess.run([sys.executable, HERE / "typed_functions.py", package], check=True)
    code = """
        import inspect, bindpose, importlib, json
        skinning = bindpose.skinning
        assert not hasattr(bindpose, "skining")
        assert skinning.linear_blend(**bindpose.sample("lbs"), normal_rule="direction")["positions"].values.shape == (16, 3)
        signature = inspect.signature(skinning.linear_blend)
        assert "palette [J, 3, 4] real: skinning matrix" in skinning.linear_blend.__doc__, skinning.linear_blend.__doc__
        assert signature.parameters["normal_rule"].default == "direction"
        for path in bindpose.algorithms():
            family, name = path.split("/")
            assert callable(getattr(importlib.import_module(f"bindpose.{family}"), name)), path
        """
    subprocess.run([sys.executable, "-B", "-c", textwrap.dedent(code)], check=True, env={**os.environ, "PYTHONPATH": str(tmp_path)})


def test_ctypes_structs_match_the_header():
    header = (HERE.parent.parent / "include/bindpose/call.h").read_text()
    library = importlib.import_module("bindpose._library")
    for struct_name, mirrored in (("tensor", library.Tensor), ("error", library.ErrorText), ("expected", library.ExpectedArray),
                                  ("undefined", library.UndefinedRow), ("judged", library.JudgedArray),
                                  ("verdict", library.VerdictText), ("result", library.Result), ("inputs", library.Inputs)):
        body = re.sub(r"/\*.*?\*/", "", header.split(f"typedef struct bindpose_{struct_name} {{")[1].split(f"}} bindpose_{struct_name};")[0], flags=re.S)
        fields = [name.strip(" *\n") for line in body.split(";")[:-1] for name in line.split(",")]
        assert [field.split()[-1].strip("*") for field in fields] == [name for name, _ in mirrored._fields_], struct_name
