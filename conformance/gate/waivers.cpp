// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the two formats of waivers.
#include "conformance/gate/waivers.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "reference/io/lines.h"
#include "reference/io/safetensors.h"
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
  append(verdict.detail, "all tests of its waiver pass now, so remove the waiver: " + credit(waiver));
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
  // Only a wrong number has an error within a bound; a crash has none.
  if (waiver.max_error && (outcome != Outcome::fail || !(verdict.worst_fraction <= *waiver.max_error))) {
    append(verdict.detail,
           outcome == Outcome::fail
               ? fmt::format("the error is {:.4g} times the bound, the waiver allows {:.4g}: {}",
                             verdict.worst_fraction, *waiver.max_error, credit(waiver))
               : fmt::format("the waiver allows an error of {:.4g} times the bound, not this outcome: {}",
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

namespace {

using nlohmann::ordered_json;

constexpr FieldWords waiver_words = {
    .code = "WAIVER_FIELD", .name_code = "WAIVER_FIELD", .expected = "must be "};

Expected<Date> date_at(const std::string& text, const std::string& place) {
  if (const auto date = parse_date(text)) return *date;
  return fail("WAIVER_DATE", place,
              fmt::format("'{}' is not a day of the calendar, written like 2027-01-31", printable(text, 40)));
}

Expected<double> max_error_at(double value, const std::string& place) {
  if (std::isfinite(value) && value >= 1) return value;
  return fail(
      "WAIVER_FIELD", place,
      fmt::format("max_error is {}; it is in multiples of the bound, so below 1 has no effect", value));
}

/// Compiles a waiver with the fields that both forms require.
Expected<Waiver> checked(Waiver waiver) {
  if (waiver.cases.empty()) return fail("WAIVER_FIELD", waiver.place, "it names no case");
  if (waiver.reason.empty() && waiver.url.empty())
    return fail("WAIVER_FIELD", waiver.place, "it gives neither a reason nor a url");
  for (const auto* globs : {&waiver.cases, &waiver.subjects}) {
    std::set<std::string> seen;
    for (const std::string& glob : *globs) {
      if (glob.empty()) return fail("WAIVER_PATTERN", waiver.place, "an empty pattern");
      if (glob.size() > limits::waiver_glob.most)
        return fail(
            "WAIVER_LIMIT", waiver.place,
            fmt::format("a pattern of {} bytes, expected at most {}", glob.size(), limits::waiver_glob.most));
      if (!seen.insert(glob).second)
        return fail("WAIVER_PATTERN", waiver.place, fmt::format("'{}' is listed twice", printable(glob)));
    }
  }
  waiver.compile();
  return waiver;
}

Expected<Waiver> waiver_of_json(const ordered_json& object, const std::string& place) {
  if (!object.is_object()) return fail(waiver_words.code, place, "must be an object");
  std::optional<Error> error;
  FieldReader each(object, place, waiver_words, error);
  Waiver waiver;
  waiver.place = place;
  std::optional<std::string> expires;
  each.knows({"cases", "subjects", "reason", "owner", "url", "expires", "max_error"}, "is not known");
  each.optional("cases", waiver.cases);
  each.optional("subjects", waiver.subjects);
  each.optional("reason", waiver.reason);
  each.optional("owner", waiver.owner);
  each.optional("url", waiver.url);
  each.optional("expires", expires);
  each.optional("max_error", waiver.max_error);
  if (error) return tl::unexpected(*error);
  if (expires) {
    BINDPOSE_TRY(waiver.expires, date_at(*expires, place + "/expires"));
  }
  if (waiver.max_error) BINDPOSE_CHECK(max_error_at(*waiver.max_error, place + "/max_error"));
  return checked(std::move(waiver));
}

Expected<std::vector<Waiver>> waivers_of_json(std::string_view text, const std::string& where) {
  BINDPOSE_TRY(const auto document, parse_json(text, "WAIVER_SYNTAX", where));
  if (!has_format(document, "bindpose-waivers-1") || !document.contains("waivers") ||
      !document["waivers"].is_array())
    return fail("WAIVER_SYNTAX", where, R"(must be {"format": "bindpose-waivers-1", "waivers": [...]})");
  std::optional<Error> error;
  if (!FieldReader(document, where + "#", waiver_words, error).knows({"format", "waivers"}, "is not known"))
    return tl::unexpected(*error);
  std::vector<Waiver> list;
  for (const ordered_json& object : document["waivers"]) {
    BINDPOSE_TRY(auto waiver, waiver_of_json(object, fmt::format("{}#/waivers/{}", where, list.size())));
    list.push_back(std::move(waiver));
  }
  return list;
}

/// Counts lines of a text. Positions must be ascending.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  std::size_t at(std::ptrdiff_t offset) {
    const auto end =
        std::clamp(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)), counted_, text_.size());
    line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(counted_, end - counted_), '\n'));
    counted_ = end;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t counted_ = 0, line_ = 1;
};

