// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/html_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/displacement.h"
#include "conformance/report/text.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/judged_run.h"
#include "conformance/testing/results.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"
#include "reference/model/rows.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::html_page_test {

using nlohmann::json;

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t first = text.find(begin);
  if (first == std::string::npos) return "";
  return text.substr(first + begin.size(), text.find(end, first + begin.size()) - first - begin.size());
}

json data_of(const std::string& page) {
  return json::parse(between(page, R"(<script type="application/json" id="data">)", "</script>"));
}

/// The words below the strip of stages.
std::string stage_words(const std::string& first) {
  const std::string cell = between(first, "<dd class=\"stage\">", "</dd>");
  const std::size_t strip = cell.find("</ol>");
  return strip == std::string::npos ? cell : cell.substr(strip + 5);
}

/// The run of a subject that makes a registered defect.
struct DefectRun : JudgedRun {
  DefectRun(const std::string& defect, const Globs& globs) : JudgedRun(globs, "defect:" + defect) {}
};

TEST(HtmlPageTest, the_first_screen_shows_joint_displacement_stage_and_defect) {
  struct Said {
    const char* defect;
    const char* stage;
  };
  // The first two make the world transforms wrong (for the second, only the resulting matrices are known),
  // the next two make the skinning matrices wrong, and the last one only the vertices.
  for (const Said& said : {Said{"fk-local-as-global", "world"},
                           Said{"fk-child-times-parent", "palette, the skinning matrices, at the latest"},
                           Said{"ibm-ignored", "palette"}, Said{"palette-transposed", "palette"},
                           Said{"weights-ignored", "after palette"}}) {
    const DefectRun run(said.defect, {"skinning.linear_blend.bar.posed.direction.pose.f32"});
    const Record& record = run.suite.records().front();
    ASSERT_EQ(record.verdict.outcome, Outcome::fail) << said.defect;
    const std::string page = run.page(), first = between(page, "<main>", "</main>");
    // The effect of the defect, computed separately.
    const Question question{record.from->algorithm, record.from->level, record.from->options,
                            *record.from->question()};
    const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
    const ArraySet expected = judged_arrays(question, *right);
    const ArraySet wrong = *answer_with(*find_defect(said.defect), question, expected);
    const Array::Reals &x = expected.find("positions")->reals(), &y = wrong.find("positions")->reals();
    double most = 0;
    std::size_t vertex = 0;
    for (std::size_t i = 0; i < x.size(); i += 3)
      if (const double moved = std::hypot(x[i] - y[i], x[i + 1] - y[i + 1], x[i + 2] - y[i + 2]);
          moved > most) {
        most = moved;
        vertex = i / 3;
      }
    const std::size_t slots = question.arrays.find("weights")->shape[1];
    const double* weights = &question.arrays.find("weights")->reals()[vertex * slots];
    const auto strongest = static_cast<std::size_t>(std::max_element(weights, weights + slots) - weights);
    const std::string joint =
        fmt::format("joint {}", question.arrays.find("joints")->integers()[vertex * slots + strongest]);
    EXPECT_EQ(between(first, "<dd class=\"joint\">", "</dd>"), "<bdi>" + joint + "</bdi>") << said.defect;
    EXPECT_EQ(between(between(first, "<dd class=\"displacement\">", "</dd>"), ">", "<"), length_words(most))
        << said.defect;
    EXPECT_EQ(stage_words(first).find(said.stage), 0U) << said.defect << ": " << stage_words(first);
    EXPECT_TRUE(has(first, {"<li class=\"wrong first\">", "<dt>defect</dt>"})) << said.defect;
    EXPECT_EQ(between(first, "<dd class=\"defect\">", ": "),
              fmt::format("<a href=\"#explain={0}\">{0}</a>", record.verdict.defect));
    EXPECT_TRUE(has(
        page, {fmt::format("<dt id=\"explain={}\">", record.verdict.defect), "<h1>1 failed, 0 passed</h1>"}));
    EXPECT_TRUE(has(first, {"<svg class=\"still\"", "bindpose test --subject"}));
  }
}

