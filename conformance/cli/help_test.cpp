// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/report/text.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::help_test {

Ran say(const std::string& words) {
  static const TemporaryFolder folder;
  return run_in(folder, "COLUMNS= " BINDPOSE_PROGRAM " " + words);
}

/// The verbs that a help lists, in any group.
std::vector<std::string> verbs_in(const std::string& help) {
  std::vector<std::string> verbs;
  std::istringstream lines(help);
  bool among_verbs = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] != ' ')
      among_verbs = line.ends_with(':') && line != "Options:" && line != "Positionals:";
    if (among_verbs && line.starts_with("  ") && line[2] != ' ' && line[2] != '-')
      verbs.push_back(line.substr(2, line.find_first_of(" ,", 2) - 2));
  }
  return verbs;
}

void expect_lines_within(const std::string& text, std::size_t columns) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), columns) << line;
}

/// Checks that the help of this verb and of its subcommands fits a terminal; returns their number.
std::size_t expect_fitting(const std::string& verb) {
  const Ran help = say(verb + " --help");
  expect_ended(help, 0);
  expect_lines_within(help.out, 80);
  if (help.out.find("--help-all") != std::string::npos)
    expect_lines_within(say(verb + " --help-all").out, 80);
  std::size_t count = 1;
  for (const std::string& below : verbs_in(help.out))
    count += expect_fitting(verb.empty() ? below : verb + " " + below);
  return count;
}

TEST(HelpTest, every_help_fits_80_columns) {
  EXPECT_GT(expect_fitting(""), 15U);
}

TEST(HelpTest, the_verbs_are_in_groups) {
  const std::string help = say("--help").out;
  EXPECT_TRUE(has(help, {"\nJudge:\n", "\nLook at results:\n", "\nReproduce:\n", "\nWrite an adapter:\n",
                         "\nTeach:\n", "\nMeshes and golden data:\n"}));
  EXPECT_FALSE(has(help, "Subcommands:"));
}

TEST(HelpTest, help_shows_the_options_that_most_users_need) {
  const std::string usual = say("test --help").out, all = say("test --help-all").out;
  EXPECT_LE(std::ranges::count(usual, '\n'), 60) << usual;
  EXPECT_TRUE(has(usual, {"--subject", "--filter", "--smoke", "--asset", "--accept", "--baseline", "--out",
                          "-j", "--verbose", "--help-all"}));
  for (const char* piece :
       {"--every-key", "--moments", "--budget", "--waivers", "Foreign subjects", "--seed TEXT"}) {
    EXPECT_FALSE(has(usual, std::string("  ") + piece)) << piece;
    EXPECT_TRUE(has(all, piece));
  }
  EXPECT_TRUE(lacks(all, {"UINT", "FLOAT", " in [", "Excludes", "Needs:"}));
  EXPECT_TRUE(has(all, "3 nothing"));
}

TEST(HelpTest, subjects_are_listed) {
  const Ran ran = say("help subjects");
  expect_ended(ran, 0, {"  cmd:COMMAND ", "gpu:surfaceless", "instance-base"});
  expect_lines_within(ran.out, 80);
}

TEST(HelpTest, texts_are_as_wide_as_the_terminal) {
  static const TemporaryFolder folder;
  const auto at = [](const std::string& columns, const std::string& words) {
    return run_in(folder, "COLUMNS=" + columns + " " BINDPOSE_PROGRAM " " + words).out;
  };
  for (const char* words :
       {"explain lbs", "explain dqs", "explain bind.heat", "explain weight_sum", "list", "--help",
        "explain ibm-ignored", "explain ZERO_NORMAL", "list --defects", "explain half-palette"})
    for (const std::size_t columns : {80U, 100U, 120U}) {
      std::istringstream lines(at(std::to_string(columns), words));
      for (std::string line; std::getline(lines, line);)
        EXPECT_LE(columns_of(line), columns) << words << ": " << line;
    }
  EXPECT_LT(at("120", "test --help").size(), at("60", "test --help").size());
  EXPECT_EQ(at("many", "list"), at("80", "list")) << "a pipe has 80 columns";
}

