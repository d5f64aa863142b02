// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <csignal>
#include <map>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/testing/processes.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::devices_test {

/// Runs the program with these arguments and these environment variables, once for all tests: each run opens every
/// device.
const Ran& said(const std::string& words, const std::string& settings = "") {
  static const TemporaryFolder folder;
  static std::map<std::string, Ran> runs;
  const std::string line = settings + " " BINDPOSE_PROGRAM " " + words;
  const auto found = runs.find(line);
  return found != runs.end() ? found->second : runs.emplace(line, run_in(folder, line)).first->second;
}

TEST(DevicesTest, a_capability_report_is_keyed_by_the_subject_name) {
  const Ran& ran = said("devices --card");
  expect_ended(ran, 0, {"gpu:surfaceless\n", "card.dot "});
  if (const std::size_t vulkan = ran.out.find("vulkan:0\n"); vulkan != std::string::npos) {
    EXPECT_NE(ran.out.find("card.dot ", vulkan), std::string::npos) << ran.out;
  }
}

/// The devices run at the same time; a quick one waits for its place in the output.
TEST(DevicesTest, devices_are_printed_in_the_same_order_for_any_timing) {
  const Ran& ran = said("devices --json 2>errors.txt");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  const std::vector<std::string> kinds = {"gpu", "vulkan", "opencl", "cuda", "webgl", "webgpu"};
  std::vector<std::ptrdiff_t> places;
  const auto list = nlohmann::json::parse(ran.out);
  for (const nlohmann::json& device : list["devices"]) {
    const auto subject = device["subject"].get<std::string>();
    places.push_back(std::ranges::find(kinds, subject.substr(0, subject.find(':'))) - kinds.begin());
  }
  EXPECT_FALSE(places.empty());
  EXPECT_TRUE(std::ranges::is_sorted(places)) << ran.out;
}

TEST(DevicesTest, no_line_of_the_table_is_longer_than_100_columns) {
  std::istringstream lines(said("devices").out);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 100U) << line;
}

TEST(DevicesTest, each_device_has_a_line_in_the_table) {
  const Ran& ran = said("devices");
  expect_ended(ran, 0);
  EXPECT_EQ(ran.out.find("subject  "), 0U) << ran.out;
  const std::size_t row = ran.out.find("\ngpu:surfaceless  ");
  ASSERT_NE(row, std::string::npos) << ran.out;
  const std::string line = ran.out.substr(row + 1, ran.out.find('\n', row + 1) - row - 1);
  EXPECT_TRUE(has(line, "Mesa"));
  EXPECT_FALSE(has(ran.out, "limit."));
}

/// Mesa's OSMesa crashes on a driver that its build lacks; the list has a reason, not a crash.
TEST(DevicesTest, osmesa_without_the_named_driver_is_refused_with_a_reason) {
  const Ran& usual = said("devices");
  if (usual.out.find("\ngpu:osmesa  ") == std::string::npos) GTEST_SKIP() << "no OSMesa";
  const Ran& ran = said("devices", "GALLIUM_DRIVER=unknown");
  EXPECT_TRUE(has(ran.out, "CONTEXT_REFUSED at GALLIUM_DRIVER"));
  EXPECT_FALSE(has(ran.out, "CRASH"));
  const Ran& soft = said("devices", "GALLIUM_DRIVER=llvmpipe");
  EXPECT_FALSE(has(soft.out, "CONTEXT_REFUSED at GALLIUM_DRIVER"));
}

TEST(DevicesTest, vulkan_devices_are_listed_by_number_or_a_reason_is_given) {
  const Ran& ran = said("devices --details");
  EXPECT_TRUE(has(ran.out, "vulkan"));
  EXPECT_TRUE(ran.out.find("vulkan:0\n") == std::string::npos ||
              ran.out.find(" Vulkan 1.") != std::string::npos)
      << ran.out;
  EXPECT_FALSE(has(ran.out, "vulkan:99"));
}

