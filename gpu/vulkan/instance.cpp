// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/instance.h"

#include <algorithm>
#include <string_view>

#include <dlfcn.h>
#include <fmt/format.h>

#include "gpu/device/native_context.h"
#include "gpu/vulkan/handle.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL note(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                    const VkDebugUtilsMessengerCallbackDataEXT* data, void* complaints) {
  static_cast<std::vector<std::string>*>(complaints)->emplace_back(data->pMessage);
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messenger_info(std::vector<std::string>& complaints) {
  auto info =
      of_type<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = note;
  info.pUserData = &complaints;
  return info;
}

}  // namespace

GLADapiproc VulkanInstance::find(void* instance, const char* name) {
  const auto* self = static_cast<const VulkanInstance*>(instance);
  return reinterpret_cast<GLADapiproc>(self->get_(self->instance_, name));
}

// Unloaded drivers leak their allocations; an open instance keeps them loaded.
Expected<std::unique_ptr<VulkanInstance>> VulkanInstance::make(bool validated) {
  static const auto* const kept = new Expected<std::unique_ptr<VulkanInstance>>(load(false));
  if (!*kept) return tl::unexpected(kept->error());
  return load(validated);
}

Expected<std::unique_ptr<VulkanInstance>> VulkanInstance::load(bool validated) {
  tame_environment();
  BINDPOSE_TRY(void* library, load_library("libvulkan.so.1"));
  std::unique_ptr<VulkanInstance> instance(new VulkanInstance);
  instance->get_ = Symbol{::dlsym(library, "vkGetInstanceProcAddr")};
  if (instance->get_ == nullptr)
    return fail("LIBRARY_MISSING", "libvulkan.so.1", "it has no vkGetInstanceProcAddr");
  BINDPOSE_CHECK(instance->create(validated));
  return instance;
}

VulkanInstance::~VulkanInstance() {
  if (messenger_ != nullptr) call_.DestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
  if (instance_ != nullptr) call_.DestroyInstance(instance_, nullptr);
}

bool VulkanInstance::has_layer(const char* name) const {
  std::uint32_t count = 0;
  if (call_.EnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS) return false;
  std::vector<VkLayerProperties> layers(count);
  if (call_.EnumerateInstanceLayerProperties(&count, layers.data()) != VK_SUCCESS) return false;
  return std::ranges::any_of(
      layers, [name](const VkLayerProperties& layer) { return std::string_view(layer.layerName) == name; });
}

Expected<void> VulkanInstance::create(bool validated) {
  const int version = gladLoadVulkanContextUserPtr(&call_, nullptr, find, this);
  if (version < GLAD_MAKE_VERSION(1, 1))
    return fail("DEVICE_UNAVAILABLE", "libvulkan.so.1", "the Vulkan loader is older than Vulkan 1.1");
  auto application = of_type<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "bindpose";
  application.apiVersion = VK_API_VERSION_1_1;
  auto info = of_type<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;

  auto messenger = messenger_info(complaints);
  constexpr VkValidationFeatureEnableEXT more = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  auto features = of_type<VkValidationFeaturesEXT>(VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &more;
  features.pNext = &messenger;
  constexpr const char* extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                        VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  if (validated) {
    if (!has_layer(validation_layer))
      return fail("LIBRARY_MISSING", validation_layer,
                  "the layer is not installed; Debian has it in vulkan-validationlayers");
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &validation_layer;
    info.enabledExtensionCount = 2;
    info.ppEnabledExtensionNames = extensions;
    info.pNext = &features;
  }
  // Refused if no driver is installed.
  const auto made = check_result(call_.CreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
  if (!made) return fail("DEVICE_UNAVAILABLE", made.error().where, made.error().message);
  gladLoadVulkanContextUserPtr(&call_, nullptr, find, this);
  if (!validated) return {};
  return check_result(call_.CreateDebugUtilsMessengerEXT(instance_, &messenger, nullptr, &messenger_),
                      "vkCreateDebugUtilsMessengerEXT");
}

Expected<std::vector<VkPhysicalDevice>> VulkanInstance::devices() const {
  std::uint32_t count = 0;
  BINDPOSE_CHECK(
      check_result(call_.EnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices"));
  std::vector<VkPhysicalDevice> devices(count);
  BINDPOSE_CHECK(check_result(call_.EnumeratePhysicalDevices(instance_, &count, devices.data()),
                              "vkEnumeratePhysicalDevices"));
  devices.resize(count);
  if (!devices.empty()) return devices;
  return fail("DEVICE_UNAVAILABLE", "vulkan", "no Vulkan driver finds a device");
}

Expected<GladVulkanContext> VulkanInstance::entry_points(VkPhysicalDevice device) {
  GladVulkanContext call = call_;
  const int version = gladLoadVulkanContextUserPtr(&call, device, find, this);
  if (version >= GLAD_MAKE_VERSION(1, 1)) return call;
  return fail("CONTEXT_REFUSED", "vulkan",
              fmt::format("the device has Vulkan {}.{}, older than 1.1", GLAD_VERSION_MAJOR(version),
                          GLAD_VERSION_MINOR(version)));
}

}  // namespace bindpose::gpu
