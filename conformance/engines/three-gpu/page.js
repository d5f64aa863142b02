// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// three.js before the judge, drawing: its glTF loader, its mixer, its scene graph, its renderer and shaders. README.md says what is
// declared and why.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const renderer = new THREE.WebGLRenderer();
const camera = new THREE.Camera(); // view and projection are the identity: what it draws stands in the world
const shown = new THREE.MeshNormalMaterial(); // three's shader that has normals and nothing else

/// Textures are not judged: an image is never decoded.
const withoutTextures = () => ({ name: "BINDPOSE_without_textures", loadTexture: async () => new THREE.Texture() });
const loader = new GLTFLoader().register(withoutTextures);

/// The loaded scene with every node where the clip puts it.
function play(root, clip, time) {
  const mixer = new THREE.AnimationMixer(root);
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce); // the judge's times lie on the clip's own clock, ...
  action.clampWhenFinished = true; // ... outside of it the end values hold
  action.play();
  mixer.setTime(time);
}

/// The objects of each node's primitives.
function primitivesOf({ scenes, parser }) {
  const primitives = [];
  const collect = (object, node) => {
    const from = parser.associations.get(object);
    if (from?.nodes !== undefined) node = from.nodes;
    if (from?.primitives !== undefined) (primitives[node] ??= [])[from.primitives] = object;
    object.children.forEach((child) => collect(child, node));
  };
  scenes.forEach((scene) => collect(scene));
  return primitives;
}

/// Draws every scene of the file once.
async function draw({ asset }) {
  const gltf = await loader.loadAsync(asset.file);
  if (asset.clip !== null) gltf.scenes.forEach((scene) => play(scene, gltf.animations[asset.clip], asset.time));
  const primitives = primitivesOf(gltf);
  asset.parts.forEach(({ node, primitive }, part) => {
    const mesh = primitives[node]?.[primitive];
    if (!mesh) throw new Error(`node ${node} shows no primitive ${primitive} in three's scenes`);
    mesh.onBeforeRender = () => (bindpose.part = part);
  });
  for (const root of gltf.scenes) {
    root.traverse((object) => (object.frustumCulled = false));
    const scene = new THREE.Scene().add(root);
    scene.overrideMaterial = shown;
    renderer.render(scene, camera);
  }
}

const FILE = { scale_inheritance: ["with-shear"], rotations: ["as-given"], matrix_joints: ["decomposed"],
  without: ["tangents"] }; // which the normals' shader does not have
const SKIN = { normal_rule: ["direction"], influences_kept: ["first-four"], weight_sum: ["renormalised"], zero_sum: ["first-joint"] };

bindpose.subject({
  implementation: { name: "three.js on WebGL 2", version: THREE.REVISION, language: "JavaScript", homepage: "https://threejs.org" },
  capabilities: [
    { algorithm: "lbs", levels: ["asset"], options: { ...FILE, ...SKIN } },
    { algorithm: "rigid-parts", levels: ["asset"], options: { ...FILE, normal_rule: ["inverse-transpose"] } },
    { algorithm: "morph.then-skin", levels: ["asset"],
      options: { ...FILE, ...SKIN, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] } },
  ],
  varyings: { positions: "gl_Position", normals: "vNormal" },
  draw,
});
