// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node stride-ignored.mjs
// Exits with 0 if the loader still reads rows with a stride as if they were adjacent.
import { clay } from "./loading.mjs";

const numbers = new Float32Array([1, 0, 0, 99, 2, 0, 0, 99, 3, 0, 0, 99]); // three positions, 16 bytes apart
const accessors = [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }];
const { meshes } = new clay.loader.GLTF().parse({
  nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], accessors,
  bufferViews: [{ buffer: 0, byteLength: 48, byteStride: 16 }], buffers: [{ byteLength: 48 }],
}, [numbers.buffer]);
const found = [...meshes[0].geometry.attributes.position.value];
console.log(`positions are ${found}, 1,0,0,2,0,0,3,0,0 is wanted`);
process.exit(found[3] === 2 ? 1 : 0);
