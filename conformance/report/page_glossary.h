// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the words of a page - defects, classes, policies, stages, verdicts, codes, algorithms - and the explanations that it links them to.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/report/page_content.h"

namespace bindpose::conformance {

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
