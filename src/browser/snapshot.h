// Snapshot: a page as its scripts have made it, as a Document like any other.
//
// The tree is written down as HTML: shadow trees in the place of their hosts (data-gleaner-shadow), frames in
// place as <div data-gleaner-frame="address">, fields with their present values (never passwords), `hidden`
// on what is not displayed. Beside the text stand the boxes of elements and the way back to the live ones: by
// where their start tags begin, so the text holds no marks. The same page gives the same text.
#pragma once

#include <array>
#include <vector>

#include "browser/target.h"
#include "html/tree.h"
#include "page/document.h"

namespace gleaner::browser {

struct SnapshotOptions {
  bool boxes = true;
  // boxes in the text, too: data-box="x0 y0 x1 y1" where text stands together,
  // data-look, data-size of the body
  bool marked = false;
  bool scroll = false;  // first to the end, so that what loads by scrolling is there
};

struct SnapshotElement {
  uint32_t begin = 0;  // of its start tag in the page's bytes
  NodeRef ref;
  std::array<int, 4> box{};  // left, top, width, height on the page, in pixels
};

struct Snapshot {
  DocumentPtr page;
  std::vector<SnapshotElement> elements;  // in order; empty: the page is a file, not a tree of the browser
  int width = 0, height = 0;

  // Of a node of page->view<html::Tree>(); null where none was written there.
  const SnapshotElement* element_of(html::NodeId node) const;
};

}  // namespace gleaner::browser
