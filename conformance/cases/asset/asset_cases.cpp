// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/asset_cases.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conformance/cases/asset/clip_loops.h"
#include "conformance/cases/asset/moment.h"
#include "conformance/cases/shared/morphed_scene.h"
#include "reference/algorithms.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {
namespace {

/// morphed: with its morph targets; without them no file shows it, so that it is not asked at level asset.
void add_moment(std::vector<Case>& cases, const std::string& prefix, const Moment& moment, bool morphed) {
  const Drawable& drawable = *moment.drawable;
  const auto asset = std::make_shared<const AssetMoment>(
      AssetMoment{moment.asset->path, moment.clip, moment.seconds, drawable.parts});
  for (const Level level : {Level::palette, Level::pose, Level::asset}) {
    if (level == Level::asset && drawable.morphing && !morphed) continue;
    Case c;
    c.name = fmt::format("{}.{}.f32", prefix, to_string(level));
    c.algorithm = find_algorithm(algorithm_of(drawable, morphed));
    c.level = level;
    if (morphed) {
      const std::string method = drawable.skinned ? "lbs" : "stitching";
      c.options = {{"method", method}};
      c.leave_out = forms_left_out_by(method);
    }
    if (level == Level::asset) c.asset = asset;
    c.question = MomentQuestion{moment, level, morphed};
    c.depiction = [moment, level] { return depiction_of(moment, level); };
    c.purpose =
        fmt::format("{}: {}{}", moment.asset->path, drawable.skinned ? "a skin" : "meshes that hang on nodes",
                    morphed ? ", morphed" : "");
    if (!drawable.unit_sums && !morphed) c.leave_out = {"implicit-last-weight"};
    // Weights of k / 255 or k / 65535 in float32 sum to 1 within a few roundings; more than that is worth
    // saying.
    if (drawable.worst_sum_error > 1e-4)
      c.notes.push_back(
          fmt::format("weights do not sum to 1 (by up to {:.3g}); used as given", drawable.worst_sum_error));
    if (drawable.morphing && !morphed) c.notes.emplace_back("the mesh without its morph targets");
    cases.push_back(std::move(c));
  }
}

/// A drawable in its rest pose and throughout every clip.
void add_moments(std::vector<Case>& cases, const std::string& prefix, const Moment& rest, bool morphed,
                 Keys keys) {
  add_moment(cases, prefix + ".rest", rest, morphed);
  for (std::size_t clip = 0; clip < rest.asset->clips.size(); ++clip)
    for (const SampleTime& time : sample_times(rest.asset->clips[clip], morphed, keys))
      add_moment(cases, fmt::format("{}.clip{}.{}", prefix, clip, time.name),
                 {rest.asset, rest.drawable, clip, time.seconds}, morphed);
}

}  // namespace

std::string case_word(const std::string& text) {
  std::string word = text;
  for (char& c : word) {
    const bool kept =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!kept) c = '_';
  }
  return word;
}

std::vector<SampleTime> sample_times(const gltf::Clip& clip, bool morphed, Keys wanted) {
  std::vector<double> keys;
  for (const gltf::Channel& channel : clip.channels)
    if (morphed || channel.path != gltf::Channel::Path::weights)
      keys.insert(keys.end(), channel.track.times.begin(), channel.track.times.end());
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (keys.empty()) return {};

  std::vector<SampleTime> times;
  times.push_back({"before", to_float32(keys.front() - 0.5)});
  const std::size_t last = keys.size() - 1;
  std::set<std::size_t> chosen = {0, last / 3, 2 * last / 3, last};
  if (wanted == Keys::all)
    for (std::size_t k = 0; k < keys.size(); ++k)
      chosen.insert(k);
  for (const std::size_t k : chosen) {
    times.push_back({fmt::format("key-{}", k), keys[k]});
    if (k < last)
      times.push_back({fmt::format("between-{}", k), to_float32(0.375 * keys[k] + 0.625 * keys[k + 1])});
  }
  times.push_back({"after", to_float32(keys.back() + 0.5)});
  return times;
}

std::vector<Case> asset_cases(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label,
                              Keys keys) {
  std::vector<Case> cases;
  for (Drawable& each : drawables(*asset)) {
    const auto drawable = std::make_shared<const Drawable>(std::move(each));
    const std::string prefix = fmt::format("asset.{}.{}", label, drawable->name);
    const Moment rest{asset, drawable, std::nullopt, 0};
    add_moments(cases, prefix, rest, false, keys);
    if (drawable->morphing) add_moments(cases, prefix + "-morphed", rest, true, keys);
  }
  if (cases.empty()) return {};
  for (Case& loop : clip_loop_cases(asset, label))
    cases.push_back(std::move(loop));
  return cases;
}

std::vector<Case> asset_cases_at(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label,
                                 std::optional<std::size_t> clip, double seconds) {
  const std::string when =
      clip ? fmt::format("clip{}.at-{}", *clip, case_word(fmt::format("{}", static_cast<float>(seconds))))
           : "rest";
  std::vector<Case> cases;
  for (Drawable& each : drawables(*asset)) {
    const auto drawable = std::make_shared<const Drawable>(std::move(each));
    const bool morphed = drawable->morphing.has_value();
    add_moment(cases, fmt::format("asset.{}.{}{}.{}", label, drawable->name, morphed ? "-morphed" : "", when),
               {asset, drawable, clip, seconds}, morphed);
  }
  std::erase_if(cases, [](const Case& c) { return c.level != Level::asset; });
  return cases;
}

}  // namespace bindpose::conformance
