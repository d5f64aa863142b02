// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a folder with all data of one test (inputs, expected values, bounds, output, shader) and a program that
// reproduces the wrong number without bindpose.
#pragma once

#include <filesystem>

#include "conformance/report/judged_answer.h"
#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct Reproducible {
  const JudgedAnswer& judged;
  const Subject& subject;
  SubjectSpec spec;         ///< the subject's specification
  Options variant;          ///< the variant of the input
  Sandbox sandbox;          ///< for a command: its working folder
  std::string command;      ///< command that runs the test again with bindpose
  bool is_answered = true;  ///< false: the subject crashed, hung or gave up; the output is empty
};

/// The written command and its description.
struct Written {
  std::string run;  ///< the command that reproduces the output, in the folder: "python3 repro.py"
  std::string
      note;  ///< what the program does not reproduce, with the reason; empty: it runs the same device or command
};

/// Writes into an empty or new folder:
///   README.md             the list of these files, and the command
///   test.json             the test, its verdict, the subject's declaration, the messages of the protocol; for a command or a library
///                         its environment and its time
///   question.safetensors  the inputs; at level asset the file itself, in asset/
///   expected.safetensors  the arrays that are judged, as answer_tensors() has them
///   compare.py            finds the wrong numbers by the judge's rule
///   repro.py              runs a command again, or with library.py a shared library; for other subjects it reads the recorded output
/// For a device with OpenGL, Vulkan, OpenCL or CUDA, if gpu::recipe_of() succeeds:
///   repro.c, *.h, *.bin, and the shader with its compiled forms: shader.glsl, shader.spv, kernel.cl, kernel.ptx
/// For WebGL or WebGPU:
///   repro.html: a page that loads nothing from elsewhere
/// Errors: FOLDER_NOT_EMPTY, FILE_WRITE, FILE_READ, those of to_safetensors().
Expected<Written> write_repro(const std::filesystem::path& folder, const Reproducible& test);

}  // namespace bindpose::conformance
