// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// three.js before the judge, drawing: its glTF loader, its mixer, its scene graph, its renderer and shaders. README.md says what is
// declared and why.
import * as THREE from "three";
import { meshesOf, newLoader, objectsOf, play, FILE, WEIGHTS } from "./scene.js";

const renderer = new THREE.WebGLRenderer();
const camera = new THREE.Camera(); // view and projection are the identity: what it draws stands in the world
const shown = new THREE.MeshNormalMaterial(); // three's shader that has normals and nothing else

/// Draws every scene of the file once.
async function draw({ asset }) {
  const gltf = await newLoader().loadAsync(asset.file);
  if (asset.clip !== null) gltf.scenes.forEach((scene) => play(scene, gltf.animations[asset.clip], asset.time));
  meshesOf(asset.parts, objectsOf(gltf).primitives).forEach((mesh, part) => (mesh.onBeforeRender = () => (bindpose.part = part)));
  for (const root of gltf.scenes) {
    root.traverse((object) => (object.frustumCulled = false));
    const scene = new THREE.Scene().add(root);
    scene.overrideMaterial = shown;
    renderer.render(scene, camera);
  }
}

const DRAWN = { ...FILE, without: ["tangents"] }; // which the normals' shader does not have
const SKIN = { ...WEIGHTS, normal_rule: ["direction"], influences_kept: ["first-four"] };

bindpose.subject({
  implementation: { name: "three.js on WebGL 2", version: THREE.REVISION, language: "JavaScript", homepage: "https://threejs.org" },
  capabilities: [
    { algorithm: "lbs", levels: ["asset"], options: { ...DRAWN, ...SKIN } },
    { algorithm: "rigid-parts", levels: ["asset"], options: { ...DRAWN, normal_rule: ["inverse-transpose"] } },
    { algorithm: "morph.then-skin", levels: ["asset"],
      options: { ...DRAWN, ...SKIN, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] } },
  ],
  varyings: { positions: "gl_Position", normals: "vNormal" },
  draw,
});
