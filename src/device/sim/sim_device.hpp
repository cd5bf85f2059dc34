// SPDX-License-Identifier: Apache-2.0
// The simulator as a device.
#pragma once

#include <memory>

#include "device/device.hpp"

namespace assay::device {

[[nodiscard]] std::unique_ptr<Device> make_sim_device();

}  // namespace assay::device
