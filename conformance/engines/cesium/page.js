// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// CesiumJS before the judge, drawing: its glTF loader, its animations, its scene and shaders. README.md says what is declared and why.
import { Axis, Cartesian3, Model, Scene, VERSION } from "cesium";
import { declare } from "../files.js";

const scene = new Scene({ canvas: document.body.appendChild(document.createElement("canvas")) });
const { camera } = scene; // what it sees, "eye coordinates", is the world where it stands at the origin and looks along -z
Object.assign(camera, { position: new Cartesian3(0, 0, 0), direction: new Cartesian3(0, 0, -1), up: new Cartesian3(0, 1, 0),
  right: new Cartesian3(1, 0, 0) });

function render() {
  scene.initializeFrame();
  scene.render();
}

/// A frame's callbacks come after it.
async function renderUntil(done) {
  while (!done()) {
    render();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/// Plays a clip from its beginning to the time: one that has not begun does not stop at its last key.
function play(model, index, time) {
  let now = 0;
  model.activeAnimations.animateWhilePaused = true;
  model.activeAnimations.add({ index, animationTime: (duration) => now / duration });
  render();
  now = time;
}

/// Draws the file; the scene's filter is asked of each command before it is drawn.
async function draw({ asset }) {
  const model = await Model.fromGltfAsync({ url: asset.file, upAxis: Axis.Z, forwardAxis: Axis.X, cull: false }); // as it lies in the file
  scene.primitives.add(model);
  try {
    await renderUntil(() => model.ready);
    if (asset.clip !== null) play(model, asset.clip, asset.time);
    scene.debugCommandFilter = (command) => {
      bindpose.part = asset.parts.findIndex(({ node, primitive }) =>
        model._sceneGraph._runtimeNodes[node].runtimePrimitives[primitive].drawCommand.command === command);
      return true;
    };
    render();
  } finally {
    scene.debugCommandFilter = undefined;
    scene.primitives.removeAll();
  }
}

declare({ name: "CesiumJS on WebGL 2", version: VERSION, homepage: "https://cesium.com/platform/cesiumjs" },
  { file: { matrix_joints: ["as-given"] }, skin: { influences_kept: ["all"] },
    varyings: { positions: "v_positionEC", normals: "v_normalEC" }, draw });