std::string stripped(const char* text) {
  return std::string(trimmed(text, " \t\r\n"));
}

Expected<void> read_attributes(Waiver& waiver, const pugi::xml_node& node) {
  for (const pugi::xml_attribute& attribute : node.attributes()) {
    const std::string key = attribute.name(), value = attribute.value();
    const std::string place = fmt::format("{} {}", waiver.place, printable(key));
    const std::pair<const char*, std::string*> texts[] = {
        {"vendor", &waiver.vendor}, {"url", &waiver.url}, {"owner", &waiver.owner}};
    const auto* text = std::find_if(std::begin(texts), std::end(texts),
                                    [&key](const auto& each) { return each.first == key; });
    if (text != std::end(texts)) {
      *text->second = value;
    } else if (key == "expires") {
      BINDPOSE_TRY(waiver.expires, date_at(value, place));
    } else if (key == "max_error") {
      char* end = nullptr;
      const double number = std::strtod(value.c_str(), &end);
      if (value.empty() || *end != '\0') return fail("WAIVER_FIELD", place, "must be a number");
      BINDPOSE_TRY(waiver.max_error, max_error_at(number, place));
    } else {
      return fail("WAIVER_FIELD", place, "is not known");
    }
  }
  return {};
}

Expected<Waiver> waiver_of_xml(const pugi::xml_node& node, const std::string& place) {
  Waiver waiver;
  waiver.place = place;
  BINDPOSE_CHECK(read_attributes(waiver, node));
  for (const pugi::xml_node& child : node.children()) {
    const std::string name = child.name();
    if (name == "description") {
      waiver.reason = stripped(child.text().get());
    } else if (name == "renderer_list") {
      for (const pugi::xml_node& renderer : child.children("r"))
        waiver.subjects.push_back(stripped(renderer.text().get()));
    } else if (name == "t") {
      waiver.cases.push_back(stripped(child.text().get()));
    } else if (child.type() == pugi::node_element) {
      return fail("WAIVER_FIELD", place, fmt::format("element '{}' is not known", printable(name)));
    }
  }
  return checked(std::move(waiver));
}

Expected<std::vector<Waiver>> waivers_of_xml(std::string_view text, const std::string& where) {
  pugi::xml_document document;
  LineCounter lines(text);
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  if (!parsed)
    return fail("WAIVER_SYNTAX", fmt::format("{}:{}", where, lines.at(parsed.offset)), parsed.description());
  const pugi::xml_node root = document.child("waiver_list");
  if (!root) return fail("WAIVER_SYNTAX", where, "has no element waiver_list");
  std::vector<Waiver> list;
  for (const pugi::xml_node& node : root.children()) {
    if (node.type() != pugi::node_element) continue;
    const std::string place = fmt::format("{}:{}", where, lines.at(node.offset_debug()));
    if (std::string_view(node.name()) != "waiver")
      return fail("WAIVER_FIELD", place, fmt::format("element '{}' is not known", printable(node.name())));
    BINDPOSE_TRY(auto waiver, waiver_of_xml(node, place));
    list.push_back(std::move(waiver));
  }
  return list;
}

}  // namespace

Expected<Waivers> Waivers::parse(std::string_view text, const std::string& where) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool xml = first != std::string_view::npos && text[first] == '<';
  BINDPOSE_TRY(auto list, xml ? waivers_of_xml(text, where) : waivers_of_json(text, where));
  std::size_t globs = 0;
  for (const Waiver& waiver : list)
    globs += waiver.cases.size() + waiver.subjects.size();
  if (globs > limits::waiver_globs.most)
    return fail("WAIVER_LIMIT", where,
                fmt::format("{} patterns, expected at most {}; let one pattern name several tests", globs,
                            limits::waiver_globs.most));
  Waivers waivers;
  waivers.list_ = std::move(list);
  return waivers;
}

Expected<Waivers> Waivers::read(const std::filesystem::path& path) {
  BINDPOSE_TRY(const auto text, read_text(path, limits::waivers.most));
  return parse(text, path.string());
}

}  // namespace bindpose::conformance
