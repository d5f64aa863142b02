// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A right implementation of what engines compute: matrices are 16 numbers, column after column.
export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const scaled = (a, s) => a.map((x) => x * s);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/// Of length 1; what has none stays 0.
export const unit = (a) => scaled(a, 1 / (Math.sqrt(dot(a, a)) || 1));
/// Of 3 x 3 rows and a translation.
const matrixOf = (rows, t) => [0, 1, 2].map((c) => [...rows.map((row) => row[c]), 0]).concat([[...t, 1]]).flat();
const columns = (m) => [0, 1, 2, 3].map((c) => m.slice(4 * c, 4 * c + 3));

export const turned = (m, d) => [0, 1, 2].map((r) => m[r] * d[0] + m[r + 4] * d[1] + m[r + 8] * d[2]);
export const moved = (m, p) => turned(m, p).map((x, r) => x + m[r + 12]);

function rotation([x, y, z, w]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

export const compose = (t, q, s) => matrixOf(rotation(q).map((row) => row.map((x, c) => x * s[c])), t);

export function product(a, b) {
  const [x, y, z, t] = columns(b);
  return [x, y, z].map((column) => [...turned(a, column), 0]).concat([[...moved(a, t), 1]]).flat();
}

export function inverse(m) {
  const [x, y, z, t] = columns(m);
  const rows = [cross(y, z), cross(z, x), cross(x, y)].map((row) => scaled(row, 1 / dot(x, cross(y, z))));
  return matrixOf(rows, rows.map((row) => -dot(row, t)));
}

export function slerp(a, b, t) {
  const near = dot(a, b) < 0 ? scaled(b, -1) : b;
  const lengthOf = (c) => Math.sqrt(dot(c, c));
  const angle = 2 * Math.atan2(lengthOf(a.map((x, i) => x - near[i])), lengthOf(a.map((x, i) => x + near[i])));
  const share = (u) => (angle === 0 ? u : Math.sin(u * angle) / Math.sin(angle));
  return a.map((x, i) => share(1 - t) * x + share(t) * near[i]);
}

/// The way t from a to b.
export const lerp = (a, b, t) => a.map((x, k) => (1 - t) * x + t * b[k]);
export const nlerp = (a, b, t) => unit(lerp(a, dot(a, b) < 0 ? scaled(b, -1) : b, t));
export const add = (a, b) => a.map((x, k) => x + b[k]);
export const between = (a, b) => b.map((x, k) => x - a[k]);

/// A direction by a positive multiple of the matrix' inverse transpose.
export function upright(m, d) {
  const [x, y, z] = columns(m);
  const sign = dot(x, cross(y, z)) < 0 ? -1 : 1;
  return unit([cross(y, z), cross(z, x), cross(x, y)].reduce((sum, column, c) => add(sum, scaled(column, sign * d[c])), [0, 0, 0]));
}

/// Hamilton's product of quaternions.
export function times([ax, ay, az, aw], [bx, by, bz, bw]) {
  const u = add(add(scaled([bx, by, bz], aw), scaled([ax, ay, az], bw)), cross([ax, ay, az], [bx, by, bz]));
  return [...u, aw * bw - ax * bx - ay * by - az * bz];
}
