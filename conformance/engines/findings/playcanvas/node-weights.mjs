// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node node-weights.mjs
// Ends with 0 where the weights of morph targets that a node has are still not read.
import * as pc from "../../playcanvas/node_modules/playcanvas/build/playcanvas.mjs";

const numbers = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);

/// The weight of a triangle's only morph target, where a node and its mesh say this much of it.
async function weightOf(app, filename, onNode, onMesh) {
  const gltf = {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, ...onNode }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }] }], ...onMesh }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ uri: `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString("base64")}`, byteLength: 36 }],
  };
  const contents = new TextEncoder().encode(JSON.stringify(gltf)).buffer;
  const asset = new pc.Asset(filename, "container", { url: filename, filename, contents });
  app.assets.add(asset);
  await new Promise((resolve, reject) => {
    asset.on("load", resolve);
    asset.on("error", (message) => reject(new Error(message)));
    app.assets.load(asset);
  });
  return asset.resource.instantiateRenderEntity().render.meshInstances[0].morphInstance.getWeight(0);
}

const canvas = { width: 1, height: 1, addEventListener() {}, removeEventListener() {} };
const app = new pc.AppBase(canvas);
const options = Object.assign(new pc.AppOptions(), { graphicsDevice: new pc.NullGraphicsDevice(canvas), componentSystems: [pc.RenderComponentSystem],
  resourceHandlers: [pc.ContainerHandler, pc.RenderHandler] });
app.init(options);
const [node, mesh] = [await weightOf(app, "node.gltf", { weights: [1] }, {}), await weightOf(app, "mesh.gltf", {}, { weights: [1] })];
console.log(`the weight 1 of a node becomes ${node}, of a mesh ${mesh}`);
process.exit(node === 0 && mesh === 1 ? 0 : 1);
