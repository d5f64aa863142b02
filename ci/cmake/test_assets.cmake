# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# The real characters that tests judge with: Debian's test models, and whatever glTF files lie in BINDPOSE_ASSET_FOLDER.
# Sets BINDPOSE_ASSET_ARGUMENTS: --asset FILE ... Everything passes without any of them.
include_guard()

set(BINDPOSE_ASSET_FOLDER ${PROJECT_SOURCE_DIR}/../shared/assets CACHE PATH "More glTF files to test with")

set(models /usr/share/assimp/models/glTF2)
file(GLOB_RECURSE assets ${BINDPOSE_ASSET_FOLDER}/*.gltf ${BINDPOSE_ASSET_FOLDER}/*.glb)
# Invalid on purpose: the glTF validator's negative set has a test of its own in reference/gltf.
list(FILTER assets EXCLUDE REGEX "[Nn]egative|_unfixed")
list(APPEND assets ${models}/simple_skin/simple_skin.gltf
  ${models}/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf)
set(BINDPOSE_ASSET_ARGUMENTS "")
foreach(asset IN LISTS assets)
  if(EXISTS ${asset})
    list(APPEND BINDPOSE_ASSET_ARGUMENTS --asset ${asset})
  endif()
endforeach()
