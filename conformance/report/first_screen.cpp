// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/judge/displacement.h"
#include "conformance/report/html_page.h"
#include "conformance/report/run_page.h"
#include "conformance/report/text.h"
#include "conformance/run/self_test_case.h"
#include "conformance/subjects/self_test.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_pictures = 12;                           // stills
constexpr std::size_t most_clusters = 10;                           // names of a group's tests
constexpr std::size_t most_without_scripts = 60;                    // groups
constexpr std::size_t most_subjects_named = 4;                      // in the facts of the run
constexpr std::size_t bytes_per_drawn = 24, bytes_per_number = 33;  // estimate of a mesh in the page

std::string link_to(const std::string& test, std::string_view words) {
  return fmt::format("<a href=\"{}\">{}</a>", test_fragment(test), foreign_html(words));
}

std::string fact(std::string_view name, std::string_view class_name, const std::string& value) {
  return value.empty() ? "" : fmt::format("<dt>{}</dt><dd class=\"{}\">{}</dd>", name, class_name, value);
}

/// Three digits; the tooltip has all of them.
std::string number_html(double x, std::string_view unit) {
  return fmt::format("<span title=\"{} {}\">{:.3g} {}</span>", x, unit, x, unit);
}

// ---------------------------------------------------------------- counts and facts of the run

using CounterCounts = std::map<std::string_view, std::size_t>;

struct Counter {
  std::string_view word, name;  ///< text of counter_of() on the page
};
constexpr std::array<Counter, 7> counters = {{{"failed", "failed"},
                                              {"passed", "passed"},
                                              {"accepted", "of these accepted"},
                                              {"flaky", "flaky"},
                                              {"known", "known failures"},
                                              {"not-supported", "not supported"},
                                              {"skipped", "skipped"}}};

/// An accepted test also counts as passed.
CounterCounts counts_of(const PageContent& content) {
  CounterCounts counts;
  for (const PageTest& test : content.tests) {
    const std::string_view counter = counter_of(*test.verdict);
    ++counts[counter];
    if (counter == "accepted") ++counts["passed"];
  }
  return counts;
}

std::string title_of(const PageContent& content) {
  CounterCounts counts = counts_of(content);
  const std::size_t failed = counts["failed"], passed = counts["passed"];
  if (content.tests.empty()) return "No test ran";
  if (content.is_as_expected && failed == 0 && passed == content.tests.size())
    return fmt::format("All {} passed", counted(passed, "test"));
  return failed == 0 ? fmt::format("{} passed", passed) : fmt::format("{} failed, {} passed", failed, passed);
}

std::string counters_of(const PageContent& content) {
  const CounterCounts counts = counts_of(content);
  std::string text = fmt::format(
      "<nav class=\"counters\" aria-label=\"Tests by outcome\"><a href=\"#tests=all\"><b>{}</b> all</a>",
      content.tests.size());
  for (const auto& [word, name] : counters)
    if (const auto count = counts.find(word); count != counts.end())
      text +=
          fmt::format("<a class=\"{}\" href=\"#tests={}\"><b>{}</b> {}</a>", word, word, count->second, name);
  return text + "</nav>";
}

std::string device_of(const PageSubject& subject) {
  std::string device;
  for (const char* key : {"renderer", "version"})
    if (const auto value = subject.info.find(key);
        value != subject.info.end() && device.find(" " + value->second) == std::string::npos)
      device += (device.empty() ? "" : ", ") + value->second;
  return device;
}

