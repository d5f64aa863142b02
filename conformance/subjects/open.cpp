// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/open.h"

#include "conformance/subjects/capture_subject.h"
#include "conformance/subjects/defect_subject.h"
#include "conformance/subjects/files_subject.h"
#include "conformance/subjects/foreign_subject.h"
#include "conformance/subjects/gpu_subject.h"
#include "conformance/subjects/page_subject.h"
#include "conformance/subjects/reference_float.h"
#include "conformance/subjects/software_subject.h"
#include "conformance/subjects/worker.h"

namespace bindpose::conformance {

Expected<std::unique_ptr<Subject>> open_subject(const SubjectSpec& spec) {
  if (spec.kind == "reference-float") return open_reference_float(spec);
  if (spec.kind == "software") return open_software(spec);
  BINDPOSE_TRY(auto device, open_device(spec));
  BINDPOSE_CHECK(device->self_test());
  return device;
}

Expected<std::unique_ptr<Subject>> open_any(const SubjectSpec& spec, const Sandbox& sandbox) {
  if (spec.kind == "reference-float") return open_reference_float(spec);
  if (spec.kind == "software") return open_software(spec);
  if (spec.kind == "defect") return open_defect(spec);
  if (spec.kind == "capture") return open_capture(spec);
  if (spec.kind == "files") return open_files(spec);
  if (spec.kind == "lib" || spec.kind == "cmd") return open_foreign(spec, sandbox);
  if (spec.kind == "web") return open_page(spec, sandbox);
  return start_worker(spec, "", sandbox.device_seconds, Faulty::judged);
}

}  // namespace bindpose::conformance
