// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A glTF file without compression and sparse accessors: its numbers, and its nodes as a clip poses them.
import { compose, lerp, product, slerp, unit } from "./maths.js";

const ARRAYS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const LARGEST = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };
const GLB = 0x46546c67;
const HEADER_BYTES = 12;
const CHUNK_BYTES = 8;

/// The file as JSON, and its buffers.
export async function load(url) {
  const bytes = await (await fetch(url)).arrayBuffer();
  const words = new DataView(bytes);
  const textOf = (part) => JSON.parse(new TextDecoder().decode(part));
  const isGlb = words.getUint32(0, true) === GLB;
  const length = isGlb ? words.getUint32(HEADER_BYTES, true) : 0;
  const first = HEADER_BYTES + CHUNK_BYTES;
  const file = textOf(isGlb ? new Uint8Array(bytes, first, length) : bytes);
  const binary = isGlb ? bytes.slice(first + length + CHUNK_BYTES) : null;
  const read = async ({ uri }) => (uri === undefined ? binary : (await fetch(new URL(uri, new URL(url, location)))).arrayBuffer());
  return { ...file, bytes: await Promise.all((file.buffers ?? []).map(read)) };
}

/// An accessor's rows.
export function rowsOf(file, index) {
  const { bufferView, byteOffset = 0, componentType, count, type, normalized, sparse } = file.accessors[index];
  if (sparse || bufferView === undefined) throw new Error("the control reads no sparse accessors");
  const view = file.bufferViews[bufferView];
  const [Numbers, width] = [ARRAYS[componentType], WIDTHS[type]];
  const stride = view.byteStride ?? width * Numbers.BYTES_PER_ELEMENT;
  const start = (view.byteOffset ?? 0) + byteOffset;
  const number = (x) => (normalized ? Math.max(x / LARGEST[componentType], -1) : x);
  const row = (r) => new Numbers(file.bytes[view.buffer].slice(start + r * stride, start + r * stride + width * Numbers.BYTES_PER_ELEMENT));
  return Array.from({ length: count }, (_, r) => Array.from(row(r), number));
}

/// Of cubic splines each key is in-tangent, value, out-tangent.
function spline([[, p, outgoing], [incoming, q]], u, span) {
  const [u2, u3] = [u * u, u * u * u];
  return p.map((x, k) => (2 * u3 - 3 * u2 + 1) * x + span * (u3 - 2 * u2 + u) * outgoing[k]
    + (3 * u2 - 2 * u3) * q[k] + span * (u3 - u2) * incoming[k]);
}

/// A sampler's value; outside of its keys the nearest one's.
function sampled(times, keys, interpolation, rotates, time) {
  const cubic = interpolation === "CUBICSPLINE";
  const valueOf = (key) => (cubic ? key[1] : key);
  const next = times.findIndex(([t]) => t > time);
  if (next === 0 || next < 0) return valueOf(next === 0 ? keys[0] : keys.at(-1));
  const pair = [keys[next - 1], keys[next]];
  if (interpolation === "STEP") return pair[0];
  const span = times[next][0] - times[next - 1][0];
  const u = (time - times[next - 1][0]) / span;
  if (cubic) return rotates ? unit(spline(pair, u, span)) : spline(pair, u, span);
  return (rotates ? slerp : lerp)(...pair, u);
}

const grouped = (rows, size) => Array.from({ length: rows.length / size }, (_, k) => rows.slice(k * size, (k + 1) * size));

/// What the clip gives a node: { translation, rotation, scale, weights }, as far as it moves them.
function movedBy(file, { channels, samplers }, time) {
  const moves = new Map();
  for (const { sampler, target: { node, path } } of channels) {
    const { input, output, interpolation = "LINEAR" } = samplers[sampler];
    const times = rowsOf(file, input);
    const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
    const rows = rowsOf(file, output);
    const values = path === "weights" ? grouped(rows.flat(), rows.length / times.length / parts) : rows;
    const keys = parts === 3 ? grouped(values, 3) : values;
    moves.set(node, { ...moves.get(node), [path]: sampled(times, keys, interpolation, path === "rotation", time) });
  }
  return moves;
}

/// Of each node its matrix in the world and the weights of its mesh's targets.
export function posed(file, clip, time) {
  const moves = clip === null ? new Map() : movedBy(file, file.animations[clip], time);
  const nodes = file.nodes.map((node, j) => ({ ...node, ...moves.get(j) }));
  const parents = [];
  nodes.forEach(({ children = [] }, j) => children.forEach((child) => (parents[child] = j)));
  const local = ({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }) =>
    matrix ?? compose(translation, rotation, scale);
  const world = (j) => (parents[j] === undefined ? local(nodes[j]) : product(world(parents[j]), local(nodes[j])));
  return nodes.map(({ weights, mesh }, j) => ({ world: world(j), weights: weights ?? file.meshes[mesh]?.weights ?? [] }));
}
