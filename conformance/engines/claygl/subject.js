// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// ClayGL before the judge: README.md says what is declared and why.
import { createRequire } from "node:module";
import { byThrees, columnsOf, rowsOf, serve } from "../adapter.js";

const clay = createRequire(import.meta.url)("claygl");

const matrix = (rows) => {
  const m = new clay.Matrix4();
  m.setArray(columnsOf(rows));
  return m;
};

/// Nodes of a scene, posed.
function posedNodes(arrays) {
  const root = new clay.Node();
  const nodes = arrays.parents.map(() => new clay.Node());
  nodes.forEach((node, j) => {
    if (arrays.local_is_matrix?.[j]) {
      node.autoUpdateLocalTransform = false;
      node.localTransform.setArray(columnsOf(arrays.local_matrices[j]));
    } else {
      node.position.setArray(arrays.local_translations[j]);
      node.rotation.setArray(arrays.local_rotations[j]);
      node.scale.setArray(arrays.local_scales[j]);
    }
    (arrays.parents[j] < 0 ? root : nodes[arrays.parents[j]]).add(node);
  });
  root.update();
  return nodes;
}

/// A skeleton of nodes that stand where they are said to.
function skeletonOf(worlds) {
  const skeleton = new clay.Skeleton();
  worlds.forEach((world, index) => {
    const node = new clay.Node();
    node.setWorldTransform(matrix(world));
    node.worldTransform.setArray(columnsOf(world));
    skeleton.joints.push(new clay.Joint({ index, node }));
  });
  return skeleton;
}

function answerInverseBind({ arrays }) {
  return { inverse_binds: arrays.bind.map((rows) => {
    const inverse = new clay.Matrix4();
    clay.Matrix4.invert(inverse, matrix(rows));
    return rowsOf(inverse.array);
  }) };
}

/// What a skeleton gives to the shader.
function answerPalette({ arrays }) {
  const skeleton = skeletonOf(arrays.world);
  skeleton.setJointMatricesArray(new Float32Array(arrays.inverse_binds.flatMap(columnsOf)));
  skeleton.update();
  const all = skeleton.getSubSkinMatrices(0, arrays.world.map((_, j) => j));
  return { palette: arrays.world.map((_, j) => rowsOf(all.subarray(16 * j, 16 * j + 16))) };
}

const lerp = byThrees((a, b, t) => {
  const value = new clay.Vector3();
  clay.Vector3.lerp(value, new clay.Vector3(...a), new clay.Vector3(...b), t);
  return value.array;
});

const slerp = (a, b, t) => {
  const value = new clay.Quaternion();
  clay.Quaternion.slerp(value, new clay.Quaternion(...a), new clay.Quaternion(...b), t);
  return [...value.array];
};

const each = (between) => ({ arrays: { a, b, t } }) => ({ values: a.map((from, i) => between(from, b[i], t[i])) });

/// A clip of one track, which moves a node.
function answerLinear({ arrays: { times, values, is_rotation, t } }) {
  const [channel, width] = is_rotation[0] ? ["rotation", 4] : ["position", 3];
  const track = new clay.animation.SamplerTrack({ target: new clay.Node() });
  track.channels.time = times;
  track.channels[channel] = values.flatMap((row) => [...row, 0, 0, 0].slice(0, width));
  const clip = new clay.animation.TrackClip({ tracks: [track] });
  return { values: t.map((time) => {
    clip.setTime(time);
    return [...track.target[channel].array].slice(0, values[0].length);
  }) };
}

serve({ name: "ClayGL", version: clay.version, language: "JavaScript", homepage: "http://claygl.xyz" }, [
  { algorithm: "fk.matrix", levels: ["pose"], options: { scale_inheritance: ["with-shear"], rotations: ["as-given"] },
    answer: ({ arrays }) => ({ world: posedNodes(arrays).map(({ worldTransform }) => rowsOf(worldTransform.array)) }) },
  { algorithm: "skeleton.inverse-bind", levels: ["pose"], answer: answerInverseBind },
  { algorithm: "skeleton.palette", levels: ["pose"], answer: answerPalette },
  { algorithm: "interp.lerp", levels: ["pose"], options: { range: ["any"] }, answer: each(lerp) },
  { algorithm: "interp.slerp", levels: ["pose"], answer: each(slerp) },
  { algorithm: "anim.linear", levels: ["pose"], answer: answerLinear },
]);