TEST(DoctorTest, every_line_except_a_long_path_fits_80_columns) {
  const TemporaryFolder folder;
  const std::string deep = (folder.path() / std::string(100, 'g')).string(), data = deep + "/golden/data";
  ASSERT_TRUE(std::filesystem::create_directories(data));
  Ran ran = run_in(folder.path(), "COLUMNS= BINDPOSE_DATA='" + deep + "' " BINDPOSE_PROGRAM " doctor");
  expect_ended(ran, 0, {data + "\n"});
  ran.out.erase(ran.out.find(data), data.size());
  expect_lines_within(ran.out, 80);
}

TEST(DoctorTest, only_required_items_decide_the_exit_code) {
  expect_ended(say("doctor"), 0, {"required\n", "optional\n", "golden data", "Everything required is here."});
  for (const char* kind : {"cuda", "capture", "gpu:surfaceless"}) {
    const Ran required = say(std::string("doctor --require ") + kind);
    const std::size_t end = required.out.find("optional\n");
    ASSERT_NE(end, std::string::npos) << required.out;
    const bool is_missing = required.out.substr(0, end).find("missing, for ") != std::string::npos;
    EXPECT_EQ(required.exit_code, is_missing ? 1 : 0) << required.out;
  }
  EXPECT_EQ(say("doctor --require nothing").exit_code, 2);
}

TEST(HelpTest, the_error_of_a_mistyped_verb_or_option_suggests_the_nearest) {
  for (const auto& [words, nearest] :
       std::vector<std::pair<std::string, std::string>>{{"tset --subject gpu", "did you mean 'test'?"},
                                                        {"explian lbs", "did you mean 'explain'?"},
                                                        {"golden verfiy", "did you mean 'verify'?"},
                                                        {"list --defcts", "did you mean '--defects'?"},
                                                        {"devices --crad", "did you mean '--card'?"},
                                                        {"test --filtre='*'", "did you mean '--filter'?"},
                                                        {"deqp --subjct gpu", "did you mean '--subject'?"},
                                                        {"judge folder --ot out", "did you mean '--out'?"}}) {
    expect_ended(say(words), 2, {nearest});
  }
}

TEST(HelpTest, help_verb_prints_the_same_as_verb_help) {
  EXPECT_EQ(say("help").out, say("--help").out);
  for (const char* verb : {"test", "golden verify", "help"}) {
    const Ran ran = say(std::string("help ") + verb);
    expect_ended(ran, 0);
    EXPECT_EQ(ran.out.substr(ran.out.find("Options:")),
              say(std::string(verb) + " --help").out.substr(ran.out.find("Options:")))
        << verb;
  }
  for (const auto& [words, said] :
       {std::pair("help tset", "'tset' is not a verb of 'bindpose'; did you mean 'test'?"),
        std::pair("help golden verfiy", "did you mean 'verify'?"),
        std::pair("hlep", "did you mean 'help'?")}) {
    expect_ended(say(words), 2, {said});
  }
}

TEST(HelpTest, sentences_break_only_at_the_width_of_the_terminal) {
  for (const std::string& verb : verbs_in(say("--help").out)) {
    const Ran ran = run_in(TemporaryFolder(), "COLUMNS=1000 " BINDPOSE_PROGRAM " " + verb + " --help");
    std::istringstream footer(ran.out.substr(ran.out.find("\n\n")));
    for (std::string line; std::getline(footer, line) && !line.starts_with("Example");)
      EXPECT_TRUE(line.empty() || line[0] == ' ' || line.ends_with('.') || line.ends_with(':'))
          << verb << ": " << line;
  }
}

TEST(HelpTest, missing_values_and_values_that_are_not_numbers_are_errors) {
  for (const auto& [words, said] :
       {std::pair("test --seed", "--seed: expected a value after it\n"),
        std::pair("test --out ''", "--out: the value is empty\n"),
        std::pair("golden verify ''", "DIR: the value is empty\n"),
        std::pair("explain ''", "NAME: the value is empty\n"),
        std::pair("pose a.glb -o b.glb --time abc", "--time: 'abc' is not a number\n")}) {
    expect_ended(say(words), 2, {said});
  }
}

