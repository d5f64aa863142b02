// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Babylon.js before the judge: its glTF loader, its animation groups, its skeletons and its skinning on the CPU, on the
// NullEngine. README.md says what is declared and why.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { BoneIKController } from "@babylonjs/core/Bones/boneIKController.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Lerp } from "@babylonjs/core/Maths/math.scalar.functions.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { columnsOf, joined, rowsOf, serve, singleFunctions, tracks } from "../adapter.js";
import { load, meshesOf, play } from "./scene.js";

Logger.LogLevels = Logger.WarningLogLevel | Logger.ErrorLogLevel; // what it says else goes to stdout, which is the judge's
const engine = new NullEngine();

/// A scene of glTF's handedness, in which nothing is rendered.
function newScene() {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  return scene;
}

// --- numbers to Babylon's classes and back: its matrices hold the columns of (C | t) one after the other ---

const matrix = (rows) => Matrix.FromArray(columnsOf(rows));

const vector = (numbers) => Vector3.FromArray(numbers);

const quaternion = (numbers) => Quaternion.FromArray(numbers);

/// Rows of so many numbers.
function rows(numbers, width) {
  const all = [];
  for (let i = 0; i < numbers.length; i += width) all.push(Array.from(numbers.slice(i, i + width)));
  return all;
}

// --- a mesh as it stands in the world ---

/// Positions, normals and, of a mesh without a skeleton, tangents. Babylon morphs and skins on the CPU in getPositionData() and
/// getNormalsData(); the world matrix is applied as PickingInfo.getNormal() and the shaders do.
function worldVertices(mesh) {
  const world = mesh.getWorldMatrix();
  const normalMatrix = mesh.nonUniformScaling ? Matrix.Transpose(Matrix.Invert(world)) : world;
  const results = { positions: [], normals: [], tangents: [] };
  for (const position of rows(mesh.getPositionData(true, true), 3))
    results.positions.push(Vector3.TransformCoordinates(vector(position), world).asArray());
  for (const normal of rows(mesh.getNormalsData(true, true) ?? [], 3))
    results.normals.push(Vector3.TransformNormal(vector(normal), normalMatrix).normalize().asArray());
  if (mesh.skeleton) return results;
  for (const tangent of rows(mesh.getVerticesData(VertexBuffer.TangentKind) ?? [], 4))
    results.tangents.push([...Vector3.TransformNormal(vector(tangent), world).normalize().asArray(), tangent[3]]);
  return results;
}

// --- level asset ---

/// A file beside the asset as a data URI, because there is no XMLHttpRequest here.
const dataUri = async (url) =>
  url.startsWith("data:") ? url : `data:;base64,${(await readFile(decodeURIComponent(url))).toString("base64")}`;

async function loadFile(file, scene) {
  const bytes = await readFile(file);
  const extension = path.extname(file).toLowerCase();
  const source = extension === ".glb" ? new Uint8Array(bytes) : `data:${bytes.toString("utf8")}`;
  const options = { rootUrl: `${path.dirname(file)}/`, pluginExtension: extension };
  return load(source, scene, options, { preprocessUrlAsync: dataUri });
}

/// What a frame does before it draws.
function updateWorld(scene) {
  scene.incrementRenderId();
  for (const node of [...scene.transformNodes, ...scene.meshes]) node.computeWorldMatrix(true);
  for (const skeleton of scene.skeletons) skeleton.prepare(true);
}

/// The stages: a row per node, which the skin's inverse bind matrices carry on to the palette. The skeleton's matrices lead
/// to the space that the skinned mesh stands in.
function stagesOf(nodes, skinned, joints) {
  const matrices = nodes.map((node) => (node._babylonTransformNodeForSkin ?? node._babylonTransformNode).getWorldMatrix());
  const world = matrices.map(({ m }) => rowsOf(m));
  const palette = skinned?.skeleton.getTransformMatrices(skinned);
  joints.forEach((node, j) => {
    matrices[node] = Matrix.FromArray(palette, 16 * j).multiply(skinned.getWorldMatrix());
  });
  return { world, palette: matrices.map(({ m }) => rowsOf(m)) };
}

async function answerAsset({ asset, stages }) {
  const scene = newScene();
  const { animations, nodes, skins } = await loadFile(asset.file, scene);
  if (asset.clip !== null) play(animations[asset.clip], asset.time);
  updateWorld(scene);
  const results = joined(meshesOf(asset.parts, nodes).map(worldVertices));
  const { node, primitive } = asset.parts[0];
  const { skin } = nodes[node];
  // Nodes that stand in no scene are not loaded; then there are no stages.
  const loadedAll = stages.world && nodes.every((each) => each._babylonTransformNode);
  if (loadedAll) {
    Object.assign(results, skin === undefined ? stagesOf(nodes, undefined, [])
      : stagesOf(nodes, nodes[node]._primitiveBabylonMeshes[primitive], skins[skin].joints));
  }
  scene.dispose();
  return results;
}

