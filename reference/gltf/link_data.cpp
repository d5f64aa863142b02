// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "reference/gltf/link_checks.h"

namespace bindpose::gltf {
namespace {

void check_view(const ViewEntry& view, const Pointer& where, Links& links) {
  if (!resolves(view.buffer, links.document.buffers.size(), where / "buffer", links.log)) return;
  const BufferEntry& buffer = links.document.buffers[static_cast<std::size_t>(view.buffer)];
  if (buffer.byte_length == kNone || view.byte_offset == kNone || view.byte_length == kNone) return;
  if (view.byte_offset >= buffer.byte_length) {
    links.log.error("BUFFER_VIEW_TOO_LONG", where / "byteOffset",
                    fmt::format("offset {}, buffer of {} bytes", view.byte_offset, buffer.byte_length));
  } else if (view.byte_offset + view.byte_length > buffer.byte_length) {
    links.log.error("BUFFER_VIEW_TOO_LONG", where / "byteLength",
                    fmt::format("ends at byte {}, buffer of {} bytes", view.byte_offset + view.byte_length,
                                buffer.byte_length));
  }
}

/// A range of numbers within a view.
struct Range {
  std::int64_t offset = 0;
  std::int64_t component_size = 0;
  std::int64_t length = 0;  ///< bytes
};

/// The largest length that sums and messages allow; larger ones do not fit any view.
std::int64_t capped_product(std::int64_t a, std::int64_t b) {
  if (a != 0 && b > kLargestInteger / a) return kLargestInteger;
  return a * b;
}

void check_range(const Range& range, const ViewEntry& view, const Pointer& where, IssueLog& log) {
  if (range.offset == kNone || range.component_size == 0) return;
  if (range.offset % range.component_size != 0) {
    log.error("ACCESSOR_OFFSET_ALIGNMENT", where / "byteOffset",
              fmt::format("offset {} is not a multiple of {}", range.offset, range.component_size));
  }
  if (view.byte_offset == kNone) return;
  if ((view.byte_offset + range.offset) % range.component_size != 0) {
    log.error("ACCESSOR_TOTAL_OFFSET_ALIGNMENT", where,
              fmt::format("total offset {} is not a multiple of {}", view.byte_offset + range.offset,
                          range.component_size));
  }
  if (view.byte_length == kNone) return;
  if (range.offset > view.byte_length) {
    log.error("ACCESSOR_TOO_LONG", where / "byteOffset",
              fmt::format("offset {}, view of {} bytes", range.offset, view.byte_length));
  } else if (range.offset + range.length > view.byte_length) {
    log.error("ACCESSOR_TOO_LONG", where,
              fmt::format("offset {} and length {}, view of {} bytes", range.offset, range.length,
                          view.byte_length));
  }
}

void check_dense(const AccessorEntry& accessor, const Pointer& where, Links& links) {
  if (!resolves(accessor.view, links.document.views.size(), where / "bufferView", links.log)) return;
  const ViewEntry& view = *links.view_of(accessor);
  const std::int64_t size = element_size(accessor);
  if (view.byte_stride != kNone && view.byte_stride < size) {
    links.log.error("ACCESSOR_SMALL_BYTESTRIDE", where,
                    fmt::format("byteStride {} of elements of {} bytes", view.byte_stride, size));
  }
  const std::int64_t stride = view.byte_stride != kNone ? view.byte_stride : packed_stride(accessor);
  check_range({accessor.byte_offset, component_size(accessor.component_type),
               capped_product(accessor.count - 1, stride) + size},
              view, where, links.log);
}

/// One of the two parts of a sparse accessor: its view has no other use and no stride.
const ViewEntry* check_sparse_view(std::int64_t index, const Pointer& where, Links& links) {
  const Pointer place = where / "bufferView";
  if (!resolves(index, links.document.views.size(), place, links.log)) return nullptr;
  const ViewEntry& view = links.document.views[static_cast<std::size_t>(index)];
  links.use_view(index, ViewUse::other, place);
  if (view.byte_stride != kNone) {
    links.log.error("BUFFER_VIEW_INVALID_BYTE_STRIDE", place, "only vertex data can have a byteStride");
  }
  return &view;
}

void check_sparse(const AccessorEntry& accessor, const Pointer& where, Links& links) {
  const SparseEntry& sparse = *accessor.sparse;
  if (sparse.count == kNone) return;
  if (sparse.count > accessor.count) {
    links.log.error("ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", where / "count",
                    fmt::format("{} of {} elements", sparse.count, accessor.count));
  }
  if (const ViewEntry* view = check_sparse_view(sparse.indices_view, where / "indices", links)) {
    const std::int64_t size = component_size(sparse.indices_type);
    check_range({sparse.indices_offset, size, capped_product(sparse.count, size)}, *view, where / "indices",
                links.log);
  }
  if (const ViewEntry* view = check_sparse_view(sparse.values_view, where / "values", links)) {
    const std::int64_t size = component_size(accessor.component_type);
    check_range(
        {sparse.values_offset, size, capped_product(sparse.count, size * component_count(accessor.type))},
        *view, where / "values", links.log);
  }
}

}  // namespace

void check_data_links(Links& links) {
  const Pointer views = Pointer() / "bufferViews";
  for (std::size_t i = 0; i < links.document.views.size(); ++i) {
    check_view(links.document.views[i], views / i, links);
  }
  const Pointer accessors = Pointer() / "accessors";
  for (std::size_t i = 0; i < links.document.accessors.size(); ++i) {
    const AccessorEntry& accessor = links.document.accessors[i];
    if (!accessor.is_readable()) continue;
    if (accessor.view != kNone) check_dense(accessor, accessors / i, links);
    if (accessor.sparse) check_sparse(accessor, accessors / i / "sparse", links);
  }
  const Pointer images = Pointer() / "images";
  for (std::size_t i = 0; i < links.document.image_views.size(); ++i) {
    const Pointer where = images / i / "bufferView";
    const std::int64_t view = links.document.image_views[i];
    if (view >= 0 && resolves(view, links.document.views.size(), where, links.log)) {
      links.use_view(view, ViewUse::image, where);
    }
  }
}

}  // namespace bindpose::gltf
