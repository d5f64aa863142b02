// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// PlayCanvas in node with its glTF loader, for the reproductions in this folder.
import * as pc from "../../playcanvas/node_modules/playcanvas/build/playcanvas.mjs";

const canvas = { width: 1, height: 1, addEventListener() {}, removeEventListener() {} };
const app = new pc.AppBase(canvas);
app.init(Object.assign(new pc.AppOptions(), {
  graphicsDevice: new pc.NullGraphicsDevice(canvas),
  componentSystems: [pc.RenderComponentSystem],
  resourceHandlers: [pc.ContainerHandler, pc.RenderHandler],
}));

/// The entity of a file with this single buffer.
export async function loaded(filename, file, bytes) {
  const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
  const gltf = { asset: { version: "2.0" }, scene: 0, ...file, buffers: [{ uri, byteLength: bytes.byteLength }] };
  const contents = new TextEncoder().encode(JSON.stringify(gltf)).buffer;
  const asset = new pc.Asset(filename, "container", { url: filename, filename, contents });
  app.assets.add(asset);
  await new Promise((resolve, reject) => {
    asset.on("load", resolve);
    asset.on("error", (message) => reject(new Error(message)));
    app.assets.load(asset);
  });
  return asset.resource.instantiateRenderEntity();
}
