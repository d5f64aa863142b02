// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/golden.h"

#include <fstream>

#include <gtest/gtest.h>

#include "golden/toy_test.h"
#include "reference/algorithms.h"
#include "reference/io/safetensors.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::golden::golden_test {

namespace fs = std::filesystem;

Case lbs_case(const std::string& rest, std::size_t vertices = 5) {
  Case c;
  c.name = "skinning.linear_blend." + rest;
  c.algorithm = find_algorithm("skinning/linear_blend");
  c.question = [name = c.name, vertices]() -> Expected<ArraySet> {
    Random random(name);
    return find_algorithm("skinning/linear_blend")->implementation.sample(vertices, random);
  };
  c.purpose = "A test.";
  c.leave_out = {"implicit-last-weight"};
  c.golden = true;
  return c;
}

/// A folder with two golden cases, written again for every test.
class GoldenFolder : public testing::Test {
 protected:
  void SetUp() override {
    cases[1].golden = false;
    const auto written = write(folder, cases);
    ASSERT_TRUE(written) << to_string(written.error());
  }

  /// "differs skinning/..." of every difference.
  std::vector<std::string> differences() const {
    const auto summary = verify(folder, cases);
    if (!summary) return {to_string(summary.error())};
    std::vector<std::string> found;
    for (const Difference& d : summary->differences)
      found.push_back((d.kind == Difference::Kind::missing       ? "missing "
                       : d.kind == Difference::Kind::superfluous ? "superfluous "
                                                                 : "differs ") +
                      d.file);
    return found;
  }

  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "golden";
  const std::string lbs = "skinning/linear_blend/";
  std::vector<Case> cases = {lbs_case("a.palette.f32"), lbs_case("b.palette.f32"), lbs_case("c.palette.f32")};
};

using Strings = std::vector<std::string>;

TEST_F(GoldenFolder, the_folder_has_files_and_indexes) {
  EXPECT_TRUE(fs::exists(folder / (lbs + "a.palette.f32.safetensors")));
  EXPECT_FALSE(fs::exists(folder / (lbs + "b.palette.f32.safetensors"))) << "the case is not golden";
  for (const Algorithm& algorithm : algorithms())
    EXPECT_TRUE(fs::exists(folder / algorithm.path() / "cases.json")) << algorithm.path();
  BINDPOSE_ASSERT(const auto summary, verify(folder, cases));
  EXPECT_TRUE(summary.differences.empty());
  EXPECT_EQ(summary.cases, 2U);
  EXPECT_EQ(summary.files, 2 + algorithms().size());
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  EXPECT_EQ(summary.bytes, bytes);
}

TEST_F(GoldenFolder, verify_finds_a_flipped_bit_anywhere) {
  const fs::path path = folder / (lbs + "a.palette.f32.safetensors");
  BINDPOSE_ASSERT(const auto good, read_file(path));
  for (const std::size_t at : {std::size_t{0}, std::size_t{9}, good.size() / 2, good.size() - 1}) {
    auto bad = good;
    bad[at] ^= std::byte{1};
    ASSERT_TRUE(write_file(path, bad));
    EXPECT_EQ(differences(), Strings{"differs " + lbs + "a.palette.f32.safetensors"}) << at;
  }
}

TEST_F(GoldenFolder, verify_finds_a_truncated_file) {
  const fs::path path = folder / (lbs + "a.palette.f32.safetensors");
  for (const std::uintmax_t size : {0, 4, 20, 1000}) {
    ASSERT_TRUE(write(folder, cases));
    fs::resize_file(path, size);
    EXPECT_EQ(differences(), Strings{"differs " + lbs + "a.palette.f32.safetensors"}) << size;
  }
}

TEST_F(GoldenFolder, verify_finds_an_edited_index) {
  std::ofstream(folder / (lbs + "cases.json"), std::ios::app) << " ";
  EXPECT_EQ(differences(), Strings{"differs " + lbs + "cases.json"});
}

