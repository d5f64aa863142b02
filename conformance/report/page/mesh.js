// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// An interactive mesh, after camera.js. The page's data is in its data block; all text stays text, never HTML.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const find = (id) => document.getElementById(id);
const grey = 0.6;  // as in camera.js

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties))
    if (key in made) made[key] = value; else made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const foreign = (text) => (text === '' ? '' : element('bdi', {}, text));

// ---------------------------------------------------------------- numbers from base64
function bytesOf(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
const numbersOf = (Kind, blob) => new Kind(bytesOf(data.blobs[blob]).buffer);

// ---------------------------------------------------------------- interactive mesh
const vertexProgram = `#version 300 es
in vec3 expected, got; in float code;
uniform mat3 turn; uniform vec2 size; uniform float zoom, answer, points;
out float share; out vec3 place;
void main() {
  place = turn * mix(expected, got, answer);
  gl_Position = vec4(place.xy * zoom / size, -place.z * 0.25, 1);
  gl_PointSize = points;
  share = code;
}`;

class View extends MeshCanvas {
  constructor(mesh) {
    super(element('canvas', {tabIndex: 0, role: 'img'}), new Camera(0.5, 0.25));
    this.canvas.setAttribute('aria-label', 'The mesh in 3-D: arrow keys rotate it, plus and minus zoom');
    Object.assign(this, {mesh, answer: 1, byMetres: false, picked: null, isJudged: true});
    if (this.gl) this.prepare();
  }
  prepare() {
    const {gl, mesh} = this;
    this.start(vertexProgram, data.scale);
    this.judged = [this.places(mesh, mesh.expected), this.places(mesh, mesh.got)];
    this.buffers = {expected: gl.createBuffer(), got: gl.createBuffer()};
    this.colours = [numbersOf(Uint8Array, mesh.by_bound), numbersOf(Uint8Array, mesh.by_metres)].map((codes) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer); gl.bufferData(gl.ARRAY_BUFFER, codes, gl.STATIC_DRAW); return buffer; });
    this.showPlaces(...this.judged);
    this.triangles = this.indices(mesh.triangles);
    this.bones = this.indices(mesh.bones);
  }
  // Converts rounded coordinates of a box to positions around the middle of the judged mesh, whose longest side is
  // 1.7.
  places(box, blob) {
    const {low, high} = this.mesh, longest = Math.max(...high.map((end, c) => end - low[c]), 1e-300);
    return Float32Array.from(numbersOf(Uint16Array, blob), (step, i) => { const c = i % 3;
      return 1.7 / longest * (box.low[c] + step / 65535 * (box.high[c] - box.low[c]) - (low[c] + high[c]) / 2); });
  }
  showPlaces(expected, got) {
    const {gl} = this;
    Object.assign(this, {expected, got});
    for (const name of ['expected', 'got']) {
      const place = gl.getAttribLocation(this.program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.bufferData(gl.ARRAY_BUFFER, this[name], gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    }
  }
  // A moment of the baked clip, which has only expected positions; null: the judged moment.
  showMoment(baked_clip, blob) {
    this.isJudged = blob === null;
    const expected = this.isJudged ? null : this.places(baked_clip, blob);
    this.showPlaces(...(this.isJudged ? this.judged : [expected, expected]));
    this.draw();
  }
  // Both meshes at another moment, and the colours of the second.
  showBoth(expected, got, codes) {
    const {gl, mesh} = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.colours[0]); gl.bufferData(gl.ARRAY_BUFFER, numbersOf(Uint8Array, codes), gl.STATIC_DRAW);
    this.showPlaces(this.places(mesh, expected), this.places(mesh, got));
    this.draw();
  }
  indices(blob) {
    const {gl} = this, numbers = numbersOf(Uint16Array, blob), buffer = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    return {buffer, count: numbers.length};
  }
  drawLater() { this.draw(); }
  draw() {
    const {gl, camera} = this, dots = this.clear(), place = gl.getAttribLocation(this.program, 'code');
    gl.bindBuffer(gl.ARRAY_BUFFER, this.colours[this.byMetres ? 1 : 0]);
    gl.vertexAttribPointer(place, 1, gl.UNSIGNED_BYTE, true, 0, 0);
    // Other moments are not judged, so they have one colour, grey.
    if (this.isJudged) gl.enableVertexAttribArray(place); else gl.disableVertexAttribArray(place);
    gl.uniform1i(this.at('has_grey'), !this.isJudged || (!this.byMetres && this.mesh.worst_fraction > 1));
    this.part(gl.POINTS, null, 0, [grey, grey, grey, 1], 3 * dots);
    if (this.triangles.count) this.part(gl.TRIANGLES, this.triangles, this.answer, [0, 0, 0, 0], 1, true);
    if (this.bones.count) this.part(gl.LINES, this.bones, this.answer, [0, 0, 0, 0], 1);
    if (!this.triangles.count || this.mesh.vertices > this.expected.length / 3)
      this.part(gl.POINTS, null, this.answer, [0, 0, 0, 0], 5 * dots);
    if (this.picked && this.isJudged) this.part(gl.POINTS, null, this.answer, [0.9, 0.1, 0.1, 1], 10 * dots, false, this.picked[1]);
    this.canvas.dataset.view = [camera.yaw, camera.pitch, camera.zoom].map((x) => x.toFixed(3)).join(' ');
  }
  part(kind, indices, answer, colour, points, shaded = false, one = -1) {
    const {gl} = this;
    gl.uniform1f(this.at('answer'), answer);
    this.look(colour, points, shaded);
    if (indices) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.buffer);
    if (indices) gl.drawElements(kind, indices.count, gl.UNSIGNED_SHORT, 0);
    else gl.drawArrays(kind, one < 0 ? 0 : one, one < 0 ? this.expected.length / 3 : 1);
  }
  // Position of a drawn vertex on the canvas, in pixels.
  onCanvas(drawn) {
    return this.pixels([0, 1, 2].map((c) => {
      const [from, to] = [this.expected[3 * drawn + c], this.got[3 * drawn + c]];
      return from + (to - from) * this.answer;
    }));
  }
  click(x, y) {
    if (!this.isJudged) return;
    const near = this.mesh.numbered.map((numbered) => [numbered, this.onCanvas(numbered[1])])
      .map(([numbered, [px, py, depth]]) => [numbered, Math.hypot(px - x, py - y), depth]);
    const closest = Math.min(...near.map(([, distance]) => distance));
    const front = near.filter(([, distance]) => distance <= closest + 3).sort((a, b) => b[2] - a[2])[0];
    if (front) this.pick(front[0]);
  }
  pick(numbered) { this.picked = numbered; this.draw(); if (this.onPick) this.onPick(numbered); }
}
