// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the lines of a device's card about packed numbers, as tests of every API expect them.
#pragma once

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

/// Each form that the probe can ask for stands in the card, and none is too far.
inline void expect_packed_numbers_are_near(Probe& probe) {
  std::map<std::string, std::string> lines = card_lines(probe);
  EXPECT_EQ(lines["packed numbers"], "as near as they have to be");
  EXPECT_EQ(lines["unpackHalf2x16"], "0 ulp");
  for (const Decoding& way : decodings())
    EXPECT_EQ(lines.contains(way.name), probe.has(way.name)) << way.name;
  for (const StoredForm& form : stored_forms())
    EXPECT_EQ(lines.contains(form.name), !probe.forms().empty()) << form.name;
}

/// A device whose bytes are 256ths where a shader divides, and as attributes have a sign.
template <class OfApi>
class Careless : public OfApi {
 public:
  using OfApi::OfApi;

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
  EXPECT_EQ(card_lines(careless)["packed numbers"], "too far: " + read + "unorm8 by division" + decoded);
}

}  // namespace bindpose::gpu
