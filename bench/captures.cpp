// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/captures.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "bench/bench.h"
#include "bench/ceilings.h"
#include "bench/cpu_time.h"
#include "bench/minimal_capture.h"
#include "conformance/subjects/open.h"
#include "gpu/capture/gl_backend.h"
#include "gpu/capture/skinner.h"
#include "gpu/device/context.h"
#include "gpu/program/variant.h"
#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t captured_vertices = 100'000;

using SecondsOfACall = std::function<double()>;

/// The median of what one takes over what the other takes, measured in turns, so that what else the machine does meets both; and
/// the least that each took.
struct Comparison {
  double ratio = 0, seconds = 0, other_seconds = 0;
};

Comparison compare_in_turns(std::size_t rounds, const SecondsOfACall& one, const SecondsOfACall& other) {
  one(), other();  // they warm up
  std::vector<double> ratios, seconds, other_seconds;
  for (std::size_t turn = 0; turn < rounds; ++turn) {
    seconds.push_back(one());
    other_seconds.push_back(other());
    ratios.push_back(other_seconds.back() / seconds.back());
  }
  std::ranges::sort(ratios);
  return {ratios[rounds / 2], std::ranges::min(seconds), std::ranges::min(other_seconds)};
}

double million_a_second(double seconds) {
  return 1e-6 * static_cast<double>(captured_vertices) / seconds;
}

Expected<void> require_right(const conformance::Expectation& expectation, ArraySet arrays,
                             const std::string& who) {
  const Check verified = check(expectation, {std::move(arrays), {}, 0});
  if (!verified.reason.empty()) return fail("WRONG", who, verified.reason);
  return {};
}

/// Prints one row of the table, unless the device lacks the delivery.
Expected<void> print_row(gpu::Context& context, const Workload& load, const gpu::Variant& variant,
                         std::size_t rounds) {
  const Question& question = load.question;
  const std::string name = fmt::format("{}, {}", variant.capture, variant.palette);
  gpu::GlBackend device(context);
  gpu::Skinner skinner(device);
  auto ours = skinner.run(*question.algorithm, question.arrays, question.options, variant);
  if (!ours && ours.error().code == "NOT_SUPPORTED") {
    fmt::print("| {} | - | - | - | - | - |\n", name);
    return {};
  }
  BINDPOSE_CHECK(ours);
  BINDPOSE_CHECK(require_right(load.expectation, std::move(*ours), name));
  // Software rasterisers are measured by the processor's time, that of their threads too.
  if (context.info().software) skinner.settings.seconds = &processor_seconds;
  BINDPOSE_TRY(const std::string shader,
               skinner.shader_source(*question.algorithm, question.arrays, question.options, variant));
  std::string cells;
  for (const std::string& text : {shader, std::string()}) {
    BINDPOSE_TRY(auto minimal,
                 MinimalCapture::make(context.gl(), context.api(), gpu::palette_delivery(variant.palette),
                                      variant.capture == "compute", question.arrays, text));
    const Comparison both = compare_in_turns(
        rounds,
        [&] {
          static_cast<void>(skinner.run(*question.algorithm, question.arrays, question.options, variant));
          return skinner.seconds_on_device();
        },
        [&] {
          const double start = skinner.settings.seconds();
          minimal.run();
          return skinner.settings.seconds() - start;
        });
    BINDPOSE_CHECK(require_right(load.expectation, minimal.answer(), "the minimal program, " + name));
    if (cells.empty()) cells = fmt::format("{:.1f}", million_a_second(both.seconds));
    cells += fmt::format(" | {:.1f} | {:.2f}", million_a_second(both.other_seconds), both.ratio);
  }
  fmt::print("| {} | {} |\n", name, cells);
  return {};
}

Expected<void> print_against_minimal(const conformance::SubjectSpec& spec, const Workload& load,
                                     std::size_t rounds) {
  BINDPOSE_TRY(const auto context, open_context(spec));
  fmt::print(
      "{}, {}: linear blending, {} vertices, 4 influences, positions, normals and tangents; million "
      "vertices/s from the first "
      "byte that is sent to the last that is read back.\n\n",
      context->info().renderer, context->info().version, captured_vertices);
  fmt::print(
      "| capture, palette | bindpose | minimal program, the same shader | of it | and a minimal shader | of "
      "it |\n"
      "| --- | --- | --- | --- | --- | --- |\n");
  std::vector<std::string> known;
  for (const gpu::Variant& each : gpu::variants(*load.question.algorithm)) {
    const std::string name = each.capture + each.palette;
    if (std::ranges::find(known, name) != known.end()) continue;  // in another formulation or form
    known.push_back(name);
    BINDPOSE_CHECK(print_row(*context, load, each, rounds));
  }
  return {};
}

/// Of a subject, the whole of a question: including the conversion from double and back.
Expected<SecondsOfACall> compute_of(const std::shared_ptr<conformance::Subject>& subject,
                                    const Workload& load) {
  const Question& question = load.question;
  for (const Options& variant : subject->variants(*question.algorithm, question.level)) {
    if (variant.at("capture") != "compute" || variant.at("palette") != "ssbo") continue;
    BINDPOSE_TRY(auto answer, subject->run(question, variant));
    BINDPOSE_CHECK(require_right(load.expectation, std::move(answer.arrays), subject->name()));
    return SecondsOfACall([subject, variant, &question] { return subject->run(question, variant)->seconds; });
  }
  return fail("NOT_SUPPORTED", subject->name(), "it has no compute shader with a palette in a storage block");
}

Expected<void> print_vulkan_beside(const std::string& name, const Workload& load, std::size_t rounds) {
  std::vector<SecondsOfACall> both;
  for (const std::string& each : {name, std::string("vulkan")}) {
    BINDPOSE_TRY(const auto spec, conformance::parse_subject(each));
    BINDPOSE_TRY(auto subject, conformance::open_subject(spec));
    BINDPOSE_TRY(both.emplace_back(), compute_of(std::move(subject), load));
  }
  const Comparison compared = compare_in_turns(rounds, both[1], both[0]);
  fmt::print(
      "\nCompute shaders, the whole question: {} {:.1f}, vulkan {:.1f} million vertices/s: {:.2f} of it.\n",
      name, million_a_second(compared.other_seconds), million_a_second(compared.seconds), compared.ratio);
  return {};
}

}  // namespace

int print_captures(const std::string& subject, std::size_t rounds) {
  const auto load = workload(*find_algorithm("lbs"), captured_vertices);
  const auto spec = conformance::parse_subject(subject);
  for (const Error* error : {load ? nullptr : &load.error(), spec ? nullptr : &spec.error()})
    if (error != nullptr) {
      fmt::print(stderr, "bindpose-bench: {}\n", to_string(*error));
      return 2;
    }
  auto done = print_against_minimal(*spec, **load, rounds);
  if (done) done = print_vulkan_beside(subject, **load, rounds);
  if (done) return 0;
  fmt::print(stderr, "bindpose-bench: {}\n", to_string(done.error()));
  return done.error().code == "WRONG" ? 1 : 2;
}

}  // namespace bindpose::bench
