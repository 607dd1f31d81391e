// The links of visited pages in one compact array: for each page its links in groups of one cell
// (frontier.h), the targets of a group in rising order as differences of seven bits a byte. One to two bytes
// a link. Pages are numbered; a page's links are added once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gleaner::crawl {

struct GraphLink {
  uint32_t cell = 0, target = 0;
  auto operator<=>(const GraphLink&) const = default;
};

class LinkGraph {
 public:
  // Stands before a target.
  struct Cursor {
    uint64_t at = 0;
    uint32_t left = 0;      // targets of the group
    uint32_t previous = 0;  // target
  };
  struct Group {
    uint32_t cell = 0;
    Cursor targets;
  };

  // Sorts the links and leaves out what is there twice.
  void add(uint32_t page, std::vector<GraphLink>& links);
  bool has(uint32_t page) const { return page < begin_.size() && begin_[page]; }
  // Of a page that has links: its groups one after the other, from a cursor that first_group() gives.
  template <class Take>
  void each_group(uint32_t page, Take take) const {
    if (!has(page)) return;
    uint64_t at = begin_[page] - 1;
    for (uint32_t groups = read(at); groups > 0; --groups) {
      Group group;
      group.cell = read(at);
      group.targets.left = read(at);
      const uint64_t size = read(at);
      group.targets.at = at;
      take(group);
      at += size;
    }
  }
  template <class Take>
  void each_target(uint32_t page, Take take) const {
    each_group(page, [&](Group group) {
      while (group.targets.left) take(next(group.targets));
    });
  }
  // REQUIRES: cursor.left > 0.
  uint32_t next(Cursor& cursor) const {
    --cursor.left;
    return cursor.previous += read(cursor.at);
  }
  size_t bytes() const { return bytes_.size() + begin_.size() * sizeof(uint64_t); }

 private:
  uint32_t read(uint64_t& at) const {
    uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = bytes_[at++];
      value |= uint32_t(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
  static void write(std::vector<uint8_t>& into, uint32_t value) {
    for (; value >= 0x80; value >>= 7) into.push_back(uint8_t(value | 0x80));
    into.push_back(uint8_t(value));
  }

  std::vector<uint8_t> bytes_;
  std::vector<uint64_t> begin_;  // by page, plus 1; 0: none
  std::vector<uint8_t> group_;   // being written
};

}  // namespace gleaner::crawl
