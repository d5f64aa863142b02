// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: accessors as numbers - the vetted document's buffers, views and accessors, held by tinygltf.
//
// tinygltf gets a document that has passed every check, with its buffers served from memory: it opens no file
// and decodes no image.
#pragma once

#include <memory>

#include "reference/gltf/buffers.h"

namespace bindpose::gltf {

/// Source of an accessor's numbers.
enum class Backing {
  bytes,   ///< from buffers, at least its sparse part
  zeros,   ///< from nowhere: the specification makes them zeros
  missing  ///< from a buffer without data
};

class AccessorStore {
 public:
  /// `document` has passed all link checks, and check_limits. Errors: TINYGLTF_REFUSED at "" should tinygltf
  /// not share our opinion of the document. The store is empty then.
  AccessorStore(const Document& document, std::vector<BufferBytes> buffers, IssueLog& log);
  ~AccessorStore();
  AccessorStore(const AccessorStore&) = delete;
  AccessorStore& operator=(const AccessorStore&) = delete;

  const Document& document() const { return document_; }

  Backing backing(std::int64_t accessor) const;

  /// Every component of every element as stored, integers not yet normalized [#elements * #components]; zeros
  /// without a buffer. Empty for an accessor whose format is unknown.
  std::vector<double> stored(std::int64_t accessor) const;

  /// The accessor's numbers, with normalized integers as float32: c / 255, max(c / 127, -1), ...
  std::vector<double> numbers(std::int64_t accessor) const;

  /// Largest error of numbers() of an accessor if each is the nearest one that its stored form has: half a step of integers; of
  /// float32 numbers half a unit in the last place of the largest. A filter of a compressed view has its own.
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

/// The float32 number that a normalized integer stands for, as a double.
double normalized(std::int64_t component_type, double stored);

/// Refuses documents that would take more memory than a file can need. Error LIMIT_EXCEEDED at the accessor that
/// goes beyond: zeros without bytes more than 2^16 + 16 * `total_bytes` numbers, or limits::accessor_numbers in all.
void check_limits(const Document& document, const std::vector<BufferBytes>& buffers, std::size_t total_bytes,
                  IssueLog& log);

/// Error LIMIT_EXCEEDED at a list with more entries than limits::nodes, scenes, skins or clips. False: there is one.
bool check_counts(const Document& document, IssueLog& log);

/// Adds up what nodes show of a document whose links are checked: each mesh once for each skin, and once for each node that has
/// no skin or has morph targets. Error LIMIT_EXCEEDED at the node that goes beyond limits::shown_vertices, shown_influences
/// or shown_joints.
void check_shown(const Document& document, IssueLog& log);

}  // namespace bindpose::gltf
