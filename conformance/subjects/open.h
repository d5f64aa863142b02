// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: opens any subject by its name; limits the resources and files of foreign code.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Level of isolation of foreign code, the weakest first.
enum class SandboxLevel {
  none,       ///< limits; refuses unneeded system calls unless `none` was requested
  landlock,   ///< also sees only its own files; works without namespaces
  bubblewrap  ///< namespaces: its own files, processes and network
};

/// Time limit of a device, for an input and for its start.
inline constexpr double usual_device_seconds = 120;

/// Rights and limits of a foreign subject (lib:, cmd:). Defaults are those of subjects/README.md.
struct Sandbox {
  double seconds = 10;                           ///< seconds for an input, and for the start
  double device_seconds = usual_device_seconds;  ///< seconds for a device
  std::size_t memory = 2048;                     ///< MiB for all its processes together
  std::size_t processes = 256;                   ///< processes and threads
  std::size_t disk = 256;                        ///< MiB of written files; more if an output may be larger
  SandboxLevel most = SandboxLevel::bubblewrap;  ///< the best available level up to this level is used
  SandboxLevel least = SandboxLevel::none;       ///< required level: error SANDBOX_MISSING below it
  std::string folder;                            ///< its own folder, read-only; empty: found from the command
  std::vector<std::string> see;                  ///< more folders to read
  std::map<std::string, std::string> env;        ///< additional environment variables
};

/// reference-float and software in this process; a GL, Vulkan, OpenCL, CUDA, WebGL or WebGPU device, a library, a
/// program or a page in separate processes; a folder of outputs. A device that fails its self-test is still
/// opened: self_test_error() of its info() has the reason. Errors: SUBJECT_SYNTAX, SUBJECT_UNKNOWN,
/// SANDBOX_MISSING, CRASH, TIMEOUT, PROTOCOL and those of GL, Vulkan, OpenCL, CUDA, WebGL and WebGPU.
Expected<std::unique_ptr<Subject>> open_any(const SubjectSpec& spec, const Sandbox& sandbox = {});

}  // namespace bindpose::conformance
