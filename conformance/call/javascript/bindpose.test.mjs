// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tests of the JavaScript package: right and wrong implementations of ten algorithms, compared with the
// verdicts and messages of the program BINDPOSE_PROGRAM; every 29th golden case of BINDPOSE_SOURCE
// (BINDPOSE_EVERY=1: all, which takes minutes); inputs of many kinds; errors; a posed file. ci/npm runs them.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as bindpose from "bindpose";
import { structs } from "./node_modules/bindpose/memory.mjs";
import { toBeRight } from "./node_modules/bindpose/matchers.mjs";
import { implementations, inFloat32 } from "./implementations.mjs";
import { lists, read, write } from "./safetensors.mjs";

const { BINDPOSE_PROGRAM: program, BINDPOSE_SOURCE: source, BINDPOSE_EVERY: every = 29 } = process.env;
const skin = "/usr/share/assimp/models/glTF2/simple_skin/simple_skin.gltf";
const folder = mkdtempSync(join(tmpdir(), "bindpose-"));
after(() => rmSync(folder, { recursive: true }));

/** The cases of the implementations, exported by the program. */
const questions = new Map();
before(() => {
  const filters = Object.keys(implementations).flatMap((name) => ["--filter", name]);
  execFileSync(program, ["export", join(folder, "questions"), ...filters], { stdio: "pipe" });
  for (const question of JSON.parse(readFileSync(join(folder, "questions/questions.json"))).questions)
    questions.set(question.case, { ...question, arrays: read(join(folder, "questions", question.input)) });
  assert.equal(questions.size, 10);
});

/** Outputs of an implementation, in their stored type. */
function outputs(name, defect, Stored = Float32Array) {
  const inputs = Object.fromEntries(Object.entries(questions.get(name).arrays).map(([each, array]) => [each, lists(array)]));
  const shapes = (rows) => (Array.isArray(rows) ? [rows.length, ...shapes(rows[0])] : []);
  return Object.fromEntries(Object.entries(implementations[name](inputs, defect)).map(([output, rows]) =>
    [output, { shape: shapes(rows), data: Stored.from(rows.flat(Infinity)) }]));
}

function judged(name, answer) {
  const { algorithm, options, arrays } = questions.get(name);
  return bindpose.judge(algorithm, answer, { ...arrays, options });
}

for (const [title, compute] of [
  ["in float32", (name) => inFloat32(() => outputs(name, 0))],
  ["in double, as float32", (name) => outputs(name, 0)],
  ["in double", (name) => outputs(name, 0, Float64Array)],
])
  test(`right implementations pass: ${title}`, () => {
    for (const name of questions.keys()) {
      const verdict = judged(name, compute(name));
      assert(verdict.isRight, `${name}: ${verdict.message()}`);
    }
  });

for (const defect of [0, 1, 2, 3])
  test(`verdicts and messages equal those of the program: defect ${defect}`, () => {
    for (const [name, { output }] of questions) write(join(folder, "questions", output), outputs(name, defect));
    spawnSync(program, ["judge", join(folder, "questions"), "--out", join(folder, `results-${defect}`)]);
    const results = JSON.parse(readFileSync(join(folder, `results-${defect}`, "results.json"))).results;
    assert.equal(results.length, questions.size);
    for (const wanted of results) {
      const verdict = judged(wanted.case, outputs(wanted.case, defect));
      assert.equal(verdict.outcome, defect === 0 ? "pass" : "fail", wanted.case);
      assert.deepEqual([verdict.outcome, verdict.detail, verdict.defect, verdict.precisionClass], [wanted.outcome, wanted.detail, wanted.defect, wanted.class ?? ""], wanted.case);
      assert(Math.abs(verdict.worstFraction / Number(wanted.worst_fraction) - 1) < 1e-5 || verdict.worstFraction === Number(wanted.worst_fraction), wanted.case);
    }
  });

/** Bounds as in golden files: 8 significant bits, rounded up. */
function roundedBound(bound) {
  if (!Number.isFinite(bound) || bound === 0) return bound;
  let unit = 2 ** (Math.floor(Math.log2(bound)) - 7);
  while (bound / unit > 256) unit *= 2;
  while (bound / unit <= 128) unit /= 2;
  return Math.ceil(bound / unit) * unit;
}

