// A folder of its own for a test, gone with it. For tests only.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace gleaner {

class TempFolder {
 public:
  TempFolder() {
    std::string name = std::filesystem::temp_directory_path() / "gleaner_test_XXXXXX";
    if (::mkdtemp(name.data())) path = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    if (!path.empty()) std::filesystem::remove_all(path, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::string operator/(const std::string& name) const { return path + "/" + name; }
  std::string path;
};

}  // namespace gleaner
