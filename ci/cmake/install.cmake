# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs the libraries, their headers, the program, and the package that find_package(bindpose) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY BINDPOSE_ROOM_TARGETS)
list(REMOVE_ITEM libraries bindpose_reference_testing)
foreach(library IN LISTS libraries)
  string(REGEX REPLACE "^bindpose_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS ${libraries} EXPORT bindpose ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS bindpose bindpose-warden bindpose-host RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Headers keep their place in the house: #include "reference/skinning/linear_blend.h".
install(DIRECTORY reference gpu golden conformance DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bindpose
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "data" EXCLUDE PATTERN "examples" EXCLUDE)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/bindpose)
install(EXPORT bindpose NAMESPACE bindpose:: DESTINATION ${package} FILE bindpose-targets.cmake)
configure_package_config_file(ci/cmake/bindpose-config.cmake.in ${PROJECT_BINARY_DIR}/bindpose-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bindpose-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bindpose-config.cmake ${PROJECT_BINARY_DIR}/bindpose-config-version.cmake
  DESTINATION ${package})

if(BINDPOSE_TESTS)
  add_test(NAME install.consumer COMMAND ${PROJECT_SOURCE_DIR}/ci/consumer/check ${PROJECT_BINARY_DIR})
  set_tests_properties(install.consumer PROPERTIES TIMEOUT 900)
endif()
