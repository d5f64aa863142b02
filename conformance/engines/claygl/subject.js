// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// ClayGL before the judge: README.md says what is declared and why.
import { createRequire } from "node:module";
import { byThrees, columnsOf, rowsOf, serve, singleFunctions } from "../adapter.js";

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

/// What a skeleton gives to the shader.
function palettes(world, inverses) {
  const skeleton = skeletonOf(world);
  skeleton.setJointMatricesArray(new Float32Array(inverses.flatMap(columnsOf)));
  skeleton.update();
  const all = skeleton.getSubSkinMatrices(0, world.map((_, j) => j));
  return world.map((_, j) => rowsOf(all.subarray(16 * j, 16 * j + 16)));
}

/// The numbers of an object that a function writes to its first argument.
const written = (made, write, ...operands) => {
  write(made, ...operands);
  return made.array;
};

const { Matrix4, Quaternion, Vector3 } = clay;

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
  ...singleFunctions({
    worlds: (arrays) => posedNodes(arrays).map(({ worldTransform }) => rowsOf(worldTransform.array)),
    inverses: (matrices) => matrices.map((rows) => rowsOf(written(new Matrix4(), Matrix4.invert, matrix(rows)))),
    palettes,
    lerp: byThrees((a, b, t) => written(new Vector3(), Vector3.lerp, new Vector3(...a), new Vector3(...b), t)),
    slerp: (a, b, t) => written(new Quaternion(), Quaternion.slerp, new Quaternion(...a), new Quaternion(...b), t),
    posing: { scale_inheritance: ["with-shear"], rotations: ["as-given"] },
  }),
  { algorithm: "anim.linear", levels: ["pose"], answer: answerLinear },
]);
