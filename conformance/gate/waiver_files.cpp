// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the two forms in which waivers are written.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "conformance/gate/waivers.h"
#include "conformance/judge/json_fields.h"
#include "reference/io/document_limits.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr FieldWords waiver_words = {
    .code = "WAIVER_FIELD", .name_code = "WAIVER_FIELD", .expected = "is to be "};

Expected<Date> date_at(const std::string& text, const std::string& place) {
  if (const auto date = parse_date(text)) return *date;
  return fail("WAIVER_DATE", place,
              fmt::format("'{}' is not a day of the calendar, written like 2027-01-31", printable(text, 40)));
}

Expected<double> max_error_at(double value, const std::string& place) {
  if (std::isfinite(value) && value >= 1) return value;
  return fail(
      "WAIVER_FIELD", place,
      fmt::format("max_error is {}; it is in multiples of the bound, and below 1 nothing fails", value));
}

/// Compiles a waiver that has what both forms ask for.
Expected<Waiver> checked(Waiver waiver) {
  if (waiver.cases.empty()) return fail("WAIVER_FIELD", waiver.place, "it names no case");
  if (waiver.reason.empty() && waiver.url.empty())
    return fail("WAIVER_FIELD", waiver.place, "it gives neither a reason nor a url");
  for (const auto* globs : {&waiver.cases, &waiver.subjects}) {
    std::set<std::string> seen;
    for (const std::string& glob : *globs) {
      if (glob.empty()) return fail("WAIVER_PATTERN", waiver.place, "a pattern is empty");
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
  if (!object.is_object()) return fail(waiver_words.code, place, "is to be an object");
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
    return fail("WAIVER_SYNTAX", where, R"(is to be {"format": "bindpose-waivers-1", "waivers": [...]})");
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

std::size_t line_of(std::string_view text, std::ptrdiff_t offset) {
  const auto end =
      text.begin() + std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

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
      if (value.empty() || *end != '\0') return fail("WAIVER_FIELD", place, "is to be a number");
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
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  if (!parsed)
    return fail("WAIVER_SYNTAX", fmt::format("{}:{}", where, line_of(text, parsed.offset)),
                parsed.description());
  const pugi::xml_node root = document.child("waiver_list");
  if (!root) return fail("WAIVER_SYNTAX", where, "has no element waiver_list");
  std::vector<Waiver> list;
  for (const pugi::xml_node& node : root.children()) {
    if (node.type() != pugi::node_element) continue;
    const std::string place = fmt::format("{}:{}", where, line_of(text, node.offset_debug()));
    if (std::string_view(node.name()) != "waiver")
      return fail("WAIVER_FIELD", place, fmt::format("element '{}' is not known", printable(node.name())));
    BINDPOSE_TRY(auto waiver, waiver_of_xml(node, place));
    list.push_back(std::move(waiver));
  }
  return list;
}

}  // namespace

Expected<Waivers> Waivers::parse(std::string_view text, const std::string& where) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
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
