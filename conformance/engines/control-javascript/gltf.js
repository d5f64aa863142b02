// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A glTF file without compression and sparse accessors: its numbers, and its nodes as a clip poses them.
import { globalMatrices, matrixFromTrs, palette } from "../../course/javascript/solution/exercises.js";
import { samplers } from "./keys.js";

const ARRAYS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const LARGEST = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };
const GLB = 0x46546c67;
const HEADER_BYTES = 12;
const CHUNK_BYTES = 8;

const fetched = async (url) => (await fetch(url)).arrayBuffer();

/// The file as JSON, and its buffers. bytesOf: what is read of a URL.
export async function load(url, bytesOf = fetched) {
  const bytes = await bytesOf(url);
  const words = new DataView(bytes);
  const textOf = (part) => JSON.parse(new TextDecoder().decode(part));
  const isGlb = words.getUint32(0, true) === GLB;
  const length = isGlb ? words.getUint32(HEADER_BYTES, true) : 0;
  const first = HEADER_BYTES + CHUNK_BYTES;
  const file = textOf(isGlb ? new Uint8Array(bytes, first, length) : bytes);
  const binary = isGlb ? bytes.slice(first + length + CHUNK_BYTES) : null;
  const read = async ({ uri }) => (uri === undefined ? binary : bytesOf(new URL(uri, url)));
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

const grouped = (rows, size) => Array.from({ length: rows.length / size }, (_, k) => rows.slice(k * size, (k + 1) * size));

/// What the clip gives a node: { translation, rotation, scale, weights }, as far as it moves them.
function movedBy(file, { channels, samplers: tracks }, time, options) {
  const moves = new Map();
  for (const { sampler, target: { node, path } } of channels) {
    const { input, output, interpolation = "LINEAR" } = tracks[sampler];
    const times = rowsOf(file, input).flat();
    const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
    const rows = rowsOf(file, output);
    const values = path === "weights" ? grouped(rows.flat(), rows.length / times.length / parts) : rows;
    const keys = parts === 3 ? grouped(values, 3) : values;
    moves.set(node, { ...moves.get(node), [path]: samplers(options)[interpolation](times, keys, path === "rotation", time) });
  }
  return moves;
}

/// (C | t) of 16 numbers, column after column.
const matrixOf = (columns) => [0, 1, 2].map((r) => [0, 1, 2, 3].map((c) => columns[4 * c + r]));

/// Of each node its matrix in the world and the weights of its mesh's targets. options: how rotations go from key to key.
export function posed(file, clip, time, options = {}) {
  const moves = clip === null ? new Map() : movedBy(file, file.animations[clip], time, options);
  const nodes = file.nodes.map((node, j) => ({ ...node, ...moves.get(j) }));
  const parents = nodes.map(() => -1);
  nodes.forEach(({ children = [] }, j) => children.forEach((child) => (parents[child] = j)));
  const world = globalMatrices(parents, nodes.map(({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }) =>
    (matrix ? matrixOf(matrix) : matrixFromTrs(translation, rotation, scale))));
  return nodes.map(({ weights, mesh }, j) => ({ world: world[j], weights: weights ?? file.meshes[mesh]?.weights ?? [] }));
}

/// The skinning matrices of a skin, or those of its joints where it has no inverse bind matrices.
export function paletteOf(file, { joints, inverseBindMatrices }, nodes) {
  const world = joints.map((joint) => nodes[joint].world);
  return inverseBindMatrices === undefined ? world : palette(world, rowsOf(file, inverseBindMatrices).map(matrixOf));
}
