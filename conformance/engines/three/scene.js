// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What both of three.js' adapters do with a file: load it, play a clip, find the objects of its nodes.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { found } from "../files.js";

/// Textures are not judged: an image is never decoded.
const withoutTextures = () => ({ name: "BINDPOSE_without_textures", loadTexture: async () => new THREE.Texture() });
export const newLoader = () => new GLTFLoader().register(withoutTextures);

/// Every node where the clip puts it.
export function play(root, clip, time) {
  const mixer = new THREE.AnimationMixer(root);
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce); // the judge's times lie on the clip's own clock, ...
  action.clampWhenFinished = true; // ... outside of it the end values hold
  action.play();
  mixer.setTime(time);
}

/// The objects of the file's nodes, and of each node's primitives.
export function objectsOf({ scenes, parser }) {
  const nodes = [];
  const primitives = [];
  const collect = (object, node) => {
    const from = parser.associations.get(object);
    if (from?.nodes !== undefined) {
      node = from.nodes;
      nodes[node] = object;
    }
    if (from?.primitives !== undefined) (primitives[node] ??= [])[from.primitives] = object;
    object.children.forEach((child) => collect(child, node));
  };
  scenes.forEach((scene) => collect(scene));
  return { nodes, primitives };
}

/// The meshes of the question's parts.
export function meshesOf(parts, primitives) {
  return parts.map((part) => found(primitives[part.node]?.[part.primitive], part, "three's scenes"));
}

// --- what is declared of files ---

export const BONES = { scale_inheritance: ["with-shear"], rotations: ["as-given"] };
export const FILE = { ...BONES, matrix_joints: ["decomposed"] };
export const WEIGHTS = { weight_sum: ["renormalised"], zero_sum: ["first-joint"] };
