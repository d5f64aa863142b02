// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Filament before the judge, drawing: its glTF loader, its animator, its transforms and shaders. README.md says what is declared
// and why.
import { parsed, renamed } from "./names.js";

const { version } = await (await fetch("node_modules/filament/package.json")).json();
await new Promise((ready) => Filament.init([], ready));

/// Filament takes the depths z of a projection to (w - z) / 2; this is what makes the identity of that.
const UNPROJECTED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, 0, 0, 0, 1, 1];
const EVERYWHERE = { center: [0, 0, 0], halfExtent: [1e9, 1e9, 1e9] }; // which no frustum leaves out
const PATIENCE = 5000; // milliseconds

/// An engine with a camera whose view is the identity.
function newEngine() {
  const engine = Filament.Engine.create(document.createElement("canvas"));
  const [scene, view] = [engine.createScene(), engine.createView()];
  const camera = engine.createCamera(Filament.EntityManager.get().create());
  camera.setCustomProjection(UNPROJECTED, -1, 1);
  view.setCamera(camera);
  view.setScene(scene);
  view.setViewport([0, 0, 16, 16]);
  view.setPostProcessingEnabled(false);
  return { engine, scene, view, loader: engine.createAssetLoader(), renderer: engine.createRenderer(), swapChain: engine.createSwapChain() };
}

const FILES = 20; // that an engine draws: after some hundred it draws no more
let made = newEngine();
let drawnFiles = 0;

function renewEngine() {
  if (++drawnFiles % FILES > 0) return;
  const { engine } = made;
  const { context } = engine;
  Filament.Engine.destroy(engine);
  context.getExtension("WEBGL_lose_context").loseContext();
  made = newEngine();
}

async function load(file) {
  const parts = parsed(new Uint8Array(await (await fetch(file)).arrayBuffer()));
  const asset = made.loader.createAsset(renamed(parts));
  await new Promise((done) => asset.loadResources(done, null, new URL(file, location).href));
  return { asset, json: parts.json };
}

/// How many indices a primitive is drawn with.
const indexCount = ({ accessors }, { indices, attributes }) => accessors[indices ?? attributes.POSITION].count;

/// Draws an entity alone. partOf: which part a draw of so many indices shows. Filament leaves out frames for which it is too soon.
async function drawEntity(entity, partOf) {
  const { engine, scene, view, renderer, swapChain } = made;
  const manager = engine.getRenderableManager();
  manager.setAxisAlignedBoundingBox(manager.getInstance(entity), EVERYWHERE);
  const until = performance.now() + PATIENCE;
  let drawn = 0;
  engine.context.drawElementsInstanced = (mode, count, ...others) => {
    bindpose.part = partOf(count);
    ++drawn;
    return WebGL2RenderingContext.prototype.drawElementsInstanced.call(engine.context, mode, count, ...others);
  };
  scene.addEntity(entity);
  while (drawn === 0) {
    if (performance.now() > until) throw new Error("Filament draws nothing of the node");
    renderer.render(swapChain, view);
    engine.execute();
    await new Promise((resolve) => setTimeout(resolve));
  }
  scene.remove(entity);
}

/// Draws each node that has parts.
async function draw({ asset }) {
  const { asset: loaded, json } = await load(asset.file);
  const animator = loaded.getInstance().getAnimator();
  if (asset.clip !== null) animator.applyAnimation(asset.clip, asset.time);
  animator.updateBoneMatrices();
  for (const node of new Set(asset.parts.map((part) => part.node))) {
    const counts = json.meshes[json.nodes[node].mesh].primitives.map((primitive) => indexCount(json, primitive));
    await drawEntity(loaded.getFirstEntityByName(String(node)), (count) =>
      asset.parts.findIndex((part) => part.node === node && part.primitive === counts.indexOf(count)));
  }
  made.loader.destroyAsset(loaded);
  renewEngine();
}

const FILE = { scale_inheritance: ["with-shear"], rotations: ["kept-unit"], matrix_joints: ["as-given"], without: ["normals", "tangents"] };
const SKIN = { influences_kept: ["first-four"], weight_sum: ["renormalised"] };

bindpose.subject({
  implementation: { name: "Filament on WebGL 2", version, language: "C++, WebAssembly", homepage: "https://google.github.io/filament" },
  capabilities: [
    { algorithm: "lbs", levels: ["asset"], options: { ...FILE, ...SKIN } },
    { algorithm: "rigid-parts", levels: ["asset"], options: FILE },
    { algorithm: "morph.then-skin", levels: ["asset"], options: { ...FILE, ...SKIN, method: ["lbs", "stitching"] } },
  ],
  varyings: { positions: "vertex_position" },
  draw,
});
