// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/rogue_weights.h"

#include "reference/model/common_arrays.h"

namespace bindpose::binding {
namespace rogue_weights_question {

enum class Emptied { neighbours, none };
const Choice<Emptied> emptied{.name = "emptied",
                              .values = {{"neighbours", Emptied::neighbours}, {"none", Emptied::none}},
                              .meaning = "weights of a vertex that loses all its joints"};

Declaration declaration() {
  return {.inputs = ArrayList{mesh_arrays()[0]} + weighted_vertex_arrays() + triangle_arrays() +
                    ArrayList{integer("rogue_size", "n", "1", "largest number of positions in a rogue group")
                                  .within(1, 1 << 20)},
          .stages = {},
          .outputs = {joint_weights_array(),
                      real("rogue_marks", "m_vj", "V J", "1 where the vertex loses the joint, else 0")},
          .options = {emptied.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
  BINDPOSE_TRY(const auto triangles, require_triangles(in.arrays(), mesh.vertex_count()));
  const RogueRule rule{.largest = static_cast<std::size_t>(in.integer("rogue_size"))};
  return without_rogues(places_of_mesh(mesh.positions, triangles), read_joint_weights(in), rule,
                        in.chosen(emptied) == Emptied::neighbours);
}

}  // namespace rogue_weights_question

BINDPOSE_IMPLEMENT(rogue_weights)

}  // namespace bindpose::binding
