// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// three.js before the judge, drawing with WebGL 2: README.md says what is declared and why.
import * as THREE from "three";
import { declare } from "./drawing.js";

// The camera's view and projection are the identity: what it draws stands in the world.
declare("WebGL 2", new THREE.WebGLRenderer(), new THREE.Camera(), new THREE.MeshNormalMaterial(), "vNormal");
