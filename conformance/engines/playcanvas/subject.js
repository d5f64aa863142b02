// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// PlayCanvas before the judge: its container loader, its AnimEvaluator, its scene graph and the palettes of its skin
// instances, on the null graphics device. It has no skinning on the CPU: what its vertex shader does with a palette is done
// here, with its matrices. README.md says what is declared and why.
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as pc from "./node_modules/playcanvas/build/playcanvas.mjs";
import { AnimBlend } from "playcanvas/build/playcanvas/src/framework/anim/evaluator/anim-blend.js";
import { columnsOf, joined, rowsOf as rowsOfNumbers, serve, singleFunctions } from "../adapter.js";
import { entitiesOf, loadFile, meshInstancesOf, newApp, play, unloadFile, BONES, CLIPS } from "./scene.js";

const canvas = { width: 1, height: 1, addEventListener() {}, removeEventListener() {} };
const device = new pc.NullGraphicsDevice(canvas);
const app = newApp(device, [pc.RenderComponentSystem]);

// --- numbers to PlayCanvas's classes and back: its matrices hold the columns of (C | t) one after the other ---

const matrix = (rows) => new pc.Mat4().set(columnsOf(rows));

const rowsOf = ({ data }) => rowsOfNumbers(data);

const quaternion = (numbers) => new pc.Quat(numbers);

// --- a mesh as it stands in the world: transformCore.js, skin.js, normalCore.js and litMain.js of the shader chunks ---

/// getSkinMatrix() of the shader: the weighted sum of the palette's matrices. Their last rows are (0, 0, 0, 1), so the sum's
/// holds the sum of the weights.
function skinMatrix(palette, joints, weights) {
  const sum = new pc.Mat4().set(new Array(16).fill(0));
  for (let slot = 0; slot < 4; ++slot)
    for (let i = 0; i < 16; ++i) sum.data[i] += palette[joints[slot]].data[i] * weights[slot];
  return sum;
}

/// The position, as the projection sees it that follows: divided by its fourth number, the sum of the weights.
function worldPosition(modelMatrix, [x, y, z]) {
  const moved = modelMatrix.transformVec4(new pc.Vec4(x, y, z, 1));
  const w = moved.w === 0 ? 1 : moved.w;
  return [moved.x / w, moved.y / w, moved.z / w];
}

const worldDirection = (normalMatrix, [x, y, z]) => {
  const moved = normalMatrix.transformVector(new pc.Vec3(x, y, z)).normalize();
  return [moved.x, moved.y, moved.z];
};

/// The vertices { position, normal, tangent, joints, weights } of a mesh on a node; with the palette of a skin or without.
function worldVertices(vertices, node, palette) {
  const results = { positions: [], normals: [], tangents: [] };
  for (const { position, normal, tangent, joints, weights } of vertices) {
    let modelMatrix = node.getWorldTransform();
    let { normalMatrix } = node;
    if (palette) {
      modelMatrix = new pc.Mat4().mul2(modelMatrix, skinMatrix(palette, joints, weights));
      normalMatrix = new pc.Mat3().setFromMat4(modelMatrix);
    }
    results.positions.push(worldPosition(modelMatrix, position));
    if (normal) results.normals.push(worldDirection(normalMatrix, normal));
    if (tangent) results.tangents.push([...worldDirection(normalMatrix, tangent), tangent[3]]);
  }
  return results;
}

/// The skinning matrices of a skin instance for a mesh on the node.
let updates = 0;
function paletteOf(skinInstance, node) {
  skinInstance.updateMatrices(node, ++updates);
  return skinInstance.matrices;
}

// --- level asset ---

const readBuffer = (folder) => ({ uri }, done) => {
  if (uri === undefined || uri.startsWith("data:")) return done(null, null); // the engine's own way
  return readFile(path.join(folder, decodeURIComponent(uri))).then((bytes) => done(null, new Uint8Array(bytes)), done);
};

async function load(url) {
  const contents = new Uint8Array(await readFile(url)).buffer;
  return loadFile(app, { url, filename: path.basename(url), contents }, { buffer: { processAsync: readBuffer(path.dirname(url)) } });
}

/// How the GPU reads normalized integers.
const NORMALIZED = {
  [pc.TYPE_UINT8]: (x) => x / 255,
  [pc.TYPE_UINT16]: (x) => x / 65535,
  [pc.TYPE_INT8]: (x) => Math.max(x / 127, -1),
  [pc.TYPE_INT16]: (x) => Math.max(x / 32767, -1),
};