std::string run_facts(const PageContent& content) {
  std::string text;
  const auto add = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("<div class=\"{}\"><dt>{}</dt><dd>{}</dd></div>",
                        name == "command" ? "command" : "fact", html_text(name), value);
  };
  for (std::size_t s = 0; s < std::min(content.subjects.size(), most_subjects_named); ++s) {
    const PageSubject& subject = content.subjects[s];
    const std::string device = device_of(subject);
    add("subject", foreign_html(subject.name, 300) +
                       (device.empty() ? "" : " <small>" + foreign_html(device, 300) + "</small>"));
  }
  if (content.subjects.size() > most_subjects_named)
    add("subjects", fmt::format("and {} more", content.subjects.size() - most_subjects_named));
  for (const auto& [name, value] : content.facts)
    add(name, name == "command" ? "<code>" + html_text(value) + "</code>" : foreign_html(value, 300));
  return text.empty() ? "" : "<dl class=\"run\">" + text + "</dl>";
}

/// The sentence below the counts.
std::string ending_of(const PageContent& content, const std::vector<PageGroup>& groups) {
  if (!content.ending.empty()) return content.ending;
  const auto causes = static_cast<std::size_t>(std::ranges::count_if(
      groups, [](const PageGroup& group) { return !group.is_pass && !group.is_expected; }));
  if (causes > 0) return counted(causes, "cause") + " below, the largest displacement first.";
  return "Every judged number is within the bound that the rounding errors of float32 allow.";
}

std::string header_of(const PageContent& content, const std::vector<PageGroup>& groups) {
  return fmt::format(
      "<header class=\"{}\"><p class=\"title\">{}</p><h1>{}</h1><p class=\"ending\">{} <a href=\"#help\">How "
      "to "
      "read this page</a></p>{}{}</header>",
      content.is_as_expected ? "good" : "bad", html_text(content.title, 300), title_of(content),
      html_text(ending_of(content, groups), 1000), counters_of(content), run_facts(content));
}

// ---------------------------------------------------------------- causes of failures

std::string command_of(const PageContent& content, const PageTest& test) {
  const PageCase& c = content.cases[test.from];
  // A fresh case is generated again together with all tests of its case.
  return fmt::format("{} --filter {}{}", content.subjects[test.subject].command,
                     shell_word(c.filter == c.name ? glob_of_test(test.name) : c.filter), c.asset);
}

/// "LeftForeArm displaced by 12.3 cm"; "normals of 232 vertices, by up to 180 degrees"
std::string headline(const PageGroup& group) {
  const auto displacement = group.finding ? group.finding->displacement : std::nullopt;
  if (!displacement && group.finding && group.finding->wrong)
    return html_text(words_of(*group.finding->wrong));
  if (group.key.algorithm == start_case().algorithm->path()) return "the subject did not start";
  if (!displacement)
    return fmt::format("{} in {}", to_string(group.key.outcome), html_text(group.key.algorithm));
  return fmt::format(
      "{} displaced by <b title=\"{} m\">{}</b>",
      displacement->joint.empty() ? place_of(*displacement) : foreign_html(displacement->joint, 200),
      displacement->metres, length_words(displacement->metres));
}

/// A stage's CSS classes and text.
struct StageState {
  std::string_view classes, words;
};
constexpr StageState unknown_stage = {"unknown", "unknown"}, right_stage = {"right", "right"},
                     first_wrong_stage = {"wrong first", "first wrong"}, wrong_stage = {"wrong", "wrong"};

/// Stages from the input to the output, the first wrong one marked.
std::string stage_strip(const PageContent& content, const PageGroup& group, const Glossary& glossary) {
  const FirstWrong& first = group.finding->first_wrong;
  std::vector<std::string> stages = group.finding->stages;
  if (stages.empty() && first.source == StageSource::given_by_test) stages = {first.stage};
  const auto at = std::ranges::find(stages, first.stage);
  if (at == stages.end()) return "";
  const bool is_after = first.source == StageSource::given_after ||
                        first.source == StageSource::defect_after ||
                        first.source == StageSource::given_by_test;
  const auto wrong = static_cast<std::size_t>(at - stages.begin()) + (is_after ? 1 : 0);
  const Verdict& verdict = *content.tests[shown_test(content, group)].verdict;
  const ArrayVerdict* output = first_failing(verdict.arrays);
  stages.push_back(output == nullptr ? "output" : output->name);
  std::string items;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const bool is_unknown = first.source == StageSource::defect_by && s < wrong;
    const StageState& state = is_unknown   ? unknown_stage
                              : s < wrong  ? right_stage
                              : s == wrong ? first_wrong_stage
                                           : wrong_stage;
    items += fmt::format("<li class=\"{}\">{} <small>{}</small></li>", state.classes,
                         glossary.link(stages[s]), state.words);
  }
  return "<ol class=\"stages\" aria-label=\"Stages\">" + items + "</ol>";
}

