// Any delimiter wrapper on any page: every instruction set gives what the definitions give. Input: a byte for
// the class, one for the number of attributes, then the delimiters and the page, separated by '|'.
#include <memory>
#include <string>
#include <vector>

#include "delimiter/exec.h"
#include "delimiter/oracle_test.h"
#include "fuzz/require.h"

using namespace gleaner::delimiter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  Delimiters w;
  w.kind = kAllClasses[data[0] % 6];
  const size_t attributes = 1 + data[1] % 4;
  std::string_view rest = as_text(data + 2, size - 2);
  auto next = [&] {
    const size_t end = rest.find('|');
    std::string piece(rest.substr(0, end));
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    return piece;
  };
  if (has_head_tail(w.kind)) w.head = next(), w.tail = next();
  if (has_open_close(w.kind)) w.open = next(), w.close = next();
  for (size_t k = 0; k < attributes; ++k) w.left.push_back(next()), w.right.push_back(next());
  if (rest.size() > 4096) rest = rest.substr(0, 4096);  // the definitions are slow
  // In a block of its own size, so that a sanitizer sees what is read beyond it.
  const std::unique_ptr<char[]> block(new char[rest.size()]);
  std::copy(rest.begin(), rest.end(), block.get());
  const std::string_view page(block.get(), rest.size());
  const oracle::Run want = oracle::run(w, page);
  for (Isa isa : {Isa::plain, Isa::sse2, Isa::avx2}) {
    if (!isa_available(isa)) continue;
    std::vector<Item> items;
    const Outcome got = Program(w, isa).run(page, items);
    require(items == want.items, "the items of the definition");
    require(got.end == want.end, "the end of the definition");
  }
  return 0;
}
