// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node instanced-nodes.mjs
// Feature: GLTFLoader
// Exits with 0 if a clip of the second of two nodes with the same mesh still cannot be loaded.
import { GLTFLoader } from "../../ogl/node_modules/ogl/src/index.js";

const file = {
  nodes: [{ mesh: 0 }, { mesh: 0 }],
  animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 1, path: "translation" } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "SCALAR" }, { bufferView: 0, componentType: 5126, count: 1, type: "VEC3" }],
};
const mesh = { geometry: { isInstanced: true, attributes: { instanceMatrix: { data: [] } } }, numInstances: 2, setParent() {} };
const parsed = GLTFLoader.parseNodes({}, file, [{ primitives: [mesh] }], null, null);
const nodes = Array.isArray(parsed[0]) ? parsed[0] : parsed; // older releases return only the nodes
let words = "nothing";
try {
  GLTFLoader.parseAnimations({}, file, nodes, [{ data: new ArrayBuffer(12) }]);
} catch (error) {
  words = error.message;
}
console.log(`what is thrown: ${words}`);
process.exit(/of null/.test(words) ? 0 : words === "nothing" ? 1 : 2);
