// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the counterpart of page_hook.js for WebGPU. After each submission, it runs every draw's
// vertices through the page's own vertex shader again, by a pipeline of the same layout: a new
// entry calls the page's entry as a function, and stores one output in a texture, one texel per
// vertex. hook: result of page_hook.js.
(hook) => {
  "use strict";
  if (!globalThis.GPUDevice) return;
  const ROW = 1024; // texels
  const TEXEL_NUMBERS = 4;
  const TEXEL_BYTES = 16;

  const texts = new WeakMap(); // source of modules, without comments
  const pipelines = new WeakMap(); // source of each pipeline, and the pipelines that store its outputs
  const states = new WeakMap(); // state of passes
  const own = new WeakSet(); // passes of this script
  const draws = new WeakMap(); // draws of encoders, then of their command buffers

  const withoutComments = (text) => text.replace(/\/\/.*|\/\*[^]*?\*\//g, "");

  /// The function calls the page's own function, then the additional one.
  function beside(prototype, name, then) {
    const original = prototype[name];
    prototype[name] = function (...given) {
      const result = original.apply(this, given);
      then(this, given, result);
      return result;
    };
  }

  beside(GPUAdapter.prototype, "requestDevice", ({ info }) => (hook.device = `WebGPU on ${info.description || info.vendor} ${info.architecture}`));
  beside(GPUDevice.prototype, "createShaderModule", (_, [{ code }], made) => texts.set(made, withoutComments(code)));
  const keep = (device, { layout, vertex }, made) => pipelines.set(made, { device, layout, vertex: { ...vertex }, storing: new Map() });
  beside(GPUDevice.prototype, "createRenderPipeline", (device, [descriptor], made) => keep(device, descriptor, made));
  beside(GPUDevice.prototype, "createRenderPipelineAsync", (device, [descriptor], promised) =>
    promised.then((made) => keep(device, descriptor, made), () => {}));

  // --- draws ---

  beside(GPUCommandEncoder.prototype, "beginRenderPass", (encoder, _, begun) => states.set(begun, { encoder, groups: [], buffers: [] }));
  const pass = GPURenderPassEncoder.prototype;
  beside(pass, "setPipeline", (at, [pipeline]) => (states.get(at).pipeline = pipeline));
  const copied = (given) => (typeof given?.slice === "function" ? given.slice() : given); // offsets, which pages reuse
  beside(pass, "setBindGroup", (at, given) => (states.get(at).groups[given[0]] = given.map(copied)));
  beside(pass, "setVertexBuffer", (at, given) => (states.get(at).buffers[given[0]] = given));
  const FIRST_INSTANCE = { draw: 3, drawIndexed: 4, drawIndirect: Infinity, drawIndexedIndirect: Infinity }; // index of this argument
  for (const name of Object.keys(FIRST_INSTANCE))
    beside(pass, name, (at, given) => {
      const { encoder, pipeline, groups, buffers } = states.get(at);
      if (!hook.taking() || own.has(at)) return;
      const draw = { part: hook.part(), pipeline, groups: [...groups], buffers: [...buffers], instance: given[FIRST_INSTANCE[name]] ?? 0 };
      draws.set(encoder, [...(draws.get(encoder) ?? []), draw]);
    });
  beside(GPUCommandEncoder.prototype, "finish", (encoder, _, made) => draws.set(made, draws.get(encoder)));
  beside(GPUQueue.prototype, "submit", (_, [submitted]) =>
    [...submitted].flatMap((each) => draws.get(each) ?? []).forEach((draw) => hook.take(captured(draw))));

  const bytesOf = (format) => {
    const [, bits, count = 1] = /(\d+)(?:x(\d))?/.exec(format);
    return format.includes("10-10-10-2") ? 4 : (bits / 8) * count;
  };

  /// The smallest count of all vertex buffers.
  function vertexCount({ vertex }, buffers) {
    let least = Infinity;
    (vertex.buffers ?? []).forEach((layout, slot) => {
      if (!layout || layout.stepMode === "instance" || !buffers[slot]) return;
      const [, buffer, offset = 0, size = buffer.size - offset] = buffers[slot];
      const end = Math.max(...[...layout.attributes].map((attribute) => attribute.offset + bytesOf(attribute.format)));
      least = Math.min(least, Math.floor((size - end) / layout.arrayStride) + 1);
    });
    return Number.isFinite(least) ? Math.max(least, 0) : 0;
  }

  // --- shaders ---

  const withoutAttributes = (text) => text.replace(/@\w+\s*(\([^)]*\))?/g, "");

  /// Position of the closing bracket.
  function closing(text, at) {
    for (let depth = 0; at < text.length; ++at) {
      if (text[at] === "(") ++depth;
      if (text[at] === ")" && --depth === 0) break;
    }
    return at;
  }

  /// "a : f32, b : array<f32, 2>" split at its outermost commas.
  function listed(text) {
    const parts = [""];
    let depth = 0;
    for (const c of text) {
      if ("(<".includes(c)) ++depth;
      if (")>".includes(c)) --depth;
      if (c === "," && depth === 0) parts.push("");
      else parts[parts.length - 1] += c;
    }
    return parts.map((part) => part.trim()).filter((part) => part !== "");
  }

  const nameOf = (declared) => /(\w+)\s*:/.exec(withoutAttributes(declared))[1];
  const isBuiltin = (declared, name) => new RegExp(`@builtin\\s*\\(\\s*${name}\\s*\\)`).test(declared);

  /// Members of a struct; empty for another type.
  function membersOf(text, type) {
    const struct = new RegExp(`struct\\s+${type}\\s*\\{([^}]*)\\}`).exec(text);
    return struct ? listed(struct[1]) : [];
  }

  /// The shader's name for the vertex index: a parameter or struct member; null: none.
  function vertexIndexOf(text, parameters) {
    for (const parameter of parameters) {
      if (isBuiltin(parameter, "vertex_index")) return nameOf(parameter);
      const member = membersOf(text, /\w*$/.exec(parameter)[0]).find((each) => isBuiltin(each, "vertex_index"));
      if (member) return `${nameOf(parameter)}.${nameOf(member)}`;
    }
    return null;
  }

  /// Splits the entry of the vertex shader into its parts.
  function entryOf(text, entryPoint) {
    const found = new RegExp(`@vertex\\s+fn\\s+(${entryPoint ?? "\\w+"})\\s*\\(`).exec(text);
    if (!found) throw new Error("the vertex shader's entry was not found: its text must have @vertex fn");
    const open = found.index + found[0].length - 1;
    const close = closing(text, open);
    const body = text.indexOf("{", close);
    const [parameters, result] = [listed(text.slice(open + 1, close)), text.slice(close + 1, body).replace("->", "").trim()];
    return { name: found[1], begin: found.index, body, parameters, result };
  }

  /// The outputs by name, each { expression, numbers }; the position is also gl_Position.
  function outputsOf(text, { result }) {
    const members = membersOf(text, withoutAttributes(result).trim());
    if (members.length === 0) return { gl_Position: { expression: "made", numbers: 4 } };
    const outputs = {};
    for (const member of members) {
      const numbers = Number(/vec(\d)/.exec(withoutAttributes(member))?.[1] ?? 1);
      const output = { expression: `made.${nameOf(member)}`, numbers };
      outputs[nameOf(member)] = output;
      if (isBuiltin(member, "position")) outputs.gl_Position = output;
    }
    return outputs;
  }

  /// The shader with another entry that stores one output.
  function storingText(text, entry, { expression, numbers }, rows) {
    const index = vertexIndexOf(text, entry.parameters);
    const parameters = index ? entry.parameters : [...entry.parameters, "@builtin(vertex_index) bindposeVertex : u32"];
    const vertex = index ?? "bindposeVertex";
    const own = `fn ${entry.name}(${entry.parameters.map(withoutAttributes).join(", ")}) -> ${withoutAttributes(entry.result)} `;
    const padding = "0.0, ".repeat(TEXEL_NUMBERS - numbers).slice(0, -2);
    return `${text.slice(0, entry.begin)}${own}${text.slice(entry.body)}
      struct BindposeStored { @builtin(position) at : vec4f, @location(0) @interpolate(flat) numbers : vec4f }
      @vertex fn bindposeStore(${parameters.join(", ")}) -> BindposeStored {
        let made = ${entry.name}(${entry.parameters.map(nameOf).join(", ")});
        let texel = vec2f(vec2u(${vertex} % ${ROW}, ${vertex} / ${ROW})) + 0.5;
        let at = vec4f(texel * vec2f(2.0, -2.0) / vec2f(${ROW}, ${rows}) + vec2f(-1.0, 1.0), 0.0, 1.0);
        return BindposeStored(at, vec4f(${[expression, padding].filter((part) => part !== "").join(", ")}));
      }
      @fragment fn bindposeKeep(@location(0) @interpolate(flat) numbers : vec4f) -> @location(0) vec4f { return numbers; }`;
  }

  /// The pipeline that stores an output of another pipeline; created once.
  function storing(made, text, entry, name, output, rows) {
    const key = `${name} ${rows}`;
    if (made.storing.has(key)) return made.storing.get(key);
    const module = made.device.createShaderModule({ code: storingText(text, entry, output, rows) });
    const pipeline = made.device.createRenderPipeline({
      layout: made.layout,
      vertex: { ...made.vertex, module, entryPoint: "bindposeStore" },
      fragment: { module, entryPoint: "bindposeKeep", targets: [{ format: "rgba32float" }] },
      primitive: { topology: "point-list" },
    });
    made.storing.set(key, pipeline);
    return pipeline;
  }

  // --- capture ---

  /// One output of all vertices, four numbers each.
  async function stored(device, pipeline, { groups, buffers, instance }, vertices, rows) {
    const drawnTo = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
    const texture = device.createTexture({ size: [ROW, rows], format: "rgba32float", usage: drawnTo });
    const readFrom = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    const buffer = device.createBuffer({ size: ROW * rows * TEXEL_BYTES, usage: readFrom });
    const encoder = device.createCommandEncoder();
    const storingPass = encoder.beginRenderPass({ colorAttachments: [{ view: texture.createView(), loadOp: "clear", storeOp: "store" }] });
    own.add(storingPass);
    storingPass.setPipeline(pipeline);
    groups.forEach((given) => storingPass.setBindGroup(...given));
    buffers.forEach((given) => storingPass.setVertexBuffer(...given));
    storingPass.draw(vertices, 1, 0, instance);
    storingPass.end();
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: ROW * TEXEL_BYTES }, [ROW, rows]);
    device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const numbers = new Float32Array(buffer.getMappedRange().slice(0));
    buffer.destroy();
    texture.destroy();
    return numbers;
  }

  /// page_hook.js's record of a draw: here each array's numbers are contiguous, with the positions of a vertex's
  /// numbers.
  async function captured(drawn) {
    const { part } = drawn;
    const made = pipelines.get(drawn.pipeline);
    const vertices = vertexCount(made, drawn.buffers);
    const draw = { part, vertices, record: 0, places: {}, numbers: null };
    if (vertices === 0) return draw;
    if (made.layout === "auto") throw new Error("a pipeline has the layout 'auto', which pipelines cannot share: expected a GPUPipelineLayout");
    const text = texts.get(made.vertex.module);
    const entry = entryOf(text, made.vertex.entryPoint);
    const outputs = outputsOf(text, entry);
    const rows = Math.ceil(vertices / ROW);
    const fields = Object.entries(hook.varyings()).filter(([, name]) => outputs[name]);
    made.device.pushErrorScope("validation");
    const reading = fields.map(([, name]) =>
      stored(made.device, storing(made, text, entry, name, outputs[name], rows), drawn, vertices, rows));
    const wrong = await made.device.popErrorScope();
    if (wrong) throw new Error(`a vertex shader cannot run a second time: ${wrong.message}`);
    const read = await Promise.all(reading);
    draw.record = TEXEL_NUMBERS * fields.length;
    draw.numbers = new Float32Array(vertices * draw.record);
    fields.forEach(([array, name], field) => {
      draw.places[array] = { at: TEXEL_NUMBERS * field, width: outputs[name].numbers };
      for (let v = 0; v < vertices; ++v)
        draw.numbers.set(read[field].subarray(TEXEL_NUMBERS * v, TEXEL_NUMBERS * (v + 1)), v * draw.record + TEXEL_NUMBERS * field);
    });
    return draw;
  }
}
