// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OGL before the judge: README.md says what is declared and why.
import { readFileSync } from "node:fs";
import { GLTFAnimation, GLTFSkin, Mat4, Quat, Transform, Vec3 } from "ogl";
import { byThrees, columnsOf, rowsOf, serve, singleFunctions, tracks } from "../adapter.js";

const { version } = JSON.parse(readFileSync(new URL("node_modules/ogl/package.json", import.meta.url)));

/// What a skin wants of a WebGL context before it is drawn.
const gl = { canvas: {}, createTexture() {}, renderer: { parameters: {}, state: {} } };

const matrix = (rows) => new Mat4(...columnsOf(rows));

/// Transforms below a root, posed.
function posedNodes(arrays) {
  const root = new Transform();
  const nodes = arrays.parents.map(() => new Transform());
  nodes.forEach((node, j) => {
    node.position.fromArray(arrays.local_translations[j]);
    node.quaternion.fromArray(arrays.local_rotations[j]);
    node.scale.fromArray(arrays.local_scales[j]);
    node.setParent(arrays.parents[j] < 0 ? root : nodes[arrays.parents[j]]);
  });
  root.updateMatrixWorld();
  return nodes;
}

/// What a skin gives to its shader.
function palettes(world, inverses) {
  const joints = world.map((rows, j) => ({ worldMatrix: matrix(rows), bindInverse: matrix(inverses[j]) }));
  const skin = new GLTFSkin(gl, { skeleton: { joints }, program: { uniforms: { boneTexture: {}, boneTextureSize: {} } } });
  skin.updateUniforms();
  return joints.map((_, j) => rowsOf(skin.boneMatrices.subarray(16 * j, 16 * j + 16)));
}

/// A clip of one channel. Its clock is at 0 where its first key is.
const answerTrack = (interpolation) => ({ arrays: { times, values, is_rotation, t } }) => {
  const [transform, width] = is_rotation[0] ? ["quaternion", 4] : ["position", 3];
  const padded = (row) => (Array.isArray(row[0]) ? row.map(padded) : [...row, 0, 0, 0].slice(0, width));
  const asked = values[0].flat().length / (interpolation === "CUBICSPLINE" ? 3 : 1);
  const node = new Transform();
  const animation = new GLTFAnimation([{ node, transform, interpolation, times, values: values.map(padded).flat(Infinity) }]);
  animation.loop = false;
  return {
    values: t.map((time) => {
      animation.elapsed = time - animation.startTime;
      animation.update(1, true);
      return [...node[transform]].slice(0, asked);
    }),
  };
};

serve({ name: "OGL", version, language: "JavaScript", homepage: "https://github.com/oframe/ogl" }, [
  ...singleFunctions({
    worlds: (arrays) => posedNodes(arrays).map(({ worldMatrix }) => rowsOf(worldMatrix)),
    inverses: (matrices) => matrices.map((rows) => rowsOf(new Mat4().inverse(matrix(rows)))),
    palettes,
    lerp: byThrees((a, b, t) => new Vec3(...a).lerp(new Vec3(...b), t)),
    slerp: (a, b, t) => new Quat(...a).slerp(new Quat(...b), t).toArray(),
    posing: { scale_inheritance: ["with-shear"], rotations: ["as-given"], without: ["matrix-joints"] },
  }),
  ...tracks(answerTrack, ["STEP", "LINEAR", "CUBICSPLINE"]),
]);
