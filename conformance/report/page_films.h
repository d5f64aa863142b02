// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: films of clips in a page, each once, however many meshes are of it.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/report/mesh_view.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {

/// Texts that a page's data has once, by number.
class PageTexts {
 public:
  std::size_t at(const std::string& text) {
    const auto [entry, is_new] = places_.emplace(text, places_.size());
    if (is_new) all_.push_back(text);
    return entry->second;
  }
  const nlohmann::ordered_json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> places_;
  nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
};

/// Arrays of numbers as base64.
struct Blobs : PageTexts {
  template <class Number>
  std::size_t at(const std::vector<Number>& numbers) {
    return PageTexts::at(base64(std::as_bytes(std::span(numbers))));
  }
};

class PageFilms {
 public:
  /// room: bytes that all films may take; of one that does not fit every second moment is kept, or every fourth, or none.
  explicit PageFilms(std::size_t room) : room_(room) {}

  /// Says in a mesh's data which film it has, if any, and when it was judged.
  void put(nlohmann::ordered_json& mesh, const MeshView& view, Blobs& blobs);
  const nlohmann::ordered_json& all() const { return all_; }

 private:
  int place_of(const ClipFilm& film, Blobs& blobs);

  std::size_t room_;
  std::map<const ClipFilm*, int> places_;  ///< -1: no room
  nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
};

}  // namespace bindpose::conformance