std::string algorithms_of(const PageContent& content, const PageGroup& group) {
  std::map<const Algorithm*, std::size_t> counts;
  for (const std::size_t t : group.tests)
    ++counts[content.cases[content.tests[t].from].algorithm];
  std::map<std::string, std::string> links;
  for (const auto& [algorithm, count] : counts)
    links[algorithm->path()] = fmt::format("{} <small>{}</small>", Glossary::link(*algorithm), count);
  std::string text;
  for (const auto& [path, link] : links)
    text += (text.empty() ? "" : ", ") + link;
  return text;
}

std::string displacement_html(const Displacement& most) {
  std::string share;
  if (most.mesh_size > 0)
    share = fmt::format("{} of the mesh's size ({}), ", percent_words(most.share()),
                        number_html(most.mesh_size, "m"));
  return fmt::format("<span title=\"{} m\">{}</span>, {}at {}", most.metres, length_words(most.metres), share,
                     place_of(most));
}

std::string facts_of(const PageContent& content, const PageGroup& group, const Glossary& glossary) {
  const PageTest& test = content.tests[shown_test(content, group)];
  std::string list;
  if (group.finding && group.finding->displacement) {
    list += fact("joint", "joint", foreign_html(group.finding->displacement->joint, 200));
    list += fact("displaced by", "displacement", displacement_html(*group.finding->displacement));
  }
  if (group.finding && group.finding->wrong && group.finding->wrong->has_places)
    list += fact("displaced by", "displacement", "nothing: every position is within its bound");
  if (group.finding)
    list += fact("first wrong stage", "stage",
                 stage_strip(content, group, glossary) + html_text(words_of(group.finding->first_wrong)));
  const std::string cause = html_text(cause_words(group));
  list += fact("defect", "defect",
               cause.empty() || group.key.is_of_stage || group.key.cause.empty()
                   ? cause
                   : glossary.link(group.key.cause) + cause.substr(html_text(group.key.cause).size()));
  list += fact("algorithms", "algorithm", algorithms_of(content, group));
  list += fact("test shown", "test", link_to(test.name, test.name));
  if (!group.finding || !(group.finding->displacement || group.finding->wrong))
    list += fact("message", "detail", foreign_html(test.verdict->detail, 600));
  if (test.verdict->error) list += fact("error code", "code", glossary.link(test.verdict->error->code));
  list = "<dl>" + list + "</dl>";
  const bool is_start = find_self_test(test.name) == &start_case();
  if (is_of_gate(test.verdict->outcome) || (is_self_test(test.name) && !is_start)) return list;
  const std::string command =
      is_start
          ? "bindpose subject check " + shell_word(value_of(content.subjects[test.subject].info, started_as))
          : command_of(content, test);
  return list + fmt::format("<p class=\"command\">{}: <code>{}</code></p>",
                            is_start ? "Find the reason" : "Run it again", html_text(command));
}

std::string figure_of(const PageGroup& group, int mesh) {
  if (!group.finding || !group.finding->mesh) return "";
  const MeshView& view = *group.finding->mesh;
  const Legend legend = bound_legend(view);
  const std::string data = mesh < 0 ? "" : fmt::format(" data-mesh=\"{}\"", mesh);
  return fmt::format(
      "<figure{}><div class=\"picture\">{}{}<div "
      "class=\"ends\"><span>{}</span><span>{}</span><span>{}</span></div></div>"
      "<figcaption>Expected in grey, the output in colours of its error / bound. {}</figcaption></figure>",
      data, mesh_svg(view), legend_svg(), html_text(legend.low), html_text(legend.middle),
      html_text(legend.high), mesh_remark(view));
}

