// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: converts callers' arrays (lists of lists, flat typed arrays, { shape, data }) to a shape and a type of the
// library.
import { BindposeError } from "./memory.mjs";

const isList = (given) => Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView));
const isShaped = (given) => typeof given === "object" && given !== null && isList(given.data) && Array.isArray(given.shape);
const count = (shape) => shape.reduce((a, b) => a * b, 1);

/** True for a single array; false for an object of arrays by name. */
export const isArray = (given) => isList(given) || isShaped(given);

function checkNumber(name, given) {
  if (typeof given !== "number") throw new BindposeError("ARRAY_TYPE", name, `has an element of the type ${typeof given}, expected a number`);
}

/** Extents of a list of lists; appends its numbers to `numbers`. */
function nested(name, given, numbers) {
  if (!isList(given)) {
    checkNumber(name, given);
    numbers.push(given);
    return [];
  }
  let inner = [];
  for (let i = 0; i < given.length; ++i) {
    const extents = nested(name, given[i], numbers);
    if (i > 0 && String(extents) !== String(inner))
      throw new BindposeError("ARRAY_SHAPE", `${name}[${i}]`, `has the shape [${extents}], expected [${inner}] as of ${name}[0]`);
    inner = extents;
  }
  return [given.length, ...inner];
}

/** Numbers in a type of the library: integers if so declared, and if all numbers are integers. */
function typed(name, numbers, isInteger) {
  if (numbers instanceof Float32Array || numbers instanceof Float64Array || (isInteger && numbers instanceof Int32Array)) return numbers;
  if (numbers.length > 0 && typeof numbers[0] === "bigint") throw new BindposeError("ARRAY_TYPE", name, "has integers of 64 bits, expected 32");
  if (!isInteger || !numbers.every(Number.isInteger)) return Float64Array.from(numbers);
  if (numbers.some((x) => x !== (x | 0))) throw new BindposeError("ARRAY_TYPE", name, "has an integer that does not fit in 32 bits");
  return Int32Array.from(numbers);
}

/** { shape, numbers }; without a shape if they are flat. */
function taken(name, given) {
  if (typeof given === "number") return { numbers: [given] };
  if (isShaped(given)) {
    if (given.shape.some((extent) => !Number.isInteger(extent) || extent < 0) || count(given.shape) !== given.data.length)
      throw new BindposeError("ARRAY_SHAPE", name, `${given.data.length} numbers do not fill [${given.shape}]`);
    if (Array.isArray(given.data)) for (const each of given.data) checkNumber(name, each); // also rejects holes
    return { shape: given.shape, numbers: given.data };
  }
  if (!isList(given)) throw new BindposeError("ARRAY_TYPE", name, `has the type ${typeof given}, expected an array`);
  if (ArrayBuffer.isView(given)) return { numbers: given };
  const numbers = [], shape = nested(name, given, numbers);
  return shape.length > 1 ? { shape, numbers } : { numbers };
}

/** Extents of flat arrays from the declared shape: 12 numbers of [V, 3] are [4, 3]. A letter is the same number in all arrays. */
class Extents {
  constructor() {
    this.known = new Map();
  }

  learn(declared, shape) {
    declared.forEach((extent, d) => {
      if (typeof extent === "string" && d < shape.length && !this.known.has(extent)) this.known.set(extent, shape[d]);
    });
  }

  /** Undefined if the extents are not known yet. */
  of(name, declared, length) {
    const letters = declared.filter((extent) => typeof extent === "string");
    const unknown = letters.length === 1 ? letters : letters.filter((letter) => !this.known.has(letter));
    if (unknown.length > 1) return undefined;
    const others = declared.filter((extent) => extent !== unknown[0]).map((extent) => this.known.get(extent) ?? extent);
    const rest = count(others), extent = unknown.length === 0 ? 1 : rest === 0 ? 0 : length / rest;
    if (!Number.isInteger(extent) || (unknown.length === 0 && rest !== length))
      throw new BindposeError("ARRAY_SHAPE", name, `${length} numbers do not fill [${declared.map((e) => this.known.get(e) ?? e).join(", ")}]`);
    return declared.map((each) => (each === unknown[0] ? extent : this.known.get(each) ?? each));
  }
}

/** The declaration of an array, for example of track_<i>_times for track_0_times. */
function declarationOf(name, declared) {
  const numbered = name.replace(/\d+/, "<i>");
  return declared.find((each) => each.name === name) ?? declared.find((each) => each.name === numbered);
}

/** Arrays by name as { shape, data }. declared: arrays of the algorithm with name, shape and type. extents: known from other arrays of the call. */
export function passed(given, declared, extents = new Extents()) {
  const entries = Object.entries(given).map(([name, value]) => ({ name, declaration: declarationOf(name, declared), ...taken(name, value) }));
  const letters = (each) => each.declaration.shape.map((e) => (typeof e === "string" && each.name.startsWith("track_") ? `${each.name.match(/\d*/g).join("")}${e}` : e));
  for (const each of entries) if (each.shape && each.declaration) extents.learn(letters(each), each.shape);
  for (let waiting = entries.filter((each) => !each.shape), before = Infinity; waiting.length < before;) {
    before = waiting.length;
    for (const each of waiting) {
      each.shape = each.declaration ? extents.of(each.name, letters(each), each.numbers.length) : [each.numbers.length];
      if (each.shape && each.declaration) extents.learn(letters(each), each.shape);
    }
    waiting = waiting.filter((each) => !each.shape);
  }
  return Object.fromEntries(entries.map(({ name, declaration, shape, numbers }) => {
    if (!shape) throw new BindposeError("ARRAY_SHAPE", name, `[${declaration.shape.join(", ")}] does not follow from ${numbers.length} numbers; pass { shape, data }`);
    return [name, { shape, data: typed(name, numbers, declaration?.type === "integer") }];
  }));
}

export { Extents };
