// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// A mesh in WebGL 2 that a camera shows: what the meshes of all pages have in common. A class for a page adds its
// buffers and draw(), and may add gestures.
'use strict';

// Colours by a number from 0 to 1, or one colour. Grey: no error.
const meshFragments = `#version 300 es
precision highp float;
in float share; in vec3 place;
uniform vec3 scale[10]; uniform vec4 flat_colour; uniform bool has_grey, is_shaded;
out vec4 colour;
void main() {
  float at = clamp(share, 0.0, 1.0) * 9.0;
  int below = min(int(at), 8);
  vec3 seen = mix(scale[below], scale[below + 1], at - float(below));
  if (has_grey && share < 0.5 / 255.0) seen = vec3(0.6);
  float light = is_shaded ? 0.55 + 0.45 * abs(normalize(cross(dFdx(place), dFdy(place))).z) : 1.0;
  colour = mix(vec4(seen * light, 1), flat_colour, flat_colour.a);
}`;

// Rotation and zoom of all views of one camera.
class Camera {
  constructor(yaw = 0.6, pitch = 0.3) {
    Object.assign(this, {yaw, pitch, zoom: 1, views: []});
  }
  orbit(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.min(1.57, Math.max(-1.57, this.pitch + pitch));
    this.draw();
  }
  nearer(factor) {
    this.zoom = Math.min(60, Math.max(0.2, this.zoom * factor));
    this.draw();
  }
  // The columns of the rotation.
  turn() {
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    return [cy, sp * sy, -cp * sy, 0, cp, sp, sy, -sp * cy, cp * cy];
  }
  draw() {
    for (const view of this.views) view.drawLater();
  }
}

class MeshCanvas {
  // Without WebGL 2, `gl` is null.
  constructor(canvas, camera) {
    Object.assign(this, {canvas, camera, gl: canvas.getContext('webgl2', {antialias: true})});
    camera.views.push(this);
  }
  // vertices: a shader with `share`, and with the rotated `place`. scale: ten colours. attributes: names, by location.
  start(vertices, scale, attributes = []) {
    const {gl} = this;
    this.program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertices], [gl.FRAGMENT_SHADER, meshFragments]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    attributes.forEach((name, place) => gl.bindAttribLocation(this.program, place, name));
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.program));
    gl.useProgram(this.program);
    gl.uniform3fv(this.at('scale'), scale.flat().map((part) => part / 255));
    gl.enable(gl.DEPTH_TEST);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }
  at(name) { return this.gl.getUniformLocation(this.program, name); }
  size() {
    const ratio = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
    return ratio > 1 ? [ratio, 1] : [1, 1 / Math.max(ratio, 1e-6)];
  }
  // Clears the canvas, shows it to the camera. Returns the dots of a pixel.
  clear() {
    const {gl, canvas, camera} = this, dots = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * dots;
    canvas.height = canvas.clientHeight * dots;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix3fv(this.at('turn'), false, camera.turn());
    gl.uniform2fv(this.at('size'), this.size());
    gl.uniform1f(this.at('zoom'), camera.zoom);
    return dots;
  }
  // The colour counts as much as its opacity. points: their size.
  look(colour, points, isShaded = false) {
    this.gl.uniform4fv(this.at('flat_colour'), colour);
    this.gl.uniform1f(this.at('points'), points);
    this.gl.uniform1i(this.at('is_shaded'), isShaded);
  }
  // Pixels of the canvas at which the camera sees a place of the mesh, and the depth.
  pixels(place) {
    const turn = this.camera.turn(), size = this.size(), {zoom} = this.camera;
    const row = (r) => turn[r] * place[0] + turn[3 + r] * place[1] + turn[6 + r] * place[2];
    return [(1 + row(0) * zoom / size[0]) / 2 * this.canvas.clientWidth,
      (1 - row(1) * zoom / size[1]) / 2 * this.canvas.clientHeight, row(2)];
  }
  // True if a drag from here is drag()'s, not the camera's.
  grab() { return false; }
  drag() {}
  click() {}
  listen() {
    const {canvas, camera} = this, held = new Map();
    let moved = 0, apart = 0, isGrabbed = false;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      held.set(event.pointerId, [event.offsetX, event.offsetY]);
      if (held.size === 1) moved = 0;
      apart = 0;
      isGrabbed = held.size === 1 && this.grab(event.offsetX, event.offsetY, event.pointerType);
    });
    canvas.addEventListener('pointermove', (event) => {
      const before = held.get(event.pointerId), now = [event.offsetX, event.offsetY];
      if (!before) return;
      held.set(event.pointerId, now);
      const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      moved += Math.abs(dx) + Math.abs(dy);
      if (held.size === 2) {
        const [a, b] = [...held.values()], distance = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (apart) camera.nearer(distance / apart);
        apart = distance;
      } else if (isGrabbed) this.drag(dx, dy);
      else camera.orbit(dx * 0.01, dy * 0.01);
    });
    const release = (event) => {
      const was = held.delete(event.pointerId);
      if (was && event.type === 'pointerup' && moved < 4) this.click(event.offsetX, event.offsetY);
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      camera.nearer(Math.exp(-event.deltaY * 0.001));
    }, {passive: false});
    const keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]};
    canvas.addEventListener('keydown', (event) => {
      if (keys[event.key]) camera.orbit(...keys[event.key]);
      else if (event.key === '+' || event.key === '=') camera.nearer(1.1);
      else if (event.key === '-') camera.nearer(1 / 1.1);
      else return;
      event.preventDefault();
    });
  }
}
