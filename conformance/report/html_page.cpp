// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/html_page.h"

namespace bindpose::conformance {

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