std::string alike_list(const PageContent& content, const PageGroup& group) {
  std::string items;
  for (std::size_t i = 0; i < std::min(group.tests.size(), most_clusters); ++i) {
    const std::string& name = content.tests[group.tests[i]].name;
    items += "<li>" + link_to(name, name) + "</li>";
  }
  if (group.tests.size() > most_clusters)
    items += fmt::format("<li>and {} more</li>", group.tests.size() - most_clusters);
  return fmt::format("<details><summary>{}</summary><ul>{}</ul></details>",
                     counted(group.tests.size(), "test"), items);
}

std::string segments_of(const PageGroup& group) {
  if (!group.finding || !group.finding->mesh) return "";
  constexpr std::size_t most_segments = 8;
  std::string rows;
  const auto& segments = group.finding->mesh->segments;
  for (std::size_t i = 0; i < std::min(segments.size(), most_segments); ++i)
    rows += fmt::format("<tr><td>{}</td><td>{} of {}</td><td title=\"{} m\">{}</td></tr>",
                        foreign_html(segments[i].joint, 200), segments[i].wrong, segments[i].vertices,
                        segments[i].metres, length_words(segments[i].metres));
  return "<details><summary>Joints of this mesh</summary>" +
         html_table({"joint", "wrong vertices", "largest displacement"}, rows) + "</details>";
}

std::string group_section(const PageContent& content, const PageGroup& group, std::size_t number, int mesh,
                          bool has_picture, bool is_open, const Glossary& glossary) {
  const bool has_cause = !group.key.cause.empty() && !group.key.is_of_stage;
  return fmt::format(
      "<details class=\"cause {}\" id=\"group-{}\"{}><summary><h3>{}</h3> <span>{}{}{}</span></summary><div "
      "class=\"worst\"><div>{}{}{}</div>{}</div></details>\n",
      group.is_pass       ? "good"
      : group.is_expected ? "faint"
                          : "bad",
      number, is_open ? " open=\"\"" : "", headline(group),
      has_cause ? "<code class=\"chip\">" + html_text(group.key.cause, 200) + "</code> " : "",
      counted(group.tests.size(), "test"),
      content.subjects.size() > 1 ? ", " + foreign_html(group.key.subject, 200) : "",
      facts_of(content, group, glossary), segments_of(group), alike_list(content, group),
      has_picture ? figure_of(group, mesh) : "");
}

/// The failing tests, or the passing ones.
std::string group_sections(const PageContent& content, const std::vector<PageGroup>& groups,
                           const std::vector<int>& meshes, const Glossary& glossary, bool are_passes) {
  std::string sections;
  std::size_t count = 0;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].is_pass == are_passes && ++count <= most_without_scripts)
      sections += group_section(content, groups[g], g, meshes[g], count <= most_pictures,
                                g == 0 && !are_passes && !groups[g].is_expected, glossary);
  if (count == 0) return "";
  if (count > most_without_scripts)
    sections +=
        fmt::format("<p>and {} more. The list below has all tests.</p>", count - most_without_scripts);
  return fmt::format("<section class=\"groups\"><h2>{}</h2>{}</section>",
                     are_passes ? "Passing tests with a mesh" : counted(count, "cause") + " of failure",
                     sections);
}

/// The common causes of each subject's failures.
std::string diagnoses_of(const PageContent& content) {
  std::string text;
  for (const PageSubject& subject : content.subjects)
    for (const std::string& diagnosis : subject.diagnoses)
      text += fmt::format("<p>{}{}</p>",
                          content.subjects.size() > 1 ? foreign_html(subject.name, 300) + ": " : "",
                          html_text(diagnosis));
  return text.empty() ? "" : "<section><h2>All failures together</h2>" + text + "</section>";
}

