// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "conformance/defects/defect.h"
#include "conformance/judge/displacement.h"
#include "conformance/report/html_page.h"
#include "conformance/report/mesh_svg.h"
#include "conformance/report/page_parts.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_pictures = 12;         // stills, beside those of each subject's worst group
constexpr std::size_t most_alike = 10;            // names of tests of a group
constexpr std::size_t most_without_scripts = 60;  // groups
constexpr std::size_t bytes_per_drawn = 24, bytes_per_number = 33;  // of a mesh in the page, about

std::string link_to(const std::string& test) {
  return fmt::format("<a href=\"{}\">{}</a>", test_fragment(test), foreign_html(test));
}

std::string fact(std::string_view name, std::string_view class_name, const std::string& value) {
  return value.empty() ? "" : fmt::format("<dt>{}</dt><dd class=\"{}\">{}</dd>", name, class_name, value);
}

std::string command_of(const PageContent& content, const PageTest& test) {
  const PageCase& c = content.cases[test.from];
  return fmt::format("{} --filter {}{}", content.subjects[test.subject].command, shell_word(c.filter),
                     c.asset);
}

/// "LeftForeArm, displaced by 12.3 cm"; where nothing is displaced "normals of 232 vertices, by up to 180 degrees"
std::string headline(const PageGroup& group) {
  const auto displacement = group.finding ? group.finding->displacement : std::nullopt;
  if (!displacement && group.finding && group.finding->wrong)
    return html_text(words_of(*group.finding->wrong));
  if (!displacement)
    return fmt::format("{} in {}", to_string(group.key.outcome), html_text(group.key.algorithm));
  return fmt::format(
      "{} displaced by <b>{}</b>",
      displacement->joint.empty() ? place_of(*displacement) : foreign_html(displacement->joint, 200),
      length_words(displacement->metres));
}

std::string facts_of(const PageContent& content, const PageGroup& group) {
  const PageTest& test = content.tests[shown_test(content, group)];
  std::string list;
  if (group.finding && group.finding->displacement) {
    const Displacement& most = *group.finding->displacement;
    list += fact("joint", "joint", foreign_html(most.joint, 200));
    list +=
        fact("displaced by", "displacement",
             fmt::format("{}, {} of the mesh's size ({} m), at {}", length_words(most.metres),
                         percent_words(most.share()), fmt::format("{:.3g}", most.mesh_size), place_of(most)));
  }
  if (group.finding && group.finding->wrong && group.finding->wrong->has_places)
    list += fact("displaced by", "displacement", "nothing: every place is within its bound");
  if (group.finding)
    list += fact("first wrong stage", "stage", html_text(words_of(group.finding->first_wrong)));
  list += fact("mistake", "mistake", html_text(cause_words(group)));
  list += fact("algorithm", "algorithm", html_text(group.key.algorithm));
  list += fact("test", "test", link_to(test.name));
  list += fact("it says", "detail", foreign_html(test.verdict->detail, 600));
  return "<dl>" + list + fact("again", "again", "<code>" + html_text(command_of(content, test)) + "</code>") +
         "</dl>";
}

std::string figure_of(const PageGroup& group, int mesh) {
  if (!group.finding || !group.finding->mesh) return "";
  const MeshView& view = *group.finding->mesh;
  const Legend legend = bound_legend(view);
  const std::string data = mesh < 0 ? "" : fmt::format(" data-mesh=\"{}\"", mesh);
  return fmt::format(
      "<figure{}><div class=\"picture\">{}{}<div "
      "class=\"ends\"><span>{}</span><span>{}</span><span>{}</span></div></div>"
      "<figcaption>Expected in grey, the answer by its error / bound (viridis, by N. Smith and S. van der "
      "Walt). "
      "{}</figcaption></figure>",
      data, mesh_svg(view), legend_svg(), html_text(legend.low), html_text(legend.middle),
      html_text(legend.high), mesh_remark(view));
}

