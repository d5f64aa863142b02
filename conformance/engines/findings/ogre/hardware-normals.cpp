// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ hardware-normals.cpp -isystem /usr/include/OGRE -lOgreMain -lOgreRTShaderSystem -o /tmp/bindpose-finding && LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a /tmp/bindpose-finding
// Exits with 0 if, with hardware skinning, the scale of a mesh's first bone changes normals of other bones.
#include <cmath>
#include <cstdio>

#include <Ogre.h>
#include <RTShaderSystem/OgreRTShaderSystem.h>

namespace shaders = Ogre::RTShader;

static const char* const scheme = "ShaderGeneratorDefaultScheme";
static const Ogre::Vector3 normal(0.6F, 0.8F, 0);

/// OGRE's own media in Debian's folders.
static void find_shaders() {
  const std::string media = "/usr/share/OGRE/Media/";
  for (const char* folder : {"ShadowVolume", "RTShaderLib", "RTShaderLib/GLSL", "RTShaderLib/materials"})
    Ogre::ResourceGroupManager::getSingleton().addResourceLocation(media + folder, "FileSystem",
                                                                   Ogre::RGN_INTERNAL);
  shaders::ShaderGenerator::initialize();
}

/// A point on the first bone, out of sight, and one on the second in the middle of the picture.
static Ogre::MeshPtr two_points() {
  const Ogre::SkeletonPtr skeleton =
      Ogre::SkeletonManager::getSingleton().create("bones", Ogre::RGN_DEFAULT, true);
  skeleton->createBone("first", 0);
  skeleton->createBone("second", 1);
  skeleton->setBindingPose();
  const Ogre::MeshPtr mesh = Ogre::MeshManager::getSingleton().createManual("points", Ogre::RGN_DEFAULT);
  Ogre::SubMesh* points = mesh->createSubMesh();
  points->operationType = Ogre::RenderOperation::OT_POINT_LIST;
  points->useSharedVertices = false;
  points->vertexData = OGRE_NEW Ogre::VertexData();
  points->vertexData->vertexCount = 2;
  points->vertexData->vertexDeclaration->addElement(0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION);
  points->vertexData->vertexDeclaration->addElement(0, 12, Ogre::VET_FLOAT3, Ogre::VES_NORMAL);
  const float vertices[] = {9, 9, 9, normal.x, normal.y, normal.z, 0, 0, 0, normal.x, normal.y, normal.z};
  const auto buffer =
      Ogre::HardwareBufferManager::getSingleton().createVertexBuffer(24, 2, Ogre::HBU_GPU_ONLY);
  buffer->writeData(0, sizeof vertices, vertices);
  points->vertexData->vertexBufferBinding->setBinding(0, buffer);
  points->addBoneAssignment({0, 0, 1});
  points->addBoneAssignment({1, 1, 1});
  mesh->_notifySkeleton(const_cast<Ogre::SkeletonPtr&>(skeleton));
  mesh->_setBounds(Ogre::AxisAlignedBox(-10, -10, -10, 10, 10, 10));
  mesh->_setBoundingSphereRadius(20);
  mesh->load();
  return mesh;
}

/// Lit by OGRE's own per-pixel lighting, by a light from +x.
static void make_material(Ogre::Entity& entity) {
  const Ogre::MaterialPtr material = Ogre::MaterialManager::getSingleton().create("lit", Ogre::RGN_DEFAULT);
  entity.setMaterial(material);
  shaders::HardwareSkinningFactory::getSingleton().prepareEntityForSkinning(&entity);
  auto& generator = shaders::ShaderGenerator::getSingleton();
  generator.createShaderBasedTechnique(*material, Ogre::MaterialManager::DEFAULT_SCHEME_NAME, scheme);
  shaders::RenderState* state = generator.getRenderState(scheme, "lit", material->getGroup(), 0);
  state->addTemplateSubRenderState(generator.createSubRenderState<shaders::HardwareSkinning>());
  state->addTemplateSubRenderState(generator.createSubRenderState<shaders::PerPixelLighting>());
  generator.validateMaterial(scheme, "lit", material->getGroup());
}

/// The brightness in the middle of the picture: the normal's x.
static float seen_x(Ogre::Root& root, Ogre::RenderWindow& window) {
  root.renderOneFrame();
  unsigned char pixels[16 * 16 * 4];
  const Ogre::Box all(0, 0, 16, 16);
  window.copyContentsToMemory(all, Ogre::PixelBox(all, Ogre::PF_BYTE_RGBA, pixels),
                              Ogre::RenderTarget::FB_AUTO);
  return pixels[4 * (7 * 16 + 8)] / 255.0F;
}

int main() {
  Ogre::LogManager logs;
  logs.createLog("", true, false, true);
  Ogre::Root root("", "", "");
  root.loadPlugin("/usr/lib/x86_64-linux-gnu/OGRE/RenderSystem_GL3Plus");
  root.setRenderSystem(root.getAvailableRenderers().front());
  root.initialise(false);
  Ogre::RenderWindow* window = root.createRenderWindow("finding", 16, 16, false);
  Ogre::SceneManager* scene = root.createSceneManager();
  find_shaders();
  shaders::ShaderGenerator::getSingleton().addSceneManager(scene);
  Ogre::ResourceGroupManager::getSingleton().initialiseAllResourceGroups();
  Ogre::Camera* camera = scene->createCamera("identity");
  scene->getRootSceneNode()->createChildSceneNode()->attachObject(camera);
  camera->setCustomViewMatrix(true, Ogre::Affine3::IDENTITY);
  camera->setCustomProjectionMatrix(true, Ogre::Matrix4::IDENTITY);
  window->addViewport(camera)->setMaterialScheme(scheme);
  Ogre::Light* light = scene->createLight();
  light->setType(Ogre::Light::LT_DIRECTIONAL);
  Ogre::SceneNode* from_right = scene->getRootSceneNode()->createChildSceneNode();
  from_right->attachObject(light);
  from_right->setDirection(-Ogre::Vector3::UNIT_X, Ogre::Node::TS_WORLD);

  Ogre::Entity* entity = scene->createEntity(two_points());
  make_material(*entity);
  scene->getRootSceneNode()->createChildSceneNode()->attachObject(entity);
  const float before = seen_x(root, *window);
  Ogre::Bone* first = entity->getSkeleton()->getBone("first");
  first->setManuallyControlled(true);
  first->setScale(2, 1, 1);
  const float after = seen_x(root, *window);
  std::printf(
      "hardware skinning %s; the normal's x is %.2f, and %.2f when a bone that has no weight is scaled\n",
      entity->isHardwareAnimationEnabled() ? "on" : "off", before, after);
  shaders::ShaderGenerator::destroy();
  return std::fabs(before - normal.x) < 0.02F && std::fabs(after - 0.184F) < 0.02F ? 0 : 1;
}
