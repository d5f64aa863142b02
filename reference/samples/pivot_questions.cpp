// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/pivot_questions.h"

#include "reference/numeric/portable_angle.h"
#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::samples {

using namespace scenes;
namespace {

using bindpose::Rigid;

/// Joints 3k are parents; 3k + 1 and 3k + 2 are their children at one position.
constexpr std::size_t forks = 5;

struct Fork {
  std::vector<int> parents;
  Array::Reals positions;
  std::vector<Rigid<double>> palette;
};

/// C x + t about the point c that the parent's motion carries: M_parent c does not move.
Rigid<double> turned_about(const Rigid<double>& parent, const Vec3<double>& c, Random& random) {
  // Separate statements, because the evaluation order of arguments is unspecified.
  const Vec3<double> axis = random.direction().normalized();
  const Quat<double> turn = portable_rotation(random.uniform(0, 1.2), axis);
  const Quat<double> q = (turn * parent.rotation).normalized();
  return {q, bindpose::rotate(parent.rotation, c) + parent.translation - bindpose::rotate(q, c)};
}

void add_fork(Fork& tree, Random& random) {
  const int root = static_cast<int>(tree.parents.size());
  const Vec3<double> apex = random.point(2);
  tree.parents.push_back(root == 0 ? -1 : root - 1);
  tree.palette.push_back({random.rotation().normalized(), random.point(2)});
  const Vec3<double> own = random.point(2);
  tree.positions.insert(tree.positions.end(), own.begin(), own.end());
  for (int child = 0; child < 2; ++child) {
    tree.parents.push_back(root);
    tree.positions.insert(tree.positions.end(), apex.begin(), apex.end());
    tree.palette.push_back(turned_about(tree.palette[static_cast<std::size_t>(root)], apex, random));
  }
}

}  // namespace

Expected<void> add_joint_places(ArraySet& question, const Scene& scene) {
  add_bind_positions(question, scene.rig.skeleton);
  if (question.has("parents")) return {};
  const std::vector<int>& parents = scene.rig.skeleton.parents;
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  return {};
}

ArraySet sample_forks(std::size_t size, std::size_t width, Random& random) {
  Crowd people = crowd({size, width, 3 * forks}, random);
  Fork tree;
  for (std::size_t k = 0; k < forks; ++k)
    add_fork(tree, random);
  for (Rigid<double>& M : tree.palette)
    if (random.below(2) == 0) M.rotation.coeffs() *= -1;  // the same rotation
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t first = 3 * random.below(forks);
    std::vector<std::size_t> slots{first, static_cast<std::size_t>(first + 1 + random.below(2))};
    if (width > 2) slots = {first, first + 1, first + 2};
    for (std::size_t i = slots.size(); i > 1; --i)
      std::swap(slots[i - 1], slots[random.below(i)]);
    for (std::size_t i = 0; i < slots.size() && i < width; ++i)
      people.influences.joints[v * width + i] = static_cast<std::uint32_t>(slots[i]);
  }
  ArraySet question;
  add_mesh(question, people.mesh);
  add_influences(question, people.influences);
  skinning::add_rigids(question, "palette", tree.palette);
  question.add("parents", {tree.parents.size()}, Array::Integers(tree.parents.begin(), tree.parents.end()));
  question.add("bind_positions", {tree.parents.size(), 3}, std::move(tree.positions));
  return question;
}

}  // namespace bindpose::samples
