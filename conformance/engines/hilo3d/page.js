// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Hilo3d before the judge, drawing: its glTF loader, its animations, its nodes, its skeletons and its shaders. README.md says what
// is declared and why.
import { declare, found } from "../files.js";

const { Hilo3d } = window;

const renderer = new Hilo3d.WebGLRenderer({ domElement: document.createElement("canvas"), preferWebGL2: true });
const camera = new Hilo3d.Camera(); // its view and projection are the identity

/// Every node where the clip puts it.
function play({ anim, json }, index, time) {
  anim.stop();
  anim.animStatesList = anim.clips[json.animations[index].name].animStatesList;
  anim.currentTime = time;
  anim.updateAnimStates();
}

/// Draws the file once for each part, which alone is visible.
async function draw({ asset }) {
  const model = await new Hilo3d.GLTFLoader().load({ src: asset.file, ignoreTextureError: true });
  if (!model) throw new Error("Hilo3d's loader gives no model; it writes why to the console");
  if (asset.clip !== null) play(model, asset.clip, asset.time);
  const nodes = [];
  model.node.traverse((node) => {
    if (node.animationId !== undefined) nodes[node.animationId] = node;
  });
  model.meshes.forEach((mesh) => (mesh.frustumTest = false));
  asset.parts.forEach(({ node, primitive }, part) => {
    const shown = nodes[node]?.children.filter((child) => child.isMesh)[primitive];
    found(shown, { node, primitive }, "Hilo3d's nodes");
    model.meshes.forEach((mesh) => (mesh.visible = mesh === shown));
    bindpose.part = part;
    renderer.render(model.node, camera);
  });
  model.node.destroy(renderer, true);
}

declare({ name: "Hilo3d on WebGL 2", version: Hilo3d.version, homepage: "https://hilo3d.js.org" },
  { varyings: { positions: "v_fragPos", normals: "v_normal" }, draw });
