// Loading documents: files, gzip and zstd by their magic bytes, standard input;
// and turning what a person typed (files, folders, globs, "-", "@list") into an ordered list of pages.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "page/document.h"

namespace gleaner {

struct LoadOptions {
  DocumentOptions document;         // name and url are filled in when empty
  uint64_t max_bytes = 3ull << 30;  // after decompression
};

// Files that are no pages themselves but have one made of them (a PDF), known by their first bytes. A front
// end names them once, before it loads the first page; the page's bytes are then the text that was made.
struct MadePage {
  std::string html;
  Diagnostics notes;  // what could not be read; Document::notes()
};
struct PageMaker {
  bool (*knows)(std::string_view bytes) = nullptr;
  std::function<Result<MadePage>(std::string_view bytes, const std::string& name)> make;
};
void set_page_maker(PageMaker maker);

// Under the thread's budget (Budget::current()): no more than its bytes, in its time; what has to be held in
// memory (pipes, what is unpacked) no more than half of its memory. Beyond that: Code::budget.
// "-" is standard input. Errors: no such file, a folder, not readable, too large, damaged compression.
Result<DocumentPtr> load_document(const std::string& path, const LoadOptions& options = {});

// The same of bytes that are here already and unpacked: a PDF becomes its page,
// unless the media type is named.
Result<DocumentPtr> make_document(std::string bytes, DocumentOptions options);

// The bytes of any file, decompressed.
Result<std::string> read_file(const std::string& path, uint64_t max_bytes = 3ull << 30);

// The same of what a person writes or a learner wrote: scripts, grammars, programs, wrappers,
// flows, settings. A few kilobytes that unpack to gigabytes are refused without a limit being
// said, for none of them is so long.
Result<std::string> read_program(const std::string& path);

// The same for bytes in memory: gzip and zstd by their magic bytes, all else as it is. `name` is for errors.
Result<std::string> unpack(std::string bytes, const std::string& name, uint64_t max_bytes);

// Writes via a temporary file beside the target and renames: the old file stays whole until the new one is.
Status write_file(const std::string& path, std::string_view content);

// Files as they are; a folder gives its pages (.html .htm .xhtml .txt .log .pdf, .gz/.zst of them) in name
// order; a glob its matches in name order; "@file" the lines of that file. Order of arguments is kept.
// Subfolders that may not be entered are passed over and named in `notes`.
Result<std::vector<std::string>> expand_inputs(const std::vector<std::string>& arguments,
                                               Diagnostics* notes = nullptr);

}  // namespace gleaner
