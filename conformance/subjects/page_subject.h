// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a page that draws with WebGL 2 or WebGPU (web:), in a browser without a window; the vertices that its own programs make are its output.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

/// Takes level asset. target: an .html file; everything else is requested below its folder, or below sandbox.folder. Options: positions, normals, tangents: what a
/// program's output of that name is called, in place of what the page says; device: swiftshader, the browser's own software. Starts the browser and waits for the page to say what it
/// can do. Errors: SUBJECT_SYNTAX, FILE_READ, LIBRARY_MISSING, DEVICE_UNAVAILABLE, SANDBOX_MISSING (a sandbox is insisted on),
/// SUBJECT_START, PROTOCOL, CRASH, TIMEOUT.
Expected<std::unique_ptr<Subject>> open_page(const SubjectSpec& spec, const Sandbox& sandbox);

/// True if the browser's own sandbox is in force here, in words.
std::string browser_sandbox();

}  // namespace bindpose::conformance