/// Among tests with the same displacement, the page shows one with stages.
TEST(HtmlPageTest, a_defect_after_the_palette_is_reported_after_it) {
  const std::string bar = "skinning.linear_blend.bar.posed.direction.";
  const auto stage_said = [](const std::vector<std::string>& globs) {
    const std::string page = DefectRun("weights-ignored", globs).page();
    return stage_words(between(page, "<main>", "</main>"));
  };
  EXPECT_EQ(stage_said({bar + "palette.f32"}),
            "after palette, the skinning matrices: the test gives this stage as an input");
  EXPECT_EQ(stage_said({bar + "palette.f32", bar + "pose.f32"}),
            "after palette, the skinning matrices: this defect does not change the stages");
}

/// An array, or a stage, in the page and in results.json.
void expect_same_array(const json& page, const json& shown, const json& array) {
  const json& worst = array["worst"];
  EXPECT_EQ(page["texts"][shown[0].get<std::size_t>()], array["name"]);
  EXPECT_EQ(shown[1], array["judged"]);
  EXPECT_EQ(shown[2], array["failing"]);
  const double got = worst["got"], expected = worst["expected"], bound = worst["bound"];
  EXPECT_EQ(shown[3].dump(), json_number(JudgedNumber{got, expected, bound}.fraction()).dump())
      << "the fraction of the shown number";
  EXPECT_EQ(shown[4], place(array["name"], worst["row"], worst["component"], array["width"]));
  EXPECT_EQ(shown[5], expected);
  EXPECT_EQ(shown[6], got);
  EXPECT_EQ(shown[7], bound);
}

/// The cells of each line.
std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string_view line : lines_of(csv)) {
    std::istringstream cells{std::string(line)};
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');)
      rows.back().push_back(cell);
  }
  return rows;
}

/// A failure in junit.xml has the complete message and the worst fraction.
void expect_reported(const pugi::xml_document& junit, double worst_fraction, const std::string& detail) {
  for (const pugi::xpath_node& found : junit.select_nodes("//testcase[failure]")) {
    const pugi::xml_node test = found.node(), failure = test.child("failure");
    if (failure.text().get() != detail) continue;
    EXPECT_EQ(failure.attribute("message").value(), "fail: " + detail.substr(0, detail.find('\n')));
    const auto fraction = test.child("properties").find_child_by_attribute("name", "worst_fraction_of_bound");
    EXPECT_EQ(fraction.attribute("value").value(), fmt::format("{:.4g}", worst_fraction));
    return;
  }
  ADD_FAILURE() << "junit.xml does not say " << detail;
}

