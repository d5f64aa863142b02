// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_u16.h"

#include "reference/binding/shared/packed_vertices.h"

namespace bindpose::binding {
namespace pack_u16_question {

Declaration declaration() {
  return {.inputs = slot_arrays(),
          .stages = {},
          .outputs = packed_arrays("words", "words of a vertex: its joints, then its weights; 0 .. 65535"),
          .options = {last_weights.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_CHECK(require_joints_below(in.arrays(), 65536));
  return pack_vertices(in, 65535, "words", in.chosen(last_weights), &packed_words<T>)
      .result("words", in.extent("K"));
}

}  // namespace pack_u16_question

BINDPOSE_IMPLEMENT(pack_u16)

}  // namespace bindpose::binding
