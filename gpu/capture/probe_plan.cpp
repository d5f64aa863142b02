// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/probe_plan.h"

#include <bit>
#include <cstdint>

namespace bindpose::gpu {

std::string probe_body(const std::string& glsl) {
  return "Surface skin(Surface rest) {\n  float y;\n  " + glsl + "\n  y_out = y;\n  return rest;\n}\n";
}

Plan probe_plan(const std::string& body, const std::vector<ProbeRow>& rows, bool compute, Api api) {
  Plan plan;
  plan.compute = compute;
  VertexLayout& layout = plan.data.layout;
  layout.joints = JointUse::none;
  for (const char* name : {"a", "b", "c"})
    layout.fields.push_back({name, VertexField::Type::real, InputKind::vertex, 4, 1, 4, layout.words()});
  layout.outputs = {{"y", 1}};
  plan.data.vertex_count = rows.size();
  for (const ProbeRow& row : rows) {
    plan.data.words.insert(plan.data.words.end(), layout.normal_at(), 0);  // no position
    for (const float x : row)
      plan.data.words.push_back(std::bit_cast<std::uint32_t>(x));
  }
  plan.spec.api = api;
  plan.spec.layout = layout;
  plan.spec.body = body;
  plan.spec.palette = false;
  plan.spec.joint_rows = 0;
  return plan;
}

}  // namespace bindpose::gpu
