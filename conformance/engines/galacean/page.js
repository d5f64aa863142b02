// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Galacean before the judge, drawing: its glTF loader, its clips, its entities, its engine and shaders. README.md says what is
// declared and why.
import { AssetType, Camera, MeshRenderer, Texture2D } from "@galacean/engine-core";
import { GLTFTextureParser } from "@galacean/engine-loader";
import { WebGLEngine } from "@galacean/engine-rhi-webgl";
import { declare, found } from "../files.js";

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
    found(shown, { node, primitive }, "Galacean's entities");
    all.forEach((renderer) => (renderer.enabled = renderer === shown));
    bindpose.part = part;
    engine.update();
  });
  scene.destroy();
  resource.destroy();
}

declare({ name: "Galacean on WebGL 2", version, homepage: "https://galacean.antgroup.com" },
  { skin: { normal_rule: ["inverse-transpose-of-blend"], weight_sum: ["renormalised"] },
    varyings: { positions: "v_pos", normals: "v_normal" }, draw });
