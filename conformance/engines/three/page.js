// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// three.js with WebGL 2 as a subject: README.md explains its declarations.
import * as THREE from "three";
import { declare } from "./drawing.js";

// The camera's view and projection are the identity: positions are in the world.
declare("WebGL 2", new THREE.WebGLRenderer(), new THREE.Camera(), new THREE.MeshNormalMaterial(), "vNormal");
