// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node slash-in-name.mjs
// Exits with 0 if a clip still does not move a node whose name has a slash.
import { createRequire } from "node:module";
import { canvas, renderer } from "../../galacean/browser.js";

const require = createRequire(new URL("../../galacean/subject.js", import.meta.url));
const { AssetType, Engine } = require("@galacean/engine-core");
require("@galacean/engine-loader");

const base64 = (text, bytes) => `data:${text};base64,${Buffer.from(bytes).toString("base64")}`;
const numbers = new Float32Array([0, 0, 0, 1, 0]); // a key at 0 s, half a turn

/// The z of a node of this name after its only clip.
async function turned(name) {
  const gltf = {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ children: [1] }, { name }],
    buffers: [{ uri: base64("application/octet-stream", numbers.buffer), byteLength: 20 }],
    bufferViews: [{ buffer: 0, byteLength: 20 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "SCALAR", min: [0], max: [0] },
      { bufferView: 0, byteOffset: 4, componentType: 5126, count: 1, type: "VEC4" }],
    animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 1, path: "rotation" } }] }],
  };
  const engine = new Engine(canvas, renderer, {});
  const resource = await engine.resourceManager.load({ url: base64("model/gltf+json", JSON.stringify(gltf)), type: AssetType.GLTF });
  resource.animations[0]._sampleAnimation(resource.defaultSceneRoot, 0);
  return resource.entities[1].transform.rotationQuaternion.z;
}

const [plain, slashed] = [await turned("a-b"), await turned("a/b")];
console.log(`half a turn: z of the node a-b is ${plain}, of a/b ${slashed}, 1 is wanted of both`);
process.exit(plain === 1 && slashed === 0 ? 0 : 1);
