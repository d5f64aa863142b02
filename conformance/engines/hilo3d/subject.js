// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Hilo3d before the judge: README.md says what is declared and why.
import { createRequire } from "node:module";
import { byThrees, columnsOf, rowsOf, serve, singleFunctions, tracks } from "../adapter.js";

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
function palettes(world, inverses) {
  const skeleton = new Hilo3d.Skeleton();
  skeleton.inverseBindMatrices = inverses.map(matrix);
  skeleton.jointNodeList = world.map((rows) => ({ worldMatrix: matrix(rows) }));
  const all = new Hilo3d.SkinedMesh({ skeleton }).getJointMat();
  return world.map((_, j) => rowsOf(all.subarray(16 * j, 16 * j + 16)));
}

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
  ...singleFunctions({
    worlds: (arrays) => posedNodes(arrays).map(({ worldMatrix }) => rowsOf(worldMatrix.elements)),
    inverses: (matrices) => matrices.map((rows) => rowsOf(new Hilo3d.Matrix4().invert(matrix(rows)).elements)),
    palettes,
    lerp: byThrees((a, b, t) => new Hilo3d.Vector3(...a).lerp(new Hilo3d.Vector3(...b), t).toArray()),
    slerp: (a, b, t) => new Hilo3d.Quaternion(...a).slerp(new Hilo3d.Quaternion(...b), t).toArray(),
    posing: { scale_inheritance: ["with-shear"], rotations: ["as-given"], without: ["matrix-joints"] },
  }),
  ...tracks(answerTrack, ["STEP", "LINEAR", "CUBICSPLINE"]),
]);
