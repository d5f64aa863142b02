// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What both of three.js' pages do: draw a file, whichever renderer they have.
import * as THREE from "three";
import { declare as declareFiles } from "../files.js";
import { meshesOf, newLoader, objectsOf, play, WEIGHTS } from "./scene.js";

/// Declares a page; the normals' shader has no tangents. shown: a material of three's that has normals and
/// nothing else; normals: its output.
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

  declareFiles({ name: `three.js on ${api}`, version: THREE.REVISION, homepage: "https://threejs.org" },
    { skin: WEIGHTS, varyings: { positions: "gl_Position", normals }, draw });
}
