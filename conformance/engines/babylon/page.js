// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Babylon.js before the judge, drawing with WebGL 2.
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { declare } from "./drawing.js";

declare("WebGL 2", new Engine(document.createElement("canvas")));
