// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OGRE draws: its OpenGL render system, with the shaders that its run-time shader system writes for hardware
// skinning. The interposer (conformance/captures) records the vertices of the frame. README.md says what is declared.
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "../captured.h"
#include "mesh.h"
#include <RTShaderSystem/OgreRTShaderSystem.h>

namespace ogre {
namespace {

using engines::offers;

namespace shaders = Ogre::RTShader;

constexpr unsigned short most_bones = 256;

/// An X server without a screen, which GLX wants; it ends with this process's group.
void start_screen() {
  FILE* server = popen("exec Xvfb -displayfd 1 -screen 0 64x64x24 -nolisten tcp 2>/dev/null", "r");
  int number = -1;
  if (server == nullptr || std::fscanf(server, "%d", &number) != 1)
    throw std::runtime_error("Xvfb does not start");
  setenv("DISPLAY", (":" + std::to_string(number)).c_str(), 1);
}

/// OGRE with a hidden window and an identity camera.
class Engine {
 public:
  Engine() {
    start_screen();
    logs_.createLog("", true, false, true);
    root_ = std::make_unique<Ogre::Root>("", "", "");
    root_->loadPlugin(OGRE_PLUGINS "/RenderSystem_GL3Plus");
    root_->setRenderSystem(root_->getAvailableRenderers().front());
    root_->initialise(false);
    const Ogre::NameValuePairList hidden = {{"hidden", "true"}};
    window_ = root_->createRenderWindow("bindpose", 16, 16, false, &hidden);
    scene_ = root_->createSceneManager();
    Ogre::Camera* camera = scene_->createCamera("identity");
    scene_->getRootSceneNode()->createChildSceneNode()->attachObject(camera);
    camera->setCustomViewMatrix(true, Ogre::Affine3::IDENTITY);
    camera->setCustomProjectionMatrix(true, Ogre::Matrix4::IDENTITY);
    window_->addViewport(camera)->setMaterialScheme(shaders::ShaderGenerator::DEFAULT_SCHEME_NAME);
    Ogre::Light* light = scene_->createLight();  // so that there is a use for normals
    light->setType(Ogre::Light::LT_DIRECTIONAL);
    scene_->getRootSceneNode()->createChildSceneNode()->attachObject(light);
    start_shaders();
  }

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() { shaders::ShaderGenerator::destroy(); }

  /// The driver's name.
  std::string device() const { return root_->getRenderSystem()->getCapabilities()->getDeviceName(); }
  Ogre::SceneManager& scene() { return *scene_; }
  void draw() { root_->renderOneFrame(); }

 private:
  void start_shaders() {
    auto& resources = Ogre::ResourceGroupManager::getSingleton();
    resources.addResourceLocation(OGRE_MEDIA "/ShadowVolume", "FileSystem", Ogre::RGN_INTERNAL);
    for (const char* folder : {"/RTShaderLib", "/RTShaderLib/GLSL", "/RTShaderLib/materials"})
      resources.addResourceLocation(OGRE_MEDIA + std::string(folder), "FileSystem", Ogre::RGN_INTERNAL);
    shaders::ShaderGenerator::initialize();
    shaders::ShaderGenerator::getSingleton().addSceneManager(scene_);
    shaders::HardwareSkinningFactory::getSingleton().setMaxCalculableBoneCount(most_bones);
    resources.initialiseAllResourceGroups();
  }

  Ogre::LogManager logs_;
  std::unique_ptr<Ogre::Root> root_;
  Ogre::RenderWindow* window_ = nullptr;
  Ogre::SceneManager* scene_ = nullptr;
};

Engine& engine() {
  static Engine only;
  return only;
}

/// A mesh's vertices as points, with the matrices that blend them: an Ogre::SubEntity without a skeleton.
class Points : public Ogre::SimpleRenderable {
 public:
  Points(Ogre::VertexData* vertices, std::vector<Ogre::Affine3> bones) : bones_(std::move(bones)) {
    mRenderOp.vertexData = vertices;
    mRenderOp.operationType = Ogre::RenderOperation::OT_POINT_LIST;
    mRenderOp.useIndexes = false;
    setBoundingBox(Ogre::AxisAlignedBox::BOX_INFINITE);
  }
  unsigned short getNumWorldTransforms() const override { return static_cast<unsigned short>(bones_.size()); }
  void getWorldTransforms(Ogre::Matrix4* matrices) const override {
    for (std::size_t i = 0; i < bones_.size(); ++i)
      matrices[i] = bones_[i];
  }
  Ogre::Real getBoundingRadius() const override { return 0; }
  Ogre::Real getSquaredViewDepth(const Ogre::Camera*) const override { return 0; }

