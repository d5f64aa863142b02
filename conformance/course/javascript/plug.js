// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The adapter: talks to the judge, so that the exercises need not. There is nothing to write here.
//
// One JSON object per line comes in on stdin, one goes out on stdout; the arrays are in safetensors files. Because stdout
// belongs to the judge, console.log() goes to stderr here.
import fs from "node:fs";
import readline from "node:readline";

const FORMATS = { F32: Float32Array, F64: Float64Array, I32: Int32Array };

/// An exercise that is still to be done.
class NotWritten extends Error {}

// --- safetensors: 8 bytes length of the header, the header in JSON, the numbers; little-endian, as typed arrays are on
// --- all machines that run node

/// name -> nested arrays: [V, 3] becomes an array of V arrays of 3 numbers.
function readSafetensors(path) {
  const file = fs.readFileSync(path);
  const start = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__, ...header } = JSON.parse(file.toString("utf8", 8, start));
  const arrays = {};
  for (const [name, { dtype, shape, data_offsets: [begin, end] }] of Object.entries(header)) {
    const bytes = new Uint8Array(file.subarray(start + begin, start + end)); // a copy, aligned for any type
    arrays[name] = nested(Array.from(new FORMATS[dtype](bytes.buffer)), shape);
  }
  return arrays;
}

/// arrays: name -> { shape, numbers }, numbers flat. Written as F64: nothing is rounded.
function writeSafetensors(path, arrays) {
  const header = {};
  const blocks = [];
  let offset = 0;
  for (const [name, { shape, numbers }] of Object.entries(arrays)) {
    const block = Buffer.from(Float64Array.from(numbers).buffer);
    blocks.push(block);
    header[name] = { dtype: "F64", shape, data_offsets: [offset, offset + block.length] };
    offset += block.length;
  }
  let text = JSON.stringify(header);
  text += " ".repeat((8 - (Buffer.byteLength(text) % 8)) % 8);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(text)));
  fs.writeFileSync(path, Buffer.concat([length, Buffer.from(text), ...blocks]));
}

/// Flat row-major numbers as arrays in arrays.
function nested(numbers, shape) {
  for (const extent of shape.slice(1).reverse()) {
    const rows = [];
    for (let i = 0; i < numbers.length; i += extent) rows.push(numbers.slice(i, i + extent));
    numbers = rows;
  }
  return numbers;
}

// --- the protocol ---

/// What the judge asks: an algorithm, a level, the value of every option, and named arrays as nested arrays.
function readQuestion(message) {
  return {
    algorithm: message.id,
    level: message.level,
    options: message.options,
    answers: message.answers, // name -> shape: what must be answered
    stages: message.stages, // name -> shape: intermediate results that may be answered, too
    asset: message.asset, // level asset: file, clip, time, parts
    arrays: message.input ? readSafetensors(message.input) : {},
  };
}

/// Writes of the results those that the input lists.
function writeAnswer(question, path, results) {
  const arrays = {};
  for (const [name, shape] of Object.entries({ ...question.answers, ...question.stages })) {
    if (name in results) {
      const numbers = [results[name]].flat(Infinity);
      if (numbers.includes(undefined)) throw new Error(`'${name}' is or has undefined: a function lacks its return`);
      const count = shape.reduce((product, extent) => product * extent, 1);
      if (numbers.length !== count)
        throw new Error(`'${name}' has ${numbers.length} numbers, the shape [${shape}] was asked for`);
      arrays[name] = { shape, numbers };
    } else if (name in question.answers) {
      throw new Error(`'${name}' is missing in the answer`);
    }
  }
  writeSafetensors(path, arrays);
}

/// Answers one input; answer(input) gives name -> nested arrays, or a promise of them (an engine's loader).
async function run(message, answer) {
  try {
    const question = readQuestion(message);
    const begin = process.hrtime.bigint();
    const results = await answer(question);
    const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
    writeAnswer(question, message.output, results);
    return { seq: message.seq, ok: true, seconds };
  } catch (error) {
    if (error instanceof NotWritten) return { seq: message.seq, ok: false, message: error.message };
    console.error(error.stack); // the judge shows its end
    const where = /([^/\\]+:\d+):\d+\)?$/m.exec(error.stack ?? "");
    return { seq: message.seq, ok: false, message: `${error}${where ? ` (${where[1]})` : ""}` };
  }
}

/// The conversation with the judge, until it says stop: one input after the other. limits: { influences: 8 }, as the
/// protocol names them.
async function serve(implementation, capabilities, answer, limits = {}) {
  console.log = console.error;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.cmd === "stop") break;
    const reply = message.cmd === "start" ? { protocol: 1, implementation, capabilities, limits } : await run(message, answer);
    process.stdout.write(JSON.stringify(reply) + "\n");
  }
  process.stdin.destroy();
}

export { NotWritten };
export default { serve };
