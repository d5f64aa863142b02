// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a folder that has all of one test - inputs, what is expected and how far off it may be, the output, the shader - and a program that
// computes the wrong number again without bindpose.
#pragma once

#include <filesystem>

#include "conformance/report/judged_answer.h"
#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct Reproducible {
  const JudgedAnswer& judged;
  const Subject& subject;
  SubjectSpec spec;         ///< of the subject
  Options variant;          ///< the variant of the input
  Sandbox sandbox;          ///< of a command: its working folder
  std::string command;      ///< runs it again with bindpose, of shell_word()
  bool is_answered = true;  ///< false: the subject crashed, hung or gave up; the output is empty
};

/// The written command and its description.
struct Written {
  std::string run;  ///< the command that computes it again, in the folder: "python3 repro.py"
  std::string
      note;  ///< what the program does not repeat, with the reason; empty: it runs the same device or command
};

/// Writes into a folder that is empty, or not there:
///   README.md             which of these files there are, and the command
///   test.json             the test, its verdict, what the subject says of itself, the messages of the protocol; of a command or a library
///                         its environment and its time
///   question.safetensors  the inputs; at level asset the file itself, in asset/
///   expected.safetensors  the arrays that are judged, as answer_tensors() has them
///   compare.py            which numbers are wrong, as they are judged
///   repro.py              runs a command again, or with library.py a shared library; for other subjects it reads the recorded output
/// and of a device of OpenGL, Vulkan, OpenCL or CUDA, where gpu::recipe_of() can be made:
///   repro.c, *.h, *.bin, and the shader with what is made of it: shader.glsl, shader.spv, kernel.cl, kernel.ptx
/// or of WebGL or WebGPU:
///   repro.html: a page that loads nothing from elsewhere
/// Errors: FOLDER_NOT_EMPTY, FILE_WRITE, FILE_READ, those of to_safetensors().
Expected<Written> write_repro(const std::filesystem::path& folder, const Reproducible& test);

}  // namespace bindpose::conformance
