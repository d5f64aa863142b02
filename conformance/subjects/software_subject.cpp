// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/software_subject.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include <fmt/format.h>

#include "conformance/software/software.h"
#include "conformance/subjects/declared.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

using Numbers = std::vector<float>;

constexpr std::size_t most_threads = 256;

/// The declared policies. A policy without an entry supports only its first value if other values
/// need a declaration, otherwise every value.
Declared declaration() {
  const auto can = [](const char* id, Level level,
                      std::map<std::string, std::vector<std::string>> policies = {}) {
    return Capability{find_algorithm(id), {}, {level}, {.policies = std::move(policies)}};
  };
  Declared declared;
  declared.capabilities = {
      can("lbs", Level::palette, {{"normal_rule", {"direction", "inverse-transpose-of-blend"}}}),
      can("dqs", Level::palette, {{"pivot", {"first-influence"}}}),
      can("cor", Level::palette, {{"pivot", {"first-influence"}}}), can("ddm", Level::palette),
      can("morph.dense", Level::pose, {{"normalise", {"here", "later"}}})};
  declared.limits["joints"] = std::size_t{UINT16_MAX} + 1;
  return declared;
}

/// Empty if the array does not exist.
Numbers numbers_of(const ArraySet& arrays, const char* name) {
  const Array* array = arrays.find(name);
  if (array == nullptr) return {};
  return {array->reals().begin(), array->reals().end()};
}

/// An input's mesh and its deformed mesh.
struct Mesh {
  Numbers positions, normals, tangents;
  Numbers deformed_positions, deformed_normals, deformed_tangents;

  explicit Mesh(const ArraySet& arrays)
      : positions(numbers_of(arrays, "positions")),
        normals(numbers_of(arrays, "normals")),
        tangents(numbers_of(arrays, "tangents")),
        deformed_positions(positions.size()),
        deformed_normals(normals.size()),
        deformed_tangents(tangents.size()) {}

  std::size_t vertex_count() const { return positions.size() / 3; }
  software::Rest rest() const { return {positions, normals, tangents}; }
  software::Surface surface() { return {deformed_positions, deformed_normals, deformed_tangents}; }
  /// Uses the deformed mesh as the mesh of the next run.
  void take_up() {
    positions = deformed_positions;
    normals = deformed_normals;
    tangents = deformed_tangents;
  }

  ArraySet answer() const {
    ArraySet arrays;
    const auto add = [&](const char* name, const Numbers& rows, std::size_t width) {
      if (!rows.empty()) arrays.add(name, {vertex_count(), width}, Array::Reals(rows.begin(), rows.end()));
    };
    add("positions", deformed_positions, 3);
    add("normals", deformed_normals, 3);
    add("tangents", deformed_tangents, 4);
    return arrays;
  }
};

/// Slots in groups of four: added slots repeat the vertex's first joint with weight 0.
struct PaddedSlots {
  std::vector<std::uint16_t> joints;
  Numbers weights;
  std::size_t per_vertex = 0;

  explicit PaddedSlots(const ArraySet& arrays) {
    const Array& given = *arrays.find("joints");
    const Array* weighted = arrays.find("weights");
    const std::size_t V = given.shape[0], K = given.shape[1];
    per_vertex = (K + 3) / 4 * 4;
    for (std::size_t slot = 0; slot < V * per_vertex; ++slot) {
      const std::size_t i = slot % per_vertex, first = slot / per_vertex * K;
      joints.push_back(static_cast<std::uint16_t>(given.integers()[first + (i < K ? i : 0)]));
      const double weight = weighted == nullptr ? 1 : weighted->reals()[first + (i < K ? i : 0)];
      weights.push_back(i < K ? static_cast<float>(weight) : 0);
    }
  }
  Expected<software::Influences> influences() const {
    return software::Influences::of(joints, weights, per_vertex);
  }
};

/// Rows (S | 0) of matrices [J, 3, 3].
Numbers without_translations(const Numbers& matrices) {
  Numbers rows;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    rows.push_back(matrices[i]);
    if (i % 3 == 2) rows.push_back(0);
  }
  return rows;
}

