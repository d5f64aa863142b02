// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run of the suite on WebGL 2 or WebGPU of the page's own browser, as functions that worker.js calls. Each returns JSON.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/defects/defect.h"
#include "conformance/judge/displacement.h"
#include "conformance/page/site/own_page.h"
#include "conformance/report/colour_scale.h"
#include "conformance/report/failure_clusters.h"
#include "conformance/report/report.h"
#include "conformance/run/diagnosis.h"
#include "conformance/run/executor.h"
#include "conformance/run/name_failures.h"
#include "conformance/run/wrong_answers.h"
#include "conformance/subjects/gpu_subject.h"
#include "conformance/subjects/self_test.h"
#include "gpu/program/variant.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// From the page's address.
struct Choice {
  std::vector<std::string> globs;
  bool is_smoke = false;
  std::string seed;
  std::string api;  ///< webgl or webgpu
};

std::vector<Case> chosen_cases(const Choice& choice) {
  std::vector<std::string> of_cases;
  for (const std::string& glob : choice.globs)
    of_cases.push_back(glob.substr(0, glob.find('/')));
  const NameGlobs globs(of_cases);
  std::vector<Case> cases;
  for (const Case& c : built_in_cases()) {
    if (choice.is_smoke && !c.smoke) continue;
    if (globs.choose(c.name)) cases.push_back(c);
    if (choice.seed.empty()) continue;
    Case fresh = fresh_case_on_demand(std::make_shared<const Case>(c), choice.seed, 0);
    if (globs.choose(c.name) || globs.choose(fresh.name)) cases.push_back(std::move(fresh));
  }
  return cases;
}

/// A device that knows the result of its self-test.
class TestedDevice : public Subject {
 public:
  TestedDevice(std::unique_ptr<DeviceSubject> device, const Expected<void>& tested)
      : device_(std::move(device)), info_(device_->info()) {
    if (!tested) note_self_test(info_, tested.error());
  }
  std::string name() const override { return device_->name(); }
  SubjectInfo info() const override { return info_; }
  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    return device_->variants(algorithm, level);
  }
  std::vector<Options> variants_in_turn(const Algorithm& algorithm, Level level,
                                        std::size_t turn) const override {
    return device_->variants_in_turn(algorithm, level, turn);
  }
  std::size_t turns() const override { return device_->turns(); }
  Expected<Answer> run(const Question& question, const Options& variant) override {
    return device_->run(question, variant);
  }

 private:
  std::unique_ptr<DeviceSubject> device_;
  SubjectInfo info_;
};

struct Counts {
  std::size_t failed = 0, all = 0;
};

/// Failing tests by the values of each key: [{"key": "palette", "values": [{"value": "ubo", "failed": 3, "all": 3}]}].
json variants_of(const Suite& suite) {
  std::map<std::string, std::map<std::string, Counts>> counts;
  for (const Record& record : suite.records()) {
    const Outcome outcome = record.verdict.outcome;
    if (!record.ran || outcome == Outcome::not_supported) continue;
    Options keys = record.variant;
    keys["algorithm"] = record.from->algorithm->path();
    for (const gpu::VariantKey& key : gpu::variant_keys())
      if (key.name == "vertices" || key.name == "draw" || key.name == "feedback")
        keys.try_emplace(std::string(key.name), key.values.front());  // a variant names only other values
    for (const auto& [key, value] : keys) {
      Counts& of_value = counts[key][value];
      of_value.failed += is_expected(outcome) ? 0 : 1;
      ++of_value.all;
    }
  }
  json keys = json::array();
  for (const auto& [key, values] : counts) {
    if (values.size() < 2) continue;
    json shown = json::array();
    for (const auto& [value, tests] : values)
      shown.push_back({{"value", value}, {"failed", tests.failed}, {"all", tests.all}});
    keys.push_back({{"key", key}, {"values", shown}});
  }
  return keys;
}

