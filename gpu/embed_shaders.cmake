# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# bindpose_embed_shaders(<output.cpp>): writes a C++ source file that holds gpu/<path>.glsl of every algorithm in
# BINDPOSE_GLSL_ALGORITHMS and what they share, gpu/capture/*.glsl.
include_guard()

function(bindpose_embed_shaders output)
  foreach(part IN ITEMS common elementary sign_pivot)
    set(part_file ${PROJECT_SOURCE_DIR}/gpu/capture/${part}.glsl)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${part_file})
    file(READ ${part_file} ${part})
  endforeach()
  set(bodies "")
  foreach(path IN LISTS BINDPOSE_GLSL_ALGORITHMS)
    set(body_file ${PROJECT_SOURCE_DIR}/gpu/${path}.glsl)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${body_file})
    file(READ ${body_file} text)
    string(APPEND bodies "    {\"${path}\", R\"glsl(${text})glsl\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [=[// Made when configuring. Do not edit.
#include "gpu/program/embedded.h"

#include <vector>

namespace bindpose::gpu {

std::span<const EmbeddedBody> embedded_bodies() {
  static const std::vector<EmbeddedBody> bodies = {
@bodies@  };
  return bodies;
}

std::string_view embedded_common() {
  return R"glsl(@common@)glsl";
}

std::string_view embedded_elementary() {
  return R"glsl(@elementary@)glsl";
}

std::string_view embedded_sign_pivot() {
  return R"glsl(@sign_pivot@)glsl";
}

}  // namespace bindpose::gpu
]=])
endfunction()
