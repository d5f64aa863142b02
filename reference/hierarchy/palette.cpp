// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/palette.h"

#include <fmt/format.h>

#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/numeric/stored.h"

namespace bindpose::hierarchy {
namespace {

Expected<void> require_same_count(std::size_t world, std::size_t inverse_binds) {
  if (world == inverse_binds) return {};
  return fail("COUNT_MISMATCH", "inverse_binds",
              fmt::format("{} matrices, expected {}", inverse_binds, world));
}

}  // namespace

template <class T>
Expected<std::vector<Affine<T>>> palette(const std::vector<Affine<T>>& world,
                                         const std::vector<Affine<T>>& inverse_binds) {
  if (auto ok = require_same_count(world.size(), inverse_binds.size()); !ok)
    return tl::unexpected(ok.error());
  std::vector<Affine<T>> M(world.size());
  for (std::size_t j = 0; j < M.size(); ++j)
    M[j] = stored_entries(world[j] * inverse_binds[j]);
  return M;
}

template <class T>
Expected<std::vector<Rigid<T>>> palette(const std::vector<Rigid<T>>& world,
                                        const std::vector<Rigid<T>>& inverse_binds) {
  if (auto ok = require_same_count(world.size(), inverse_binds.size()); !ok)
    return tl::unexpected(ok.error());
  std::vector<Rigid<T>> M(world.size());
  for (std::size_t j = 0; j < M.size(); ++j) {
    const Rigid<T> product = world[j] * inverse_binds[j];
    M[j] = {stored_entries(product.rotation), stored_entries(product.translation)};
  }
  return M;
}

namespace {

struct Palette {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    const auto world = read_affines<T>(question, "world");
    if (!world) return tl::unexpected(world.error());
    const auto inverse_binds = read_affines<T>(question, "inverse_binds");
    if (!inverse_binds) return tl::unexpected(inverse_binds.error());
    const auto M = palette<T>(*world, *inverse_binds);
    if (!M) return tl::unexpected(M.error());
    return Result<T>{{to_result_array("palette", *M)}, {}};
  }
};

}  // namespace

Implementation palette_implementation() {
  return implement<Palette>({});
}

#define BINDPOSE_INSTANTIATE(T)                                                     \
  template Expected<std::vector<Affine<T>>> palette(const std::vector<Affine<T>>&,  \
                                                    const std::vector<Affine<T>>&); \
  template Expected<std::vector<Rigid<T>>> palette(const std::vector<Rigid<T>>&,    \
                                                   const std::vector<Rigid<T>>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
