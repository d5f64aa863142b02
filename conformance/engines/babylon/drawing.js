// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What both of Babylon's pages do: draw a file by its glTF loader, its animation groups, its skeletons, an engine and its shaders.
// README.md says what is declared and why.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import "@babylonjs/core/Materials/standardMaterial.js"; // the scene's default material
import { Scene } from "@babylonjs/core/scene.js";
import { declare as declareFiles } from "../files.js";
import { load, meshesOf, play } from "./scene.js";

/// Draws the file once; vertices are captured in the world, so that any camera will do.
async function draw(engine, { asset }) {
  const scene = new Scene(engine);
  try {
    const { animations, nodes } = await load(asset.file, scene, {}, { createInstances: false });
    if (asset.clip !== null) play(animations[asset.clip], asset.time);
    meshesOf(asset.parts, nodes).forEach((mesh, part) => mesh.onBeforeDrawObservable.add(() => (bindpose.part = part)));
    scene.meshes.forEach((mesh) => (mesh.alwaysSelectAsActiveMesh = true)); // culled by nothing
    new FreeCamera("camera", Vector3.Zero(), scene);
    new HemisphericLight("light", Vector3.Up(), scene); // what is not lit has no normals
    await scene.whenReadyAsync();
    engine.beginFrame();
    scene.render();
    engine.endFrame();
  } finally {
    scene.dispose();
  }
}

/// Declares a page that draws by this engine.
export function declare(api, engine) {
  const about = { name: `Babylon.js on ${api}`, version: AbstractEngine.Version, homepage: "https://www.babylonjs.com" };
  declareFiles(about, {
    skin: { influences_kept: ["all"] },
    limits: { influences: 8 },
    varyings: { positions: "vPositionW", normals: "vNormalW" },
    draw: (question) => draw(engine, question),
  });
}
