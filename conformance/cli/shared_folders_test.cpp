// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Folders of results and of verdicts that other users have prepared: links, pipes, verdicts with
// control sequences for the terminal.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "conformance/cache/sealed_file.h"
#include "conformance/testing/results.h"
#include "conformance/testing/skinned_strip.h"
#include "conformance/testing/terminal.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::shared_folders_test {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string program = BINDPOSE_PROGRAM;
const std::string few = " --filter 'animation.lerp.*' ";
const std::string one = "skinning.linear_blend.bar.posed.direction.pose.f32";
/// A detail with an escape sequence, a title for the window, and a mark that reverses the direction of writing.
const std::string hostile = "\x1b[31mred \xE2\x80\xAE \x1b]0;title\x07 \xC2\x9B";

struct SharedFoldersTest : testing::Test {
  SharedFoldersTest() { write("victim", "precious\n"); }

  void write(const fs::path& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  Ran run(const std::string& words) const { return run_in(folder_, "timeout 20 " + program + " " + words); }
  Ran test(const std::string& more) const { return run("test --subject reference-float" + few + more); }
  void pipe(const fs::path& name) const {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_EQ(::mkfifo((folder_ / name).c_str(), 0600), 0);
  }
  void expect_untouched() const {
    EXPECT_EQ(slurp(folder_ / "victim"), "precious\n");
    EXPECT_TRUE(!fs::exists(folder_ / "far") || fs::is_empty(folder_ / "far"));
  }
  void link_to_victim(const fs::path& name) const {
    fs::create_directories((folder_ / name).parent_path());
    fs::create_symlink(folder_ / "victim", folder_ / name);
  }
  void link_to_far(const fs::path& name) const {
    fs::create_directories(folder_ / "far");
    fs::create_directories((folder_ / name).parent_path());
    fs::create_directory_symlink(folder_ / "far", folder_ / name);
  }
  /// Changes every verdict in the folder of --cache and keeps its seal valid.
  void change_entries(const std::function<void(json& verdict)>& change) const {
    const fs::path cache = folder_ / "cache";
    for (const auto& file : fs::recursive_directory_iterator(cache)) {
      if (!file.is_regular_file()) continue;
      const fs::path name = file.path().lexically_relative(cache);
      json entry = json::parse(read_sealed(cache, name).value());
      change(entry["verdict"]);
      ASSERT_TRUE(write_sealed(cache, name, entry.dump() + "\n"));
    }
  }
  void expect_clean_files(const fs::path& below) const {
    std::size_t files = 0;
    for (const auto& file : fs::recursive_directory_iterator(folder_ / below)) {
      if (!file.is_regular_file()) continue;
      ++files;
      EXPECT_EQ(moves_terminal(file.path().string()), "") << file.path();
      EXPECT_EQ(moves_terminal(slurp(file.path())), "") << file.path();
    }
    EXPECT_GT(files, 0U) << below;
  }
  static void expect_clean(const Ran& ran) {
    EXPECT_EQ(moves_terminal(ran.out), "") << ran.out;
    EXPECT_TRUE(has(ran.out, "[31mred [U+202E] ]0;title")) << "the title is printed as text";
  }

  const TemporaryFolder folder_;
};

const std::vector<std::string> result_files = {"results.json", "results.csv",  "failures.csv",
                                               "junit.xml",    "report.sarif", "summary.md",
                                               "report.html",  "journal.jsonl"};

/// Formerly, the journal truncated the target of a link with its name.
TEST_F(SharedFoldersTest, links_at_the_names_of_results_are_replaced_and_not_followed) {
  for (const std::string& name : result_files)
    link_to_victim("out/" + name);
  EXPECT_EQ(test("--out out").exit_code, 0);
  expect_untouched();
  for (const std::string& name : result_files)
    EXPECT_FALSE(fs::is_symlink(folder_ / "out" / name)) << name;
}

/// Formerly, the name of a temporary file consisted of host, process and a number.
TEST_F(SharedFoldersTest, links_at_guessed_names_of_temporary_files_are_not_followed) {
  fs::create_directory(folder_ / "out");
  write("run.sh",
        "for n in $(seq 40); do ln -s ../victim out/results.json.$(hostname).$$.$n.partial; done\nexec " +
            program + " test --subject reference-float" + few + "--out out\n");
  EXPECT_EQ(run_in(folder_, "sh run.sh").exit_code, 0);
  expect_untouched();
  EXPECT_FALSE(fs::is_symlink(folder_ / "out/results.json"));
}

TEST_F(SharedFoldersTest, the_folder_that_the_user_names_may_be_a_link) {
  fs::create_directory(folder_ / "real");
  fs::create_directory_symlink("real", folder_ / "out");
  EXPECT_EQ(test("--out out --cache out/cache").exit_code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "real/results.json"));
}

