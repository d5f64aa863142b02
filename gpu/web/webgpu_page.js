// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the browser's side of WebGPU: shaders, buffers and dispatches, one call of the judge at a time. Results
// are plain objects; bytes use gpu/web/bytes.js.
"use strict";
(() => {
  const LIMITS = [
    "maxUniformBufferBindingSize", "maxStorageBuffersPerShaderStage", "maxStorageBufferBindingSize", "maxBufferSize",
    "minStorageBufferOffsetAlignment", "maxComputeInvocationsPerWorkgroup", "maxComputeWorkgroupSizeX",
    "maxComputeWorkgroupsPerDimension",
  ];
  const BINDING_TYPES = { uniform: "uniform", read: "read-only-storage", written: "storage" };
  const SCOPES = ["out-of-memory", "internal", "validation"];
  const WORD_BYTES = 4;

  const { received, receive, textOf } = globalThis.bindposeBytes;
  const programs = [];
  let device = null, lost = null; // a GPUDevice, a GPUDeviceLostInfo

  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const described = (error) => `${error.name ?? error.constructor.name}: ${error.message}`;

  /// Null without an adapter. The device has the adapter's values of the limits that matter.
  async function tryToOpen() {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) return null;
    const limits = Object.fromEntries(LIMITS.map((name) => [name, adapter.limits[name]]));
    device = await adapter.requestDevice({ requiredLimits: limits }).catch(() => null);
    if (!device) return null;
    lost = null;
    device.lost.then((info) => { lost = info; });
    await device.queue.onSubmittedWorkDone();
    await wait(50);
    return lost ? null : { info: adapter.info, limits };
  }

  /// Opens the device. If a driver does not start, the browser loses its devices and tries the next driver.
  async function open() {
    for (let left = 20; left > 0; --left) {
      const opened = await tryToOpen();
      if (!opened) await wait(100);
      if (!opened) continue;
      const { vendor, architecture, description, backend, type, isFallbackAdapter } = opened.info;
      return {
        vendor, renderer: description || architecture, version: `WebGPU on ${backend ?? ""}`, limits: opened.limits,
        software: Boolean(isFallbackAdapter) || type === "CPU",
      };
    }
    return null;
  }

  async function messageOfScope() {
    const error = await device.popErrorScope().catch(() => null); // of a lost device
    return error ? [described(error)] : [];
  }

  /// The result of `work`, or the messages of all errors meanwhile.
  async function watched(work) {
    for (const scope of SCOPES) device.pushErrorScope(scope);
    let reply = {};
    const thrown = [], errors = [];
    try { reply = await work(); } catch (error) { thrown.push(described(error)); }
    for (let scope = 0; scope < SCOPES.length; ++scope) errors.push(...await messageOfScope());
    errors.push(...thrown);
    await wait(0); // a loss is reported in a separate task
    if (lost) return { errors: ["GPUDevice.lost", `${lost.reason}: ${lost.message}`] };
    return errors.length > 0 ? { errors } : reply;
  }

  /// The compiler's errors, each with its line in the format of GLSL compilers.
  async function errorsOf(module) {
    const { messages } = await module.getCompilationInfo();
    return messages.filter(({ type }) => type === "error").map(({ lineNum, linePos, message }) => `0:${lineNum}:${linePos}: ${message}`);
  }

  /// buffers: [[binding, use]]
  async function pipelineOf(module, entryPoint, buffers) {
    const entries = buffers.map(([binding, use]) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type: BINDING_TYPES[use] } }));
    const group = device.createBindGroupLayout({ entries });
    const layout = device.createPipelineLayout({ bindGroupLayouts: [group] });
    return { group, pipeline: await device.createComputePipelineAsync({ layout, compute: { module, entryPoint } }) };
  }

  const compile = (code, entryPoint, buffers) => watched(async () => {
    device.pushErrorScope("validation"); // its messages have less detail
    const module = device.createShaderModule({ code });
    const log = await errorsOf(module);
    await messageOfScope();
    if (log.length > 0) return { where: "WGSL", log: log.join("\n") };
    try {
      programs.push({ buffers, ...await pipelineOf(module, entryPoint, buffers) });
    } catch (error) {
      if (!(error instanceof GPUPipelineError)) throw error;
      return { where: "pipeline", log: error.message };
    }
    return { program: programs.length - 1 };
  });

  function bufferOf(usage, size, fill) {
    const buffer = device.createBuffer({ size, usage, mappedAtCreation: true });
    fill(buffer.getMappedRange());
    buffer.unmap();
    return buffer;
  }

  function inputOf(binding, use) {
    const bytes = received.get(`binding ${binding}`);
    const usage = use === "uniform" ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE;
    return bufferOf(usage, bytes.length, (range) => new Uint8Array(range).set(bytes));
  }

  async function readBack(buffer) {
    await buffer.mapAsync(GPUMapMode.READ);
    return textOf(new Uint8Array(buffer.getMappedRange()));
  }

  /// Computes a part of a mesh from received bytes. Returns the whole poisoned buffer; only its range is bound.
  const capture = (job) => watched(async () => {
    const { pipeline, group, buffers } = programs[job.program];
    const size = job.words * WORD_BYTES;
    const captured = bufferOf(GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC, size, (range) => new Uint32Array(range).fill(job.poison));
    const copied = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const range = { buffer: captured, offset: job.guard * WORD_BYTES, size: job.range * WORD_BYTES };
    const entries = buffers.map(([binding, use]) => ({ binding, resource: binding === job.captured ? range : { buffer: inputOf(binding, use) } }));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: group, entries }));
    pass.dispatchWorkgroups(job.groups);
    pass.end();
    encoder.copyBufferToBuffer(captured, 0, copied, 0, size);
    device.queue.submit([encoder.finish()]);
    const words = await readBack(copied);
    for (const { resource } of entries) resource.buffer.destroy();
    copied.destroy();
    return { words };
  });

  /// For tests.
  const lose = () => device.destroy();

  globalThis.bindpose = { open, receive, compile, capture, lose };
})();
