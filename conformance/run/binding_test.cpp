// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Subjects that bind characters, judged by the properties of right weights.
#include "conformance/run/binding.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/run/executor.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/results.h"
#include "reference/model/rows.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::binding_test {

/// The reference, with changed weights.
std::unique_ptr<Subject> binder(const std::function<void(Answer&)>& change) {
  return std::make_unique<Fake>([change](const Question&, Answer answer) {
    change(answer);
    return answer;
  });
}

/// Judges a subject on these cases, and returns the verdicts by case.
std::map<std::string, Verdict> verdicts_on(std::vector<BindingCase> cases, std::unique_ptr<Subject> subject) {
  Suite suite;
  suite.add_cases(std::move(cases));
  suite.add_subject(std::move(subject));
  suite.make_records();
  Executor(suite).run_all();
  std::map<std::string, Verdict> verdicts;
  for (const Record& record : suite.records())
    verdicts[record.from->name] = record.verdict;
  return verdicts;
}

/// Judges a subject on the built-in characters.
std::map<std::string, Verdict> verdicts_on(std::unique_ptr<Subject> subject) {
  return verdicts_on(*built_in_binding_cases(), std::move(subject));
}

/// Judges a subject on one method's weights for a character.
Verdict verdict_by_delaunay(std::shared_ptr<const Character> character, std::unique_ptr<Subject> subject) {
  std::vector<BindingCase> cases = binding_cases(std::move(character), "made");
  std::erase_if(cases, [](const BindingCase& each) { return each.c.algorithm->id != "bind.delaunay"; });
  const auto verdicts = verdicts_on(std::move(cases), std::move(subject));
  EXPECT_EQ(verdicts.size(), 1U);
  return verdicts.begin()->second;
}

void each_weight(Answer& answer, const std::function<double(double)>& change) {
  for (const Array& array : answer.arrays)
    if (array.name == "joint_weights" || array.name == "slot_weights")
      for (double& w : std::get<Array::Reals>(answer.arrays.find(array.name)->data))
        w = change(w);
}

TEST(BindingTest, float32_weights_have_every_property) {
  const auto verdicts = verdicts_on(binder([](Answer&) {}));
  EXPECT_EQ(verdicts.size(), 4 * bind_methods().size());
  EXPECT_TRUE(verdicts.contains("binding.heat.figure.properties"));
  for (const auto& [name, verdict] : verdicts) {
    EXPECT_EQ(verdict.outcome, Outcome::pass) << name << ": " << verdict.detail;
    EXPECT_EQ(verdict.detail, "") << name;
    EXPECT_LE(verdict.worst_fraction, 1) << name;
  }
}

TEST(BindingTest, inputs_that_a_binder_refuses_do_not_run) {
  Character flat = built_in_legs(1);
  for (Vec3<double>& x : flat.mesh.positions)
    x[2] = 0;
  for (Vec3<double>& x : flat.pivots)
    x[2] = 0;
  const Verdict verdict = verdict_by_delaunay(std::make_shared<const Character>(std::move(flat)),
                                              binder([](Answer&) { ADD_FAILURE() << "it ran"; }));
  EXPECT_EQ(verdict.outcome, Outcome::not_supported) << verdict.detail;
  EXPECT_TRUE(has(verdict.detail, "FLAT_POINTS"));
}

/// A box with a joint at each end, and vertices half way between both.
std::shared_ptr<const Character> box_between_two_joints() {
  Character box;
  box.name = "box";
  for (const double x : {-1.0, -0.5, 0.0, 0.5, 1.0})
    for (const double y : {-0.3, 0.3})
      for (const double z : {-0.2, 0.25})
        box.mesh.positions.emplace_back(x, y, z);
  for (std::uint32_t ring = 0; ring < 16; ring += 4)
    for (const auto& [a, b] : {std::pair{0U, 1U}, {1U, 3U}, {3U, 2U}, {2U, 0U}}) {
      box.mesh.triangles.push_back({ring + a, ring + b, ring + b + 4});
      box.mesh.triangles.push_back({ring + a, ring + b + 4, ring + a + 4});
    }
  box.parents = {-1, 0};
  box.pivots = {{-0.75, 0, 0}, {0.75, 0, 0}};
  return std::make_shared<const Character>(std::move(box));
}