class SoftwareSubject : public Subject {
 public:
  SoftwareSubject(SubjectSpec spec, std::size_t thread_count)
      : spec_(std::move(spec)), declared_(declaration()), threads_(thread_count) {}

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    SubjectInfo info = notes_on(declared_);
    info["renderer"] =
        fmt::format("float32 by vector instructions ({}), {} thread{}", software::instruction_set(),
                    threads_.count(), threads_.count() == 1 ? "" : "s");
    info["software"] = "bindpose::software";
    return info;
  }
  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    return find_capability(declared_, algorithm, level) == nullptr ? std::vector<Options>()
                                                                   : std::vector<Options>{Options{}};
  }
  AcceptedDeviations terms(const Algorithm& algorithm, Level level) const override {
    const Capability* declared = find_capability(declared_, algorithm, level);
    return declared == nullptr ? AcceptedDeviations{} : declared->terms;
  }

  Expected<Answer> run(const Question& question, const Options&) override {
    BINDPOSE_CHECK(is_within(declared_, question));
    const Algorithm& algorithm = *question.algorithm;
    BINDPOSE_CHECK(check(algorithm.implementation.declaration, question.arrays, question.options));
    seconds_ = 0;
    Mesh mesh(question.arrays);
    BINDPOSE_CHECK(algorithm.id == "lbs"   ? blend_linearly(question, mesh)
                   : algorithm.id == "dqs" ? blend_dual_quaternions(question, mesh)
                   : algorithm.id == "cor" ? blend_about_centres(question, mesh)
                   : algorithm.id == "ddm" ? blend_by_moments(question, mesh)
                                           : morph(question, mesh));
    return Answer{mesh.answer(), {}, seconds_};
  }

 private:
  /// Seconds spent in skin(), without reading and writing arrays.
  template <class Skin>
  Expected<void> timed(Skin skin) {
    const auto start = std::chrono::steady_clock::now();
    auto done = skin();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    seconds_ += elapsed.count();
    return done;
  }

  Expected<void> blend_linearly(const Question& question, Mesh& mesh) {
    const PaddedSlots slots(question.arrays);
    BINDPOSE_TRY(const auto influences, slots.influences());
    BINDPOSE_TRY(const auto palette, software::MatrixPalette::of(numbers_of(question.arrays, "palette")));
    BINDPOSE_TRY(const auto rule, choice(question.algorithm->implementation.declaration.options,
                                         question.options, "normal_rule"));
    const software::Options options{rule == "direction" ? software::NormalRule::direction
                                                        : software::NormalRule::inverse_transpose_of_blend,
                                    true, &threads_};
    return timed(
        [&] { return software::blend_linearly(mesh.rest(), influences, palette, mesh.surface(), options); });
  }

  /// Blends joints that stretch in two phases, the stretches first.
  Expected<void> stretch(const ArraySet& arrays, const software::Influences& influences, Mesh& mesh) {
    BINDPOSE_TRY(const auto stretches,
                 software::MatrixPalette::of(without_translations(numbers_of(arrays, "palette_stretches"))));
    const software::Options options{software::NormalRule::inverse_transpose_of_blend, false, &threads_};
    BINDPOSE_CHECK(timed([&] {
      return software::blend_linearly(mesh.rest(), influences, stretches, mesh.surface(), options);
    }));
    mesh.take_up();
    return {};
  }

  Expected<void> blend_dual_quaternions(const Question& question, Mesh& mesh) {
    const PaddedSlots slots(question.arrays);
    BINDPOSE_TRY(const auto influences, slots.influences());
    BINDPOSE_TRY(const auto palette, motions(question.arrays));
    if (question.arrays.has("palette_stretches")) BINDPOSE_CHECK(stretch(question.arrays, influences, mesh));
    return timed([&] {
      return software::blend_dual_quaternions(mesh.rest(), influences, palette, mesh.surface(),
                                              {.threads = &threads_});
    });
  }

  Expected<void> blend_about_centres(const Question& question, Mesh& mesh) {
    if (!question.arrays.has("centres"))
      return fail("NOT_SUPPORTED", "centres", "centres must be given: the subject does not compute them");
    const PaddedSlots slots(question.arrays);
    BINDPOSE_TRY(const auto influences, slots.influences());
    BINDPOSE_TRY(const auto palette, motions(question.arrays));
    const Numbers points = numbers_of(question.arrays, "centres");
    const Array::Integers& has = question.arrays.find("has_centre")->integers();
    std::vector<std::uint8_t> has_centre(has.size());
    std::ranges::transform(has, has_centre.begin(),
                           [](std::int32_t there) { return std::uint8_t{there != 0}; });
    return timed([&] {
      return software::blend_about_centres(mesh.rest(), influences, palette, {points, has_centre},
                                           mesh.surface(), {.threads = &threads_});
    });
  }

  Expected<void> blend_by_moments(const Question& question, Mesh& mesh) {
    const PaddedSlots slots(question.arrays);
    BINDPOSE_TRY(const auto influences, slots.influences());
    BINDPOSE_TRY(const auto palette, software::MatrixPalette::of(numbers_of(question.arrays, "palette")));
    const Numbers given = numbers_of(question.arrays, "omegas");
    const std::size_t width = 10 * question.arrays.find("joints")->shape[1], padded = 10 * slots.per_vertex;
    Numbers moments(mesh.vertex_count() * padded);
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
      std::copy_n(&given[v * width], width, &moments[v * padded]);
    return timed([&] {
      return software::blend_by_moments(mesh.rest(), influences, moments, palette, mesh.surface(),
                                        {.threads = &threads_});
    });
  }

  Expected<void> morph(const Question& question, Mesh& mesh) {
    const Numbers weights = numbers_of(question.arrays, "target_weights"),
                  positions = numbers_of(question.arrays, "target_positions"),
                  normals = numbers_of(question.arrays, "target_normals"),
                  tangents = numbers_of(question.arrays, "target_tangents");
    BINDPOSE_TRY(const auto normalise, choice(question.algorithm->implementation.declaration.options,
                                              question.options, "normalise"));
    return timed([&] {
      return software::morph(mesh.rest(), {weights, positions, normals, tangents}, mesh.surface(),
                             {.normalise = normalise == "here", .threads = &threads_});
    });
  }

  static Expected<software::MotionPalette> motions(const ArraySet& arrays) {
    return software::MotionPalette::of(numbers_of(arrays, "palette_rotations"),
                                       numbers_of(arrays, "palette_translations"));
  }

  SubjectSpec spec_;
  Declared declared_;
  software::Threads threads_;
  double seconds_ = 0;  ///< the time for this input
};

}  // namespace

Expected<std::unique_ptr<Subject>> open_software(const SubjectSpec& spec) {
  BINDPOSE_CHECK(check_keys(spec, {"threads"}));
  if (!spec.target.empty()) return fail("SUBJECT_SYNTAX", to_string(spec), "software has no target");
  std::size_t threads = 1;
  if (const auto given = spec.options.find("threads"); given != spec.options.end()) {
    const std::string& text = given->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
    if (error != std::errc() || end != text.data() + text.size() || threads < 1 || threads > most_threads)
      return fail("SUBJECT_SYNTAX", to_string(spec),
                  fmt::format("threads={}, expected a number from 1 to {}", text, most_threads));
  }
  return std::make_unique<SoftwareSubject>(spec, threads);
}

}  // namespace bindpose::conformance