TEST(HtmlPageTest, page_terminal_json_and_junit_have_the_same_numbers) {
  const DefectRun wrong("ibm-ignored",
                        {"skinning.linear_blend.bar.[ps]*.pose.f32", "hierarchy.palette.bar.*"});
  const TemporaryFolder folder;
  ASSERT_TRUE(write_reports(folder, wrong.suite, wrong.run));
  const auto text_of = [&folder](const char* name) { return *read_text(folder / name); };
  const json results = json::parse(text_of("results.json")), page = data_of(text_of("report.html"));
  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_string(text_of("junit.xml").c_str()));
  const std::string terminal = summary(wrong.suite, wrong.run, {.columns = 1000});
  ASSERT_EQ(results["results"].size(), page["tests"].size());
  ASSERT_GT(results["results"].size(), 4U);
  std::size_t failures = 0;
  constexpr std::size_t plain_pass = 6;  // numbers
  const auto csv = rows_of(text_of("results.csv")), failed = rows_of(text_of("failures.csv"));
  ASSERT_EQ(csv.size(), results["results"].size());
  for (std::size_t t = 0; t < page["tests"].size(); ++t) {
    const json &result = results["results"][t], &test = page["tests"][t];
    const bool is_wrong = result["outcome"] == "fail";
    EXPECT_EQ(csv[t][0], result["name"]);
    EXPECT_EQ(csv[t][1], is_wrong ? "Fail" : "Pass");
    EXPECT_NEAR(std::stod(csv[t][2]),
                result["subject_seconds"].get<double>() + result["judge_seconds"].get<double>(), 1e-6);
    EXPECT_EQ(std::ranges::count(failed, std::vector{csv[t][0], csv[t][1]}), is_wrong ? 1 : 0);
    EXPECT_EQ(page["cases"][test[0].get<std::size_t>()][0], result["case"]);
    EXPECT_EQ(page["outcomes"][test[3].get<std::size_t>()][0], result["outcome"]);
    if (test.size() == plain_pass) {
      EXPECT_EQ(result["outcome"], "pass");
      EXPECT_FLOAT_EQ(test[4].get<float>(), result["worst_fraction"].get<float>());
      continue;
    }
    EXPECT_EQ(test[4], result["worst_fraction"]);
    ASSERT_EQ(test[9].size(), result["arrays"].size());
    for (std::size_t a = 0; a < test[9].size(); ++a)
      expect_same_array(page, test[9][a], result["arrays"][a]);
    if (result["outcome"] != "fail") continue;
    ++failures;
    const std::string detail = result["detail"];
    expect_reported(junit, result["worst_fraction"], detail);
    // The terminal prints each kind once, with the numbers of its first test.
    const std::string told = page["texts"][test[6].get<std::size_t>()];
    EXPECT_EQ(detail.substr(0, 190), told.substr(0, 190));
  }
  EXPECT_GT(failures, 2U);
  EXPECT_EQ(failed.size(), failures);
  // The terminal has the worst number of one test of each cause.
  bool is_in_terminal = false;
  for (const json& result : results["results"])
    for (const json& array : result["arrays"]) {
      if (result["outcome"] != "fail" || array["failing"] == 0) continue;
      const json& worst = array["worst"];
      const double error = std::abs(worst["got"].get<double>() - worst["expected"].get<double>());
      const std::string words = fmt::format("{:.3g} times the bound", error / worst["bound"].get<double>());
      is_in_terminal = is_in_terminal || terminal.find(words) != std::string::npos;
    }
  EXPECT_TRUE(is_in_terminal) << terminal;
  const std::string count = fmt::format("{} fail", failures);
  EXPECT_TRUE(has(text_of("report.html"), fmt::format("<b>{}</b> failed</a>", failures)));
  EXPECT_TRUE(has(terminal, count));
}

TEST(HtmlPageTest, each_test_shows_its_stages_even_without_a_defect) {
  auto fake = std::make_unique<Fake>([asked = 0](const Question&, Answer answer) mutable -> Expected<Answer> {
    Array::Reals& palette = *reals_of(answer.arrays, "palette");
    palette[7] += 0.01 * ++asked;
    (*reals_of(answer.arrays, "positions"))[1] += 0.01;
    return answer;
  });
  const JudgedRun run({"skinning.linear_blend.bar.[ps]*.direction.pose.f32"}, std::move(fake));
  const json results = json::parse(results_json(run.suite, run.run)), page = data_of(run.page());
  ASSERT_EQ(page["groups"].size(), 1U);
  ASSERT_GT(page["tests"].size(), 2U);
  for (std::size_t t = 0; t < page["tests"].size(); ++t) {
    const json &shown = page["tests"][t][10], &stages = results["results"][t]["stages"];
    ASSERT_EQ(shown.size(), stages.size());
    ASSERT_EQ(stages.size(), 2U);
    for (std::size_t s = 0; s < stages.size(); ++s)
      expect_same_array(page, shown[s], stages[s]);
  }
  const std::string first = between(run.page(), "<main>", "</main>");
  EXPECT_EQ(between(first, "<dd class=\"defect\">", "</dd>"), "no registered defect explains every number");
  EXPECT_EQ(stage_words(first),
            "palette, the skinning matrices (by the subject&#39;s own numbers, at joint 0)");
}

