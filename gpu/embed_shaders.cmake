# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# bindpose_embed_shaders(<output.cpp>): writes a C++ source file with gpu/<path>.glsl of every algorithm in
# BINDPOSE_GLSL_ALGORITHMS and the shared gpu/capture/*.glsl. It replaces a line `#include "gpu/..."`, which OpenGL
# lacks, by that file; the skin() of an included body gets the name of its file.
include_guard()

# bindpose_read_shader(<variable> <file>)
function(bindpose_read_shader variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  while(text MATCHES "#include \"(gpu/[a-z_/]+\\.glsl)\"\n")
    set(line ${CMAKE_MATCH_0})
    set(included ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_1})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${included})
    file(READ ${included} part)
    get_filename_component(stem ${included} NAME_WE)
    string(REPLACE "Surface skin(" "Surface ${stem}(" part "${part}")
    string(REPLACE "${line}" "${part}" text "${text}")
  endwhile()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

function(bindpose_embed_shaders output)
  foreach(part IN ITEMS common elementary sign_pivot)
    bindpose_read_shader(${part} ${PROJECT_SOURCE_DIR}/gpu/capture/${part}.glsl)
  endforeach()
  set(bodies "")
  foreach(path IN LISTS BINDPOSE_GLSL_ALGORITHMS)
    bindpose_read_shader(text ${PROJECT_SOURCE_DIR}/gpu/${path}.glsl)
    string(APPEND bodies "    {\"${path}\", R\"glsl(${text})glsl\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [=[// Made when configuring. Do not edit.
#include "gpu/program/embedded.h"

#include <vector>

namespace bindpose::gpu {

std::span<const EmbeddedFunction> embedded_functions() {
  static const std::vector<EmbeddedFunction> bodies = {
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

# bindpose_embed_preludes(<variable>): the C++ source files with gpu/spirv/prelude.cl and prelude.wgsl.
function(bindpose_embed_preludes variable)
  set(sources "")
  foreach(language IN ITEMS cl wgsl)
    set(prelude ${PROJECT_SOURCE_DIR}/gpu/spirv/prelude.${language})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${prelude})
    file(READ ${prelude} text)
    bindpose_embed(${CMAKE_CURRENT_BINARY_DIR}/${language}_prelude.cpp bindpose::gpu ${language}_prelude "${text}")
    list(APPEND sources ${CMAKE_CURRENT_BINARY_DIR}/${language}_prelude.cpp)
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