std::string counts_of(const PageContent& content, std::size_t subject) {
  std::map<Outcome, std::size_t> counts;
  for (const PageTest& test : content.tests)
    if (test.subject == subject) ++counts[test.verdict->outcome];
  std::string text;
  for (const auto& [outcome, count] : counts)
    text += fmt::format("{}<span class=\"{}\">{} {}</span>", text.empty() ? "" : ", ",
                        is_expected(outcome) ? "good" : "bad", count, to_string(outcome));
  return text.empty() ? "no test" : text;
}

std::string device_line(const PageSubject& subject) {
  const auto renderer = subject.info.find("renderer");
  return renderer == subject.info.end()
             ? ""
             : " <span class=\"faint\">on " + foreign_html(renderer->second, 200) + "</span>";
}

/// The first of a subject's groups that is not as expected, the worst.
std::size_t worst_group(const std::vector<PageGroup>& groups, std::size_t subject) {
  std::size_t g = 0;
  while (g < groups.size() && (groups[g].subject != subject || groups[g].is_expected || groups[g].is_pass))
    ++g;
  return g;
}

std::string subject_section(const PageContent& content, const std::vector<PageGroup>& groups,
                            const std::vector<int>& meshes, std::size_t s) {
  const PageSubject& subject = content.subjects[s];
  std::string text =
      fmt::format("<section class=\"subject\"><h2>{}{}</h2><p class=\"counts\">{}</p>",
                  foreign_html(subject.name, 300), device_line(subject), counts_of(content, s));
  const std::size_t worst = worst_group(groups, s);
  if (worst < groups.size())
    text +=
        fmt::format("<div class=\"worst\"><div><h3>Worst: {}</h3>{}</div>{}</div>", headline(groups[worst]),
                    facts_of(content, groups[worst]), figure_of(groups[worst], meshes[worst]));
  for (const std::string& diagnosis : subject.diagnoses)
    text += fmt::format("<p class=\"diagnosis\">All together: {}</p>", html_text(diagnosis));
  return text + "</section>";
}

std::string alike_list(const PageContent& content, const PageGroup& group) {
  std::string items;
  for (std::size_t i = 0; i < std::min(group.tests.size(), most_alike); ++i)
    items += "<li>" + link_to(content.tests[group.tests[i]].name) + "</li>";
  if (group.tests.size() > most_alike)
    items += fmt::format("<li>and {} more</li>", group.tests.size() - most_alike);
  return "<ul>" + items + "</ul>";
}

std::string limbs_of(const PageGroup& group) {
  if (!group.finding || !group.finding->mesh) return "";
  constexpr std::size_t most_limbs = 8;
  std::string rows;
  const auto& limbs = group.finding->mesh->limbs;
  for (std::size_t i = 0; i < std::min(limbs.size(), most_limbs); ++i)
    rows += fmt::format("<tr><td>{}</td><td>{} of {}</td><td>{}</td></tr>", foreign_html(limbs[i].joint, 200),
                        limbs[i].wrong, limbs[i].vertices, length_words(limbs[i].metres));
  return fmt::format(
      "<table><thead><tr><th scope=\"col\">joint</th><th scope=\"col\">wrong vertices</th><th "
      "scope=\"col\">largest "
      "displacement</th></tr></thead><tbody>{}</tbody></table>",
      rows);
}

std::string group_section(const PageContent& content, const PageGroup& group, std::size_t number, int mesh,
                          bool has_picture) {
  return fmt::format(
      "<details id=\"group-{}\"><summary>{}{}: {} test{}, {}</summary><div "
      "class=\"worst\"><div>{}{}{}</div>{}</div></details>",
      number, content.subjects.size() > 1 ? foreign_html(group.key.subject, 200) + ": " : "",
      html_text(group.key.algorithm), group.tests.size(), group.tests.size() == 1 ? "" : "s", headline(group),
      facts_of(content, group), limbs_of(group), alike_list(content, group),
      has_picture ? figure_of(group, mesh) : "");
}

