// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the original functions behind the interposer's replacements, whether the program links them
// or finds them by dlsym(), eglGetProcAddress() or glXGetProcAddress(). Independent of the rest of
// the project.
#pragma once

#include <string>

#include <glad/gl.h>

namespace bindpose::captures {

/// The original function; null if it does not exist.
void* original(const std::string& name);

/// Finds a function that the program calls; without it, the program ends with a message and exit code 2.
void* required(const char* name);

template <class Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(required(name));
}

/// The replacement of the function with this name; stores the original.
void* in_place_of(const char* name, void* found);

/// True if OpenGL is loaded and a context is or was current.
bool has_context();

/// The OpenGL functions that the interposer itself calls, after has_context().
const GladGLContext& gl();

}  // namespace bindpose::captures
