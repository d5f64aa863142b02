# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# A program of every FORMAT_fuzzer.cpp, with libFuzzer and the modules below it (clang).
include_guard()

set(sanitizers -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
# Comparisons are not traced: the seeds contain the keywords, and inputs run five times as fast.
set(traced -g1 -D_GLIBCXX_ASSERTIONS ${sanitizers} -fsanitize-coverage=inline-8bit-counters,pc-table)

# The readers of foreign files. Kernels read no files, so they are built without optimisation, for speed of the build.
foreach(module IN ITEMS reference/io reference/gltf reference conformance/cases/asset conformance/judge conformance/cases/fresh
    conformance/subjects/sandbox conformance/captures conformance/cases/own conformance/subjects conformance/cache conformance/run conformance/report conformance/same
    conformance/gate conformance/grade/formats conformance/grade)
  bindpose_module_target(target ${module})
  target_compile_options(${target} PRIVATE ${traced})
endforeach()
foreach(module IN LISTS BINDPOSE_FAMILIES ITEMS scenes samples)
  bindpose_module_target(target reference/${module})
  target_compile_options(${target} PRIVATE -O0)
endforeach()

# The part that all fuzzers share, optimised for speed: it is not under test.
add_library(bindpose_fuzz OBJECT reference/testing/fuzz.cpp reference/testing/fuzz_json.cpp)
bindpose_target(bindpose_fuzz)
target_compile_options(bindpose_fuzz PRIVATE -O2)
target_link_libraries(bindpose_fuzz PUBLIC fmt::fmt tl::expected nlohmann_json::nlohmann_json)

file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} reference/*_fuzzer.cpp conformance/*_fuzzer.cpp)
add_custom_target(fuzzers)
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME_WE)
  get_filename_component(module ${file} DIRECTORY)
  bindpose_module_target(library ${module})
  if(name STREQUAL call_fuzzer) # its module is a shared library of these modules
    set(library bindpose_conformance_cases_asset)
    get_target_property(sources bindpose_call SOURCES)
    list(APPEND file ${sources})
  endif()
  add_executable(${name} ${file})
  bindpose_target(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzzers)
  target_compile_options(${name} PRIVATE -g1 ${sanitizers})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer ${sanitizers})
  target_link_libraries(${name} PRIVATE bindpose_fuzz ${library})
  add_dependencies(fuzzers ${name})
endforeach()
target_include_directories(call_fuzzer PRIVATE conformance/include)
target_compile_definitions(call_fuzzer PRIVATE BINDPOSE_VERSION="${PROJECT_VERSION}")
foreach(name IN ITEMS gltf_fuzzer asset_fuzzer same_fuzzer)
  target_sources(${name} PRIVATE reference/gltf/sample_document.cpp reference/gltf/compressed_sample.cpp reference/gltf/fuzz_files.cpp)
endforeach()
