// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Galacean before the judge: README.md says what is declared and why.
import { createRequire } from "node:module";
import { byThrees, columnsOf, joined, rowsOf, serve, tableOf, tracks } from "../adapter.js";
import { found } from "../files.js";
import { canvas, renderer } from "./browser.js";

const require = createRequire(import.meta.url);
const { AnimationQuaternionCurve, AnimationVector3Curve, AssetType, Engine, InterpolationType, Keyframe, MeshRenderer
  } = require("@galacean/engine-core");
require("@galacean/engine-loader");
const { Matrix, Quaternion, Vector3, Vector4 } = require("@galacean/engine-math");
const { version } = require("@galacean/engine-core/package.json");

// --- vectors and matrices ---

const matrix = (rows) => new Matrix(...columnsOf(rows));
const rows = ({ elements }) => rowsOf(elements);
const vector = (numbers) => new Vector3(...numbers);
const numbersOf = ({ x, y, z, w }) => (w === undefined ? [x, y, z] : [x, y, z, w]);

/// The result of a function that writes it to its last argument.
const made = (result, write, ...operands) => {
  write(...operands, result);
  return result;
};

/// Normals and tangents go by the inverse transpose, as in the shader.
const directionBy = (m, d) =>
  numbersOf(made(new Vector3(), Vector3.transformNormal, vector(d), made(new Matrix(), Matrix.invert, m).transpose()).normalize());

const library = {
  matrix,
  rows,
  compose: (t, q, s) => made(new Matrix(), Matrix.affineTransformation, vector(s), new Quaternion(...q), vector(t)),
  product: (a, b) => made(new Matrix(), Matrix.multiply, a, b),
  inverse: (m) => made(new Matrix(), Matrix.invert, m),
  lerp: byThrees((a, b, t) => numbersOf(made(new Vector3(), Vector3.lerp, vector(a), vector(b), t))),
  slerp: (a, b, t) => numbersOf(made(new Quaternion(), Quaternion.slerp, new Quaternion(...a), new Quaternion(...b), t)),
  zero: () => made(new Matrix(), Matrix.multiplyScalar, new Matrix(), 0),
  add: (sum, m, weight) => made(new Matrix(), Matrix.add, sum, made(new Matrix(), Matrix.multiplyScalar, m, weight)),
  point: (m, p) => numbersOf(made(new Vector3(), Vector3.transformToVec3, vector(p), m)),
  direction: directionBy,
};

// --- level asset ---

/// What carries each vertex of a mesh: the shader's weighted sum of the skin's matrices, or the entity's alone.
function carriers(component, mesh) {
  const world = component.entity.transform.worldMatrix;
  const { skin } = component;
  if (!skin) return mesh.getPositions().map(() => world);
  const palette = skin.bones.map((bone, j) => library.product(bone.transform.worldMatrix, skin.inverseBindMatrices[j]));
  const weights = mesh.getBoneWeights().map(numbersOf);
  return mesh.getBoneIndices().map((indices, v) => numbersOf(indices).reduce((sum, joint, slot) =>
    (weights[v][slot] === 0 ? sum : library.add(sum, palette[joint], weights[v][slot])), library.zero()));
}

/// Each question has an engine of its own, because a file is loaded once and stays as the last clip left it.
async function answerAsset({ asset }) {
  const engine = new Engine(canvas, renderer, {});
  const resource = await engine.resourceManager.load({ url: asset.file, type: AssetType.GLTF, params: { keepMeshData: true } });
  const root = resource.defaultSceneRoot;
  if (asset.clip !== null) resource.animations[asset.clip]._sampleAnimation(root, asset.time);
  return joined(asset.parts.map((part) => {
    const { node, primitive } = part;
    const component = resource.entities[node].getComponents(MeshRenderer, [])[primitive];
    const { mesh } = found(component, part, "Galacean's entities");
    const carried = carriers(component, mesh);
    return {
      positions: mesh.getPositions().map((p, v) => library.point(carried[v], numbersOf(p))),
      normals: mesh.getNormals()?.map((n, v) => directionBy(carried[v], numbersOf(n))) ?? [],
      tangents: mesh.getTangents()?.map((t, v) => [...directionBy(carried[v], [t.x, t.y, t.z]), t.w]) ?? [],
    };
  }));
}

// --- curves ---

/// The curve of a clip, at the times asked for; numbers are a vector's, as many as there are.
const answerTrack = (interpolation) => ({ arrays: { times, values, is_rotation, t } }) => {
  const [Curve, Value, Tangent] = is_rotation[0] ? [AnimationQuaternionCurve, Quaternion, Vector4]
    : [AnimationVector3Curve, Vector3, Vector3];
  const width = is_rotation[0] ? 4 : 3;
  const padded = (Class, row) => new Class(...[...row, 0, 0, 0].slice(0, width));
  const curve = new Curve();
  curve.interpolation = interpolation;
  times.forEach((time, k) => {
    const key = Object.assign(new Keyframe(), { time });
    const [before, value, after] = interpolation === InterpolationType.CubicSpine ? values[k] : [undefined, values[k]];
    key.value = padded(Value, value);
    if (before) Object.assign(key, { inTangent: padded(Tangent, before), outTangent: padded(Tangent, after) });
    curve.addKey(key);
  });
  const asked = values[0].flat().length / (interpolation === InterpolationType.CubicSpine ? 3 : 1);
  return { values: t.map((time) => numbersOf(curve.evaluate(time)).slice(0, asked)) };
};

// --- what is declared ---

const BONES = { scale_inheritance: ["with-shear"], rotations: ["as-given"] };
const SKIN = { normal_rule: ["inverse-transpose-of-blend"], tangent_rule: ["as-normals"], weight_sum: ["as-given"], zero_sum: ["origin"], ...BONES };

serve({ name: "Galacean", version, language: "JavaScript", homepage: "https://galacean.antgroup.com" }, [
  ...tableOf(library, { ...SKIN, influences_kept: ["all"] }),
  { algorithm: "lbs", levels: ["asset"], answer: answerAsset,
    options: { ...SKIN, influences_kept: ["first-four"], matrix_joints: ["decomposed"] } },
  { algorithm: "rigid-parts", levels: ["asset"], answer: answerAsset,
    options: { normal_rule: ["inverse-transpose"], tangent_rule: ["as-normals"], ...BONES, matrix_joints: ["decomposed"] } },
  ...tracks(answerTrack, [InterpolationType.Step, InterpolationType.Linear, InterpolationType.CubicSpine]),
]);
