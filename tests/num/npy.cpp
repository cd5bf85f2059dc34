// SPDX-License-Identifier: Apache-2.0
#include "num/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "num/values.hpp"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view usual = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";

std::string file_of(std::string_view header, std::size_t data_bytes = 8, char major = 1) {
  std::string file = "\x93NUMPY";
  file +=
      {major, '\0', static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  if (major == 2) file += std::string(2, '\0');
  return file + std::string(header) + std::string(data_bytes, 'x');
}

std::string refused(std::string_view file) {
  const auto tensor = from_npy(bytes_of(file));
  EXPECT_FALSE(tensor);
  if (tensor) return "";
  EXPECT_EQ(tensor.error().blame, Blame::usage);
  return tensor.error().message;
}

std::string with(std::string_view descr, std::string_view order, std::string_view shape) {
  return file_of("{'descr': " + std::string(descr) + ", 'fortran_order': " + std::string(order) +
                 ", 'shape': " + std::string(shape) + "}");
}

TEST(Npy, IsWhatNumpyWrites) {
  HostTensor tensor = make_tensor(Dtype::f32, {2, 3});
  for (std::int64_t i = 0; i < 6; ++i) tensor.set_integer(i, i);
  const Bytes file = to_npy(tensor);
  // numpy.save of numpy.arange(6, dtype='f4').reshape(2, 3)
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  std::string wanted = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header;
  wanted += std::string(127 - wanted.size(), ' ') + "\n";
  EXPECT_EQ(text_of(file).substr(0, 128), wanted);
  EXPECT_EQ(text_of(file).substr(128), text_of(tensor.bytes));
}

TEST(Npy, ShapesAreTuplesOfPython) {
  const auto header = [](std::vector<std::int64_t> shape) {
    return std::string(text_of(to_npy(make_tensor(Dtype::u8, std::move(shape)))).substr(0, 128));
  };
  EXPECT_THAT(header({}), HasSubstr("'shape': (), }"));
  EXPECT_THAT(header({5}), HasSubstr("'shape': (5,), }"));
  EXPECT_THAT(header({5, 0}), HasSubstr("'shape': (5, 0), }"));
}

TEST(Npy, WhatNumpyKnowsComesBackUnchanged) {
  for (const std::string& name : dtype_names()) {
    const Dtype dtype = dtype_from(name).value();
    for (const std::vector<std::int64_t>& shape :
         {std::vector<std::int64_t>{}, {1}, {3, 5}, {0}, {2, 0, 3}, {1, 2, 3, 4}}) {
      HostTensor tensor = make_tensor(dtype, shape);
      fill_noise(tensor, 1);
      const auto back = from_npy(to_npy(tensor));
      ASSERT_TRUE(back) << name;
      EXPECT_EQ(back->bytes, tensor.bytes) << name;
      const bool foreign = dtype == Dtype::tf32 || dtype == Dtype::bf16 || dtype == Dtype::i4 ||
                           dtype == Dtype::f8e4m3 || dtype == Dtype::f8e5m2;
      EXPECT_EQ(back->dtype == dtype, !foreign) << name;
      EXPECT_EQ(back->shape == shape, dtype != Dtype::i4 || shape.empty() || shape.back() < 2)
          << name;
    }
  }
}

TEST(Npy, WhatNumpyLacksIsWrittenAsItsBits) {
  EXPECT_EQ(from_npy(to_npy(make_tensor(Dtype::bf16, {3})))->dtype, Dtype::u16);
  EXPECT_EQ(from_npy(to_npy(make_tensor(Dtype::f8e4m3, {3})))->dtype, Dtype::u8);
  EXPECT_EQ(from_npy(to_npy(make_tensor(Dtype::tf32, {3})))->dtype, Dtype::f32);
  const auto packed = from_npy(to_npy(make_tensor(Dtype::i4, {3, 5})));
  EXPECT_EQ(packed->dtype, Dtype::u8);
  EXPECT_EQ(packed->shape, (std::vector<std::int64_t>{3, 3}));
}

TEST(Npy, DataStartsAtAMultipleOf64) {
  EXPECT_TRUE(rc::check([] {
    auto shape =
        *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 3));
    shape.resize(std::min<std::size_t>(shape.size(), 12));
    const HostTensor tensor = make_tensor(Dtype::u8, shape);
    const Bytes file = to_npy(tensor);
    RC_ASSERT((file.size() - tensor.bytes.size()) % 64 == 0U);
    RC_ASSERT(from_npy(file)->shape == shape);
  }));
}