/// An attribute of a mesh, by vertex; undefined where there is none.
function stream(mesh, semantic) {
  const element = mesh.vertexBuffer.format.elements.find(({ name }) => name === semantic);
  if (!element) return undefined;
  const numbers = [];
  const count = mesh.getVertexStream(semantic, numbers);
  const read = element.normalize ? numbers.map(NORMALIZED[element.dataType]) : numbers;
  const width = element.numComponents;
  return Array.from({ length: count }, (_, v) => read.slice(v * width, (v + 1) * width));
}

function meshVertices(mesh) {
  const [positions, normals, tangents, joints, weights] = [pc.SEMANTIC_POSITION, pc.SEMANTIC_NORMAL, pc.SEMANTIC_TANGENT,
    pc.SEMANTIC_BLENDINDICES, pc.SEMANTIC_BLENDWEIGHT].map((semantic) => stream(mesh, semantic));
  return positions.map((position, v) =>
    ({ position, normal: normals?.[v], tangent: tangents?.[v], joints: joints?.[v], weights: weights?.[v] }));
}

/// The stages: a row per node, which the skin's inverse bind matrices carry on to the palette. A skin instance's matrices
/// lead to the space of the mesh's node.
function stagesOf(entities, skinned, joints) {
  const matrices = Array.from({ length: entities.size }, (_, i) => entities.get(i).getWorldTransform());
  const world = matrices.map(rowsOf);
  joints.forEach((node, j) => {
    matrices[node] = new pc.Mat4().mul2(skinned.node.getWorldTransform(), skinned.skinInstance.matrices[j]);
  });
  return { world, palette: matrices.map(rowsOf) };
}

async function answerAsset({ asset, stages }) {
  const file = await load(asset.file);
  const { data } = file.resource;
  const root = file.resource.instantiateRenderEntity();
  if (asset.clip !== null) play(root, data.animations[asset.clip], asset.time);
  const entities = entitiesOf(data, root);
  const meshInstances = meshInstancesOf(asset.parts, entities);
  const results = joined(meshInstances.map(({ mesh, skinInstance, node }) =>
    worldVertices(meshVertices(mesh), node, skinInstance && paletteOf(skinInstance, node))));
  // Nodes that stand in no scene have no entity; then there are no stages.
  const { skin } = data.gltf.nodes[asset.parts.at(-1).node];
  if (entities.size === stages.world?.[0])
    Object.assign(results, stagesOf(entities, meshInstances.at(-1), data.gltf.skins?.[skin]?.joints ?? []));
  unloadFile(app, file, root);
  return results;
}

// --- levels pose and palette ---

const PROPERTIES = ["localPosition", "localRotation", "localScale"];
const INTERPOLATIONS = [pc.INTERPOLATION_STEP, pc.INTERPOLATION_LINEAR, pc.INTERPOLATION_CUBIC];

/// A track of curves { times, values, interpolation, width, path }.
function animTrack(curves) {
  const inputs = curves.map(({ times }) => new pc.AnimData(1, times));
  const outputs = curves.map(({ values, width }) => new pc.AnimData(width, values.flat(Infinity)));
  return new pc.AnimTrack("track", Math.max(...curves.map(({ times }) => times.at(-1))), inputs, outputs,
    curves.map(({ interpolation, path }, i) => new pc.AnimCurve([path], i, i, INTERPOLATIONS[interpolation])));
}

/// Nodes below a root, posed.
function posedNodes(arrays) {
  const root = new pc.GraphNode("root");
  const nodes = arrays.parents.map((_, j) => new pc.GraphNode(`joint${j}`));
  nodes.forEach((node, j) => {
    node.setLocalPosition(...arrays.local_translations[j]);
    node.setLocalRotation(...arrays.local_rotations[j]);
    node.setLocalScale(...arrays.local_scales[j]);
  });
  arrays.parents.forEach((parent, j) => (parent < 0 ? root : nodes[parent]).addChild(nodes[j]));
  if (arrays.tracks) {
    play(root, animTrack(arrays.tracks.map(([joint, moved, interpolation], i) => ({
      times: arrays[`track_${i}_times`],
      values: arrays[`track_${i}_values`],
      interpolation,
      width: moved === 1 ? 4 : 3,
      path: { entityPath: pathOf(nodes[joint]), component: "graph", propertyPath: [PROPERTIES[moved]] },
    }))), arrays.time[0]);
  }
  return nodes;
}

const pathOf = (node) => (node ? [...pathOf(node.parent), node.name] : []);

/// Nodes without parents whose world matrices are given.
const placedNodes = (matrices) => matrices.map((rows) => {
  const node = new pc.GraphNode();
  node.getWorldTransform().copy(matrix(rows));
  return node;
});

