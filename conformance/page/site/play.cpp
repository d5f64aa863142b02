// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one pose of a character by two methods, as functions that play_worker.js calls. Each returns JSON and sends vertices as bytes.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/page/site/character.h"
#include "conformance/page/site/own_page.h"
#include "conformance/report/colour_scale.h"
#include "gpu/backends/open.h"
#include "reference/algorithms.h"
#include "reference/model/try.h"

namespace bindpose::page {
namespace {

using nlohmann::json;

/// WebGL 2 of the browser, opened on first use.
class Device {
 public:
  Expected<gpu::Skinner*> skinner() {
    if (skinner_ == nullptr) {
      BINDPOSE_TRY(const auto request, gpu::parse_device_of(gpu::Api::webgl, ""));
      BINDPOSE_TRY(open_, gpu::open_backend(request));
      skinner_ = std::make_unique<gpu::Skinner>(*open_.backend);
    }
    return skinner_.get();
  }
  std::string name() const { return skinner_ == nullptr ? "" : open_.backend->info().renderer; }

 private:
  gpu::OpenDevice open_;
  std::unique_ptr<gpu::Skinner> skinner_;
};

struct Shown {
  Character character;
  Device device;
};
Shown& shown() {
  static Shown the_shown;
  return the_shown;
}

json error_json(const Error& error) {
  return {{"error", {{"code", error.code}, {"where", error.where}, {"message", error.message}}}};
}

std::vector<float> floats_of(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

constexpr std::string_view next_heading = "\n## ";

/// The text between this heading of an algorithm's page and the next one.
std::string section_of(std::string_view page, const std::string& heading) {
  const std::string mark = "\n## " + heading + "\n";
  const std::size_t begin = page.find(mark);
  if (begin == std::string_view::npos) return "";
  page.remove_prefix(begin + mark.size());
  return std::string(page.substr(0, page.find(next_heading)));
}

/// The sentences between the title and the first heading.
std::string opening_of(std::string_view page) {
  page.remove_prefix(std::min(page.find('\n'), page.size()));
  return std::string(page.substr(0, page.find(next_heading)));
}

json methods_json() {
  json all = json::array();
  for (const Algorithm* method : methods())
    all.push_back({{"id", method->id},
                   {"path", method->path()},
                   {"title", method->title},
                   {"what", opening_of(method->page)},
                   {"formula", section_of(method->page, "Formula")},
                   {"shader", method->has_glsl}});
  return all;
}

json clips_json(const Character& character) {
  json all = json::array();
  for (const gltf::Clip& clip : character.clips) {
    double first = INFINITY, last = -INFINITY;
    for (const gltf::Channel& channel : clip.channels)
      if (!channel.track.times.empty()) {
        first = std::min(first, channel.track.times.front());
        last = std::max(last, channel.track.times.back());
      }
    if (first <= last)
      all.push_back({{"name", clip.name}, {"first", first}, {"last", last}});
    else
      all.push_back({{"name", clip.name}, {"first", 0}, {"last", 0}});
  }
  return all;
}

/// Sends "triangles" and "strongest", and returns the rest.
json opened_json(const Character& character) {
  std::vector<std::uint32_t> corners;
  std::size_t before = 0;
  for (const Part& part : character.parts) {
    for (const Triangle& triangle : part.triangles)
      for (const std::uint32_t corner : triangle)
        corners.push_back(static_cast<std::uint32_t>(before + corner));
    before += part.arrays.find("positions")->shape[0];
  }
  send_numbers("triangles", corners);
  send_numbers("strongest", strongest_joints(character));
  json joints = json::array();
  for (std::size_t j = 0; j < character.joints.size(); ++j) {
    const auto& q = character.rotations[j].coeffs();
    joints.push_back({{"name", character.joints[j]},
                      {"parent", character.parents[j]},
                      {"moves", static_cast<bool>(character.moves_vertices[j])},
                      {"rotation", {q[0], q[1], q[2], q[3]}}});
  }
  return {{"vertices", before}, {"joints", joints}, {"clips", clips_json(character)}};
}

AskedPose asked_pose(const json& given, const Character& character) {
  AskedPose asked;
  const int clip = given.value("clip", -1);
  if (clip >= 0 && static_cast<std::size_t>(clip) < character.clips.size())
    asked.clip = static_cast<std::size_t>(clip);
  asked.seconds = to_float32(given.value("seconds", 0.0));
  const auto numbers = given.value("rotations", std::vector<double>());
  for (std::size_t i = 0; i + 3 < numbers.size(); i += 4)
    asked.rotations.push_back(
        quaternion_xyzw(numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]).normalized());
  return asked;
}

/// Sends "joints": place and rotation of each joint in the world.
void send_joints(const JointPlaces& places) {
  std::vector<float> numbers;
  for (const Affine<double>& world : places.worlds) {
    Mat3<double> axes = world.linear;
    for (int c = 0; c < 3; ++c)
      if (const double length = axes.col(c).norm(); length > 0) axes.col(c) /= length;
    const Quat<double> q = Quat<double>(axes).normalized();
    for (int c = 0; c < 3; ++c)
      numbers.push_back(static_cast<float>(world.translation[c]));
    for (int c = 0; c < 4; ++c)
      numbers.push_back(static_cast<float>(q.coeffs()[c]));
  }
  send_numbers("joints", numbers);
}

/// The diagonal of the box around the positions.
double size_of(const std::vector<double>& positions) {
  double squared = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    double low = INFINITY, high = -INFINITY;
    for (std::size_t i = c; i < positions.size(); i += 3) {
      low = std::min(low, positions[i]);
      high = std::max(high, positions[i]);
    }
    if (low < high) squared += (high - low) * (high - low);
  }
  return std::sqrt(squared);
}

/// Sends "differences", in metres; the largest, and those of each joint's vertices.
json differences_json(const Character& character, const PosedVertices& left, const PosedVertices& right) {
  struct OfJoint {
    std::size_t vertices = 0;
    double largest = 0, sum = 0;
  };
  const auto strongest = strongest_joints(character);
  std::vector<OfJoint> of_joints(character.joints.size() + 1);  // the last: vertices without a joint
  std::vector<float> metres;
  double largest = 0;
  std::size_t at = 0, undecided = 0;
  for (std::size_t v = 0; v < strongest.size(); ++v) {
    double squared = 0;
    for (std::size_t i = 3 * v; i < 3 * v + 3; ++i)
      squared += (left.positions[i] - right.positions[i]) * (left.positions[i] - right.positions[i]);
    const double distance = std::sqrt(squared);
    metres.push_back(static_cast<float>(distance));
    if (!std::isfinite(distance)) ++undecided;
    if (!(distance <= largest) && std::isfinite(distance)) {
      largest = distance;
      at = v;
    }
    OfJoint& joint =
        of_joints[strongest[v] < 0 ? character.joints.size() : static_cast<std::size_t>(strongest[v])];
    ++joint.vertices;
    if (!std::isfinite(distance)) continue;
    joint.largest = std::max(joint.largest, distance);
    joint.sum += distance;
  }
  send_numbers("differences", metres);
  json joints = json::array();
  for (std::size_t j = 0; j < of_joints.size(); ++j)
    if (of_joints[j].vertices > 0)
      joints.push_back({{"joint", j < character.joints.size() ? static_cast<int>(j) : -1},
                        {"vertices", of_joints[j].vertices},
                        {"largest", of_joints[j].largest},
                        {"mean", of_joints[j].sum / static_cast<double>(of_joints[j].vertices)}});
  return {{"largest", largest}, {"vertex", at}, {"not_numbers", undecided}, {"joints", joints}};
}

Expected<Side> asked_side(const json& given, Device& device) {
  Side side;
  const auto id = given.value("method", std::string());
  side.method = find_algorithm(id);
  const auto& all = methods();
  if (side.method == nullptr || std::ranges::find(all, side.method) == all.end())
    return fail("METHOD_UNKNOWN", id, "expected a method that the page lists");
  if (given.value("device", false)) {
    BINDPOSE_TRY(side.device, device.skinner());
  }
  return side;
}

json side_json(const Expected<PosedVertices>& vertices) {
  if (!vertices) return error_json(vertices.error());
  json said = {{"size", size_of(vertices->positions)}, {"undefined", vertices->undefined.size()}};
  if (!vertices->undefined.empty()) said["code"] = vertices->undefined.front().code;
  return said;
}

Expected<json> posed_json(const json& given) {
  auto& [character, device] = shown();
  const AskedPose asked = asked_pose(given, character);
  BINDPOSE_TRY(const auto places, joint_places(character, asked));
  const json& sides = given["sides"];
  const bool from_palette =
      std::ranges::any_of(sides, [](const json& side) { return side.value("device", false); });
  std::vector<Expected<PosedVertices>> posed;
  for (const json& side : sides) {
    const auto of_side = asked_side(side, device);
    if (of_side)
      posed.push_back(posed_vertices(character, places, asked, *of_side, from_palette));
    else
      posed.push_back(tl::unexpected(of_side.error()));
    if (is_waiting()) return json{{"state", "waiting"}};
  }
  send_joints(places);
  json said = {{"state", "posed"}, {"sides", json::array()}, {"device", device.name()}};
  for (std::size_t s = 0; s < posed.size(); ++s) {
    said["sides"].push_back(side_json(posed[s]));
    if (posed[s]) send_numbers(s == 0 ? "left" : "right", floats_of(posed[s]->positions));
  }
  if (posed.size() == 2 && posed[0] && posed[1])
    said["summary"] = differences_json(character, *posed[0], *posed[1]);
  return said;
}

const char* as_text(const json& value) {
  static std::string text;
  text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return text.c_str();
}

const char* opened(Expected<Character> character) {
  if (!character) return as_text(error_json(character.error()));
  shown().character = std::move(*character);
  return as_text(opened_json(shown().character));
}

}  // namespace
}  // namespace bindpose::page

