// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/shader_function.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <regex>
#include <string>

#include <fmt/format.h>

#include "gpu/program/palette_form.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::size_t most_numbers = 1024;  ///< per declared input; more is a typing error

struct DeclarationWord {
  std::string_view word;
  InputKind kind;
  std::size_t numbers;  ///< number of arguments after the name
};
constexpr DeclarationWord declaration_words[] = {
    {"JOINT_INPUT", InputKind::joint, 2},           {"VERTEX_INPUT", InputKind::vertex, 1},
    {"VERTEX_INPUT_INT", InputKind::vertex_int, 1}, {"VERTEX_INPUT_JOINT", InputKind::vertex_joint, 1},
    {"INFLUENCE_INPUT", InputKind::influence, 2},   {"SLOT_INPUT", InputKind::slot, 2},
    {"FRAME_INPUT", InputKind::frame, 2},           {"ENTRY_INPUT", InputKind::entry, 2},
    {"UNIFORM_INPUT", InputKind::uniform, 1},
};

bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_input_of(const ShaderFunction& body, InputKind kind) {
  return std::any_of(body.inputs.begin(), body.inputs.end(),
                     [&](const InputDeclaration& input) { return input.kind == kind; });
}

tl::unexpected<Error> bad_declaration(const std::string& line, const char* why) {
  return fail("SHADER_COMPILE", line, why);
}

std::vector<std::string> arguments_of(const std::string& list) {
  static const std::regex argument(R"([^\s,]+)");
  return {std::sregex_token_iterator(list.begin(), list.end(), argument), std::sregex_token_iterator()};
}

/// A positive number, or `any` if allowed.
std::optional<std::size_t> read_number(const std::string& text, bool any_allowed) {
  if (text == "any") return any_allowed ? std::optional(InputDeclaration::any) : std::nullopt;
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || text.empty() || text.size() > 4) return std::nullopt;
  const auto number = static_cast<std::size_t>(std::stoul(text));
  return number > 0 && number <= most_numbers ? std::optional(number) : std::nullopt;
}

Expected<InputDeclaration> read_declaration(const DeclarationWord& known, const std::string& line,
                                            const std::vector<std::string>& arguments) {
  static const std::regex identifier("[A-Za-z][A-Za-z0-9_]*");
  if (arguments.size() != 1 + known.numbers)
    return bad_declaration(
        line, known.numbers == 1 ? "expected a name and a width" : "expected a name, rows and columns");
  if (!std::regex_match(arguments[0], identifier))
    return bad_declaration(line, "expected the name of an array");
  InputDeclaration input;
  input.kind = known.kind;
  input.name = arguments[0];
  const bool with_rows = known.numbers == 2;
  if (with_rows) {
    const auto rows = read_number(arguments[1], known.kind == InputKind::joint);
    if (!rows) return bad_declaration(line, "rows is not an allowed number");
    input.rows = *rows;
  }
  const auto columns = read_number(arguments.back(), known.kind == InputKind::uniform);
  if (!columns || (with_rows && *columns > 4))
    return bad_declaration(line,
                           with_rows ? "expected 1 to 4 columns" : "the width is not an allowed number");
  input.columns = *columns;
  return input;
}

Expected<void> read_declarations(const std::string& code, ShaderFunction& body) {
  static const std::regex declaration(
      R"(\b([A-Z]+(?:_[A-Z]+)*_INPUT(?:_[A-Z]+)?|CAPTURE_NORMALS|VERTEX_OUTPUT)\s*\(([^)]*)\))");
  for (std::sregex_iterator at(code.begin(), code.end(), declaration), end; at != end; ++at) {
    const std::string line = at->str(), word = (*at)[1];
    const auto arguments = arguments_of((*at)[2]);
    if (word == "CAPTURE_NORMALS") {
      if (arguments.size() != 1) return bad_declaration(line, "expected the name of an array");
      body.normals.push_back(arguments[0]);
      continue;
    }
    if (word == "VERTEX_OUTPUT") {
      const auto width = arguments.size() == 2 ? read_number(arguments[1], false) : std::nullopt;
      if (!width || *width > 4)
        return bad_declaration(line, "expected the name of an array and its width, 1 to 4");
      body.outputs.push_back({arguments[0], *width});
      continue;
    }
    const auto* known = std::find_if(std::begin(declaration_words), std::end(declaration_words),
                                     [&](const DeclarationWord& d) { return d.word == word; });
    if (known == std::end(declaration_words)) return bad_declaration(line, "unknown kind of input");
    BINDPOSE_TRY(auto input, read_declaration(*known, line, arguments));
    if (input.kind == InputKind::influence && body.joints == JointUse::none)
      return bad_declaration(line, "skin() takes no joints, so it has no influence slots");
    input.optional = mentions(code, "HAS_" + upper_case(input.name));
    const auto same = std::find_if(body.inputs.begin(), body.inputs.end(),
                                   [&](const InputDeclaration& other) { return other.name == input.name; });
    if (same == body.inputs.end())
      body.inputs.push_back(std::move(input));
    else if (*same != input)
      return bad_declaration(line, "declared twice, differently");
  }
  return {};
}

