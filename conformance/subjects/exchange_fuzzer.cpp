// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are .gltf files; the fuzzer checks the further files that a subject gets.
#include "conformance/subjects/exchange.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::exchange_fuzzer {

std::vector<std::string> seeds() {
  return {R"({"buffers": [{"uri": "data:;base64,AA=="}, {"byteLength": 4}, {"uri": "my%20file.bin"}],)"
          R"("images": [{"uri": "textures/../a.png"}, {"uri": "../b.png"}, {"uri": "https://c.org/d.png"}]})",
          R"({"images": {"uri": "no list"}})"};
}

void read(std::string_view input) {
  for (const auto& [name, uri, is_image] : conformance::referred_files(input)) {
    const std::filesystem::path path(name);
    require(path.is_relative() && path.has_filename() && *path.begin() != "..",
            "a file outside the asset's folder: " + name);
    require(name.find('\0') == std::string::npos, "a name with a NUL");
  }
}

BINDPOSE_FUZZER(exchange)

}  // namespace bindpose::fuzz::exchange_fuzzer
