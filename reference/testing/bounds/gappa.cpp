// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/gappa.h"

#include <algorithm>

#include <fmt/format.h>

namespace bindpose::bounds {
namespace {

bool is_rounded(Operation operation) {
  return operation >= Operation::root;
}

/// Relative to the exact result.
double granted_error(Operation operation) {
  const double ulps = operation == Operation::divide ? Tracked::division_ulp
                      : operation == Operation::root ? Tracked::sqrt_ulp
                                                     : 1;
  return ulps * Precision::float32().unit;
}

class Script {
 public:
  Script(const Trace& trace, const Box& box, const std::vector<int>& results, Model model)
      : trace_(trace), box_(box), needed_(trace.needed_by(results)), model_(model) {}

  std::string operator()(const std::string& goal) const {
    return fmt::format("{}{{\n{}{}  ->\n  {}\n}}\n{}", definitions(), inputs_in_box(), granted_errors(), goal,
                       hints());
  }

  std::string exact(int node) const { return name(node, 'e', 'X'); }
  std::string rounded(int node) const { return name(node, 'f', 'x'); }

 private:
  std::string name(int node, char result, char cut) const {
    const Node& n = trace_.nodes[node];
    if (n.operation == Operation::constant) return fmt::format("{:a}", n.value);
    if (n.operation == Operation::stored) return name(n.a, result, cut);
    if (n.operation == Operation::negate) return fmt::format("(-{})", name(n.a, result, cut));
    if (n.operation != Operation::input) return fmt::format("{}{}", result, node);
    const std::size_t i = std::find(trace_.inputs.begin(), trace_.inputs.end(), node) - trace_.inputs.begin();
    return fmt::format("{}{}", box_[i].error > 0 ? cut : 'x', i);
  }

  static std::string formula(Operation operation, const std::string& a, const std::string& b) {
    if (operation == Operation::root) return fmt::format("sqrt({})", a);
    const char sign = operation == Operation::add        ? '+'
                      : operation == Operation::subtract ? '-'
                      : operation == Operation::multiply ? '*'
                                                         : '/';
    return fmt::format("{} {} {}", a, sign, b);
  }
  std::string exact_formula(const Node& n) const {
    return formula(n.operation, exact(n.a), n.b < 0 ? "" : exact(n.b));
  }
  std::string rounded_formula(const Node& n) const {
    return formula(n.operation, rounded(n.a), n.b < 0 ? "" : rounded(n.b));
  }

  template <class Line>
  std::string each_rounded_node(Line line) const {
    std::string text;
    for (std::size_t n = 0; n < trace_.nodes.size(); ++n)
      if (needed_[n] && is_rounded(trace_.nodes[n].operation)) text += line(n, trace_.nodes[n]);
    return text;
  }

  std::string definitions() const {
    std::string text = model_ == Model::nearest ? "@rnd = float<ieee_32, ne>;\n" : "";
    for (std::size_t i = 0; i < trace_.inputs.size(); ++i)
      if (needed_[trace_.inputs[i]] && model_ == Model::nearest)
        text += fmt::format("x{0} = rnd(any{0});\n", i);
    return text + each_rounded_node([this](std::size_t n, const Node& node) {
             const std::string line = fmt::format("e{} = {};\n", n, exact_formula(node));
             return model_ == Model::glsl ? line
                                          : line + fmt::format("f{} = rnd({});\n", n, rounded_formula(node));
           });
  }

  std::string inputs_in_box() const {
    std::string text;
    for (std::size_t i = 0; i < box_.size(); ++i) {
      if (!needed_[trace_.inputs[i]]) continue;
      const auto& [low, high, error] = box_[i];
      text += fmt::format("{}{}{} in [{:a}, {:a}]\n", text.empty() ? "  " : "  /\\ ", error > 0 ? 'X' : 'x',
                          i, low, high);
      if (error > 0) text += fmt::format("  /\\ |x{0} - X{0}| <= {1:a}\n", i, error);
    }
    return text;
  }

  std::string granted_errors() const {
    if (model_ == Model::nearest) return "";
    return each_rounded_node([this](std::size_t n, const Node& node) {
      return fmt::format("  /\\ |f{} -/ ({})| <= {:a}\n", n, rounded_formula(node),
                         granted_error(node.operation));
    });
  }

  std::string hints() const {
    return each_rounded_node([this](std::size_t n, const Node& node) -> std::string {
      if (node.operation != Operation::divide) return "";
      return fmt::format(
          "{0} / {1} - e{4} -> ({0} - {2}) / {1} - {2} / {3} * (({1} - {3}) / {1}) {{ {1} <> 0, {3} <> 0 "
          "}};\n",
          rounded(node.a), rounded(node.b), exact(node.a), exact(node.b), n);
    });
  }

  const Trace& trace_;
  const Box& box_;
  std::vector<bool> needed_;
  Model model_;
};

}  // namespace

std::string error_script(const Trace& trace, const Box& box, std::size_t output, Model model) {
  const int node = trace.outputs[output];
  const Script script(trace, box, {node}, model);
  return script(fmt::format("{} - {} in ?", script.rounded(node), script.exact(node)));
}

std::string comparisons_script(const Trace& trace, const Box& box) {
  std::vector<int> compared;
  for (const auto& [a, b, less] : trace.comparisons)
    compared.insert(compared.end(), {a, b});
  const Script script(trace, box, compared, Model::glsl);
  std::string goal;
  for (const auto& [a, b, less] : trace.comparisons) {
    const char* sign = less ? "<= -1b-149" : ">= 0";
    goal += fmt::format("{0}{1} - {2} {5} /\\ {3} - {4} {5}", goal.empty() ? "" : " /\\ ", script.exact(a),
                        script.exact(b), script.rounded(a), script.rounded(b), sign);
  }
  return goal.empty() ? "" : script(goal);
}

}  // namespace bindpose::bounds
