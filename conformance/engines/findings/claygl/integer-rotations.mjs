// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node integer-rotations.mjs
// Exits with 0 if rotations that a clip stores as bytes are still read as quaternions of length 127.
import { clay } from "./loading.mjs";

const bytes = new Uint8Array([...new Uint8Array(new Float32Array([0, 1]).buffer), 0, 0, 0, 127, 0, 0, 0, 127]); // two times, no rotation
const { clips, nodes } = new clay.loader.GLTF().parse({
  nodes: [{}], scenes: [{ nodes: [0] }],
  animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 2, type: "SCALAR" },
    { bufferView: 1, componentType: 5120, normalized: true, count: 2, type: "VEC4" }],
  bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 8 }], buffers: [{ byteLength: 16 }],
}, [bytes.buffer]);
clips[0].setTime(500);
const found = nodes[0].rotation.w;
console.log(`w is ${found}, 1 is wanted`);
process.exit(found === 127 ? 0 : 1);
