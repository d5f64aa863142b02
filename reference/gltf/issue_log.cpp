// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/issue_log.h"

namespace bindpose::gltf {
namespace {

constexpr std::size_t kKept = 10'000;

void keep(std::vector<Issue>& issues, Issue issue) {
  if (issues.size() < kKept) issues.push_back(std::move(issue));
}

}  // namespace

void IssueLog::error(std::string_view code, const Pointer& where, std::string message) {
  error_at(code, where.str(), std::move(message));
}

void IssueLog::error_at(std::string_view code, std::string pointer, std::string message) {
  ++error_count_;
  keep(errors_, {Issue::Severity::error, std::string(code), std::move(pointer), std::move(message)});
}

void IssueLog::warning(std::string_view code, const Pointer& where, std::string message) {
  warning_at(code, where.str(), std::move(message));
}

void IssueLog::warning_at(std::string_view code, std::string pointer, std::string message) {
  keep(warnings_, {Issue::Severity::warning, std::string(code), std::move(pointer), std::move(message)});
}

std::vector<Issue> IssueLog::all() const {
  std::vector<Issue> issues = errors_;
  issues.insert(issues.end(), warnings_.begin(), warnings_.end());
  return issues;
}

}  // namespace bindpose::gltf
