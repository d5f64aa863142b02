// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node integer-rotations.mjs
// Feature: GLTFLoader|TypeArray|BYTES_PER_ELEMENT
// Exits with 0 if rotations that a clip stores as bytes are still read as quaternions of length 127.
import { GLTFLoader, Transform } from "../../ogl/node_modules/ogl/src/index.js";

const file = {
  animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 2, type: "SCALAR" },
    { bufferView: 1, componentType: 5120, normalized: true, count: 2, type: "VEC4" }],
};
const quarterTurn = [0, 0, 90, 90, 0, 0, 90, 90]; // about z, at both keys
const views = [{ data: new Float32Array([0, 1]).buffer }, { data: new Int8Array(quarterTurn).buffer }];
const node = new Transform();
const [{ animation }] = GLTFLoader.parseAnimations({}, file, [node], views);
animation.elapsed = 0.5;
animation.update(1, true);
node.updateMatrixWorld();
const [x, y] = node.worldMatrix;
const degrees = (Math.atan2(y, x) * 180) / Math.PI;
console.log(`the node turns by ${degrees} degrees, 90 are wanted`);
process.exit(Math.abs(degrees - 135) < 1 ? 0 : 1);
