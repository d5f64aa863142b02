// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// PlayCanvas before the judge, drawing: its container loader, its AnimEvaluator, its scene graph, its renderer and shaders. README.md
// says what is declared and why.
import * as pc from "playcanvas";
import { entitiesOf, loadFile, meshInstancesOf, newApp, unloadFile, CLIPS } from "./scene.js";

const device = await pc.createGraphicsDevice(document.createElement("canvas"), { deviceTypes: [pc.DEVICETYPE_WEBGL2] });
const app = newApp(device, [pc.RenderComponentSystem, pc.AnimComponentSystem, pc.CameraComponentSystem, pc.LightComponentSystem]);
for (const component of ["camera", "light"]) { // vertices are captured in the world, so that any camera will do; unlit there are no normals
  const entity = new pc.Entity();
  entity.addComponent(component);
  app.root.addChild(entity);
}

/// Every node and morph target where the track puts it. The first update begins the state that shows the track.
function play(root, track, time) {
  root.addComponent("anim", { activate: true, speed: 0 });
  root.anim.assignAnimation("clip", track, undefined, 1, false); // once
  app.update(0);
  root.anim.baseLayer.activeStateCurrentTime = time;
  app.update(0);
}

/// Draws the file once for each part, of which the part alone is visible.
async function draw({ asset }) {
  const file = await loadFile(app, { url: asset.file, filename: asset.file.split("/").at(-1) });
  const { data } = file.resource;
  const root = file.resource.instantiateRenderEntity();
  app.root.addChild(root);
  if (asset.clip !== null) play(root, data.animations[asset.clip], asset.time);
  const shown = meshInstancesOf(asset.parts, entitiesOf(data, root));
  const all = root.findComponents("render").flatMap(({ meshInstances }) => meshInstances);
  all.forEach((meshInstance) => (meshInstance.cull = false));
  shown.forEach((one, part) => {
    all.forEach((meshInstance) => (meshInstance.visible = meshInstance === one));
    bindpose.part = part;
    app.render();
  });
  unloadFile(app, file, root);
}

const DRAWN = { ...CLIPS, without: ["tangents"] };
const SKIN = { normal_rule: ["direction"], influences_kept: ["first-four"], weight_sum: ["as-given"], zero_sum: ["origin"] };

bindpose.subject({
  implementation: { name: "PlayCanvas on WebGL 2", version: pc.version, language: "JavaScript", homepage: "https://playcanvas.com" },
  capabilities: [
    { algorithm: "lbs", levels: ["asset"], options: { ...DRAWN, ...SKIN } },
    { algorithm: "rigid-parts", levels: ["asset"], options: { ...DRAWN, normal_rule: ["inverse-transpose"] } },
    { algorithm: "morph.then-skin", levels: ["asset"],
      options: { ...DRAWN, ...SKIN, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] } },
  ],
  varyings: { positions: "vPositionW", normals: "vNormalW" },
  draw,
});
