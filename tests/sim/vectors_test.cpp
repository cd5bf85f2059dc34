// SPDX-License-Identifier: Apache-2.0
// Every statement that was recorded on a GPU (vectors/README.md) gives the same bits here.
#include <fstream>
#include <map>
#include <sstream>

#include "sim/harness.hpp"

namespace assay::sim {
namespace {

using namespace testing;

constexpr std::size_t rows_a_statement = 64;

struct Recorded {
  Statement statement;
  std::vector<Operands> rows;
  std::vector<std::uint64_t> results;
};

int bits_of(const std::string& kind) {
  if (kind.ends_with("64")) return 64;
  return kind.ends_with("16") ? 16 : 32;
}

/// Where the device departs from the ISA's text, which the simulator follows; docs/arithmetic.md.
bool is_departure(const std::string& statement) {
  const auto is = [&](const char* beginning) { return statement.starts_with(beginning); };
  return (is("v") && statement.find(".sat %d.h1") != std::string::npos) ||
         is("vmad.u32.u32.u32.shr7") || is("vmad.s32.u32.s32.shr7") ||
         is("cvt.rna.satfinite.tf32.f32");
}

std::vector<std::uint64_t> words(std::istream& in) {
  std::vector<std::uint64_t> values(rows_a_statement);
  for (auto& value : values) in >> std::hex >> value;
  return values;
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// Columns of the file as rows of operands.
std::vector<Operands> rows_of(std::istream& in, std::size_t columns) {
  std::vector<Operands> rows(rows_a_statement);
  for (std::size_t n = 0; n < columns; ++n) {
    const auto column = words(in);
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(column[row]);
  }
  return rows;
}

std::vector<Recorded> read(const std::string& group) {
  std::ifstream in(ASSAY_SOURCE_DIR "/tests/sim/vectors/" + group + ".txt");
  std::map<std::vector<std::string>, std::vector<Operands>> operands;
  operands[{}].resize(rows_a_statement);
  std::vector<Recorded> all;
  std::string line;
  while (std::getline(in, line)) {
    if (line.starts_with("operands ")) {
      const auto kinds = split(line.substr(9));
      operands[kinds] = rows_of(in, kinds.size());
    } else if (line.starts_with("statement ")) {
      const auto colon = line.find(" : ");
      auto kinds = split(line.substr(10, colon - 10));
      Recorded one;
      one.statement = {line.substr(colon + 3), {}, std::stoi(kinds.front())};
      kinds.erase(kinds.begin());
      for (const auto& kind : kinds) one.statement.in.push_back(bits_of(kind));
      one.rows = operands.at(kinds);
      one.results = words(in);
      all.push_back(std::move(one));
    }
  }
  return all;
}

/// The rows where the simulator gives other bits, as text; "" where all agree.
std::string differences(const Recorded& one) {
  const auto got = results(one.statement, one.rows);
  std::ostringstream text;
  for (std::size_t row = 0; row < got.size(); ++row) {
    if (got[row] == one.results[row]) continue;
    text << "  " << std::hex;
    for (const auto operand : one.rows[row]) text << operand << ' ';
    text << ": gpu " << one.results[row] << ", here " << got[row] << '\n';
  }
  return text.str();
}

class Vectors : public ::testing::TestWithParam<const char*> {};

TEST_P(Vectors, AgreeBitForBit) {
  const auto all = read(GetParam());
  ASSERT_FALSE(all.empty());
  for (const Recorded& one : all) {
    const std::string different = differences(one);
    EXPECT_EQ(different.empty(), !is_departure(one.statement.text)) << one.statement.text << '\n'
                                                                    << different;
  }
}

INSTANTIATE_TEST_SUITE_P(Group, Vectors,
                         ::testing::Values("integer", "bits", "f32", "f64", "halves", "payloads",
                                           "conversions", "video", "warp"),
                         [](const auto& group) { return std::string(group.param); });

}  // namespace
}  // namespace assay::sim
