// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the mutator of all fuzzers. It parses JSON, changes a few values, and writes it again; other inputs
// change byte by byte.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>

#include <nlohmann/json.hpp>

#include "reference/testing/fuzz.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace bindpose::fuzz {
namespace {

/// A type that no reader uses. Its functions are compiled without sanitizers for speed and must not
/// replace the functions of the readers' type.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, long long,
                                  unsigned long long>;

class Chance {
 public:
  explicit Chance(unsigned seed) : engine_(seed) { engine_.discard(2); }
  std::size_t below(std::size_t n) { return engine_() / 8 % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::minstd_rand engine_;
};

/// Values at and beyond the limits of readers.
const std::vector<Json>& odd_values() {
  static const std::vector<Json> values = [] {
    std::vector<Json> all = Json::parse(R"([null, true, false, 0, 1, -1, 63, 64, 65, 0.5, -0.0, 1e-320, 1e308,
      -1e308, 2147483648, 4294967296, -9223372036854775808, 9223372036854775807, 18446744073709551615,
      9007199254740993, "", "inf", "-inf", "nan", "0", "..", "/", "a/../..", "\u0000", "\u001b[2J", "\u00e9",
      "\ufffe", [], {}])")
                                .get<std::vector<Json>>();
    all.emplace_back(std::string(300, 'x'));
    return all;
  }();
  return values;
}

/// Text that nlohmann's values cannot represent, written unchanged in place of a value.
const std::vector<std::string>& odd_texts() {
  static const std::vector<std::string> texts = {"1e999",
                                                 "-0",
                                                 "1E+2",
                                                 "0.1e-400",
                                                 "NaN",
                                                 "Infinity",
                                                 "01",
                                                 "\"\\ud800\"",
                                                 "\"\\u0000\"",
                                                 "\"\xFF\"",
                                                 "18446744073709551616",
                                                 "-9223372036854775809",
                                                 "",
                                                 "{} {}",
                                                 std::string(62, '[') + std::string(62, ']'),
                                                 std::string(70, '[') + std::string(70, ']'),
                                                 "\"" + std::string(5000, 'y') + "\"",
                                                 "/**/1"};
  return texts;
}

/// The position of JSON in an input; nothing without JSON.
struct Part {
  std::size_t begin = 0, size = 0;
  Json json = Json::value_t::discarded;
};

Part parse_part(std::string_view input, std::size_t begin, std::size_t end) {
  return {begin, end - begin, Json::parse(input.substr(begin, end - begin), nullptr, false)};
}

/// Everything up to a NUL, or one line.
Part find_json(std::string_view input, Chance& chance) {
  Part part = parse_part(input, 0, std::min(input.find('\0'), input.size()));
  if (!part.json.is_discarded() || input.empty()) return part;
  const std::size_t middle = chance.below(input.size());
  const std::size_t before = input.substr(0, middle).rfind('\n');
  return parse_part(input, before == std::string_view::npos ? 0 : before + 1,
                    std::min(input.find('\n', middle), input.size()));
}

/// Every value, with its parent.
struct Node {
  Json* value;
  Json* holder = nullptr;
};
void append_nodes(Node node, std::vector<Node>& nodes) {
  nodes.push_back(node);
  if (node.value->is_structured())
    for (Json& each : *node.value)
      append_nodes({&each, node.value}, nodes);
}
std::vector<Node> nodes_of(Json& json) {
  std::vector<Node> nodes;
  append_nodes({&json}, nodes);
  return nodes;
}

/// Keys and values of the seeds: the vocabulary of the format.
struct Words {
  std::vector<std::string> keys;
  std::vector<Json> values;
};
const Words& words() {
  static const Words known = [] {
    Words found;
    Chance chance(1);
    for (const Fuzzer& fuzzer : fuzzers())
      for (const std::string& seed : fuzzer.seeds())
        for (int tries = 0; tries < 8; ++tries) {
          Part part = find_json(seed, chance);
          if (part.json.is_discarded()) continue;
          for (const Node& node : nodes_of(part.json)) {
            if (node.value->is_object())
              for (const auto& [key, value] : node.value->items())
                found.keys.push_back(key);
            found.values.push_back(*node.value);
          }
        }
    found.keys.insert(found.keys.end(), {"", "format", "name", "\x1b[2J"});
    found.values.emplace_back();
    return found;
  }();
  return known;
}

std::string changed_text(std::string text, Chance& chance) {
  constexpr std::string_view special = "*?[]/.,=>:#'\"\\\n\t\r<&%-{} 0";
  std::string other;
  if (const Json& word = chance.of(words().values); word.is_string()) other = word.get<std::string>();
  const std::size_t at = chance.below(text.size() + 1);
  switch (chance.below(5)) {
    case 0:
      return text.substr(0, at);
    case 1:
      return text.insert(at, other);
    case 2:
      return text.substr(0, at) + other;
    case 3:
      return text.insert(at, 1, chance.of(special));
    default:
      return text.insert(at, text);
  }
}

Json changed_number(const Json& number, Chance& chance) {
  if (number.is_number_float()) return chance.one_in(2) ? -number.get<double>() : 2 * number.get<double>();
  const auto bits = number.get<std::uint64_t>();
  switch (chance.below(4)) {
    case 0:
      return bits + 1;
    case 1:
      return bits - 1;
    case 2:
      return -static_cast<double>(bits);
    default:
      return bits * 2;
  }
}

void nest(Json& value, Chance& chance) {
  const std::size_t levels = chance.one_in(8) ? 60 + chance.below(8) : 1;
  for (std::size_t i = 0; i < levels; ++i) {
    Json inner = std::move(value);
    if (chance.one_in(2))
      value = Json::array({std::move(inner)});
    else
      value = {{chance.of(words().keys), std::move(inner)}};
  }
}

void insert_into(Json& holder, Chance& chance) {
  if (holder.is_array())
    holder.insert(holder.begin() + static_cast<std::ptrdiff_t>(chance.below(holder.size() + 1)),
                  chance.of(words().values));
  else if (holder.is_object())
    holder[chance.of(words().keys)] = chance.of(words().values);
}

/// Removes a value from its list or object, or renames its key.
void uproot(const Node& node, bool back, Chance& chance) {
  if (node.holder == nullptr) return;
  Json& holder = *node.holder;
  const Json value = *node.value;
  for (auto each = holder.begin(); each != holder.end(); ++each)
    if (&*each == node.value) {
      holder.erase(each);
      break;
    }
  if (back && holder.is_object())
    holder[chance.of(words().keys)] = value;
  else if (back)
    holder.push_back(value), holder.push_back(value);
}

void change(Json& json, Chance& chance) {
  std::vector<Node> nodes = nodes_of(json);
  const Node node = chance.of(nodes);
  Json& value = *node.value;
  switch (chance.below(10)) {
    case 0:
      value = chance.of(odd_values());
      break;
    case 1:
      value = Json(chance.of(words().values));
      break;
    case 2:
      value = Json(*chance.of(nodes).value);
      break;
    case 3:
      uproot(node, false, chance);
      break;
    case 4:
      uproot(node, true, chance);
      break;
    case 5:
      insert_into(value.is_structured() || node.holder == nullptr ? value : *node.holder, chance);
      break;
    case 6:
      nest(value, chance);
      break;
    default:
      if (value.is_string())
        value = changed_text(value.get<std::string>(), chance);
      else if (value.is_number())
        value = changed_number(value, chance);
      else
        value = chance.of(odd_values());
  }
}

/// Writes a document with another text for one value, and a repeated member in one object.
struct Writer {
  const Json* replaced = nullptr;
  std::string replacement;
  const Json* doubled = nullptr;
  std::string text = {};

