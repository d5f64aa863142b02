// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a page that draws with WebGL 2 or WebGPU (web:), in a headless browser; the vertices of its own programs
// are its output.
#pragma once

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

/// Takes level asset. target: an .html file; its folder, or sandbox.folder, is served. Options: positions, normals,
/// tangents: names of a program's outputs, instead of the page's own; device: swiftshader, the browser's software
/// device. Starts the browser and waits for the page's declaration. Errors: SUBJECT_SYNTAX, FILE_READ,
/// LIBRARY_MISSING, DEVICE_UNAVAILABLE, SANDBOX_MISSING (a required sandbox), SUBJECT_START, PROTOCOL, CRASH, TIMEOUT.
Expected<std::unique_ptr<Subject>> open_page(const SubjectSpec& spec, const Sandbox& sandbox);

/// Text about the state of the browser's own sandbox.
std::string browser_sandbox();

}  // namespace bindpose::conformance
