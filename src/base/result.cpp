// SPDX-License-Identifier: Apache-2.0
#include "base/result.hpp"

namespace assay {

std::string to_text(const Error& error) {
  std::string text = "error: " + error.message + "\n";
  for (const std::string& cause : error.causes) text += "  because: " + cause + "\n";
  if (!error.hint.empty()) text += "  hint: " + error.hint + "\n";
  return text;
}

}  // namespace assay