/// Those that fail, or those that pass.
std::string group_sections(const PageContent& content, const std::vector<PageGroup>& groups,
                           const std::vector<int>& meshes, bool are_passes) {
  std::string sections;
  std::size_t count = 0;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].is_pass == are_passes && ++count <= most_without_scripts)
      sections += group_section(content, groups[g], g, meshes[g], count <= most_pictures);
  if (count == 0) return "";
  if (count > most_without_scripts)
    sections += fmt::format("<p>and {} more, of whose tests each is in the list below</p>",
                            count - most_without_scripts);
  const std::string title = are_passes ? "To look at, though right"
                                       : fmt::format("{} kind{} of failure", count, count == 1 ? "" : "s");
  return fmt::format("<section class=\"groups\"><h2>{}</h2>{}</section>", title, sections);
}

/// As the data has it, about.
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
    const Defect* mistake = find_defect(group.key.cause);
    return mistake == nullptr ? group.key.cause : fmt::format("{}: {}", mistake->id, mistake->sentence);
  }
  if (outcome != Outcome::fail && outcome != Outcome::invalid_output) return "";
  // In numbers that are none nobody has looked for a mistake by the test alone.
  return outcome == Outcome::fail ? "no registered mistake explains every number of it" : "";
}

std::string mesh_remark(const MeshView& view) {
  std::string text;
  if (view.drawn.size() < view.vertices)
    text += fmt::format("Of {} vertices {} are drawn: of each joint's the worst, of the others some. ",
                        view.vertices, view.drawn.size());
  if (view.numbered.size() < view.vertices)
    text += fmt::format("Numbers are kept of {} vertices, of each joint's the worst. ", view.numbered.size());
  if (view.outside > 0)
    text += fmt::format("{} answers are no number or lie outside the picture, at whose edge they are drawn. ",
                        view.outside);
  return text;
}

std::string first_screen(const PageContent& content, const std::vector<PageGroup>& groups,
                         const std::vector<int>& meshes) {
  std::string text = fmt::format("<header><h1>{}</h1><p class=\"ending {}\">{}</p></header><main>",
                                 html_text(content.title, 300), content.is_as_expected ? "good" : "bad",
                                 html_text(content.ending, 1000));
  for (std::size_t s = 0; s < content.subjects.size(); ++s)
    text += subject_section(content, groups, meshes, s);
  const auto cached = std::ranges::count_if(
      content.tests, [](const PageTest& test) { return test.verdict->is_cached.value_or(false); });
  if (cached > 0)
    text += "<p>" + cached_words(static_cast<std::size_t>(cached), content.tests.size(), content.verified) +
            ".</p>";
  for (const std::string& remark : content.remarks)
    text += "<p>" + html_text(remark, 600) + "</p>";
  if (std::ranges::any_of(groups,
                          [](const PageGroup& group) { return group.finding && group.finding->mesh; }) &&
      std::ranges::any_of(meshes, [](int mesh) { return mesh < 0; }))
    text +=
        "<p class=\"faint\">The page shows meshes to turn for the worst groups that have one, as many as "
        "fit.</p>";
  return text + group_sections(content, groups, meshes, false) +
         group_sections(content, groups, meshes, true) + "</main><template id=\"legend\">" + legend_svg() +
         "</template>";
}

std::string html_page(const PageContent& content) {
  const std::vector<PageGroup> groups = page_groups(content);
  const std::string first = first_screen(content, groups, meshes_that_fit(groups));
  const std::size_t others = first.size() + bytes_of(report_program());
  const std::size_t room = most_page_bytes > others ? most_page_bytes - others : 0;
  return page_of(report_program(), content.title,
                 {{"<!--bindpose:first-->", first},
                  {"<!--bindpose:data-->", data_text(page_data(content, groups, room))}});
}

}  // namespace bindpose::conformance
