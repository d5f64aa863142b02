// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "conformance/gate/compare.h"
#include "conformance/report/page_parts.h"
#include "conformance/report/text.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::compare_page_test {

using nlohmann::json;

/// The body of the page as a tree, up to its script.
pugi::xml_document body_of(const std::string& page) {
  const std::size_t begin = page.find("<main>"), end = page.find("</main>");
  pugi::xml_document document;
  const auto read =
      document.load_string((page.substr(begin, end - begin) + "</main>").c_str(), pugi::parse_default);
  EXPECT_TRUE(read) << read.description() << " at " << page.substr(begin + std::size_t(read.offset), 200);
  return document;
}

std::string text_of(const pugi::xml_node& node) {
  std::string text;
  for (const auto& found : node.select_nodes(".//text()"))
    text += found.node().value();
  return text;
}

std::string number_of(const json& number) {
  return number.is_string() ? number.get<std::string>() : fmt::format("{:.3g}", number.get<double>());
}

std::string outcome_of(const json& side) {
  return side.is_null() ? "-" : side["outcome"].get<std::string>();
}

std::string fraction_of(const json& side) {
  return side.is_null() ? "" : number_of(side["worst_fraction"]);
}

/// One of every kind, and an infinite drift.
struct TwoRuns {
  Results before = results_of(results_json_of({{"same.a.b/g/d"},
                                               {"breaks.a.b/g/d"},
                                               {"fixed.a.b/g/d", "crash"},
                                               {"gone.a.b/g/d"},
                                               {"other.a.b/g/d", "fail", 3},
                                               {"far.a.b/g/d", "pass", 0.1},
                                               {"exact.a.b/g/d", "pass", 0}}));
  Results after = results_of(results_json_of({{"same.a.b/g/d"},
                                              {"breaks.a.b/g/d", "fail", 7.123456789012345},
                                              {"fixed.a.b/g/d"},
                                              {"new.a.b/g/d"},
                                              {"new_bad.a.b/g/d", "fail", 2},
                                              {"other.a.b/g/d", "timeout", 0},
                                              {"far.a.b/g/d", "pass", 0.3},
                                              {"exact.a.b/g/d", "pass", 0.5}}));
};

TEST(ComparePageTest, the_page_has_the_numbers_of_the_json) {
  const TwoRuns runs;
  const Comparison comparison = compare(runs.before, runs.after);
  const std::string page = comparison_page(comparison, {"old"}, {"new"});
  const auto body = body_of(page);
  const json all = json::parse(comparison_json(comparison));
  std::size_t rows = 0;
  for (const ChangeKind& kind : change_kinds()) {
    if ((comparison.*kind.list).empty()) continue;
    const auto section = body.select_node(fmt::format("//details[@id='{}']", kind.key).c_str()).node();
    ASSERT_TRUE(section) << kind.key;
    EXPECT_EQ(section.attribute("open").empty(), !kind.is_bad) << kind.key;
    for (const json& change : all[kind.key]) {
      const std::string name = change["name"];
      const auto row = section.select_node(fmt::format(".//tr[@id='test={}']", name).c_str()).node();
      ASSERT_TRUE(row) << name;
      std::vector<std::string> cells;
      for (const auto& cell : row.children("td"))
        cells.push_back(text_of(cell));
      const json &before = change["before"], &after = change["after"];
      const std::vector<std::string> expected = {
          name,
          outcome_of(before),
          outcome_of(after),
          fraction_of(before),
          fraction_of(after),
          change["factor"] == 1 ? "" : number_of(change["factor"]),
          (after.is_null() ? before : after)["detail"].get<std::string>()};
      EXPECT_EQ(cells, expected);
      EXPECT_EQ(row.select_node("td[1]/a").node().attribute("href").value(), test_fragment(name));
      ++rows;
    }
  }
  EXPECT_EQ(rows, 8U) << "two tests drifted";
  EXPECT_EQ(text_of(body.select_node("//header[@class='bad']/h1").node()), "Something broke");
  std::string counts = "Something broke:";
  for (const auto& counter : body.select_nodes("//nav/*"))
    counts += (counts.back() == ':' ? " " : ", ") + text_of(counter.node());
  EXPECT_EQ(counts + ".", headline(comparison));
  EXPECT_EQ(text_of(body.select_node("//nav/a[@href='#broken']").node()), "1 broken");
  EXPECT_EQ(headline(comparison),
            "Something broke: 1 broken, 1 new, and not as expected, 1 gone, 1 fixed, 1 another verdict, "
            "2 error changed by more than x2, 1 new, 3 same.");
  const auto rounded = body.select_node("//tr[@id='test=breaks.a.b/g/d']/td[5]").node();
  EXPECT_EQ(text_of(rounded), "7.12");
  EXPECT_STREQ(rounded.attribute("title").value(), "7.123456789012345");
  const auto causes = body.select_nodes("//main/div[@class='rows']//tbody/tr");
  EXPECT_EQ(causes.size(), 2U) << "two algorithms broke";
}

