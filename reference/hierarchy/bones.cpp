// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/bones.h"

#include <utility>

#include <fmt/format.h>

#include "reference/hierarchy/fk_matrix.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {

template <class T>
Expected<std::vector<Bone<T>>> bones(const std::vector<int>& parents, const std::vector<Affine<T>>& world) {
  Skeleton skeleton;
  skeleton.parents = parents;
  if (auto ok = validate(skeleton); !ok) return tl::unexpected(ok.error());
  if (world.size() != parents.size())
    return fail("COUNT_MISMATCH", "world",
                fmt::format("{} transforms, expected {}", world.size(), parents.size()));
  std::vector<Bone<T>> segments;
  for (std::size_t j = 0; j < parents.size(); ++j)
    if (parents[j] >= 0)
      segments.push_back({world[j].translation, world[static_cast<std::size_t>(parents[j])].translation});
  return segments;
}

namespace {

struct Bones {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const auto locals = read_locals<T>(question, parents->size());
    if (!locals) return tl::unexpected(locals.error());
    const auto world = fk_matrix<T>(*parents, *locals);
    if (!world) return tl::unexpected(world.error());
    const auto segments = bones<T>(*parents, *world);
    if (!segments) return tl::unexpected(segments.error());
    ResultArray<T> ends{"bones", {segments->size(), 2, 3}, {}};
    for (const Bone<T>& bone : *segments)
      for (const Vec3<T>& end : {bone.joint, bone.parent})
        ends.values.insert(ends.values.end(), {end[0], end[1], end[2]});
    return Result<T>{{to_result_array("world", *world), std::move(ends)}, {}};
  }
};

}  // namespace

Implementation bones_implementation() {
  return implement<Bones>({});
}

#define BINDPOSE_INSTANTIATE(T) \
  template Expected<std::vector<Bone<T>>> bones(const std::vector<int>&, const std::vector<Affine<T>>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
