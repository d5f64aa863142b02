// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: runs in a page before its first script. Stores the page's subject, and captures the
// vertices of its WebGL 2 programs by transform feedback before each draw. README.md has the
// requirements of a page. given: names of programs' outputs that replace the page's.
(given) => {
  "use strict";
  const STANDARD = { positions: "gl_Position" };
  const WORD_BYTES = 4;
  let subject = null;
  let introduced; // the page has declared its capabilities
  const introduction = new Promise((resolve) => (introduced = resolve));
  let taken = null; // the draws of the current input, with their captures

  const api = {
    /// The number of the part that the page draws next; null: parts are drawn in order.
    part: null,
    /// The page calls this once.
    subject(description) {
      subject = description;
      introduced();
    },
  };
  Object.defineProperty(globalThis, "bindpose", { value: api });
  for (const name of ["alert", "confirm", "prompt"])
    globalThis[name] = () => {
      throw new Error(`${name}() waits for a person, but this page is not visible`);
    };

  // --- programs ---

  const proto = WebGL2RenderingContext.prototype;
  const original = {};
  for (const name of ["linkProgram", "transformFeedbackVaryings", "shaderSource", "attachShader", "drawArrays", "drawElements",
    "drawArraysInstanced", "drawElementsInstanced", "drawRangeElements"])
    original[name] = proto[name];

  const sources = new WeakMap(); // of shaders
  const shaders = new WeakMap(); // of programs
  const own = new WeakSet(); // programs with captures of the page itself
  const records = new WeakMap(); // by program: the captured outputs of a vertex, [{ array, name, numbers }]

  const varyings = () => ({ ...STANDARD, ...subject?.varyings, ...given });

  proto.shaderSource = function (shader, text) {
    sources.set(shader, text);
    return original.shaderSource.call(this, shader, text);
  };
  proto.attachShader = function (program, shader) {
    shaders.set(program, [...(shaders.get(program) ?? []), shader]);
    return original.attachShader.call(this, program, shader);
  };
  proto.transformFeedbackVaryings = function (program, names, mode) {
    if (names.length > 0) own.add(program);
    return original.transformFeedbackVaryings.call(this, program, names, mode);
  };

  const linked = (gl, program, names) => {
    original.transformFeedbackVaryings.call(gl, program, names, gl.INTERLEAVED_ATTRIBS);
    original.linkProgram.call(gl, program);
    return gl.getProgramParameter(program, gl.LINK_STATUS);
  };

  /// True if the text of the program's vertex shader may declare it; the compiler may still remove it.
  function mentions(gl, program, name) {
    if (name === "gl_Position") return true;
    const vertex = (shaders.get(program) ?? []).filter((shader) => gl.getShaderParameter(shader, gl.SHADER_TYPE) === gl.VERTEX_SHADER);
    return vertex.some((shader) => new RegExp(`\\b${name}\\b`).test(sources.get(shader) ?? ""));
  }

  const sizeOf = (gl, type) => ({ [gl.FLOAT]: 1, [gl.FLOAT_VEC2]: 2, [gl.FLOAT_VEC3]: 3, [gl.FLOAT_VEC4]: 4 })[type];

  /// Linking fails for a missing name, so names are added one by one.
  proto.linkProgram = function (program) {
    if (own.has(program)) return original.linkProgram.call(this, program);
    let names = [];
    for (const name of new Set(Object.values(varyings())))
      if (mentions(this, program, name) && linked(this, program, [...names, name])) names.push(name);
    if (!linked(this, program, names)) return;
    const sizes = names.map((name, i) => {
      const { type, size } = this.getTransformFeedbackVarying(program, i);
      return { name, numbers: sizeOf(this, type) * size };
    });
    records.set(program, sizes);
  };

  // --- draws ---

  /// The smallest count of all enabled attributes, except per-instance ones.
  function vertexCount(gl) {
    let least = Infinity;
    const bound = gl.getParameter(gl.ARRAY_BUFFER_BINDING);
    for (let i = 0; i < gl.getParameter(gl.MAX_VERTEX_ATTRIBS); ++i) {
      const about = (what) => gl.getVertexAttrib(i, what);
      if (!about(gl.VERTEX_ATTRIB_ARRAY_ENABLED) || about(gl.VERTEX_ATTRIB_ARRAY_DIVISOR) > 0) continue;
      const widths = { [gl.BYTE]: 1, [gl.UNSIGNED_BYTE]: 1, [gl.SHORT]: 2, [gl.UNSIGNED_SHORT]: 2, [gl.HALF_FLOAT]: 2 };
      const type = about(gl.VERTEX_ATTRIB_ARRAY_TYPE);
      const packed = type === gl.INT_2_10_10_10_REV || type === gl.UNSIGNED_INT_2_10_10_10_REV;
      const element = packed ? 4 : about(gl.VERTEX_ATTRIB_ARRAY_SIZE) * (widths[type] ?? 4);
      const stride = about(gl.VERTEX_ATTRIB_ARRAY_STRIDE) || element;
      gl.bindBuffer(gl.ARRAY_BUFFER, about(gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING));
      const room = gl.getBufferParameter(gl.ARRAY_BUFFER, gl.BUFFER_SIZE) - gl.getVertexAttribOffset(i, gl.VERTEX_ATTRIB_ARRAY_POINTER);
      least = Math.min(least, Math.floor((room - element) / stride) + 1);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, bound);
    return Number.isFinite(least) ? Math.max(least, 0) : 0;
  }

  const objects = new WeakMap(); // of contexts

  /// Records of all vertices, each once, for any draw mode.
  function captured(gl, record, vertices) {
    if (!objects.has(gl)) objects.set(gl, { feedback: gl.createTransformFeedback(), buffer: gl.createBuffer() });
    const { feedback, buffer } = objects.get(gl);
    const numbers = new Float32Array(vertices * record);
    const old = { feedback: gl.getParameter(gl.TRANSFORM_FEEDBACK_BINDING), read: gl.getParameter(gl.COPY_READ_BUFFER_BINDING),
      discards: gl.isEnabled(gl.RASTERIZER_DISCARD) };
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.bufferData(gl.COPY_READ_BUFFER, numbers.fill(NaN), gl.DYNAMIC_READ);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    original.drawArrays.call(gl, gl.POINTS, 0, vertices);
    gl.endTransformFeedback();
    if (!old.discards) gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, old.feedback);
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, numbers);
    gl.bindBuffer(gl.COPY_READ_BUFFER, old.read);
    return numbers;
  }

  /// Position of each array in the program's records.
  function placed(fields) {
    const places = {};
    for (const [array, name] of Object.entries(varyings())) {
      const index = fields.findIndex((field) => field.name === name);
      if (index < 0) continue;
      const before = fields.slice(0, index).reduce((sum, field) => sum + field.numbers, 0);
      places[array] = { at: before, width: fields[index].numbers };
    }
    return places;
  }

  function capture(gl) {
    if (!taken || gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE)) return;
    const fields = records.get(gl.getParameter(gl.CURRENT_PROGRAM)) ?? [];
    const vertices = vertexCount(gl);
    if (vertices === 0) return;
    const record = fields.reduce((sum, field) => sum + field.numbers, 0);
    const numbers = record > 0 ? captured(gl, record, vertices) : null;
    taken.push({ part: api.part, vertices, record, places: placed(fields), numbers });
  }

  for (const name of ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced", "drawRangeElements"])
    proto[name] = function (...given) {
      capture(this);
      return original[name].apply(this, given);
    };

  // --- inputs ---

  /// The first draw of a part; of all draws without a part, the next in order.
  function turnOf(part, draws) {
    return draws.find((draw) => draw.part === part) ?? draws.filter((draw) => draw.part === null)[part];
  }

  /// Engines also draw other things, such as textures that a part's shader reads: draws with positions come first.
  function drawOf(part, draws) {
    return turnOf(part, draws.filter(({ places }) => places.positions)) ?? turnOf(part, draws);
  }

  const roundingOfSum = 2 ** -16;  // more than the float32 error of weights that sum to 1

  /// The array's three numbers of each vertex. The device divides positions by a fourth number: 1 for an identity
  /// camera, or the sum of the weights if a blend of matrices moves (x, y, z, 1).
  function copyArray(array, draw, vertices, to) {
    const { at, width } = draw.places[array];
    for (let v = 0; v < vertices; ++v) {
      const from = v * draw.record + at;
      const w = array === "positions" && width > 3 ? draw.numbers[from + 3] : 1;
      if (Math.abs(w - 1) > roundingOfSum)
        throw new Error(`gl_Position.w is ${w}, expected 1: the camera and its projection must be the identity`);
      for (let k = 0; k < 3; ++k) to[3 * v + k] = w === 1 ? draw.numbers[from + k] : draw.numbers[from + k] / w;
    }
  }

  /// An array's vertices of all parts, one after the other.
  function collected(array, parts, draws) {
    const numbers = new Float32Array(3 * parts.reduce((sum, { vertices }) => sum + vertices, 0));
    let before = 0;
    parts.forEach(({ vertices }, part) => {
      const draw = drawOf(part, draws);
      if (!draw) throw new Error(`no draw of part ${part} was captured, of ${draws.length} in all`);
      if (!draw.places[array]) throw new Error(`the program that draws part ${part} has no varying '${varyings()[array]}' for ${array}, or was linked before bindpose.subject() was called: call that first`);
      if (draw.vertices < vertices) throw new Error(`${draw.vertices} vertices of part ${part} are drawn, expected ${vertices}`);
      copyArray(array, draw, vertices, numbers.subarray(3 * before));
      before += vertices;
    });
    return numbers;
  }

  function textOf(numbers) {
    const bytes = new Uint8Array(numbers.buffer);
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  }

  async function answer(question) {
    const start = performance.now();
    taken = [];
    api.part = null;
    try {
      await subject.draw(question);
      const arrays = {};
      const draws = await Promise.all(taken);
      for (const array of Object.keys(question.answers)) arrays[array] = textOf(collected(array, question.asset.parts, draws));
      return { seq: question.seq, ok: true, seconds: (performance.now() - start) / 1000, arrays };
    } catch (error) {
      return { seq: question.seq, ok: false, message: String(error?.message ?? error).toWellFormed() };
    } finally {
      taken = null;
    }
  }

  function device() {
    const gl = document.createElement("canvas").getContext("webgl2");
    const names = gl?.getExtension("WEBGL_debug_renderer_info");
    return gl ? gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER) : "no WebGL 2";
  }

  async function hello() {
    await introduction;
    const { implementation, capabilities, limits = {} } = subject;
    return { protocol: 1, implementation, capabilities, limits, device: hook.device ?? device() };
  }

  /// page_hook_webgpu.js adds draws here. device: the drawing device, if a page requests one.
  const hook = { varyings, taking: () => taken !== null, take: (draw) => taken?.push(draw), part: () => api.part, device: null };

  /// The judge's interface: the page can neither replace nor use it.
  Object.defineProperty(globalThis, "bindposeJudge", {
    value: Object.freeze({
      hello,
      answer,
    }),
  });
  return hook;
}
