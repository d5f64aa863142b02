// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: glTF files for fuzzers, and the file that a fuzzer's input encodes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::gltf {

/// First inputs: files of a triangle, a skin, an animation, a morph target and a hierarchy, each as .gltf, as .glb and in parts.
std::vector<std::string> fuzz_files();

/// JSON, a NUL and the bytes of a BIN chunk become a GLB with the right lengths. Other inputs are files.
std::vector<std::byte> file_of_parts(std::string_view input);

}  // namespace bindpose::gltf
