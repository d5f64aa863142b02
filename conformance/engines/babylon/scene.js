// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What both of Babylon's adapters do with a file: load it, play a clip, find the meshes of its nodes.
import "@babylonjs/core/Animations/animatable.js";
import "@babylonjs/core/Animations/animationGroup.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import { registerGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import "@babylonjs/loaders/glTF/2.0/glTFLoader.js";
import { found } from "../files.js";

/// What the loader keeps of the file at the end: its nodes with the meshes that they became.
let loaded;
registerGLTFExtension("BINDPOSE_nodes", false, (loader) => ({
  name: "BINDPOSE_nodes",
  enabled: true,
  onReady: () => { loaded = loader.gltf; },
  dispose: () => {},
}));

/// Loads a file into a scene of glTF's handedness. options: of ImportMeshAsync(); gltf: of its loader.
export async function load(source, scene, options, gltf) {
  scene.useRightHandedSystem = true;
  await ImportMeshAsync(source, scene, {
    ...options,
    pluginOptions: { gltf: { animationStartMode: GLTFLoaderAnimationStartMode.NONE, skipMaterials: true, ...gltf } },
  });
  return loaded;
}

/// Every node where the clip puts it.
export function play({ _babylonAnimationGroup: group }, time) {
  group.start(false);
  group.goToFrame(time * group.targetedAnimations[0].animation.framePerSecond);
  group.pause(); // drawing would let time go on
}

/// The meshes of the question's parts.
export function meshesOf(parts, nodes) {
  return parts.map((part) =>
    found(nodes[part.node]._primitiveBabylonMeshes?.[part.primitive], part, "Babylon's scene"));
}
