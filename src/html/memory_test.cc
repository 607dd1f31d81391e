// The tree of a page when memory runs out: lexbor's allocator fails from the nth request on, for every n,
// once alone and once for good. Nothing crashes, nothing is thrown through lexbor; there is a tree that says
// where it ends, or std::bad_alloc. (What lexbor itself forgets when it cannot be set up is freed here.)
#include <cstddef>
#include <cstdint>
extern "C" {
#include <lexbor/core/base.h>
}
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <set>
#include <string>

#include "html/tree.h"
#include "page/document.h"

namespace gleaner::html {
namespace {

constexpr size_t kNever = SIZE_MAX;
size_t left = kNever, asked = 0;  // requests until the allocator fails
bool for_good = true;

bool fails() {
  ++asked;
  if (left == kNever) return false;
  if (left > 0) return --left, false;
  if (!for_good) left = kNever;
  return true;
}

std::set<void*> live;
void* kept(void* block) {
  if (block) live.insert(block);
  return block;
}

void* failing_malloc(size_t size) { return fails() ? nullptr : kept(std::malloc(size)); }
void* failing_calloc(size_t n, size_t size) { return fails() ? nullptr : kept(std::calloc(n, size)); }
void* failing_realloc(void* block, size_t size) {
  if (fails()) return nullptr;
  live.erase(block);
  return kept(std::realloc(block, size));
}
void tracked_free(void* block) {
  live.erase(block);
  std::free(block);
}

// Nodes of the tree if it is whole; 0: it says that it is not, or there is none.
size_t parses(const std::string& text) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  const DocumentPtr page = Document::from_bytes(text, options).value();
  try {
    const Tree& tree = page->view<Tree>();
    EXPECT_GE(tree.size(), 1u);
    return page->notes().empty() ? tree.size() : 0;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

TEST(Memory, RunsOutAnywhere) {
  std::string text =
      "<!doctype html><title>t</title><table>moved<tr><td>x</table><svg><path d=1/></svg><template><p>in</template>";
  for (int i = 0; i < 200; ++i)
    text += "<p class=c" + std::to_string(i) + "><b><i>x</b> y</i><odd" + std::to_string(i) + " data-" +
            std::to_string(i) + ">&hellip;<!-- c -->";
  lexbor_memory_setup(failing_malloc, failing_realloc, failing_calloc, tracked_free);
  asked = 0;
  const size_t nodes = parses(text), all = asked;
  ASSERT_GT(nodes, 0u);
  EXPECT_GT(all, 100u);
  for (for_good = false;; for_good = true) {
    for (size_t n = 0; n < all; ++n) {
      left = n;
      const size_t whole = parses(text);  // some requests can be done without
      EXPECT_TRUE(whole == 0 || whole == nodes) << n;
      left = kNever;
    }
    if (for_good) break;
  }
  lexbor_memory_setup(std::malloc, std::realloc, std::calloc, std::free);
  for (void* block : live) std::free(block);
  live.clear();
  EXPECT_EQ(parses(text), nodes);
}

}  // namespace
}  // namespace gleaner::html
