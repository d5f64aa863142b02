// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What the shards of a run say has the names that the user gave, whatever folders they work in.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace shards_test {

namespace fs = std::filesystem;

/// In the place of bindpose: it says all that it was told, and leaves a result in the folder that was named last.
constexpr const char* stand_in = R"sh(#!/bin/sh
for folder; do :; done
mkdir -p "$folder"
echo '{}' > "$folder/results.json"
echo '{}' > "$folder/grading.json"
echo "told: $*"
echo "warning: $folder" >&2
exit 1
)sh";

class ShardsTest : public testing::Test {
 protected:
  ShardsTest() {
    std::ofstream(folder_ / "bindpose") << stand_in;
    fs::permissions(folder_ / "bindpose", fs::perms::owner_all);
    fs::create_directories(folder_ / "class/ann");
  }
  Ran shards(const std::string& words) const {
    return run_in(folder_, BINDPOSE_CONFORMANCE "/../ci/cluster/shards " + words);
  }

  TemporaryFolder folder_;
};

TEST_F(ShardsTest, of_tests_say_where_their_results_are) {
  ASSERT_EQ(shards("plan run 2 -- ./bindpose test").exit_code, 0);
  expect_ended(shards("run run 1"), 0, {"told: test --out run/shards/1\n", "warning: run/shards/1\n"});
  EXPECT_TRUE(fs::exists(folder_ / "run/shards/1/results.json"));
}

TEST_F(ShardsTest, of_a_class_say_which_was_graded) {
  ASSERT_EQ(shards("plan run 1 -- ./bindpose grade --class class --seed 1").exit_code, 0);
  expect_ended(shards("run run 0"), 0, {"told: grade --class class --seed 1 --out run/shards/0\n"});
}

TEST_F(ShardsTest, without_a_result_are_said_to_have_none) {
  std::ofstream(folder_ / "bindpose") << "#!/bin/sh\necho gives up\nexit 2\n";
  ASSERT_EQ(shards("plan run 1 -- ./bindpose test").exit_code, 0);
  expect_ended(shards("run run 0"), 2, {"gives up\n", "shard 0 has no result"});
}

}  // namespace shards_test
}  // namespace bindpose::conformance