/// The verdict on Delaunay weights of the box with vertices first to last given to the other joint.
Verdict verdict_on_given_away(std::size_t first, std::size_t last) {
  return verdict_by_delaunay(box_between_two_joints(), binder([=](Answer& answer) {
                               auto& w = *reals_of(answer.arrays, "joint_weights");
                               for (std::size_t v = first; v < last; ++v)
                                 std::swap(w[2 * v], w[2 * v + 1]);
                             }));
}

TEST(BindingTest, two_equally_near_joints_are_both_right) {
  EXPECT_EQ(verdict_on_given_away(0, 0).outcome, Outcome::pass);
  const Verdict other = verdict_on_given_away(8, 12);
  EXPECT_EQ(other.outcome, Outcome::pass) << other.detail;
  EXPECT_EQ(verdict_on_given_away(9, 10).outcome, Outcome::pass) << "each vertex may have either joint";
  const Verdict wrong = verdict_on_given_away(12, 13);
  EXPECT_EQ(wrong.outcome, Outcome::fail);
  EXPECT_TRUE(has(wrong.detail, "own-joint does not hold: 1 of 20 vertices follow another joint: vertex 12"));
}

TEST(BindingTest, a_violated_property_is_named) {
  const auto halved = [](Answer& answer) { each_weight(answer, [](double w) { return w / 2; }); };
  for (const auto& [name, verdict] : verdicts_on(binder(halved))) {
    EXPECT_EQ(verdict.outcome, Outcome::fail) << name;
    EXPECT_EQ(verdict.detail.find("sum-of-one does not hold: the weights of vertex "), 0U) << verdict.detail;
    EXPECT_GT(verdict.worst_fraction, 1) << name;
  }
}

TEST(BindingTest, an_empty_output_is_invalid) {
  const auto empty = [](Answer& answer) { answer.arrays = ArraySet(); };
  for (const auto& [name, verdict] : verdicts_on(binder(empty)))
    EXPECT_EQ(verdict.outcome, Outcome::invalid_output) << name << ": " << verdict.detail;
}

TEST(BindingTest, registered_defects_break_a_property) {
  for (const auto& [defect, name] : std::vector<std::pair<std::string, std::string>>{
           {"defect:heat-rigid", "binding.heat.legs.properties"},
           {"defect:heat-uniform", "binding.heat.ringed-legs.properties"},
           {"defect:smooth-in-place", "binding.smooth_weights.ringed-legs.properties"},
           {"defect:heat-blind", "binding.heat.unlike-legs.properties"},
           {"defect:delaunay-nearest-alone", "binding.delaunay.unlike-legs.properties"},
           {"defect:heat-to-parent", "binding.heat.figure.properties"}}) {
    auto subject = open_any(*parse_subject(defect));
    ASSERT_TRUE(subject) << defect;
    const std::string other = "binding.point_to_line.figure.properties";
    auto cases = *built_in_binding_cases();
    std::erase_if(cases,
                  [&](const BindingCase& each) { return each.c.name != name && each.c.name != other; });
    const auto verdicts = verdicts_on(std::move(cases), *std::move(subject));
    EXPECT_EQ(verdicts.at(name).outcome, Outcome::fail) << defect << verdicts.at(name).worst_fraction;
    EXPECT_EQ(verdicts.at(other).outcome, Outcome::pass) << defect;
  }
}

TEST(BindingTest, the_command_judges_by_properties) {
  const TemporaryFolder folder;
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " test --properties --subject reference-float --out out"), 0,
               {"PASS: every property of right weights holds: 28 passed."});
  EXPECT_TRUE(has(slurp(folder / "out/results.json"), "binding.bounded_biharmonic.figure.properties"));
  expect_ended(run_in(folder, BINDPOSE_PROGRAM
                      " test --properties --subject defect:heat-to-parent --filter '*.heat.*' --out out"),
               1);
  EXPECT_TRUE(has(slurp(folder / "out/junit.xml"), "own-joint does not hold"));
  EXPECT_EQ(run_in(folder, BINDPOSE_PROGRAM " test --properties --metamorphic").exit_code, 2);
}

}  // namespace bindpose::conformance::binding_test
