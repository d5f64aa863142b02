// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// An interactive mesh. The page's data is in its data block; all text stays text, never HTML.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const find = (id) => document.getElementById(id);
const grey = 0.6;

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
const fragmentProgram = `#version 300 es
precision highp float;
in float share; in vec3 place;
uniform vec3 scale[10]; uniform vec4 flat_colour; uniform bool has_grey, is_shaded;
out vec4 colour;
void main() {
  float at = clamp(share, 0.0, 1.0) * 9.0;
  int below = min(int(at), 8);
  vec3 seen = mix(scale[below], scale[below + 1], at - float(below));
  if (has_grey && share < 0.5 / 255.0) seen = vec3(${grey});
  float light = is_shaded ? 0.55 + 0.45 * abs(normalize(cross(dFdx(place), dFdy(place))).z) : 1.0;
  colour = mix(vec4(seen * light, 1), flat_colour, flat_colour.a);
}`;

function programOf(gl) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertexProgram], [gl.FRAGMENT_SHADER, fragmentProgram]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  return program;
}

class View {
  constructor(mesh) {
    this.mesh = mesh;
    this.canvas = element('canvas', {tabIndex: 0, role: 'img'});
    this.canvas.setAttribute('aria-label', 'The mesh in 3-D: arrow keys rotate it, plus and minus zoom');
    this.gl = this.canvas.getContext('webgl2', {antialias: true});
    Object.assign(this, {yaw: 0.5, pitch: 0.25, zoom: 1, answer: 1, byMetres: false, picked: null, isJudged: true});
    if (this.gl) this.prepare();
  }
  prepare() {
    const {gl, mesh} = this;
    this.program = programOf(gl);
    this.judged = [this.places(mesh, mesh.expected), this.places(mesh, mesh.got)];
    this.buffers = {expected: gl.createBuffer(), got: gl.createBuffer()};
    this.colours = [numbersOf(Uint8Array, mesh.by_bound), numbersOf(Uint8Array, mesh.by_metres)].map((codes) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer); gl.bufferData(gl.ARRAY_BUFFER, codes, gl.STATIC_DRAW); return buffer; });
    this.showPlaces(...this.judged);
    this.triangles = this.indices(mesh.triangles);
    this.bones = this.indices(mesh.bones);
    gl.uniform3fv(this.at('scale'), data.scale.flat().map((x) => x / 255));
    gl.enable(gl.DEPTH_TEST);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }
  at(name) { return this.gl.getUniformLocation(this.program, name); }
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
  turn() {
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    return [cy, sp * sy, -cp * sy, 0, cp, sp, sy, -sp * cy, cp * cy];  // columns
  }
  size() { const ratio = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
    return ratio > 1 ? [ratio, 1] : [1, 1 / Math.max(ratio, 1e-6)]; }
  draw() {
    const {gl, canvas} = this, dots = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * dots; canvas.height = canvas.clientHeight * dots;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const place = gl.getAttribLocation(this.program, 'code');
    gl.bindBuffer(gl.ARRAY_BUFFER, this.colours[this.byMetres ? 1 : 0]);
    gl.vertexAttribPointer(place, 1, gl.UNSIGNED_BYTE, true, 0, 0);
    // Other moments are not judged, so they have one colour, grey.
    if (this.isJudged) gl.enableVertexAttribArray(place); else gl.disableVertexAttribArray(place);
    gl.uniformMatrix3fv(this.at('turn'), false, this.turn());
    gl.uniform2fv(this.at('size'), this.size());
    gl.uniform1f(this.at('zoom'), this.zoom);
    gl.uniform1i(this.at('has_grey'), !this.isJudged || (!this.byMetres && this.mesh.worst_fraction > 1));
    this.part(gl.POINTS, null, 0, [grey, grey, grey, 1], 3 * dots);
    if (this.triangles.count) this.part(gl.TRIANGLES, this.triangles, this.answer, [0, 0, 0, 0], 1, true);
    if (this.bones.count) this.part(gl.LINES, this.bones, this.answer, [0, 0, 0, 0], 1);
    if (!this.triangles.count || this.mesh.vertices > this.expected.length / 3)
      this.part(gl.POINTS, null, this.answer, [0, 0, 0, 0], 5 * dots);
    if (this.picked && this.isJudged) this.part(gl.POINTS, null, this.answer, [0.9, 0.1, 0.1, 1], 10 * dots, false, this.picked[1]);
    canvas.dataset.view = [this.yaw, this.pitch, this.zoom].map((x) => x.toFixed(3)).join(' ');
  }
  part(kind, indices, answer, colour, points, shaded = false, one = -1) {
    const {gl} = this;
    gl.uniform1f(this.at('answer'), answer); gl.uniform4fv(this.at('flat_colour'), colour);
    gl.uniform1f(this.at('points'), points); gl.uniform1i(this.at('is_shaded'), shaded);
    if (indices) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.buffer);
    if (indices) gl.drawElements(kind, indices.count, gl.UNSIGNED_SHORT, 0);
    else gl.drawArrays(kind, one < 0 ? 0 : one, one < 0 ? this.expected.length / 3 : 1);
  }
  // Position of a drawn vertex on the canvas, in pixels.
  onCanvas(drawn) {
    const turn = this.turn(), size = this.size();
    const p = [0, 1, 2].map((c) => {
      const [from, to] = [this.expected[3 * drawn + c], this.got[3 * drawn + c]];
      return from + (to - from) * this.answer;
    });
    const row = (r) => turn[r] * p[0] + turn[3 + r] * p[1] + turn[6 + r] * p[2];
    return [(1 + row(0) * this.zoom / size[0]) / 2 * this.canvas.clientWidth,
      (1 - row(1) * this.zoom / size[1]) / 2 * this.canvas.clientHeight, row(2)];
  }
  pickAt(x, y) {
    if (!this.isJudged) return;
    const near = this.mesh.numbered.map((numbered) => [numbered, this.onCanvas(numbered[1])])
      .map(([numbered, [px, py, depth]]) => [numbered, Math.hypot(px - x, py - y), depth]);
    const closest = Math.min(...near.map(([, distance]) => distance));
    const front = near.filter(([, distance]) => distance <= closest + 3).sort((a, b) => b[2] - a[2])[0];
    if (front) this.pick(front[0]);
  }
  pick(numbered) { this.picked = numbered; this.draw(); if (this.onPick) this.onPick(numbered); }
  listen() {
    const {canvas} = this, held = new Map();
    let moved = 0, apart = 0;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId); held.set(event.pointerId, [event.offsetX, event.offsetY]);
      if (held.size === 1) moved = 0; apart = 0; });
    canvas.addEventListener('pointermove', (event) => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const now = [event.offsetX, event.offsetY];
      held.set(event.pointerId, now);
      moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
      if (held.size === 2) {
        const [a, b] = [...held.values()], distance = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (apart) this.nearer(distance / apart);
        apart = distance;
      } else this.orbit((now[0] - before[0]) * 0.01, (now[1] - before[1]) * 0.01);
    });
    const release = (event) => {
      const was = held.delete(event.pointerId);
      if (was && event.type === 'pointerup' && moved < 4) this.pickAt(event.offsetX, event.offsetY); };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('wheel', (event) => { event.preventDefault(); this.nearer(Math.exp(-event.deltaY * 0.001)); },
      {passive: false});
    const keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]};
    canvas.addEventListener('keydown', (event) => {
      if (keys[event.key]) this.orbit(...keys[event.key]);
      else if (event.key === '+' || event.key === '=') this.nearer(1.1);
      else if (event.key === '-') this.nearer(1 / 1.1);
      else return;
      event.preventDefault(); });
  }
  orbit(yaw, pitch) {
    this.yaw += yaw; this.pitch = Math.min(1.57, Math.max(-1.57, this.pitch + pitch)); this.draw(); }
  nearer(times) { this.zoom = Math.min(60, Math.max(0.2, this.zoom * times)); this.draw(); }
}