TEST(ComparePageTest, links_open_the_test_in_the_reports_of_both_runs) {
  const TwoRuns runs;
  const Comparison comparison = compare(runs.before, runs.after);
  const auto body = body_of(comparison_page(comparison, {"old", "./../old/report.html"}, {"new"}));
  const auto row = body.select_node("//tr[@id='test=breaks.a.b/g/d']").node();
  EXPECT_EQ(row.select_node("td[2]/a").node().attribute("href").value(),
            std::string("./../old/report.html#test=breaks.a.b%2Fg%2Fd"));
  EXPECT_FALSE(row.select_node("td[3]/a")) << "the new run has no page";
}

TEST(ComparePageTest, the_page_begins_with_the_versions_and_commands_of_both_runs) {
  json document = results_json_of({{"a/g/d"}});
  document["subjects"][0]["command"] = "bindpose test --subject <gpu>";
  const Results before = results_of(results_json_of({{"a/g/d"}})), after = results_of(document);
  const auto body = body_of(comparison_page(compare(before, after), {"old", "", {}, facts_of(before)},
                                            {"new", "", {}, facts_of(after)}));
  EXPECT_EQ(text_of(body.select_node("//dl[@class='run'][1]").node()), "beforeoldversion0.1.0duration2.5 s");
  EXPECT_EQ(text_of(body.select_node("//dl[@class='run'][2]").node()),
            "nownewversion0.1.0duration2.5 scommandbindpose test --subject <gpu>");
}

TEST(ComparePageTest, equal_runs_are_one_sentence) {
  const Results one = results_of(results_json_of({{"a/g/d"}}));
  const auto body = body_of(comparison_page(compare(one, one), {"old"}, {"new"}));
  EXPECT_EQ(text_of(body.select_node("//header[@class='good']/h1").node()), "Nothing broke");
  EXPECT_EQ(text_of(body.select_node("//nav").node()), "1 same");
  EXPECT_FALSE(body.select_node("//details"));
}

TEST(ComparePageTest, foreign_text_stays_text) {
  const std::string empty = comparison_page(Comparison{}, {}, {});
  for (const std::string text : {"</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
                                 "\" onload=\"alert(1)", "<!--", "]]>", "\x1b[2J",
                                 "\xE2\x80\xAE"
                                 "evil",
                                 "' id='filters", "&lt;", "javascript:alert(1)"}) {
    json bad = results_json_of({{text + "/g/d", "fail", 2}}), good = results_json_of({{text + "/g/d"}});
    bad["results"][0]["detail"] = bad["results"][0]["defect"] = text;
    bad["subjects"][0]["info"]["renderer"] = text;
    const Results before = results_of(good), after = results_of(bad);
    const std::string page =
        comparison_page(compare(before, after), {text, "", {text}}, {text, url_escaped(text), {text}});
    for (const char* piece : {"<script", "</script", "<img", "<!--", "onload=\"", "\x1b", "\xE2\x80\xAE",
                              "=\"javascript:", " id='"})
      EXPECT_EQ(times(piece, page), times(piece, empty)) << piece << " of " << shown_text(text);
    EXPECT_EQ(body_of(page).select_nodes("//details//tbody/tr").size(), 1U) << shown_text(text);
  }
}

/// Tests that all broke, with messages of this many bytes that take more space in a page.
std::string page_of_broken(std::size_t tests, std::size_t message) {
  std::string marks;
  while (marks.size() < message)
    marks += "<b>\xE2\x80\xAE&\xC3\xA9\"";
  std::vector<Test> good, bad;
  for (std::size_t i = 0; i < tests; ++i) {
    good.push_back({fmt::format("skinning.linear_blend.scene.variation-{}.pose.f32/gpu/compute.ssbo", i)});
    bad.push_back({good.back().name, "fail", 3});
  }
  json document = results_json_of(bad);
  for (json& entry : document["results"])
    entry["detail"] = fmt::format("{} {}", entry["name"].get<std::string>(), marks);
  const Results before = results_of(results_json_of(good)), after = results_of(document);
  return comparison_page(compare(before, after), {"old", "./../results-main/report.html"},
                         {"new", "./../results/report.html"});
}

