// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/link_checks.h"

#include <fmt/format.h>

namespace bindpose::gltf {

Links::Links(const Document& vetted, IssueLog& issues)
    : document(vetted),
      log(issues),
      view_uses(vetted.views.size(), ViewUse::none),
      accessor_uses(vetted.accessors.size(), AccessorUse::none),
      unstrided_accessor(vetted.views.size(), kNone) {
  for (std::size_t i = 0; i < vetted.views.size(); ++i) {
    if (vetted.views[i].target == 34962) view_uses[i] = ViewUse::vertices;
    if (vetted.views[i].target == 34963) view_uses[i] = ViewUse::indices;
  }
}

bool resolves(std::int64_t index, std::size_t count, const Pointer& where, IssueLog& log) {
  if (index == kNone) return false;
  if (static_cast<std::size_t>(index) < count) return true;
  log.error("UNRESOLVED_REFERENCE", where, fmt::format("{} of {} entries", index, count));
  return false;
}

const AccessorEntry* Links::accessor(std::int64_t index, const Pointer& where) {
  if (!resolves(index, document.accessors.size(), where, log)) return nullptr;
  return &document.accessors[static_cast<std::size_t>(index)];
}

const ViewEntry* Links::view_of(const AccessorEntry& accessor) const {
  if (accessor.view == kNone || static_cast<std::size_t>(accessor.view) >= document.views.size())
    return nullptr;
  return &document.views[static_cast<std::size_t>(accessor.view)];
}

void Links::use(std::int64_t accessor, AccessorUse accessor_use, ViewUse view_use, const Pointer& where) {
  AccessorUse& first = accessor_uses[static_cast<std::size_t>(accessor)];
  if (first != AccessorUse::none && first != accessor_use) {
    log.error("ACCESSOR_USAGE_OVERRIDE", where,
              fmt::format("accessor {} is already used for something else", accessor));
  } else {
    first = accessor_use;
  }
  use_view(document.accessors[static_cast<std::size_t>(accessor)].view, view_use, where);
}

void Links::use_view(std::int64_t view, ViewUse use, const Pointer& where) {
  if (view == kNone || static_cast<std::size_t>(view) >= view_uses.size()) return;
  ViewUse& first = view_uses[static_cast<std::size_t>(view)];
  if (first != ViewUse::none && first != use) {
    log.error("BUFFER_VIEW_TARGET_OVERRIDE", where,
              fmt::format("buffer view {} is already used for something else", view));
  } else {
    first = use;
  }
}

void check_links(const Document& document, IssueLog& log) {
  Links links(document, log);
  check_data_links(links);
  check_mesh_links(links);
  check_scene_links(links);
  check_animation_links(links);
}

}  // namespace bindpose::gltf
