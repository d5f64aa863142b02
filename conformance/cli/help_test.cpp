// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace help_test {

Ran say(const std::string& words) {
  static const TemporaryFolder folder;
  return run_in(folder.path(), BINDPOSE_PROGRAM " " + words);
}

/// The verbs that a help lists.
std::vector<std::string> verbs_in(const std::string& help) {
  std::vector<std::string> verbs;
  std::istringstream lines(help);
  bool among_verbs = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Subcommands:") among_verbs = true;
    if (line.empty()) among_verbs = false;
    if (among_verbs && line.starts_with("  ") && line[2] != ' ')
      verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return verbs;
}

/// This verb's help and those of the verbs below it fit a terminal; how many there are.
std::size_t expect_fitting(const std::string& verb) {
  const Ran help = say(verb + " --help");
  expect_ended(help, 0);
  std::istringstream lines(help.out);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 80U) << verb << ": " << line;
  std::size_t count = 1;
  for (const std::string& below : verbs_in(help.out))
    count += expect_fitting(verb.empty() ? below : verb + " " + below);
  return count;
}

TEST(HelpTest, every_help_fits_80_columns) {
  EXPECT_GT(expect_fitting(""), 15U);
}

TEST(HelpTest, an_option_of_80_columns_still_has_all_its_words) {
  const Ran help = say("test --help");
  for (const char* piece : {"--every-key", "instance-base", "Foreign subjects", "3 nothing"})
    EXPECT_NE(help.out.find(piece), std::string::npos) << piece;
}

TEST(HelpTest, a_mistyped_verb_or_option_is_told_the_nearest) {
  for (const auto& [words, nearest] :
       std::vector<std::pair<std::string, std::string>>{{"tset --subject gpu", "did you mean 'test'?"},
                                                        {"explian lbs", "did you mean 'explain'?"},
                                                        {"golden verfiy", "did you mean 'verify'?"},
                                                        {"list --mistaks", "did you mean '--mistakes'?"},
                                                        {"devices --crad", "did you mean '--card'?"},
                                                        {"test --filtre='*'", "did you mean '--filter'?"},
                                                        {"deqp --subjct gpu", "did you mean '--subject'?"},
                                                        {"judge folder --ot out", "did you mean '--out'?"}}) {
    expect_ended(say(words), 2, {nearest});
  }
}

TEST(HelpTest, a_verb_is_explained_by_help_as_by_its_option) {
  EXPECT_EQ(say("help").out, say("--help").out);
  for (const char* verb : {"test", "golden verify", "help"}) {
    const Ran ran = say(std::string("help ") + verb);
    expect_ended(ran, 0);
    EXPECT_EQ(ran.out.substr(ran.out.find("Options:")),
              say(std::string(verb) + " --help").out.substr(ran.out.find("Options:")))
        << verb;
  }
  for (const auto& [words, said] :
       {std::pair("help tset", "'tset' is no verb of 'bindpose'; did you mean 'test'?"),
        std::pair("help golden verfiy", "did you mean 'verify'?"),
        std::pair("hlep", "did you mean 'help'?")}) {
    expect_ended(say(words), 2, {said});
  }
}

TEST(HelpTest, a_value_that_is_missing_or_no_number_is_said_so) {
  for (const auto& [words, said] :
       {std::pair("test --seed", "--seed: expected a value behind it\n"),
        std::pair("pose a.glb -o b.glb --time abc", "--time: 'abc' is no number\n")}) {
    expect_ended(say(words), 2, {said});
  }
}

TEST(HelpTest, that_gets_lost_is_an_error) {
  for (const char* words : {"--help", "help", "test --help", "--version"}) {
    expect_ended(say(std::string(words) + " >/dev/full"), 2, {"got lost"});
  }
}

