// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cli/commands.h"
#include "conformance/subjects/isolation.h"

namespace bindpose::conformance {
namespace {

Expected<unsigned> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return fail("SHARD", variable, "is not set, expected a number");
  const std::string_view word(text);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size())
    return fail("SHARD", variable, fmt::format("'{}' is not a number", word));
  return number;
}

/// Variables that GoogleTest reads itself; an invalid value would make GoogleTest end the program.
Expected<void> check_shard_variables() {
  const bool has_total = std::getenv("GTEST_TOTAL_SHARDS") != nullptr;
  if (!has_total && std::getenv("GTEST_SHARD_INDEX") == nullptr) return {};
  BINDPOSE_TRY(const unsigned total, number_in("GTEST_TOTAL_SHARDS"));
  BINDPOSE_TRY(const unsigned index, number_in("GTEST_SHARD_INDEX"));
  if (index >= total)
    return fail("SHARD", "GTEST_SHARD_INDEX",
                fmt::format("is {} of {} shards, which are counted from 0", index, total));
  return {};
}

/// part: from 1.
Expected<void> set_shard(unsigned part, unsigned parts) {
  if (parts == 0 || part == 0 || part > parts)
    return fail("SHARD", "",
                fmt::format("part {} of {} does not exist; parts are counted from 1", part, parts));
  const std::pair<const char*, std::string> variables[] = {{"GTEST_TOTAL_SHARDS", std::to_string(parts)},
                                                           {"GTEST_SHARD_INDEX", std::to_string(part - 1)}};
  for (const auto& [name, value] : variables) {
    const char* before = std::getenv(name);
    if (before != nullptr && value != before)
      return fail("SHARD", name, fmt::format("is {}, an option asks for {}", before, value));
    ::setenv(name, value.c_str(), 1);
  }
  return {};
}

}  // namespace

void add_gate_options(CLI::App& app, GateOptions& options) {
  app.option_defaults()->group("Gatekeeping");
  if (app.get_option_no_throw("--baseline") == nullptr)
    app.add_option("--baseline", options.baseline,
                   "Known failures: a results.csv or failures.csv of an earlier run");
  app.add_option("--update-baseline", options.update,
                 "Write this run's failures into this baseline, after confirmation on the terminal; it is "
                 "also the run's --baseline. Rows of tests that do not run stay, and so does the exit code");
  app.add_flag("--yes", options.yes, "Update the baseline without a question");
  app.add_option("--skips", options.skips, "Tests not to run: regular expressions, one per line");
  app.add_option("--flakes", options.flakes, "Tests to run once more if they fail: regular expressions");
  app.add_option("--waivers", options.waivers, "Failures accepted for a while: JSON, or dEQP's XML");
  app.add_flag("--shard-from-ci", options.shard_from_ci,
               "Run the shard CI_NODE_INDEX of CI_NODE_TOTAL (GitLab's 'parallel')");
  app.add_option("--shard-costs", options.shard_costs,
                 "Results of an earlier run: make shards of equal time by its test times");
  app.add_option("--fraction", options.fraction, "Run every Nth test only");
  app.add_option("--fraction-start", options.fraction_start, "The first test, 1 to N; default: 1");
  app.option_defaults()->group("Options");
}

Expected<void> apply_shard_options(const GateOptions& options) {
  if (options.fraction && !options.shard_costs.empty())
    return fail("SHARD", "", "--shard-costs and --fraction contradict each other");
  if (options.shard_from_ci && options.fraction)
    return fail("SHARD", "", "--shard-from-ci and --fraction contradict each other");
  if (options.fraction_start && !options.fraction)
    return fail("SHARD", "--fraction-start", "has no effect without --fraction");
  BINDPOSE_CHECK(check_shard_variables());
  if (options.fraction) return set_shard(options.fraction_start.value_or(1), *options.fraction);
  if (!options.shard_from_ci) return {};
  BINDPOSE_TRY(const auto total, number_in("CI_NODE_TOTAL"));
  // A job without 'parallel' has a total of 1 and no index.
  if (total == 1 && std::getenv("CI_NODE_INDEX") == nullptr) return {};
  BINDPOSE_TRY(const auto index, number_in("CI_NODE_INDEX"));
  return set_shard(index, total);
}

Expected<std::optional<Results>> earlier_costs(const GateOptions& options) {
  if (options.shard_costs.empty()) return std::nullopt;
  return read_results(options.shard_costs);
}

Expected<std::vector<bool>> dealt_tests(Suite& suite, const std::optional<Results>& earlier) {
  if (!earlier) return {};
  const Shard shard = shard_from_environment();
  if (shard.count < 2) return fail("SHARD", "--shard-costs", "has no effect without shards");
  std::vector<std::string> names;
  for (const Record& record : suite.records())
    names.push_back(record.name);
  std::vector<bool> ours;
  for (const std::size_t dealt : dealt_by_cost(seconds_of_tests(names, *earlier), shard.count))
    ours.push_back(dealt == shard.index);
  suite.run_shard(shard);
  return ours;
}