TEST_F(GoldenFolder, verify_finds_missing_and_superfluous_files) {
  fs::rename(folder / (lbs + "a.palette.f32.safetensors"), folder / (lbs + "z.safetensors"));
  std::ofstream(folder / "README") << "hello";
  fs::create_symlink("a", folder / "link");
  EXPECT_EQ(differences(),
            (Strings{"superfluous README", "superfluous link", "missing " + lbs + "a.palette.f32.safetensors",
                     "superfluous " + lbs + "z.safetensors"}));
}

TEST_F(GoldenFolder, verify_finds_a_changed_case) {
  cases[2] = lbs_case("c.palette.f32", 6);
  EXPECT_EQ(differences(),
            (Strings{"differs " + lbs + "c.palette.f32.safetensors", "differs " + lbs + "cases.json"}));
}

TEST_F(GoldenFolder, write_restores_and_removes_only_its_own_files) {
  std::ofstream(folder / (lbs + "old.safetensors")) << "x";
  std::ofstream(folder / (lbs + ".bindpose-0123.partial")) << "x";
  std::ofstream(folder / (lbs + "mine.partial")) << "mine";
  std::ofstream(folder / (lbs + "notes.txt")) << "mine";
  std::ofstream(folder / "old.safetensors") << "mine";
  fs::remove(folder / (lbs + "cases.json"));
  BINDPOSE_ASSERT(const auto summary, write(folder, cases));
  EXPECT_EQ(summary.removed, (Strings{lbs + ".bindpose-0123.partial", lbs + "old.safetensors"}));
  EXPECT_EQ(differences(), (Strings{"superfluous old.safetensors", "superfluous " + lbs + "mine.partial",
                                    "superfluous " + lbs + "notes.txt"}));
}

TEST_F(GoldenFolder, write_refuses_more_than_the_size_limit) {
  BINDPOSE_ASSERT(const auto summary, write(folder, cases));
  EXPECT_TRUE(write(folder, cases, {}, summary.bytes));
  cases[0] = lbs_case("a.palette.f32", 6);
  EXPECT_EQ(test::code_of(write(folder, cases, {}, summary.bytes)), "SIZE_LIMIT");
  cases[0] = lbs_case("a.palette.f32");
  EXPECT_EQ(differences(), Strings{}) << "nothing was written";
}

TEST_F(GoldenFolder, a_failed_write_changes_nothing) {
  std::vector<Case> bad = {lbs_case("a.palette.f32", 7), lbs_case("d.palette.f32")};
  bad[1].question = []() -> Expected<ArraySet> { return fail("NO_QUESTION", "x", "none"); };
  EXPECT_EQ(test::refusal_of(write(folder, bad)), "NO_QUESTION skinning.linear_blend.d.palette.f32");
  EXPECT_EQ(differences(), Strings{});
}

TEST(golden, wrong_case_names_are_rejected) {
  const auto code = [](const std::vector<Case>& cases) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "golden";
    const auto summary = write(folder, cases);
    EXPECT_FALSE(fs::exists(folder));
    return summary ? "accepted" : summary.error().code;
  };
  EXPECT_EQ(code({lbs_case("../up")}), "CASE_NAME");
  EXPECT_EQ(code({lbs_case("")}), "CASE_NAME");
  EXPECT_EQ(code({lbs_case(".hidden")}), "CASE_NAME");
  EXPECT_EQ(code({lbs_case("Upper")}), "CASE_NAME");
  EXPECT_EQ(code({lbs_case("a"), lbs_case("a")}), "CASE_NAME");
  EXPECT_EQ(code({toy::make_case("third", {1})}), "CASE_NAME") << "not in the table of algorithms";
}

TEST(golden, verify_needs_a_folder) {
  EXPECT_EQ(verify("/nonexistent/golden", {}).error().code, "FILE_READ");
}

}  // namespace bindpose::golden::golden_test
