// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the lines of a device's card about packed numbers and places far from the origin, as tests of every API expect them.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/device/card.h"
#include "gpu/device/probe.h"

namespace bindpose::gpu {

inline std::map<std::string, std::string> card_lines(Probe& probe) {
  const auto card = device_card(probe);
  EXPECT_TRUE(card) << to_string(card.error());
  return card ? std::map<std::string, std::string>(card->begin(), card->end())
              : std::map<std::string, std::string>();
}

constexpr const char* distances[] = {"rigid motion at 1", "rigid motion at 2^10", "rigid motion at 2^20"};

/// Three products and three sums, none of more than 4 times the distance: each is off by half of 4 steps at most.
inline void expect_places_far_away_are_near(std::map<std::string, std::string>& lines) {
  for (const char* line : distances) {
    EXPECT_GT(std::stod("0" + lines[line]), 0) << line;
    EXPECT_LE(std::stod("0" + lines[line]), 12) << line;
  }
}

/// Each form that the probe can ask for stands in the card, and none is too far.
inline void expect_numbers_are_near(Probe& probe) {
  std::map<std::string, std::string> lines = card_lines(probe);
  expect_places_far_away_are_near(lines);
  EXPECT_EQ(lines["packed numbers"], "as near as they have to be");
  EXPECT_EQ(lines["unpackHalf2x16"], "0 ulp");
  for (const Decoding& way : decodings())
    EXPECT_EQ(lines.contains(way.name), probe.has(way.name)) << way.name;
  for (const StoredForm& form : stored_forms())
    EXPECT_EQ(lines.contains(form.name), !probe.forms().empty()) << form.name;
}

/// A device whose bytes are 256ths where a shader divides, and as attributes have a sign; which computes with 16 of the 24 bits of its inputs.
template <class OfApi>
class Careless : public OfApi {
 public:
  using OfApi::OfApi;

  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override {
    std::vector<ProbeRow> kept = rows;
    for (ProbeRow& row : kept)
      for (float& x : row)
        x = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xFFFFFF00U);
    return OfApi::run(glsl, kept);
  }
  Expected<std::vector<float>> decode(const Decoding& way) override {
    Decoding wrong = way;
    if (way.count == 256) wrong.glsl = "float(k) / 256.0";
    return OfApi::decode(wrong);
  }
  Expected<std::vector<float>> read_attribute(const StoredForm& form) override {
    StoredForm wrong = form;
    for (const StoredForm& other : stored_forms())
      if (form.name == std::string("unorm8 attribute") && other.name == std::string("snorm8 attribute"))
        wrong.type = other.type;
    return OfApi::read_attribute(wrong);
  }
};

inline void expect_careless_numbers_are_named(Probe& careless) {
  const std::string decoded = careless.has("unpackUnorm4x8") ? ", unpackUnorm4x8" : "";
  const std::string read = careless.forms().empty() ? "" : "unorm8 attribute, ";
  std::map<std::string, std::string> lines = card_lines(careless);
  for (const char* line : distances)
    EXPECT_GT(std::stod("0" + lines[line]), 64) << line;
  EXPECT_EQ(lines["packed numbers"], "too far: " + read + "unorm8 by division" + decoded);
}

}  // namespace bindpose::gpu
