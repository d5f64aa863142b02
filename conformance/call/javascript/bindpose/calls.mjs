// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the calls of bindpose/call.h in JavaScript, with the library given to use().
import { Extents, isArray, passed } from "./arrays.mjs";
import { BindposeError, called, version as versionOf } from "./memory.mjs";

const outcomes = ["pass", "fail", "undecided", "invalid-output"];
let library, listed;

export { BindposeError };

/** Chooses the library: an instance of library.js. */
export function use(instance) {
  library = instance;
}

export const version = () => versionOf(library);

/** All algorithms and precision classes, as declared. */
export function list() {
  listed ??= JSON.parse(called(library, "list", () => [], ({ text }) => text));
  return listed;
}

/** An algorithm's page, arrays and options; a defect; a precision class; an option. */
export function explain(name) {
  return called(library, "explain", (room) => [room.text(name)], ({ text }) => text);
}

function declaredOf(algorithm) {
  const path = String(algorithm).replace(".", "/");
  return list().algorithms.find((each) => each.id === algorithm || each.path === algorithm || each.path === path || each.path.split("/")[1] === algorithm);
}

/** The algorithm, its options and its arrays. */
function question(algorithm, given) {
  const { options = {}, ...others } = given;
  const named = Object.entries(others).filter(([, value]) => value !== undefined && value !== null);
  const chosen = { ...options, ...Object.fromEntries(named.filter(([, value]) => typeof value === "string")) };
  const extents = new Extents();
  const arrays = passed(Object.fromEntries(named.filter(([, value]) => typeof value !== "string")), declaredOf(algorithm)?.arrays.inputs ?? [], extents);
  const give = (room) => room.structs("inputs", [{
    algorithm: room.text(algorithm), options: room.texts(Object.entries(chosen).map(([name, value]) => `${name}=${value}`)),
    input_count: Object.keys(arrays).length, inputs: room.tensors(arrays) }]);
  return { give, extents };
}

const undefinedRows = ({ undefined: rows, undefined_count: count }, reader) => reader.structs("undefined", rows, count);

/** Expected values and bounds of an algorithm: evaluate("lbs", { positions, joints, weights, palette }).arrays.positions.values. */
export function evaluate(algorithm, inputs) {
  const { give } = question(algorithm, inputs);
  return called(library, "evaluate", (room) => [give(room)], (result, reader) => ({
    arrays: Object.fromEntries(reader.structs("expected", result.expected, result.expected_count).map((each) => {
      const numbers = (address) => reader.numbers(address, each.element_count);
      return [each.name, {
        name: each.name, shape: reader.shape(each), values: numbers(each.values), bounds: numbers(each.bounds), isStage: each.is_stage !== 0,
        areRotations: each.are_rotations !== 0, lengthBound: each.length_bound,
        other: each.other_values === 0 ? null : { values: numbers(each.other_values), bounds: numbers(each.other_bounds) },
      }];
    })),
    undefinedRows: undefinedRows(result, reader),
  }));
}

/** The judge's verdict, as in `bindpose test`. Texts that do not apply are empty. */
export class Verdict {
  constructor(algorithm, said, arrays) {
    Object.assign(this, {
      algorithm, outcome: outcomes[said.outcome], detail: said.detail, defect: said.defect, defectSentence: said.defect_sentence,
      symptoms: said.symptoms === "" ? [] : said.symptoms.split("\n"), precisionClass: said.precision_class, policy: said.policy,
      firstWrongStage: said.first_wrong_stage, worstFraction: said.worst_fraction, arrays,
    });
  }

  get isRight() {
    return this.outcome === "pass";
  }

  /** The output with the worst number; if outputs fail, among these. */
  get worst() {
    const outputs = this.arrays.filter((array) => !array.isStage && array.judged > 0);
    return outputs.sort((a, b) => (b.failing > 0) - (a.failing > 0) || b.worstFraction - a.worstFraction)[0] ?? null;
  }

  /** The failure for people: numbers, place, value, expectation, bound; then the likely cause. */
  message() {
    const causes = [["defect", this.defect], ["class", this.precisionClass], ["policy", this.policy], ["first wrong stage", this.firstWrongStage],
      ["symptoms", this.symptoms.join("; ")]].filter(([, text]) => text !== "").map(([label, text]) => `  ${label}: ${text}`);
    const next = this.defect ? [`  next: bindpose.explain("${this.defect}")`] : [];
    return [`${this.algorithm}: ${this.detail || this.outcome}`, ...causes, ...next].join("\n");
  }
}

