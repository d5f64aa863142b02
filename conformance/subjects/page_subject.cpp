// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/page_subject.h"

#include <fmt/format.h>
#include <unistd.h>

#include "conformance/subjects/exchange.h"
#include "conformance/subjects/memory_watch.h"
#include "conformance/subjects/page_answer.h"
#include "conformance/subjects/page_files.h"
#include "conformance/subjects/page_hook.h"
#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/timeout_budget.h"
#include "gpu/web/browser.h"
#include "reference/io/foreign_json.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Without the first flag, WebGPU exists only on some systems; the flag does not change WebGL. With
/// the other flags, the browser's own software draws everything, so invisible canvases keep their
/// WebGPU device.
std::vector<std::string> browser_flags(const Options& options) {
  std::vector<std::string> flags = {"--enable-unsafe-webgpu"};
  if (options.contains("device"))
    flags.insert(flags.end(), {"--use-angle=swiftshader", "--enable-features=Vulkan",
                               "--use-vulkan=swiftshader", "--use-webgpu-adapter=swiftshader"});
  return flags;
}

/// The names of the programs' outputs.
Options varyings_of(Options options) {
  options.erase("device");
  return options;
}

/// A browser that shows the page, and answers the page's requests.
class ShownPage {
 public:
  /// memory: the browser's limit, in MiB.
  ShownPage(const PageFiles& files, std::unique_ptr<gpu::Browser> browser, std::size_t memory)
      : files_(files), browser_(std::move(browser)), watch_(browser_->id(), memory) {}

  Expected<void> show(const std::string& name, const Options& options, Deadline deadline) {
    browser_->deadline = deadline;
    browser_->longest_message = limits::capabilities.most;
    BINDPOSE_CHECK(gpu::await_webgl(*browser_));
    BINDPOSE_TRY(auto page, gpu::Page::open(*browser_));
    page_.emplace(std::move(page));
    browser_->on_event = [this](const json& event) { note(event); };
    BINDPOSE_CHECK(page_->call("Page.enable", json::object()));
    BINDPOSE_CHECK(page_->call("Runtime.enable", json::object()));
    BINDPOSE_CHECK(page_->call("Fetch.enable", {{"patterns", {{{"urlPattern", "*"}}}}}));
    BINDPOSE_CHECK(
        page_->call("Page.addScriptToEvaluateOnNewDocument", {{"source", page_hook(varyings_of(options))}}));
    BINDPOSE_CHECK(page_->call("Page.navigate", {{"url", std::string(page_origin) + in_url(name)}}));
    return {};
  }

