// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/gradebook.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_rows = 200'000;
constexpr std::size_t largest_table = std::size_t{64} << 20;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string place_of(const std::string& where, std::size_t row) {
  return fmt::format("{}, row {}", where, row + 1);
}

/// A table with a head, whose columns are found by name.
struct Table {
  std::string where;
  std::vector<CsvRow> rows;
  bool has_mark = false;  ///< a byte order mark

  static Expected<Table> read(const std::filesystem::path& file) {
    BINDPOSE_TRY(const auto text, read_text(file, largest_table));
    BINDPOSE_TRY(auto rows, parse_csv(text, file.string()));
    if (rows.empty()) return fail("TABLE_FIELD", file.string(), "is empty: expected a row of column names");
    return Table{file.string(), std::move(rows), text.starts_with(byte_order_mark)};
  }
  Expected<std::size_t> column(const std::string& name) const {
    const auto found = std::ranges::find(rows.front(), name);
    if (found == rows.front().end())
      return fail("TABLE_FIELD", where, fmt::format("has no column '{}'", printable(name)));
    return static_cast<std::size_t>(found - rows.front().begin());
  }
  /// Empty if the row is shorter.
  std::string cell(std::size_t row, std::size_t column) const {
    return column < rows[row].size() ? rows[row][column] : "";
  }
};

std::optional<int> digits(std::string_view& text, std::size_t count) {
  int number = 0;
  if (text.size() < count) return {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + count, number);
  if (error != std::errc() || end != text.data() + count || number < 0) return {};
  text.remove_prefix(count);
  return number;
}

