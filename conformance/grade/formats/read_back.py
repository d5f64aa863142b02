# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Reads what the formats write with readers that are not ours, and prints a JSON list: read_back.py xml|csv|html FILE...

XML is read by expat, which stops at anything that is not well-formed.
"""

import csv
import html.parser
import json
import sys
import xml.etree.ElementTree


def read_xml(path):
    def convert(element):
        return {"tag": element.tag, "attributes": element.attrib, "text": element.text or "",
                "children": [convert(child) for child in element]}
    return convert(xml.etree.ElementTree.parse(path).getroot())


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file, strict=True))


class Page(html.parser.HTMLParser):
    """Every tag with its attributes, the text, and whether each tag is closed in order."""

    def __init__(self):
        super().__init__()
        self.tags, self.open, self.text, self.balanced = [], [], "", True

    def handle_starttag(self, tag, attrs):
        self.tags.append({"tag": tag, "attributes": dict(attrs)})
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.balanced = self.balanced and bool(self.open) and self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def read_html(path):
    page = Page()
    with open(path, encoding="utf-8") as file:
        page.feed(file.read())
    page.close()
    return {"tags": page.tags, "text": page.text, "balanced": page.balanced and not page.open}


if __name__ == "__main__":
    reader = {"xml": read_xml, "csv": read_csv, "html": read_html}[sys.argv[1]]
    print(json.dumps([reader(path) for path in sys.argv[2:]]))
