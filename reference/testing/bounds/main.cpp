// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bindpose-bounds FOLDER, which writes the files of ci/gappa. For each kernel and box of
// inputs: a Gappa script per output and model, Tracked's bounds, and the largest errors that a
// search finds.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reference/testing/bounds/gappa.h"
#include "reference/testing/bounds/kernels.h"
#include "reference/testing/bounds/least_bound.h"
#include "reference/testing/bounds/search.h"

namespace {

using namespace bindpose::bounds;
namespace fs = std::filesystem;

constexpr double shares[] = {0x1p-16, 0x1p-8, 0x1p-4};  ///< size of a box on either side of a number
constexpr std::size_t boxes_a_share = 2;
constexpr std::size_t points = 3000;

nlohmann::json outputs_of(const Trace& trace, const Box& box, const fs::path& folder, const std::string& stem,
                          bindpose::Random& random) {
  const std::vector<double> least = least_bounds(trace, box);
  const std::vector<Observed> observed = search(trace, box, points, random);
  nlohmann::json outputs = nlohmann::json::array();
  for (std::size_t k = 0; k < trace.outputs.size(); ++k) {
    std::ofstream(folder / fmt::format("{}.{}.nearest.gappa", stem, k))
        << error_script(trace, box, k, Model::nearest);
    std::ofstream(folder / fmt::format("{}.{}.glsl.gappa", stem, k))
        << error_script(trace, box, k, Model::glsl);
    outputs.push_back({{"stem", fmt::format("{}.{}", stem, k)},
                       {"least", least[k]},
                       {"bound", observed[k].bound},
                       {"nearest", observed[k].nearest},
                       {"legal", observed[k].legal},
                       {"fraction", observed[k].fraction}});
  }
  return outputs;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bindpose-bounds FOLDER\n");
    return 2;
  }
  const fs::path folder = argv[1];
  fs::create_directories(folder);
  nlohmann::json rows = nlohmann::json::array();
  const auto add_box = [&](const BoundedKernel& bounded, const std::string& width, const Box& box) {
    const std::string stem = fmt::format("{:03}", rows.size());
    bindpose::Random random(bounded.name + stem);
    const Trace trace = traced(bounded, box);
    const std::string comparisons = comparisons_script(trace, box);
    if (!comparisons.empty()) std::ofstream(folder / (stem + ".comparisons.gappa")) << comparisons;
    rows.push_back({{"kernel", bounded.name},
                    {"width", width},
                    {"comparisons", comparisons.empty() ? "" : stem + ".comparisons.gappa"},
                    {"outputs", outputs_of(trace, box, folder, stem, random)}});
  };
  for (const BoundedKernel& bounded : bounded_kernels()) {
    bindpose::Random random(bounded.name);
    for (std::size_t n = 0; n < boxes_a_share; ++n) {
      const Box point = bounded.point(random);
      for (const double share : shares)
        add_box(bounded, fmt::format("x (1 +- 1/{})", 1 / share), widened(point, share));
    }
    if (!bounded.wide.empty()) add_box(bounded, "wide", bounded.wide);
  }
  std::ofstream(folder / "rows.json") << rows.dump(1) << '\n';
  return 0;
}
