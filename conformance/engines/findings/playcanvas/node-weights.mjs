// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node node-weights.mjs
// Exits with 0 if a node's weights of morph targets are still not read.
import { loaded } from "./loading.mjs";

/// The weight of a triangle's only morph target, with these weights of the node and of the mesh.
async function weightOf(filename, onNode, onMesh) {
  const entity = await loaded(filename, {
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...onNode }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }] }], ...onMesh }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
  }, new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  return entity.render.meshInstances[0].morphInstance.getWeight(0);
}

const [node, mesh] = [await weightOf("node.gltf", { weights: [1] }, {}), await weightOf("mesh.gltf", {}, { weights: [1] })];
console.log(`the weight 1 of a node becomes ${node}, of a mesh ${mesh}`);
process.exit(node === 0 && mesh === 1 ? 0 : 1);
