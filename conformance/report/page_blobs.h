// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: arrays of numbers in a page's data, as base64.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "reference/io/base64.h"

namespace bindpose::conformance {

/// Bytes of numbers, equal ones once.
class Blobs {
 public:
  template <class Number>
  std::size_t at(const std::vector<Number>& numbers) {
    const std::string text = base64(std::as_bytes(std::span(numbers)));
    const auto [entry, is_new] = places_.emplace(text, places_.size());
    if (is_new) all_.push_back(text);
    return entry->second;
  }
  const nlohmann::ordered_json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> places_;
  nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
};

}  // namespace bindpose::conformance
