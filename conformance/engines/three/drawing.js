// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What both of three.js' pages do: draw a file, whichever renderer they have.
import * as THREE from "three";
import { meshesOf, newLoader, objectsOf, play, FILE, WEIGHTS } from "./scene.js";

const DRAWN = { ...FILE, without: ["tangents"] }; // which the normals' shader does not have
const SKIN = { ...WEIGHTS, normal_rule: ["direction"], influences_kept: ["first-four"] };

/// Declares a page. shown: a material of three's that has normals and nothing else; normals: its output.
export function declare(api, renderer, camera, shown, normals) {
  /// Draws every scene of the file once.
  async function draw({ asset }) {
    const gltf = await newLoader().loadAsync(asset.file);
    if (asset.clip !== null) gltf.scenes.forEach((scene) => play(scene, gltf.animations[asset.clip], asset.time));
    const meshes = meshesOf(asset.parts, objectsOf(gltf).primitives);
    meshes.forEach((mesh, part) => (mesh.onBeforeRender = () => (bindpose.part = part)));
    for (const root of gltf.scenes) {
      root.traverse((object) => (object.frustumCulled = false));
      const scene = new THREE.Scene().add(root);
      scene.overrideMaterial = shown;
      renderer.render(scene, camera);
    }
  }

  bindpose.subject({
    implementation: { name: `three.js on ${api}`, version: THREE.REVISION, language: "JavaScript", homepage: "https://threejs.org" },
    capabilities: [
      { algorithm: "lbs", levels: ["asset"], options: { ...DRAWN, ...SKIN } },
      { algorithm: "rigid-parts", levels: ["asset"], options: { ...DRAWN, normal_rule: ["inverse-transpose"] } },
      { algorithm: "morph.then-skin", levels: ["asset"],
        options: { ...DRAWN, ...SKIN, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] } },
    ],
    varyings: { positions: "gl_Position", normals },
    draw,
  });
}
