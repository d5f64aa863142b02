// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: captures vertices before the program draws them, by an additional draw of points with transform feedback, and
// writes them as the folder of a frame. README.md lists the environment variables.
#pragma once

#include <glad/gl.h>

namespace bindpose::captures {

/// A draw call as a program makes it.
struct DrawCall {
  const char* name;
  GLenum mode;
  GLsizei count;
  GLint first = 0;  ///< first vertex; with indices, the value added to each
  GLenum type = 0;  ///< type of the indices; 0: no indices
  const void* indices = nullptr;
  GLsizei instances = 1;
};

/// Links a program with the outputs to capture, except those that make linking fail.
void link(GLuint program, PFNGLLINKPROGRAMPROC original);
/// True if a program uses transform feedback itself.
void leave_alone(GLuint program);

/// Captures a draw's first instance.
void capture(const DrawCall& call);

/// Writes frame.json. The next draw starts the next frame, which replaces this one.
void end_frame();

}  // namespace bindpose::captures