TEST(HelpTest, what_is_like_nothing_is_only_refused) {
  for (const char* words : {"xyzzyx", "list --zzzzzz", "test --nothing-like-this-at-all"}) {
    const Ran ran = say(words);
    expect_ended(ran, 2);
    EXPECT_EQ(ran.out.find("did you mean"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("--help"), std::string::npos) << ran.out;
  }
}

/// A line break, an escape character and a mark that turns the direction of writing.
TEST(HelpTest, no_argument_controls_the_terminal) {
  const std::string word = "'x\nFORGED\x1b[2J\xe2\x80\xaey'";
  for (const std::string& words :
       {word, "--" + word, "help " + word, "list " + word, "test --smoke=" + word, "test --time " + word,
        "test --env " + word, "test --require-sandbox " + word, "test -j " + word, "test --subject " + word,
        "subject check cmd:" + word, "export " + word + " --filter skinning.stitching.bar.posed.*",
        "export e --filter " + word,
        "deqp --subject reference-float --deqp-case=" + word + " --deqp-" + word}) {
    const std::string out = say(words).out;
    EXPECT_NE(out.find("FORGED"), std::string::npos) << words << " is named: " << out;
    for (const char* raw : {"\nFORGED", "\x1b", "\xe2\x80\xae"})
      EXPECT_EQ(out.find(raw), std::string::npos) << out;
  }
}

TEST(HelpTest, without_words_the_help_is_shown) {
  expect_ended(say(""), 2, {"Subcommands:"});
}

TEST(HelpTest, the_man_page_and_the_completions_are_made_of_it) {
  const TemporaryFolder folder;
  const Ran made = run_in(folder.path(), BINDPOSE_CONFORMANCE "/../ci/manual . " BINDPOSE_PROGRAM);
  ASSERT_EQ(made.exit_code, 0) << made.out;
  const std::string page = slurp(folder.path() / "bindpose.1");
  for (const std::string& verb : verbs_in(say("--help").out)) {
    EXPECT_NE(page.find(".SS \"" + verb + "\"\n"), std::string::npos) << verb;
    for (const char* file : {"bindpose.bash", "_bindpose", "bindpose.fish"})
      EXPECT_NE(slurp(folder.path() / file).find(verb), std::string::npos) << verb << " in " << file;
  }
  const Ran completed =
      run_in(folder.path(),
             "bash -c '. ./bindpose.bash; COMP_WORDS=(bindpose list --mi); COMP_CWORD=2; _bindpose; "
             "echo ${COMPREPLY[@]}'");
  EXPECT_EQ(completed.out, "--mistakes\n");
  const auto offered = [&folder](const std::string& words, int place) {
    return run_in(folder.path(), "bash -c '. ./bindpose.bash; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                                     std::to_string(place) + "; _bindpose; echo ${COMPREPLY[@]}'")
        .out;
  };
  EXPECT_EQ(offered("bindpose test --subject ref", 3), "reference-float\n");
  EXPECT_EQ(offered("bindpose test --subject gpu : sur", 5), "surfaceless\n") << "as bash breaks it";
  EXPECT_EQ(offered("bindpose test --subject = softw", 4), "software\n");
  EXPECT_EQ(offered("bindpose test -j 2 --filter skinning.linear_", 5), "skinning.linear_blend.*\n");
  EXPECT_EQ(offered("bindpose judge --filter mor", 3).find("morph.* "), 0U);
  EXPECT_EQ(offered("bindpose test --accept half-pal", 3), "half-palette\n");
  EXPECT_EQ(offered("bindpose deqp --deqp-runmode txt", 3), "txt-caselist\n") << "what is checked";
  EXPECT_EQ(offered("bindpose test --require-sandbox land", 3), "landlock\n");
  EXPECT_NE(slurp(folder.path() / "bindpose.fish").find("gpu:surfaceless"), std::string::npos);
  EXPECT_NE(slurp(folder.path() / "_bindpose").find(R"(gpu\:surfaceless)"), std::string::npos);
}

}  // namespace help_test
}  // namespace bindpose::conformance
