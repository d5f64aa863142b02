// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_u8.h"

#include "reference/binding/shared/packed_vertices.h"

namespace bindpose::binding {
namespace pack_u8_question {

Declaration declaration() {
  return {.inputs = slot_arrays(),
          .stages = {},
          .outputs = packed_arrays("bytes", "bytes of a vertex: its joints, then its weights; 0 .. 255"),
          .options = {last_weights.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_CHECK(require_joints_below(in.arrays(), 256));
  return pack_vertices(in, 255, "bytes", in.chosen(last_weights), &packed_bytes<T>)
      .result("bytes", in.extent("K"));
}

}  // namespace pack_u8_question

BINDPOSE_IMPLEMENT(pack_u8)

}  // namespace bindpose::binding