/// Formerly entries were written into the folder behind such a link.
TEST_F(SharedFoldersTest, links_in_a_folder_of_verdicts_are_not_followed) {
  for (int i = 0; i < 256; ++i)
    link_to_far(fmt::format("cache/{:02x}", i));
  const Ran ran = test("--cache cache");
  EXPECT_EQ(ran.exit_code, 0) << "the run works without a cache: " << ran.out;
  EXPECT_TRUE(has(ran.out, "symbolic link"));
  expect_untouched();
}

TEST_F(SharedFoldersTest, links_among_written_folders_are_not_followed) {
  link_to_far("answers/defect_ibm-ignored");
  expect_ended(run("test --subject defect:ibm-ignored --save-answers answers --filter " + one), 2);
  link_to_far("exported/" + one);
  expect_ended(run("export exported --filter " + one), 2);
  expect_untouched();
}

/// Formerly opening the journal waited for a reader of the pipe.
TEST_F(SharedFoldersTest, a_pipe_among_results_is_refused_at_once) {
  pipe("begun/journal.jsonl");
  const Ran begun = test("--out begun");
  expect_ended(begun, 0, {"journal.jsonl: is not a regular file"});
  EXPECT_TRUE(fs::is_fifo(folder_ / "begun/journal.jsonl")) << "the user's pipe stays";
  for (const char* name : {"results.json", "failures.csv", ".lock"}) {
    pipe(fmt::format("{}.d/{}", name, name));
    expect_ended(test(fmt::format("--out {}.d", name)), 2, {"FILE_WRITE"});
    EXPECT_TRUE(fs::is_fifo(folder_ / fmt::format("{}.d/{}", name, name))) << "it is the user's: " << name;
  }
}

/// A pipe without a writer in place of any input file gives an error, not a hang.
TEST_F(SharedFoldersTest, a_pipe_in_place_of_an_input_is_refused_at_once) {
  pipe("pipe.json");
  for (const char* name :
       {"resumed/journal.jsonl", "shard/results.json", "asked/questions.json", "frame/frame.json"})
    pipe(name);
  const std::string judged = "test --subject reference-float" + few;
  for (const std::string& words :
       {judged + "--out resumed --resume", judged + "--asset pipe.json", judged + "--case pipe.json",
        judged + "--waivers pipe.json", judged + "--baseline pipe.json", judged + "--skips pipe.json",
        judged + "--flakes pipe.json", std::string("merge merged shard"),
        std::string("compare shard pipe.json"), std::string("agree shard"), std::string("judge asked"),
        std::string("judge --capture frame --asset pipe.json"), std::string("pose pipe.json -o x.ply"),
        std::string("grade --rubric pipe.json --subject reference-float"),
        std::string("deqp --subject reference-float --deqp-caselist-file=pipe.json")}) {
    const Ran ran = run(words);
    EXPECT_NE(ran.exit_code, 124) << words << " hangs";
    EXPECT_NE(ran.exit_code, 0) << words << ran.out;
  }
}

/// Formerly the program wrote and removed a file of this name.
TEST_F(SharedFoldersTest, files_of_the_user_are_not_overwritten) {
  const std::vector<std::string> names = {"trial", "cache/trial", "cache/.lock", "out/trial", "out/pictures"};
  for (const char* folder : {"cache", "out"})
    fs::create_directory(folder_ / folder);
  for (const std::string& name : names)
    write(name, "mine");
  EXPECT_EQ(test("--cache cache --out out").exit_code, 0);
  for (const std::string& name : names)
    EXPECT_EQ(slurp(folder_ / name), "mine") << name;
}

/// Formerly, escape sequences in a cached verdict reached the terminal.
TEST_F(SharedFoldersTest, text_of_a_cached_verdict_moves_no_cursor) {
  ASSERT_EQ(test("--cache cache").exit_code, 0);
  change_entries([](json& verdict) {
    verdict["outcome"] = "fail";
    verdict["detail"] = hostile;
    verdict["not_asked"] = {hostile};
    verdict["policy"] = hostile;
    for (json& array : verdict["arrays"])
      array["name"] = hostile;
  });
  const Ran ran = test("--cache cache --out out");
  EXPECT_EQ(ran.exit_code, 1) << "the entry is used: " << ran.out;
  expect_clean(ran);
  expect_clean_files("out");
  change_entries([](json& verdict) { verdict["outcome"] = "not-supported"; });
  expect_clean(test("--cache cache"));
}

