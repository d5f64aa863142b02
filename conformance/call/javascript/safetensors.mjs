// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: reads and writes arrays { shape, data } by name in safetensors files.
import { readFileSync, writeFileSync } from "node:fs";

const kinds = { F32: Float32Array, F64: Float64Array, I32: Int32Array };

/** The arrays and the texts in the bytes of a file. */
export function parsed(file) {
  const start = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...header } = JSON.parse(file.toString("utf8", 8, start));
  return { metadata, arrays: Object.fromEntries(Object.entries(header).map(([name, { dtype, shape, data_offsets: [begin, end] }]) =>
    [name, { shape, data: new kinds[dtype](new Uint8Array(file.subarray(start + begin, start + end)).buffer) }])) };
}

export const read = (path) => parsed(readFileSync(path)).arrays;

export function write(path, arrays) {
  const header = {}, parts = [];
  let end = 0;
  for (const [name, { shape, data }] of Object.entries(arrays)) {
    const dtype = Object.keys(kinds).find((kind) => data instanceof kinds[kind]);
    header[name] = { dtype, shape, data_offsets: [end, end += data.byteLength] };
    parts.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }
  let text = JSON.stringify(header);
  text = text.padEnd(Math.ceil(text.length / 8) * 8);
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(text.length));
  writeFileSync(path, Buffer.concat([size, Buffer.from(text), ...parts]));
}

/** Nested lists in row-major order. */
export function lists({ shape, data }) {
  return shape.slice(1).reduceRight((rows, extent) => Array.from({ length: rows.length / extent }, (_, i) => rows.slice(i * extent, (i + 1) * extent)), Array.from(data));
}