TEST(ComparePageTest, a_page_of_six_thousand_tests_has_at_most_five_megabytes) {
  const std::string plain = page_of_broken(6000, 0), marked = page_of_broken(6000, 3000);
  EXPECT_LT(plain.size(), 5'000'000U);
  EXPECT_LT(marked.size(), 5'000'000U);
  EXPECT_EQ(body_of(plain).select_nodes("//details//tbody/tr").size(), 6000U);
  EXPECT_EQ(body_of(marked).select_nodes("//details//tbody/tr").size(), 6000U);
  EXPECT_TRUE(has(marked, "So that the page stays small"));
  EXPECT_FALSE(has(page_of_broken(3, 100), "So that the page stays small"));
  const std::string many = page_of_broken(7000, 0);
  EXPECT_LT(many.size(), 5'000'000U);
  EXPECT_TRUE(has(many, "<p>and 1000 more; <code>--json</code> lists all</p>"));
}

TEST(ComparePageTest, the_page_loads_no_other_file) {
  const TwoRuns runs;
  const std::string page = comparison_page(compare(runs.before, runs.after), {"old"}, {"new"});
  EXPECT_TRUE(has(page, "default-src 'none'; script-src 'sha256-"));
  EXPECT_FALSE(has(page, "<!--bindpose:")) << "every placeholder is replaced";
  EXPECT_TRUE(lacks(page, {"-HASH", "src=", "@import", "url(", "fetch(", "XMLHttpRequest", " style=\"",
                           "http://", "https://"}));
}

TEST(ComparePageTest, devices_also_have_a_page) {
  const DeviceComparison comparison =
      compare(DeviceList{{"gpu:<0>", {{"renderer", "A"}}}}, DeviceList{{"gpu:<0>", {{"renderer", "B & C"}}}});
  const auto body = body_of(comparison_page(comparison, {"old.json"}, {"new.json"}));
  EXPECT_EQ(text_of(body.select_node("//table[@id='devices']/tbody/tr").node()), "gpu:<0>rendererAB & C");
  EXPECT_EQ(text_of(body.select_node("//header[@class='bad']/h1").node()), headline(comparison));
  const DeviceComparison cards = compare(DeviceList{{"gpu", {{"card.a b + c", "rounded twice"}}}},
                                         DeviceList{{"gpu", {{"card.a b + c", "fused"}}}});
  const auto with_words = body_of(comparison_page(cards, {"old.json"}, {"new.json"}));
  EXPECT_TRUE(has(text_of(with_words.select_node("//table[@id='devices']/tbody/tr/td[5]").node()),
                  "now: contracts multiply-adds"));
}

TEST(CompareProgramTest, compare_writes_the_page_into_the_named_folder) {
  const TemporaryFolder folder;
  const auto write = [&folder](const char* name, const json& document) {
    std::filesystem::create_directories(folder / name);
    std::ofstream(folder / name / "results.json") << document.dump();
    std::ofstream(folder / name / "report.html") << "the run's own page";
  };
  write("old", results_json_of({{"a.b.c/g/d"}}));
  write("a:new", results_json_of({{"a.b.c/g/d", "fail", 3}}));
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " compare old a:new/results.json --out x/compared"), 1,
               {"Something broke: 1 broken, 0 same.\ncomparison in x/compared: report.html\n"});
  const std::string page = slurp(folder / "x/compared/report.html");
  EXPECT_TRUE(has(page, {"href=\"./../../old/report.html#test=a.b.c%2Fg%2Fd\"",
                         "href=\"./../../a%3Anew/report.html#test=a.b.c%2Fg%2Fd\""}));

  const Ran as_json = run_in(folder, BINDPOSE_PROGRAM " compare old a:new --out x/compared --json");
  EXPECT_EQ(json::parse(as_json.out)["broken"].size(), 1U) << "nothing else is printed";

  expect_ended(run_in(folder, BINDPOSE_PROGRAM " compare old a:new --out old"), 2,
               {"ARGUMENT at --out: expected a folder for the comparison"});
  EXPECT_EQ(slurp(folder / "old/report.html"), "the run's own page");

  const Ran nowhere = run_in(folder, BINDPOSE_PROGRAM " compare old a:new --out old/results.json/x");
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_TRUE(has(nowhere.out, "Something broke")) << "the comparison is printed despite the error";
  EXPECT_TRUE(has(nowhere.out, "FILE_WRITE at old/results.json/x"));
}

}  // namespace bindpose::conformance::compare_page_test
