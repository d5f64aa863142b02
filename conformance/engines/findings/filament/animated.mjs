// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: where Filament puts a node that a clip moves. It wants WebGL 2, and so a browser: chromium-headless-shell.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/// A file with one node, of which one property is animated. values: all of the keys', one after the other.
function gltfOf({ path, interpolation, times, values }) {
  const numbers = new Float32Array([...times, ...values]);
  const width = path === "rotation" ? 4 : 3;
  return JSON.stringify({
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: "thing" }],
    animations: [{ channels: [{ sampler: 0, target: { node: 0, path } }], samplers: [{ input: 0, output: 1, interpolation }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: times.length, type: "SCALAR", min: [times[0]], max: [times.at(-1)] },
      { bufferView: 0, byteOffset: 4 * times.length, componentType: 5126, count: values.length / width, type: `VEC${width}` }],
    bufferViews: [{ buffer: 0, byteLength: numbers.byteLength }],
    buffers: [{ byteLength: numbers.byteLength, uri: `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString("base64")}` }],
  });
}

const pageOf = (gltf, time) => `<!DOCTYPE html><body><script src="filament.js"></script><script>
  Filament.init([], () => {
    const engine = Filament.Engine.create(document.createElement("canvas"));
    const asset = engine.createAssetLoader().createAsset(new TextEncoder().encode(${JSON.stringify(gltf)}));
    asset.loadResources(() => {
      asset.getInstance().getAnimator().applyAnimation(0, ${time});
      const transforms = engine.getTransformManager();
      document.title = JSON.stringify([...transforms.getTransform(transforms.getInstance(asset.getFirstEntityByName("thing")))]);
    });
  });
</script>`;

/// The 16 numbers of its matrix, column after column.
export async function matrixAt(time, clip) {
  const page = pageOf(gltfOf(clip), time);
  const server = createServer(({ url }, response) => {
    if (url === "/") return response.setHeader("Content-Type", "text/html").end(page);
    response.setHeader("Content-Type", url.endsWith(".wasm") ? "application/wasm" : "text/javascript");
    return readFile(new URL(`../../filament/node_modules/filament${url}`, import.meta.url))
      .then((bytes) => response.end(bytes), () => response.writeHead(404).end());
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const home = await mkdtemp(join(tmpdir(), "filament-"));
  const options = ["--no-sandbox", `--user-data-dir=${home}`, "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--virtual-time-budget=20000", "--dump-dom", `http://127.0.0.1:${server.address().port}/`];
  const shown = await new Promise((done) =>
    execFile(process.env.BINDPOSE_CHROMIUM ?? "chromium-headless-shell", options, (_, text) => done(text)));
  server.close();
  await rm(home, { recursive: true, force: true });
  return JSON.parse(/<title>(\[.*\])<\/title>/.exec(shown)[1]);
}
