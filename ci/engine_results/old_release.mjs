// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Loaded before a reproduction that runs on another release. An exception gets another exit code than "no longer shows the finding", and
// modules are also found as .mjs, or without an ending.
import { register } from "node:module";

process.on("uncaughtException", (error) => {
  console.error(error);
  process.exit(70);
});
const hooks = `export async function resolve(specifier, context, next) {
  const others = [specifier.replace(/\\.js$/, ".mjs"), specifier.replace(/\\.mjs$/, ".js"), specifier + ".js", specifier + "/index.js"];
  for (const name of [specifier, ...others]) {
    try {
      return await next(name, context);
    } catch {} // the next one
  }
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
