// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The control of the pages that draw: a right shader in the place of an engine's. What fails here is the judge's error, its
// hook's or the browser's.
import { normalMatrix } from "../../course/javascript/solution/exercises.js";
import { declare } from "../files.js";
import { load, paletteOf, posed, rowsOf } from "./gltf.js";

const gl = document.createElement("canvas").getContext("webgl2");
const FOUR = ["x", "y", "z", "w"];

const influence = (set) => FOUR.map((c) => `weights_${set}.${c} * bone(joints_${set}.${c})`).join(" + ");

/// The vertex shader of these sets of four influences, none where a node carries the mesh, and so many morph targets.
const vertexShader = (sets, targets) => `#version 300 es
  precision highp float;
  in vec3 position, normal;
  ${sets.map((set) => `in vec4 joints_${set}, weights_${set};`).join("\n")}
  uniform mat4 world;
  uniform mat3 normalMatrix;
  uniform highp sampler2D bones, displacements;
  uniform float targetWeights[${Math.max(targets, 1)}];
  out vec3 vNormal;

  mat4 bone(float joint) {
    int row = int(joint);
    return transpose(mat4(texelFetch(bones, ivec2(0, row), 0), texelFetch(bones, ivec2(1, row), 0), texelFetch(bones, ivec2(2, row), 0),
                          vec4(0, 0, 0, 1)));
  }

  void main() {
    vec3 p = position, n = normal;
    for (int target = 0; target < ${targets}; ++target) {
      p += targetWeights[target] * texelFetch(displacements, ivec2(2 * target, gl_VertexID), 0).xyz;
      n += targetWeights[target] * texelFetch(displacements, ivec2(2 * target + 1, gl_VertexID), 0).xyz;
    }
    mat4 carrier = ${sets.length === 0 ? "world" : sets.map(influence).join(" + ")};
    vNormal = normalize(${sets.length === 0 ? "normalMatrix" : "mat3(carrier)"} * n);
    gl_Position = vec4((carrier * vec4(p, 1.0)).xyz, 1.0);
  }`;

const FRAGMENT_SHADER = `#version 300 es
  precision highp float;
  in vec3 vNormal;
  out vec4 colour;
  void main() { colour = vec4(vNormal, 1.0); }`;

const programs = new Map(); // by the vertex shader's text

function programOf(vertex) {
  if (programs.has(vertex)) return programs.get(vertex);
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, FRAGMENT_SHADER]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  programs.set(vertex, program);
  return program;
}

function setAttribute(program, name, rows) {
  const location = gl.getAttribLocation(program, name);
  if (location < 0 || !rows) return;
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(rows.flat()), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, rows[0].length, gl.FLOAT, false, 0, 0);
}

/// Rows of texels, four numbers each.
function setTexture(program, name, unit, rows) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, rows[0].length / 4, rows.length, 0, gl.RGBA, gl.FLOAT, new Float32Array(rows.flat()));
  gl.uniform1i(gl.getUniformLocation(program, name), unit);
}

/// A row of texels for each vertex: of each target the displacement, then that of the normal.
const displacementsOf = (targets, vertices, rows) => Array.from({ length: vertices }, (_, v) => targets.flatMap(({ POSITION, NORMAL }) =>
  [POSITION, NORMAL].flatMap((accessor) => (accessor === undefined ? [0, 0, 0, 0] : [...rows(accessor)[v], 0]))));

function drawPart(file, nodes, { node, primitive, vertices }) {
  const { mesh, skin } = file.nodes[node];
  const { attributes, targets = [] } = file.meshes[mesh].primitives[primitive];
  const read = new Map();
  const rows = (accessor) => read.get(accessor) ?? read.set(accessor, rowsOf(file, accessor)).get(accessor);
  const sets = skin === undefined ? [] : [0, 1, 2, 3].filter((set) => attributes[`JOINTS_${set}`] !== undefined);
  const program = programOf(vertexShader(sets, targets.length));
  gl.useProgram(program);
  gl.bindVertexArray(gl.createVertexArray());
  setAttribute(program, "position", rows(attributes.POSITION));
  setAttribute(program, "normal", attributes.NORMAL === undefined ? null : rows(attributes.NORMAL));
  for (const set of sets)
    for (const kind of ["joints", "weights"]) setAttribute(program, `${kind}_${set}`, rows(attributes[`${kind.toUpperCase()}_${set}`]));
  if (targets.length > 0) {
    setTexture(program, "displacements", 0, displacementsOf(targets, vertices, rows));
    gl.uniform1fv(gl.getUniformLocation(program, "targetWeights"), targets.map((_, target) => nodes[node].weights[target] ?? 0));
  }
  if (skin === undefined) {
    const { world } = nodes[node];
    gl.uniformMatrix4fv(gl.getUniformLocation(program, "world"), true, [...world, [0, 0, 0, 1]].flat());
    gl.uniformMatrix3fv(gl.getUniformLocation(program, "normalMatrix"), true, normalMatrix(world).flat());
  } else {
    setTexture(program, "bones", 1, paletteOf(file, file.skins[skin], nodes).map((matrix) => matrix.flat()));
  }
  gl.drawArrays(gl.POINTS, 0, vertices);
}

async function draw({ asset }) {
  const file = await load(new URL(asset.file, location));
  const nodes = posed(file, asset.clip, asset.time);
  asset.parts.forEach((part) => drawPart(file, nodes, part));
}

declare({ name: "control, WebGL 2", version: "1" },
  { file: { matrix_joints: ["as-given"] }, skin: { influences_kept: ["all"] },
    varyings: { positions: "gl_Position", normals: "vNormal" }, draw });
