// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A glTF file, text or binary, whose nodes are named by their numbers, without materials.

const GLB = 0x46546c67; // a binary file's first word
const HEADER = 20; // bytes before its glTF
const [FILE_LENGTH, TEXT_LENGTH] = [8, 12]; // where in it two lengths stand
const PADDING = 4; // what they are multiples of

/// The glTF of a file and the bytes behind it.
export function parsed(bytes) {
  const words = new DataView(bytes.buffer);
  const end = words.getUint32(0, true) === GLB ? HEADER + words.getUint32(TEXT_LENGTH, true) : 0;
  const text = end > 0 ? bytes.subarray(HEADER, end) : bytes;
  const json = JSON.parse(new TextDecoder().decode(text));
  return { json, head: bytes.subarray(0, end > 0 ? HEADER : 0), rest: bytes.subarray(end || bytes.length) };
}

/// Of the glTF: its nodes are named by their numbers, since Filament finds entities by name alone; images are not judged, and
/// those that are not there would be waited for.
function prepared({ images, textures, materials, ...json }) {
  const bare = ({ material, ...primitive }) => primitive;
  return {
    ...json,
    nodes: json.nodes.map((node, i) => ({ ...node, name: String(i) })),
    meshes: json.meshes?.map((mesh) => ({ ...mesh, primitives: mesh.primitives.map(bare) })),
  };
}

/// The file with that glTF in the place of its own.
export function renamed({ json, head, rest }) {
  const text = new TextEncoder().encode(JSON.stringify(prepared(json)));
  const length = Math.ceil(text.length / PADDING) * PADDING;
  const made = new Uint8Array(head.length + length + rest.length).fill(" ".charCodeAt(0));
  made.set(head);
  made.set(text, head.length);
  made.set(rest, head.length + length);
  if (head.length > 0) {
    const words = new DataView(made.buffer);
    words.setUint32(FILE_LENGTH, made.length, true);
    words.setUint32(TEXT_LENGTH, length, true);
  }
  return made;
}
