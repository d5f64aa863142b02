// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node integer-weights.mjs
// Exits with 0 if weights stored as bytes are still truncated to 0, so that the fourth joint gets all the weight.
import { clay } from "./loading.mjs";

const weights = new Uint8Array([128, 127, 0, 0]); // for one vertex; its position precedes them
const buffer = new Uint8Array([...new Uint8Array(12), ...weights]).buffer;
const { meshes } = new clay.loader.GLTF().parse({
  nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0, WEIGHTS_0: 1 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "VEC3" },
    { bufferView: 1, componentType: 5121, normalized: true, count: 1, type: "VEC4" }],
  bufferViews: [{ buffer: 0, byteLength: 12 }, { buffer: 0, byteOffset: 12, byteLength: 4 }], buffers: [{ byteLength: 16 }],
}, [buffer]);
const found = [...meshes[0].geometry.attributes.weight.value]; // the fourth weight is the rest of 1
console.log(`the first three weights are ${found}, ${[128 / 255, 127 / 255, 0]} is wanted`);
process.exit(found[0] > 0 ? 1 : 0);
