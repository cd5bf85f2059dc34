// SPDX-License-Identifier: Apache-2.0
#include "build/prelude.hpp"

namespace assay::build {
namespace {

// Integer types and limits agree token by token with those of NVIDIA's headers for NVRTC
// (cuda/std/cstdint, cuda/std/climits), so that a candidate may include both. INFINITY and NAN are
// constant expressions.
constexpr std::string_view prelude = R"(#pragma once
typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef signed long long intptr_t;
typedef unsigned long long uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define INFINITY __builtin_bit_cast(float, 0x7f800000)
#define NAN __builtin_bit_cast(float, 0x7fffffff)
#define CHAR_BIT 8
#define SHRT_MAX 0x7fff
#define INT_MIN (-INT_MAX - 1)
#define INT_MAX 0x7fffffff
#define UINT_MAX 0xffffffff
#define LLONG_MIN (-LLONG_MAX - 1)
#define LLONG_MAX 0x7fffffffffffffffLL
#define ULLONG_MAX 0xffffffffffffffffUL
#ifndef FLT_MAX
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F
#define DBL_MAX 1.79769313486231570814527423731704357e+308
#define DBL_MIN 2.22507385850720138309023271733240406e-308
#define DBL_EPSILON 2.22044604925031308084726333618164062e-16
#endif
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_SQRT2 1.41421356237309504880
)";

// What <limits> and <type_traits> declare stands in NVIDIA's cuda/std; candidates say std::.
constexpr std::string_view limits =
    "#include <cuda/std/limits>\nnamespace std { using namespace cuda::std; }\n";
constexpr std::string_view traits =
    "#include <cuda/std/type_traits>\nnamespace std { using namespace cuda::std; }\n";

constexpr Header headers[] = {
    {prelude_name, prelude}, {"stdint.h", ""}, {"cstdint", ""}, {"stddef.h", ""},
    {"cstddef", ""},         {"limits.h", ""}, {"climits", ""}, {"float.h", ""},
    {"cfloat", ""},          {"math.h", ""},   {"cmath", ""},   {"assert.h", ""},
    {"cassert", ""},         {"stdio.h", ""},  {"cstdio", ""},  {"stdlib.h", ""},
    {"cstdlib", ""},         {"string.h", ""}, {"cstring", ""}, {"limits", limits},
    {"type_traits", traits},
};

}  // namespace

std::span<const Header> prelude_headers() {
  return headers;
}

}  // namespace assay::build
