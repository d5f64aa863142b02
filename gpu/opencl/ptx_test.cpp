// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What a compiler for NVIDIA's cards makes of the kernels: clang translates them to PTX, where a contracted operation is fma.rn, and
// mul.rn and add.rn are those that no later step may contract. No card is needed.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "gpu/opencl/skinner.h"
#include "gpu/program/variant.h"
#include "reference/algorithms.h"

namespace bindpose::gpu {
namespace ptx_test {

constexpr const char* no_contraction = "#pragma OPENCL FP_CONTRACT OFF\n";

class PtxTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string(BINDPOSE_CLANG).empty()) GTEST_SKIP() << "clang is not here";
    folder_ = std::filesystem::path(testing::TempDir()) / fmt::format("bindpose-ptx-{}", ::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Empty where it does not compile.
  std::string ptx_of(const std::string& kernel) const {
    const std::string source = folder_ / "kernel.cl", made = folder_ / "kernel.ptx";
    std::ofstream(source) << kernel;
    const std::string command = fmt::format(
        "{} -x cl -cl-std=CL1.2 -Xclang -finclude-default-header --target=nvptx64-nvidia-cuda -O2 -S -w {} "
        "-o {}",
        BINDPOSE_CLANG, source, made);
    if (std::system(command.c_str()) != 0) return "";
    std::ifstream read(made);
    return {std::istreambuf_iterator<char>(read), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path folder_;
};

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST_F(PtxTest, no_body_is_contracted) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_body(algorithm).empty()) continue;
    const auto kernels = sample_kernels(algorithm, Contraction::off);
    ASSERT_TRUE(kernels) << to_string(kernels.error());
    const std::string ptx = ptx_of(kernels->front());
    EXPECT_TRUE(holds(ptx, ".entry skin_vertices(")) << algorithm.path();
    EXPECT_TRUE(holds(ptx, "mul.rn.f32")) << algorithm.path();
    EXPECT_FALSE(holds(ptx, "fma.rn")) << algorithm.path();
  }
}

TEST_F(PtxTest, without_being_told_the_compiler_contracts) {
  const auto kernels = sample_kernels(*find_algorithm("lbs"), Contraction::off);
  ASSERT_TRUE(kernels) << to_string(kernels.error());
  std::string kernel = kernels->front();
  ASSERT_TRUE(kernel.starts_with(no_contraction));
  EXPECT_TRUE(holds(ptx_of(kernel.substr(std::string(no_contraction).size())), "fma.rn.f32"));
}

}  // namespace ptx_test
}  // namespace bindpose::gpu
