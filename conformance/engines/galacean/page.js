// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Galacean before the judge, drawing: its glTF loader, its clips, its entities, its engine and shaders. README.md says what is
// declared and why.
import { AssetType, Camera, MeshRenderer, Texture2D } from "@galacean/engine-core";
import { GLTFTextureParser } from "@galacean/engine-loader";
import { WebGLEngine } from "@galacean/engine-rhi-webgl";

const { version } = await (await fetch("node_modules/@galacean/engine-core/package.json")).json();
const engine = await WebGLEngine.create({ canvas: document.createElement("canvas") });
const root = engine.sceneManager.activeScene.createRootEntity();
root.createChild().addComponent(Camera).enableFrustumCulling = false; // vertices are captured in the world, so that any camera will do

/// Images are not judged: a texture without content stands in for each.
GLTFTextureParser._parseTexture = () => new Texture2D(engine, 1, 1);

/// Draws the file once for each part, which alone is enabled.
async function draw({ asset }) {
  const resource = await engine.resourceManager.load({ url: asset.file, type: AssetType.GLTF });
  const scene = resource.defaultSceneRoot;
  root.addChild(scene);
  if (asset.clip !== null) resource.animations[asset.clip]._sampleAnimation(scene, asset.time);
  const all = scene.getComponentsIncludeChildren(MeshRenderer, []);
  asset.parts.forEach(({ node, primitive }, part) => {
    const shown = resource.entities[node].getComponents(MeshRenderer, [])[primitive];
    if (!shown) throw new Error(`node ${node} shows no primitive ${primitive} in Galacean's entities`);
    all.forEach((renderer) => (renderer.enabled = renderer === shown));
    bindpose.part = part;
    engine.update();
  });
  scene.destroy();
  resource.destroy();
}

const FILE = { scale_inheritance: ["with-shear"], rotations: ["as-given"], matrix_joints: ["decomposed"], without: ["tangents"] };
const SKIN = { normal_rule: ["inverse-transpose-of-blend"], influences_kept: ["first-four"], weight_sum: ["renormalised"], zero_sum: ["origin"] };

bindpose.subject({
  implementation: { name: "Galacean on WebGL 2", version, language: "JavaScript", homepage: "https://galacean.antgroup.com" },
  capabilities: [
    { algorithm: "lbs", levels: ["asset"], options: { ...FILE, ...SKIN } },
    { algorithm: "rigid-parts", levels: ["asset"], options: { ...FILE, normal_rule: ["inverse-transpose"] } },
    { algorithm: "morph.then-skin", levels: ["asset"],
      options: { ...FILE, ...SKIN, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] } },
  ],
  varyings: { positions: "v_pos", normals: "v_normal" },
  draw,
});
