// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OGL before the judge, drawing: its glTF loader, its animations, its transforms, the textures of its skins and its normal program.
// README.md says what is declared and why.
import { Camera, GLTFLoader, GLTFSkin, Mesh, Program, Renderer, Transform } from "ogl";
import { declare, found } from "../files.js";

const { version } = await (await fetch("node_modules/ogl/package.json")).json();
const renderer = new Renderer();
const { gl } = renderer;
const camera = new Camera(gl); // its view is the identity
camera.projectionMatrix.identity();

/// OGL leaves the shader of a skin to its user, who finds the bones in a texture, four texels each. An attribute that the geometry
/// lacks would be an error.
const skinProgram = ({ attributes: { normal } }) => new Program(gl, {
  vertex: `#version 300 es
    precision highp float;
    in vec3 position;
    ${normal ? "in" : "const"} vec3 normal${normal ? "" : " = vec3(1.0)"};
    in vec4 skinIndex;
    in vec4 skinWeight;
    uniform mat4 modelViewMatrix;
    uniform mat4 projectionMatrix;
    uniform highp sampler2D boneTexture;
    uniform int boneTextureSize;
    out vec3 vNormal;

    vec4 texel(int number) {
      return texelFetch(boneTexture, ivec2(number % boneTextureSize, number / boneTextureSize), 0);
    }

    mat4 bone(float index) {
      int first = 4 * int(index);
      return mat4(texel(first), texel(first + 1), texel(first + 2), texel(first + 3));
    }

    void main() {
      mat4 skin = skinWeight.x * bone(skinIndex.x) + skinWeight.y * bone(skinIndex.y) + skinWeight.z * bone(skinIndex.z)
                + skinWeight.w * bone(skinIndex.w);
      vNormal = normalize(mat3(modelViewMatrix) * (mat3(skin) * normal));
      gl_Position = projectionMatrix * modelViewMatrix * vec4((skin * vec4(position, 1.0)).xyz, 1.0);
    }`,
  fragment: `#version 300 es
    precision highp float;
    in vec3 vNormal;
    out vec4 colour;
    void main() { colour = vec4(vNormal, 1.0); }`,
});

/// Every node where the clip puts it. The clock of a clip is at 0 where its first key is.
function play({ animation }, time) {
  animation.loop = false;
  animation.elapsed = time - animation.startTime;
  animation.update(1, true);
}

/// Draws every scene of the file once.
async function draw({ asset }) {
  const { nodes, animations, scenes } = await GLTFLoader.load(gl, asset.file);
  if (asset.clip !== null) play(animations[asset.clip], asset.time);
  asset.parts.forEach(({ node, primitive }, part) => {
    const mesh = nodes[node]?.children.filter((child) => child instanceof Mesh)[primitive];
    found(mesh, { node, primitive }, "OGL's transforms");
    mesh.onBeforeRender(() => (bindpose.part = part));
    if (mesh instanceof GLTFSkin) mesh.program = skinProgram(mesh.geometry);
  });
  for (const roots of scenes) {
    const scene = new Transform();
    roots.forEach((root) => root.setParent(scene));
    renderer.render({ scene, camera, frustumCull: false });
  }
}

declare({ name: "OGL on WebGL 2", version, homepage: "https://github.com/oframe/ogl" },
  { morphs: false, varyings: { positions: "gl_Position", normals: "vNormal" }, draw });