TEST(HtmlPageTest, each_common_cause_is_a_paragraph) {
  DefectRun run("ibm-ignored", {"skinning.linear_blend.bar.posed.direction.pose.f32"});
  const Diagnosis one{
      1, 100, {{find_defect("ibm-ignored"), {98, 2, {}}}}, {}, {}, {}, {"skinning/linear_blend"}},
      other{1, 50, {{find_defect("slerp-nan"), {50, 0, {}}}}, {}, {}, {}, {"animation/slerp"}};
  run.run.diagnoses = {Diagnoses{one, other}};
  const std::string page = run.page();
  EXPECT_TRUE(has(page, {"skinning/linear_blend: of 100 wrong numbers in 1 failing test 98 % are as "
                         "ibm-ignored makes them",
                         "animation/slerp: of 50 wrong numbers in 1 failing test 100 % are as "
                         "slerp-nan makes them"}));
}

TEST(HtmlPageTest, a_subject_that_dies_has_no_diagnosis) {
  auto fake = std::make_unique<Fake>([](const Question&, const Answer&) -> Expected<Answer> {
    return fail("CRASH", "", "it does not start");
  });
  const JudgedRun run({"skinning.linear_blend.bar.posed.direction.pose.f32"}, std::move(fake));
  const std::string page = run.page();
  EXPECT_TRUE(lacks(page, {"<dd class=\"defect\">", "no registered defect"}));
  EXPECT_EQ(data_of(page)["groups"][0]["cause_words"], "");
  EXPECT_NE(page.find("<dd class=\"code\"><a href=\"#explain=CRASH\">CRASH</a></dd>"), std::string::npos);
  EXPECT_NE(page.find("<dt id=\"explain=CRASH\"><code>CRASH</code></dt><dd>a subject"), std::string::npos);
}

TEST(HtmlPageTest, wrong_normals_displace_nothing) {
  auto fake = std::make_unique<Fake>([](const Question&, Answer answer) -> Expected<Answer> {
    for (double& x : *reals_of(answer.arrays, "normals"))
      x = -x;
    return answer;
  });
  const JudgedRun run({"skinning.linear_blend.bar.posed.direction.pose.f32"}, std::move(fake));
  const std::string first = between(run.page(), "<main>", "</main>");
  const std::string headline = between(first, "<h3>", "</h3>");
  EXPECT_EQ(headline.find("normals of "), 0U) << headline;
  EXPECT_TRUE(has(headline, " vertices, by up to 180 degrees"));
  EXPECT_EQ(between(first, "<dd class=\"displacement\">", "</dd>"),
            "nothing: every position is within its bound");
  EXPECT_TRUE(has(summary(run.suite, run.run, {.columns = 1000}), headline + "; every position is right"));
}

TEST(HtmlPageTest, numbers_of_a_vertex_equal_those_of_the_verdict) {
  const DefectRun wrong("ibm-ignored", {"skinning.linear_blend.bar.posed.direction.pose.f32"});
  const Record& record = wrong.suite.records().front();
  const auto finding = wrong.first_finding();
  ASSERT_TRUE(finding && finding->mesh);
  for (const ArrayVerdict& array : record.verdict.arrays) {
    const auto vertex = std::ranges::find(finding->mesh->numbered, array.row, &NumberedVertex::vertex);
    ASSERT_NE(vertex, finding->mesh->numbered.end());
    if (array.component == array.width) continue;  // a length
    const auto column = std::ranges::find(finding->mesh->columns, std::pair(array.name, array.component));
    const JudgedNumber& number =
        vertex->numbers[static_cast<std::size_t>(column - finding->mesh->columns.begin())];
    EXPECT_EQ(number.got, array.got);
    EXPECT_EQ(number.value, array.expected);
    EXPECT_EQ(number.bound, array.bound);
  }
}

