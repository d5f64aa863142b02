// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What both of PlayCanvas's pages do: draw a file by its container loader, its anim component, its scene graph, its renderer and
// shaders. README.md says what is declared and why.
import * as pc from "playcanvas";
import { declare as declareFiles } from "../files.js";
import { entitiesOf, loadFile, meshInstancesOf, newApp, unloadFile, CLIPS } from "./scene.js";

const SYSTEMS = [pc.RenderComponentSystem, pc.AnimComponentSystem, pc.CameraComponentSystem, pc.LightComponentSystem];

/// An application with a camera, any because vertices are captured in the world, and a light, without which there are no normals.
async function litApp(type) {
  const device = await pc.createGraphicsDevice(document.createElement("canvas"), { deviceTypes: [type] });
  if (device.deviceType !== type) throw new Error(`there is no ${type}`);
  const app = newApp(device, SYSTEMS);
  for (const component of ["camera", "light"]) {
    const entity = new pc.Entity();
    entity.addComponent(component);
    app.root.addChild(entity);
  }
  return app;
}

/// Every node and morph target where the track puts it. The first update begins the state that shows the track.
function play(app, root, track, time) {
  root.addComponent("anim", { activate: true, speed: 0 });
  root.anim.assignAnimation("clip", track, undefined, 1, false); // once
  app.update(0);
  root.anim.baseLayer.activeStateCurrentTime = time;
  app.update(0);
}

/// Draws the file once for each part, of which the part alone is visible.
async function draw(app, { asset }) {
  const file = await loadFile(app, { url: asset.file, filename: asset.file.split("/").at(-1) });
  const { data } = file.resource;
  const root = file.resource.instantiateRenderEntity();
  app.root.addChild(root);
  if (asset.clip !== null) play(app, root, data.animations[asset.clip], asset.time);
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

/// Declares a page that draws on a device of this type.
export async function declare(api, type) {
  const app = await litApp(type);
  declareFiles({ name: `PlayCanvas on ${api}`, version: pc.version, homepage: "https://playcanvas.com" },
    { file: CLIPS, varyings: { positions: "vPositionW", normals: "vNormalW" }, draw: (question) => draw(app, question) });
}
