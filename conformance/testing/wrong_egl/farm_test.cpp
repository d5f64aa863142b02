// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A farm of 20 devices for 30 days. Its results are runs of the drivers here, with faults on known
// days. Also the bisection that conformance/gate/README.md describes.
#include <gtest/gtest.h>

#include "conformance/gate/history.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::farm_test {

using nlohmann::json;

const std::string cases =
    " --filter skinning.linear_blend.bar.posed.direction.palette.f32"
    " --filter skinning.linear_blend.crowd.influences-4.direction.palette.f32 ";

/// A run of the driver with a fault, which also changes the version of the driver.
json run_of(const std::string& subject, const std::string& fault) {
  const TemporaryFolder folder;
  run_in(folder, "BINDPOSE_WRONG_EGL='" + fault +
                     "' LD_LIBRARY_PATH='" BINDPOSE_WRONG_EGL_FOLDER "' " BINDPOSE_PROGRAM
                     " test --subject '" +
                     subject + "'" + cases + "--out out");
  json results = json::parse(slurp(folder / "out/results.json"), nullptr, false);
  EXPECT_FALSE(results.is_discarded()) << slurp(folder / "said.txt");
  if (!fault.empty()) {
    json& version = results["subjects"][0]["info"]["version"];
    version = version.get<std::string>() + " (updated)";
  }
  return results;
}

struct Fault {
  int device, day;
  std::string mode, variant;
};

TEST(FarmTest, each_fault_is_found_with_its_day_device_and_variant) {
  const std::vector<Fault> faults = {{5, 9, "divisor", "draw=instanced"},
                                     {13, 17, "divisor", "draw=instanced"},
                                     {18, 26, "uniform", "palette=instance-base or ubo"}};
  const std::vector<std::string> stacks = {"gpu:surfaceless?variants=all",
                                           "gpu:surfaceless?api=gles&variants=all"};
  std::map<std::pair<std::size_t, std::string>, json> runs;
  for (std::size_t s = 0; s < stacks.size(); ++s)
    runs[{s, ""}] = run_of(stacks[s], "");
  for (const Fault& fault : faults) {
    json& run = runs[{fault.device % stacks.size(), fault.mode}];
    if (run.is_null()) run = run_of(stacks[fault.device % stacks.size()], fault.mode);
  }
  const TemporaryFolder folder;
  auto history = History::open(folder / "farm.db", true);
  ASSERT_TRUE(history);
  for (int device = 0; device < 20; ++device)
    for (int day = 1; day <= 30; ++day) {
      std::string mode;
      for (const Fault& fault : faults)
        if (device == fault.device && day >= fault.day) mode = fault.mode;
      const auto added =
          history->add(results_of(runs.at({device % stacks.size(), mode})),
                       {fmt::format("shelf-{:02}", device), fmt::format("2026-11-{:02}", day)});
      ASSERT_TRUE(added) << to_string(added.error());
    }
  const Ran shown = run_in(folder, BINDPOSE_PROGRAM " history show farm.db --out page");
  expect_ended(shown, 1, {"3 of 20 devices fail now; 600 runs, 3 changes"});
  for (const Fault& fault : faults)
    EXPECT_TRUE(has(shown.out, fmt::format("2026-11-{:02}  shelf-{:02}: ", fault.day, fault.device)) &&
                has(shown.out, fault.variant))
        << shown.out;
  const auto farm = history->farm();
  ASSERT_EQ(farm->events.size(), faults.size());
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const FarmEvent& event = farm->events[faults.size() - 1 - i];  // the latest is first
    EXPECT_EQ(event.time, fmt::format("2026-11-{:02}", faults[i].day));
    EXPECT_EQ(event.device, fmt::format("shelf-{:02}", faults[i].device));
    EXPECT_EQ(event.variants, std::vector<std::string>{faults[i].variant});
    EXPECT_TRUE(event.driver.ends_with("(updated)"));
  }
  EXPECT_LT(std::filesystem::file_size(folder / "farm.db"), 60'000'000U);
  EXPECT_TRUE(has(slurp(folder / "page/report.html"), "since 2026-11-26"));
}

/// The commands of the page.
std::string recipe() {
  const std::string page = slurp(BINDPOSE_CONFORMANCE "/gate/README.md");
  const std::size_t begin = page.find("bindpose repro TEST");
  return page.substr(begin, page.find("```", begin) - begin);
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from << " in " << text;
  text.replace(at, from.size(), to);
}

TEST(FarmTest, the_documented_bisection_finds_the_commit_of_a_driver) {
  const TemporaryFolder folder;
  expect_ended(run_in(folder, R"sh(
    git init -q . && git config user.name a && git config user.email a@b.c
    printf '%s\n' 'driver:' '	mkdir -p driver && cp mode driver/ && cp "$(WRONG_EGL)"/libEGL.so.1 driver/' '.PHONY: driver' >Makefile
    for commit in 1 2 3 4 5 6 7 8; do
      mode=none; [ $commit -lt 6 ] || mode=uniform
      echo $mode >mode; echo $commit >number; git add Makefile mode number; git commit -q -m "driver $commit"; git tag v$commit
    done)sh"),
               0);
  std::string commands = recipe();
  replace(commands, "bindpose", BINDPOSE_PROGRAM);
  replace(commands, "TEST",
          "skinning.linear_blend.bar.posed.direction.palette.f32/gpu_surfaceless/"
          "transform-feedback.transform-then-blend.ubo");
  replace(commands, "BAD GOOD", "v8 v1");
  const Ran ran = run_in(folder, "set -e; export WRONG_EGL='" BINDPOSE_WRONG_EGL_FOLDER "'; " + commands);
  expect_ended(ran, 0, {"is the first bad commit"});
  EXPECT_TRUE(has(ran.out, "driver 6")) << ran.out;
}

}  // namespace bindpose::conformance::farm_test