test("golden cases: the outputs pass; values and bounds equal the files", () => {
  let cases = 0, numbers = 0, bounds = 0;
  for (const { path } of bindpose.list().algorithms) {
    const data = join(source, "golden/data", path);
    for (const each of JSON.parse(readFileSync(join(data, "cases.json"))).cases.filter((_, i) => i % every === Math.min(3, every - 1))) {
      const file = read(join(data, each.file));
      const named = (prefix) => Object.fromEntries(Object.entries(file).filter(([name]) => name.startsWith(prefix)).map(([name, array]) => [name.slice(prefix.length), array]));
      const inputs = { ...named("input."), options: each.options }, expected = named("expected.");
      const verdict = bindpose.judge(path, expected, inputs);
      assert(verdict.isRight, `${each.name}: ${verdict.message()}`);
      const { arrays } = bindpose.evaluate(path, inputs);
      for (const [name, { shape, data: values }] of Object.entries({ ...named("tap."), ...expected })) {
        const array = arrays[name], bound = file[`bound.${name}`].data;
        assert.deepEqual(array.shape, shape, `${each.name} ${name}`);
        values.forEach((value, i) => {
          ++numbers;
          if (Math.fround(roundedBound(array.bounds[i])) === bound[i]) ++bounds;
          assert(!Number.isFinite(bound[i]) || Math.abs(array.values[i] - value) <= bound[i] * 1e-6, `${each.name} ${name} ${i}: ${array.values[i]}, expected ${value} +- ${bound[i]}`);
        });
      }
      ++cases;
    }
  }
  console.log(`${cases} golden cases, ${numbers} numbers, ${bounds} bounds are the same`);
  assert(cases > 100 && bounds / numbers > 0.99);
});

