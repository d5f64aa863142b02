# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""read_frame.py FRAME.rdc FOLDER CORNERS|event:N...: writes a frame captured by RenderDoc as a folder (README.md):
frame.json with every draw, and the vertex shader's outputs of draws with this number of corners, or of this event.
Needs Debian's own python3 with python3-renderdoc. Exit codes: 2 with RenderDoc's message on stderr, 3 RenderDoc is
missing."""
import array
import ctypes
import json
import os
import pathlib
import resource
import signal
import struct
import sys

PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # a replay may hang, and nothing else would end it

MOST_MEMORY = 8 << 30  # bytes; a frame may name any number of vertices
hard_limit = resource.getrlimit(resource.RLIMIT_DATA)[1]
if hard_limit == resource.RLIM_INFINITY or hard_limit > MOST_MEMORY:
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))

try:
    import renderdoc as rd
except ImportError:
    sys.exit(3)


def keep_log_with(folder):
    """Moves RenderDoc's log, which begins in the system's temporary folder for any TMPDIR."""
    first = rd.GetLogFile()
    rd.SetDebugLogFile(os.path.join(folder, "renderdoc.log"))
    try:
        os.rmdir(os.path.dirname(first))  # removed unless it has other logs
    except OSError:
        pass


class Refused(Exception):
    """RenderDoc does not take the file."""


def opened(path):
    """RenderDoc's file and its replay."""
    file = rd.OpenCaptureFile()
    status = file.OpenFile(path, "", None)
    if status != rd.ResultCode.Succeeded:
        raise Refused(f"it is not a capture: {status}")
    if not file.LocalReplaySupport():
        raise Refused("this machine cannot replay it")
    status, controller = file.OpenCapture(rd.ReplayOptions(), None)
    if status != rd.ResultCode.Succeeded:
        raise Refused(f"its replay does not start: {status}")
    return file, controller


def draws_in(actions):
    for action in actions:
        if action.flags & rd.ActionFlags.Drawcall:
            yield action
        yield from draws_in(action.children)


def outputs_of(state):
    """The vertex shader's outputs in a record: name, numbers, offset. The position is always first."""
    reflection = state.GetShaderReflection(rd.ShaderStage.Vertex)
    if reflection is None:
        return []
    signature = sorted(reflection.outputSignature, key=lambda each: each.systemValue != rd.ShaderBuiltin.Position)
    outputs, offset = [], 0
    for each in signature:
        width = each.compCount * (8 if each.varType == rd.VarType.Double else 4)
        if state.HasAlignedPostVSData(rd.MeshDataStage.VSOut) and each.compCount > 1:
            step = width // each.compCount * (2 if each.compCount == 2 else 4)
            offset = (offset + step - 1) // step * step
        is_position = each.systemValue == rd.ShaderBuiltin.Position
        name = "gl_Position" if is_position else each.varName or each.semanticIdxName
        if each.varType == rd.VarType.Float:
            outputs.append((name, each.compCount, offset))
        offset += width
    return outputs


def numbers_of(data, width, count):
    """Unsigned integers of this many bytes."""
    kind = {1: "B", 2: "H", 4: "I"}[width]
    return list(struct.unpack_from(f"<{count}{kind}", data))


def rows_of(controller, mesh):
    """The record of each corner."""
    if mesh.indexResourceId == rd.ResourceId.Null():
        return list(range(mesh.numIndices))
    size = mesh.indexByteStride * mesh.numIndices
    data = controller.GetBufferData(mesh.indexResourceId, mesh.indexByteOffset, size)
    return [row + mesh.baseVertex for row in numbers_of(data, mesh.indexByteStride, mesh.numIndices)]


def vertices_of(controller, state, action):
    """The vertex in the buffers for each index."""
    if not action.flags & rd.ActionFlags.Indexed:
        return list(range(action.vertexOffset, action.vertexOffset + action.numIndices))
    buffer = state.GetIBuffer()
    width = buffer.byteStride
    data = controller.GetBufferData(buffer.resourceId, buffer.byteOffset + action.indexOffset * width, width * action.numIndices)
    return [vertex + action.baseVertex for vertex in numbers_of(data, width, action.numIndices)]


