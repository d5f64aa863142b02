// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/glob.h"

#include <iterator>
#include <string>

#include <fnmatch.h>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::glob_test {

TEST(Glob, stars_letters_and_sets_match) {
  EXPECT_TRUE(matches_glob("skinning.linear_blend.cylinder", "*.cylinder"));
  EXPECT_FALSE(matches_glob("skinning.stitching", "*linear*"));
  EXPECT_TRUE(matches_glob("a.b.c", "a?b*"));
  EXPECT_TRUE(matches_glob("bar.4-influences", "bar.[48]-*"));
  EXPECT_FALSE(matches_glob("bar.2-influences", "bar.[48]-*"));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_TRUE(matches_glob("a/b.c", "a*c"));
  EXPECT_FALSE(matches_glob("a", ""));
  EXPECT_TRUE(matches_glob("a]b", "a[]]b"));
  EXPECT_TRUE(matches_glob("a-b", "a[x-]b"));
  EXPECT_TRUE(matches_glob("abc", "a[!x]c"));
  EXPECT_FALSE(matches_glob("abc", "a[^b]c"));
  EXPECT_TRUE(matches_glob("a7", "a[[:digit:]]"));
  EXPECT_TRUE(matches_glob("a[b", "a[b")) << "a bracket that is not closed is a literal";
  EXPECT_TRUE(matches_glob("\\*", "\\*"));
  EXPECT_FALSE(matches_glob("*", "\\*"));
  EXPECT_FALSE(matches_glob("a", "\\a"));
}

/// A random sequence of few different pieces, so that many texts match.
template <class Pieces>
std::string drawn(Random& random, const Pieces& pieces) {
  std::string text;
  for (std::size_t i = random.below(7); i > 0; --i)
    text += pieces[random.below(std::size(pieces))];
  return text;
}

TEST(Glob, globs_agree_with_fnmatch) {
  constexpr std::string_view of_globs[] = {"a",    "b",    "*",    "?",     "]",     "!",
                                           "[ab]", "[!a]", "[^b]", "[!-a]", "[a-c]", "[]-]"};
  constexpr std::string_view of_texts[] = {"a", "b", "c", "]", "!", "-", "/"};
  Random random(7);
  std::size_t matching = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string glob = drawn(random, of_globs), text = drawn(random, of_texts);
    const bool expected = ::fnmatch(glob.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
    ASSERT_EQ(matches_glob(text, glob), expected) << "'" << text << "' by '" << glob << "'";
    matching += expected ? 1 : 0;
  }
  EXPECT_GT(matching, 500U);
}

/// A matcher that tries every position for every star would need more than 10^100 steps.
TEST(Glob, many_stars_take_at_most_quadratic_time) {
  std::string glob;
  for (int i = 0; i < 300; ++i)
    glob += "*a";
  const Glob compiled(glob + "*b");
  const std::string text(20'000, 'a');
  EXPECT_FALSE(compiled.matches(text));
  EXPECT_TRUE(compiled.matches(text + "b"));
  EXPECT_FALSE(matches_glob(std::string(20'000, 'a'), std::string(10'000, '[')));
}

}  // namespace bindpose::glob_test