const char* const hostile[] = {"</script><script>alert(1)</script>",
                               "<img src=x onerror=alert(1)>",
                               "\" onload=\"alert(1)",
                               "<!--",
                               "]]>",
                               "\x1b[2J\x1b]0;title\x07",
                               ("\xE2\x80\xAE"
                                "evil"),
                               "\xff\xfe no UTF-8",
                               "a\0b",
                               "' OR 1=1 --",
                               "&lt;",
                               "\xE2\x80\xA8line"};

PageContent hostile_content(const std::string& text, const Verdict& verdict, const Case& from) {
  PageContent content;
  content.title = content.ending = text;
  content.remarks = {text};
  content.subjects = {{text, {{"renderer", text}}, "bindpose test --subject " + shell_word(text), {text}}};
  content.cases = {{text, from.algorithm, text, text, {text}, text, " --asset " + shell_word(text)}};
  content.tests = {{text + "/x/default", 0, 0, &verdict}};
  return content;
}

TEST(HtmlPageTest, untrusted_text_stays_text) {
  const Case& from = built_in_cases().front();
  PageContent plain;
  const std::string empty = html_page(plain);
  for (const char* text : hostile) {
    Verdict verdict;
    verdict.outcome = Outcome::fail;
    verdict.detail = verdict.defect = verdict.first_wrong_stage = text;
    ArrayVerdict array;
    array.name = text;
    verdict.arrays = verdict.stages = {array};
    const std::string page = html_page(hostile_content(text, verdict, from));
    for (const char* piece : {"<script", "</script", "<img", "<!--"})
      EXPECT_EQ(times(piece, page), times(piece, empty)) << piece << " of " << shown_text(text);
    EXPECT_TRUE(lacks(page, {"\x1b", "\\u001b", "\x07", "\xE2\x80\xAE", "onload=\"", "\xff"}))
        << "of " << shown_text(text);
    EXPECT_EQ(data_of(page)["tests"].size(), 1U);
  }
}

