// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the structs of bindpose/call.h in the memory of WebAssembly, and calls whose errors are exceptions.

const sizes = { text: 4, pointer: 4, int32: 4, size: 4, double: 8 };

/** The fields of each struct by name, as bindpose/call.h lists them. */
export const structs = Object.fromEntries(Object.entries({
  tensor: "name:text type:int32 rank:size shape:pointer data:pointer",
  error: "code:text where:text message:text",
  expected: "name:text is_stage:int32 are_rotations:int32 rank:size shape:pointer element_count:size values:pointer bounds:pointer "
    + "other_values:pointer other_bounds:pointer length_bound:double",
  undefined: "array:text row:size code:text",
  judged: "name:text is_stage:int32 judged:size undecided:size failing:size worst_fraction:double place:text row:size component:size "
    + "got:double expected:double bound:double",
  verdict: "outcome:int32 detail:text defect:text defect_sentence:text symptoms:text precision_class:text policy:text "
    + "first_wrong_stage:text worst_fraction:double array_count:size arrays:pointer",
  result: "error:pointer expected_count:size expected:pointer undefined_count:size undefined:pointer verdict:pointer tensor_count:size "
    + "tensors:pointer text:text",
  inputs: "algorithm:text options:pointer input_count:size inputs:pointer",
}).map(([name, fields]) => [name, placed(fields)]));

/** Fields with their offsets, and the size of the struct. */
function placed(fields) {
  let end = 0;
  const list = fields.split(" ").map((field) => {
    const [name, kind] = field.split(":"), size = sizes[kind];
    const offset = Math.ceil(end / size) * size;
    end = offset + size;
    return { name, kind, offset };
  });
  const largest = Math.max(...list.map(({ kind }) => sizes[kind]));
  return { list, size: Math.ceil(end / largest) * largest };
}

/** Types of elements by their number in call.h. */
const types = { 1: Float32Array, 2: Int32Array, 3: Float64Array };
const typeOf = (numbers) => Number(Object.keys(types).find((type) => numbers instanceof types[type]));

/** The error of a call. code: for programs, "ARRAY_SHAPE"; where: "weights[12]". */
export class BindposeError extends Error {
  constructor(code, where, message) {
    super(where ? `${code} at ${where}: ${message}` : `${code}: ${message}`);
    this.name = "BindposeError";
    Object.assign(this, { code, where, text: message });
  }
}

/** Memory for the arguments of a call, allocated until free(). */
class Room {
  constructor(library) {
    this.library = library;
    this.taken = [];
  }

  take(size) {
    const address = this.library._malloc(Math.max(size, 1)) >>> 0;
    if (address === 0) throw new BindposeError("OUT_OF_MEMORY", "", "the call needs more memory than is available");
    this.taken.push(address);
    return address;
  }

  bytes(given) {
    const address = this.take(given.byteLength);
    this.library.HEAPU8.set(new Uint8Array(given.buffer, given.byteOffset, given.byteLength), address);
    return address;
  }

  /** Stores a text. Refuses NUL, because the library would end the text there. */
  text(words) {
    if (String(words).includes("\0")) throw new BindposeError("TEXT_NUL", "", `${JSON.stringify(words)} has a NUL character`);
    return this.bytes(new TextEncoder().encode(`${words}\0`));
  }

  /** A list that ends with NULL. */
  texts(words) {
    return this.bytes(new Uint32Array([...words.map((word) => this.text(word)), 0]));
  }

  /** Consecutive structs. */
  structs(name, listed) {
    const { list, size } = structs[name];
    const view = new DataView(new ArrayBuffer(size * listed.length));
    listed.forEach((values, i) => list.forEach((field) => view.setUint32(i * size + field.offset, values[field.name], true)));
    return this.bytes(view);
  }

  /** arrays: by name, { shape, data } with data of one of the types. */
  tensors(arrays) {
    return this.structs("tensor", Object.entries(arrays).map(([name, { shape, data }]) => ({
      name: this.text(name), type: typeOf(data), rank: shape.length, shape: this.bytes(new Uint32Array(shape)),
      data: data.length > 0 ? this.bytes(data) : 0 })));
  }

  free() {
    for (const address of this.taken) this.library._free(address);
  }
}

/** Reads the data of a result. */
class Reader {
  constructor(library) {
    this.bytes = library.HEAPU8;
    this.view = new DataView(library.HEAPU8.buffer);
  }

  text(address) {
    return new TextDecoder().decode(this.bytes.slice(address, this.bytes.indexOf(0, address)));
  }

  struct(name, address) {
    const read = {
      text: (at) => this.text(this.view.getUint32(at, true)),
      pointer: (at) => this.view.getUint32(at, true),
      size: (at) => this.view.getUint32(at, true),
      int32: (at) => this.view.getInt32(at, true),
      double: (at) => this.view.getFloat64(at, true),
    };
    return Object.fromEntries(structs[name].list.map(({ name: field, kind, offset }) => [field, read[kind](address + offset)]));
  }

  /** Structs from a list of pointers. */
  structs(name, list, count) {
    return Array.from({ length: count }, (_, i) => this.struct(name, this.view.getUint32(list + 4 * i, true)));
  }

  numbers(address, count, Type = Float64Array) {
    return new Type(this.bytes.slice(address, address + count * Type.BYTES_PER_ELEMENT).buffer);
  }

  shape({ shape, rank }) {
    return Array.from(this.numbers(shape, rank, Uint32Array));
  }

  /** { name, shape, data } of a result. */
  tensors({ tensors, tensor_count: count }) {
    return this.structs("tensor", tensors, count).map((each) => {
      const shape = this.shape(each);
      return { name: each.name, shape, data: this.numbers(each.data, shape.reduce((a, b) => a * b, 1), types[each.type]) };
    });
  }
}

/** Calls the library: `give` writes the arguments to memory, `take` reads the result. Throws BindposeError. */
export function called(library, name, give, take) {
  const room = new Room(library);
  let result = 0;
  try {
    result = library[`_bindpose_${name}`](...give(room)) >>> 0;
    const reader = new Reader(library), read = reader.struct("result", result);
    if (read.error === 0) return take(read, reader);
    const { code, where, message } = reader.struct("error", read.error);
    throw new BindposeError(code, where, message);
  } finally {
    if (result !== 0) library._bindpose_free(result);
    room.free();
  }
}

export const version = (library) => new Reader(library).text(library._bindpose_version());
