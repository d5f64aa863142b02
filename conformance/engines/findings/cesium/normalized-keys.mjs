// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node normalized-keys.mjs
// Exits with 0 if a rotation that is stored in bytes is still 127 times too long.
import GltfLoader from "../../cesium/node_modules/@cesium/engine/Source/Scene/GltfLoader.js";
import Quaternion from "../../cesium/node_modules/@cesium/engine/Source/Core/Quaternion.js";
import Resource from "../../cesium/node_modules/@cesium/engine/Source/Core/Resource.js";

const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 127]); // a key at 0 s, no rotation
const gltf = {
  asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{}],
  buffers: [{ uri: `data:application/octet-stream;base64,${bytes.toString("base64")}`, byteLength: 8 }],
  bufferViews: [{ buffer: 0, byteLength: 4 }, { buffer: 0, byteOffset: 4, byteLength: 4 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "SCALAR", min: [0], max: [0] },
    { bufferView: 1, componentType: 5120, normalized: true, count: 1, type: "VEC4" }],
  animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }] }],
};
globalThis.Image = class { set src(_) { setTimeout(() => this.onerror()); } }; // the loader queries the supported image formats
const loader = new GltfLoader({ gltfResource: new Resource("keys.gltf"), gltfJson: gltf });
await loader.load();
loader.process({ context: {} });
await loader._loadResourcesPromise;
const length = Quaternion.magnitude(loader.components.animations[0].samplers[0].output[0]);
console.log(`the key's length is ${length}, 1 is wanted`);
process.exit(length === 127 ? 0 : 1);