/// Formerly a component number from a file was used as an index without a check.
TEST_F(SharedFoldersTest, numbers_of_a_cached_verdict_are_not_used_as_an_index) {
  const std::string words = "test --subject reference-float --cache cache --out out --filter " + one;
  ASSERT_EQ(run(words).exit_code, 0);
  change_entries([](json& verdict) {
    verdict["outcome"] = "fail";
    for (json& array : verdict["arrays"])
      array["worst"]["component"] = std::size_t{1} << 40;
  });
  const Ran ran = run(words);
  EXPECT_EQ(ran.exit_code, 0) << "the damaged entry is ignored: " << ran.out;
}

TEST_F(SharedFoldersTest, text_of_an_earlier_run_moves_no_cursor) {
  ASSERT_EQ(test("--out out").exit_code, 0);
  std::ifstream in(folder_ / "out/journal.jsonl");
  std::string text, head, line;
  std::getline(in, head);
  while (std::getline(in, line)) {
    json entry = json::parse(line);
    entry["outcome"] = "fail";
    entry["detail"] = hostile;
    text += entry.dump() + "\n";
  }
  write("out/journal.jsonl", head + "\n" + text);
  const Ran ran = test("--out out --resume --verbose");
  expect_ended(ran, 1);
  expect_clean(ran);
  fs::remove(folder_ / "out/journal.jsonl");  // the other user wrote this file
  expect_clean_files("out");
}

/// The names of files, of clips and of the subject, and all output of the subject.
TEST_F(SharedFoldersTest, names_and_messages_of_a_subject_move_no_cursor) {
  const std::string named = hostile;
  fs::create_directory(folder_ / named);
  const json words = hostile;
  const json hello = {{"protocol", 1},
                      {"implementation", {{"name", hostile}, {"version", hostile}, {"language", hostile}}},
                      {"capabilities", {{{"algorithm", "lbs"}, {"levels", {"pose", "asset"}}}}}};
  write(named + "/s.py",
        "import json, sys\nfor line in sys.stdin:\n  m = json.loads(line)\n  if m['cmd'] == 'stop': break\n"
        "  sys.stderr.write(" +
            words.dump() + ")\n  print(" + json(hello.dump()).dump() +
            " if m['cmd'] == 'start' else json.dumps({'seq': m['seq'], 'ok': False, 'message': " +
            words.dump() + "}), flush=True)\n");
  json asset = json::parse(skinned_strip());
  for (const char* kind : {"nodes", "meshes", "skins", "animations"})
    for (json& each : asset[kind])
      each["name"] = hostile;
  write(named + "/a.gltf", asset.dump());
  const Ran ran =
      run(fmt::format("test --subject 'cmd:python3 \"{0}/s.py\"' --folder '{0}' --asset '{0}/a.gltf' --out "
                      "out --filter {1} --filter 'asset.*'",
                      named, one));
  expect_ended(ran, 1, {"ANSWER_REFUSED: \\u001b[31mred", "13 failed"});
  EXPECT_EQ(moves_terminal(ran.out), "") << ran.out;
  expect_clean_files("out");
}

TEST_F(SharedFoldersTest, text_of_shards_moves_no_cursor) {
  json document = results_json_of({{"animation.lerp.turn/gpu/-", "fail"}, {"b.c/gpu/-"}}, 0, 1,
                                  {"animation.lerp.turn/gpu/-", "b.c/gpu/-"});
  document["results"][0]["detail"] = hostile;
  document["subjects"][0]["info"]["renderer"] = hostile;
  fs::create_directory(folder_ / "shard");
  write("shard/results.json", document.dump());
  write("other/results.json", document.dump());
  for (const char* words :
       {"merge merged shard", "compare shard shard --out compared", "agree shard other",
        "history add farm.db shard --device d --time 2026-11-01", "history show farm.db --out shown"}) {
    const Ran ran = run(words);
    EXPECT_EQ(moves_terminal(ran.out), "") << words << ran.out;
  }
  for (const char* folder : {"merged", "compared", "shown"})
    expect_clean_files(folder);
}

/// Reading the system can take minutes.
TEST_F(SharedFoldersTest, the_first_cached_run_says_that_it_reads_the_system_files) {
  const Ran ran = run_in(
      folder_,
      "XDG_CACHE_HOME=/dev/null " + program + " test --subject 'cmd:python3 -V' --cache cache --filter " +
          one +
          " >log 2>&1 & for i in $(seq 300); do grep -q 'the system' log && break; sleep 0.2; done; kill $!; "
          "wait; cat log");
  EXPECT_TRUE(has(ran.out, "reading the system's files; this is repeated only if they change")) << ran.out;
}

}  // namespace bindpose::conformance::shared_folders_test