// ---------------------------------------------------------------- algorithms by subjects

/// Tests of an algorithm and a subject.
struct Cell {
  std::size_t passed = 0, failed = 0, others = 0;
  const PageTest* tightest = nullptr;  ///< the tightest of those that pass

  void add(const PageTest& test) {
    const std::string_view counter = counter_of(*test.verdict);
    const bool has_passed = counter == "passed" || counter == "accepted";
    ++(counter == "failed" ? failed : has_passed ? passed : others);
    if (has_passed &&
        (tightest == nullptr || test.verdict->worst_fraction > tightest->verdict->worst_fraction))
      tightest = &test;
  }
};

std::string cell_html(const PageContent& content, const Cell& cell) {
  if (cell.passed + cell.failed + cell.others == 0) return "<td class=\"faint\">-</td>";
  std::string text;
  if (cell.failed > 0) text += fmt::format("<b class=\"bad\">{} failed</b> ", cell.failed);
  if (cell.passed > 0) text += fmt::format("<span class=\"good\">{} passed</span> ", cell.passed);
  if (cell.others > 0) text += fmt::format("<span class=\"faint\">{} other</span> ", cell.others);
  if (cell.tightest == nullptr) return "<td>" + text + "</td>";
  const double fraction = cell.tightest->verdict->worst_fraction;
  const std::string tight = fmt::format("<span title=\"{}\">{:.3g} × bound</span>", fraction, fraction);
  if (content.subjects.size() > 1)
    return fmt::format("<td>{}<a href=\"{}\">{}</a></td>", text, test_fragment(cell.tightest->name), tight);
  return fmt::format("<td>{}</td><td class=\"number\">{}</td><td>{}</td>", text, tight,
                     link_to(cell.tightest->name, content.cases[cell.tightest->from].name));
}

/// Algorithms by subject, or the algorithms of one subject with the tightest test of each.
std::string algorithm_table(const PageContent& content) {
  std::map<std::string, std::pair<const Algorithm*, std::vector<Cell>>> rows;
  for (const PageTest& test : content.tests) {
    const Algorithm* algorithm = content.cases[test.from].algorithm;
    auto& [of, cells] = rows[algorithm->path()];
    of = algorithm;
    cells.resize(content.subjects.size());
    cells[test.subject].add(test);
  }
  if (rows.empty()) return "";
  std::string text = "<th scope=\"col\">algorithm</th>";
  if (content.subjects.size() == 1)
    text += "<th scope=\"col\">tests</th><th scope=\"col\">tightest</th><th scope=\"col\">in</th>";
  else
    for (const PageSubject& subject : content.subjects)
      text += "<th scope=\"col\">" + foreign_html(subject.name, 100) + "</th>";
  text = "<thead><tr>" + text + "</tr></thead><tbody>\n";
  for (const auto& [path, row] : rows) {
    text += fmt::format("<tr><th scope=\"row\">{}</th>", Glossary::link(*row.first));
    for (const Cell& cell : row.second)
      text += cell_html(content, cell);
    text += "</tr>\n";
  }
  return fmt::format(
      "<section><h2>Algorithms</h2><div class=\"wide\"><table id=\"algorithms\"{}>{}</tbody></table></div>"
      "</section>",
      content.subjects.size() == 1 ? " class=\"one\"" : "", text);
}

/// Rounded, as in the data.
std::size_t bytes_of(const MeshView& view) {
  return bytes_per_drawn * view.drawn.size() + 8 * (view.triangles.size() + view.bones.size()) +
         bytes_per_number * view.numbered.size() * view.columns.size();
}

}  // namespace

