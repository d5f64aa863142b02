// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// three.js before the judge, drawing with WebGPU: README.md says what is declared and why.
import * as THREE from "three";
import { declare } from "./drawing.js";

const renderer = new THREE.WebGPURenderer();
await renderer.init();
if (!renderer.backend.isWebGPUBackend) throw new Error("there is no WebGPU: three has gone back to WebGL 2");
renderer.setRenderTarget(new THREE.RenderTarget(1, 1)); // a canvas that nobody sees is not needed

const camera = new THREE.Camera(); // view and projection are the identity: what it draws stands in the world
camera.coordinateSystem = THREE.WebGPUCoordinateSystem; // so that the projection stays
declare("WebGPU", renderer, camera, new THREE.MeshNormalNodeMaterial(), "v_normalViewGeometry");
