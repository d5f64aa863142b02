// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node shared-mesh.mjs
// Exits with 0 if two nodes with the same mesh and different skins both still follow the second skin.
import { loaded } from "./loading.mjs";

const weight = [1, 0, 0, 0];
const numbers = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, ...weight, ...weight, ...weight]);
const entity = await loaded("file.gltf", {
  scenes: [{ nodes: [0, 1, 2, 3] }],
  skins: [{ joints: [2] }, { joints: [3] }],
  nodes: [{ mesh: 0, skin: 0 }, { mesh: 0, skin: 1 }, { name: "first" }, { name: "second" }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, WEIGHTS_0: 1, JOINTS_0: 2 } }] }],
  accessors: [["VEC3", 5126], ["VEC4", 5126], ["VEC4", 5121]].map(([type, componentType], bufferView) =>
    ({ bufferView, componentType, count: 3, type, ...(bufferView === 0 ? { min: [0, 0, 0], max: [1, 1, 0] } : {}) })),
  bufferViews: [[0, 36], [36, 48], [84, 12]].map(([byteOffset, byteLength]) => ({ buffer: 0, byteOffset, byteLength })),
}, Buffer.concat([Buffer.from(numbers.buffer), Buffer.alloc(12)]));
const renders = entity.findComponents("render");
const joints = renders.map(({ meshInstances }) => meshInstances[0].skinInstance.bones[0].name);
console.log(`the meshes follow the joints ${joints}, first,second is wanted`);
process.exit(`${joints}` === "second,second" ? 0 : 1);
