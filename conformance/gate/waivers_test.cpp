// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/waivers.h"

#include <chrono>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/testing/schema.h"
#include "reference/testing/assert.h"
#include "reference/testing/printable_line.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::waivers_test {

constexpr const char* xml = R"(<?xml version="1.0" encoding="UTF-8"?>
<waiver_list>
  <!-- as the Khronos suites have it -->
  <waiver vendor="Mesa*" url="https://example.org/1">
    <description>Half a palette</description>
    <renderer_list><r>llvm*</r><r>softpipe</r></renderer_list>
    <t>skinning.linear_blend.*</t>
    <t>skinning.stitching.bar.posed.palette.f32</t>
  </waiver>
  <waiver url="https://example.org/2" owner="ann" expires="2027-01-31" max_error="2.5">
    <description>Twice as far</description>
    <t>pose.*/gpu/*</t>
  </waiver>
</waiver_list>
)";
constexpr const char* json = R"({"format": "bindpose-waivers-1", "waivers": [
  {"cases": ["pose.*"], "subjects": ["gpu*"], "reason": "late", "owner": "ann", "url": "https://example.org",
   "expires": "2027-01-31", "max_error": 3}]})";

const Date day{std::chrono::year(2027), std::chrono::January, std::chrono::day(31)};
const Date day_after{std::chrono::year(2027), std::chrono::February, std::chrono::day(1)};

std::string code_of(const std::string& text) {
  return test::refusal_of(Waivers::parse(text, "w"));
}
std::string code_of_json(const std::string& waiver) {
  return code_of(R"({"format": "bindpose-waivers-1", "waivers": [)" + waiver + "]}");
}
std::string code_of_xml(const std::string& waiver) {
  return code_of("<waiver_list>\n" + waiver + "</waiver_list>");
}

bool obeys_schema(const std::string& text) {
  return static_cast<bool>(obeys("gate/waivers.schema.json", nlohmann::json::parse(text)));
}

Verdict failing(double fraction, Outcome outcome = Outcome::fail) {
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.worst_fraction = fraction;
  verdict.detail = "as measured";
  return verdict;
}

Waiver known_failure() {
  Waiver waiver;
  waiver.cases = {"a"};
  waiver.reason = "known";
  waiver.place = "w:1";
  return waiver;
}

TEST(WaiversTest, xml_of_khronos_and_additional_attributes_are_read) {
  BINDPOSE_ASSERT(const auto waivers, Waivers::parse(xml, "w.xml"));
  ASSERT_EQ(waivers.list().size(), 2U);
  const Waiver& first = waivers.list()[0];
  EXPECT_EQ(first.place, "w.xml:4");
  EXPECT_EQ(first.vendor, "Mesa*");
  EXPECT_EQ(first.reason, "Half a palette");
  EXPECT_EQ(first.subjects, (std::vector<std::string>{"llvm*", "softpipe"}));
  EXPECT_FALSE(first.max_error);
  const Waiver& second = waivers.list()[1];
  EXPECT_EQ(second.owner, "ann");
  EXPECT_EQ(second.max_error, 2.5);
  EXPECT_EQ(to_string(*second.expires), "2027-01-31");
}

TEST(WaiversTest, a_waiver_covers_matching_cases_subjects_and_vendors) {
  BINDPOSE_ASSERT(const auto waivers, Waivers::parse(xml, "w.xml"));
  const SubjectInfo llvmpipe = {{"vendor", "Mesa/X.org"}, {"renderer", "llvmpipe (LLVM 15)"}};
  const SubjectInfo other = {{"vendor", "ACME"}, {"renderer", "llvmpipe"}};
  const auto covers = [&](const char* name, const SubjectInfo& info) {
    return waivers.find(name, "gpu:surfaceless", info, day) != nullptr;
  };
  EXPECT_TRUE(covers("skinning.linear_blend.bar/gpu_surfaceless/default", llvmpipe));
  EXPECT_TRUE(covers("skinning.stitching.bar.posed.palette.f32/gpu_surfaceless/default", llvmpipe))
      << "a case";
  EXPECT_FALSE(covers("skinning.linear_blend.bar/gpu_surfaceless/default", other)) << "another vendor";
  EXPECT_FALSE(covers("skinning.dual_quaternion.bar/gpu_surfaceless/default", llvmpipe));
  EXPECT_TRUE(covers("pose.fk/gpu/default", other));
  BINDPOSE_ASSERT(
      const auto dotted,
      Waivers::parse("<waiver_list><waiver url='u'><t>pose.fk.gpu.default</t></waiver></waiver_list>", "w"));
  EXPECT_NE(dotted.find("pose.fk/gpu/default", "gpu", {}, day), nullptr) << "as dEQP names it";
}

TEST(WaiversTest, former_names_are_covered_and_reported) {
  BINDPOSE_ASSERT(
      const auto waivers,
      Waivers::parse("<waiver_list><waiver "
                     "url='u'><t>pose.fk_matrix.*</t><t>pose.lerp.a.gpu.default</t></waiver></waiver_list>",
                     "w"));
  EXPECT_NE(waivers.find("hierarchy.fk_matrix.bar/gpu/default", "gpu", {}, day), nullptr);
  EXPECT_NE(waivers.find("animation.lerp.a/gpu/default", "gpu", {}, day), nullptr) << "as dEQP names it";
  EXPECT_EQ(waivers.find("hierarchy.fk_dof.bar/gpu/default", "gpu", {}, day), nullptr);
  EXPECT_EQ(waivers.notes().size(), 2U);
}

TEST(WaiversTest, json_obeys_its_schema) {
  const auto waivers = Waivers::parse(std::string("\xef\xbb\xbf") + json, "w.json");
  ASSERT_TRUE(waivers) << to_string(waivers.error());
  EXPECT_EQ(waivers->list()[0].place, "w.json#/waivers/0");
  EXPECT_EQ(waivers->list()[0].max_error, 3);
  EXPECT_TRUE(obeys_schema(json));
  EXPECT_FALSE(obeys_schema(R"({"format": "bindpose-waivers-1", "waivers": [{"cases": []}]})"));
  EXPECT_NE(waivers->find("pose.fk/x/default", "gpu:osmesa", {}, day), nullptr) << "by the subject's name";
  EXPECT_EQ(waivers->find("pose.fk/x/default", "reference-float", {}, day), nullptr);
}

TEST(WaiversTest, bad_files_are_refused_with_their_place) {
  EXPECT_EQ(code_of(""), "WAIVER_SYNTAX w");
  EXPECT_EQ(code_of("{"), "WAIVER_SYNTAX w");
  EXPECT_EQ(code_of(R"({"format": "other", "waivers": []})"), "WAIVER_SYNTAX w");
  EXPECT_EQ(code_of("<waiver_list>\n<waiver>\n</waiver_list>").substr(0, 16), "WAIVER_SYNTAX w:");
  EXPECT_EQ(code_of("<list/>"), "WAIVER_SYNTAX w");
  EXPECT_EQ(code_of_json(R"({"reason": "r"})"), "WAIVER_FIELD w#/waivers/0") << "no case";
  EXPECT_EQ(code_of_json(R"({"cases": ["a"]})"), "WAIVER_FIELD w#/waivers/0") << "no reason";
  EXPECT_EQ(code_of_json(R"({"cases": ["a"], "reason": "r", "expire": "x"})"),
            "WAIVER_FIELD w#/waivers/0/expire");
  EXPECT_EQ(code_of_json(R"({"cases": "a", "reason": "r"})"), "WAIVER_FIELD w#/waivers/0/cases");
  EXPECT_EQ(code_of_json(R"({"cases": ["a", "a"], "reason": "r"})"), "WAIVER_PATTERN w#/waivers/0");
  EXPECT_EQ(code_of_json(R"({"cases": ["a"], "reason": "r", "max_error": "2"})"),
            "WAIVER_FIELD w#/waivers/0/max_error");
  EXPECT_EQ(code_of_json(R"({"cases": ["a"], "reason": "r", "max_error": 0.5})"),
            "WAIVER_FIELD w#/waivers/0/max_error");
  EXPECT_EQ(code_of_xml("<waiver url='u'><t>a</t><u/></waiver>"), "WAIVER_FIELD w:2");
  EXPECT_EQ(code_of_xml("<waiver url='u' until='x'><t>a</t></waiver>"), "WAIVER_FIELD w:2 until");
  EXPECT_EQ(code_of_xml("<waiver url='u' max_error='nan'><t>a</t></waiver>"), "WAIVER_FIELD w:2 max_error");
  EXPECT_EQ(code_of_xml("<waiver url='u' max_error='2x'><t>a</t></waiver>"), "WAIVER_FIELD w:2 max_error");
  EXPECT_EQ(code_of_xml("<waiver url='u'><description>d</description></waiver>"), "WAIVER_FIELD w:2");
}

TEST(WaiversTest, invalid_dates_are_refused) {
  for (const char* date :
       {"2027-02-29", "2027-13-01", "2027-00-10", "2027-1-31", "31.01.2027", "tomorrow", ""}) {
    EXPECT_EQ(code_of_json(fmt::format(R"({{"cases": ["a"], "reason": "r", "expires": "{}"}})", date)),
              "WAIVER_DATE w#/waivers/0/expires")
        << date;
    EXPECT_EQ(code_of_xml(fmt::format("<waiver url='u' expires='{}'><t>a</t></waiver>", date)),
              "WAIVER_DATE w:2 expires")
        << date;
  }
  EXPECT_TRUE(parse_date("2028-02-29"));
}

TEST(WaiversTest, a_failure_within_its_error_is_waived) {
  Waiver waiver = known_failure();
  waiver.owner = "ann";
  waiver.max_error = 2.5;
  const Verdict within = under_waiver(failing(2.5), waiver, day);
  EXPECT_EQ(within.outcome, Outcome::waived);
  EXPECT_EQ(within.judged, Outcome::fail);
  const Verdict beyond = under_waiver(failing(2.51), waiver, day);
  EXPECT_EQ(beyond.outcome, Outcome::fail);
  EXPECT_TRUE(has(beyond.detail, {"2.51", "2.5", "as measured", "ann", "known", "w:1"}));
  EXPECT_EQ(under_waiver(failing(std::nan("")), waiver, day).outcome, Outcome::fail);
  EXPECT_EQ(under_waiver(failing(0, Outcome::crash), waiver, day).outcome, Outcome::crash)
      << "has no error to bound";
  waiver.max_error.reset();
  EXPECT_EQ(under_waiver(failing(0, Outcome::crash), waiver, day).outcome, Outcome::waived);
  EXPECT_EQ(under_waiver(failing(0, Outcome::internal_error), waiver, day).outcome, Outcome::internal_error);
}

TEST(WaiversTest, a_pass_stays_a_pass_and_an_expired_waiver_has_no_effect) {
  Waiver waiver = known_failure();
  waiver.expires = day;
  EXPECT_EQ(under_waiver(failing(0.5, Outcome::pass), waiver, day).outcome, Outcome::pass);
  EXPECT_EQ(under_waiver(failing(0, Outcome::not_supported), waiver, day).outcome, Outcome::not_supported);
  EXPECT_EQ(under_waiver(failing(9), waiver, day).outcome, Outcome::waived) << "on its last day";
  const Verdict expired = under_waiver(failing(9), waiver, day_after);
  EXPECT_EQ(expired.outcome, Outcome::fail);
  EXPECT_TRUE(has(expired.detail, "expired on 2027-01-31"));
}

TEST(WaiversTest, a_valid_waiver_has_priority_over_an_expired_waiver) {
  const auto waivers = Waivers::parse(
      R"({"format": "bindpose-waivers-1", "waivers": [
        {"cases": ["a*"], "reason": "old", "expires": "2026-01-01"}, {"cases": ["a"], "reason": "new"}]})",
      "w");
  ASSERT_TRUE(waivers);
  EXPECT_EQ(waivers->find("a", "s", {}, day)->reason, "new");
  EXPECT_EQ(waivers->find("ab", "s", {}, day)->reason, "old");
}

TEST(WaiversTest, names_in_errors_can_be_printed) {
  const std::string name = test::malicious_name();
  const std::string in_json = nlohmann::json(test::malicious_json_name()).dump();
  const std::string begin = R"({"format": "bindpose-waivers-1", "waivers": [{"reason": "r", "cases": )";
  for (const std::string& text :
       {"<" + name, "<waiver_list><a" + name + "/></waiver_list>",
        "<waiver_list><waiver url='u'><t" + name + "/></waiver></waiver_list>",
        "<waiver_list><waiver a" + name + "='u'/></waiver_list>",
        "<waiver_list><waiver expires='" + name + "'/></waiver_list>",
        "<waiver_list><waiver url='u'><t>" + name + "</t><t>" + name + "</t></waiver></waiver_list>",
        begin + "[" + in_json + "," + in_json + "]}]}", begin + R"(["a"], "expires": )" + in_json + "}]}",
        begin + "[\"a\"], " + in_json + ": 1}]}"}) {
    const auto refused = Waivers::parse(text, "w");
    ASSERT_FALSE(refused) << text.substr(0, 100);
    EXPECT_TRUE(test::is_printable_line(refused.error())) << text.substr(0, 100);
  }
}

std::string waiver_of(const std::vector<std::string>& globs) {
  return nlohmann::json{{"format", "bindpose-waivers-1"}, {"waivers", {{{"cases", globs}, {"reason", "r"}}}}}
      .dump();
}

TEST(WaiversTest, globs_have_limits) {
  std::vector<std::string> globs;
  for (std::size_t i = 0; i < limits::waiver_globs.most; ++i)
    globs.push_back("a" + std::to_string(i));
  EXPECT_EQ(code_of(waiver_of(globs)), "");
  globs.emplace_back("b");
  const auto refused = Waivers::parse(waiver_of(globs), "w");
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()),
            "WAIVER_LIMIT at w: 10001 patterns, expected at most 10000; let one pattern name several tests");
  EXPECT_EQ(code_of(waiver_of({std::string(limits::waiver_glob.most, 'a')})), "");
  EXPECT_EQ(code_of(waiver_of({std::string(limits::waiver_glob.most + 1, 'a')})),
            "WAIVER_LIMIT w#/waivers/0");
}

/// Formerly the lines up to each waiver were counted from the start of the file.
TEST(WaiversTest, lines_are_counted_once) {
  std::string text = "<waiver_list>";
  for (int i = 0; i < 100'000; ++i)
    text += fmt::format("<waiver url=\"https://example.org/issues/{0}\"><t>{0}</t></waiver>\n", i);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Waivers::parse(text + "</waiver_list>", "w.xml").error().code, "WAIVER_LIMIT");
  EXPECT_EQ(Waivers::parse(text + "<other/></waiver_list>", "w.xml").error().where, "w.xml:100001");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

/// Compiling each of 10,000 globs again for each name would take minutes.
TEST(WaiversTest, each_glob_is_compiled_once) {
  std::vector<std::string> globs;
  for (std::size_t i = 0; i < limits::waiver_globs.most; ++i)
    globs.push_back("*." + std::to_string(i) + ".*x");
  BINDPOSE_ASSERT(const auto waivers, Waivers::parse(waiver_of(globs), "w"));
  std::size_t covered = 0;
  for (std::size_t i = 0; i < 300; ++i)
    covered += waivers.find("a." + std::to_string(1'000 * i) + ".b/gpu/x", "gpu", {}, day) != nullptr ? 1 : 0;
  EXPECT_EQ(covered, 10U);
}

}  // namespace bindpose::conformance::waivers_test
