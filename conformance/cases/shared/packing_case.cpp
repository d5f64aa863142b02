// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/packing_case.h"

#include "conformance/cases/shared/pose_case.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {

ArraySet packing(std::size_t slots, std::size_t joint_count, const Array::Reals& weights) {
  Array::Integers joints;
  Array::Reals w;
  for (const double w_i : weights) {
    joints.push_back(static_cast<std::int32_t>(w.size() * 3701 % joint_count));
    w.push_back(to_float32(w_i));
  }
  ArraySet question;
  question.add("joints", {weights.size() / slots, slots}, std::move(joints));
  question.add("weights", {weights.size() / slots, slots}, std::move(w));
  return question;
}

ArraySet packing(const std::vector<std::array<double, 4>>& weights, std::size_t joint_count) {
  Array::Reals all;
  for (const auto& row : weights)
    all.insert(all.end(), row.begin(), row.end());
  return packing(4, joint_count, all);
}

ArraySet packed_question(std::size_t joint_count) {
  return packing({{0.343, 0.338, 0.198, 0.121},        // rounded separately: 254 steps of 255
                  {0.4985, 0.4985, 0.0015, 0.0015},    // rounded separately: about 256 steps
                  {0.5, 0.5, 0, 0},                    // a tie
                  {0.25, 0.25, 0.25, 0.25},            // a tie of four
                  {0, 1, 0, 0},                        // a single joint
                  {1 - 0x1p-10, 0x1p-11, 0x1p-11, 0},  // tiny weights
                  {0.1, 0.2, 0.3, 0.4},
                  {0.7, 0.1, 0.1, 0.1},
                  {0.49, 0.245, 0.1225, 0.1225},  // sums of 0.98, 1.75, 3
                  {0.5, 0.75, 0.375, 0.125},
                  {0.75, 1.5, 0.125, 0.625},
                  {0, 0, 0, 0},  // no weight
                  {0.61, 0.0203, 0.3301, 0.0396},
                  {0.0123, 0.0234, 0.4567, 0.5076}},
                 joint_count);
}

ArraySet packed_question_of(std::size_t slots, std::size_t joint_count) {
  Random random("packed slots");
  Array::Reals weights;
  for (std::size_t v = 0; v < 6; ++v) {
    double left = 1;
    for (std::size_t i = 0; i + 1 < slots; ++i) {
      weights.push_back(to_float32(left * random.uniform(0.125, 0.5)));
      left -= weights.back();
    }
    weights.push_back(left);
  }
  return packing(slots, joint_count, weights);
}

void add_integer_packings(std::vector<Case>& cases, const std::string& stem, std::size_t joint_count) {
  const PoseCases add(cases, stem);
  for (const char* last : {"stored", "implicit"}) {
    const auto name = [last](const char* scene) { return std::string(scene) + "." + last; };
    const Options options = {{"last_weight", last}};
    add(name("four"), "Ties, tiny weights, a single joint, sums other than 1, a vertex without weights.",
        &packed_question, joint_count)
        .options = options;
    add(name("eight"), "Eight slots: rounding each weight alone is off by several steps.",
        &packed_question_of, std::size_t{8}, joint_count)
        .options = options;
  }
  add("without-weights.stored", "Without the array, every weight is 1.",
      [joint_count] { return without(packed_question(joint_count), {"weights"}); });
  add("one.stored", "A single slot has the full weight.", &packed_question_of, std::size_t{1}, joint_count);
}

}  // namespace bindpose::conformance
