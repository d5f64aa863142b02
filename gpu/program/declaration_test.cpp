// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A GLSL body reads exactly the declared inputs of its algorithm.
#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/program/embedded.h"
#include "gpu/program/shader_function.h"
#include "reference/algorithms.h"

namespace bindpose::gpu::declaration_test {

std::vector<std::string> extents(const ArrayDeclaration& array) {
  std::istringstream stream{std::string(array.shape)};
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Extents before an input's own extents; "*" is any symbol.
std::vector<std::string> leading(InputKind kind) {
  switch (kind) {
    case InputKind::joint:
      return {"J"};
    case InputKind::influence:
      return {"V", "K"};
    case InputKind::slot:
      return {"V", "*"};
    case InputKind::frame:
      return {"*", "V"};
    case InputKind::entry:
      return {"E"};
    case InputKind::uniform:
      return {};
    case InputKind::vertex:
    case InputKind::vertex_int:
    case InputKind::vertex_joint:
      break;
  }
  return {"V"};
}

bool fits(const InputDeclaration& input, const ArrayDeclaration& array) {
  const std::vector<std::string> shape = extents(array), before = leading(input.kind);
  if (shape.size() < before.size()) return false;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] != "*" && before[i] != shape[i]) return false;
  std::size_t numbers = 1;
  bool any = false;
  for (std::size_t i = before.size(); i < shape.size(); ++i) {
    const bool number = std::isdigit(static_cast<unsigned char>(shape[i].front())) != 0;
    any = any || !number;
    numbers *= number ? std::stoul(shape[i]) : 1;
  }
  const bool declared_any = input.rows == InputDeclaration::any || input.columns == InputDeclaration::any;
  return any == declared_any && (any || numbers == input.rows * input.columns);
}

/// True if another array can replace this one; a shader function need not read the replacement.
bool has_substitute(const Declaration& declaration, std::string_view name) {
  return std::any_of(declaration.inputs.begin(), declaration.inputs.end(),
                     [&](const ArrayDeclaration& array) { return array.instead_of == name; });
}

/// Inputs of a shader function that differ from its algorithm's declaration, one phrase each.
std::vector<std::string> undeclared(const ShaderFunction& body, const Declaration& declaration) {
  std::vector<std::string> wrong;
  for (const InputDeclaration& input : body.inputs) {
    const ArrayDeclaration* array = declaration.find_input(input.name);
    if (array == nullptr)
      wrong.push_back(input.name + " is not declared");
    else if (!fits(input, *array))
      wrong.push_back(input.name + " is declared as [" + std::string(array->shape) + "]");
    else if ((input.kind == InputKind::vertex_int || input.kind == InputKind::vertex_joint) && array->is_real)
      wrong.push_back(input.name + " is declared as real numbers");
    else if (array->is_optional && !input.optional && !has_substitute(declaration, input.name))
      wrong.push_back(input.name + " is declared as optional");
  }
  if (body.weighted && declaration.find_input("weights") == nullptr)
    wrong.emplace_back("weights are not declared");
  for (const char* name : {"target_offsets", "target_vertices"})
    if (body.reads_entries() && declaration.find_input(name) == nullptr)
      wrong.push_back(std::string(name) + " are not declared");
  if (body.palette && declaration.find_input("palette") == nullptr &&
      declaration.find_input("palette_rotations") == nullptr)
    wrong.emplace_back("no palette is declared");
  return wrong;
}

TEST(GlslDeclarations, every_shader_function_reads_only_declared_inputs) {
  std::size_t bodies = 0;
  for (const EmbeddedFunction& embedded : embedded_functions()) {
    const Algorithm* algorithm = find_algorithm(embedded.path);
    ASSERT_NE(algorithm, nullptr) << embedded.path;
    const auto body = read_shader_function(embedded.text);
    ASSERT_TRUE(body) << embedded.path;
    EXPECT_EQ(undeclared(*body, algorithm->implementation.declaration), std::vector<std::string>{})
        << embedded.path;
    ++bodies;
  }
  EXPECT_GE(bodies, 14U);
}

TEST(GlslDeclarations, a_shader_function_with_undeclared_inputs_is_found) {
  const Declaration declaration{.inputs = {real("pivots", "", "J 3"), real("centres", "", "V 3").optional()},
                                .stages = {},
                                .outputs = {},
                                .options = {}};
  const auto found = [&](const std::string& line) {
    const auto body = read_shader_function("Surface skin(Surface rest) { return rest; }\n" + line + "\n");
    return body ? undeclared(*body, declaration) : std::vector<std::string>{"unreadable"};
  };
  EXPECT_EQ(found("JOINT_INPUT(pivots, 1, 3)"), std::vector<std::string>{});
  EXPECT_EQ(found("JOINT_INPUT(pivot, 1, 3)"), std::vector<std::string>{"pivot is not declared"});
  EXPECT_EQ(found("JOINT_INPUT(pivots, 1, 4)"), std::vector<std::string>{"pivots is declared as [J 3]"});
  EXPECT_EQ(found("VERTEX_INPUT(pivots, 3)"), std::vector<std::string>{"pivots is declared as [J 3]"});
  EXPECT_EQ(found("VERTEX_INPUT(centres, 3)"), std::vector<std::string>{"centres is declared as optional"});
  EXPECT_EQ(found("VERTEX_INPUT_INT(centres, 3)"),
            std::vector<std::string>{"centres is declared as real numbers"});
  EXPECT_EQ(found("ENTRY_INPUT(pivots, 1, 3)"),
            (std::vector<std::string>{"pivots is declared as [J 3]", "target_offsets are not declared",
                                      "target_vertices are not declared"}));
}

}  // namespace bindpose::gpu::declaration_test
