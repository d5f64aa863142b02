// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/find_clip.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/io/foreign_json.h"

namespace bindpose::conformance {

Expected<std::size_t> find_clip(const gltf::Asset& asset, const std::string& text, std::string_view option) {
  const auto is_named = [&text](const gltf::Clip& clip) { return clip.name == text; };
  const std::string where = fmt::format("{} '{}'", option, printable(text));
  if (std::ranges::count_if(asset.clips, is_named) > 1)
    return fail("CLIP_AMBIGUOUS", where, "several clips have this name; give its number, from 0");
  const auto named = std::ranges::find_if(asset.clips, is_named);
  if (named != asset.clips.end()) return static_cast<std::size_t>(named - asset.clips.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number < asset.clips.size()) return number;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < asset.clips.size() && i < 20; ++i)
    names.push_back(asset.clips[i].name.empty() ? fmt::format("{} (without a name)", i)
                                                : fmt::format("{} '{}'", i, printable(asset.clips[i].name)));
  return fail("CLIP_UNKNOWN", where,
              names.empty() ? "the file has no clips"
                            : fmt::format("the file has {}{}", fmt::join(names, ", "),
                                          names.size() < asset.clips.size() ? " ..." : ""));
}

}  // namespace bindpose::conformance
