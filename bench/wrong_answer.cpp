// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/bench.h"
#include "conformance/cases/shared/scene_case.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/report/html_page.h"
#include "conformance/report/picture.h"
#include "conformance/subjects/sandbox/folders.h"
#include "reference/model/try.h"
#include "reference/scenes/cylinder.h"

namespace bindpose::bench {
namespace {

using conformance::PageContent;

/// A defect that the judge names, and one that it does not name.
constexpr const char* named = "weights-over-256";
constexpr const char* unnamed = "normal-gets-translation";

/// The bent cylinder, skinned with a defect.
struct WrongAnswer {
  Case from;
  Question question;
  conformance::Expectation right;
  conformance::Answer answer;
  conformance::Verdict verdict;  ///< without a name for the defect
  std::string test = "skinning.linear_blend.cylinder.bend-90.palette.f32/bench/default";

  conformance::JudgedAnswer judged() const { return {test, from, question, right, answer, verdict}; }
};

scenes::Scene cylinder_of(std::size_t vertices) {
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(vertices))));
  return scenes::cylinder(scenes::degrees(90), scenes::degrees(30),
                          {.rings = vertices / side, .sides = side});
}

/// Made once per size and defect.
Expected<std::shared_ptr<const WrongAnswer>> wrong_answer(std::size_t vertices,
                                                          const std::string& defect_id) {
  static std::map<std::pair<std::size_t, std::string>, std::shared_ptr<const WrongAnswer>> made;
  auto& entry = made[{vertices, defect_id}];
  if (entry) return entry;
  auto wrong = std::make_shared<WrongAnswer>();
  const scenes::Scene scene = cylinder_of(vertices);
  wrong->from.algorithm = find_algorithm("lbs");
  wrong->from.name = "skinning.linear_blend.cylinder.bend-90.palette.f32";
  wrong->from.depiction = [depiction = conformance::depiction_of(scene)] { return depiction; };
  wrong->question.algorithm = wrong->from.algorithm;
  BINDPOSE_TRY(wrong->question.arrays, scenes::palette_question(scene));
  BINDPOSE_TRY(wrong->right, conformance::expect(wrong->question));
  const conformance::Defect* const defect = conformance::find_defect(defect_id);
  if (defect == nullptr) return fail("DEFECT_UNKNOWN", defect_id, "is not registered");
  BINDPOSE_TRY(wrong->answer.arrays, conformance::answer_with(*defect, wrong->question,
                                                              conformance::as_answer(wrong->right).arrays));
  wrong->verdict = conformance::compare(wrong->right, wrong->answer);
  return entry = std::move(wrong);
}

/// One step of processing a wrong output; an error if its result is not as expected.
using Use = Expected<void> (*)(const WrongAnswer& wrong);

void measure(benchmark::State& state, const std::string& defect_id, Use use) {
  const auto wrong = wrong_answer(static_cast<std::size_t>(state.range(0)), defect_id);
  if (!wrong) return state.SkipWithError(to_string(wrong.error()).c_str());
  for (auto _ : state)
    if (const auto used = use(**wrong); !used) return state.SkipWithError(to_string(used.error()).c_str());
}

Expected<void> judge_named(const WrongAnswer& wrong) {
  const auto verdict = conformance::judge(wrong.question, wrong.right, wrong.answer);
  if (verdict.defect == named) return {};
  return fail("DEFECT", named, "is not named: " + verdict.detail);
}

Expected<void> judge_unnamed(const WrongAnswer& wrong) {
  const auto verdict = conformance::judge(wrong.question, wrong.right, wrong.answer);
  if (verdict.outcome == conformance::Outcome::fail && verdict.defect.empty()) return {};
  return fail("DEFECT", unnamed, "is " + verdict.defect);
}

/// All inputs of a report on an output except its verdict, and the page.
Expected<void> make_page(const WrongAnswer& wrong) {
  conformance::Findings findings;
  findings.look_at("bench", wrong.judged());
  PageContent content;
  content.subjects = {{"bench", {}, "bindpose test", {}}};
  content.cases = {{wrong.from.name, wrong.from.algorithm, "", "", {}, wrong.from.name, ""}};
  content.tests = {{wrong.test, 0, 0, &wrong.verdict}};
  content.findings = &findings;
  const std::string page = conformance::html_page(content);
  if (page.size() > conformance::most_mesh_bytes / 100) return {};
  return fail("PAGE", wrong.test, "has no mesh");
}

Expected<void> draw_picture(const WrongAnswer& wrong) {
  BINDPOSE_TRY(const auto folder, conformance::ScratchFolder::make());
  auto picture = conformance::picture_of(wrong.judged());
  if (!picture) return fail("PICTURE", wrong.test, "has no positions");
  return conformance::write_pictures({{*std::move(picture), folder.path() / "wrong.png"}});
}

}  // namespace

void register_wrong_answer(bool draws) {
  struct Row {
    const char *name, *defect_id;
    Use use;
  };
  std::vector<Row> rows = {{"wrong/judge_named", named, &judge_named},
                           {"wrong/judge_unnamed", unnamed, &judge_unnamed},
                           {"wrong/page", named, &make_page}};
  if (draws) rows.push_back({"wrong/picture", named, &draw_picture});
  for (const Row& row : rows)
    benchmark::RegisterBenchmark(row.name,
                                 [row](benchmark::State& state) { measure(state, row.defect_id, row.use); })
        ->RangeMultiplier(10)
        ->Range(1000, 1'000'000)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
}

}  // namespace bindpose::bench