  void write(const Json& json) {
    if (&json == replaced) {
      text += replacement;
    } else if (json.is_array()) {
      text += '[';
      for (const Json& each : json) {
        if (&each != &json.front()) text += ',';
        write(each);
      }
      text += ']';
    } else if (json.is_object()) {
      text += '{';
      const char* comma = "";
      for (int round = 0; round < (&json == doubled ? 2 : 1); ++round)
        for (const auto& [key, value] : json.items()) {
          text += std::exchange(comma, ",") + Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) +
                  ":";
          write(value);
        }
      text += '}';
    } else {
      text += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }
};

std::string written(Json& json, Chance& chance) {
  std::vector<Node> nodes = nodes_of(json);
  Writer writer;
  if (chance.one_in(16)) {
    writer.replaced = chance.of(nodes).value;
    writer.replacement = chance.of(odd_texts());
  }
  if (chance.one_in(16)) writer.doubled = chance.of(nodes).value;
  writer.write(json);
  return writer.text;
}

/// The input with its JSON changed; empty if the input has no JSON.
std::string changed(std::string_view input, Chance& chance) {
  Part part = find_json(input, chance);
  if (part.json.is_discarded()) return {};
  for (std::size_t changes = 1 + chance.below(3); changes > 0; --changes)
    change(part.json, chance);
  std::string text(input.substr(0, part.begin));
  text += written(part.json, chance);
  text += input.substr(part.begin + part.size);
  return text;
}

}  // namespace
}  // namespace bindpose::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace bindpose::fuzz;
  Chance chance(seed);
  std::string text;
  // One in eight mutations changes bytes, so that readers also get text that is not JSON.
  if (!chance.one_in(8)) text = changed({reinterpret_cast<const char*>(data), size}, chance);
  if (text.empty() || text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
