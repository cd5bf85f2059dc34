// SPDX-License-Identifier: Apache-2.0
#include "build/kernel_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::build {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(KernelNames, declarations_of_every_kind_are_found) {
  EXPECT_THAT(kernel_names_in(
                  "extern \"C\" __global__ void plain(int*);\n"
                  "template <class T>\n__global__ void __launch_bounds__(256, (2)) scale(T* x) {}\n"
                  "__global__ __cluster_dims__(2, 1, 1) void grouped(float) {}\n"
                  "__global__ void plain(int* x) {}\n"),
              ElementsAre("plain", "scale", "grouped"));
}

TEST(KernelNames, broken_text_names_nothing) {
  EXPECT_THAT(kernel_names_in("__global__"), IsEmpty());
  EXPECT_THAT(kernel_names_in("__global__ void __launch_bounds__((((("), IsEmpty());
  EXPECT_THAT(kernel_names_in("int __global__; void f() {}"), IsEmpty());
}

TEST(KernelNames, the_identifier_of_an_expression) {
  EXPECT_EQ(identifier_of("ns::inner::scale<float, 4>"), "scale");
  EXPECT_EQ(identifier_of("scale < float >"), "scale");
  EXPECT_EQ(identifier_of("scale"), "scale");
}

TEST(KernelNames, a_missing_kernel_is_told_with_what_exists) {
  EXPECT_EQ(missing_kernel("sotfmax<float>", "s.cu", {"softmax", "copy"}),
            "kernel 'sotfmax<float>' is not in s.cu; did you mean 'softmax'?; its kernels are: "
            "softmax, copy");
  EXPECT_EQ(missing_kernel("k", "s.cu", {}), "kernel 'k' is not in s.cu; it has no kernel at all");
}

}  // namespace
}  // namespace assay::build
