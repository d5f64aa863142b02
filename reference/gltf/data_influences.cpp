// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "reference/gltf/data_checks.h"
#include "reference/gltf/tolerance.h"

namespace bindpose::gltf {
namespace {

/// The number of joints of the smallest skin of each mesh [#meshes]; 0 for meshes without a skin.
std::vector<std::size_t> joint_limits(const Document& document) {
  std::vector<std::size_t> limits(document.meshes.size(), 0);
  for (const NodeEntry& node : document.nodes) {
    if (node.mesh == kNone || node.skin == kNone) continue;
    const SkinEntry& skin = document.skins[static_cast<std::size_t>(node.skin)];
    if (!skin.joints) continue;
    std::size_t& limit = limits[static_cast<std::size_t>(node.mesh)];
    if (limit == 0 || skin.joints->size() < limit) limit = skin.joints->size();
  }
  return limits;
}

/// The last vertex that used each joint. All primitives of a file share this list, so that the cost of each
/// depends on its vertices, not on the number of its skin's joints.
struct LastUses {
  std::vector<std::size_t> vertex_of;  ///< number of the vertex that used a joint last, 0: none [#joints]
  std::size_t vertex = 0;              ///< number of the current vertex, counted over all primitives
};

/// The sets of a primitive, and its reported faults.
class InfluenceCheck {
 public:
  InfluenceCheck(std::size_t joint_limit, LastUses& last, Pointer attributes, IssueLog& log)
      : joint_limit_(joint_limit), attributes_(attributes), log_(log), last_(last) {}

  /// False if a set has no bytes to check.
  bool add_set(const AccessorStore& store, const PrimitiveEntry& primitive, std::int64_t set) {
    const std::string suffix = "_" + std::to_string(set);
    const std::int64_t joints = find_attribute(primitive.attributes, "JOINTS" + suffix);
    const std::int64_t weights = find_attribute(primitive.attributes, "WEIGHTS" + suffix);
    if (joints == kNone || weights == kNone || store.backing(joints) != Backing::bytes ||
        store.backing(weights) != Backing::bytes) {
      return false;
    }
    sets_.push_back(
        {"JOINTS" + suffix, "WEIGHTS" + suffix, store.numbers(joints), store.numbers(weights), {}});
    return true;
  }

  void run() {
    const std::size_t vertices = sets_.front().joints.size() / 4;
    for (std::size_t v = 0; v < vertices; ++v)
      check_vertex(v);
    if (off_count_ == 0) return;
    for (const Set& set : sets_)
      log_.warning(
          "ACCESSOR_WEIGHTS_NON_NORMALIZED", attributes_ / set.weights_name,
          fmt::format("of {} vertices, {} have weights whose sum is not 1; vertex {} differs most: {}",
                      vertices, off_count_, worst_vertex_, worst_sum_));
  }

 private:
  enum Fault { kOutOfRange, kDuplicate, kNegative, kUnused, kFaultCount };

  struct Set {
    std::string joints_name;
    std::string weights_name;
    std::vector<double> joints;
    std::vector<double> weights;
    std::array<bool, kFaultCount> reported;
  };

  void report(Set& set, Fault fault, const std::string& message) {
    if (set.reported[fault]) return;
    set.reported[fault] = true;
    const Pointer joints = attributes_ / set.joints_name;
    const Pointer weights = attributes_ / set.weights_name;
    switch (fault) {
      case kOutOfRange:
        return log_.error("ACCESSOR_JOINTS_INDEX_OOB", joints, message);
      case kDuplicate:
        return log_.error("ACCESSOR_JOINTS_INDEX_DUPLICATE", joints, message);
      case kNegative:
        return log_.error("ACCESSOR_WEIGHTS_NEGATIVE", weights, message);
      default:
        return log_.warning("ACCESSOR_JOINTS_USED_ZERO_WEIGHT", joints, message);
    }
  }

  void check_vertex(std::size_t v) {
    ++last_.vertex;
    float sum = 0;  // in float32, as the validator adds them up
    std::size_t used = 0;
    bool has_duplicate = false;
    for (std::size_t slot = 0; slot < 4; ++slot) {
      for (Set& set : sets_) {
        const double joint = set.joints[4 * v + slot];
        const double weight = set.weights[4 * v + slot];
        if (joint >= static_cast<double>(joint_limit_)) {
          report(set, kOutOfRange, fmt::format("vertex {} uses joint {} of {}", v, joint, joint_limit_));
        } else if (weight == 0) {
          if (joint != 0)
            report(set, kUnused, fmt::format("vertex {} names joint {} with weight 0", v, joint));
        } else {
          std::size_t& seen = last_.vertex_of[static_cast<std::size_t>(joint)];
          const bool is_new = seen != last_.vertex;
          seen = last_.vertex;
          ++used;
          has_duplicate = has_duplicate || !is_new;
          if (!is_new) report(set, kDuplicate, fmt::format("vertex {} uses joint {} twice", v, joint));
          if (weight < 0) report(set, kNegative, fmt::format("vertex {} has weight {}", v, weight));
          if (weight > 0) sum += static_cast<float>(weight);
        }
      }
    }
    const double off = std::abs(static_cast<double>(sum) - 1);
    if (has_duplicate || off <= kWeightSumTolerance * static_cast<double>(used)) return;
    ++off_count_;
    if (off <= std::abs(static_cast<double>(worst_sum_) - 1)) return;
    worst_vertex_ = v;
    worst_sum_ = sum;
  }

  std::size_t joint_limit_;
  Pointer attributes_;
  IssueLog& log_;
  std::vector<Set> sets_;
  LastUses& last_;
  std::size_t off_count_ = 0;  // vertices whose weights' sum is not 1
  std::size_t worst_vertex_ = 0;
  float worst_sum_ = 1;
};

}  // namespace

void check_influence_data(const AccessorStore& store, IssueLog& log) {
  const Document& document = store.document();
  const std::vector<std::size_t> limits = joint_limits(document);
  LastUses last{std::vector<std::size_t>(limits.empty() ? 0 : *std::ranges::max_element(limits)), 0};
  for (std::size_t m = 0; m < document.meshes.size(); ++m) {
    if (limits[m] == 0) continue;
    for (std::size_t p = 0; p < document.meshes[m].primitives.size(); ++p) {
      const PrimitiveEntry& primitive = document.meshes[m].primitives[p];
      if (primitive.joint_sets == 0) continue;
      InfluenceCheck check(limits[m], last, Pointer() / "meshes" / m / "primitives" / p / "attributes", log);
      bool complete = true;
      for (std::int64_t set = 0; set < primitive.joint_sets && complete; ++set) {
        complete = check.add_set(store, primitive, set);
      }
      if (complete) check.run();
    }
  }
}

}  // namespace bindpose::gltf
