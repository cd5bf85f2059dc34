// SPDX-License-Identifier: Apache-2.0
// How text is to look, and the few colours there are. Colour never says what the text does not say.
#pragma once

#include <string>
#include <string_view>

namespace assay::report {

struct Style {
  bool color = false;
  int width = 100;  ///< columns of the terminal; less than 60 is taken as 60
  bool quiet = false;
};

enum class Ink { plain, good, bad, open, dim, strong };

/// `text` in that colour, or as it is.
[[nodiscard]] std::string inked(std::string_view text, Ink ink, const Style& style);

}  // namespace assay::report
