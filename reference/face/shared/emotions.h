// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the action units of the six basic emotions with their strengths; the table of reference/face/facs.md.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace bindpose::face {

enum class Emotion { anger, sadness, disgust, surprise, fear, happiness };

/// A row of the table: A weakest .. E strongest, - absent, in the order of Emotion.
struct ActionUnit {
  int number;
  std::string_view letters;
};
inline constexpr std::array<ActionUnit, 16> action_units = {{
    {1, "-D-EDA"},   // inner brow up
    {2, "C-BD--"},   // outer brow up
    {4, "EDE-D-"},   // brow down
    {5, "D--EE-"},   // upper lid up
    {6, "DCC-CD"},   // cheek up
    {9, "DCE-C-"},   // nose wrinkled
    {10, "EBD-BB"},  // upper lip up
    {12, "-A---E"},  // lip corners up
    {14, "ABB-BB"},  // dimple
    {15, "CDD-D-"},  // lip corners down
    {16, "D-A-BC"},  // lower lip down
    {17, "CEE-B-"},  // chin up
    {18, "-A-B--"},  // lips puckered
    {20, "E-E-EB"},  // neck tightened
    {22, "B---B-"},  // lips funnelled
    {26, "--CECC"},  // jaw drop
}};

/// 0 absent, 1 = A .. 5 = E.
constexpr int score_of(char letter) {
  return letter == '-' ? 0 : letter - 'A' + 1;
}

/// 0 for a unit that the table does not have.
constexpr int score_of(Emotion emotion, int unit) {
  for (const ActionUnit& row : action_units)
    if (row.number == unit) return score_of(row.letters[static_cast<std::size_t>(emotion)]);
  return 0;
}

}  // namespace bindpose::face
