// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the numbers of a checked document's accessors, read with tinygltf.
//
// tinygltf gets a document that has passed every check, with its buffers served from memory: it opens no file
// and decodes no image.
#pragma once

#include <memory>

#include "reference/gltf/buffers.h"

namespace bindpose::gltf {

/// Source of an accessor's numbers.
enum class Backing {
  bytes,   ///< from buffers, perhaps only the sparse part
  zeros,   ///< no data: the specification defines zeros
  missing  ///< from a buffer without data
};

class AccessorStore {
 public:
  /// `document` has passed all link checks, and check_limits. Error TINYGLTF_REFUSED at "" if tinygltf rejects the
  /// document; the store is then empty.
  AccessorStore(const Document& document, std::vector<BufferBytes> buffers, IssueLog& log);
  ~AccessorStore();
  AccessorStore(const AccessorStore&) = delete;
  AccessorStore& operator=(const AccessorStore&) = delete;

  const Document& document() const { return document_; }

  Backing backing(std::int64_t accessor) const;

  /// The stored components of every element, before normalization of integers [#elements * #components]; zeros
  /// without a buffer. Empty for an accessor whose format is unknown.
  std::vector<double> stored(std::int64_t accessor) const;

  /// The accessor's numbers, with normalized integers as float32: c / 255, max(c / 127, -1), ...
  std::vector<double> numbers(std::int64_t accessor) const;

  /// Largest error of numbers() of an accessor if each number was rounded to the nearest storable one: half a step of
  /// integers, half a unit in the last place of the largest float32 number. Filters of compressed views have other
  /// errors.
  double storage_error(std::int64_t accessor) const;

  /// The indices of a sparse accessor as stored [#sparse].
  std::vector<std::int64_t> sparse_indices(std::int64_t accessor) const;

 private:
  struct Model;

  bool has_bytes(std::int64_t view) const;

  const Document& document_;
  std::vector<bool> has_data_;  // [#buffers]
  std::unique_ptr<Model> model_;
};

/// The float32 value of a normalized integer, as a double.
double normalized(std::int64_t component_type, double stored);

/// Limits the memory of a document. Error LIMIT_EXCEEDED at the accessor that exceeds 2^16 + 16 * `total_bytes`
/// numbers without bytes, or limits::accessor_numbers numbers.
void check_limits(const Document& document, const std::vector<BufferBytes>& buffers, std::size_t total_bytes,
                  IssueLog& log);

/// Error LIMIT_EXCEEDED at a list with more entries than limits::nodes, scenes, skins or clips allow; then returns
/// false.
bool check_counts(const Document& document, IssueLog& log);

/// Counts the vertices, influences and joints that nodes show: each mesh once per skin, and once per node without
/// a skin or with morph targets. Links must be checked. Error LIMIT_EXCEEDED at the node that exceeds
/// limits::shown_vertices, shown_influences or shown_joints.
void check_shown(const Document& document, IssueLog& log);

}  // namespace bindpose::gltf
