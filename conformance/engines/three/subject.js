// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// three.js before the judge: its glTF loader, its mixer, its scene graph and SkinnedMesh.applyBoneTransform(). README.md says
// what is declared and why.
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as THREE from "three";
import { CCDIKSolver } from "three/addons/animation/CCDIKSolver.js";
import { joined, rowsOf as rowsOfNumbers, serve, singleFunctions, tracks } from "../adapter.js";

// The loader expects a browser: its `self`, progress events, and a fetch() that reads files.
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class ProgressEvent extends Event {};
const fetchOthers = globalThis.fetch;
globalThis.fetch = async (request, options) => {
  const { url } = request;
  if (!url?.startsWith("file:")) return fetchOthers(request, options);
  return new Response(await readFile(fileURLToPath(url)));
};
const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
const { meshesOf, newLoader, objectsOf, play, BONES, FILE, WEIGHTS } = await import("./scene.js");

// --- numbers to three's classes and back ---

/// Rows (C | t).
const matrix = (rows) => new THREE.Matrix4().set(...rows.flat(), 0, 0, 0, 1);

const rowsOf = ({ elements }) => rowsOfNumbers(elements);

const attribute = (rows) => new THREE.BufferAttribute(new Float32Array(rows.flat()), rows[0]?.length ?? 3);

function geometryOf({ positions, normals, tangents }) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", attribute(positions));
  if (normals) geometry.setAttribute("normal", attribute(normals));
  if (tangents) geometry.setAttribute("tangent", attribute(tangents));
  return geometry;
}

// --- a mesh as it stands in the world ---

/// Positions, normals and tangents of a Mesh or SkinnedMesh whose world matrix is up to date. What the vertex shader does
/// around skinning - normals morphed, tangents not; position and tangent by the mesh's matrix, normal by its normal matrix -
/// with three's functions for it.
function worldVertices(mesh) {
  const { position, normal, tangent } = mesh.geometry.attributes;
  const normalMatrix = new THREE.Matrix3().getNormalMatrix(mesh.matrixWorld);
  const skinned = (vertex, v) => (mesh.isSkinnedMesh ? mesh.applyBoneTransform(v, vertex) : vertex);
  const direction = (morphed, v) => {
    const { x, y, z } = skinned(new THREE.Vector4(...morphed, 0), v);
    return new THREE.Vector3(x, y, z);
  };
  const morphedNormal = (v) => {
    const sum = new THREE.Vector3().fromBufferAttribute(normal, v);
    mesh.geometry.morphAttributes.normal?.forEach((target, i) => {
      const influence = mesh.morphTargetInfluences[i];
      if (influence !== 0) sum.addScaledVector(new THREE.Vector3().fromBufferAttribute(target, v), influence);
    });
    return sum;
  };
  const results = { positions: [], normals: [], tangents: [] };
  for (let v = 0; v < position.count; ++v) {
    const moved = mesh.getVertexPosition(v, new THREE.Vector3()).applyMatrix4(mesh.matrixWorld);
    results.positions.push(moved.toArray());
    if (normal) results.normals.push(direction(morphedNormal(v), v).applyNormalMatrix(normalMatrix).toArray());
    if (tangent) {
      const rest = new THREE.Vector3().fromBufferAttribute(tangent, v);
      results.tangents.push([...direction(rest, v).transformDirection(mesh.matrixWorld), tangent.getW(v)]);
    }
  }
  return results;
}

// --- level asset ---

async function loadFile(file) {
  const bytes = await readFile(file);
  return newLoader().parseAsync(new Uint8Array(bytes).buffer, new URL(".", pathToFileURL(file)).href);
}

/// The stages: a row per node, which the skin's inverse bind matrices carry on to the palette.
function stagesOf(nodes, skeleton) {
  const matrices = nodes.map((node) => node.matrixWorld);
  const world = matrices.map(rowsOf);
  skeleton?.bones.forEach((bone, j) => {
    matrices[nodes.indexOf(bone)] = new THREE.Matrix4().multiplyMatrices(bone.matrixWorld, skeleton.boneInverses[j]);
  });
  return { world, palette: matrices.map(rowsOf) };
}

async function answerAsset({ asset, stages }) {
  const gltf = await loadFile(asset.file);
  if (asset.clip !== null) gltf.scenes.forEach((scene) => play(scene, gltf.animations[asset.clip], asset.time));
  gltf.scenes.forEach((scene) => scene.updateMatrixWorld(true));
  const { nodes, primitives } = objectsOf(gltf);
  const meshes = meshesOf(asset.parts, primitives);
  const results = joined(meshes.map(worldVertices));
  // Nodes that stand in no scene have no object; then there are no stages.
  if (Object.keys(nodes).length !== stages.world?.[0]) return results;
  return { ...stagesOf(nodes, meshes.at(-1).skeleton), ...results };
}