TEST(Npy, ALongHeaderTakesVersion2) {
  HostTensor tensor = make_tensor(Dtype::u8, std::vector<std::int64_t>(40'000, 1));
  const Bytes file = to_npy(tensor);
  EXPECT_EQ(file[6], std::byte{2});
  EXPECT_EQ((file.size() - 1) % 64, 0U);
  EXPECT_THAT(refused(text_of(file)), HasSubstr("'shape'")) << "more dimensions than NumPy has";
}

TEST(Npy, OtherWritersAreReadToo) {
  EXPECT_TRUE(from_npy(bytes_of(file_of(usual))));
  EXPECT_TRUE(from_npy(bytes_of(file_of(usual, 8, 2))));
  EXPECT_TRUE(
      from_npy(bytes_of(file_of("{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"<f4\"}\n"))));
  EXPECT_TRUE(from_npy(bytes_of(file_of("{'descr':'<u1','fortran_order':False,'shape':(8,)}"))));
  EXPECT_EQ(from_npy(bytes_of(with("'|b1'", "False", "(8,)")))->dtype, Dtype::boolean);
}

TEST(Npy, WhatIsNotReadIsNamed) {
  EXPECT_THAT(refused(with("'>f4'", "False", "(2,)")), HasSubstr("'>f4' are not read"));
  EXPECT_THAT(refused(with("'<c8'", "False", "(1,)")), HasSubstr("'<c8'"));
  EXPECT_THAT(refused(with("'|O'", "False", "(1,)")), HasSubstr("'|O'"));
  EXPECT_THAT(refused(with("[('a', '<f4')]", "False", "(2,)")), HasSubstr("structured"));
  EXPECT_THAT(refused(with("'<f4'", "True", "(2,)")), HasSubstr("Fortran"));
  EXPECT_THAT(refused(file_of(usual, 8, 3)), HasSubstr("version 3.0"));
  EXPECT_THAT(refused("PK\x03\x04 an npz"), HasSubstr("magic"));
}

TEST(Npy, TornFilesAreErrors) {
  const std::string whole = file_of(usual);
  for (std::size_t size = 0; size < whole.size(); ++size) refused(whole.substr(0, size));
  EXPECT_THAT(refused(whole + "x"), HasSubstr("needs 8 bytes of data and 9 follow"));
}

TEST(Npy, ShapesThatLieAreErrors) {
  EXPECT_THAT(refused(with("'<f4'", "False", "(9223372036854775807,)")), HasSubstr("counted"));
  EXPECT_THAT(refused(with("'<f4'", "False", "(4294967296, 4294967296)")), HasSubstr("counted"));
  EXPECT_THAT(refused(with("'<f4'", "False", "(1000000000000,)")), HasSubstr("bytes of data"));
  EXPECT_THAT(refused(with("'<f4'", "False", "(-2,)")), HasSubstr("'shape'"));
  EXPECT_THAT(refused(with("'<f4'", "False", "(99999999999999999999,)")), HasSubstr("'shape'"));
  EXPECT_THAT(refused(with("'<f4'", "False", "(2)")), HasSubstr("'shape'"));
  EXPECT_THAT(refused(with("'<f4'", "False", "(1, 2")), HasSubstr("'shape'"));
  EXPECT_THAT(refused(with("'<f4'", "False", "(,)")), HasSubstr("'shape'"));
}

TEST(Npy, HeadersThatAreNoDictionaryAreErrors) {
  for (const std::string_view header :
       {"", "{", "}", "{}", "[]", "{'descr'}", "{'descr': '<f4'}", "{'descr': '<f4' 'shape': (2,)}",
        "{'shape': (2,), 'shape': (2,), 'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} + {}"}) {
    EXPECT_THAT(refused(file_of(header)), StartsWith("not a usable .npy file: its ")) << header;
  }
}

TEST(Npy, HostileTextDoesNotReachTheTerminal) {
  EXPECT_THAT(refused(with("'\x1b[2J'", "False", "(2,)")), HasSubstr("\\x1b[2J"));
}

TEST(Npy, MutatedFilesNeverCrash) {
  const std::string whole = file_of(usual);
  EXPECT_TRUE(rc::check([&] {
    std::string file = whole;
    const int changes = *rc::gen::inRange(1, 6);
    for (int i = 0; i < changes; ++i) {
      file[*rc::gen::inRange<std::size_t>(0, file.size())] = *rc::gen::arbitrary<char>();
    }
    const auto tensor = from_npy(bytes_of(file));
    if (tensor) {
      const auto size = size_in_bytes(tensor->dtype, tensor->shape).value();
      RC_ASSERT(tensor->bytes.size() == static_cast<std::size_t>(size));
    }
  }));
}

}  // namespace
}  // namespace assay