  /// The value of the expression. Waits until the deadline, for messages of at most `longest`
  /// bytes.
  Expected<json> evaluate(const std::string& expression, Deadline deadline, std::uint64_t longest) {
    browser_->deadline = deadline;
    browser_->longest_message = longest;
    return page_->evaluate(expression);
  }
  /// The page's description of itself, after it is loaded.
  Expected<json> hello(Deadline deadline) {
    for (;;) {
      auto said = evaluate("globalThis.bindposeJudge?.hello()", deadline, limits::capabilities.most);
      if (!said || !said->is_null()) return said;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  /// The page's last uncaught exception; empty: none.
  const std::string& last_words() const { return last_words_; }
  const gpu::Browser& browser() const { return *browser_; }
  /// True if the page was terminated because of its browser's memory use.
  bool used_too_much_memory() const { return watch_.was_passed(); }

 private:
  void note(const json& event) {
    const json about = member_or<json>(event, "params");
    const auto method = member_or<std::string>(event, "method");
    if (method == "Fetch.requestPaused") answer(about);
    if (method != "Runtime.exceptionThrown") return;
    last_words_ = printable(gpu::words_of_exception(member_or<json>(about, "exceptionDetails")));
  }

  /// Ignores errors: callers that wait for a result notice that the browser has ended.
  void answer(const json& request) {
    const auto id = member_or<std::string>(request, "requestId"),
               url = member_or<std::string>(member_or<json>(request, "request"), "url");
    if (!url.starts_with(page_origin)) {
      static_cast<void>(
          page_->post("Fetch.failRequest", {{"requestId", id}, {"errorReason", "BlockedByClient"}}));
      return;
    }
    const PageFiles::Reply reply = files_.answer(url);
    static_cast<void>(page_->post("Fetch.fulfillRequest",
                                  {{"requestId", id},
                                   {"responseCode", reply.status},
                                   {"responseHeaders", {{{"name", "Content-Type"}, {"value", reply.type}}}},
                                   {"body", ""}},
                                  reply.bytes));
  }

  const PageFiles& files_;
  std::unique_ptr<gpu::Browser> browser_;
  MemoryWatch watch_;  ///< ends before the browser
  std::optional<gpu::Page> page_;
  std::string last_words_;
};

class PageSubject : public Subject {
 public:
  PageSubject(SubjectSpec spec, Sandbox sandbox, const fs::path& folder, std::string page)
      : spec_(std::move(spec)), sandbox_(std::move(sandbox)), files_(folder), page_(std::move(page)) {}

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    SubjectInfo info = hello_.info;
    const std::string version = info["version"].empty() ? "" : " " + info["version"];
    info["renderer"] = fmt::format("{}{} on {}", info["name"], version, device_);
    info["browser"] = product_;
    info["isolation"] =
        fmt::format("a page {}; {}",
                    network_is_absent_
                        ? "in a network namespace without a network"
                        : "kept from the network only by the browser: no network namespace is allowed here",
                    browser_sandbox());
    info.merge(notes_on(hello_));
    return info;
  }
  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    if (level != Level::asset || find_capability(hello_, algorithm, level) == nullptr) return {};
    return {Options{}};
  }
  AcceptedDeviations terms(const Algorithm& algorithm, Level level) const override {
    const Capability* declared = find_capability(hello_, algorithm, level);
    return declared == nullptr ? AcceptedDeviations{} : declared->terms;
  }

  Expected<void> start() {
    const Deadline deadline = after(sandbox_.seconds);
    auto browser = gpu::Browser::start(browser_flags(spec_.options), Group::own);
    if (!browser) return tl::unexpected(as_own(browser.error()));
    auto shown = std::make_unique<ShownPage>(files_, std::move(*browser), sandbox_.memory);
    const auto is_shown = shown->show(page_, spec_.options, deadline);
    auto said = is_shown ? shown->hello(deadline) : tl::unexpected(is_shown.error());
    if (!said && is_shown && said.error().code == "TIMEOUT")
      return fail("SUBJECT_START", page_,
                  fmt::format("it has not called bindpose.subject() within {} s{}", sandbox_.seconds,
                              shown->last_words().empty() ? "" : ": " + shown->last_words()));
    if (!said) return tl::unexpected(as_own(said.error(), shown.get()));
    BINDPOSE_TRY(auto hello, read_hello(*said));
    // The first declaration counts, also after a restart.
    if (hello_.capabilities.empty()) hello_ = std::move(hello);
    const json device = said->value("device", json());
    device_ = device.is_string() ? printable(device.get<std::string>()) : "an unknown device";
    product_ = shown->browser().product();
    network_is_absent_ = shown->browser().network_is_absent();
    shown_ = std::move(shown);
    return {};
  }

  Expected<Answer> run(const Question& question, const Options&) override {
    BINDPOSE_CHECK(is_within(hello_, question));
    BINDPOSE_CHECK(timeout_budget_.check());
    BINDPOSE_TRY(const auto list, wanted(question));
    const auto started = shown_ == nullptr ? start() : Expected<void>();
    auto answer = started ? ask(question, list) : tl::unexpected(started.error());
    timeout_budget_.record(answer);
    return answer;
  }

