// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Each input is a requirement and, on the next lines, a driver's description: renderer, vendor, version,
// GLSL, software.
#include "conformance/subjects/device_requirement.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::device_requirement_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  const std::string llvmpipe =
      "\nllvmpipe (LLVM 15.0.6, 256 bits)\nMesa/X.org\n4.5 (Core Profile) Mesa 22.3.6\n4.50\nllvmpipe";
  const std::string card = "\nNVIDIA H200/PCIe/SSE2\nNVIDIA Corporation\nOpenGL ES 3.2 NVIDIA 550.54\n3.20\n";
  return {"hardware" + card, "software,glsl>=4.30" + llvmpipe, "renderer=*LLVM[a-z]*?,api>=4.5" + llvmpipe,
          "hardware,vendor=NVIDIA*,api>=3.2" + card, "hard,,"};
}

void read(std::string_view input) {
  const std::string_view requirement = input.substr(0, input.find('\n'));
  SubjectInfo info;
  std::string_view said = input.substr(std::min(requirement.size() + 1, input.size()));
  for (const char* key : {"renderer", "vendor", "version", "glsl", "software"}) {
    const std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(line.size() + 1, said.size()));
    info[key] = line;
  }
  const auto as_asked = require_device(requirement, info);
  if (!as_asked) return require_printable(as_asked.error());
  // The order of terms must not change the result.
  const std::size_t comma = requirement.rfind(',');
  if (comma == std::string_view::npos || comma + 1 == requirement.size()) return;
  const std::string turned =
      std::string(requirement.substr(comma + 1)) + "," + std::string(requirement.substr(0, comma));
  require(static_cast<bool>(require_device(turned, info)), "the order of terms changes the result");
}

BINDPOSE_FUZZER(device_requirement)

}  // namespace bindpose::fuzz::device_requirement_fuzzer