extern "C" {

/// {"scenes": [{"name", "what"}], "methods": [{"id", "title", "formula" ...}], "scale": [[68, 1, 84], ...]}
const char* bindpose_listed() {
  using namespace bindpose::page;
  json scenes = json::array();
  for (const NamedScene& scene : named_scenes())
    scenes.push_back({{"name", scene.name}, {"what", scene.what}});
  return as_text(
      {{"scenes", scenes}, {"methods", methods_json()}, {"scale", bindpose::conformance::scale_colours()}});
}

/// {"vertices", "joints", "clips"} or {"error"}
const char* bindpose_open_scene(const char* name) {
  using namespace bindpose::page;
  return opened(scene_character(name));
}

/// The same for a glTF file, whose bytes are not kept.
const char* bindpose_open_file(const char* name, const void* bytes, std::size_t size) {
  using namespace bindpose::page;
  return opened(file_character({static_cast<const std::byte*>(bytes), size}, name));
}

/// given: {"sides": [{"method", "device"}, ...], "rotations", "clip", "seconds"}. Returns {"state": "waiting"}, after which the call is
/// to be repeated with the reply; {"state": "posed", "sides", "summary"}; or {"error"}.
const char* bindpose_pose(const char* given) {
  using namespace bindpose::page;
  begin_test();
  const auto posed = posed_json(json::parse(given, nullptr, false));
  if (is_waiting()) return as_text({{"state", "waiting"}});
  end_test();
  return as_text(posed ? *posed : error_json(posed.error()));
}

void bindpose_reply(const char* reply) {
  bindpose::page::give_reply(reply);
}
}
