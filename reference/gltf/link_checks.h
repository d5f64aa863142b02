// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: checks that the entries a document refers to exist, fit, and have only one use.
// Codes and places are the Khronos validator's. The checks read the document only, not the buffers' bytes.
#pragma once

#include "reference/gltf/document.h"

namespace bindpose::gltf {

/// The first use of a buffer view; a second, different use is an error.
enum class ViewUse { none, vertices, indices, inverse_binds, image, other };
enum class AccessorUse { none, vertex_attribute, indices, inverse_binds, animation_input, animation_output };

/// The document, and the uses of its views and accessors so far.
struct Links {
  const Document& document;
  IssueLog& log;
  std::vector<ViewUse> view_uses;                ///< [#views]
  std::vector<AccessorUse> accessor_uses;        ///< [#accessors]
  std::vector<std::int64_t> unstrided_accessor;  ///< the accessor that first read vertices from it [#views]

  Links(const Document& vetted, IssueLog& issues);

  /// The entry; null if the index is kNone or invalid (the latter is an error at `where`).
  const AccessorEntry* accessor(std::int64_t index, const Pointer& where);

  /// Records a use of an accessor and its view. Errors ACCESSOR_USAGE_OVERRIDE, BUFFER_VIEW_TARGET_OVERRIDE at
  /// `where`.
  void use(std::int64_t accessor, AccessorUse accessor_use, ViewUse view_use, const Pointer& where);
  void use_view(std::int64_t view, ViewUse use, const Pointer& where);

  /// The view of an accessor, or null.
  const ViewEntry* view_of(const AccessorEntry& accessor) const;
};

/// True if `index` is below `count`. Logs UNRESOLVED_REFERENCE for other indices except kNone.
bool resolves(std::int64_t index, std::size_t count, const Pointer& where, IssueLog& log);

/// Buffer views in buffers, accessors in buffer views, sparse parts.
void check_data_links(Links& links);

/// Attributes, indices, morph targets: formats, counts, alignment, strides.
void check_mesh_links(Links& links);

/// The node hierarchy, what nodes carry, skins and scenes.
void check_scene_links(Links& links);

/// Samplers and channels.
void check_animation_links(Links& links);

/// All of these checks, in the order in which uses are recorded.
void check_links(const Document& document, IssueLog& log);

}  // namespace bindpose::gltf
