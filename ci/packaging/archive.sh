# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by ci/package: the programs with libraries that a plain Debian 12 lacks, data, pages, and files for
# building adapters; it runs from any folder. Uses the system's own C and C++ libraries.
folder=$work/bindpose-$version-linux-$(uname -m)
mkdir -p "$folder/lib/cmake" "$folder/lib/bindpose" "$folder/include"
cp -a "$stage/usr/bin" "$stage/usr/share" "$folder"
cp -a "$stage"/usr/lib/bindpose/*.so "$folder/lib/bindpose/"
cp -a "$stage/usr/include/bindpose/subject.h" "$folder/include"
mkdir "$folder/include/bindpose"
mv "$folder/include/subject.h" "$folder/include/bindpose/"
cp -a "$stage/usr/lib/cmake/bindpose" "$folder/lib/cmake/"
for component in call reference software gpu golden conformance; do rm "$folder"/lib/cmake/bindpose/bindpose-$component*.cmake; done
cp -a "$stage/usr/share/doc/bindpose/LICENSE" "$folder"

system='^(linux-vdso|ld-linux|libc|libm|libstdc\+\+|libgcc_s|libpthread|libdl)[.-]'
# Each library with the notices and the licence that it requires.
licences=$folder/share/doc/bindpose/licences
mkdir -p "$licences"
ldd "$folder"/bin/* | awk '/=>/ { print $1, $3 }' | sort -u | while read -r name path; do
  if grep -qE "$system" <<<"$name"; then continue; fi
  cp -L "$path" "$folder/lib/bindpose/$name"
  package=$(dpkg -S "*/$(basename "$(realpath "$path")")" | sed -n '1s/:.*//p')
  cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
done
# shellcheck disable=SC2016 # the loader expands $ORIGIN
patchelf --set-rpath '$ORIGIN/../lib/bindpose' "$folder"/bin/*
# shellcheck disable=SC2016
patchelf --set-rpath '$ORIGIN' "$folder"/lib/bindpose/*

# The archive contains no build path.
for file in "$folder"/bin/* "$folder"/lib/bindpose/*; do
  ! strings -a "$file" | grep -F -e "$source/" -e "$work" || { echo "ci/package: $file contains the path of its build" >&2; exit 1; }
done
found=$(grep -rlaF -e "$source/" -e "$work" "$folder" || true)
[ -z "$found" ] || { echo "ci/package: a path of this machine is in $found" >&2; exit 1; }

tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$(basename "$folder")" |
  xz -T1 -3 >"$out/$(basename "$folder").tar.xz"
