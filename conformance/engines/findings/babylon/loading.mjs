// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Babylon.js in node with its glTF loader, for the reproductions in this folder: a skin of one joint.
import "../../babylon/node_modules/@babylonjs/core/Animations/animatable.js";
import { NullEngine } from "../../babylon/node_modules/@babylonjs/core/Engines/nullEngine.js";
import * as loading from "../../babylon/node_modules/@babylonjs/core/Loading/sceneLoader.js";
import { Logger } from "../../babylon/node_modules/@babylonjs/core/Misc/logger.js";
import { Scene } from "../../babylon/node_modules/@babylonjs/core/scene.js";
import "../../babylon/node_modules/@babylonjs/loaders/glTF/2.0/glTFLoader.js";

Logger.LogLevels = Logger.ErrorLogLevel;
const engine = new NullEngine();
const numbers = new Float32Array([0, 0, 0, 0.6, 0.8, 0, 1, 0, 0, 0]); // position, normal and weights of a vertex
const bytes = Buffer.concat([Buffer.from(numbers.buffer), Buffer.alloc(4)]); // and its joints
const vertex = (byteOffset, byteLength) => ({ buffer: 0, byteOffset, byteLength });

/// The scene of a file with these nodes, in which mesh 0 and skin 0, whose joint is the node of that number, can be used.
export async function loaded(nodes, roots, joint) {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  const file = {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: roots }], nodes, skins: [{ joints: [joint] }],
    meshes: [{ primitives: [{ mode: 0, attributes: { POSITION: 0, NORMAL: 1, WEIGHTS_0: 2, JOINTS_0: 3 } }] }],
    accessors: [["VEC3", 5126], ["VEC3", 5126], ["VEC4", 5126], ["VEC4", 5121]].map(([type, componentType], bufferView) =>
      ({ bufferView, componentType, count: 1, type, ...(bufferView === 0 ? { min: [0, 0, 0], max: [0, 0, 0] } : {}) })),
    bufferViews: [vertex(0, 12), vertex(12, 12), vertex(24, 16), vertex(40, 4)],
    buffers: [{ byteLength: 44, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  };
  const data = `data:${JSON.stringify(file)}`;
  if (loading.ImportMeshAsync) await loading.ImportMeshAsync(data, scene, { pluginExtension: ".gltf", pluginOptions: { gltf: { skipMaterials: true } } });
  else await loading.SceneLoader.ImportMeshAsync("", "", data, scene, null, ".gltf"); // Babylon.js 7 and older
  for (const node of [...scene.transformNodes, ...scene.meshes]) node.computeWorldMatrix(true);
  for (const skeleton of scene.skeletons) skeleton.prepare(true);
  return scene;
}
