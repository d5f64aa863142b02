// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A page cannot reach anything, use more memory than its limit, delay an interruption, or leave something
// behind.
#include <algorithm>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/testing/every_channel.h"
#include "conformance/testing/listener.h"
#include "conformance/testing/processes.h"
#include "conformance/testing/results.h"
#include "conformance/testing/skinned_strip.h"
#include "gpu/web/browser.h"
#include "reference/io/document_limits.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::page_isolation_test {

namespace fs = std::filesystem;

/// A page with this code in draw().
std::string page_that(const std::string& draws) {
  return R"html(<!DOCTYPE html><script>
bindpose.subject({
  implementation: { name: "one" },
  capabilities: [{ algorithm: "lbs", levels: ["asset"], options: { normal_rule: ["direction"], without: ["tangents"] } }],
  async draw() { )html" +
         draws + " },\n});\n</script>";
}

constexpr const char* requests_without_end =
    "for (;;) await Promise.all(Array.from({ length: 100 }, () => fetch('large.bin').then((reply) => "
    "reply.body.cancel())));";

/// An address of this machine other than the loopback address, if there is one.
std::optional<std::string> own_address() {
  ifaddrs* all = nullptr;
  ::getifaddrs(&all);
  std::optional<std::string> found;
  for (const ifaddrs* each = all; each != nullptr && !found; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET ||
        (each->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    found = ::inet_ntoa(reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr);
  }
  ::freeifaddrs(all);
  return found;
}

struct PageIsolationTest : testing::Test {
  void SetUp() override {
    const auto program = gpu::find_browser();
    if (!program) GTEST_SKIP() << to_string(program.error());
    browser_ = *program;
    std::ofstream(folder_ / "strip.gltf") << skinned_strip();
    std::ofstream(folder_ / "service.js") << "fetch(location.search.slice(1));";
    fs::create_directories(folder_ / "temporary");
  }

  void write_page(const std::string& text) const { std::ofstream(folder_ / "page.html") << text; }
  /// A file of the largest size that a page gets.
  void write_large_file() const {
    std::ofstream(folder_ / "large.bin");
    fs::resize_file(folder_ / "large.bin", limits::page_file.most);
  }
  void write_program(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << text << "\n";
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  /// A command that judges page.html, with environment variables before it.
  std::string command(const std::string& options, const std::string& settings = "") const {
    return fmt::format(
        "exec env TMPDIR={}/temporary {} {} test --asset strip.gltf --filter 'asset.*rest*' --subject "
        "web:page.html "
        "--time 60 {}",
        folder_.string(), settings, BINDPOSE_PROGRAM, options);
  }
  /// The page that tries every channel.
  Ran judged_channels(const Listener& listener, const std::string& settings, int milliseconds = 1500) const {
    std::string urls = fmt::format("\"http://127.0.0.1:{0}/\", \"http://localhost:{0}/\"", listener.port());
    if (const auto own = own_address()) urls += fmt::format(", \"https://{}:{}/\"", *own, listener.port());
    std::string page = every_channel_page;
    page.replace(page.find("@URLS@"), 6, "[" + urls + "]");
    page.replace(page.find("@MILLISECONDS@"), 14, std::to_string(milliseconds));
    write_page(page);
    Ran ran = run_in(folder_, command("", settings));
    std::replace(ran.out.begin(), ran.out.end(), '\n', ' ');
    return ran;
  }
  /// Environment variables with which no network namespace is found.
  std::string without_namespace() const {
    write_program("unshare", "exit 1");
    return fmt::format("PATH={}:$PATH", folder_.string());
  }

  /// Starts the judge of a page that never replies; returns once the page has the input.
  pid_t start_hanging(const std::string& options, const std::string& draws = "for (;;);",
                      const std::string& then = "exit $?") const {
    write_page(page_that("await fetch('reached'); " + draws));
    // A process that lives until the browser ends and has a recognisable name.
    write_program("browser", browser_ + " \"$@\"\n" + then);
    const std::string settings = fmt::format("BINDPOSE_CHROMIUM={}/browser", folder_.string());
    const std::string line =
        "cd " + folder_.string() + " && " + command(options, settings) + " >said.txt 2>&1";
    const pid_t judge = ::fork();
    if (judge == 0) {
      ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      ::_exit(127);
    }
    EXPECT_TRUE(soon([this] { return judge_has_left_any(); })) << slurp(folder_ / "said.txt");
    return judge;
  }
  /// True if a temporary folder of the judge exists; folders of the browser do not count.
  bool judge_has_left_any() const {
    return std::ranges::any_of(fs::directory_iterator(folder_ / "temporary"), [](const auto& entry) {
      return entry.path().filename().string().starts_with("bindpose-");
    });
  }
  bool browser_has_ended() const {
    return soon([this] { return processes_with((folder_ / "browser").string()) == 0; });
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  std::string browser_;
};

TEST_F(PageIsolationTest, a_page_reaches_nothing_by_any_channel) {
  const Listener listener;
  // Records the network namespace of the browser.
  write_program("browser", fmt::format("readlink /proc/self/ns/net >{}/namespace; exec {} \"$@\"",
                                       folder_.string(), browser_));
  const Ran ran = judged_channels(listener, fmt::format("BINDPOSE_CHROMIUM={}/browser", folder_.string()));
  EXPECT_NE(ran.out.find(every_channel), std::string::npos) << ran.out;
  EXPECT_FALSE(listener.was_reached_by_tcp());
  EXPECT_FALSE(listener.was_reached_by_udp());
  const std::string own = fs::read_symlink("/proc/self/ns/net").string() + "\n";
  EXPECT_EQ(ran.out.find("in a network namespace without a network") != std::string::npos,
            slurp(folder_ / "namespace") != own)
      << ran.out;
}

TEST_F(PageIsolationTest, a_page_reaches_nothing_without_a_network_namespace) {
  const Listener listener;
  const Ran ran = judged_channels(listener, without_namespace());
  EXPECT_NE(ran.out.find(every_channel), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("no network namespace is allowed here"), std::string::npos) << ran.out;
  EXPECT_FALSE(listener.was_reached_by_tcp());
  EXPECT_FALSE(listener.was_reached_by_udp());
}

TEST_F(PageIsolationTest, a_page_is_not_judged_if_no_process_can_be_started) {
  write_page(page_that(""));
  std::ofstream(folder_ / "unshare") << "#!/nonexistent\n";
  fs::permissions(folder_ / "unshare", fs::perms::owner_all);
  expect_ended(run_in(folder_, command("", fmt::format("PATH={}:$PATH", folder_.string()))), 2,
               {"JUDGE_RESOURCES"});
}

/// The control of the two tests above: without the protection, the page reaches the listener.
TEST_F(PageIsolationTest, the_page_reaches_the_listener_without_protection) {
  write_program("browser", R"sh(for word; do
  shift
  case $word in --host-resolver-rules=* | --force-webrtc-ip-handling-policy=*) ;; *) set -- "$@" "$word" ;; esac
done
exec )sh" + browser_ + R"sh( "$@")sh");
  const Listener listener;
  constexpr int longest = 30;  // seconds, on a slow machine
  std::thread note([&] {
    if (listener.was_reached_by_tcp(longest) && listener.was_reached_by_udp(longest))
      std::ofstream(folder_ / "reached") << "yes";
  });
  const Ran ran = judged_channels(
      listener, without_namespace() + fmt::format(" BINDPOSE_CHROMIUM={}/browser", folder_.string()),
      longest * 1000);
  note.join();
  EXPECT_NE(ran.out.find(every_channel), std::string::npos) << ran.out;
  EXPECT_TRUE(listener.was_reached_by_tcp());
  EXPECT_TRUE(listener.was_reached_by_udp());
}

TEST_F(PageIsolationTest, a_page_that_exceeds_its_memory_limit_is_reported) {
  write_page(page_that(
      "const held = [];\n"
      "try { for (let i = 0; i < 24; ++i) held.push(new Uint8Array(128 << 20).fill(1)); } catch {}\n"
      "throw new Error(`the page holds ${held.length * 128} MiB`);"));
  const Ran ran = run_in(folder_, command("--memory 700"));
  expect_ended(ran, 1, {"its browser used more than 700 MiB of memory"});
  EXPECT_EQ(ran.out.find("the page holds"), std::string::npos) << ran.out;
}

TEST_F(PageIsolationTest, a_signal_ends_a_run_while_a_page_hangs) {
  const pid_t judge = start_hanging("--out out");
  const auto start = std::chrono::steady_clock::now();
  ::kill(judge, SIGINT);
  int status = 0;
  ::waitpid(judge, &status, 0);
  // The page may take 60 s; the judge notices the signal within 0.1 s.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  const auto results = nlohmann::json::parse(slurp(folder_ / "out" / "results.json"));
  EXPECT_EQ(results["interrupted"], true);
  EXPECT_NE(slurp(folder_ / "out" / "results.csv").find(",Missing,"), std::string::npos);
  EXPECT_NE(slurp(folder_ / "said.txt").find("INTERRUPTED"), std::string::npos);
  EXPECT_TRUE(browser_has_ended());
  EXPECT_FALSE(judge_has_left_any());
}

/// Formerly, all requests that arrived before the signal were still served.
TEST_F(PageIsolationTest, a_signal_ends_a_run_while_a_page_sends_endless_requests) {
  write_large_file();
  const pid_t judge = start_hanging("", requests_without_end);
  std::this_thread::sleep_for(std::chrono::seconds(5));
  const auto start = std::chrono::steady_clock::now();
  ::kill(judge, SIGINT);
  int status = 0;
  ::waitpid(judge, &status, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(WEXITSTATUS(status), 2);
}

TEST_F(PageIsolationTest, endless_requests_do_not_delay_the_timeout) {
  write_large_file();
  write_page(page_that(requests_without_end));
  std::string line = command("");
  line.replace(line.find("--time 60"), 9, "--time 15");
  const auto start = std::chrono::steady_clock::now();
  expect_ended(run_in(folder_, line), 1, {"TIMEOUT: no output within 15 s"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

/// The judge sends large files in blocks.
TEST_F(PageIsolationTest, a_file_of_several_blocks_arrives_complete) {
  std::string bytes(2'000'000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(i % 251);
  std::ofstream(folder_ / "large.bin") << bytes;
  write_page(
      page_that("const bytes = new Uint8Array(await (await fetch('large.bin')).arrayBuffer());\n"
                "throw new Error(`${bytes.length} bytes, ${bytes.filter((byte, i) => byte !== i % "
                "251).length} wrong`);"));
  expect_ended(run_in(folder_, command("")), 1, {"2000000 bytes, 0 wrong"});
}

/// Half of a surrogate pair, as in a truncated text, is not valid JSON. Formerly the test failed.
TEST_F(PageIsolationTest, half_a_character_in_a_message_is_replaced) {
  write_page(page_that("console.log('cut \\ud83d'); throw new Error('also cut \\ud83d');"));
  expect_ended(run_in(folder_, command("")), 1, {"ANSWER_REFUSED: also cut \\ufffd"});
}

/// A Chromium with an overloading page may not notice that the judge is gone. Here its parent
/// process does not notice either.
TEST_F(PageIsolationTest, a_killed_judge_leaves_no_browser) {
  const pid_t judge = start_hanging("", "for (;;);", "sleep 100");
  ::kill(judge, SIGKILL);
  ::waitpid(judge, nullptr, 0);
  EXPECT_TRUE(browser_has_ended());
}

TEST_F(PageIsolationTest, the_next_run_removes_files_of_a_killed_judge_of_a_page) {
  const pid_t judge = start_hanging("");
  ::kill(judge, SIGKILL);
  ::waitpid(judge, nullptr, 0);
  EXPECT_TRUE(browser_has_ended());
  ASSERT_TRUE(judge_has_left_any());
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));  // the folder must be older than a second
  run_in(folder_,
         fmt::format("TMPDIR={}/temporary {} subject check cmd:true", folder_.string(), BINDPOSE_PROGRAM));
  EXPECT_FALSE(judge_has_left_any());
}

}  // namespace bindpose::conformance::page_isolation_test