Expected<std::shared_ptr<Gate>> install_gate(Suite& suite, const GateOptions& options) {
  if (!options.any()) return nullptr;
  auto gate = Gate::open({options.baseline, options.skips, options.flakes, options.waivers}, today());
  if (gate) suite.set_hooks(hooks_of(*gate, suite));
  return gate;
}

void add_cache_options(CLI::App& app, CacheOptions& options) {
  app.option_defaults()->group("Verdict cache (conformance/cache)");
  app.add_option("--cache", options.folder,
                 "Folder of verdicts: bindpose reuses a verdict on the same input, subject, judge and "
                 "machine, and stores the others");
  app.add_option("--verify-cache", options.verify,
                 "Run this many of the reused tests again, chosen at random: one that differs is an error")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100000000}));
  app.option_defaults()->group("Options");
}

Expected<std::unique_ptr<VerdictCache>> open_cache(const CacheOptions& options) {
  if (options.folder.empty() && options.verify > 0)
    return fail("ARGUMENT", "--verify-cache", "needs --cache, the folder with the verdicts to verify");
  if (options.folder.empty()) return nullptr;
  return VerdictCache::open(options.folder,
                            [](const std::string& words) { say(stderr, "cache: {}\n", words); });
}

std::vector<std::string> sandbox_levels() {
  return {to_string(SandboxLevel::landlock), to_string(SandboxLevel::bubblewrap)};
}

void add_sandbox_options(CLI::App& app, Sandbox& sandbox) {
  app.option_defaults()->group("Foreign subjects (lib:, cmd:)");
  constexpr std::size_t most = 1U << 20;
  // NaN is outside every range, but CLI::Range accepts it.
  const CLI::Validator is_number(
      [](const std::string& text) {
        return std::isnan(std::strtod(text.c_str(), nullptr)) ? text + " is not a number" : std::string();
      },
      "NUMBER");
  app.add_option("--time", sandbox.seconds, "Seconds for one input; default for a device: 120")
      ->check(is_number)
      ->check(CLI::Range(0.01, 86400.0))
      ->each([&sandbox](const std::string& text) {
        sandbox.device_seconds = std::strtod(text.c_str(), nullptr);
      })
      ->capture_default_str();
  app.add_option("--memory", sandbox.memory, "MiB of memory for all its processes")
      ->check(CLI::Range(std::size_t{8}, most))
      ->capture_default_str();
  app.add_option("--processes", sandbox.processes, "Processes and threads")
      ->check(CLI::Range(std::size_t{1}, most))
      ->capture_default_str();
  app.add_option("--disk", sandbox.disk, "MiB that it may write")
      ->check(CLI::Range(std::size_t{1}, most))
      ->capture_default_str();
  app.add_option("--folder", sandbox.folder, "The subject's working folder; default: found from the command");
  app.add_option("--see", sandbox.see, "Other folders that it may read");
  app.add_option_function<std::vector<std::string>>(
      "--env",
      [&sandbox](const std::vector<std::string>& settings) {
        for (const std::string& setting : settings) {
          const std::size_t equals = setting.find('=');
          if (equals == 0 || equals == std::string::npos)
            throw CLI::ValidationError("--env", "expected NAME=VALUE, found " + setting);
          sandbox.env[setting.substr(0, equals)] = setting.substr(equals + 1);
        }
      },
      "NAME=VALUE in its environment");
  CLI::Option* none = app.add_flag_callback(
      "--no-sandbox", [&sandbox] { sandbox.most = SandboxLevel::none; },
      "Run it like any program, with limits only: for subjects that need a GPU");
  std::map<std::string, SandboxLevel> levels;
  for (const SandboxLevel level : {SandboxLevel::landlock, SandboxLevel::bubblewrap})
    levels[to_string(level)] = level;
  app.add_option("--require-sandbox", sandbox.least, "Refuse to run it in a weaker sandbox (bubblewrap)")
      ->expected(0, 1)
      ->default_str("bubblewrap")
      ->transform(
          CLI::CheckedTransformer(levels).description(fmt::format("{}", fmt::join(sandbox_levels(), "|"))))
      ->excludes(none);
  app.option_defaults()->group("Options");
}

