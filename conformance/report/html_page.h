// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: report.html, the page for people: one file that loads nothing else, and shows the worst failures without
// scripts. conformance/report/page/ has its HTML, style and script, which are embedded in the program. This code
// writes the first screen as HTML, and data from which the script makes the rest. The page's policy allows only
// this style and this script, by their hashes: a subject's text can neither run nor load anything. Also: the baked
// clips of a page, each stored once; and the page's words (defects, classes, policies, stages, verdicts,
// algorithms) with links to explanations.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/report/page_content.h"
#include "conformance/report/page_parts.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {

/// Largest size of all meshes in a page, which names the groups without meshes. Baked clips use the rest of the
/// limit.
inline constexpr std::size_t most_mesh_bytes = 2'200'000;

std::string html_page(const PageContent& content);

/// The data of the page, within `room` bytes unless the cases alone need more.
nlohmann::ordered_json page_data(const PageContent& content, const std::vector<PageGroup>& groups,
                                 std::size_t room);
/// Text of the data in the page.
std::string data_text(const nlohmann::ordered_json& data);
/// Index in the data of the mesh of each group; -1: none.
std::vector<int> meshes_that_fit(const std::vector<PageGroup>& groups);
/// Their approximate size in bytes.
std::size_t bytes_of_meshes(const std::vector<PageGroup>& groups, const std::vector<int>& meshes);
/// The HTML above the list.
std::string first_screen(const PageContent& content, const std::vector<PageGroup>& groups,
                         const std::vector<int>& meshes);

/// Texts that the first screen and the data share. Empty if no output can show a defect.
std::string cause_words(const PageGroup& group);
std::string mesh_remark(const MeshView& view);

/// Numbered texts; the data of a page has each text once.
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

class PageClips {
 public:
  /// room: bytes for all baked clips. A clip that does not fit keeps every second or fourth moment, or is omitted.
  explicit PageClips(std::size_t room) : room_(room) {}

  /// Adds the index of its baked clip, if any, and the judged moment to a mesh's data.
  void put(nlohmann::ordered_json& mesh, const MeshView& view, Blobs& blobs);
  const nlohmann::ordered_json& all() const { return all_; }

 private:
  int place_of(const BakedClip& baked_clip, Blobs& blobs);

  std::size_t room_;
  std::map<const BakedClip*, int> places_;  ///< -1: does not fit
  nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
};

class Glossary {
 public:
  Glossary(const PageContent& content, const std::vector<PageGroup>& groups);

  /// The word as HTML, as a link if the page explains it.
  std::string link(const std::string& word) const;
  static std::string link(const Algorithm& algorithm);
  /// All explanations. The id of each is "explain=WORD", or "algorithm=PATH".
  std::string html() const;

 private:
  void add(const std::string& word, const std::string& kind, const std::string& text);
  void add_verdict(const Verdict& verdict, const Algorithm& algorithm);
  void add_stage(const std::string& name);

  std::map<std::string, std::map<std::string, std::string>> by_kind_;  ///< text of each word
  std::set<std::string> words_;
  std::map<std::string, const Algorithm*> algorithms_;
};

}  // namespace bindpose::conformance
