// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Vectors as arrays of three numbers. Matrices and quaternions are exercises.
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
/// Of any number of elements.
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/// Of any number of elements; what has no direction stays zero.
function normalize(a) {
  const length = Math.sqrt(dot(a, a));
  return length > 0 ? a.map((x) => x / length) : a;
}

export { add, subtract, scale, dot, cross, normalize };
