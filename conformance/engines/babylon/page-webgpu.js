// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Babylon.js before the judge, drawing with WebGPU.
import { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { declare } from "./drawing.js";

declare("WebGPU", await WebGPUEngine.CreateAsync(document.createElement("canvas")));
