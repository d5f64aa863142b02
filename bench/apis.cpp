// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/apis.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/bench.h"
#include "bench/ceilings.h"
#include "bench/cpu_time.h"
#include "bench/minimal_capture.h"
#include "bench/minimal_vulkan.h"
#include "gpu/capture/gl_backend.h"
#include "gpu/capture/skinner.h"
#include "gpu/device/context.h"
#include "gpu/program/variant.h"
#include "gpu/vulkan/device.h"
#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t skinned_vertices = 100'000;

/// Both devices and the question that they are asked.
struct Apis {
  gpu::Context& context;
  gpu::VulkanDevice& device;
  const Workload& load;
  gpu::GlBackend opengl_backend{context};
  std::unique_ptr<gpu::Backend> vulkan_backend = gpu::vulkan_backend(device);
  gpu::Skinner opengl{opengl_backend};
  gpu::Skinner vulkan{*vulkan_backend};

  const Question& question() const { return load.question; }
};

/// The least programs that run one shader through either API.
struct Minimal {
  MinimalCapture opengl;
  MinimalVulkan vulkan;
};

Expected<void> check_answer(const Apis& apis, ArraySet arrays, const std::string& who) {
  const Check verified = check(apis.load.expectation, {std::move(arrays), {}, 0});
  if (!verified.reason.empty()) return fail("WRONG", who, verified.reason);
  return {};
}

/// Both of our paths answer right; and their programs are compiled.
Expected<void> check_ours(Apis& apis, const gpu::Variant& variant) {
  const Question& question = apis.question();
  BINDPOSE_TRY(auto by_opengl,
               apis.opengl.run(*question.algorithm, question.arrays, question.options, variant));
  BINDPOSE_CHECK(check_answer(apis, std::move(by_opengl), "OpenGL, " + variant.palette));
  BINDPOSE_TRY(auto by_vulkan,
               apis.vulkan.run(*question.algorithm, question.arrays, question.options, variant));
  return check_answer(apis, std::move(by_vulkan), "Vulkan, " + variant.palette);
}

/// Of our own shaders, or of a least one that both run. Both answer right.
Expected<Minimal> minimal_of(Apis& apis, const gpu::Variant& variant, bool is_ours) {
  const Question& question = apis.question();
  std::array<std::string, 2> texts;
  if (is_ours) {
    BINDPOSE_TRY(texts[0],
                 apis.opengl.shader_source(*question.algorithm, question.arrays, question.options, variant));
    BINDPOSE_TRY(texts[1],
                 apis.vulkan.shader_source(*question.algorithm, question.arrays, question.options, variant));
  }
  const gpu::PaletteDelivery delivery = gpu::palette_delivery(variant.palette);
  BINDPOSE_TRY(auto opengl, MinimalCapture::make(apis.context.gl(), apis.context.api(), delivery, true,
                                                 question.arrays, texts[0]));
  BINDPOSE_TRY(auto vulkan, MinimalVulkan::make(apis.device, delivery, question.arrays, texts[1]));
  opengl.run();
  BINDPOSE_CHECK(check_answer(apis, opengl.answer(), "the minimal program of OpenGL, " + variant.palette));
  BINDPOSE_CHECK(vulkan.run());
  BINDPOSE_CHECK(check_answer(apis, vulkan.answer(), "the minimal program of Vulkan, " + variant.palette));
  return Minimal{std::move(opengl), std::move(vulkan)};
}

/// Seconds of each, measured in turns.
struct Taken {
  double opengl = 0, vulkan = 0, minimal_opengl = 0, minimal_vulkan = 0;
};

Taken one_turn(Apis& apis, const gpu::Variant& variant, Minimal& minimal) {
  const Question& question = apis.question();
  const auto clocked = [&](const std::function<void()>& f) {
    const double start = apis.opengl.settings.seconds();
    f();
    return apis.opengl.settings.seconds() - start;
  };
  Taken taken;
  static_cast<void>(apis.opengl.run(*question.algorithm, question.arrays, question.options, variant));
  taken.opengl = apis.opengl.seconds_on_device();
  static_cast<void>(apis.vulkan.run(*question.algorithm, question.arrays, question.options, variant));
  taken.vulkan = apis.vulkan.seconds_on_device();
  taken.minimal_opengl = clocked([&] { minimal.opengl.run(); });
  taken.minimal_vulkan = clocked([&] { static_cast<void>(minimal.vulkan.run()); });
  return taken;
}

