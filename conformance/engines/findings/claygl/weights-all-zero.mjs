// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node weights-all-zero.mjs
// Exits with 0 if a vertex without weights still gets NaN as weights.
import { clay } from "./loading.mjs";

const { meshes } = new clay.loader.GLTF().parse({
  nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0, WEIGHTS_0: 1 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "VEC3" },
    { bufferView: 1, componentType: 5126, count: 1, type: "VEC4" }],
  bufferViews: [{ buffer: 0, byteLength: 12 }, { buffer: 0, byteOffset: 12, byteLength: 16 }], buffers: [{ byteLength: 28 }],
}, [new ArrayBuffer(28)]);
const found = [...meshes[0].geometry.attributes.weight.value]; // the fourth weight is the rest of 1
console.log(`the first three weights of a vertex without weights are ${found}`);
process.exit(found.every(Number.isNaN) ? 0 : 1);