// --- levels pose and palette ---

const PROPERTIES = ["position", "rotationQuaternion", "scaling"];
const FRAMES_PER_SECOND = 1;

/// Keys of numbers that become what `value` makes of them.
function animation(property, type, times, values, interpolation, value) {
  const made = new Animation("track", property, FRAMES_PER_SECOND, type);
  made.setKeys(times.map((frame, k) => {
    if (interpolation !== 2) return { frame, value: value(values[k]), interpolation: interpolation === 0 ? 1 : undefined };
    const [inTangent, at, outTangent] = values[k].map(value);
    return { frame, inTangent, value: at, outTangent };
  }));
  return made;
}

/// The joints, every parent before its children: the order in which a Babylon skeleton needs its bones.
function parentsFirst(parents) {
  const order = [];
  const add = (j) => {
    if (order.includes(j)) return;
    if (parents[j] >= 0) add(parents[j]);
    order.push(j);
  };
  parents.forEach((_, j) => add(j));
  return order;
}

/// A skeleton whose bones stand in the pose; bones[j] is that of joint j.
function posedSkeleton(arrays, scene) {
  const skeleton = new Skeleton("skeleton", "skeleton", scene);
  const bones = [];
  for (const j of parentsFirst(arrays.parents)) {
    const local = arrays.local_is_matrix?.[j] ? matrix(arrays.local_matrices[j]) : Matrix.Identity();
    bones[j] = new Bone(`joint${j}`, skeleton, bones[arrays.parents[j]] ?? null, local, null, null, j);
    if (arrays.local_is_matrix?.[j]) continue;
    bones[j].position = vector(arrays.local_translations[j]);
    bones[j].rotationQuaternion = quaternion(arrays.local_rotations[j]);
    bones[j].scaling = vector(arrays.local_scales[j]);
  }
  (arrays.tracks ?? []).forEach(([joint, moved, interpolation], i) => {
    const track = animation(PROPERTIES[moved], moved === 1 ? Animation.ANIMATIONTYPE_QUATERNION : Animation.ANIMATIONTYPE_VECTOR3,
      arrays[`track_${i}_times`], arrays[`track_${i}_values`], interpolation, moved === 1 ? quaternion : vector);
    bones[joint][PROPERTIES[moved]] = track.evaluate(arrays.time[0] * FRAMES_PER_SECOND);
  });
  return { skeleton, bones };
}

/// A skeleton of bones without parents that stand where the matrices say.
function placedSkeleton(matrices, scene) {
  const skeleton = new Skeleton("skeleton", "skeleton", scene);
  const bones = matrices.map((rows, j) => new Bone(`joint${j}`, skeleton, null, matrix(rows), null, null, j));
  return { skeleton, bones };
}

const skeletonOf = (arrays, scene) =>
  (arrays.palette ? placedSkeleton(arrays.palette, scene) : posedSkeleton(arrays, scene));

/// Gives each bone its inverse bind matrix and returns the stages.
function prepare({ skeleton, bones }, inverseBinds) {
  bones.forEach((bone, j) =>
    bone.getAbsoluteInverseBindMatrix().copyFrom(inverseBinds ? matrix(inverseBinds[j]) : Matrix.Identity()));
  const palette = skeleton.getTransformMatrices();
  return {
    world: bones.map((bone) => rowsOf(bone.getFinalMatrix().m)),
    palette: bones.map((_, j) => rowsOf(palette.subarray(16 * j, 16 * j + 16))),
  };
}

function meshOf({ positions, normals, tangents }, scene) {
  const mesh = new Mesh("mesh", scene);
  mesh.setVerticesData(VertexBuffer.PositionKind, positions.flat());
  if (normals) mesh.setVerticesData(VertexBuffer.NormalKind, normals.flat());
  if (tangents) mesh.setVerticesData(VertexBuffer.TangentKind, tangents.flat());
  return mesh;
}

/// Four of the slots, unused ones with the weight 0.
const fourFrom = (rows, first) => rows.flatMap((row) => [0, 1, 2, 3].map((k) => row[first + k] ?? 0));

function answerLinearBlend({ arrays }) {
  const scene = newScene();
  const posed = skeletonOf(arrays, scene);
  const stages = prepare(posed, arrays.inverse_binds);
  const mesh = meshOf(arrays, scene);
  const weights = arrays.weights ?? arrays.joints.map((row) => row.map(() => 1));
  mesh.setVerticesData(VertexBuffer.MatricesIndicesKind, fourFrom(arrays.joints, 0));
  mesh.setVerticesData(VertexBuffer.MatricesWeightsKind, fourFrom(weights, 0));
  if (weights[0]?.length > 4) {
    mesh.setVerticesData(VertexBuffer.MatricesIndicesExtraKind, fourFrom(arrays.joints, 4));
    mesh.setVerticesData(VertexBuffer.MatricesWeightsExtraKind, fourFrom(weights, 4));
    mesh.numBoneInfluencers = 8;
  }
  mesh.skeleton = posed.skeleton;
  updateWorld(scene);
  const results = { ...stages, ...worldVertices(mesh) };
  scene.dispose();
  return results;
}