function skinInstanceOf(nodes, inverseBinds) {
  const skin = new pc.Skin(device, inverseBinds?.map(matrix) ?? nodes.map(() => new pc.Mat4()), nodes.map(({ name }) => name));
  const skinInstance = new pc.SkinInstance(skin);
  skinInstance.bones = nodes;
  return skinInstance;
}

const fourOf = (row) => [0, 1, 2, 3].map((slot) => row[slot] ?? 0);

function answerLinearBlend({ arrays }) {
  const nodes = arrays.palette ? placedNodes(arrays.palette) : posedNodes(arrays);
  const mesh = new pc.GraphNode("mesh");
  const palette = paletteOf(skinInstanceOf(nodes, arrays.inverse_binds), mesh);
  const vertices = arrays.positions.map((position, v) => ({
    position,
    normal: arrays.normals?.[v],
    tangent: arrays.tangents?.[v],
    joints: fourOf(arrays.joints[v]),
    weights: fourOf(arrays.weights ? arrays.weights[v] : arrays.joints[v].map(() => 1)),
  }));
  return {
    world: nodes.map((node) => rowsOf(node.getWorldTransform())),
    palette: palette.map(rowsOf),
    ...worldVertices(vertices, mesh, palette),
  };
}

// --- single functions ---

const FUNCTIONS = {
  worlds: (arrays) => posedNodes(arrays).map((node) => rowsOf(node.getWorldTransform())),
  inverses: (matrices) => matrices.map((rows) => rowsOf(matrix(rows).invert())),
  palettes: (world, inverses) =>
    paletteOf(skinInstanceOf(placedNodes(world), inverses), new pc.GraphNode()).map(rowsOf),
  lerp: (a, b, t) => a.map((x, k) => pc.math.lerp(x, b[k], t)),
  slerp: (a, b, t) => {
    const { x, y, z, w } = new pc.Quat().slerp(quaternion(a), quaternion(b), t);
    return [x, y, z, w];
  },
  posing: { without: ["matrix-joints"] },
  range: ["clamped"],
};

/// How clips are blended: AnimBlend of the second rotation into the first.
const answerNlerp = ({ arrays: { a, b, t } }) => ({
  values: a.map((from, i) => {
    const blended = [...from];
    AnimBlend.blend(blended, b[i], t[i], "quaternion");
    return blended;
  }),
});

/// A track on a target of our own, so that the evaluator's whole way is judged.
const answerTrack = (interpolation) => ({ arrays: { times, values, is_rotation, t } }) => {
  const width = values[0].flat().length / (interpolation === 2 ? 3 : 1);
  let value;
  const target = new pc.AnimTarget((numbers) => { value = [...numbers]; }, is_rotation[0] ? "quaternion" : "vector", width, "target");
  const evaluator = new pc.AnimEvaluator({ resolve: () => target, update() {} });
  const path = { entityPath: ["target"], component: "graph", propertyPath: ["value"] };
  const clip = new pc.AnimClip(animTrack([{ times, values, interpolation, width, path }]), 0, 1, false, false);
  evaluator.addClip(clip);
  return {
    values: t.map((time) => {
      clip.time = time;
      evaluator.update(0);
      return value;
    }),
  };
};

// --- what is declared ---

const SKIN = { normal_rule: ["direction"], tangent_rule: ["direction"], influences_kept: ["first-four"],
  weight_sum: ["renormalised"], zero_sum: ["origin"] };

const ALGORITHMS = [
  { algorithm: "lbs", levels: ["asset"], answer: answerAsset, options: { ...SKIN, ...CLIPS } },
  { algorithm: "lbs", levels: ["palette", "pose"], answer: answerLinearBlend,
    options: { ...SKIN, ...BONES, rotation_interpolation: ["nlerp"], without: ["matrix-joints"] } },
  { algorithm: "rigid-parts", levels: ["asset"], answer: answerAsset,
    options: { normal_rule: ["inverse-transpose"], tangent_rule: ["as-normals"], ...CLIPS } },
  ...singleFunctions(FUNCTIONS),
  { algorithm: "interp.nlerp", levels: ["pose"], answer: answerNlerp },
  { algorithm: "anim.step", levels: ["pose"], answer: answerTrack(0) },
  { algorithm: "anim.linear", levels: ["pose"], answer: answerTrack(1), options: { rotation_interpolation: ["nlerp"] } },
  { algorithm: "anim.cubicspline", levels: ["pose"], answer: answerTrack(2) },
];

serve({ name: "PlayCanvas", version: pc.version, language: "JavaScript", homepage: "https://playcanvas.com" }, ALGORITHMS);