/** An error for wrong outputs, with the verdict. */
export class Wrong extends Error {
  constructor(verdict) {
    super(verdict.message());
    this.name = "Wrong";
    this.verdict = verdict;
  }
}

/** The verdict on outputs: an object of arrays by name, or the array of the algorithm's first output. accept: see bindpose/call.h. */
export function judge(algorithm, outputs, inputs, { accept = [] } = {}) {
  const declared = declaredOf(algorithm);
  const named = isArray(outputs) ? { [declared?.outputs[0] ?? "positions"]: outputs } : outputs;
  const { give, extents } = question(algorithm, inputs);
  const arrays = passed(named, declared ? [...declared.arrays.outputs, ...declared.arrays.stages].map((each) => ({ ...each, type: "real" })) : [], extents);
  const accepted = typeof accept === "string" ? [accept] : [...accept];
  return called(library, "judge", (room) => [give(room), room.tensors(arrays), Object.keys(arrays).length, room.texts(accepted)], (result, reader) => {
    const said = reader.struct("verdict", result.verdict);
    return new Verdict(algorithm, said, reader.structs("judged", said.arrays, said.array_count).map(
      ({ is_stage: isStage, worst_fraction: worstFraction, ...each }) => ({ ...each, isStage: isStage !== 0, worstFraction })));
  });
}

/** judge(), and throws Wrong unless it is a pass. */
export function assertRight(algorithm, outputs, inputs, more) {
  const verdict = judge(algorithm, outputs, inputs, more);
  if (!verdict.isRight) throw new Wrong(verdict);
  return verdict;
}

/** Makes files available by their paths, in an in-memory folder, during `call`. */
function withFiles(files, call) {
  const names = Object.keys(files);
  if (names.length === 0) return call(null);
  for (const name of names) // "" | "folder/" | "/absolute" | "C:..." | "../outside"
    if (/^$|[/\\]$|^[/\\]|^\w+:|(^|[/\\])\.\.([/\\]|$)/.test(name))
      throw new BindposeError("FILE_TYPE", `files["${name}"]`, "expected a relative path inside the file's folder");
  const folder = "/files";
  try {
    for (const name of names) {
      const path = `${folder}/${name}`;
      library.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      library.FS.writeFile(path, files[name]);
    }
    return call(folder);
  } finally {
    const remove = (path) => {
      if (!library.FS.isDir(library.FS.stat(path).mode)) return library.FS.unlink(path);
      for (const name of library.FS.readdir(path)) if (name !== "." && name !== "..") remove(`${path}/${name}`);
      return library.FS.rmdir(path);
    };
    if (library.FS.analyzePath(folder).exists) remove(folder);
  }
}

/** The meshes of a .glb or .gltf file (its bytes) at one moment. files: the buffers of a .gltf by their relative path. */
export function pose(file, { clip, seconds = 0, method = "lbs", files = {} } = {}) {
  if (!(file instanceof Uint8Array)) throw new BindposeError("FILE_TYPE", "file", "expected the bytes of a file as Uint8Array");
  return withFiles(files, (folder) => called(library, "pose", (room) => [
    room.bytes(file), file.length, folder === null ? 0 : room.text(folder), clip === undefined || clip === null ? 0 : room.text(clip), seconds, room.text(method),
  ], (result, reader) => {
    const parts = {};
    for (const { name, shape, data } of reader.tensors(result)) {
      const dot = name.lastIndexOf(".");
      (parts[name.slice(0, dot)] ??= {})[name.slice(dot + 1)] = { shape, data };
    }
    return { parts, undefinedRows: undefinedRows(result, reader) };
  }));
}

/** Valid random inputs of about `size` vertices, keys or joints; the same for the same seed on every machine. */
export function sample(algorithm, size = 16, seed = 0) {
  if (!Number.isSafeInteger(size) || size < 0 || size >= 2 ** 32) throw new BindposeError("SIZE_RANGE", "size", `${size}, expected 1 .. 1000000`);
  if ((typeof seed !== "bigint" && !Number.isSafeInteger(seed)) || BigInt.asUintN(64, BigInt(seed)) !== BigInt(seed))
    throw new BindposeError("SEED_RANGE", "seed", `${seed}, expected 0 .. 2**64 - 1`);
  return called(library, "sample", (room) => [room.text(algorithm), size, BigInt(seed)],
    (result, reader) => Object.fromEntries(reader.tensors(result).map(({ name, shape, data }) => [name, { shape, data }])));
}
