// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node node-weights.mjs
// Exits with 0 if a node's weights of morph targets are still not read.
import { parsed } from "./loading.mjs";

const { meshes } = await parsed({
  nodes: [{ mesh: 0, weights: [0.75] }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }] }], weights: [0.25] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "VEC3" }],
  bufferViews: [{ buffer: 0, byteLength: 12 }],
}, new ArrayBuffer(12));
const [found] = meshes[0].geometry.weights;
console.log(`the target's weight is ${found}, the node's 0.75 is wanted`);
process.exit(found === 0.25 ? 0 : 1);
