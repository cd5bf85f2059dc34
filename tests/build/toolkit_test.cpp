// SPDX-License-Identifier: Apache-2.0
#include "build/toolkit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file.hpp"

namespace assay::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ToolkitSearch : public testing::Test {
 protected:
  void put(const std::string& path, std::string_view content = "x") {
    const auto whole = folder_.path() / path;
    std::filesystem::create_directories(whole.parent_path());
    ASSERT_TRUE(write_file(whole, bytes_of(content)));
  }
  [[nodiscard]] Result<Toolkit> below(const std::string& root) const {
    return find_toolkit({{folder_.path() / root}, {}, ""});
  }
  TemporaryFolder folder_ = TemporaryFolder::create("toolkit").value();
};

TEST_F(ToolkitSearch, an_installed_toolkit_is_found) {
  put("cuda/lib64/libnvrtc.so.13", "…release 13.0, Cuda compilation tools, release %d.%d");
  put("cuda/include/cccl/cuda/atomic");
  put("cuda/bin/ptxas");
  const auto found = below("cuda");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->nvrtc, folder_.path() / "cuda/lib64/libnvrtc.so.13");
  EXPECT_THAT(found->includes,
              ElementsAre(folder_.path() / "cuda/include", folder_.path() / "cuda/include/cccl"));
  EXPECT_EQ(found->ptxas, folder_.path() / "cuda/bin/ptxas");
  EXPECT_EQ(found->version, "");
}

TEST_F(ToolkitSearch, python_packages_are_found) {
  put("site/nvidia/cu13/lib/libnvrtc.so.13");
  put("site/nvidia/cu13/include/cuda_fp16.h");
  const auto found = below("site");
  ASSERT_TRUE(found);
  EXPECT_THAT(found->includes, ElementsAre(folder_.path() / "site/nvidia/cu13/include"));
  EXPECT_EQ(found->ptxas, "");
}

TEST_F(ToolkitSearch, one_package_a_folder_is_found) {
  put("site/nvidia/cuda_nvrtc/lib/libnvrtc.so.13");
  put("site/nvidia/cuda_runtime/include/cuda_fp16.h");
  put("site/nvidia/cuda_nvcc/bin/ptxas");
  const auto found = below("site");
  ASSERT_TRUE(found);
  EXPECT_THAT(found->includes, ElementsAre(folder_.path() / "site/nvidia/cuda_runtime/include"));
  EXPECT_EQ(found->ptxas, folder_.path() / "site/nvidia/cuda_nvcc/bin/ptxas");
}

TEST_F(ToolkitSearch, the_first_place_wins) {
  put("a/lib/libnvrtc.so.13");
  put("b/lib64/libnvrtc.so.13");
  const auto found =
      find_toolkit({{folder_.path() / "none", folder_.path() / "b", folder_.path() / "a"}, {}, ""});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->nvrtc, folder_.path() / "b/lib64/libnvrtc.so.13");
}

TEST_F(ToolkitSearch, a_library_of_the_system_does_not_bring_its_headers) {
  put("usr/lib/libnvrtc.so.13");
  put("usr/include/cuda_fp16.h");
  put("usr/include/stdint.h");
  const auto found = find_toolkit({{}, {folder_.path() / "usr/lib"}, ""});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->includes.empty());
}

TEST_F(ToolkitSearch, a_folder_of_tools_alone_is_passed_over) {
  put("tools/bin/nvdisasm");
  EXPECT_FALSE(below("tools"));
}

TEST_F(ToolkitSearch, nothing_found_says_what_to_type) {
  const auto found = find_toolkit({{folder_.path() / "empty"}, {}, "none"});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("ASSAY_TOOLKIT is 'none'"));
  EXPECT_THAT(found.error().hint, HasSubstr("./dev setup"));
  EXPECT_THAT(found.error().causes.at(0), HasSubstr("empty"));
  EXPECT_EQ(found.error().blame, Blame::machine);
}

TEST_F(ToolkitSearch, the_version_is_read_from_the_library) {
  put("lib", std::string(5000, 'x') + "Cuda compilation tools, release 13.0, V13.0.88" + '\0' +
                 std::string(900, 'y') + "Cuda compilation tools, release %d.%d" + '\0' +
                 std::string(300, 'z'));
  EXPECT_EQ(library_version(folder_.path() / "lib"), "13.0.88");
  EXPECT_EQ(library_version(folder_.path() / "missing"), "");
  put("empty", "");
  EXPECT_EQ(library_version(folder_.path() / "empty"), "");
}

TEST_F(ToolkitSearch, the_environment_can_hide_every_toolkit) {
  ::setenv("ASSAY_TOOLKIT", "none", 1);
  const auto hidden = SearchPlaces::from_environment();
  ::setenv("ASSAY_TOOLKIT", folder_.path().c_str(), 1);
  const auto named = SearchPlaces::from_environment();
  ::unsetenv("ASSAY_TOOLKIT");
  EXPECT_TRUE(hidden.roots.empty() && hidden.libraries.empty());
  EXPECT_THAT(named.roots, ElementsAre(folder_.path()));
  EXPECT_TRUE(named.libraries.empty());
}

}  // namespace
}  // namespace assay::build
