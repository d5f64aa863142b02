// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the functions that the interposer stands before, found however the program finds them: linked, by dlsym(), or by
// eglGetProcAddress() and glXGetProcAddress(). Knows nothing of the rest of the project.
#pragma once

#include <string>

#include <glad/gl.h>

namespace bindpose::captures {

/// Where a program's call goes on to; null where there is no such function.
void* original(const std::string& name);

template <class Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(original(name));
}

/// What a program gets in place of the function that it asked for by this name; that is remembered.
void* in_place_of(const char* name, void* found);

/// A function of OpenGL's that the interposer calls itself.
const GladGLContext& gl();

}  // namespace bindpose::captures
