// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: draws vertices once more, as points by transform feedback, before the program draws them, and writes what comes of it as a
// frame's folder. README.md says which environment variables there are.
#pragma once

#include <glad/gl.h>

namespace bindpose::captures {

/// A draw call as a program makes it.
struct DrawCall {
  const char* name;
  GLenum mode;
  GLsizei count;
  GLint first = 0;  ///< vertex, with indices what is added to each
  GLenum type = 0;  ///< of indices; 0: there are none
  const void* indices = nullptr;
  GLsizei instances = 1;
};

/// Links a program with the outputs to capture. If that fails, links it without the outputs that prevent it.
void link(GLuint program, PFNGLLINKPROGRAMPROC original);
/// A program that captures something itself.
void leave_alone(GLuint program);

/// For the first instance.
void capture(const DrawCall& call);

/// Writes frame.json. The next draw starts the next frame, which replaces this one.
void end_frame();

}  // namespace bindpose::captures
