// SPDX-License-Identifier: Apache-2.0
// Names of the kernels in a source text, for hints only: what is built is decided on the compiled
// artifact.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::build {

/// In order of appearance, templates included; namespaces are not resolved.
[[nodiscard]] std::vector<std::string> kernel_names_in(std::string_view source);

/// The identifier that a name expression starts from: "scale" of "ns::scale<float, 4>".
[[nodiscard]] std::string_view identifier_of(std::string_view expression);

/// "kernel 'sotfmax' is not in softmax.cu; did you mean 'softmax'? its kernels are: softmax, copy"
[[nodiscard]] std::string missing_kernel(std::string_view expression, std::string_view file,
                                         const std::vector<std::string>& existing);

}  // namespace assay::build