def matrices_of(controller, state):
    """The vertex shader's uniforms that are matrices of 4 by 4, by columns."""
    reflection = state.GetShaderReflection(rd.ShaderStage.Vertex)
    pipe = state.GetGraphicsPipelineObject()
    shader, entry = state.GetShader(rd.ShaderStage.Vertex), state.GetShaderEntryPoint(rd.ShaderStage.Vertex)
    found = {}

    def collect(variables, prefix):
        for each in variables:
            if each.members:
                collect(each.members, f"{prefix}{each.name}.")
            elif each.rows == 4 and each.columns == 4 and each.type == rd.VarType.Float:
                by_rows = list(each.value.f32v[:16])
                found[f"{prefix}{each.name}"] = [by_rows[4 * r + c] for c in range(4) for r in range(4)]

    for index, block in enumerate(reflection.constantBlocks):
        bound = state.GetConstantBuffer(rd.ShaderStage.Vertex, index, 0)
        collect(controller.GetCBufferVariableContents(pipe, shader, rd.ShaderStage.Vertex, entry, index, bound.resourceId,
                                                      bound.byteOffset, bound.byteSize), "")
    return found


def write_tensors(path, tensors):
    """A safetensors file: [(name, dtype, shape, bytes)]."""
    header, at = {}, 0
    for name, dtype, shape, data in tensors:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(data for *_, data in tensors))


def write_draw(controller, action, folder):
    """Writes the vertex shader's outputs of the draw; returns its entry of frame.json."""
    controller.SetFrameEvent(action.eventId, True)
    state = controller.GetPipelineState()
    mesh = controller.GetPostVSData(0, 0, rd.MeshDataStage.VSOut)
    if mesh.numIndices == 0 or mesh.vertexResourceId == rd.ResourceId.Null():
        return {"refused": mesh.status or "RenderDoc has no vertices of this draw"}
    rows, outputs, stride = rows_of(controller, mesh), outputs_of(state), mesh.vertexByteStride
    count = max(rows) + 1
    data = controller.GetBufferData(mesh.vertexResourceId, mesh.vertexByteOffset, stride * count)
    if min(rows) < 0 or len(data) < stride * count:
        return {"refused": "its indices reach beyond its vertices"}
    tensors = [("rows", "I32", [len(rows)], array.array("i", rows).tobytes())]
    vertices = vertices_of(controller, state, action)
    tensors.append(("vertices", "I32", [len(vertices)], array.array("i", vertices).tobytes()))
    for name, width, offset in outputs:
        column = b"".join(data[r * stride + offset:r * stride + offset + 4 * width] for r in range(count))
        tensors.append((f"output.{name}", "F32", [count, width], column))
    for name, numbers in matrices_of(controller, state).items():
        tensors.append((f"matrix.{name}", "F32", [4, 4], array.array("f", numbers).tobytes()))
    file = f"draw-{action.eventId}.safetensors"
    write_tensors(folder / file, tensors)
    return {"file": file}


TOPOLOGIES = {rd.Topology.TriangleList: "triangles", rd.Topology.TriangleStrip: "triangle strip", rd.Topology.TriangleFan: "triangle fan",
              rd.Topology.PointList: "points", rd.Topology.LineList: "lines", rd.Topology.LineStrip: "line strip"}


def listed(controller, file, action):
    controller.SetFrameEvent(action.eventId, False)
    topology = controller.GetPipelineState().GetPrimitiveTopology()
    return {"event": action.eventId, "name": action.GetName(file), "topology": TOPOLOGIES.get(topology, "other"),
            "corners": action.numIndices, "instances": action.numInstances}


def main(path, folder, *wanted):
    folder = pathlib.Path(folder)
    rd.InitialiseReplay(rd.GlobalEnvironment(), [])
    file, controller = opened(path)
    draws = []
    for action in draws_in(controller.GetRootActions()):
        draw = listed(controller, controller.GetStructuredFile(), action)
        if f"event:{action.eventId}" in wanted or str(action.numIndices) in wanted:
            draw.update(write_draw(controller, action, folder))
        draws.append(draw)
    frame = {"format": "bindpose-frame-1", "by": f"RenderDoc {rd.GetVersionString()}", "api": file.DriverName(), "draws": draws}
    (folder / "frame.json").write_text(json.dumps(frame, indent=1) + "\n")
    controller.Shutdown()
    file.Shutdown()
    rd.ShutdownReplay()


code = 0
try:
    keep_log_with(os.environ["TMPDIR"])
    if sys.argv[1:] != ["--there"]:  # only checks for RenderDoc
        main(*sys.argv[1:])
except Refused as refused:
    print(refused, file=sys.stderr)
    code = 2
except MemoryError:
    print("its replay takes more than 8 GiB of memory", file=sys.stderr)
    code = 2
sys.stderr.flush()
os._exit(code)  # RenderDoc's exit handlers in python do not always end
