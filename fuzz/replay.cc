// Runs a fuzz target on files: the committed corpus in `make test`, or one crash by hand.
//
//   fuzz_replay html fuzz/corpus/html            every file of the folder
//   fuzz_replay html crash-1234                  one file
//
// Each input is copied to a block of exactly its size, so that the sanitizers see an overrun.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Every target's function has a name of its own here (see gleaner_together in cmake/module.cmake).
#define FUZZ_TARGET(name) extern "C" int name##_LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
#include "fuzz_targets.inc"
#undef FUZZ_TARGET

namespace {

using Target = int (*)(const uint8_t*, size_t);

Target target_named(std::string_view name) {
#define FUZZ_TARGET(target) \
  if (name == #target) return target##_LLVMFuzzerTestOneInput;
#include "fuzz_targets.inc"
#undef FUZZ_TARGET
  return nullptr;
}

void run(Target target, const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  std::unique_ptr<uint8_t[]> exact(new uint8_t[content.size()]);
  std::memcpy(exact.get(), content.data(), content.size());
  target(exact.get(), content.size());
}

}  // namespace

int main(int argc, char** argv) {
  const Target target = argc > 1 ? target_named(argv[1]) : nullptr;
  if (!target) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET FILE_OR_FOLDER...\n");
    return 2;
  }
  std::vector<std::filesystem::path> inputs;
  for (int i = 2; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) {
      inputs.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  for (const auto& path : inputs) {
    // a crash leaves the name of its input as the last line
    std::printf("%s\n", path.filename().c_str());
    std::fflush(stdout);
    run(target, path);
  }
  std::printf("%zu inputs replayed\n", inputs.size());
  return inputs.empty() ? 1 : 0;
}
