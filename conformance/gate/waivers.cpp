// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/waivers.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

/// "waived until 2027-01-31 by w.json#/waivers/0 (owner): reason, url"
std::string credit(const Waiver& waiver) {
  std::string text =
      fmt::format("{}{}: {}", waiver.place, waiver.owner.empty() ? "" : fmt::format(" ({})", waiver.owner),
                  waiver.reason);
  if (!waiver.url.empty()) text += fmt::format("{}{}", waiver.reason.empty() ? "" : ", ", waiver.url);
  return text;
}

void append(std::string& detail, const std::string& words) {
  detail += detail.empty() ? words : "; " + words;
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != 10) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i == 4 || i == 7 ? text[i] != '-' : text[i] < '0' || text[i] > '9') return std::nullopt;
  const auto number = [&text](std::size_t at, std::size_t size) {
    return static_cast<unsigned>(std::stoul(std::string(text.substr(at, size))));
  };
  const Date date{std::chrono::year(static_cast<int>(number(0, 4))), std::chrono::month(number(5, 2)),
                  std::chrono::day(number(8, 2))};
  if (!date.ok()) return std::nullopt;
  return date;
}

std::string to_string(const Date& date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

Date today() {
  if (const char* text = std::getenv("BINDPOSE_TODAY"))
    if (const auto date = parse_date(text)) return *date;
  return Date{std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
}

void Waiver::compile() {
  of_cases_ = NameGlobs(cases);
  of_subjects_ = {subjects.begin(), subjects.end()};
  if (!vendor.empty()) of_vendor_.emplace(vendor);
}

bool Waiver::covers(const std::string& record_name, const std::string& subject,
                    const SubjectInfo& info) const {
  std::string dotted = record_name;
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  const std::string case_name = record_name.substr(0, record_name.find('/'));
  if (!of_cases_.match(record_name) && !of_cases_.match(dotted) && !of_cases_.match(case_name)) return false;
  if (of_vendor_ && !of_vendor_->matches(value_of(info, "vendor"))) return false;
  const std::string renderer = value_of(info, "renderer");
  return of_subjects_.empty() || std::ranges::any_of(of_subjects_, [&](const Glob& glob) {
           return glob.matches(renderer) || glob.matches(subject);
         });
}

std::vector<std::string> Waivers::notes() const {
  std::vector<std::string> notes;
  for (const Waiver& waiver : list_)
    for (const std::string& glob : waiver.cases)
      add_note(notes, renamed_pattern_note(glob, PatternKind::glob));
  return notes;
}

const Waiver* Waivers::find(const std::string& record_name, const std::string& subject,
                            const SubjectInfo& info, const Date& today) const {
  const Waiver* expired = nullptr;
  for (const Waiver& waiver : list_) {
    if (!waiver.covers(record_name, subject, info)) continue;
    if (!waiver.expires || today <= *waiver.expires) return &waiver;
    if (expired == nullptr) expired = &waiver;
  }
  return expired;
}

Verdict stale(Verdict verdict, const Waiver& waiver) {
  verdict.judged = verdict.outcome;
  verdict.outcome = Outcome::stale_waiver;
  append(verdict.detail,
         "all that its waiver covers is right now, so the waiver is to be removed: " + credit(waiver));
  return verdict;
}

bool Waiver::has_globs() const {
  return std::ranges::any_of(
      cases, [](const std::string& each) { return each.find_first_of("*?[") != std::string::npos; });
}

Verdict under_waiver(Verdict verdict, const Waiver& waiver, const Date& today) {
  const Outcome outcome = verdict.outcome;
  if (is_expected(outcome) || outcome == Outcome::internal_error || outcome == Outcome::missing)
    return verdict;
  if (waiver.expires && !(today <= *waiver.expires)) {
    append(verdict.detail,
           fmt::format("its waiver expired on {}: {}", to_string(*waiver.expires), credit(waiver)));
    return verdict;
  }
  // An error can only be bounded if there is one: a crash is not.
  if (waiver.max_error && (outcome != Outcome::fail || !(verdict.worst_fraction <= *waiver.max_error))) {
    append(verdict.detail,
           outcome == Outcome::fail
               ? fmt::format("the error is {:.4g} times the bound, the waiver allows {:.4g}: {}",
                             verdict.worst_fraction, *waiver.max_error, credit(waiver))
               : fmt::format("the waiver allows an error of {:.4g} times the bound, not this: {}",
                             *waiver.max_error, credit(waiver)));
    return verdict;
  }
  verdict.judged = outcome;
  verdict.outcome = Outcome::waived;
  append(verdict.detail,
         fmt::format("waived{}: {}",
                     waiver.expires ? fmt::format(" until {}", to_string(*waiver.expires)) : std::string(),
                     credit(waiver)));
  return verdict;
}

}  // namespace bindpose::conformance
