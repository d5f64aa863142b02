// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What both of PlayCanvas's adapters do with a file: load it, play a clip, find the mesh instances of its nodes.
import * as pc from "./node_modules/playcanvas/build/playcanvas.mjs"; // one file: the judge limits open ones
import { found } from "../files.js";

/// An application without anything but what a file needs.
export function newApp(device, componentSystems) {
  const app = new pc.AppBase(device.canvas);
  const options = new pc.AppOptions();
  options.graphicsDevice = device;
  options.componentSystems = componentSystems;
  options.resourceHandlers = [pc.ContainerHandler, pc.RenderHandler];
  app.init(options);
  return app;
}

/// Images are not judged: a texture without content stands in for each.
const noImage = (app) => (_, done) => {
  const asset = new pc.Asset("image", "texture");
  asset.resource = new pc.Texture(app.graphicsDevice);
  app.assets.add(asset);
  done(null, asset);
};

/// The asset of a file { url, filename, contents }. steps: what takes the place of the loader's own.
export async function loadFile(app, file, steps) {
  const asset = new pc.Asset(file.filename, "container", file, null, {
    morphPreferHighPrecision: true,
    image: { processAsync: noImage(app) },
    camera: { process: () => null },
    light: { process: () => null },
    ...steps,
  });
  await new Promise((resolve, reject) => {
    asset.on("load", resolve);
    asset.on("error", (message) => reject(message instanceof Error ? message : new Error(message)));
    app.assets.add(asset);
    app.assets.load(asset);
  });
  return asset;
}

export function unloadFile(app, asset, root) {
  root.destroy();
  asset.unload();
  app.assets.remove(asset);
}

/// The file's nodes -> the entities that were instantiated of them, which have the same children in the same order.
export function entitiesOf({ nodes, scenes }, root) {
  const entities = new Map();
  const pair = (node, entity) => {
    if (nodes.includes(node)) entities.set(nodes.indexOf(node), entity);
    node.children.forEach((child, i) => pair(child, entity.children[i]));
  };
  scenes.forEach((scene, i) => pair(scene, scenes.length === 1 ? root : root.children[i]));
  return entities;
}

/// The mesh instances of the question's parts.
export function meshInstancesOf(parts, entities) {
  return parts.map((part) =>
    found(entities.get(part.node)?.render?.meshInstances[part.primitive], part, "PlayCanvas's entities"));
}

/// Every node where the track puts it.
export function play(root, track, time) {
  const evaluator = new pc.AnimEvaluator(new pc.DefaultAnimBinder(root));
  evaluator.addClip(new pc.AnimClip(track, time, 1, false, false));
  evaluator.update(0);
}

// --- what is declared ---

// What a clip moves is normalized on the way (AnimBlend.set), a key, too: that is how nlerp is asked. In a file every rotation is
// unit, so this is all that differs.
export const BONES = { scale_inheritance: ["with-shear"], rotations: ["as-given"] };
export const CLIPS = { ...BONES, matrix_joints: ["decomposed"], rotation_interpolation: ["nlerp"] };
