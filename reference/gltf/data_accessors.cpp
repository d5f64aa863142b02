// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "reference/gltf/data_checks.h"

namespace bindpose::gltf {
namespace {

void check_sparse_indices(const std::vector<std::int64_t>& indices, std::int64_t count, const Pointer& where,
                          IssueLog& log) {
  bool increasing = true;
  bool inside = true;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (increasing && i > 0 && indices[i] <= indices[i - 1]) {
      increasing = false;
      log.error("ACCESSOR_SPARSE_INDICES_NON_INCREASING", where,
                fmt::format("index {} is {}, the index before is {}", i, indices[i], indices[i - 1]));
    }
    if (inside && indices[i] >= count) {
      inside = false;
      log.error("ACCESSOR_SPARSE_INDEX_OOB", where,
                fmt::format("index {} is {}, the accessor has {} elements", i, indices[i], count));
    }
  }
}

void check_finite(const std::vector<double>& values, const Pointer& where, IssueLog& log) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    log.error("ACCESSOR_INVALID_FLOAT", where, fmt::format("number {} is {}", i, values[i]));
    return;
  }
}

/// Compares the least (sign 1) or greatest (sign -1) number of every component with the bound that the document
/// declares.
void check_bound(const std::vector<double>& values, const std::vector<double>& declared, double sign,
                 const Pointer& where, IssueLog& log) {
  const std::size_t components = declared.size();
  for (std::size_t c = 0; c < components; ++c) {
    double extreme = values[c];
    std::size_t beyond = 0;
    for (std::size_t i = c; i < values.size(); i += components) {
      if (sign * values[i] < sign * extreme) extreme = values[i];
      if (sign * values[i] < sign * declared[c]) ++beyond;
    }
    if (extreme == declared[c]) continue;
    log.error(sign > 0 ? "ACCESSOR_MIN_MISMATCH" : "ACCESSOR_MAX_MISMATCH", where / c,
              fmt::format("declared {}, found {}", declared[c], extreme));
    if (beyond == 0) continue;
    log.error(sign > 0 ? "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND" : "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", where / c,
              fmt::format("{} elements are beyond {}", beyond, declared[c]));
  }
}

}  // namespace

void check_accessor_data(const AccessorStore& store, IssueLog& log) {
  const Pointer accessors = Pointer() / "accessors";
  for (std::size_t a = 0; a < store.document().accessors.size(); ++a) {
    const AccessorEntry& accessor = store.document().accessors[a];
    const auto index = static_cast<std::int64_t>(a);
    if (store.backing(index) != Backing::bytes) continue;
    const Pointer where = accessors / a;
    check_sparse_indices(store.sparse_indices(index), accessor.count, where / "sparse", log);
    const std::vector<double> values = store.stored(index);
    if (values.empty()) continue;
    if (accessor.component_type == kFloat) check_finite(values, where, log);
    if (accessor.min) check_bound(values, *accessor.min, 1, where / "min", log);
    if (accessor.max) check_bound(values, *accessor.max, -1, where / "max", log);
  }
}

}  // namespace bindpose::gltf
