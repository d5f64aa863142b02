// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// ClayGL before the judge, drawing: its glTF loader, its clips, its nodes, its skeletons and its standard shader. README.md says
// what is declared and why.
import { declare, found } from "../files.js";

const { clay } = window;

/// ClayGL asks for WebGL 1. WebGL 2 takes its shaders, too, and lets them be captured.
const canvas = document.createElement("canvas");
const getContext = canvas.getContext.bind(canvas);
canvas.getContext = (_, options) => getContext("webgl2", options);

const renderer = new clay.Renderer({ canvas, maxJointNumber: 200 }); // more lie in a texture, of a kind that WebGL 1 alone has
const camera = new clay.Camera();

const load = (url) => new Promise((resolve, reject) => {
  const loader = new clay.loader.GLTF({ includeTexture: false });
  loader.success(resolve).error(reject);
  loader.load(url);
});

/// Draws the file's scene once.
async function draw({ asset }) {
  const { scene, nodes, clips } = await load(asset.file);
  if (asset.clip !== null) clips[asset.clip].setTime(Math.fround(1000 * asset.time)); // in milliseconds, which are float32 numbers in a track
  scene.traverse((node) => (node.frustumCulling = false));
  asset.parts.forEach(({ node, primitive }, part) => {
    const mesh = nodes[node] instanceof clay.Mesh ? nodes[node] : nodes[node].childAt(primitive);
    found(mesh, { node, primitive }, "ClayGL's nodes").beforeRender = () => (bindpose.part = part);
  });
  renderer.render(scene, camera);
  renderer.disposeScene(scene);
}

declare({ name: "ClayGL on WebGL 2", version: clay.version, homepage: "http://claygl.xyz" },
  { skin: { weight_sum: ["renormalised"], zero_sum: undefined }, morphs: false,
    varyings: { positions: "v_WorldPosition", normals: "v_Normal" }, draw });
