// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/asset_cases.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "conformance/cases/asset/clip_loops.h"
#include "conformance/cases/asset/moment.h"
#include "conformance/cases/shared/morphed_scene.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

/// Creates cases within limits.
class CaseList {
 public:
  CaseList(const CaseFilter& wanted, const CaseLimits& most) : wanted_(wanted), most_(most) {}

  /// True if a case of this name is to be created. False if it is filtered out or a limit is
  /// exceeded.
  bool takes(const std::string& name) {
    if (is_exceeded() || ++seen_ > most_.names || !wanted_(name)) return false;
    return ++taken_ <= most_.tests;
  }
  /// The parts that a case names; false if there are too many.
  bool takes_parts(std::size_t count) { return (parts_ += count) <= most_.parts; }
  bool is_exceeded() const { return seen_ > most_.names || taken_ > most_.tests || parts_ > most_.parts; }
  Expected<std::vector<Case>> result(const std::string& path, const std::string& label) && {
    if (taken_ > most_.tests || parts_ > most_.parts)
      return fail("ASSET_TESTS", path,
                  fmt::format("more than {}; choose some with --filter, for example 'asset.{}.*.clip0.*'",
                              taken_ > most_.tests ? fmt::format("{} tests", most_.tests)
                                                   : fmt::format("{} parts in all tests", most_.parts),
                              label));
    if (is_exceeded())
      return fail("ASSET_TESTS", path,
                  fmt::format("more than {} tests to choose from; write a file with fewer clips or skins",
                              most_.names));
    return std::move(cases);
  }

  std::vector<Case> cases;

 private:
  const CaseFilter& wanted_;
  CaseLimits most_;
  std::uint64_t seen_ = 0, taken_ = 0, parts_ = 0;
};

/// True if a part is an instance that has no node in the file.
bool shows_instances(const Moment& moment) {
  return std::ranges::any_of(moment.drawable->parts, [&moment](const AssetPart& part) {
    return moment.asset->nodes[part.node].is_instance;
  });
}

/// morphed: with morph targets. Level asset cannot omit them, so at this level a drawable with
/// targets has only morphed cases.
void add_moment(CaseList& list, const std::string& prefix, const Moment& moment, bool morphed,
                const std::string& note = "") {
  const Drawable& drawable = *moment.drawable;
  for (const Level level : {Level::palette, Level::pose, Level::asset}) {
    if (level == Level::asset && ((drawable.morphing && !morphed) || shows_instances(moment))) continue;
    if (level != Level::asset && drawable.is_repeated) continue;
    Case c;
    c.name = fmt::format("{}.{}.f32", prefix, to_string(level));
    if (!list.takes(c.name) || (level == Level::asset && !list.takes_parts(drawable.parts.size()))) continue;
    c.algorithm = find_algorithm(algorithm_of(drawable, morphed));
    c.level = level;
    if (morphed) {
      const std::string method = drawable.skinned ? "lbs" : "stitching";
      c.options = {{"method", method}};
      c.leave_out = forms_left_out_by(method);
    }
    if (level == Level::asset)
      c.asset = std::make_shared<const AssetMoment>(
          AssetMoment{moment.asset->path, moment.clip, moment.seconds, drawable.parts});
    c.question = MomentQuestion{moment, level, morphed};
    c.depiction = [moment, level] { return depiction_of(moment, level); };
    c.purpose = fmt::format("{}: {}{}", moment.asset->path,
                            drawable.skinned ? "a skin" : "meshes below nodes", morphed ? ", morphed" : "");
    if (!drawable.unit_sums && !morphed) c.leave_out = {"implicit-last-weight"};
    // In float32, weights of k / 255 or k / 65535 sum to 1 within a few roundings. Larger errors
    // get a note.
    if (drawable.worst_sum_error > 1e-4)
      c.notes.push_back(
          fmt::format("weights do not sum to 1 (by up to {:.3g}); used as given", drawable.worst_sum_error));
    if (!note.empty()) c.notes.push_back(note);
    if (drawable.morphing && !morphed) c.notes.emplace_back("the mesh without its morph targets");
    list.cases.push_back(std::move(c));
  }
}

struct TimesOfClip {
  std::vector<SampleTime> times;
  std::string note = {};  ///< number of missing moments
};
using TimesOfClips = std::vector<TimesOfClip>;

/// The largest difference of a node's world transform between two poses.
double motion_between(const std::vector<Affine<double>>& a, const std::vector<Affine<double>>& b) {
  double motion = 0;
  for (std::size_t node = 0; node < a.size(); ++node)
    motion = std::max(motion, std::hypot((a[node].linear - b[node].linear).norm(),
                                         (a[node].translation - b[node].translation).norm()));
  return motion;
}

