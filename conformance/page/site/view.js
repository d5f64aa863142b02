// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh in WebGL 2 with its joints: colours by a number of each vertex, a camera that several views share, and joints to drag.
"use strict";
globalThis.bindposeView = (() => {
  const VERTEX = `#version 300 es
    in vec3 position; in float code;
    uniform mat3 turn; uniform vec3 middle; uniform vec2 size; uniform float zoom, depth, points;
    out float share; out vec3 place;
    void main() {
      place = turn * (position - middle) * zoom;
      gl_Position = vec4(place.xy / size, clamp(-place.z * depth, -1.0, 1.0), 1);
      gl_PointSize = points;
      share = code;
    }`;
  const FRAGMENT = `#version 300 es
    precision highp float;
    in float share; in vec3 place;
    uniform vec3 scale[10]; uniform vec4 flat_colour; uniform bool is_shaded;
    out vec4 colour;
    void main() {
      float at = clamp(share, 0.0, 1.0) * 9.0;
      int below = min(int(at), 8);
      vec3 seen = mix(scale[below], scale[below + 1], at - float(below));
      if (share < 0.002) seen = vec3(0.6);
      float light = is_shaded ? 0.5 + 0.5 * abs(normalize(cross(dFdx(place), dFdy(place))).z) : 1.0;
      colour = mix(vec4(seen * light, 1), flat_colour, flat_colour.a);
    }`;

  // Quaternions (x, y, z, w).
  const times = ([a, b, c, d], [x, y, z, w]) =>
    [d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x, d * w - a * x - b * y - c * z];
  const inverse = ([x, y, z, w]) => [-x, -y, -z, w];
  const about = (axis, angle) => [0, 1, 2].map((c) => (c === axis ? Math.sin(angle / 2) : 0)).concat(Math.cos(angle / 2));

  /// Rotation and zoom of all views of one camera.
  class Camera {
    constructor() {
      Object.assign(this, { yaw: 0.6, pitch: 0.3, zoom: 1, views: [] });
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
    /// Columns.
    turn() {
      const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
      return [cy, sp * sy, -cp * sy, 0, cp, sp, sy, -sp * cy, cp * cy];
    }
    /// A rotation of the world that looks like a drag of so many pixels.
    dragged(dx, dy) {
      const camera = times(about(0, this.pitch), about(1, this.yaw));
      return times(times(inverse(camera), times(about(1, dx * 0.01), about(0, dy * 0.01))), camera);
    }
    draw() {
      for (const view of this.views) view.drawLater();
    }
  }

  class View {
    /// scale: ten colours. onJoint(joint) when a drag begins; onTurn(joint, world rotation) while it lasts.
    constructor(canvas, { camera, scale, onJoint = () => {}, onTurn = () => {} }) {
      Object.assign(this, { canvas, camera, onJoint, onTurn, joints: [], bones: [], selected: -1, count: 0, vertices: 0 });
      this.gl = canvas.getContext("webgl2", { antialias: true });
      if (!this.gl) throw new Error("This browser does not offer WebGL 2, so the page cannot show the mesh.");
      camera.views.push(this);
      this.prepare(scale);
      this.listen();
      new ResizeObserver(() => this.draw()).observe(canvas);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.drawLater());
    }
    prepare(scale) {
      const { gl } = this, program = gl.createProgram();
      for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
      }
      gl.bindAttribLocation(program, 0, "position");
      gl.bindAttribLocation(program, 1, "code");
      gl.linkProgram(program);
      if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
      gl.useProgram(program);
      this.at = (name) => gl.getUniformLocation(program, name);
      this.buffers = Object.fromEntries(["positions", "codes", "joints"].map((name) => [name, gl.createBuffer()]));
      this.triangles = gl.createBuffer();
      gl.uniform3fv(this.at("scale"), scale.flat().map((part) => part / 255));
      gl.enable(gl.DEPTH_TEST);
    }
    give(name, numbers, kind = this.gl.DYNAMIC_DRAW) {
      this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[name]);
      this.gl.bufferData(this.gl.ARRAY_BUFFER, numbers, kind);
    }
    /// bones: pairs of joints.
    showCharacter({ triangles, bones }) {
      this.gl.bindBuffer(this.gl.ELEMENT_ARRAY_BUFFER, this.triangles);
      this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, triangles, this.gl.STATIC_DRAW);
      Object.assign(this, { count: triangles.length, bones, vertices: 0, joints: [], fitted: false });
    }
    /// codes: from 0 to 1, a colour of each vertex. joints: [[x, y, z]]. null: no positions.
    showPose(positions, codes, joints) {
      this.vertices = positions === null ? 0 : positions.length / 3;
      if (positions !== null) {
        this.give("positions", positions);
        this.give("codes", codes);
        if (!this.fitted) this.fit(positions);
      }
      this.joints = joints;
      this.drawLater();
    }
    /// The middle of the mesh, and the zoom at which its longest side is 0.85 of the canvas's shorter side.
    fit(positions) {
      const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
      for (let i = 0; i < positions.length; ++i) {
        if (!Number.isFinite(positions[i])) continue;
        low[i % 3] = Math.min(low[i % 3], positions[i]);
        high[i % 3] = Math.max(high[i % 3], positions[i]);
      }
      this.middle = low.map((end, c) => (end + high[c]) / 2);
      this.unit = 1.7 / Math.max(...high.map((end, c) => end - low[c]), 1e-30);
      this.fitted = true;
    }
    size() {
      const ratio = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
      return ratio > 1 ? [ratio, 1] : [1, 1 / Math.max(ratio, 1e-6)];
    }
    drawLater() {
      this.waiting ??= requestAnimationFrame(() => this.draw());
    }
    draw() {
      this.waiting = undefined;
      const { gl, canvas } = this, dots = devicePixelRatio || 1;
      canvas.width = canvas.clientWidth * dots;
      canvas.height = canvas.clientHeight * dots;
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      if (!this.fitted) return;
      gl.uniformMatrix3fv(this.at("turn"), false, this.camera.turn());
      gl.uniform3fv(this.at("middle"), this.middle);
      gl.uniform2fv(this.at("size"), this.size());
      gl.uniform1f(this.at("zoom"), this.camera.zoom * this.unit);
      gl.uniform1f(this.at("depth"), 0.25 / this.camera.zoom);
      if (this.vertices > 0) this.drawMesh(dots);
      this.drawJoints(dots);
    }
    drawMesh(dots) {
      const { gl } = this;
      this.point("positions", 0, 3);
      this.point("codes", 1, 1);
      this.look([0, 0, 0, 0], 4 * dots, this.count > 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.triangles);
      if (this.count > 0) gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_INT, 0);
      else gl.drawArrays(gl.POINTS, 0, this.vertices);
    }
    drawJoints(dots) {
      if (this.joints.length === 0) return;
      const { gl } = this, dark = matchMedia("(prefers-color-scheme: dark)").matches ? 0.9 : 0.1;
      gl.disable(gl.DEPTH_TEST);
      gl.disableVertexAttribArray(1);
      this.give("joints", new Float32Array([...this.bones.flat().flatMap((joint) => this.joints[joint]), ...this.joints.flat()]));
      this.point("joints", 0, 3);
      this.look([dark, dark, dark, 1], 8 * dots, false);
      gl.drawArrays(gl.LINES, 0, 2 * this.bones.length);
      const handles = new Set(this.bones.flat());
      for (const joint of handles) gl.drawArrays(gl.POINTS, 2 * this.bones.length + joint, 1);
      this.look([0.9, 0.1, 0.1, 1], 14 * dots, false);
      if (this.selected >= 0) gl.drawArrays(gl.POINTS, 2 * this.bones.length + this.selected, 1);
      gl.enable(gl.DEPTH_TEST);
    }
    point(name, place, width) {
      const { gl } = this;
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, width, gl.FLOAT, false, 0, 0);
    }
    look(colour, points, isShaded) {
      this.gl.uniform4fv(this.at("flat_colour"), colour);
      this.gl.uniform1f(this.at("points"), points);
      this.gl.uniform1i(this.at("is_shaded"), isShaded);
    }
    /// Where a point of the world is on the canvas, in its pixels.
    onCanvas(point) {
      const turn = this.camera.turn(), size = this.size(), zoom = this.camera.zoom * this.unit;
      const at = point.map((x, c) => (x - this.middle[c]) * zoom);
      const row = (r) => turn[r] * at[0] + turn[3 + r] * at[1] + turn[6 + r] * at[2];
      return [(1 + row(0) / size[0]) / 2 * this.canvas.clientWidth, (1 - row(1) / size[1]) / 2 * this.canvas.clientHeight];
    }
    selectedAt() {
      return this.onCanvas(this.joints[this.selected]);
    }
    jointAt(x, y, reach) {
      let nearest = -1;
      for (const joint of new Set(this.bones.flat())) {
        if (!this.joints[joint]) continue;
        const [px, py] = this.onCanvas(this.joints[joint]), distance = Math.hypot(px - x, py - y);
        if (distance <= reach) [nearest, reach] = [joint, distance];
      }
      return nearest;
    }
    listen() {
      const { canvas, camera } = this, held = new Map();
      let joint = -1, apart = 0;
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        held.set(event.pointerId, [event.offsetX, event.offsetY]);
        apart = 0;
        joint = held.size > 1 ? -1 : this.jointAt(event.offsetX, event.offsetY, event.pointerType === "mouse" ? 14 : 24);
        if (joint >= 0) this.onJoint(joint);
      });
      canvas.addEventListener("pointermove", (event) => {
        const before = held.get(event.pointerId), now = [event.offsetX, event.offsetY];
        if (!before) return;
        held.set(event.pointerId, now);
        const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
        if (held.size === 2) {
          const [a, b] = [...held.values()], distance = Math.hypot(a[0] - b[0], a[1] - b[1]);
          if (apart) camera.nearer(distance / apart);
          apart = distance;
        } else if (joint >= 0) this.onTurn(joint, camera.dragged(dx, dy));
        else camera.orbit(dx * 0.01, dy * 0.01);
      });
      for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => held.delete(event.pointerId));
      canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        camera.nearer(Math.exp(-event.deltaY * 0.001));
      }, { passive: false });
      const keys = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
      canvas.addEventListener("keydown", (event) => {
        if (keys[event.key]) camera.orbit(...keys[event.key]);
        else if (event.key === "+" || event.key === "=") camera.nearer(1.1);
        else if (event.key === "-") camera.nearer(1 / 1.1);
        else return;
        event.preventDefault();
      });
    }
  }

  return { Camera, View, times, inverse, about };
})();
