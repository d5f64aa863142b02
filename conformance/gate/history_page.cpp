// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/gate/history.h"
#include "conformance/report/page_parts.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_shown_tests = 10;  // limit per event in a page
constexpr std::size_t most_events = 3000;     // limit in a page
constexpr std::size_t most_farm_name = 400;

std::string driver_words(const FarmEvent& event) {
  if (event.driver == event.driver_before) return "the same driver: " + event.driver;
  return fmt::format("driver before: {}; now: {}", event.driver_before, event.driver);
}

/// Names the variant of the tests.
std::string variant_words(const FarmEvent& event) {
  if (!event.variants.empty()) return fmt::format("only {}", fmt::join(event.variants, ", "));
  if (!event.is_all) return "no particular variant";
  if (!event.has_others) return "every test of these algorithms";
  return event.is_broken ? "every test of these algorithms that passed"
                         : "every test of these algorithms that failed";
}

std::string algorithm_words(const FarmEvent& event) {
  std::string words;
  for (const auto& [algorithm, tests] : event.algorithms)
    words += fmt::format("{}{} ({})", words.empty() ? "" : ", ", algorithm, tests);
  return words;
}

std::size_t failing(const FarmDevice& device) {
  std::size_t sum = 0;
  for (const auto& [algorithm, cell] : device.algorithms)
    sum += cell.unexpected;
  return sum;
}

/// "; 2 of them not run since 2026-11-01", or nothing.
std::string not_run_words(const FarmDevice& device) {
  std::size_t tests = 0;
  std::string since;
  for (const auto& [algorithm, cell] : device.algorithms) {
    tests += cell.not_run;
    if (cell.not_run > 0 && (since.empty() || cell.not_run_since < since)) since = cell.not_run_since;
  }
  return tests == 0 ? "" : fmt::format("; {} of them not run since {}", tests, since);
}

std::string event_text(const FarmEvent& event) {
  return clean_line(fmt::format("{}  {}: {} {} ({}); {} until {}", event.time, event.device,
                                counted(event.tests.size(), "test"), event.is_broken ? "broke" : "fixed",
                                variant_words(event), event.is_broken ? "as expected" : "failing",
                                event.time_before)) +
         "\n    " + clean_line(algorithm_words(event)) + "\n    " + clean_line(driver_words(event)) +
         "\n    " +
         (event.is_broken
              ? clean_line(fmt::format("{}: {}: {}", event.tests.front(), event.outcome, event.detail))
              : clean_line(event.tests.front())) +
         "\n";
}

ordered_json event_json(const FarmEvent& event) {
  return {{"what", event.is_broken ? "broke" : "fixed"},
          {"device", event.device},
          {"time", event.time},
          {"time_before", event.time_before},
          {"driver_before", event.driver_before},
          {"driver", event.driver},
          {"algorithms", event.algorithms},
          {"only", event.variants},
          {"unchanged", event.unchanged},
          {"tests", event.tests},
          {"outcome", event.outcome},
          {"detail", event.detail}};
}

ordered_json device_json(const FarmDevice& device) {
  ordered_json algorithms = ordered_json::object();
  for (const auto& [algorithm, cell] : device.algorithms)
    algorithms[algorithm] = {{"as_expected", cell.expected},
                             {"failing", cell.unexpected},
                             {"since", cell.since},
                             {"not_run", cell.not_run},
                             {"not_run_since", cell.not_run_since}};
  return {{"name", device.name}, {"runs", device.runs},     {"first", device.first},
          {"last", device.last}, {"driver", device.driver}, {"algorithms", algorithms}};
}

/// Algorithms in which some device fails.
std::vector<std::string> failing_algorithms(const Farm& farm) {
  std::set<std::string> failing;
  for (const FarmDevice& device : farm.devices)
    for (const auto& [algorithm, cell] : device.algorithms)
      if (cell.unexpected > 0) failing.insert(algorithm);
  return {failing.begin(), failing.end()};
}

std::string cell_html(const FarmDevice& device, const std::string& algorithm) {
  const std::string label = fmt::format(" data-label=\"{}\"", html_text(algorithm));
  const auto cell = device.algorithms.find(algorithm);
  if (cell == device.algorithms.end()) return fmt::format("<td{}>-</td>", label);
  const auto& [expected, unexpected, since, not_run, not_run_since] = cell->second;
  if (unexpected == 0) return fmt::format("<td class=\"good\"{}>{} right</td>", label, expected);
  const std::string stale =
      not_run == 0 ? "" : fmt::format(", {} not run since {}", not_run, html_text(not_run_since));
  return fmt::format("<td class=\"bad\"{}>{} of {} fail <small>since {}{}</small></td>", label, unexpected,
                     expected + unexpected, html_text(since), stale);
}

