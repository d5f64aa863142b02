// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are .gltf files; checks the files that a subject gets with them.
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
            "a file that lies elsewhere: " + name);
    require(name.find('\0') == std::string::npos, "a name that ends before its end");
  }
}

BINDPOSE_FUZZER(exchange)

}  // namespace bindpose::fuzz::exchange_fuzzer
