// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Hilo3d before the judge: README.md says what is declared and why.
import { createRequire } from "node:module";
import { byThrees, columnsOf, rowsOf, serve } from "../adapter.js";

// Hilo3d asks a browser who it is, and puts itself in its window.
const element = { style: {} };
Object.assign(globalThis, { window: globalThis, navigator: { userAgent: "" }, screen: {},
  Image: class {}, document: { documentElement: element, createElement: () => element } });
const Hilo3d = createRequire(import.meta.url)("hilo3d");

const matrix = (rows) => new Hilo3d.Matrix4().fromArray(columnsOf(rows));

/// Nodes of a scene, posed.
function posedNodes(arrays) {
  const root = new Hilo3d.Node();
  const nodes = arrays.parents.map(() => new Hilo3d.Node());
  nodes.forEach((node, j) => {
    if (arrays.local_is_matrix?.[j]) {
      node.matrix.fromArray(columnsOf(arrays.local_matrices[j]));
    } else {
      node.setPosition(...arrays.local_translations[j]);
      node.quaternion.fromArray(arrays.local_rotations[j]);
      node.setScale(...arrays.local_scales[j]);
    }
    (arrays.parents[j] < 0 ? root : nodes[arrays.parents[j]]).addChild(node);
  });
  root.updateMatrixWorld();
  return nodes;
}

/// What a skinned mesh gives to its shader.
function answerPalette({ arrays }) {
  const skeleton = new Hilo3d.Skeleton();
  skeleton.inverseBindMatrices = arrays.inverse_binds.map(matrix);
  skeleton.jointNodeList = arrays.world.map((rows) => ({ worldMatrix: matrix(rows) }));
  const all = new Hilo3d.SkinedMesh({ skeleton }).getJointMat();
  return { palette: arrays.world.map((_, j) => rowsOf(all.subarray(16 * j, 16 * j + 16))) };
}

const lerp = byThrees((a, b, t) => new Hilo3d.Vector3(...a).lerp(new Hilo3d.Vector3(...b), t).toArray());
const slerp = (a, b, t) => new Hilo3d.Quaternion(...a).slerp(new Hilo3d.Quaternion(...b), t).toArray();
const each = (between) => ({ arrays: { a, b, t } }) => ({ values: a.map((from, i) => between(from, b[i], t[i])) });

/// The states of one channel, which move a node.
const answerTrack = (interpolationType) => ({ arrays: { times, values, is_rotation, t } }) => {
  const [type, width] = is_rotation[0] ? ["Quaternion", 4] : ["Translation", 3];
  const rows = interpolationType === "CUBICSPLINE" ? values.flat() : values;
  const states = rows.map((row) => [...row, 0, 0, 0].slice(0, width));
  const node = new Hilo3d.Node();
  const track = new Hilo3d.AnimationStates({ interpolationType, keyTime: times, states, type });
  return { values: t.map((time) => {
    track.updateNodeState(time, node);
    return (is_rotation[0] ? node.quaternion : node.position).toArray().slice(0, rows[0].length);
  }) };
};

serve({ name: "Hilo3d", version: Hilo3d.version, language: "JavaScript", homepage: "https://hilo3d.js.org" }, [
  { algorithm: "fk.matrix", levels: ["pose"],
    options: { scale_inheritance: ["with-shear"], rotations: ["as-given"], without: ["matrix-joints"] },
    answer: ({ arrays }) => ({ world: posedNodes(arrays).map(({ worldMatrix }) => rowsOf(worldMatrix.elements)) }) },
  { algorithm: "skeleton.inverse-bind", levels: ["pose"],
    answer: ({ arrays }) => ({ inverse_binds: arrays.bind.map((rows) => rowsOf(new Hilo3d.Matrix4().invert(matrix(rows)).elements)) }) },
  { algorithm: "skeleton.palette", levels: ["pose"], answer: answerPalette },
  { algorithm: "interp.lerp", levels: ["pose"], options: { range: ["any"] }, answer: each(lerp) },
  { algorithm: "interp.slerp", levels: ["pose"], answer: each(slerp) },
  { algorithm: "anim.step", levels: ["pose"], answer: answerTrack("STEP") },
  { algorithm: "anim.linear", levels: ["pose"], answer: answerTrack("LINEAR") },
  { algorithm: "anim.cubicspline", levels: ["pose"], answer: answerTrack("CUBICSPLINE") },
]);