// --- levels pose and palette ---

const PROPERTIES = ["position", "quaternion", "scale", "morphTargetInfluences"];
const TRACKS = [THREE.VectorKeyframeTrack, THREE.QuaternionKeyframeTrack, THREE.VectorKeyframeTrack, THREE.NumberKeyframeTrack];
const INTERPOLATIONS = [THREE.InterpolateDiscrete, THREE.InterpolateLinear, undefined];

/// three has glTF's splines in its loader alone, which replaces a track's interpolant by them.
const { parser } = await new GLTFLoader().parseAsync(JSON.stringify({ asset: { version: "2.0" } }), "");

function keyframeTrack(name, Track, times, values, interpolation) {
  const track = new Track(name, times, values.flat(Infinity), INTERPOLATIONS[interpolation]);
  if (interpolation === 2) parser._createCubicSplineTrackInterpolant(track);
  return track;
}

/// Bones in a group, posed, with their world matrices. mesh: whose morph targets keyframes may move.
function posedBones(arrays, mesh) {
  const bones = arrays.parents.map((_, j) => {
    const bone = new THREE.Bone();
    if (arrays.local_is_matrix?.[j]) {
      bone.matrixAutoUpdate = false;
      bone.matrix.copy(matrix(arrays.local_matrices[j]));
    } else {
      bone.position.fromArray(arrays.local_translations[j]);
      bone.quaternion.fromArray(arrays.local_rotations[j]);
      bone.scale.fromArray(arrays.local_scales[j]);
    }
    return bone;
  });
  const root = new THREE.Group();
  arrays.parents.forEach((parent, j) => (parent < 0 ? root : bones[parent]).add(bones[j]));
  if (mesh) root.add(mesh);
  if (arrays.tracks) {
    const tracks = arrays.tracks.map(([joint, moved, interpolation], i) =>
      keyframeTrack(`${(moved === 3 ? mesh : bones[joint]).uuid}.${PROPERTIES[moved]}`, TRACKS[moved],
        arrays[`track_${i}_times`], arrays[`track_${i}_values`], interpolation));
    play(root, new THREE.AnimationClip("clip", -1, tracks), arrays.time[0]);
  }
  root.updateMatrixWorld(true);
  return bones;
}

/// Bones whose world matrices are given.
const placedBones = (matrices) => matrices.map((rows) => {
  const bone = new THREE.Bone();
  bone.matrixWorld.copy(matrix(rows));
  return bone;
});

const bonesOf = (arrays, mesh) => (arrays.palette ? placedBones(arrays.palette) : posedBones(arrays, mesh));

const worldOf = (bones) => bones.map((bone) => rowsOf(bone.matrixWorld));

/// The palette that three gives to its shaders.
function paletteOf(skeleton) {
  skeleton.update();
  return skeleton.bones.map((_, j) => rowsOf(new THREE.Matrix4().fromArray(skeleton.boneMatrices, 16 * j)));
}

/// A row of joints or weights as three's shaders have it: four numbers at least.
const fourAtLeast = (rows) => attribute(rows.map((row) => [...row, 0, 0, 0].slice(0, Math.max(row.length, 4))));

function addTargets(geometry, arrays) {
  geometry.morphTargetsRelative = true; // displacements, as glTF's are
  for (const name of ["position", "normal"])
    if (arrays[`target_${name}s`]) geometry.morphAttributes[name] = arrays[`target_${name}s`].map(attribute);
}

/// The same question with morph targets or without.
function answerLinearBlend({ arrays }) {
  const geometry = geometryOf(arrays);
  geometry.setAttribute("skinIndex", fourAtLeast(arrays.joints));
  geometry.setAttribute("skinWeight", fourAtLeast(arrays.weights ?? arrays.joints.map((row) => row.map(() => 1))));
  addTargets(geometry, arrays);
  const mesh = new THREE.SkinnedMesh(geometry);
  if (arrays.target_weights) mesh.morphTargetInfluences = [...arrays.target_weights];
  const bones = bonesOf(arrays, mesh);
  const inverses = arrays.inverse_binds?.map(matrix) ?? bones.map(() => new THREE.Matrix4());
  const skeleton = new THREE.Skeleton(bones, inverses);
  mesh.bind(skeleton, new THREE.Matrix4());
  return { world: worldOf(bones), palette: paletteOf(skeleton), ...worldVertices(mesh) };
}

