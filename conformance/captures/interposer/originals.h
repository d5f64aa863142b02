// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the functions that the interposer replaces, found however the program finds them: linked, by dlsym(), or by
// eglGetProcAddress() and glXGetProcAddress(). Knows nothing of the rest of the project.
#pragma once

#include <string>

#include <glad/gl.h>

namespace bindpose::captures {

/// The function that a program's call goes on to; null if it does not exist.
void* original(const std::string& name);

/// Finds a function that the program calls; without it, the program ends with a message and exit code 2.
void* required(const char* name);

template <class Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(required(name));
}

/// The replacement of the requested function of this name; that is remembered.
void* in_place_of(const char* name, void* found);

/// True if OpenGL is there and a context was current, now or before.
bool has_context();

/// The functions of OpenGL's that the interposer calls itself, once has_context().
const GladGLContext& gl();

}  // namespace bindpose::captures
