// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// PlayCanvas before the judge, drawing with WebGPU.
import { DEVICETYPE_WEBGPU } from "playcanvas";
import { declare } from "./drawing.js";

await declare("WebGPU", DEVICETYPE_WEBGPU);
