// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_matrix.h"

#include "reference/hierarchy/shared/chain.h"
#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {

template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const std::vector<int>& parents,
                                           const std::vector<LocalTransform<T>>& locals) {
  if (auto ok = validate(parents, locals); !ok) return tl::unexpected(ok.error());
  std::vector<Affine<T>> L;
  for (const LocalTransform<T>& local : locals)
    L.push_back(affine_from_local(local));
  return down_the_chain(parents, L);
}

namespace {

struct FkMatrix {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const auto locals = read_locals<T>(question, parents->size());
    if (!locals) return tl::unexpected(locals.error());
    const auto world = fk_matrix<T>(*parents, *locals);
    if (!world) return tl::unexpected(world.error());
    return Result<T>{{to_result_array("world", *world)}, {}};
  }
};

}  // namespace

Implementation fk_matrix_implementation() {
  return implement<FkMatrix>({});
}

#define BINDPOSE_INSTANTIATE(T)                                                \
  template Expected<std::vector<Affine<T>>> fk_matrix(const std::vector<int>&, \
                                                      const std::vector<LocalTransform<T>>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
