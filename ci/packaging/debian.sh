# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by ci/package: splits the staged files into five Debian packages. Each file goes to one package; a
# remaining file is an error.
maintainer="${DEBFULLNAME:-The bindpose authors} <${DEBEMAIL:-bindpose@example.org}>"
architecture=$(dpkg --print-architecture)
debian=$work/debian
rest=$work/rest
cp -a "$stage" "$rest"

# moved PACKAGE PATH...: moves remaining files into the package, at the same path.
moved() {
  local package=$1 path
  shift
  for path in "$@"; do
    mkdir -p "$debian/$package/$(dirname "$path")"
    mv "$rest/$path" "$debian/$package/$path"
  done
}

rm "$rest/usr/share/doc/bindpose/LICENSE" # a part of Debian: see copyright
mkdir -p "$rest/usr/share/zsh/vendor-completions"
mv "$rest/usr/share/zsh/site-functions/_bindpose" "$rest/usr/share/zsh/vendor-completions/"
for helper in supervisor host; do ln -s bindpose.1.gz "$rest/usr/share/man/man1/bindpose-$helper.1.gz"; done
gzip -9n "$rest/usr/share/man/man1/bindpose.1"
mv "$rest/usr/lib/pkgconfig" "$rest/usr/share/pkgconfig" # at the same depth below /usr, where cross compilers also find it

moved bindpose usr/bin usr/lib/bindpose usr/share/man usr/share/bash-completion usr/share/zsh/vendor-completions usr/share/fish
for path in "$rest"/usr/lib/libbindpose.so.1*; do moved libbindpose1 "${path#"$rest/"}"; done
moved libbindpose-dev usr/lib usr/include usr/share/pkgconfig
moved bindpose-data usr/share/bindpose
moved bindpose-doc usr/share/doc
rm -r "$rest/usr/share/zsh"
left=$(find "$rest" -type f)
[ -z "$left" ] || { echo "ci/package: no Debian package has $left" >&2; exit 1; }

# Programs need the libraries that they are linked to.
mkdir -p "$debian/debian"
printf 'Source: bindpose\n\nPackage: bindpose\nArchitecture: any\n\nPackage: libbindpose1\nArchitecture: any\n' >"$debian/debian/control"
libraries=$(cd "$debian" && dpkg-shlibdeps -O --warnings=0 bindpose/usr/bin/* bindpose/usr/lib/bindpose/* 2>/dev/null | sed 's/^shlibs:Depends=//')
library_needs=$(cd "$debian" && dpkg-shlibdeps -O --warnings=0 -plibbindpose1 libbindpose1/usr/lib/*.so.1 2>/dev/null | sed 's/^[^=]*=//')
developing='libboost-dev, libdraco-dev, libeigen3-dev, libexpected-dev, libfmt-dev, libhwy-dev, libmeshoptimizer-dev, libpugixml-dev, libre2-dev, libsqlite3-dev, libssl-dev, glslang-dev, glslang-tools, nlohmann-json3-dev'

# packed PACKAGE ARCHITECTURE SECTION FIELDS SUMMARY WORDS: makes the package, with all required files.
packed() {
  local package=$1 folder=$debian/$1 documents=$debian/$1/usr/share/doc/$1
  mkdir -p "$folder/DEBIAN" "$documents"
  {
    printf 'bindpose (%s) unstable; urgency=medium\n\n' "$version"
    printf '  * See CHANGELOG.md in the package bindpose-doc.\n\n'
    printf ' -- %s  %s\n' "$maintainer" "$(date -R -d "@$SOURCE_DATE_EPOCH")"
  } | gzip -9n >"$documents/changelog.gz"
  cat >"$documents/copyright" <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: bindpose

Files: *
Copyright: $(date -d "@$SOURCE_DATE_EPOCH" +%Y) The bindpose authors
License: Apache-2.0
 On Debian systems the full text of the license is in
 /usr/share/common-licenses/Apache-2.0.
COPYRIGHT
  {
    printf 'Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' "$package" "$version" "$2" "$maintainer"
    printf 'Section: %s\nPriority: optional\nInstalled-Size: %s\n' "$3" "$(du -sk --apparent-size "$folder/usr" | cut -f1)"
    printf '%s' "$4"
    printf 'Description: %s\n' "$5"
    fold -s -w 76 <<<"$6" | sed 's/ *$//; s/^/ /'
  } >"$folder/DEBIAN/control"
  (cd "$folder" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
  same_dates "$folder"
  dpkg-deb --root-owner-group -Zxz --build "$folder" "$out" >/dev/null
}

packed bindpose "$architecture" graphics "Depends: $libraries, bindpose-data (= $version)
Recommends: bubblewrap
Suggests: bindpose-doc, libegl1, libvulkan1, ocl-icd-libopencl1, chromium-headless-shell, python3-renderdoc
" 'judges character skinning and morphing' \
  'The judge of engines, student work and GPU drivers: which deformed vertices are wrong, by how much, and which known defect makes them so.'
mkdir -p "$debian/libbindpose1/DEBIAN"
echo 'activate-noawait ldconfig' >"$debian/libbindpose1/DEBIAN/triggers"
echo "libbindpose 1 libbindpose1 (>= $version)" >"$debian/libbindpose1/DEBIAN/shlibs"
packed libbindpose1 "$architecture" libs "Depends: $library_needs
" 'judge of character skinning as a library' \
  'Calls from C and every language that can call C: expected values with bounds, verdicts on outputs, posed glTF files, random inputs.'
packed libbindpose-dev "$architecture" libdevel "Depends: libbindpose1 (= $version), $developing
" 'reference of character skinning, to build with' \
  'The algorithms in double precision, bounds on float32, the judge as a library, the C header of adapters, and bindpose_add_tests() for CMake.'
packed bindpose-data all graphics 'Depends: python3:any
' 'golden data and the course of bindpose' \
  'Questions and certified answers of all algorithms, schemas, a course in four languages, launchers for clusters.'
packed bindpose-doc all doc '' 'pages of bindpose' \
  'A page for each algorithm - formula, source, symbols, edge cases - and the manual of the judge.'