// --- single functions ---

/// What `use` makes of a scene that goes again.
function inScene(use) {
  const scene = newScene();
  const result = use(scene);
  scene.dispose();
  return result;
}

/// An inverse bind matrix is a bone's own, which Babylon computes of the bind matrix.
const FUNCTIONS = {
  worlds: (arrays) => inScene((scene) => prepare(posedSkeleton(arrays, scene)).world),
  inverses: (matrices) => inScene((scene) => placedSkeleton(matrices, scene).bones
    .map((bone) => rowsOf(bone.getAbsoluteInverseBindMatrix().m))),
  palettes: (world, inverses) => inScene((scene) => prepare(placedSkeleton(world, scene), inverses).palette),
  lerp: (a, b, t) => a.map((x, k) => Lerp(x, b[k], t)),
  slerp: (a, b, t) => Quaternion.Slerp(quaternion(a), quaternion(b), t).asArray(),
};

/// A number of a value, in each of the tangents and the value where there are three.
const column = (values, k, interpolation) =>
  values.map((value) => (interpolation === 2 ? value.map((row) => row[k]) : value[k]));

const answerTrack = (interpolation) => ({ arrays: { times, values, is_rotation, t } }) => {
  if (is_rotation[0]) {
    const track = animation("q", Animation.ANIMATIONTYPE_QUATERNION, times, values, interpolation, quaternion);
    return { values: t.map((time) => track.evaluate(time).asArray()) };
  }
  const width = (interpolation === 2 ? values[0][0] : values[0]).length;
  const tracks = Array.from({ length: width }, (_, k) => animation("x", Animation.ANIMATIONTYPE_FLOAT, times,
    column(values, k, interpolation), interpolation, (number) => number));
  return { values: t.map((time) => tracks.map((track) => track.evaluate(time))) };
};

// --- inverse kinematics ---

/// Where the joints of a limb are that reaches for the goal. Its bones lie along y, as the controller wants them.
function solvedLimb(rest, goal, pole, scene) {
  const [root, elbow, end] = rest.map(vector);
  const skeleton = new Skeleton("limb", "limb", scene);
  const upper = new Bone("upper", skeleton, null, Matrix.Translation(...root.asArray()));
  const lower = new Bone("lower", skeleton, upper, Matrix.Translation(0, Vector3.Distance(root, elbow), 0));
  const tip = new Bone("tip", skeleton, lower, Matrix.Translation(0, Vector3.Distance(elbow, end), 0));
  const mesh = new Mesh("mesh", scene);
  mesh.skeleton = skeleton;
  const controller = new BoneIKController(mesh, lower, { poleAngle: Math.PI }); // without it the elbow bends away from the pole
  controller.targetPosition = vector(goal);
  controller.poleTargetPosition = vector(pole);
  controller.update();
  skeleton.computeAbsoluteMatrices(true);
  return [upper, lower, tip].map((bone) => bone.getAbsolutePosition(mesh).asArray());
}

const answerTwoBone = ({ arrays: { rest, goals, poles } }) =>
  ({ positions: inScene((scene) => rest.map((limb, i) => solvedLimb(limb, goals[i], poles[i], scene))) });

// --- what is declared ---

const BONES = { scale_inheritance: ["with-shear"], rotations: ["as-given"] };
const FILE = { matrix_joints: ["decomposed"] }; // Matrix.decompose() in the loader
const SKIN = { normal_rule: ["direction"], influences_kept: ["all"], weight_sum: ["renormalised"], zero_sum: ["origin"] };

const ALGORITHMS = [
  { algorithm: "lbs", levels: ["palette", "pose", "asset"], options: { ...SKIN, ...BONES, ...FILE, without: ["tangents"] },
    answer: (question) => (question.level === "asset" ? answerAsset : answerLinearBlend)(question) },
  { algorithm: "rigid-parts", levels: ["asset"], answer: answerAsset,
    options: { normal_rule: ["inverse-transpose"], tangent_rule: ["direction"], ...BONES, ...FILE } },
  { algorithm: "morph.then-skin", levels: ["asset"], answer: answerAsset,
    options: { ...SKIN, ...BONES, ...FILE, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"],
      without: ["tangents"] } },
  ...singleFunctions(FUNCTIONS),
  { algorithm: "ik.two-bone", levels: ["pose"], answer: answerTwoBone, options: { pole: ["position"], without: ["reach"] } },
  ...tracks(answerTrack, [0, 1, 2]),
];

serve({ name: "Babylon.js", version: AbstractEngine.Version, language: "JavaScript", homepage: "https://www.babylonjs.com" },
  ALGORITHMS, { influences: 8 });
