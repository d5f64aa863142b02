// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What adapters in JavaScript have in common: the conversation with the judge, and the questions that a library of vectors,
// quaternions and matrices can answer, put to its functions. No formula stands here but the order of the calls.
import plug from "../course/javascript/plug.js";

/// Answers what is declared: a table of { algorithm, levels, options, answer(question) }.
export function serve(implementation, table, limits) {
  return plug.serve(implementation, table.map(({ answer, ...capability }) => capability),
    (question) => table.find(({ algorithm, levels }) =>
      algorithm === question.algorithm && levels.includes(question.level)).answer(question), limits);
}

/// Rows (C | t) as the 16 numbers of a matrix, column after column.
export const columnsOf = (rows) => [0, 1, 2, 3].flatMap((c) => [...rows.map((row) => row[c]), c === 3 ? 1 : 0]);

/// Back again, from anything with 16 numbers.
export const rowsOf = (m) => [0, 1, 2].map((row) => [m[row], m[row + 4], m[row + 8], m[row + 12]]);

/// A function of numbers by threes, of rows of any width.
export const byThrees = (lerp) => (a, b, t) => {
  const three = (row, at) => [0, 1, 2].map((k) => row[at + k] ?? 0);
  const starts = a.map((_, k) => k).filter((k) => k % 3 === 0);
  return starts.flatMap((at) => [...lerp(three(a, at), three(b, at), t)]).slice(0, a.length);
};

/// World matrices by the library's compose(translation, rotation, scale) and product(parent, local).
export function worldMatrices({ compose, product, matrix }, arrays) {
  const local = (j) => (arrays.local_is_matrix?.[j] ? matrix(arrays.local_matrices[j])
    : compose(arrays.local_translations[j], arrays.local_rotations[j], arrays.local_scales[j]));
  const world = [];
  const of = (j) => (world[j] ??= arrays.parents[j] < 0 ? local(j) : product(of(arrays.parents[j]), local(j)));
  arrays.parents.forEach((_, j) => of(j));
  return world;
}

/// The skinned mesh by the library's zero(), add(sum, matrix, weight), point(matrix, p) and direction(matrix, d).
export function skinned({ zero, add, point, direction }, palette, { joints, weights, positions, normals, tangents }) {
  const blended = positions.map((_, v) => joints[v].reduce((sum, joint, slot) =>
    (weights[v][slot] === 0 ? sum : add(sum, palette[joint], weights[v][slot])), zero()));
  return {
    positions: positions.map((p, v) => [...point(blended[v], p)]),
    normals: normals?.map((n, v) => [...direction(blended[v], n)]),
    tangents: tangents?.map((t, v) => [...direction(blended[v], t.slice(0, 3)), t[3]]),
  };
}

const each = (between) => ({ arrays: { a, b, t } }) =>
  ({ values: a.map((row, i) => [...between(row, b[i], t[i])]) });

/// The table of single functions: worlds(arrays), inverses(matrices) and palettes(world, inverses) give
/// rows (C | t), lerp and slerp of two rows and a parameter a row. posing, range: the conventions of
/// fk.matrix and interp.lerp.
export function singleFunctions({ worlds, inverses, palettes, lerp, slerp, posing, range = ["any"] }) {
  const answers = {
    "fk.matrix": ({ arrays }) => ({ world: worlds(arrays) }),
    "skeleton.inverse-bind": ({ arrays }) => ({ inverse_binds: inverses(arrays.bind) }),
    "skeleton.palette": ({ arrays }) => ({ palette: palettes(arrays.world, arrays.inverse_binds) }),
    "interp.lerp": each(lerp),
    "interp.slerp": each(slerp),
  };
  const options = { "fk.matrix": posing, "interp.lerp": { range } };
  return Object.entries(answers).map(([algorithm, answer]) =>
    ({ algorithm, levels: ["pose"], options: options[algorithm], answer }));
}

/// The table of tracks: track(kind) answers for a kind of interpolation: steps, linear, cubic splines.
export const tracks = (track, kinds) => ["anim.step", "anim.linear", "anim.cubicspline"]
  .map((algorithm, i) => ({ algorithm, levels: ["pose"], answer: track(kinds[i]) }));

/// The meshes of several parts, one after the other.
export const joined = (parts) => Object.fromEntries(["positions", "normals", "tangents"]
  .map((name) => [name, parts.flatMap((part) => part[name])]));

/// The table of a library { matrix(rows), rows(matrix), compose, product, inverse, lerp, slerp } and, if it skins, what
/// skinned() calls. skin: the conventions that follow from its functions.
export function tableOf(library, skin) {
  const { matrix, rows, product, inverse } = library;
  const products = (world, inverses) => world.map((m, j) => product(m, matrix(inverses[j])));
  const answerLinearBlend = ({ arrays }) => {
    if (arrays.palette) return skinned(library, arrays.palette.map(matrix), arrays);
    const world = worldMatrices(library, arrays);
    const palette = products(world, arrays.inverse_binds);
    return { world: world.map(rows), palette: palette.map(rows), ...skinned(library, palette, arrays) };
  };
  const table = singleFunctions({
    ...library,
    worlds: (arrays) => worldMatrices(library, arrays).map(rows),
    inverses: (matrices) => matrices.map((m) => rows(inverse(matrix(m)))),
    palettes: (world, inverses) => products(world.map(matrix), inverses).map(rows),
  });
  if (skin) {
    table.push({ algorithm: "lbs", levels: ["palette"], options: skin, answer: answerLinearBlend },
      { algorithm: "lbs", levels: ["pose"], options: { ...skin, without: ["tracks"] }, answer: answerLinearBlend });
  }
  return table;
}
