// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_product.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/model/rows.h"
#include "reference/samples/parts.h"
#include "reference/testing/agreement.h"

namespace bindpose::hierarchy {

using namespace test;

namespace fk_product_test {

struct Rig {
  std::vector<int> parents;
  std::vector<Affine<double>> rest;
  std::vector<Quat<double>> rotations;
};

Rig random_rig(std::size_t count, Random& random) {
  Rig rig;
  rig.parents = samples::sample_parents(count, random);
  for (std::size_t j = 0; j < count; ++j) {
    rig.rest.push_back(samples::sample_affine(random));
    rig.rotations.push_back(random.rotation().normalized());
  }
  return rig;
}

std::vector<LocalTransform<double>> as_matrices(const std::vector<Affine<double>>& maps) {
  std::vector<LocalTransform<double>> locals(maps.size());
  for (std::size_t j = 0; j < maps.size(); ++j) {
    locals[j].is_matrix = true;
    locals[j].matrix = maps[j];
  }
  return locals;
}

std::vector<Affine<double>> affines_of(const ResultArray<double>& array) {
  std::vector<Affine<double>> maps;
  for (std::size_t i = 0; i < array.values.size(); i += 12)
    maps.push_back(affine_at(&array.values[i]));
  return maps;
}

/// The declared algorithm's output, all numbers as given.
Expected<ProductChain<double>> answer_of(const std::vector<int>& parents,
                                         const std::vector<Affine<double>>& rest,
                                         const std::vector<Quat<double>>& rotations) {
  Array::Reals maps(12 * rest.size()), quaternions(4 * rotations.size());
  for (std::size_t j = 0; j < rest.size(); ++j)
    put_affine(&maps[12 * j], rest[j]);
  for (std::size_t j = 0; j < rotations.size(); ++j)
    put_quaternion(&quaternions[4 * j], rotations[j]);
  ArraySet question;
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  question.add("rest", {rest.size(), 3, 4}, std::move(maps));
  question.add("rotations", {rotations.size(), 4}, std::move(quaternions));
  BINDPOSE_TRY(const Result<double> answer,
               find_algorithm("fk_product")
                   ->implementation.in_double(question, {{"formulation", "inverse-then-product"}}));
  return ProductChain<double>{affines_of(*answer.find("model_from_bone")),
                              affines_of(*answer.find("bone_from_model")),
                              affines_of(*answer.find("palette"))};
}

double distance(const Affine<double>& a, const Affine<double>& b) {
  return (a.linear - b.linear).norm() + (a.translation - b.translation).norm();
}

TEST(fk_product, the_result_is_fk_matrix_times_inverse_binds) {
  Random random("fk_product.law");
  for (int round = 0; round < 50; ++round) {
    const Rig rig = random_rig(20, random);
    const auto product = answer_of(rig.parents, rig.rest, rig.rotations);
    ASSERT_TRUE(product);
    std::vector<Affine<double>> animated;
    for (std::size_t j = 0; j < rig.rest.size(); ++j)
      animated.push_back(rig.rest[j] *
                         Affine<double>{rig.rotations[j].toRotationMatrix(), Vec3<double>::Zero()});
    const auto world = fk_matrix<double>(rig.parents, as_matrices(animated));
    const auto bind = fk_matrix<double>(rig.parents, as_matrices(rig.rest));
    const auto inverse_binds = inverse_bind<double>(*bind);
    ASSERT_TRUE(world && inverse_binds);
    const auto expected = palette<double>(*world, *inverse_binds);
    for (std::size_t j = 0; j < rig.rest.size(); ++j) {
      EXPECT_LT(distance(product->model_from_bone[j], (*world)[j]), 1e-12);
      EXPECT_LT(distance(product->bone_from_model[j], (*inverse_binds)[j]), 1e-11);
      EXPECT_LT(distance(product->palette[j], (*expected)[j]), 1e-11);
    }
  }
}

TEST(fk_product, invalid_inputs_are_refused) {
  const Affine<double> one;
  const Quat<double> still = Quat<double>::Identity();
  const auto error = [](const std::vector<int>& parents, const std::vector<Affine<double>>& rest,
                        const std::vector<Quat<double>>& rotations) {
    const auto product = answer_of(parents, rest, rotations);
    return product ? std::string() : product.error().code + " " + product.error().where;
  };
  EXPECT_EQ(error({-1, 0}, {one, one}, {still, still}), "");
  EXPECT_EQ(error({}, {}, {}), "");
  Affine<double> bad;
  bad.linear(1, 1) = 0;
  EXPECT_EQ(error({-1, 0}, {one, bad}, {still, still}), "SINGULAR_BIND rest[1]");
}

TEST(fk_product, the_bound_is_small_after_100_joints) {
  Implementation chain = find_algorithm("fk_product")->implementation;
  chain.sample = [](std::size_t size, Random& random) {
    std::vector<Affine<double>> rest;
    Array::Integers parents;
    Array::Reals rotations;
    for (std::size_t j = 0; j < size; ++j) {
      parents.push_back(static_cast<int>(j) - 1);
      rest.push_back(affine_from_trs(samples::sample_rigid(random)));
      const Quat<double> q = random.rotation();
      rotations.insert(rotations.end(), q.coeffs().begin(), q.coeffs().end());
    }
    ArraySet question;
    question.add("parents", {size}, std::move(parents));
    add_affines(question, "rest", rest);
    question.add("rotations", {size, 4}, std::move(rotations));
    return question;
  };
  const Agreement agreement = measure_agreement("fk_product, 100 joints in a row", chain, 100, 20);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_LT(agreement.bound, 0.05);
}

}  // namespace fk_product_test
}  // namespace bindpose::hierarchy