 private:
  std::vector<Ogre::Affine3> bones_;
};

/// A material that OGRE writes a shader of, with skinning by so many bones and weights a vertex.
class Skinned {
 public:
  Skinned(std::size_t bones, std::size_t weights)
      : material_(Ogre::MaterialManager::getSingleton().create("question", Ogre::RGN_DEFAULT)) {
    auto& generator = shaders::ShaderGenerator::getSingleton();
    const Ogre::String &name = material_->getName(), &group = material_->getGroup();
    generator.createShaderBasedTechnique(*material_.resource, Ogre::MaterialManager::DEFAULT_SCHEME_NAME,
                                         scheme_);
    auto* skinning = generator.createSubRenderState<shaders::HardwareSkinning>();
    skinning->setHardwareSkinningParam(static_cast<Ogre::ushort>(bones), static_cast<Ogre::ushort>(weights));
    shaders::RenderState* state = generator.getRenderState(scheme_, name, group, 0);
    state->addTemplateSubRenderState(skinning);
    state->addTemplateSubRenderState(generator.createSubRenderState<shaders::PerPixelLighting>());
    generator.validateMaterial(scheme_, name, group);
  }
  Skinned(const Skinned&) = delete;
  Skinned& operator=(const Skinned&) = delete;
  ~Skinned() {
    shaders::ShaderGenerator::getSingleton().removeAllShaderBasedTechniques(material_->getName(),
                                                                            material_->getGroup());
  }
  const Ogre::MaterialPtr& material() const { return material_.resource; }

 private:
  const Ogre::String& scheme_ = shaders::ShaderGenerator::DEFAULT_SCHEME_NAME;
  Owned<Ogre::MaterialManager, Ogre::Material> material_;
};

/// Lighting normalises them where pixels are; here OGRE's own vector does.
Numbers normalised(const Exchange& x, const Numbers& sums) {
  Numbers normals;
  for (std::size_t v = 0; 3 * v < sums.size(); ++v)
    Exchange::append(normals, x.vector(sums, v).normalisedCopy());
  return normals;
}

std::size_t weights_in(const Ogre::VertexData& vertices) {
  const auto* element = vertices.vertexDeclaration->findElementBySemantic(Ogre::VES_BLEND_WEIGHTS);
  return element == nullptr ? 0 : Ogre::VertexElement::getTypeCount(element->getType());
}

void answer_drawn(Exchange& x) {
  const Owned<Ogre::MeshManager, Ogre::Mesh> mesh(
      Ogre::MeshManager::getSingleton().createManual("question", Ogre::RGN_DEFAULT));
  mesh->sharedVertexData = vertex_data(x);
  assign_bones(x, *mesh.resource);
  const std::vector<Ogre::Affine3> palette = x.matrices("palette");
  std::vector<Ogre::Affine3> bones;
  for (const unsigned short bone : mesh->sharedBlendIndexToBoneIndexMap)
    bones.push_back(palette.at(bone));
  const Skinned skinned(bones.size(), weights_in(*mesh->sharedVertexData));
  Points points(mesh->sharedVertexData, bones);
  points.setMaterial(skinned.material());
  Ogre::SceneNode* node = engine().scene().getRootSceneNode()->createChildSceneNode();
  node->attachObject(&points);
  engine().draw();
  node->detachAllObjects();
  engine().scene().destroySceneNode(node);
  engines::Drawn drawn(mesh->sharedVertexData->vertexCount);
  x.put("positions", drawn.output("gl_Position"));
  if (x.has("normals")) x.put("normals", normalised(x, drawn.output("iTexcoord_0")));
}

/// The first bone's matrix also transforms normals, so most outputs with normals are wrong. A second library, built
/// with WITHOUT_NORMALS (CMakeLists.txt), shows the positions.
#ifdef WITHOUT_NORMALS
#define DIRECTIONS "normal_rule=direction without=tangents,normals"
#define SUBJECT_NAME "OGRE on OpenGL, positions"
#else
#define DIRECTIONS "normal_rule=direction without=tangents"
#define SUBJECT_NAME "OGRE on OpenGL"
#endif

constexpr engines::Answer<Exchange> answers[] = {
    offers("rigid-parts", "palette", DIRECTIONS, answer_drawn),
    offers("stitching", "palette", DIRECTIONS, answer_drawn),
    offers("lbs", "palette",
           "weight_sum=renormalised zero_sum=first-joint influences_kept=four-largest " DIRECTIONS,
           answer_drawn),
};

}  // namespace
}  // namespace ogre

const bindpose_subject* bindpose_subject_entry(void) {
  static const std::string version = OGRE_ENGINE_VERSION " on " + ogre::engine().device();
  return engines::subject_of<ogre::Exchange, ogre::answers>(SUBJECT_NAME, version.c_str(), ogre::most_bones);
}
