// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: bytes between the judge and a page, as base64; every page of gpu/web begins with it.
"use strict";
globalThis.bindposeBytes = (() => {
  const received = new Map(); // by name

  function bytesOf(text) {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  }

  function textOf(bytes) {
    const step = 0x8000; // bytes per call of String.fromCharCode
    let text = "";
    for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
    return btoa(text);
  }

  /// Part of the bytes of this name, from `at` on.
  function receive(name, size, at, text) {
    if (at === 0) received.set(name, new Uint8Array(size));
    received.get(name).set(bytesOf(text), at);
  }

  return { received, textOf, receive };
})();