std::vector<int> meshes_that_fit(const std::vector<PageGroup>& groups) {
  std::vector<int> meshes;
  std::size_t bytes = 0;
  int next = 0;
  for (const PageGroup& group : groups) {
    const std::size_t more = group.finding && group.finding->mesh ? bytes_of(*group.finding->mesh) : 0;
    const bool fits = more > 0 && bytes + more <= most_mesh_bytes;
    bytes += fits ? more : 0;
    meshes.push_back(fits ? next++ : -1);
  }
  return meshes;
}

std::size_t bytes_of_meshes(const std::vector<PageGroup>& groups, const std::vector<int>& meshes) {
  std::size_t bytes = 0;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (meshes[g] >= 0) bytes += bytes_of(*groups[g].finding->mesh);
  return bytes;
}

std::string cause_words(const PageGroup& group) {
  const Outcome outcome = group.key.outcome;
  if (outcome == Outcome::pass) return "";
  if (!group.key.cause.empty() && !group.key.is_of_stage) {
    const Defect* defect = find_defect(group.key.cause);
    return defect == nullptr ? group.key.cause : fmt::format("{}: {}", defect->id, defect->sentence);
  }
  if (outcome != Outcome::fail && outcome != Outcome::invalid_output) return "";
  // The judge looks for a defect only in finite numbers.
  return outcome == Outcome::fail ? "no registered defect explains every number" : "";
}

std::string mesh_remark(const MeshView& view) {
  std::string text;
  if (view.drawn.size() < view.vertices)
    text += fmt::format("{} vertices, {} are drawn: the worst of each joint, and some others. ",
                        view.vertices, view.drawn.size());
  if (view.numbered.size() < view.vertices)
    text +=
        fmt::format("{} vertices are labelled with numbers: the worst of each joint. ", view.numbered.size());
  if (view.outside > 0)
    text += fmt::format("{} outputs are not numbers or are outside the picture; they are drawn at its edge. ",
                        view.outside);
  return text;
}

std::string first_screen(const PageContent& content, const std::vector<PageGroup>& groups,
                         const std::vector<int>& meshes) {
  const Glossary glossary(content, groups);
  std::string text = header_of(content, groups) + "<main>" +
                     group_sections(content, groups, meshes, glossary, false) + diagnoses_of(content);
  std::string remarks;
  const auto cached = std::ranges::count_if(
      content.tests, [](const PageTest& test) { return test.verdict->is_cached.value_or(false); });
  if (cached > 0)
    remarks += "<p>" +
               cached_words(static_cast<std::size_t>(cached), content.tests.size(), content.verified) +
               ".</p>";
  for (const std::string& remark : content.remarks)
    remarks += "<p>" + html_text(remark, 600) + "</p>";
  if (std::ranges::any_of(groups,
                          [](const PageGroup& group) { return group.finding && group.finding->mesh; }) &&
      std::ranges::any_of(meshes, [](int mesh) { return mesh < 0; }))
    remarks += "<p class=\"faint\">The worst groups have a mesh in 3-D, up to the page's size limit.</p>";
  return text + remarks + algorithm_table(content) + group_sections(content, groups, meshes, glossary, true) +
         "</main><template id=\"legend\">" + legend_svg() + "</template>";
}

std::string html_page(const PageContent& content) {
  const std::vector<PageGroup> groups = page_groups(content);
  const std::string first = first_screen(content, groups, meshes_that_fit(groups));
  const std::string explained = Glossary(content, groups).html();
  const std::size_t others = first.size() + explained.size() + bytes_of(report_program());
  const std::size_t room = most_page_bytes > others ? most_page_bytes - others : 0;
  return page_of(report_program(), fmt::format("{}: {}", content.title, title_of(content)),
                 {{"<!--bindpose:first-->", first},
                  {"<!--bindpose:explained-->", explained},
                  {"<!--bindpose:data-->", data_text(page_data(content, groups, room))}});
}

}  // namespace bindpose::conformance
