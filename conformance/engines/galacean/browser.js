// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What Galacean expects of a browser and of a renderer before anything is drawn: objects that do nothing, and requests that
// read files.
import { readFile } from "node:fs/promises";

/// Answers every call and every property with itself; is 0 as a number.
const nothing = new Proxy(function nothing() {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : key === "then" ? undefined : nothing),
  set: () => true,
  apply: () => nothing,
  construct: () => nothing,
});

class FileRequest {
  open(_, url) { this.url = url; }

  setRequestHeader() {}

  async send() {
    try {
      this.response = await this.read();
      this.status = 200;
      this.onload({});
    } catch (error) {
      this.onerror(error);
    }
  }

  /// Images are not judged: each is empty.
  async read() {
    if (this.responseType === "blob") return new Blob([]);
    const bytes = this.url.startsWith("data:") ? new Uint8Array(await (await fetch(this.url)).arrayBuffer())
      : new Uint8Array(await readFile(decodeURIComponent(this.url)));
    return this.responseType === "json" ? JSON.parse(new TextDecoder().decode(bytes)) : bytes.buffer;
  }
}

class EmptyImage {
  width = 1;

  height = 1;

  set src(_) { setTimeout(() => this.onload()); }
}

Object.assign(globalThis, {
  window: globalThis, document: nothing, XMLHttpRequest: FileRequest, OffscreenCanvas: nothing, AudioContext: class {},
  TextMetrics: class {}, Image: EmptyImage, addEventListener() {}, requestAnimationFrame: (then) => then(),
});

export const canvas = { width: 1, height: 1, _webCanvas: nothing };

export const renderer = new Proxy({ canIUse: () => true, isWebGL2: true, capability: { maxAnisoLevel: 1 } }, {
  get: (known, key) => (key in known ? known[key] : nothing),
});
