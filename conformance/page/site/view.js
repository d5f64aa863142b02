// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh in WebGL 2 with its joints: colours by a number of each vertex, and joints to drag. After conformance/report/page/camera.js.
"use strict";
globalThis.bindposeView = (() => {
  const VERTEX = `#version 300 es
    in vec3 position; in float code;
    uniform mat3 turn; uniform vec3 middle; uniform vec2 size; uniform float zoom, unit, points;
    out float share; out vec3 place;
    void main() {
      place = turn * (position - middle) * unit;
      gl_Position = vec4(place.xy * zoom / size, clamp(-place.z * 0.25, -1.0, 1.0), 1);
      gl_PointSize = points;
      share = code;
    }`;
  // Quaternions (x, y, z, w).
  const times = ([a, b, c, d], [x, y, z, w]) =>
    [d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x, d * w - a * x - b * y - c * z];
  const inverse = ([x, y, z, w]) => [-x, -y, -z, w];
  const about = (axis, angle) => [0, 1, 2].map((c) => (c === axis ? Math.sin(angle / 2) : 0)).concat(Math.cos(angle / 2));

  /// A rotation of the world that looks like a drag of so many pixels.
  const dragged = ({ yaw, pitch }, dx, dy) => {
    const camera = times(about(0, pitch), about(1, yaw));
    return times(times(inverse(camera), times(about(1, dx * 0.01), about(0, dy * 0.01))), camera);
  };

  class View extends MeshCanvas {
    /// scale: ten colours. onJoint(joint) when a drag begins; onTurn(joint, world rotation) while it lasts.
    constructor(canvas, { camera, scale, onJoint = () => {}, onTurn = () => {} }) {
      super(canvas, camera);
      Object.assign(this, { onJoint, onTurn, joints: [], bones: [], selected: -1, count: 0, vertices: 0 });
      const { gl } = this;
      if (!gl) throw new Error("This browser does not offer WebGL 2, so the page cannot show the mesh.");
      this.buffers = Object.fromEntries(["positions", "codes", "joints"].map((name) => [name, gl.createBuffer()]));
      this.triangles = gl.createBuffer();
      this.start(VERTEX, scale, ["position", "code"]);
      gl.uniform1i(this.at("has_grey"), true);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.drawLater());
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
    drawLater() {
      this.waiting ??= requestAnimationFrame(() => this.draw());
    }
    draw() {
      this.waiting = undefined;
      const { gl } = this, dots = this.clear();
      if (!this.fitted) return;
      gl.uniform3fv(this.at("middle"), this.middle);
      gl.uniform1f(this.at("unit"), this.unit);
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
      this.look([dark, dark, dark, 1], 8 * dots);
      gl.drawArrays(gl.LINES, 0, 2 * this.bones.length);
      const handles = new Set(this.bones.flat());
      for (const joint of handles) gl.drawArrays(gl.POINTS, 2 * this.bones.length + joint, 1);
      this.look([0.9, 0.1, 0.1, 1], 14 * dots);
      if (this.selected >= 0) gl.drawArrays(gl.POINTS, 2 * this.bones.length + this.selected, 1);
      gl.enable(gl.DEPTH_TEST);
    }
    point(name, place, width) {
      const { gl } = this;
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, width, gl.FLOAT, false, 0, 0);
    }
    /// Where a point of the world is on the canvas, in its pixels.
    onCanvas(point) {
      return this.pixels(point.map((x, c) => (x - this.middle[c]) * this.unit));
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
    grab(x, y, pointer) {
      this.held = this.jointAt(x, y, pointer === "mouse" ? 14 : 24);
      if (this.held >= 0) this.onJoint(this.held);
      return this.held >= 0;
    }
    drag(dx, dy) {
      this.onTurn(this.held, dragged(this.camera, dx, dy));
    }
  }

  return { Camera, View, times, inverse, about };
})();
