// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node steps-and-splines.mjs
// Exits with 0 if steps are still interpolated linearly, and tangents of cubic splines are still read as values.
import { clay } from "./loading.mjs";

/// Half way between two keys, at 0 and at 1 s.
function halfWay(interpolation, outputs) {
  const numbers = new Float32Array([0, 1, ...outputs]);
  const { clips, nodes } = new clay.loader.GLTF().parse({
    nodes: [{}],
    animations: [{ samplers: [{ input: 0, output: 1, interpolation }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 2, type: "SCALAR" },
      { bufferView: 1, componentType: 5126, count: outputs.length / 3, type: "VEC3" }],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 4 * outputs.length }],
    buffers: [{ byteLength: numbers.byteLength }],
  }, [numbers.buffer]);
  clips[0].setTime(500);
  return nodes[0].position.x;
}

const step = halfWay("STEP", [1, 0, 0, 2, 0, 0]);
const spline = halfWay("CUBICSPLINE", [100, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 100, 0, 0]);
console.log(`half way of a step from 1 to 2 x is ${step}, 1 is wanted; of a spline with flat tangents ${spline}, 1.5 is wanted`);
process.exit(step !== 1 && spline !== 1.5 ? 0 : 1);
