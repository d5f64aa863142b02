// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A disk that is full from the start: the run is judged and told of all the same.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace written_to_full_disk_test {

class FullDiskTest : public testing::Test {
 protected:
  /// A run whose files go to a disk that takes no byte, made so by `full`.
  Ran run(const std::string& full, const std::string& options = "") {
    std::ofstream(folder_ / "run.sh")
        << full
        << "\n" BINDPOSE_PROGRAM
           " test --subject reference-float --filter 'skinning.stitching.bar.*' --out disk/out "
        << options << "; code=$?; ls -A disk/out; exit $code\n";
    return run_in(folder_, "bash -o pipefail -c 'bash run.sh 2>&1 | cat'");
  }
  void expect_told(const Ran& ran, const std::string& reason) const {
    expect_ended(ran, 2);
    EXPECT_TRUE(has(ran.out, " pass  0 fail")) << "the summary is printed";
    EXPECT_FALSE(has(ran.out, "report     disk"));
    for (const std::string& piece : {"warning: the run goes on without its journal, and --resume would ask "
                                     "again: FILE_WRITE at disk/out/journal.jsonl: " +
                                         reason + "; a line of 57 bytes was to be written\n",
                                     "bindpose: FILE_WRITE at disk/out/results.json: " + reason,
                                     std::string(" bytes were to be written; nor could be written: ")})
      EXPECT_TRUE(has(ran.out, piece));
    const std::string left = ran.out.substr(ran.out.rfind("report.html\n") + 12);
    EXPECT_TRUE(left == ".lock\n" || left == ".lock\nfailures.csv\n") << "what has no byte: " << left;
  }

  const TemporaryFolder folder_;
};

TEST_F(FullDiskTest, from_the_start_takes_the_files_and_not_the_summary) {
  std::filesystem::create_directory(folder_ / "disk");
  expect_told(run("ulimit -f 0"), "File too large");
  const Ran quiet = run("ulimit -f 0", "--quiet");
  expect_ended(quiet, 2);
  EXPECT_FALSE(has(quiet.out, " pass  0 fail"));
  EXPECT_TRUE(has(quiet.out, "FILE_WRITE at disk/out/results.json"));
}

TEST_F(FullDiskTest, keeps_no_verdict_and_the_run_does_not_begin) {
  const Ran ran = run_in(folder_, "bash -o pipefail -c '( ulimit -f 0; exec " BINDPOSE_PROGRAM
                                  " test --subject reference-float --filter animation.lerp.* --cache kept "
                                  ") 2>&1 | cat'");
  expect_ended(ran, 2);
  EXPECT_EQ(ran.out,
            "bindpose: FILE_WRITE at kept: File too large; no verdict can be kept here: choose another "
            "folder\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "kept"));
}

TEST_F(FullDiskTest, that_is_a_real_one) {
  const std::string mount = "mkdir -p disk && mount -t tmpfs -o size=64k bindpose disk";
  if (run_in(folder_, "unshare -rm bash -c '" + mount + "'").exit_code != 0)
    GTEST_SKIP() << "nothing can be mounted here";
  const auto begin = [&](int blocks) {
    return "[ -n \"$inside\" ] || inside=1 exec unshare -rm bash \"$0\"\n" + mount +
           " && dd if=/dev/zero of=disk/fill bs=4096 count=" + std::to_string(blocks) + " 2>dd.txt";
  };
  constexpr int all = 16, all_but_eight_thousand = 14;
  expect_told(run(begin(all)), "No space left on device");
  const Ran nearly = run(begin(all_but_eight_thousand));
  expect_ended(nearly, 2, {" pass  0 fail"});
  EXPECT_FALSE(has(nearly.out, ".partial"));
  const std::string left = nearly.out.substr(nearly.out.rfind("report.html\n") + 12);
  EXPECT_TRUE(lacks(left, {"results.json", "report.html", "summary.md", "junit.xml", "report.sarif"}))
      << "no part of the files has a verdict";
}

}  // namespace written_to_full_disk_test
}  // namespace bindpose::conformance
