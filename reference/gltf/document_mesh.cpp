// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes as written: primitives, attribute names, morph targets.
#include <algorithm>

#include <fmt/format.h>

#include "reference/gltf/decompress.h"

namespace bindpose::gltf {
namespace {

/// Number of occurrences of an indexed semantic, and its largest index.
struct SetCount {
  const char* name;
  std::int64_t count = 0;
  std::int64_t largest = -1;
};

/// COLOR_n, JOINTS_n, TEXCOORD_n, WEIGHTS_n.
using SetCounts = std::array<SetCount, 4>;

/// n of "NAME_n": decimal, no leading zeros, nothing else; kNone for other text.
std::int64_t parse_set_index(std::string_view digits) {
  if (digits.empty() || digits.size() > 9 || (digits.size() > 1 && digits[0] == '0')) return kNone;
  std::int64_t index = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return kNone;
    index = 10 * index + (c - '0');
  }
  return index;
}

/// True if a semantic is known; indexed ones are counted.
bool count_semantic(std::string_view semantic, SetCounts& sets) {
  if (semantic.starts_with('_')) return true;
  if (semantic == "POSITION" || semantic == "NORMAL" || semantic == "TANGENT") return true;
  const std::size_t underscore = semantic.find('_');
  if (underscore == std::string_view::npos) return false;
  const auto set = std::find_if(sets.begin(), sets.end(), [&](const SetCount& candidate) {
    return semantic.substr(0, underscore) == candidate.name;
  });
  const std::int64_t index = parse_set_index(semantic.substr(underscore + 1));
  if (set == sets.end() || index == kNone) return false;
  ++set->count;
  set->largest = std::max(set->largest, index);
  return true;
}

/// Reads one map from semantics to accessors; `is_known` judges the names.
Attributes read_attributes(const JsonObject& object, const std::function<bool(std::string_view)>& is_known) {
  Attributes attributes;
  for (const auto& [semantic, value] : object.json().items()) {
    if (!is_known(semantic)) {
      object.log().error("MESH_PRIMITIVE_INVALID_ATTRIBUTE", object.where() / semantic, "no known semantic");
    }
    const std::int64_t index = as_integer(value).value_or(kNone);
    if (index < 0) {
      object.log().error("INVALID_INDEX", object.where() / semantic,
                         "expected an integer that is not negative");
    }
    attributes.emplace_back(semantic, index < 0 ? kNone : index);
  }
  return attributes;
}

/// The number of sets of a semantic; 0 if their indices have gaps (an error).
std::int64_t continuous_count(const SetCount& set, const JsonObject& attributes) {
  if (set.largest + 1 == set.count) return set.count;
  attributes.log().error("MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", attributes.where(),
                         fmt::format("{} sets of {}, the last one is {}", set.count, set.name, set.largest));
  return 0;
}

void read_vertex_attributes(const JsonObject& primitive, PrimitiveEntry& entry) {
  const std::optional<JsonObject> object = primitive.object("attributes", Presence::required);
  if (!object) return;
  if (object->json().empty()) {
    primitive.log().error("EMPTY_ENTITY", object->where(), "a primitive needs attributes");
    return;
  }
  SetCounts sets = {{{"COLOR"}, {"JOINTS"}, {"TEXCOORD"}, {"WEIGHTS"}}};
  entry.attributes =
      read_attributes(*object, [&](std::string_view semantic) { return count_semantic(semantic, sets); });
  if (find_attribute(entry.attributes, "POSITION") == kNone) {
    primitive.log().warning("MESH_PRIMITIVE_NO_POSITION", object->where(), "no POSITION: nothing to show");
  }
  continuous_count(sets[0], *object);
  const std::int64_t joints = continuous_count(sets[1], *object);
  entry.texcoord_sets = continuous_count(sets[2], *object);
  const std::int64_t weights = continuous_count(sets[3], *object);
  if (joints == weights) {
    entry.joint_sets = joints;
  } else {
    primitive.log().error("MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", object->where(),
                          fmt::format("{} sets of JOINTS, {} of WEIGHTS", joints, weights));
  }
}

bool is_target_semantic(std::string_view semantic) {
  SetCounts sets = {{{"COLOR"}, {"-"}, {"TEXCOORD"}, {"-"}}};
  return count_semantic(semantic, sets);
}

void read_targets(const JsonObject& primitive, PrimitiveEntry& entry) {
  if (!primitive.has("targets")) return;
  const Json& list = primitive.json()["targets"];
  const Pointer where = primitive.where() / "targets";
  if (!list.is_array()) {
    primitive.log().error("TYPE_MISMATCH", where, "'targets' is not of type array");
    return;
  }
  if (list.empty()) primitive.log().error("EMPTY_ENTITY", where, "the array is empty");
  Vetting vetting{primitive.log(), {}};
  for (std::size_t i = 0; i < list.size(); ++i) {
    entry.targets.emplace_back();
    if (!list[i].is_object()) {
      primitive.log().error("ARRAY_TYPE_MISMATCH", where, "an element is not an object");
    } else if (list[i].empty()) {
      primitive.log().error("EMPTY_ENTITY", where / i, "a morph target needs attributes");
    } else {
      entry.targets.back() = read_attributes(JsonObject(list[i], where / i, vetting), is_target_semantic);
    }
  }
}

PrimitiveEntry read_primitive(const JsonObject& object) {
  PrimitiveEntry primitive;
  object.check_extensions();
  primitive.mode = object.integer("mode", {.fallback = 4, .max = 6});
  read_vertex_attributes(object, primitive);
  read_targets(object, primitive);
  primitive.indices = object.index("indices", Presence::optional);
  primitive.material = object.index("material", Presence::optional);
  primitive.draco = read_draco(object);
  return primitive;
}

}  // namespace

namespace {

/// Names of morph targets, as exporters write them: extras.targetNames. Empty unless all are texts.
std::vector<std::string> read_target_names(const JsonObject& mesh) {
  const auto extras = mesh.json().find("extras");
  if (extras == mesh.json().end() || !extras->is_object()) return {};
  const auto list = extras->find("targetNames");
  if (list == extras->end() || !list->is_array()) return {};
  std::vector<std::string> names;
  for (const Json& name : *list)
    if (name.is_string()) names.push_back(name.get<std::string>());
  return names.size() == list->size() ? names : std::vector<std::string>();
}

}  // namespace

MeshEntry read_mesh_entry(const JsonObject& object) {
  MeshEntry mesh;
  mesh.name = object.string("name").value_or("");
  mesh.weights = object.numbers("weights", {});
  object.objects("primitives", [&](const JsonObject& primitive, std::size_t) {
    mesh.primitives.push_back(read_primitive(primitive));
    const std::size_t targets = mesh.primitives.back().targets.size();
    if (targets == mesh.target_count()) return;
    const Pointer where = targets > 0 ? primitive.where() / "targets" : primitive.where();
    object.log().error(
        "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", where,
        fmt::format("{} morph targets, the first primitive has {}", targets, mesh.target_count()));
  });
  mesh.target_names = read_target_names(object);
  if (mesh.target_names.size() != mesh.target_count()) mesh.target_names.clear();
  if (mesh.weights && !mesh.primitives.empty() && mesh.weights->size() != mesh.target_count()) {
    object.log().error(
        "MESH_INVALID_WEIGHTS_COUNT", object.where() / "weights",
        fmt::format("{} weights for {} morph targets", mesh.weights->size(), mesh.target_count()));
  }
  return mesh;
}

}  // namespace bindpose::gltf
