// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the browser's side of gpu/web: programs, buffers and draws in WebGL 2, one call of the judge at a time.
// Results are plain objects; bytes use gpu/web/bytes.js.
"use strict";
(() => {
  const canvas = globalThis.document ? document.createElement("canvas") : globalThis.OffscreenCanvas && new OffscreenCanvas(1, 1); // in a worker
  const gl = canvas?.getContext("webgl2", { antialias: false, depth: false, alpha: false });
  if (!gl) return; // without globalThis.bindpose

  const LIMITS = [
    "MAX_VERTEX_ATTRIBS", "MAX_VERTEX_UNIFORM_COMPONENTS", "MAX_VERTEX_UNIFORM_BLOCKS", "MAX_UNIFORM_BLOCK_SIZE",
    "MAX_UNIFORM_BUFFER_BINDINGS", "UNIFORM_BUFFER_OFFSET_ALIGNMENT", "MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS",
    "MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS", "MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS",
    "MAX_VERTEX_OUTPUT_COMPONENTS", "MAX_VERTEX_TEXTURE_IMAGE_UNITS", "MAX_TEXTURE_SIZE",
  ];
  const ERRORS = [
    "INVALID_ENUM", "INVALID_VALUE", "INVALID_OPERATION", "INVALID_FRAMEBUFFER_OPERATION", "OUT_OF_MEMORY",
    "CONTEXT_LOST_WEBGL",
  ];
  const BLOCK_BINDING = 0;
  const FRAME_UNIT = 0, PALETTE_UNIT = 1;
  const WORD_BYTES = 4;

  const { received, receive, textOf } = globalThis.bindposeBytes;
  const programs = [];
  const buffers = new Map(), textures = new Map(); // made once
  const attributes = gl.createVertexArray();
  const query = gl.createQuery();
  const channel = new MessageChannel();

  const known = (objects, name, make) => {
    if (!objects.has(name)) objects.set(name, make());
    return objects.get(name);
  };
  const bufferOf = (name) => known(buffers, name, () => gl.createBuffer());
  const floats = (name) => new Float32Array(received.get(name).buffer);

  /// Names of all pending errors; a lost context is one.
  function errors() {
    const names = [];
    for (let error = gl.getError(); error !== gl.NO_ERROR && names.length < 16; error = gl.getError())
      names.push(ERRORS.find((name) => gl[name] === error) ?? String(error));
    if (gl.isContextLost() && !names.includes("CONTEXT_LOST_WEBGL")) names.push("CONTEXT_LOST_WEBGL");
    return names;
  }

  function describe() {
    const names = gl.getExtension("WEBGL_debug_renderer_info");
    const said = {
      vendor: gl.getParameter(names ? names.UNMASKED_VENDOR_WEBGL : gl.VENDOR),
      renderer: gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER),
      version: gl.getParameter(gl.VERSION),
      glsl: gl.getParameter(gl.SHADING_LANGUAGE_VERSION),
      limits: Object.fromEntries(LIMITS.map((name) => [name, gl.getParameter(gl[name])])),
    };
    const failed = errors(); // in a lost context, everything is null
    return failed.length > 0 ? { errors: failed } : said;
  }

  function compile(vertex, fragment, varyings) {
    const program = gl.createProgram();
    const stages = [["vertex shader", gl.VERTEX_SHADER, vertex], ["fragment shader", gl.FRAGMENT_SHADER, fragment]];
    for (const [where, type, text] of stages) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return { where, log: gl.getShaderInfoLog(shader) ?? "", errors: errors() };
      gl.attachShader(program, shader);
    }
    gl.transformFeedbackVaryings(program, varyings, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS))
      return { where: "linking", log: gl.getProgramInfoLog(program) ?? "", errors: errors() };
    programs.push(program);
    return { program: programs.length - 1, errors: errors() };
  }

  /// Numbers of the draw, then the values of the uniform inputs.
  function giveUniforms(program, job) {
    for (const [name, value] of Object.entries(job.numbers))
      gl.uniform1ui(gl.getUniformLocation(program, name), value);
    const values = floats("uniforms");
    let at = 0;
    for (const { name, count, array } of job.uniforms) {
      const set = array ? "uniform1fv" : `uniform${count}fv`;
      if (count > 0) gl[set](gl.getUniformLocation(program, name), values.subarray(at, at + count));
      at += count;
    }
  }

  function giveTexture(program, name, unit, width) {
    const texels = floats(name);
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, known(textures, name, () => gl.createTexture()));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, texels.length / 4 / width, 0, gl.RGBA, gl.FLOAT, texels);
    gl.uniform1i(gl.getUniformLocation(program, name), unit);
  }

  function giveBlock(program) {
    const index = gl.getUniformBlockIndex(program, "Palette");
    if (index !== gl.INVALID_INDEX) gl.uniformBlockBinding(program, index, BLOCK_BINDING);
    const buffer = bufferOf("palette");
    gl.bindBuffer(gl.UNIFORM_BUFFER, buffer);
    gl.bufferData(gl.UNIFORM_BUFFER, received.get("palette"), gl.STREAM_DRAW);
    gl.bindBufferBase(gl.UNIFORM_BUFFER, BLOCK_BINDING, buffer);
  }

  function giveJoints(program, job) {
    if (job.palette === "block") giveBlock(program);
    if (job.palette === "uniforms") gl.uniform4fv(gl.getUniformLocation(program, "palette"), floats("palette"));
    if (job.palette === "texture") giveTexture(program, "palette", PALETTE_UNIT, job.paletteWidth);
  }

  function pointAttributes(job) {
    gl.bindVertexArray(attributes);
    for (const name of new Set(job.attributes.map(({ buffer }) => `vertices ${buffer}`))) {
      gl.bindBuffer(gl.ARRAY_BUFFER, bufferOf(name));
      gl.bufferData(gl.ARRAY_BUFFER, received.get(name), gl.STREAM_DRAW);
    }
    const most = gl.getParameter(gl.MAX_VERTEX_ATTRIBS);
    for (let location = 0; location < most; ++location) gl.disableVertexAttribArray(location);
    for (const [location, { numbers, type, normalized, integer, buffer, stride, offset }] of job.attributes.entries()) {
      gl.bindBuffer(gl.ARRAY_BUFFER, bufferOf(`vertices ${buffer}`));
      gl.enableVertexAttribArray(location);
      gl.vertexAttribDivisor(location, job.instanced ? 1 : 0);
      if (integer) gl.vertexAttribIPointer(location, numbers, type, stride, offset);
      else gl.vertexAttribPointer(location, numbers, type, normalized, stride, offset);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
  }

  /// A buffer filled with poison; only its range is captured to.
  function bindPoisoned(job) {
    const buffer = bufferOf("captured");
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, new Uint32Array(job.words).fill(job.poison), gl.DYNAMIC_READ);
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null);
    gl.bindBufferRange(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer, job.guard * WORD_BYTES, job.range * WORD_BYTES);
  }

  function draw(job) {
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
    gl.beginTransformFeedback(gl.POINTS);
    if (job.instanced) gl.drawArraysInstanced(gl.POINTS, 0, 1, job.drawn);
    else gl.drawArrays(gl.POINTS, job.first, job.drawn);
    gl.endTransformFeedback();
    gl.endQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
  }

  function readBack(job) {
    const words = new Uint32Array(job.words);
    gl.bindBuffer(gl.COPY_READ_BUFFER, bufferOf("captured"));
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, words);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    return textOf(new Uint8Array(words.buffer));
  }

  const nextTask = () => new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });

  /// WebGL reports a query's result in a later task.
  async function written() {
    while (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE) && !gl.isContextLost()) await nextTask();
    return gl.getQueryParameter(query, gl.QUERY_RESULT);
  }

  /// Draws a part of a mesh from received bytes. Returns the whole poisoned buffer and the query's count.
  async function capture(job) {
    const program = programs[job.program];
    gl.useProgram(program);
    giveUniforms(program, job);
    giveJoints(program, job);
    if (job.frameWidth > 0) giveTexture(program, "frame_texture", FRAME_UNIT, job.frameWidth);
    pointAttributes(job);
    bindPoisoned(job);
    const refused = errors();
    if (refused.length > 0) return { errors: refused };
    draw(job);
    const words = readBack(job);
    const failed = errors();
    if (failed.length > 0) return { errors: failed };
    return { written: await written(), words, errors: errors() };
  }

  /// For tests.
  const lose = () => gl.getExtension("WEBGL_lose_context").loseContext();

  globalThis.bindpose = { describe, receive, compile, capture, lose };
})();
