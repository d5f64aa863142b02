# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# The glTF files of tests: those made for engines, in BINDPOSE_MADE_ASSETS, and optionally Debian's test models and
# all files of BINDPOSE_ASSET_FOLDER. Sets BINDPOSE_ASSET_ARGUMENTS: --asset FILE ...
include_guard()

set(BINDPOSE_ASSET_FOLDER ${PROJECT_SOURCE_DIR}/../shared/assets CACHE PATH "More glTF files to test with")

set(models /usr/share/assimp/models/glTF2)
file(GLOB_RECURSE assets ${BINDPOSE_ASSET_FOLDER}/*.gltf ${BINDPOSE_ASSET_FOLDER}/*.glb)
# Invalid on purpose: the glTF validator's negative set has a test of its own in reference/gltf.
list(FILTER assets EXCLUDE REGEX "[Nn]egative|_unfixed")
list(APPEND assets ${models}/simple_skin/simple_skin.gltf
  ${models}/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf)
set(BINDPOSE_MADE_ASSETS ${PROJECT_BINARY_DIR}/made_assets)
foreach(script IN ITEMS ci/engines ci/engine_results/assets.py ci/engine_results/glb.py)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${script})
endforeach()
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/ci/engines --assets ${BINDPOSE_MADE_ASSETS}
  OUTPUT_VARIABLE made OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" made "${made}")
list(APPEND assets ${made})
set(BINDPOSE_ASSET_ARGUMENTS "")
foreach(asset IN LISTS assets)
  if(EXISTS ${asset})
    list(APPEND BINDPOSE_ASSET_ARGUMENTS --asset ${asset})
  endif()
endforeach()
