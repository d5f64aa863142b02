// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the functions of own_page.cpp that JavaScript defines. emscripten reads this file.
"use strict";
mergeInto(LibraryManager.library, {
  bindpose_call: function (name, given) {
    const text = globalThis.bindposeCall(UTF8ToString(name), UTF8ToString(given));
    if (text === null) return 0;
    const size = lengthBytesUTF8(text) + 1, at = _malloc(size);
    if (at === 0) throw new Error("The judge needs more memory than the browser allows.");
    stringToUTF8(text, at, size);
    return at;
  },
  bindpose_call__deps: ["malloc"],
  bindpose_send: function (name, at, size) {
    globalThis.bindposeBytes.received.set(UTF8ToString(name), HEAPU8.slice(at, at + size));
  },
});
