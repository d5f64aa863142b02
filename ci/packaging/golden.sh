# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by ci/package: the golden data and its pages for npm and for pip.

# filled FOLDER: copies the common files of both packages.
filled() {
  local page
  cp -a golden/data "$1/data"
  mkdir -p "$1/pages" "$1/schema"
  cp -a golden/schema/*.json "$1/schema"
  cp -a LICENSE "$1"
  cp golden/README.md "$1/pages/golden.md"
  while read -r page; do
    mkdir -p "$1/pages/$(dirname "$page")"
    cp -a "reference/$page.md" "$1/pages/$page.md"
  done < <(cd golden/data && find . -name cases.json -printf '%P\n' | sed 's|/cases.json||')
}

cp -a golden/packages/npm "$work/npm"
filled "$work/npm"
sed 's|](\.\./README.md|](pages/golden.md|' golden/packages/README.md >"$work/npm/README.md"
sed -i "s/\"version\": \"[^\"]*\"/\"version\": \"$version\"/" "$work/npm/package.json"
same_dates "$work/npm"
(cd "$work/npm" && npm --silent --cache "$work/npm-cache" pack --pack-destination "$out" >/dev/null)

cp -a golden/packages/python "$work/python"
filled "$work/python/bindpose_golden"
cp "$work/npm/README.md" "$work/python/"
sed -i "s/^version = .*/version = \"$version\"/" "$work/python/pyproject.toml"
same_dates "$work/python"
/usr/bin/python3 -m build --no-isolation --wheel --outdir "$out" "$work/python" >"$work/wheel.log" 2>&1 || { cat "$work/wheel.log" >&2; exit 1; }