/// A mesh on every bone; of its vertices those count that belong to the bone.
function answerRigidParts({ arrays }) {
  const bones = bonesOf(arrays);
  const geometry = geometryOf(arrays);
  const moved = bones.map((bone) => {
    const mesh = new THREE.Mesh(geometry);
    mesh.matrixWorld.copy(bone.matrixWorld);
    return worldVertices(mesh);
  });
  const rows = (name) => arrays.joints.map(([joint], v) => moved[joint][name][v]);
  const results = { world: worldOf(bones), positions: rows("positions") };
  if (arrays.normals) results.normals = rows("normals");
  if (arrays.tangents) results.tangents = rows("tangents");
  return results;
}

// --- single functions ---

const quaternion = (numbers) => new THREE.Quaternion().fromArray(numbers);

const FUNCTIONS = {
  worlds: (arrays) => worldOf(posedBones(arrays)),
  inverses: (matrices) => new THREE.Skeleton(placedBones(matrices)).boneInverses.map(rowsOf),
  palettes: (world, inverses) => paletteOf(new THREE.Skeleton(placedBones(world), inverses.map(matrix))),
  lerp: (a, b, t) => a.map((x, k) => THREE.MathUtils.lerp(x, b[k], t)),
  slerp: (a, b, t) => quaternion(a).slerp(quaternion(b), t).toArray(),
};

const answerTrack = (interpolation) => ({ arrays }) => {
  const Track = TRACKS[arrays.is_rotation[0]];
  const track = keyframeTrack("joint.property", Track, arrays.times, arrays.values, interpolation);
  const width = arrays.values[0].flat().length / (interpolation === 2 ? 3 : 1);
  const interpolant = track.createInterpolant(new Float64Array(width)); // as a mixer's buffers are
  return { values: arrays.t.map((t) => [...interpolant.evaluate(t)]) };
};

// --- inverse kinematics ---

const vector = (numbers) => new THREE.Vector3().fromArray(numbers);

/// Where the joints of a chain are after so many iterations. A goal is one more bone, which nothing moves.
function solvedChain(rest, goal, iteration) {
  const bones = rest.map((joint, i) => {
    const bone = new THREE.Bone();
    bone.position.copy(vector(joint));
    if (i > 0) bone.position.sub(vector(rest[i - 1]));
    return bone;
  });
  bones.slice(1).forEach((bone, i) => bones[i].add(bone));
  const target = new THREE.Bone();
  target.position.copy(vector(goal));
  new THREE.Group().add(bones[0], target).updateMatrixWorld(true);
  const mesh = new THREE.SkinnedMesh(new THREE.BufferGeometry());
  mesh.bind(new THREE.Skeleton([...bones, target]), new THREE.Matrix4());
  const links = bones.slice(0, -1).map((_, index) => ({ index })).reverse(); // from the tip to the root
  new CCDIKSolver(mesh, [{ effector: links.length, target: bones.length, links, iteration }]).update();
  return bones.map((bone) => new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld).toArray());
}

function answerCcd({ arrays: { rest, goals, iterations } }) {
  return { positions: rest.map((chain, i) => solvedChain(chain, goals[i], iterations[0])) };
}

// --- what is declared ---

const BY_NUMBERS = ["palette", "pose"];
const SKIN = { normal_rule: ["direction"], tangent_rule: ["direction"], influences_kept: ["first-four"] };
const MORPHED = { ...SKIN, without: ["tangents"] }; // which targets do not move
const PARTS = { normal_rule: ["inverse-transpose"], tangent_rule: ["direction"] };

const ALGORITHMS = [
  { algorithm: "lbs", levels: ["asset"], answer: answerAsset,
    options: { ...SKIN, ...FILE, ...WEIGHTS } },
  { algorithm: "lbs", levels: BY_NUMBERS, answer: answerLinearBlend,
    options: { ...SKIN, ...BONES, weight_sum: ["as-given"], zero_sum: ["origin"] } },
  { algorithm: "rigid-parts", levels: ["asset"], answer: answerAsset, options: { ...PARTS, ...FILE } },
  { algorithm: "rigid-parts", levels: BY_NUMBERS, answer: answerRigidParts, options: { ...PARTS, ...BONES } },
  { algorithm: "morph.then-skin", levels: ["asset"], answer: answerAsset,
    options: { ...MORPHED, ...FILE, ...WEIGHTS, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] } },
  { algorithm: "morph.then-skin", levels: BY_NUMBERS, answer: answerLinearBlend,
    options: { ...MORPHED, ...BONES, method: ["lbs"], weight_sum: ["as-given"], zero_sum: ["origin"] } },
  ...singleFunctions(FUNCTIONS),
  { algorithm: "ik.ccd", levels: ["pose"], answer: answerCcd, options: { order: ["tip-to-root"], without: ["reach"] } },
  ...tracks(answerTrack, [0, 1, 2]),
];

serve({ name: "three.js", version: THREE.REVISION, language: "JavaScript", homepage: "https://threejs.org" }, ALGORITHMS);