TEST(DevicesTest, opencl_devices_are_listed_by_number_or_a_reason_is_given) {
  const Ran& ran = said("devices --details");
  EXPECT_TRUE(ran.out.find("opencl:0\n") != std::string::npos ? ran.out.find(" OpenCL ") != std::string::npos
                                                              : ran.out.find("OpenCL") != std::string::npos)
      << ran.out;
}

TEST(DevicesTest, a_browser_is_listed_with_its_device_or_a_reason_is_given) {
  const Ran& ran = said("devices --details");
  const bool missing = ran.out.find("LIBRARY_MISSING at chromium-headless-shell") != std::string::npos;
  for (const char* part :
       {"\nwebgl\n", " WebGL 2.0 ", "\nwebgpu\n", " WebGPU on ", "limit.maxUniformBufferBindingSize"})
    EXPECT_NE(ran.out.find(part) != std::string::npos, missing) << part << "\n" << ran.out;
}

TEST(DevicesTest, without_an_opencl_driver_the_list_ends_with_a_reason) {
  const Ran& ran = said("devices", "OCL_ICD_VENDORS=/nowhere/");
  EXPECT_FALSE(has(ran.out, "opencl:0"));
  EXPECT_TRUE(ran.out.find("CL_PLATFORM_NOT_FOUND_KHR") != std::string::npos ||
              ran.out.find("libOpenCL.so.1") != std::string::npos)
      << ran.out;
}

TEST(DevicesTest, without_a_vulkan_driver_the_list_ends_with_a_reason) {
  const Ran& ran = said("devices", "VK_ICD_FILENAMES=/nowhere.json VK_DRIVER_FILES=/nowhere.json");
  EXPECT_TRUE(has(ran.out, "not here: "));
  EXPECT_FALSE(has(ran.out, "vulkan:0"));
}

/// Here ANGLE's library is a pipe, so its worker waits forever.
TEST(DevicesTest, a_signal_ends_the_search_and_its_workers) {
  for (const auto& [command, signal] :
       {std::pair("devices", SIGTERM), {"devices --json", SIGINT}, {"doctor", SIGTERM}}) {
    const TemporaryFolder folder;
    const std::string pipe = folder / "libEGL.so";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::filesystem::create_directory(folder / "temporary");
    const std::string line = fmt::format(
        "cd {0} && exec env ANGLE_DIR={0} TMPDIR={0}/temporary __EGL_VENDOR_LIBRARY_FILENAMES=/nowhere "
        "GALLIUM_DRIVER=unknown BINDPOSE_CHROMIUM=/nowhere {1} {2} >said.txt 2>&1",
        folder.path().string(), BINDPOSE_PROGRAM, command);
    const pid_t search = ::fork();
    if (search == 0) {
      ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      ::_exit(127);
    }
    Descriptor worker;  // can be opened while the worker reads
    EXPECT_TRUE(soon([&] {
      worker = Descriptor(::open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
      return worker.get() >= 0;
    })) << slurp(folder / "said.txt");
    const auto start = std::chrono::steady_clock::now();
    ::kill(search, signal);
    int status = 0;
    ::waitpid(search, &status, 0);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15))
        << "a worker has 20 s to start";
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 2) << command;
    EXPECT_TRUE(has(slurp(folder / "said.txt"), "INTERRUPTED at ")) << command;
    pollfd waiting{worker.get(), 0, 0};
    EXPECT_TRUE(soon([&] { return ::poll(&waiting, 1, 0) > 0; })) << "the worker is still there";
    EXPECT_TRUE(std::filesystem::is_empty(folder / "temporary")) << command;
  }
}

TEST(DevicesTest, a_device_under_another_name_can_be_required) {
  expect_ended(
      said("test --subject gpu:surfaceless --name mine --require-device 'renderer=none such' --smoke"), 3,
      {"'mine' is not the required device"});
}

}  // namespace bindpose::conformance::devices_test