/// Sorts sample_times() of all keys according to MomentChoice. Measures the motion of at most 200
/// intervals of a clip.
std::vector<SampleTime> largest_motion_first(const std::shared_ptr<const gltf::Asset>& asset,
                                             std::size_t clip, const std::vector<SampleTime>& all) {
  constexpr std::size_t most_intervals = 200;
  const std::size_t intervals = all.size() < 3 ? 0 : (all.size() - 3) / 2,
                    step = intervals / most_intervals + 1;
  const auto pose = [&](std::size_t key) {
    return node_worlds({asset, nullptr, clip, all[1 + 2 * key].seconds})
        .value_or(std::vector<Affine<double>>());
  };
  std::vector<std::pair<double, std::size_t>> by_motion;
  for (std::size_t i = 0; i < intervals; ++i)
    by_motion.emplace_back(i % step == 0 ? -motion_between(pose(i), pose(i + 1)) : 0, i);
  std::ranges::stable_sort(by_motion);
  std::vector<SampleTime> ordered;
  for (const auto& [motion, i] : by_motion)
    ordered.insert(ordered.end(), {all[1 + 2 * i], all[2 + 2 * i]});
  if (all.size() >= 3) ordered.insert(ordered.end(), {all[all.size() - 2], all.front(), all.back()});
  return ordered;
}

/// The sample times of each clip. seconds_each: the time of one moment.
TimesOfClips times_of_clips(const std::shared_ptr<const gltf::Asset>& asset, bool morphed,
                            const MomentChoice& choice, double seconds_each) {
  TimesOfClips clips;
  for (std::size_t clip = 0; clip < asset->clips.size(); ++clip) {
    clips.push_back(
        {sample_times(asset->clips[clip], morphed, choice.is_limited() ? Keys::all : choice.keys)});
    if (choice.is_limited()) clips.back().times = largest_motion_first(asset, clip, clips.back().times);
  }
  if (!choice.is_limited()) return clips;
  // First moments of all clips come before second moments.
  std::vector<std::size_t> taken(clips.size());
  double seconds = seconds_each;  // the rest pose
  for (std::size_t rank = 0; choice.most == 0 || rank < choice.most; ++rank) {
    bool is_over = true;
    for (std::size_t clip = 0; clip < clips.size(); ++clip) {
      if (rank >= clips[clip].times.size()) continue;
      seconds += seconds_each;
      if (choice.seconds > 0 && seconds > choice.seconds) break;
      ++taken[clip];
      is_over = false;
    }
    if (is_over) break;
  }
  for (std::size_t clip = 0; clip < clips.size(); ++clip) {
    auto& [times, note] = clips[clip];
    if (taken[clip] < times.size())
      note = fmt::format("clip{}: {} of {} moments judged, the largest motion first", clip, taken[clip],
                         times.size());
    times.resize(taken[clip]);
  }
  return clips;
}

/// A drawable in its rest pose and in every clip.
void add_moments(CaseList& list, const std::string& prefix, const Moment& rest, bool morphed,
                 const TimesOfClips& times) {
  add_moment(list, prefix + ".rest", rest, morphed);
  for (std::size_t clip = 0; clip < times.size() && !list.is_exceeded(); ++clip)
    for (const SampleTime& time : times[clip].times)
      add_moment(list, fmt::format("{}.clip{}.{}", prefix, clip, time.name),
                 {rest.asset, rest.drawable, clip, time.seconds}, morphed, times[clip].note);
}

}  // namespace

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

Expected<std::vector<Case>> asset_cases(const std::shared_ptr<const gltf::Asset>& asset,
                                        const std::string& label, const MomentChoice& choice,
                                        const CaseFilter& wanted, const CaseLimits& most) {
  CaseList list(wanted, most);
  std::vector<Drawable> shown = drawables(*asset);
  double seconds_each = 0;
  for (const Drawable& each : shown)
    seconds_each += usual_seconds_per_vertex * static_cast<double>(each.rig.mesh.vertex_count()) *
                    (each.morphing ? 2 : 1);
  const TimesOfClips times = times_of_clips(asset, false, choice, seconds_each),
                     morphed = times_of_clips(asset, true, choice, seconds_each);
  for (Drawable& each : shown) {
    const auto drawable = std::make_shared<const Drawable>(std::move(each));
    const std::string prefix = fmt::format("asset.{}.{}", label, drawable->name);
    const Moment rest{asset, drawable, std::nullopt, 0};
    add_moments(list, prefix, rest, false, times);
    if (drawable->morphing) add_moments(list, prefix + "-morphed", rest, true, morphed);
  }
  if (!shown.empty())
    std::ranges::move(
        clip_loop_cases(asset, label, [&list](const std::string& name) { return list.takes(name); }),
        std::back_inserter(list.cases));
  return std::move(list).result(asset->path, label);
}

std::vector<Case> asset_cases_at(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label,
                                 std::optional<std::size_t> clip, double seconds) {
  const std::string when =
      clip ? fmt::format("clip{}.at-{}", *clip, case_word(fmt::format("{}", static_cast<float>(seconds))))
           : "rest";
  const CaseFilter wanted = [](const std::string& name) { return name.ends_with(".asset.f32"); };
  CaseList list(wanted, {});
  for (Drawable& each : drawables(*asset)) {
    const auto drawable = std::make_shared<const Drawable>(std::move(each));
    const bool morphed = drawable->morphing.has_value();
    add_moment(list, fmt::format("asset.{}.{}{}.{}", label, drawable->name, morphed ? "-morphed" : "", when),
               {asset, drawable, clip, seconds}, morphed);
  }
  return std::move(list.cases);
}

}  // namespace bindpose::conformance