/// The skin() that a body defines; all its definitions must agree.
Expected<void> read_signature(const std::string& code, ShaderFunction& body) {
  static const std::regex signature(
      R"(\bSurface\s+skin\s*\(\s*Surface\s+\w+\s*(?:,\s*uint\s+\w+\s*(\[\s*INFLUENCES\s*\])?\s*(,\s*float\s+\w+\s*\[\s*INFLUENCES\s*\])?\s*)?\))");
  bool found = false;
  for (std::sregex_iterator at(code.begin(), code.end(), signature), end; at != end; ++at, found = true) {
    const bool any_joints = at->str().find(',') != std::string::npos;
    const JointUse joints =
        !any_joints ? JointUse::none : ((*at)[1].matched ? JointUse::each_influence : JointUse::one);
    const bool weighted = (*at)[2].matched;
    if (found && (joints != body.joints || weighted != body.weighted))
      return fail("SHADER_COMPILE", "skin()", "its definitions have different arguments");
    body.joints = joints;
    body.weighted = weighted;
  }
  if (found) return {};
  return fail(
      "SHADER_COMPILE", "skin()",
      "the body defines no Surface skin(Surface rest ...) of the forms in gpu/program/shader_function.h");
}

Expected<ShaderFunction> parse_body(std::string_view text) {
  const std::string code = without_comments(text);
  ShaderFunction body;
  BINDPOSE_CHECK(read_signature(code, body));
  BINDPOSE_CHECK(read_declarations(code, body));
  for (const char* function : {"palette_transform", "palette_rigid", "palette_dual_quaternion"})
    body.palette = body.palette || mentions(code, function);
  for (const std::string_view form : palette_form_names)
    if (body.palette && mentions(code, "FORM_" + upper_case(form))) body.forms.emplace_back(form);
  return body;
}

}  // namespace

bool ShaderFunction::reads_joints() const {
  return palette || has_input_of(*this, InputKind::joint);
}

bool ShaderFunction::reads_frames() const {
  return has_input_of(*this, InputKind::frame) || reads_entries();
}

bool ShaderFunction::reads_entries() const {
  return has_input_of(*this, InputKind::entry);
}

std::string without_comments(std::string_view text) {
  std::string code(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i)
      if (code[i] != '\n') code[i] = ' ';
  };
  for (std::size_t i = text.find('/'); i < text.size(); i = text.find('/', i + 1)) {
    const bool is_line = text.substr(i).starts_with("//");
    if (!is_line && !text.substr(i).starts_with("/*")) continue;
    const std::size_t close = is_line ? text.find('\n', i) : text.find("*/", i + 2);
    const std::size_t end = close == std::string_view::npos ? text.size() : close + (is_line ? 0 : 2);
    blank(i, end);
    i = end - 1;
  }
  return code;
}

bool mentions(std::string_view text, std::string_view name) {
  const std::string code = without_comments(text);
  for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool starts = at == 0 || !continues_name(code[at - 1]);
    if (starts && (end == code.size() || !continues_name(code[end]))) return true;
  }
  return false;
}

std::string upper_case(std::string_view name) {
  std::string upper(name);
  for (char& c : upper)
    c = continues_name(c) ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : '_';
  return upper;
}

std::string declaration_macros() {
  std::string text =
      "#define CAPTURE_NORMALS(name)\n#define VERTEX_OUTPUT(name, width)\n#define OFFERS(macro)\n";
  for (const DeclarationWord& each : declaration_words)
    text +=
        fmt::format("#define {}({})\n", each.word, each.numbers == 2 ? "name, rows, columns" : "name, width");
  return text;
}

Expected<ShaderFunction> read_shader_function(std::string_view text) {
  // Read in each run of each algorithm.
  static std::mutex mutex;
  static std::map<std::string, Expected<ShaderFunction>, std::less<>> known;
  const std::lock_guard lock(mutex);
  auto entry = known.find(text);
  if (entry == known.end()) entry = known.emplace(text, parse_body(text)).first;
  return entry->second;
}

}  // namespace bindpose::gpu
