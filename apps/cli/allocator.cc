// The program's allocator: the C library's, with every block counted for the budget of its thread
// (base/memory.h), so that --max-megabytes is what the process takes, whichever library takes it.
// operator new refuses what a limit does not allow; malloc, whose callers are C libraries, only
// counts: those stop when the engine above them asks its budget. Cost: the size of a block, which
// stands before it, and an addition. Left out where a sanitizer has its own allocator, and without
// glibc, which lends its functions by other names.
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "base/memory.h"

#if defined(__GLIBC__) && !defined(GLEANER_SANITIZED)

#include <malloc.h>

extern "C" {

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

static void* counted(void* block) {
  if (block) gleaner::memory::took(malloc_usable_size(block));
  return block;
}

void* malloc(size_t size) { return counted(__libc_malloc(size)); }
void* calloc(size_t n, size_t size) { return counted(__libc_calloc(n, size)); }
void* memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void* aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void** into, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void* block = counted(__libc_memalign(alignment, size));
  if (!block) return ENOMEM;
  *into = block;
  return 0;
}

void* realloc(void* block, size_t size) {
  const size_t before = block ? malloc_usable_size(block) : 0;
  void* moved = __libc_realloc(block, size);
  if (moved || size == 0) {
    gleaner::memory::gave_back(before);
    counted(moved);
  }
  return moved;
}

void free(void* block) {
  if (!block) return;
  gleaner::memory::gave_back(malloc_usable_size(block));
  __libc_free(block);
}

}  // extern "C"

static void* allocate(size_t size) {
  if (!gleaner::memory::allows(size)) throw std::bad_alloc();
  if (void* block = malloc(size ? size : 1)) return block;
  throw std::bad_alloc();
}

static void* allocate(size_t size, std::align_val_t alignment) {
  if (!gleaner::memory::allows(size)) throw std::bad_alloc();
  if (void* block = memalign(size_t(alignment), size ? size : 1)) return block;
  throw std::bad_alloc();
}

void* operator new(size_t size) { return allocate(size); }
void* operator new[](size_t size) { return allocate(size); }
void* operator new(size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void* operator new[](size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return malloc(size ? size : 1); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return malloc(size ? size : 1); }
void operator delete(void* block) noexcept { free(block); }
void operator delete[](void* block) noexcept { free(block); }
void operator delete(void* block, size_t) noexcept { free(block); }
void operator delete[](void* block, size_t) noexcept { free(block); }
void operator delete(void* block, std::align_val_t) noexcept { free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { free(block); }
void operator delete(void* block, size_t, std::align_val_t) noexcept { free(block); }
void operator delete[](void* block, size_t, std::align_val_t) noexcept { free(block); }

static const bool told = (gleaner::memory::set_counted(), true);

#endif
