// SPDX-License-Identifier: Apache-2.0
#include "num/npy_header.hpp"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"

namespace assay {
namespace {

// More than NumPy has.
constexpr std::size_t most_dimensions = 64;
constexpr std::size_t longest_string = 64;

// Takes tokens off the front of a text. What is missing is said by the caller.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool take(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  // 'text' or "text", no escapes.
  std::optional<std::string> string() {
    skip_blanks();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) return std::nullopt;
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos || end > longest_string) return std::nullopt;
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::optional<std::int64_t> integer() {
    skip_blanks();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{} || value < 0) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // a long of Python 2
    return value;
  }

  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }

 private:
  void skip_blanks() {
    const std::size_t first = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(first == std::string_view::npos ? rest_.size() : first);
  }

  std::string_view rest_;
};

std::optional<std::vector<std::int64_t>> take_shape(Scanner& scanner) {
  std::vector<std::int64_t> shape;
  if (!scanner.take("(")) return std::nullopt;
  while (!scanner.take(")")) {
    const std::optional<std::int64_t> extent = scanner.integer();
    if (!extent || shape.size() == most_dimensions) return std::nullopt;
    shape.push_back(*extent);
    if (scanner.take(",")) continue;
    if (!scanner.take(")")) return std::nullopt;
    if (shape.size() == 1) return std::nullopt;  // "(3)" is a number in Python
    break;
  }
  return shape;
}

struct Seen {
  bool descr = false, order = false, shape = false;
};

Result<void> take_value(Scanner& scanner, std::string_view key, NpyHeader& header, Seen& seen) {
  if (key == "descr" && !seen.descr) {
    std::optional<std::string> descr = scanner.string();
    if (!descr) return fail("its 'descr' is no plain type (structured types are not read)");
    header.descr = escaped(*descr);
    seen.descr = true;
  } else if (key == "fortran_order" && !seen.order) {
    header.fortran_order = scanner.take("True");
    if (!header.fortran_order && !scanner.take("False")) {
      return fail("its 'fortran_order' is neither True nor False");
    }
    seen.order = true;
  } else if (key == "shape" && !seen.shape) {
    auto shape = take_shape(scanner);
    if (!shape) return fail("its 'shape' is no tuple of sizes");
    header.shape = std::move(*shape);
    seen.shape = true;
  } else {
    return fail(fmt::format("its header has an unexpected key '{}'", escaped(key)));
  }
  return {};
}

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view text) {
  Scanner scanner(text);
  NpyHeader header;
  Seen seen;
  if (!scanner.take("{")) return fail("its header is no dictionary");
  while (!scanner.take("}")) {
    const std::optional<std::string> key = scanner.string();
    if (!key || !scanner.take(":")) return fail("its header is malformed");
    if (auto taken = take_value(scanner, *key, header, seen); !taken) return fail(taken.error());
    if (scanner.take(",")) continue;
    if (!scanner.take("}")) return fail("its header is malformed");
    break;
  }
  if (!scanner.at_end()) return fail("its header goes on after the dictionary");
  if (!seen.descr || !seen.order || !seen.shape) {
    return fail("its header lacks one of 'descr', 'fortran_order' and 'shape'");
  }
  return header;
}

}  // namespace assay