json cause_of(const FailureCluster& alike) {
  json cause = {
      {"about", alike.key.about},   {"outcome", alike.key.outcome ? to_string(*alike.key.outcome) : "fail"},
      {"defect", alike.key.defect}, {"tests", alike.tests.size()},
      {"example", alike.example},   {"words", alike.words}};
  if (const Defect* const defect = find_defect(alike.key.defect)) {
    cause["sentence"] = defect->sentence;
    cause["symptom"] = defect->symptom;
  }
  return cause;
}

class PageRun {
 public:
  Expected<json> start(Choice choice) {
    page::begin_test();
    choice_ = std::move(choice);
    is_measured_ = !choice_.globs.empty();  // chosen tests begin at once
    BINDPOSE_TRY(spec_, parse_subject(choice_.api));
    auto device = open_device(spec_);
    if (page::is_waiting()) return json{{"state", "waiting"}};
    page::end_test();
    BINDPOSE_TRY(device_, std::move(device));
    return json{{"info", device_->info()}};
  }

  /// Measures the device's arithmetic, runs the self-test, then one test a step, until a reply is missing.
  json step() {
    page::begin_test();
    if (!is_measured_) return measure_device();
    if (device_ != nullptr) return test_device();
    if (done_ == tests_.size()) return {{"state", "done"}};
    const Record& record = suite_.records()[tests_[done_]];
    executor_.run(tests_[done_]);
    if (page::is_waiting()) return {{"state", "waiting"}};
    page::end_test();
    ++done_;
    failed_ += is_expected(record.verdict.outcome) ? 0 : 1;
    for (const ArrayVerdict& array : record.verdict.arrays)
      numbers_ += array.judged;
    return {
        {"state", "ran"}, {"done", done_}, {"failed", failed_}, {"numbers", numbers_}, {"next", next_test()}};
  }

  json finish() {
    page::begin_test();
    report_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    report_.diagnoses = {
        diagnose_and_name(suite_, 0, [this] { return diagnose(suite_, 0, wrong_.of(choice_.api)); })};
    json causes = json::array();
    for (const FailureCluster& alike : failure_clusters(verdicts_of(suite_), {}))
      causes.push_back(cause_of(alike));
    return {{"exit_code", exit_code(suite_, report_)},
            {"diagnoses", diagnosis_texts(report_.diagnoses.front())},
            {"causes", causes},
            {"variants", variants_of(suite_)},
            {"counts", to_json(tally_subjects(suite_).front())},
            {"scale", scale_colours()},
            {"results", results_json(suite_, report_)}};
  }

  /// Runs a test again, and sends its mesh: "expected", "got", "triangles", and "codes", the colours of the errors.
  json picture(const std::string& test) {
    page::begin_test();
    const auto& records = suite_.records();
    const auto record = std::ranges::find(records, test, &Record::name);
    if (record == records.end()) return {{"state", "none"}};
    const auto given = executor_.answer_again(static_cast<std::size_t>(record - records.begin()));
    if (page::is_waiting()) return {{"state", "waiting"}};
    page::end_test();
    if (!given) return {{"state", "none"}};
    const JudgedAnswer judged{record->name, *record->from, given->question,
                              given->right, given->answer, record->verdict};
    const auto mesh = can_be_drawn(judged) ? whole_mesh(judged) : std::nullopt;
    if (!mesh) return {{"state", "none"}};
    send_picture(*mesh);
    return {{"state", "drawn"},
            {"words", displacement_words(given->question, given->right, given->answer.arrays,
                                         [&] { return given->joint_names; })}};
  }

 private:
  static void send_picture(const WholeMesh& mesh) {
    const double worst = worst_fraction_of(mesh);
    std::vector<float> codes;
    for (const double fraction : mesh.fractions)
      codes.push_back(fraction <= 1 ? 0
                                    : static_cast<float>(!std::isfinite(fraction) || worst == 1
                                                             ? 1
                                                             : std::log(fraction) / std::log(worst)));
    std::vector<std::uint32_t> corners;
    for (const Triangle& triangle : mesh.triangles)
      corners.insert(corners.end(), triangle.begin(), triangle.end());
    page::send_numbers("expected", floats_of(mesh.expected, mesh.expected));
    page::send_numbers("got", floats_of(mesh.got, mesh.expected));
    page::send_numbers("codes", codes);
    page::send_numbers("triangles", corners);
  }

