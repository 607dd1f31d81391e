// The page as it looks, for the frame: the Document's tree written as HTML that can do nothing.
//
// Not the source but the tree is served, so that the browser's nodes are ours: each element carries
// its number (data-n), and what is left out (scripts, frames' contents, meta, base) leaves an empty
// comment, so that child nodes keep their places. Scripts, handlers, actions and link targets are
// gone; styles and pictures come from the resource path alone. The one script is the picker, by
// nonce. Cost: one pass over the tree.
#pragma once

#include <string>

#include "base/result.h"
#include "page/document.h"

namespace gleaner::studio {

struct FrameOptions {
  std::string resources;  // "/res/TICKET/": where styles and pictures are asked for
  std::string page;       // name in the project: relative addresses start there
  std::string nonce, secret;
};

// Characters of paths as they are, all else escaped: one path of an address, or a text in a header.
std::string escaped_path(std::string_view path);

// REQUIRES: page.is_html().
std::string frame_html(const Document& page, const FrameOptions& options);
// A PDF, of these bytes: the pictures of its sheets, and over them the words as invisible text, each
// with the bytes that it is of the page made from the PDF. A person points at the picture; labels and
// records speak of spans as everywhere.
Result<std::string> pdf_frame(const std::string& bytes, const FrameOptions& options);
// One sheet as PNG.
Result<std::string> pdf_picture(const std::string& bytes, const std::string& name, uint32_t sheet);
std::string content_policy(const std::string& host, const FrameOptions& options);

}  // namespace gleaner::studio