TEST(HelpTest, lost_output_is_an_error) {
  for (const char* words : {"--help", "help", "test --help", "--version"}) {
    expect_ended(say(std::string(words) + " >/dev/full"), 2, {"failed to write to stdout"});
  }
}

TEST(HelpTest, unlike_words_have_no_suggestion) {
  for (const char* words : {"xyzzyx", "list --zzzzzz", "test --nothing-like-this-at-all"}) {
    const Ran ran = say(words);
    expect_ended(ran, 2);
    EXPECT_FALSE(has(ran.out, "did you mean"));
    EXPECT_TRUE(has(ran.out, "--help"));
  }
}

/// A line break, an escape character and a mark that reverses the direction of writing.
TEST(HelpTest, no_argument_controls_the_terminal) {
  const std::string word = "'x\nFORGED\x1b[2J\xe2\x80\xaey'";
  for (const std::string& words :
       {word, "--" + word, "help " + word, "list " + word, "test --smoke=" + word, "test --time " + word,
        "test --env " + word, "test --require-sandbox " + word, "test -j " + word, "test --subject " + word,
        "subject check cmd:" + word, "export " + word + " --filter skinning.stitching.bar.posed.*",
        "export e --filter " + word,
        "deqp --subject reference-float --deqp-case=" + word + " --deqp-" + word}) {
    const std::string out = say(words).out;
    EXPECT_TRUE(has(out, "FORGED")) << words << " is named";
    EXPECT_TRUE(lacks(out, {"\nFORGED", "\x1b", "\xe2\x80\xae"}));
  }
}

TEST(HelpTest, help_is_shown_without_arguments) {
  expect_ended(say(""), 2, {"\nJudge:\n"});
}

TEST(HelpTest, the_man_page_and_the_completions_come_from_the_help) {
  const TemporaryFolder folder;
  expect_ended(run_in(folder, BINDPOSE_CONFORMANCE "/../ci/manual . " BINDPOSE_PROGRAM), 0);
  const std::string page = slurp(folder / "bindpose.1");
  for (const std::string& verb : verbs_in(say("--help").out)) {
    std::string title = verb;  // hyphens are escaped for roff
    if (const std::size_t hyphen = title.find('-'); hyphen != std::string::npos) title.insert(hyphen, "\\");
    EXPECT_TRUE(has(page, ".SS \"" + title + "\"\n")) << verb;
    for (const char* file : {"bindpose.bash", "_bindpose", "bindpose.fish"})
      EXPECT_TRUE(has(slurp(folder / file), verb)) << file;
  }
  const Ran completed =
      run_in(folder,
             "bash -c '. ./bindpose.bash; COMP_WORDS=(bindpose list --de); COMP_CWORD=2; _bindpose; "
             "echo ${COMPREPLY[@]}'");
  EXPECT_EQ(completed.out, "--defects\n");
  const auto offered = [&folder](const std::string& words, int place) {
    return run_in(folder, "bash -c '. ./bindpose.bash; COMP_WORDS=(" + words +
                              "); COMP_CWORD=" + std::to_string(place) + "; _bindpose; echo ${COMPREPLY[@]}'")
        .out;
  };
  EXPECT_EQ(offered("bindpose test --subject ref", 3), "reference-float\n");
  EXPECT_EQ(offered("bindpose test --subject gpu : sur", 5), "surfaceless\n") << "as bash splits it";
  EXPECT_EQ(offered("bindpose test --subject = softw", 4), "software\n");
  EXPECT_EQ(offered("bindpose test -j 2 --filter skinning.linear_", 5), "skinning.linear_blend.*\n");
  EXPECT_EQ(offered("bindpose judge --filter mor", 3).find("morph.* "), 0U);
  EXPECT_EQ(offered("bindpose test --accept half-pal", 3), "half-palette\n");
  EXPECT_EQ(offered("bindpose deqp --deqp-runmode txt", 3), "txt-caselist\n") << "what is checked";
  EXPECT_EQ(offered("bindpose test --require-sandbox land", 3), "landlock\n");
  EXPECT_TRUE(has(slurp(folder / "bindpose.fish"), "gpu:surfaceless"));
  EXPECT_TRUE(has(slurp(folder / "_bindpose"), R"(gpu\:surfaceless)"));
}

}  // namespace bindpose::conformance::help_test
