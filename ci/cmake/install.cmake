# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs what users of bindpose expect to find: the programs with man page and completions; the libraries and their
# public headers, for find_package and pkg-config; golden data, schemas, the course; the documents.
# Components of find_package(bindpose): subject (one C99 header, needs nothing), call (the shared library with a C interface), reference,
# software, gpu, golden, conformance.
include(CMakePackageConfigHelpers)
set(data_folder ${CMAKE_INSTALL_DATADIR}/bindpose)

# install_files(<paths below the source> DESTINATION <folder>): each at the same path below the folder.
function(install_files)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "DESTINATION" "")
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(folder ${file} DIRECTORY)
    install(FILES ${PROJECT_SOURCE_DIR}/${file} DESTINATION ${arg_DESTINATION}/${folder})
  endforeach()
endfunction()

# Libraries: one set of targets per component.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/bindpose)
get_property(libraries GLOBAL PROPERTY BINDPOSE_MODULE_TARGETS)
list(FILTER libraries EXCLUDE REGEX "_(testing|cli)(_|$)")
foreach(library IN LISTS libraries)
  get_target_property(name ${library} EXPORT_NAME)
  if(NOT name)
    string(REGEX REPLACE "^bindpose_" "" name ${library})
    set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
  endif()
  string(REGEX REPLACE "_.*" "" component ${name})
  install(TARGETS ${library} EXPORT bindpose-${component} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endforeach()
foreach(component IN ITEMS subject call reference software gpu golden conformance)
  install(EXPORT bindpose-${component} NAMESPACE bindpose:: DESTINATION ${package} FILE bindpose-${component}.cmake)
endforeach()
get_property(decoder_libraries GLOBAL PROPERTY BINDPOSE_DECODERS)
list(JOIN decoder_libraries " " bindpose_decoders)
configure_package_config_file(ci/cmake/bindpose-config.cmake.in ${PROJECT_BINARY_DIR}/bindpose-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bindpose-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bindpose-config.cmake ${PROJECT_BINARY_DIR}/bindpose-config-version.cmake
        ci/cmake/bindpose-tests.cmake ci/cmake/bindpose-discover.cmake DESTINATION ${package})

# include_closure(<variable> <headers>): these headers and all project headers that they include, by paths from its
# root.
function(include_closure variable)
  set(closure "")
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST closure)
      continue()
    endif()
    list(APPEND closure ${header})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${header} includes REGEX "^[ \t]*#[ \t]*include[ \t]*\"")
    list(TRANSFORM includes REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1")
    list(APPEND open ${includes})
  endwhile()
  set(${variable} ${closure} PARENT_SCOPE)
endfunction()

# Public headers: those that other programs include directly, and their includes. They keep their paths: #include
# "reference/skinning/linear_blend.h".
set(public_headers
  reference/algorithms.h       # every algorithm by its id, and what an input is
  reference/gltf/load.h        # inputs from files
  golden/golden.h              # golden files, written and verified
  gpu/capture/skinner.h        # a device, and the algorithms in GLSL on it
  conformance/software/software.h # skinning by vector instructions
  conformance/cases/cases.h    # the built-in cases
  conformance/subjects/open.h  # the subjects, and the judge
  conformance/run/executor.h   # runs all cases on all subjects
  conformance/report/report.h) # reports of a run
foreach(path IN LISTS BINDPOSE_ALGORITHMS)
  list(APPEND public_headers reference/${path}.h) # the kernel, for any scalar type
endforeach()
include_closure(public_headers ${public_headers})
install_files(${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bindpose)
install(DIRECTORY conformance/include/bindpose DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
foreach(header IN ITEMS adapter maths captured) # for adapters in C++
  install(FILES conformance/engines/${header}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bindpose)
endforeach()

# pkg-config; the prefix is relative to the file.
set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(reference_libraries "")
foreach(library IN LISTS libraries)
  if(library MATCHES "^bindpose_reference")
    string(PREPEND reference_libraries "-l${library} ")
  endif()
endforeach()
foreach(library IN LISTS decoder_libraries)
  string(APPEND reference_libraries "-l${library} ")
endforeach()
foreach(file IN ITEMS bindpose-subject.pc bindpose-call.pc bindpose.pc)
  configure_file(ci/cmake/${file}.in ${PROJECT_BINARY_DIR}/${file} @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${pkgconfig})
endforeach()

# Programs, and the files made from their --help.
install(TARGETS bindpose bindpose-supervisor bindpose-host RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS bindpose-interposer LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/bindpose)
find_program(BINDPOSE_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(BINDPOSE_PYTHON NAMES python3 REQUIRED)
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/bindpose.1 ${manual}/bindpose.bash ${manual}/_bindpose ${manual}/bindpose.fish
  COMMAND ${BINDPOSE_PYTHON} ${PROJECT_SOURCE_DIR}/ci/manual ${manual} ${CMAKE_CROSSCOMPILING_EMULATOR}
    $<TARGET_FILE:bindpose>
  DEPENDS bindpose ${PROJECT_SOURCE_DIR}/ci/manual
  COMMENT "Writing the man page and the shell completions"
  VERBATIM)
add_custom_target(bindpose_manual ALL DEPENDS ${manual}/bindpose.1)
# Installed parts, without tests and benchmarks.
add_custom_target(bindpose_installed DEPENDS ${libraries} bindpose bindpose-supervisor bindpose-host bindpose-interposer bindpose_manual)
install(FILES ${manual}/bindpose.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/bindpose.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME bindpose)
install(FILES ${manual}/_bindpose DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${manual}/bindpose.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# Data, which the programs find relative to their own folder: reference/io/data_folder.h.
install(DIRECTORY golden/data DESTINATION ${data_folder}/golden)
install(FILES golden/examples/read.py golden/examples/read.mjs golden/examples/read.cpp
  DESTINATION ${data_folder}/golden/examples)
install(FILES golden/packages/npm/index.mjs DESTINATION ${data_folder}/golden/packages/npm)
install(FILES golden/packages/python/bindpose_golden/__init__.py DESTINATION ${data_folder}/golden/packages/python/bindpose_golden)
install(DIRECTORY conformance/course DESTINATION ${data_folder}
  PATTERN "bindpose" EXCLUDE PATTERN "cpp/adapter.h" EXCLUDE PATTERN "__pycache__" EXCLUDE PATTERN "*.so" EXCLUDE PATTERN ".gitignore" EXCLUDE)
install(FILES conformance/mutation_score/fractions.json conformance/mutation_score/shaders.json
        conformance/mutation_score/matrix.csv conformance/mutation_score/catches.csv conformance/mutation_score/undetected.txt DESTINATION ${data_folder}/mutation_score)
install(FILES conformance/gate/mustpass.txt DESTINATION ${data_folder}/gate)
install(PROGRAMS ci/cluster/shards ci/cluster/slurm DESTINATION ${data_folder}/cluster)
install(FILES ci/cluster/kubernetes.yaml DESTINATION ${data_folder}/cluster)
install(FILES conformance/mutation_score/mutants/score.json conformance/mutation_score/mutants/score_glsl.json DESTINATION ${data_folder}/mutation_score/mutants)
foreach(language IN ITEMS c cpp) # in the source tree a link to the header's folder
  install(FILES conformance/include/bindpose/subject.h DESTINATION ${data_folder}/course/${language}/bindpose)
endforeach()
install(FILES conformance/engines/adapter.h DESTINATION ${data_folder}/course/cpp) # another link
file(GLOB_RECURSE schemas CONFIGURE_DEPENDS golden/*.schema.json conformance/*.schema.json ci/cluster/*.schema.json
  conformance/*.xsd)
install(FILES ${schemas} DESTINATION ${data_folder}/schema)

# Documents keep their relative paths, so that links between them work.
file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} reference/*.md golden/*.md conformance/*.md)
list(FILTER pages EXCLUDE REGEX "/course/|^golden/data/")
install_files(README.md CHANGELOG.md LICENSE ci/cluster/README.md ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(BINDPOSE_TESTS)
  foreach(step IN ITEMS install files find_package subproject plug call wheel pkg_config)
    add_test(NAME install.${step} COMMAND ${PROJECT_SOURCE_DIR}/ci/consumer/check ${PROJECT_BINARY_DIR} ${step})
    set_tests_properties(install.${step} PROPERTIES TIMEOUT 600 FIXTURES_REQUIRED bindpose_installed)
  endforeach()
  set_tests_properties(install.install PROPERTIES FIXTURES_REQUIRED "" FIXTURES_SETUP bindpose_installed)
endif()