/// The median over the turns of how fast one is in the speed of the other.
double speed(const std::vector<Taken>& turns, double Taken::*one, double Taken::*other) {
  std::vector<double> ratios;
  for (const Taken& taken : turns)
    ratios.push_back(taken.*other / taken.*one);
  std::ranges::sort(ratios);
  return ratios[ratios.size() / 2];
}

Expected<void> print_api_row(Apis& apis, const gpu::Variant& variant, bool is_ours, std::size_t rounds) {
  BINDPOSE_TRY(auto minimal, minimal_of(apis, variant, is_ours));
  one_turn(apis, variant, minimal);  // it warms up
  std::vector<Taken> turns;
  for (std::size_t round = 0; round < rounds; ++round)
    turns.push_back(one_turn(apis, variant, minimal));
  fmt::print("| {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", variant.palette,
             is_ours ? "ours" : "a minimal one", speed(turns, &Taken::opengl, &Taken::minimal_opengl),
             speed(turns, &Taken::vulkan, &Taken::minimal_vulkan),
             speed(turns, &Taken::vulkan, &Taken::opengl),
             speed(turns, &Taken::minimal_vulkan, &Taken::minimal_opengl));
  return {};
}

/// Linear blending by compute shaders, by each palette that both APIs deliver, in its first formulation.
std::vector<gpu::Variant> compared_variants(const Algorithm& algorithm) {
  std::vector<gpu::Variant> chosen;
  for (const gpu::Variant& each : gpu::variants(algorithm)) {
    const bool is_known =
        std::ranges::any_of(chosen, [&](const gpu::Variant& known) { return known.palette == each.palette; });
    if (!is_known && each.capture == "compute" && gpu::delivers(gpu::Api::vulkan, each))
      chosen.push_back(each);
  }
  return chosen;
}

Expected<void> print_api_table(const conformance::SubjectSpec& spec, const Workload& load,
                               std::size_t rounds) {
  BINDPOSE_TRY(const auto context, open_context(spec));
  BINDPOSE_TRY(const auto request, gpu::parse_device_of(gpu::Api::vulkan, ""));
  BINDPOSE_TRY(const auto device, gpu::VulkanDevice::open(request));
  Apis apis{.context = *context, .device = *device, .load = load};
  // Software rasterisers are measured by the processor's time, that of their threads too.
  if (context->info().software && device->info().software)
    apis.opengl.settings.seconds = apis.vulkan.settings.seconds = &processor_seconds;
  fmt::print(
      "OpenGL: {}, {}. Vulkan: {}, {}.\nLinear blending by compute shaders, {} vertices, 4 influences, "
      "positions, normals and tangents, from the first byte that is sent to the last that is read back: how "
      "fast the one is in the speed of the other, the median of {} turns.\n\n",
      context->info().renderer, context->info().version, device->info().renderer, device->info().version,
      skinned_vertices, rounds);
  fmt::print(
      "| palette | shader of the minimal programs | bindpose's OpenGL, of the minimal program | bindpose's "
      "Vulkan, of the minimal program | bindpose's Vulkan, of its OpenGL | minimal Vulkan, of minimal "
      "OpenGL: "
      "the drivers |\n| --- | --- | --- | --- | --- | --- |\n");
  for (const gpu::Variant& variant : compared_variants(*load.question.algorithm)) {
    BINDPOSE_CHECK(check_ours(apis, variant));
    for (const bool is_ours : {true, false})
      BINDPOSE_CHECK(print_api_row(apis, variant, is_ours, rounds));
  }
  return {};
}

}  // namespace

int print_apis(const std::string& subject, std::size_t turns) {
  const auto spec = conformance::parse_subject(subject);
  const auto load = workload(*find_algorithm("lbs"), skinned_vertices);
  const auto done = !spec   ? Expected<void>(tl::unexpected(spec.error()))
                    : !load ? Expected<void>(tl::unexpected(load.error()))
                            : print_api_table(*spec, **load, turns);
  if (done) return 0;
  fmt::print(stderr, "bindpose-bench: {}\n", to_string(done.error()));
  return done.error().code == "WRONG" ? 1 : 2;
}

}  // namespace bindpose::bench