bool skip(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

Expected<std::vector<CsvRow>> parse_csv(std::string_view text, const std::string& where) {
  text = without_mark(text);
  std::vector<CsvRow> rows;
  while (!text.empty()) {
    if (rows.size() == most_rows)
      return fail("TABLE_SYNTAX", where, fmt::format("has more than {} rows", most_rows));
    CsvRow row;
    for (bool goes_on = true; goes_on;) {
      std::string cell;
      if (text.starts_with('"')) {
        for (std::size_t end = 0;; cell += '"') {  // two marks stand for one in the text
          text.remove_prefix(1);
          end = text.find('"');
          if (end == std::string_view::npos)
            return fail("TABLE_SYNTAX", place_of(where, rows.size()), "a quotation mark has no pair");
          cell += text.substr(0, end);
          text.remove_prefix(end + 1);
          if (!text.starts_with('"')) break;
        }
      }
      const std::size_t end = std::min(text.find_first_of(",\r\n"), text.size());
      cell += text.substr(0, end);
      text.remove_prefix(end);
      row.push_back(std::move(cell));
      goes_on = skip(text, ",");
    }
    skip(text, "\r");
    skip(text, "\n");
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string csv_text(const std::vector<CsvRow>& rows) {
  std::string text;
  for (const CsvRow& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool is_quoted = row[c].find_first_of(",\"\r\n") != std::string::npos;
      text += c == 0 ? "" : ",";
      if (is_quoted) text += '"';
      for (const char letter : row[c])
        text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
      if (is_quoted) text += '"';
    }
    text += "\r\n";
  }
  return text;
}

std::string guarded_name(const std::string& name) {
  return begins_formula(name) || name.starts_with('\'') ? "'" + name : name;
}

std::string unguarded_name(const std::string& cell) {
  return cell.starts_with('\'') ? cell.substr(1) : cell;
}

std::optional<Moment> parse_moment(std::string_view text) {
  using namespace std::chrono;
  const auto y = digits(text, 4);
  const bool dash = skip(text, "-");
  const auto mo = digits(text, 2);
  const bool other = skip(text, "-");
  const auto d = digits(text, 2);
  if (!y || !dash || !mo || !other || !d) return {};
  const year_month_day date{year(*y), month(static_cast<unsigned>(*mo)), day(static_cast<unsigned>(*d))};
  if (!date.ok() || !skip(text, "T ")) return {};
  const auto h = digits(text, 2);
  const bool colon = skip(text, ":");
  const auto mi = digits(text, 2);
  if (!h || !colon || !mi) return {};
  std::optional<int> s = 0;
  if (skip(text, ":")) s = digits(text, 2);
  if (!s || *h > 23 || *mi > 59 || *s > 60) return {};
  if (skip(text, ".")) text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  Moment moment = sys_days(date) + hours(*h) + minutes(*mi) + seconds(*s);
  if (text.empty() || text == "Z" || text == " UTC") return moment;
  const bool is_ahead = text.front() == '+';
  if (!skip(text, "+-")) return {};
  const auto zone_hours = digits(text, 2);
  skip(text, ":");
  const auto zone_minutes = digits(text, 2);
  if (!zone_hours || !zone_minutes || !text.empty()) return {};
  const auto ahead = hours(*zone_hours) + minutes(*zone_minutes);
  return is_ahead ? moment - ahead : moment + ahead;
}

Expected<Gradebook> Gradebook::read(const std::filesystem::path& times, const std::filesystem::path& manual,
                                    std::optional<LateRule> rule, const std::set<std::string>& exercises) {
  Gradebook book;
  book.times_file_ = times.string();
  book.manual_file_ = manual.string();
  book.rule_ = rule;
  book.has_times_ = !times.empty();
  if (!times.empty()) {
    BINDPOSE_TRY(const Table table, Table::read(times));
    BINDPOSE_TRY(const std::size_t name, table.column("submission"));
    BINDPOSE_TRY(const std::size_t time, table.column("time"));
    for (std::size_t r = 1; r < table.rows.size(); ++r) {
      const auto moment = parse_moment(table.cell(r, time));
      if (!moment)
        return fail(
            "TABLE_FIELD", place_of(table.where, r),
            fmt::format("'{}' is not a time: expected 2026-11-29T12:30:00Z", printable(table.cell(r, time))));
      book.handed_in_[table.cell(r, name)].push_back(*moment);
    }
  }
  if (std::error_code error; manual.empty() || !std::filesystem::exists(manual, error)) return book;
  BINDPOSE_TRY(const Table table, Table::read(manual));
  BINDPOSE_TRY(const std::size_t name, table.column("submission"));
  BINDPOSE_TRY(const std::size_t exercise, table.column("exercise"));
  BINDPOSE_TRY(const std::size_t points, table.column("points"));
  BINDPOSE_TRY(const std::size_t comment, table.column("comment"));
  for (std::size_t r = 1; r < table.rows.size(); ++r) {
    const std::string word = table.cell(r, points);
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (!word.empty() && (error != std::errc() || end != word.data() + word.size() || !std::isfinite(number)))
      return fail("TABLE_FIELD", place_of(table.where, r),
                  fmt::format("'{}' is not a number of points", printable(word)));
    if (const std::string id = table.cell(r, exercise);
        !id.empty() && !exercises.empty() && !exercises.contains(id))
      return fail("TABLE_FIELD", place_of(table.where, r),
                  fmt::format("the rubric has no exercise '{}'", printable(id)));
    book.manual_[table.cell(r, name)].push_back({table.cell(r, exercise), number, table.cell(r, comment)});
  }
  return book;
}

std::vector<std::pair<std::string, std::string>> Gradebook::unknown_names(
    const std::set<std::string>& submissions) const {
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& [name, times] : handed_in_)
    if (!submissions.contains(name)) names.emplace_back(times_file_, name);
  for (const auto& [name, points] : manual_)
    if (!submissions.contains(name)) names.emplace_back(manual_file_, name);
  return names;
}

StaffDecision Gradebook::decision_on(const GradeSheet& sheet, const std::string& submission) const {
  StaffDecision decision;
  double share = 1;
  if (const auto times = handed_in_.find(submission); times != handed_in_.end() && rule_) {
    using days = std::chrono::duration<double, std::ratio<86400>>;
    const days late = std::ranges::max(times->second) - rule_->due;
    const auto late_days = static_cast<std::size_t>(std::ceil(std::max(0.0, late.count())));
    decision.late_days = late_days;
    decision.attempts = times->second.size();
    const std::size_t paid_days = late_days - std::min(late_days, rule_->free_days);
    const std::size_t paid_attempts =
        rule_->attempts == 0 ? 0 : *decision.attempts - std::min(*decision.attempts, rule_->attempts);
    share -= rule_->per_day * static_cast<double>(paid_days) +
             rule_->per_attempt * static_cast<double>(paid_attempts);
  }
  decision.deducted = sheet.score * (1 - std::clamp(share, 0.0, 1.0));
  for (const std::string& name : std::set<std::string>{submission, sheet.submission})
    if (const auto manual = manual_.find(name); manual != manual_.end())
      decision.manual.insert(decision.manual.end(), manual->second.begin(), manual->second.end());
  decision.final_points = sheet.score - decision.deducted;
  for (const ManualPoints& each : decision.manual)
    decision.final_points += each.points;
  decision.final_points = std::max(decision.final_points, 0.0);
  return decision;
}

Expected<std::string> filled_table(const ColumnMap& map, const std::map<std::string, double>& points,
                                   std::vector<std::string>& unknown) {
  BINDPOSE_TRY(Table table, Table::read(map.table));
  BINDPOSE_TRY(const std::size_t key, table.column(map.key));
  BINDPOSE_TRY(const std::size_t column, table.column(map.column));
  std::set<std::string> known;
  for (std::size_t r = 1; r < table.rows.size(); ++r) {
    const auto found = points.find(table.cell(r, key));
    if (found == points.end()) continue;
    if (!known.insert(found->first).second)
      return fail("TABLE_FIELD", place_of(table.where, r),
                  fmt::format("'{}' has another row: choose a column whose cells are unique",
                              printable(found->first)));
    table.rows[r].resize(std::max(table.rows[r].size(), column + 1));
    table.rows[r][column] = points_text(found->second);
  }
  for (const auto& [name, number] : points)
    if (!known.contains(name)) unknown.push_back(name);
  return (table.has_mark ? std::string(byte_order_mark) : "") + csv_text(table.rows);
}

}  // namespace bindpose::conformance