const oneVertex = () => ({ positions: [[0.5, 1, 2]], joints: [[0, 1]], weights: [[0.25, 0.75]],
  palette: [[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], [[0, -1, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]] });
const right = [[0.125, 0.625, 2]];

test("every kind of array is accepted", () => {
  for (const Type of [Float32Array, Float64Array]) {
    const inputs = Object.fromEntries(Object.entries(oneVertex()).map(([name, rows]) => [name, name === "joints" ? Uint8Array.from(rows.flat()) : Type.from(rows.flat(Infinity))]));
    bindpose.assertRight("lbs", Type.from(right[0]), inputs);
  }
  bindpose.assertRight("skinning.linear_blend", { positions: { shape: [1, 3], data: right[0] } }, { ...oneVertex(), positions: new Float32Array([9, 9, 0.5, 1, 2]).subarray(2) });
  bindpose.assertRight("linear_blend", [Float32Array.from(right[0])], { ...oneVertex(), normals: null, normal_rule: "direction" });
  assert.deepEqual(Array.from(bindpose.evaluate("lbs", oneVertex()).arrays.positions.values), right[0]);
  const two = { ...oneVertex(), positions: [0.5, 1, 2, 0.5, 1, 2], joints: [0, 1, 0, 1], weights: [0.25, 0.75, 0.25, 0.75] };
  assert.deepEqual(bindpose.evaluate("lbs", two).arrays.positions.shape, [2, 3]);
});

for (const [name, value, code, where] of [
  ["positions", [[0.1, 1, 2]], "NOT_FLOAT32", "positions[0][0]"],
  ["positions", [[NaN, 1, 2]], "NOT_FINITE", "positions[0]"],
  ["positions", [[0.5, 1, 2], [1]], "ARRAY_SHAPE", "positions[1]"],
  ["positions", [0.5, 1], "ARRAY_SHAPE", "positions"],
  ["positions", [[[0.5, 1, 2]]], "ARRAY_SHAPE", "positions"],
  ["positions", { shape: [2, 3], data: [1, 2, 3] }, "ARRAY_SHAPE", "positions"],
  ["positions", { shape: [-1, 3], data: [] }, "ARRAY_SHAPE", "positions"],
  ["positions", { shape: [1, 3], data: ["0.5", 1, 2] }, "ARRAY_TYPE", "positions"],
  ["positions", { shape: [1, 3], data: [null, 1, 2] }, "ARRAY_TYPE", "positions"],
  ["positions", { shape: [1, 3], data: Array(3) }, "ARRAY_TYPE", "positions"],
  ["positions", [], "ARRAY_SHAPE", "joints"],
  ["positions", [["a", 1, 2]], "ARRAY_TYPE", "positions"],
  ["positions", new BigInt64Array(3), "ARRAY_TYPE", "positions"],
  ["positions", true, "ARRAY_TYPE", "positions"],
  ["joints", [[0, 2]], "INDEX_RANGE", "joints[0][1]"],
  ["joints", [[0, 2 ** 40]], "ARRAY_TYPE", "joints"],
  ["joints", [[0.5, 1]], "ARRAY_TYPE", "joints"],
  ["position", [[0.5, 1, 2]], "ARRAY_UNKNOWN", "position"],
  ["normal_rule", "left", "OPTION_VALUE", "normal_rule"],
  ["rule", "left", "OPTION_UNKNOWN", "rule"],
])
  test(`refuses ${name} = ${Array.isArray(value) ? JSON.stringify(value) : String(value)}`, () => {
    assert.throws(() => bindpose.evaluate("lbs", { ...oneVertex(), [name]: value }), (error) => {
      assert(error instanceof bindpose.BindposeError, error);
      assert.deepEqual([error.code, error.where], [code, where], error.message);
      return error.message.includes(error.text) && error.text.length > 0;
    });
  });

test("an error among ten million vertices has its place", () => {
  const positions = new Float32Array(30_000_000);
  positions[29_999_998] = NaN;
  const refused = { code: "NOT_FINITE", where: "positions[9999999]" };
  assert.throws(() => bindpose.evaluate("lbs", { ...oneVertex(), positions, joints: { shape: [10_000_000, 1], data: new Int32Array(10_000_000) }, weights: null }), refused);
});

test("wrong calls are refused", () => {
  for (const [call, code] of [
    [() => bindpose.evaluate("lsb", {}), "ALGORITHM_UNKNOWN"], [() => bindpose.judge("lsb", [[1]], {}), "ALGORITHM_UNKNOWN"],
    [() => bindpose.explain("lsb"), "NAME_UNKNOWN"], [() => bindpose.sample("lbs", 0), "SIZE_RANGE"], [() => bindpose.sample("lbs", 1.5), "SIZE_RANGE"],
    [() => bindpose.sample("lbs", 1, -1), "SEED_RANGE"], [() => bindpose.sample("lbs", 1, 2n ** 64n), "SEED_RANGE"],
    [() => bindpose.judge("lbs", {}, oneVertex()), "OUTPUT_MISSING"], [() => bindpose.judge("lbs", { position: [1] }, oneVertex()), "ARRAY_UNKNOWN"],
    [() => bindpose.judge("lbs", right, oneVertex(), { accept: "half" }), "CLASS_UNKNOWN"], [() => bindpose.explain("lbs\0"), "TEXT_NUL"], [() => bindpose.pose([1]), "FILE_TYPE"],
  ])
    assert.throws(call, { name: "BindposeError", code });
  for (const wrong of [[[NaN, 1, 2]], [[1, 2]], []]) assert.equal(bindpose.judge("lbs", wrong, oneVertex()).outcome, "invalid-output");
  assert.throws(() => bindpose.pose(new TextEncoder().encode("{")), { code: /JSON/, where: "" });
});

test("a wrong output has a message with place, value, expectation, bound and defect", () => {
  assert.throws(() => bindpose.assertRight("lbs", oneVertex().positions, oneVertex()), (wrong) => {
    assert(wrong instanceof bindpose.Wrong);
    assert.equal(wrong.verdict.worst.place, "positions[0].x");
    assert.match(wrong.message, /^lbs: .*positions\[0\]\.x is 0\.5, expected 0\.125 \+- .*\n {2}defect: bind-pose-returned\n {2}next: bindpose\.explain\("bind-pose-returned"\)$/s);
    return bindpose.explain(wrong.verdict.defect).startsWith("bind-pose-returned: ");
  });
  const { pass, message } = toBeRight(oneVertex().positions, "lbs", oneVertex());
  assert(!pass && message().includes("defect: bind-pose-returned"));
  assert(toBeRight(right, "lbs", oneVertex()).pass);
});

test("a precision class can be accepted", () => {
  const inputs = { ...oneVertex(), weights: [Float32Array.of(0.3, 0.7)] }, weights = [77 / 255, 178 / 255];
  const coarse = [[0, 1, 2].map((r) => weights.reduce((sum, w, j) => sum + w * (inputs.palette[j][r][3] + [0, 1, 2].reduce((s, c) => s + inputs.palette[j][r][c] * inputs.positions[0][c], 0)), 0))];
  assert.equal(bindpose.judge("lbs", coarse, inputs).precisionClass, "unorm8-weights");
  assert(bindpose.judge("lbs", coarse, inputs, { accept: ["unorm8-weights"] }).isRight);
});

test("samples are valid inputs of every algorithm and depend only on the seed", () => {
  for (const { path } of bindpose.list().algorithms) {
    const inputs = bindpose.sample(path, 4, 2n ** 64n - 1n);
    assert.deepEqual(bindpose.sample(path, 4, 2n ** 64n - 1n), inputs);
    const { arrays } = bindpose.evaluate(path, inputs);
    const given = Object.fromEntries(Object.values(arrays).filter((each) => !each.isStage).map(({ name, shape, values }) => [name, { shape, data: values }]));
    assert.notEqual(bindpose.judge(path, given, inputs).outcome, "fail", path);
  }
});

test("a file can be posed", () => {
  const { parts: { "skin0-no-normals": moved } } = bindpose.pose(skin, { clip: 0, seconds: 0.5 });
  const { parts: { "skin0-no-normals": rest } } = bindpose.pose(new Uint8Array(readFileSync(skin)));
  assert.deepEqual([moved.palette.shape, rest.palette.shape], [[2, 3, 4], [2, 3, 4]]);
  assert.deepEqual(moved.palette.data.slice(0, 12), rest.palette.data.slice(0, 12));
  assert.notDeepEqual(moved.palette.data.slice(12), rest.palette.data.slice(12));
  assert(moved.joints.data instanceof Int32Array && moved.positions.data instanceof Float64Array);
  assert.throws(() => bindpose.pose(skin, { clip: "run" }), { code: "CLIP_UNKNOWN" });
  const document = JSON.parse(readFileSync(skin)), [buffer] = document.buffers;
  const bytes = Buffer.from(buffer.uri.split(",")[1], "base64");
  buffer.uri = "data/a%20buffer.bin";
  const apart = new TextEncoder().encode(JSON.stringify(document));
  assert.deepEqual(bindpose.pose(apart, { files: { "data/a buffer.bin": bytes } }).parts["skin0-no-normals"], rest);
  assert.throws(() => bindpose.pose(apart), { name: "BindposeError" });
  for (const name of ["", "/a.bin", "\\a.bin", "../a.bin", "data/../../a.bin", "data\\..\\a.bin", "C:/a.bin", "data/"])
    assert.throws(() => bindpose.pose(apart, { files: { [name]: bytes } }), { name: "BindposeError", code: "FILE_TYPE", where: `files["${name}"]` });
});

test("in a browser, the package loads or reports the reason", async () => {
  const { fetch } = globalThis, load = (word, response) => {
    globalThis.fetch = async () => response;
    return import(`./node_modules/bindpose/browser.mjs?${word}`);
  };
  try {
    await assert.rejects(load("absent", new Response("", { status: 404, statusText: "Not Found" })), /does not load: 404 Not Found$/);
    await assert.rejects(load("damaged", new Response("no WebAssembly")), WebAssembly.CompileError);
    const loaded = await load("right", new Response(readFileSync(new URL("node_modules/bindpose/library.wasm", import.meta.url))));
    assert(loaded.judge("lbs", right, oneVertex()).isRight);
  } finally {
    globalThis.fetch = fetch;
  }
});

test("require() loads the same functions", () => {
  const required = createRequire(import.meta.url)("bindpose");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(bindpose).sort());
  assert.equal(required.version(), bindpose.version());
  assert(required.judge("lbs", right, oneVertex()).isRight);
});

test("structs match the header", () => {
  const header = readFileSync(join(source, "conformance/include/bindpose/call.h"), "utf8").replace(/\/\*.*?\*\//gs, "");
  const kinds = { "const char*": "text", int32_t: "int32", uint32_t: "size", size_t: "size", double: "double" };
  for (const [name, { list }] of Object.entries(structs)) {
    const body = header.split(`typedef struct bindpose_${name} {`)[1].split(`} bindpose_${name};`)[0];
    const fields = body.split(";").map((line) => line.trim().replace(/\s+/g, " ")).filter((line) => line !== "").flatMap((line) => {
      const [, type, names] = line.match(/^(.*?[ *])(\w+(?:, \w+)*)$/);
      return names.split(", ").map((field) => `${field}:${kinds[type.trim()] ?? "pointer"}`);
    });
    assert.deepEqual(list.map(({ name: field, kind }) => `${field}:${kind}`), fields, name);
  }
});
