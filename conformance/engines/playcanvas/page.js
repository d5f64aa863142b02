// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// PlayCanvas before the judge, drawing with WebGL 2.
import { DEVICETYPE_WEBGL2 } from "playcanvas";
import { declare } from "./drawing.js";

await declare("WebGL 2", DEVICETYPE_WEBGL2);