  /// Opens the device again, with its capability report. A device without a report is also judged.
  json measure_device() {
    SubjectSpec measured = spec_;
    measured.options["card"] = "made";
    measured.name = name_of(spec_);
    auto device = open_device(measured);
    if (page::is_waiting()) return {{"state", "waiting"}};
    page::end_test();
    is_measured_ = true;
    if (device) device_ = std::move(*device);
    return {{"state", "measured"}, {"info", device_->info()}};
  }

  json test_device() {
    const auto tested = device_->self_test();
    if (page::is_waiting()) return {{"state", "waiting"}};
    page::end_test();
    suite_.add_subject(std::make_unique<TestedDevice>(std::move(device_), tested));
    if (choice_.is_smoke) suite_.limit_to(RunExtent::smoke);
    suite_.add_cases(chosen_cases(choice_));
    suite_.choose_tests(choice_.globs);
    suite_.make_records();
    order_tests();
    executor_.on_answer(
        [this](const Record& record, const AskedCase& asked, const Answer& answer, const Verdict& verdict) {
          wrong_.look_at(choice_.api, *record.from, asked.question, asked.expectation, answer, verdict);
        });
    return {{"state", "planned"}, {"tests", tests_.size()}, {"next", next_test()}};
  }

  /// The test's name; empty after the last test.
  std::string next_test() const { return done_ < tests_.size() ? suite_.records()[tests_[done_]].name : ""; }

  /// The order of cases is independent of their cost, so the pace so far predicts the remaining
  /// time. Tests of one case share the expected output.
  void order_tests() {
    std::vector<std::pair<std::string, std::size_t>> places;
    for (std::size_t i = 0; i < suite_.records().size(); ++i)
      places.emplace_back(fnv1a64(suite_.records()[i].from->name), i);
    std::sort(places.begin(), places.end());
    for (const auto& [place, i] : places)
      tests_.push_back(i);
  }

  Clock::time_point start_ = Clock::now();
  Choice choice_;
  SubjectSpec spec_;
  bool is_measured_ = false;               ///< or needs no measurement
  std::unique_ptr<DeviceSubject> device_;  ///< until it is tested
  Suite suite_;
  Executor executor_{suite_};
  WrongAnswers wrong_;
  RunReport report_;
  std::vector<std::size_t> tests_;
  std::size_t done_ = 0, failed_ = 0, numbers_ = 0;
};

PageRun& run() {
  static PageRun the_run;
  return the_run;
}

const char* as_text(const json& value) {
  static std::string text;
  text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return text.c_str();
}

}  // namespace
}  // namespace bindpose::conformance

extern "C" {

/// choice: {"globs": [...], "smoke": false, "seed": "", "api": "webgl"}. Returns {"state": "waiting"}, {"info"} or {"error"}.
const char* bindpose_start(const char* choice) {
  using namespace bindpose::conformance;
  const json asked = json::parse(choice, nullptr, false);
  const auto started =
      run().start({asked.value("globs", std::vector<std::string>{}), asked.value("smoke", false),
                   asked.value("seed", ""), asked.value("api", "webgl")});
  return as_text(started ? *started : json{{"error", to_string(started.error())}});
}

/// Returns {"state": "waiting" | "measured" | "planned" | "ran" | "done", ...}.
const char* bindpose_step() {
  using namespace bindpose::conformance;
  return as_text(run().step());
}

void bindpose_reply(const char* reply) {
  bindpose::page::give_reply(reply);
}

const char* bindpose_finish() {
  using namespace bindpose::conformance;
  return as_text(run().finish());
}

/// Returns {"state": "waiting" | "drawn" | "none", "words"}.
const char* bindpose_picture(const char* test) {
  using namespace bindpose::conformance;
  return as_text(run().picture(test));
}
}