/// Devices by algorithms; algorithms without failures share one column.
std::string matrix_html(const Farm& farm) {
  const std::vector<std::string> algorithms = failing_algorithms(farm);
  std::vector<std::string> columns = {"device", "last run"};
  for (const std::string& algorithm : algorithms)
    columns.push_back(html_text(algorithm));
  columns.emplace_back("all others");
  std::string rows;
  for (const FarmDevice& device : farm.devices) {
    rows +=
        fmt::format("<tr><th scope=\"row\">{}<br><small>{}</small></th><td data-label=\"last run\">{}</td>",
                    foreign_html(device.name, most_farm_name), foreign_html(device.driver, most_farm_name),
                    html_text(device.last));
    for (const std::string& algorithm : algorithms)
      rows += cell_html(device, algorithm);
    std::size_t right = 0;
    for (const auto& [algorithm, cell] : device.algorithms)
      if (!std::ranges::binary_search(algorithms, algorithm)) right += cell.expected;
    rows += fmt::format("<td class=\"good\" data-label=\"all others\">{} right</td></tr>\n", right);
  }
  return html_table(columns, rows, " id=\"algorithms\" class=\"stacked\"");
}

std::string event_row(const FarmEvent& event) {
  std::string tests;
  for (std::size_t i = 0; i < std::min(event.tests.size(), most_shown_tests); ++i)
    tests += fmt::format("{}{}", i == 0 ? "" : "<br>", foreign_html(event.tests[i], most_farm_name));
  if (event.tests.size() > most_shown_tests)
    tests += fmt::format("<br>and {} more", event.tests.size() - most_shown_tests);
  const std::string what = event.is_broken ? fmt::format("{}: {}", event.outcome, event.detail)
                                           : "failing until " + event.time_before;
  return fmt::format(
      "<tr data-device=\"{}\" data-change=\"{}\"><td>{}</td><td>{}</td><td class=\"{}\">{}</td><td "
      "class=\"number\" data-label=\"tests\">{}</td><td data-label=\"algorithms\">{}</td><td "
      "data-label=\"variant\">{}</td><td data-label=\"driver\">{}</td><td><details><summary>{}</summary>"
      "{}</details></td></tr>\n",
      html_text(event.device), event.is_broken ? "broke" : "fixed", html_text(event.time),
      foreign_html(event.device, most_farm_name), event.is_broken ? "bad" : "good",
      event.is_broken ? "broke" : "fixed", event.tests.size(),
      foreign_html(algorithm_words(event), most_farm_name),
      foreign_html(variant_words(event), most_farm_name), foreign_html(driver_words(event), most_farm_name),
      foreign_html(what, most_farm_name), tests);
}

constexpr std::string_view filters = R"(<template id="filters-template">
<form id="filters" role="search">
<label>Search <input id="search" type="search" placeholder="driver, variant, test" autocomplete="off"></label>
<label>Device <select id="device"></select></label>
<label>Change <select id="change"></select></label>
<output id="count"></output>
</form>
</template>
)";

std::string events_html(const Farm& farm) {
  if (farm.events.empty()) return "<p>No test has changed from one run to the next.</p>\n";
  std::string rows;
  for (std::size_t i = 0; i < std::min(farm.events.size(), most_events); ++i)
    rows += event_row(farm.events[i]);
  std::string text =
      "<section data-list=\"changes\">" +
      html_table({"time", "device", "change", "tests", "algorithms", "variant", "driver", "message"}, rows,
                 " class=\"stacked\"") +
      "</section>\n";
  if (farm.events.size() > most_events)
    text += fmt::format("<p>and {} earlier ones; <code>--json</code> lists all</p>",
                        farm.events.size() - most_events);
  return std::string(filters) + text;
}

std::string headline(const Farm& farm) {
  const auto bad =
      std::ranges::count_if(farm.devices, [](const FarmDevice& each) { return failing(each) > 0; });
  std::size_t runs = 0;
  for (const FarmDevice& device : farm.devices)
    runs += device.runs;
  return fmt::format("{} of {} fail now; {}, {}", bad, counted(farm.devices.size(), "device"),
                     counted(runs, "run"), counted(farm.events.size(), "change"));
}

}  // namespace

std::string farm_text(const Farm& farm, std::size_t most) {
  std::string text = headline(farm) + "\n";
  for (const FarmDevice& device : farm.devices) {
    if (failing(device) == 0) continue;
    text += clean_line(fmt::format("  {} ({}), {}: {} failing{}", device.name, device.driver, device.last,
                                   counted(failing(device), "test"), not_run_words(device))) +
            "\n";
  }
  for (std::size_t i = 0; i < std::min(most, farm.events.size()); ++i)
    text += event_text(farm.events[i]);
  if (farm.events.size() > most)
    text += fmt::format("and {} earlier ones: --json has all\n", farm.events.size() - most);
  return text;
}

std::string farm_json(const Farm& farm) {
  ordered_json devices = ordered_json::array(), events = ordered_json::array();
  for (const FarmDevice& device : farm.devices)
    devices.push_back(device_json(device));
  for (const FarmEvent& event : farm.events)
    events.push_back(event_json(event));
  return json_text(ordered_json{{"format", "bindpose-history-1"}, {"devices", devices}, {"events", events}});
}

std::string farm_page(const Farm& farm, const std::string& place) {
  const bool is_sound = farm.is_sound();
  std::string first = fmt::format(
      "<header class=\"{}\"><p class=\"title\">{}</p><h1>{}</h1></header>\n<h2>Devices by "
      "algorithms</h2>\n{}\n<h2>Changes, the latest first</h2>\n{}",
      is_sound ? "good" : "bad", foreign_html(place, most_farm_name), html_text(headline(farm)),
      matrix_html(farm), events_html(farm));
  return page_of(list_program(), "bindpose history", {{"<!--bindpose:first-->", std::move(first)}});
}

}  // namespace bindpose::conformance