 private:
  Expected<Answer> ask(const Question& question, const Wanted& list) {
    BINDPOSE_CHECK(keep_copy(question.asset->file));
    files_.set_question(copy_->path());
    const Paths paths{"", "", "/question/" + in_url(fs::path(question.asset->file).filename().string())};
    const auto message = run_message(question, list, ++seq_, paths);
    const auto reply = shown_->evaluate(fmt::format("bindposeJudge.answer({})", message.dump()),
                                        after(sandbox_.seconds), largest_answer(list));
    files_.set_question({});
    if (!reply) return tl::unexpected(bury(reply.error()));
    BINDPOSE_TRY(const double seconds, read_reply(*reply, seq_));
    BINDPOSE_TRY(auto arrays, read_page_answer(*reply, list));
    return Answer{std::move(arrays), {}, seconds};
  }

  /// Copies the asset. Inputs about one asset share the copy.
  Expected<void> keep_copy(const std::string& asset) {
    if (copied_ == asset) return {};
    copied_.clear();
    copy_.reset();
    BINDPOSE_TRY(auto folder, ScratchFolder::make());
    copy_.emplace(std::move(folder));
    BINDPOSE_CHECK(copy_asset(asset, copy_->path()));
    copied_ = asset;
    return {};
  }

  /// A page that does not reply is closed with its browser, and opened again for the next input.
  Error bury(const Error& error) {
    const auto shown = std::exchange(shown_, nullptr);
    return as_own(error, shown.get());
  }

  /// Turns an error of the browser into an error of the page, if the page is already open.
  Error as_own(const Error& error, const ShownPage* shown = nullptr) const {
    if (shown != nullptr && shown->used_too_much_memory())
      return {"CRASH", "", fmt::format("its browser used more than {} MiB of memory", sandbox_.memory)};
    if (error.code == "TIMEOUT")
      return {"TIMEOUT", "", fmt::format("no output within {} s", sandbox_.seconds)};
    if (error.code == "DEVICE_LOST") return {"CRASH", "", error.message};
    if (error.code == "LINE_LENGTH") return {"PROTOCOL", "", error.message};
    if (error.code == "BROWSER_REFUSED" || error.code == "SCRIPT_ERROR")
      return {"PROTOCOL", "", "the page cannot run the input: " + error.message};
    return error;
  }

  SubjectSpec spec_;
  Sandbox sandbox_;
  PageFiles files_;
  std::string page_;
  Hello hello_;
  std::string device_, product_;
  bool network_is_absent_ = false;
  std::string copied_;  ///< the asset whose copy is in copy_
  std::optional<ScratchFolder> copy_;
  std::unique_ptr<ShownPage> shown_;
  std::uint64_t seq_ = 0;
  TimeoutBudget timeout_budget_;
};

}  // namespace

std::string browser_sandbox() {
  return ::geteuid() == 0 ? "the browser has no own sandbox if it runs as root"
                          : "in the browser's own sandbox";
}

Expected<std::unique_ptr<Subject>> open_page(const SubjectSpec& spec, const Sandbox& sandbox) {
  BINDPOSE_CHECK(check_keys(spec, {"positions", "normals", "tangents", "device"}));
  const auto device = spec.options.find("device");
  if (device != spec.options.end() && device->second != "swiftshader")
    return fail("SUBJECT_SYNTAX", to_string(spec), "the only device that can be chosen is swiftshader");
  if (sandbox.least != SandboxLevel::none)
    return fail("SANDBOX_MISSING", to_string(spec), "a page runs in a browser's sandbox, not in the judge's");
  std::error_code failed;
  const fs::path page = fs::weakly_canonical(spec.target, failed);
  if (failed || !fs::is_regular_file(page, failed))
    return fail("FILE_READ", spec.target, "expected web:PAGE, the path of an .html file");
  const fs::path folder =
      sandbox.folder.empty() ? page.parent_path() : fs::weakly_canonical(sandbox.folder, failed);
  const std::string name = page.lexically_relative(folder).string();
  if (name.empty() || name.starts_with(".."))
    return fail("SUBJECT_SYNTAX", to_string(spec), "the page is outside of " + folder.string());
  auto subject = std::make_unique<PageSubject>(spec, sandbox, folder, name);
  BINDPOSE_CHECK(subject->start());
  return subject;
}

}  // namespace bindpose::conformance