TEST(HtmlPageTest, a_long_message_is_cut_and_its_length_shown) {
  const Case& from = built_in_cases().front();
  Verdict verdict;
  verdict.outcome = Outcome::crash;
  verdict.detail.assign(10'000'000, 'x');
  const std::string page = html_page(hostile_content("name", verdict, from));
  EXPECT_LT(page.size(), 200'000U);
  EXPECT_TRUE(has(page, "(10000000 bytes in all; results.json has them)"));
  EXPECT_EQ(page_text("a\xC3\xA4z", 2).substr(0, 2), "a ") << "no part of a character";
}

TEST(HtmlPageTest, six_thousand_failures_take_less_than_five_megabytes) {
  std::vector<std::unique_ptr<Subject>> subjects;
  for (const char* name : {"first", "second", "third"}) {
    auto fake = std::make_unique<Fake>([](const Question&, Answer answer) -> Expected<Answer> {
      ArraySet wrong;
      for (const Array& array : answer.arrays) {
        Array changed = array;
        if (changed.is_real())
          for (double& x : std::get<Array::Reals>(changed.data))
            x = 1.5 * x + 1;
        wrong.put(std::move(changed));
      }
      answer.arrays = wrong;
      return answer;
    });
    fake->called = name;
    subjects.push_back(std::move(fake));
  }
  const JudgedRun run({"skinning.*", "morph.*", "hierarchy.*", "face.*", "deform.*", "examples.psd*"},
                      std::move(subjects), 400);
  PageContent content = page_content(run.suite, run.run);
  // Repeats the verdicts under other names until there are 6,000 tests.
  const std::size_t judged = content.tests.size();
  ASSERT_GT(judged, 300U);
  for (std::size_t i = 0; content.tests.size() < 6000; ++i) {
    PageCase more = content.cases[content.tests[i % judged].from];
    more.name += fmt::format("-{}", i);
    PageTest test = content.tests[i % judged];
    test.name = more.name + test.name.substr(test.name.find('/'));
    test.from = content.cases.size();
    content.cases.push_back(more);
    content.tests.push_back(test);
  }
  const std::string page = html_page(content);
  EXPECT_LT(page.size(), 5'000'000U);
  EXPECT_GT(data_of(page)["meshes"].size(), 10U);
}

TEST(HtmlPageTest, six_thousand_long_messages_are_cut_to_the_page_limit) {
  constexpr std::size_t tests = 6000;
  std::string marks;
  while (marks.size() < 20000)
    marks += "<b>\xE2\x80\xAE&\xC3\xA9\"";
  std::vector<Verdict> verdicts(tests);
  PageContent content;
  content.subjects = {{"subject", {}, "bindpose test --subject subject", {}}};
  for (std::size_t i = 0; i < tests; ++i) {
    const Algorithm& algorithm = algorithms()[i % algorithms().size()];
    verdicts[i].outcome = Outcome::fail;
    verdicts[i].detail = fmt::format("{} {}", i, marks);
    const std::string name = fmt::format("{}.scene.variation-{}.pose.f32", algorithm.path(), i);
    content.cases.push_back({name, &algorithm, "Some purpose.", "", {}, name, ""});
    content.tests.push_back({name + "/subject/default", i, 0, &verdicts[i]});
  }
  const std::string page = html_page(content);
  EXPECT_LT(page.size(), 5'000'000U);
  const json data = data_of(page);
  EXPECT_LT(data["message_cut"][0], most_message) << "the page names its limit";
  const std::string last = data["texts"][data["tests"][0][6].get<std::size_t>()];
  EXPECT_TRUE(has(last, "bytes in all; results.json has them)"));
  EXPECT_FALSE(data_of(html_page({})).contains("message_cut"));
}

TEST(HtmlPageTest, failures_of_several_algorithms_with_one_cause_are_one_group) {
  const DefectRun run("ibm-ignored", {"skinning.linear_blend.bar.posed.direction.pose.f32",
                                      "skinning.dual_quaternion.bar.posed.first-influence.pose.f32"});
  const json page = data_of(run.page());
  ASSERT_EQ(page["tests"].size(), 2U);
  EXPECT_EQ(page["groups"].size(), 1U);
  const std::string algorithms = between(run.page(), "<dd class=\"algorithm\">", "</dd>");
  EXPECT_TRUE(has(algorithms, {"skinning/linear_blend</a>", "skinning/dual_quaternion</a>"}));
}

/// A passing test has only its verdict, except the tightest of each algorithm and subject.
TEST(HtmlPageTest, a_passing_run_lists_the_tightest_test_of_each_algorithm) {
  const JudgedRun run({"skinning.linear_blend.bar.*", "hierarchy.palette.bar.*"}, "reference-float");
  const std::string text = run.page();
  const json page = data_of(text), results = json::parse(results_json(run.suite, run.run));
  EXPECT_TRUE(has(text, fmt::format("<h1>All {} tests passed</h1>", page["tests"].size())));
  EXPECT_FALSE(has(text, "<section class=\"groups\">"));
  std::size_t with_arrays = 0;
  for (const json& test : page["tests"])
    with_arrays += test.size() > 6 ? 1 : 0;
  EXPECT_EQ(with_arrays, 2U);
  const std::string table = between(text, "<table id=\"algorithms\" class=\"one\">", "</table>");
  for (const auto& [path, tally] : results["subjects"][0]["algorithms"].items()) {
    EXPECT_TRUE(has(table, {fmt::format("<a href=\"#algorithm={0}\">{0}</a>", path),
                            fmt::format("<a href=\"{}\">", test_fragment(tally["worst_name"]))}));
    EXPECT_TRUE(has(text, fmt::format("<details id=\"algorithm={}\">", path)));
  }
}

TEST(HtmlPageTest, the_facts_of_the_run_are_shown) {
  DefectRun run("ibm-ignored", {"skinning.linear_blend.bar.posed.direction.pose.f32"});
  run.run.command = "bindpose test --subject defect:ibm-ignored";
  run.run.seconds = 75;
  const std::string facts = between(run.page(), "<dl class=\"run\">", "</dl>");
  const std::string version = json::parse(results_json(run.suite, run.run))["version"];
  EXPECT_TRUE(
      has(facts, {"bindpose " + version + "<", " UTC", "1 min 15 s", "threads",
                  "<code>bindpose test --subject defect:ibm-ignored</code>", "defect:ibm-ignored</bdi>"}));
}

/// bar.far and hose.joints-300 are displaced by more than the size of their meshes.
TEST(HtmlPageTest, the_picture_shows_a_connected_mesh_inside_the_frame) {
  const DefectRun run("ibm-ignored",
                      {"skinning.linear_blend.bar.far*", "skinning.linear_blend.hose.joints-300*",
                       "skinning.linear_blend.cylinder.bend-90*"});
  const json page = data_of(run.page());
  ASSERT_GT(page["tests"].size(), 3U);
  ASSERT_EQ(page["groups"].size(), 1U);
  EXPECT_EQ(page["groups"][0]["test"].get<std::string>().find("skinning.linear_blend.cylinder.bend-90"), 0U)
      << page["groups"][0];
}

TEST(HtmlPageTest, the_page_loads_no_other_file) {
  const std::string page =
      DefectRun("ibm-ignored", {"skinning.linear_blend.bar.posed.direction.pose.f32"}).page();
  EXPECT_TRUE(has(page, "default-src 'none'; script-src 'sha256-"));
  EXPECT_TRUE(lacks(page, {"src=", "@import", "url(", "fetch(", "XMLHttpRequest", "WebSocket",
                           "http-equiv=\"refresh\"", " style=\""}));
}

TEST(HtmlPageTest, a_fresh_case_is_repeated_with_its_original_case) {
  EXPECT_EQ(filter_of("skinning.linear_blend.fresh-12.bar.posed.pose.f32"),
            "skinning.linear_blend.bar.posed.pose.f32");
  EXPECT_EQ(filter_of("skinning.linear_blend.bar.posed.pose.f32"),
            "skinning.linear_blend.bar.posed.pose.f32");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

/// A page and a terminal show the word unchanged, and a shell converts it to the name.
TEST(HtmlPageTest, a_shell_word_is_shown_unchanged_and_read_back_by_sh) {
  const TemporaryFolder folder;
  for (const std::string name :
       {"it's", "hero';touch PWNED;'.glb", "a\\b \\' \"c\" `touch PWNED` $(touch PWNED) $HOME", "", "-n",
        "%s 50%", "\xC3\xBC\xE6\xBC\xA2\xF0\x9F\x98\x80", "a\nb'c\n", "\n", "\t!x'\\'", "\x1b[2J\x7F\xC2\x9B",
        "\xE2\x80\xAE$(touch PWNED)'%\\", "\xFF\xC3'", "$(printf '`touch PWNED`')\r\n"}) {
    const std::string word = shell_word(name);
    EXPECT_EQ(shown_text(word), word);
    std::ofstream(folder / "line") << "printf %s " << word << "\n";
    expect_ended(run_in(folder, "sh line > name"), 0);
    EXPECT_EQ(slurp(folder / "name"), name) << word;
    EXPECT_FALSE(std::filesystem::exists(folder / "PWNED")) << word;
  }
}

TEST(HtmlPageTest, lengths_and_shares_have_three_digits) {
  EXPECT_EQ(length_words(0.123456), "12.3 cm");
  EXPECT_EQ(length_words(0), "0 cm");
  EXPECT_EQ(length_words(0.9994), "99.9 cm");
  EXPECT_EQ(length_words(1), "1.00 m");
  EXPECT_EQ(length_words(12.3456), "12.3 m");
  EXPECT_EQ(length_words(1234.56), "1235 m");
  EXPECT_EQ(length_words(1.23456e-7), "0.0000123 cm");
  EXPECT_EQ(length_words(1e-17), "1.00e-15 cm");
  EXPECT_EQ(percent_words(0.0712), "7.12 %");
}

}  // namespace bindpose::conformance::html_page_test
