// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the files of one input between the judge and an untrusted subject.
#pragma once

#include <filesystem>

#include "conformance/subjects/confine.h"
#include "conformance/subjects/protocol.h"

namespace bindpose::conformance {

/// Writes the arrays of an input, or copies its asset with its buffers and images, and returns the paths of input
/// and output for the subject. Inputs about one asset share a copy. Errors: FILE_WRITE, FILE_READ, those of
/// to_safetensors().
Expected<Paths> put_question(ExchangeFolders& folders, const Question& question, std::uint64_t seq);

/// Checks that a folder's disk has space for an output of `bytes`: a full disk is not the subject's fault. Error
/// JUDGE_RESOURCES.
Expected<void> require_room(const std::filesystem::path& folder, std::uint64_t bytes);

/// A file next to a .gltf, or below its folder, to which the .gltf refers.
struct ReferredFile {
  std::string name;  ///< path on the disk
  std::string uri;
  bool is_image = false;
};
/// Each file once, buffers first.
std::vector<ReferredFile> referred_files(std::string_view gltf);

/// Copies a .glb or .gltf with the buffers and images next to it into the folder `below` of `top`
/// (reference/io/below.h). The file is untrusted and may name private files. Therefore only files that the loader
/// reads and files that begin like images are copied, no hidden files, and at most limits::asset_buffers bytes in
/// total. The copy lacks skipped images and missing buffers. Errors: FILE_READ, also for a hidden buffer;
/// FILE_SIZE: too large buffers; FILE_WRITE; INTERRUPTED.
Expected<void> copy_asset(const std::filesystem::path& file, const std::filesystem::path& top,
                          const std::filesystem::path& below = {});

/// Removes the files of the last input and everything that the subject has written, except the copy of its asset.
/// False if the subject still writes after `seconds`.
bool clear(const ExchangeFolders& folders, std::uint64_t seq, double seconds);

}  // namespace bindpose::conformance