namespace {

// clang-format off
constexpr PolicyValue table[] = {
    {"before_first_key", "wraps", "a time before the first key lies between the last key and the first", "ogre"},
    {"before_first_key", "holds", "the first key's value holds before it", "ogre"},
    {"influences_kept", "all", "every influence of a vertex counts", ""},
    {"influences_kept", "first-four", "only the first four influences of a vertex count", "claygl galacean hilo3d ogl playcanvas three"},
    {"influences_kept", "four-largest", "only the four influences with the largest weights count", "ogre"},
    {"matrix_joints", "as-given", "a joint's matrix is used as it is", ""},
    {"matrix_joints", "decomposed", "a joint's matrix is first decomposed into translation, rotation and scale, and loses its shear",
     "babylon blender claygl galacean hilo3d ogl playcanvas three"},
    {"normal_rule", "direction", "the matrix that transforms the position also transforms the normal, which is then normalised", ""},
    {"normal_rule", "inverse-transpose", "the inverse transpose of the vertex's matrix transforms the normal",
     "assimp babylon cesium claygl galacean hilo3d ogl ogre playcanvas three vtk"},
    {"normal_rule", "inverse-transpose-of-blend", "the inverse transpose of the blended matrix transforms the normal", "babylon galacean ogre"},
    {"normal_rule", "blend-of-inverse-transposes", "the blend of the joints' inverse transposes transforms the normal", "babylon ogre vtk"},
    {"arc", "short", "the sign of the second rotation is changed if this gives the shorter path", ""},
    {"arc", "as-given", "the second rotation is used with its sign, even if this is the longer path (ozz-animation, raylib's nlerp)", ""},
    {"close_rotations", "slerp", "all rotations use slerp", ""},
    {"close_rotations", "nlerp-above-0.95", "rotations whose dot product is above 0.95 use nlerp (raylib)", ""},
    {"close_rotations", "nlerp-above-0.999", "rotations whose dot product is above 0.999 use nlerp (Ogre's Quaternion::Slerp)", ""},
    {"close_rotations", "nlerp-above-0.9995", "rotations whose dot product is above 0.9995 use nlerp (luma.gl)", ""},
    {"pivot", "as-given", "rotations are summed with their signs", ""},
    {"pivot", "first-influence", "signs are resolved against the quaternion of the first influence with a weight", ""},
    {"pivot", "first-slot", "signs are resolved against the quaternion of slot 0's joint, even if its weight is 0", ""},
    {"pivot", "largest-weight", "signs are resolved against the quaternion of the influence with the largest weight", ""},
    {"pivot", "lead", "signs are resolved against the quaternion that the input names as the lead", ""},
    {"pivot", "running-sum", "each sign is resolved against the sum of the quaternions before it", "blender"},
    {"pivot", "running-sum-by-joint", "the same, in the order of the joints and not of the slots (libigl)", ""},
    {"range", "clamped", "a parameter outside 0 .. 1 is clamped", "playcanvas"},
    {"rigid_normal_rule", "direction", "the vertex's only matrix transforms the normal, which is then normalised", ""},
    {"rigid_normal_rule", "inverse-transpose", "the inverse transpose of the vertex's only matrix transforms the normal",
     "babylon cesium galacean hilo3d playcanvas three"},
    {"rotation_interpolation", "slerp", "rotations move between keys at a constant angular speed", ""},
    {"rotation_interpolation", "nlerp", "the four numbers are interpolated linearly and normalised", "blender playcanvas"},
    {"rotations", "as-given", "a joint's quaternion is used as it is", ""},
    {"rotations", "kept-unit", "a joint's quaternion is normalised before use", "blender cesium coin godot ogre openscenegraph scipy vtk"},
    {"scale_inheritance", "with-shear", "a child's matrix is its parent's times its own, shear included", ""},
    {"scale_inheritance", "without-shear", "rotation and scale are passed down the chain separately", "cal3d ogre"},
    {"seams", "welded", "vertices at one position are one vertex", ""},
    {"seams", "apart", "vertices at one position are different vertices", "blender"},
    {"tangent_rule", "direction", "the matrix that transforms the position also transforms the tangent", ""},
    {"tangent_rule", "as-normals", "the rule for normals also applies to the tangent", "galacean playcanvas"},
    {"tie", "lower-joint", "among equal weights, the joint with the lower index stays", ""},
    {"tie", "first-slot", "among equal weights, the joint in the earlier slot stays", "blender"},
    {"weight_sum", "as-given", "weights are used as they are, whatever their sum", ""},
    {"weight_sum", "renormalised", "each weight of a vertex is divided by their sum, unless all are 0",
     "babylon blender claygl galacean gl-matrix irrlicht ogre openscenegraph playcanvas three wgpu-matrix"},
    {"weight_sum", "last-from-rest", "the last slot's weight is not read: it is 1 minus the others (ozz-animation)", ""},
    {"zero_sum", "origin", "a vertex without weights goes to the origin, the value of an empty sum", ""},
    {"zero_sum", "first-joint", "a vertex without weights follows the joint that is listed first", "ogre three"},
    {"zero_sum", "rest", "a vertex without weights stays in its rest position", "blender irrlicht openscenegraph"},
    {"zero_sum", "undefined", "a vertex without weights is divided by 0 and may be NaN: it is not judged (luma.gl)", ""},
};
// clang-format on

}  // namespace

std::span<const PolicyValue> policy_values() {
  return table;
}

const PolicyValue* find_policy_value(std::string_view policy, std::string_view value) {
  const auto found = std::ranges::find_if(
      table, [&](const PolicyValue& each) { return each.policy == policy && each.value == value; });
  return found == std::ranges::end(table) ? nullptr : &*found;
}

}  // namespace bindpose::conformance
