// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: arrays in the safetensors format, for golden files, and for inputs and outputs between processes.
//
// The format: 8 bytes, the header's length N as a little-endian integer; N bytes of JSON, padded with spaces to a
// multiple of 8, {name: {"dtype", "shape", "data_offsets"}, ..., "__metadata__": {text: text}}; the data, without
// holes, little-endian. The header lists the tensors in the given order. The data of F64 tensors is first, so that
// each tensor begins at a multiple of its element size.
#pragma once

#include <filesystem>
#include <map>
#include <span>

#include "reference/model/arrays.h"

namespace bindpose {

/// Storage of the numbers of an array: dtype F32, F64, I32.
enum class Storage { float32, float64, int32 };
std::string_view dtype(Storage storage);
std::size_t element_size(Storage storage);

/// Array::uncertainty is not stored.
struct Tensor {
  Array array;
  Storage storage = Storage::float32;
};

using Metadata = std::map<std::string, std::string>;

struct TensorFile {
  std::vector<Tensor> tensors;  ///< in the order of the header, names unique
  Metadata metadata;

  const Tensor* find(std::string_view name) const;
};

/// Every array with the storage for its numbers: integers as int32, real numbers as `reals`.
std::vector<Tensor> to_tensors(const ArraySet& arrays, Storage reals = Storage::float32);
ArraySet to_array_set(const TensorFile& file);

/// True if a tensor of that name is written: printable ASCII, not empty, not "__metadata__".
bool is_tensor_name(std::string_view name);

/// Writes tensors and metadata; the bytes are the same on every machine. NaN is stored as the positive quiet NaN.
/// Errors: ARRAY_NAME (empty, not printable ASCII, "__metadata__"), DUPLICATE_NAME, ARRAY_SHAPE (another number of
/// values than in the shape), ARRAY_TYPE (integers stored as real numbers or the other way round), NOT_FLOAT32 (a
/// number that float32 cannot hold exactly; names the element), HEADER_LENGTH (more than largest_header_bytes).
Expected<std::vector<std::byte>> to_safetensors(std::span<const Tensor> tensors, const Metadata& metadata);

/// Accepts any untrusted bytes: returns tensors within them, or an error.
/// Errors: TRUNCATED, HEADER_LENGTH, DTYPE (other than F32, F64, I32), DATA_SIZE (offsets do not fit dtype
/// and shape), DATA_OFFSETS (holes, overlaps, bytes beyond the end or left over), and those of
/// parse_safetensors_header.
Expected<TensorFile> from_safetensors(std::span<const std::byte> bytes);

/// Replaces `path` as a whole: a temporary file next to it (".partial") takes its place when complete.
/// Errors: FILE_WRITE.
Expected<void> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Expected<void> write_file(const std::filesystem::path& path, std::string_view text);

/// Errors: FILE_READ, FILE_SIZE (more than `largest` bytes).
Expected<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                           std::uintmax_t largest = std::uintmax_t{1} << 30);

/// Reads a file as text.
Expected<std::string> read_text(const std::filesystem::path& path,
                                std::uintmax_t largest = std::uintmax_t{1} << 30);

/// Makes a folder and its parents; an existing one is fine. Errors: FILE_WRITE.
Expected<void> make_folder(const std::filesystem::path& path);

/// 64-bit FNV-1a (Fowler, Noll & Vo) as 16 hexadecimal digits. Detects damaged files, but not forged ones.
std::string fnv1a64(std::span<const std::byte> bytes);
std::string fnv1a64(std::string_view text);

}  // namespace bindpose
