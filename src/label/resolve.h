// From a label file to labelled pages: pages are loaded (relative to the label file), spans are bound to the
// page's text, texts without a span are located as a person sees them.
//
// A located text keeps all its places in Value::places, in document order; Value::span is set only
// if there is one place. A text that stands nowhere, or a span that does not hold its text, is a
// problem that names page, field and text. The value is taken out of its record, and the caller
// decides whether to go on without it.
//
// On a page labelled whole, a field that a record does not name is absent. A text that was taken out
// must count as unknown there too. So the page is then taken as labelled in part, and what its
// records lack is written as nulls.
//
// A page that cannot be loaded is a problem too, and left out. Cost: one search of
// the page for each distinct text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "page/load.h"
#include "wrap/label.h"

namespace gleaner::label {

struct ResolveOptions {
  size_t jobs = 1;           // pages at a time
  size_t max_places = 1000;  // of one text on one page
  // How the pages are loaded, by name; null: files.
  std::function<Result<DocumentPtr>(const std::string& name, const LoadOptions&)> load = {};
};

struct Resolved {
  std::vector<wrap::LabelledPage> pages;  // in file order
  Diagnostics problems;                   // errors: values or pages that were left out
  size_t values = 0;                      // labelled texts that were kept
  std::string hash;                       // of the label file, for Origin
};

// Fails when the file cannot be read or understood.
Result<Resolved> resolve(const std::string& label_file, const ResolveOptions& options = {});

// The same for labels in memory; page names are relative to `folder` ("" is here). `file` is for messages.
Resolved resolve_labels(std::vector<wrap::Label> labels, const std::string& folder, const std::string& file,
                        const ResolveOptions& options = {});

// One label on a page that is already loaded; problems are appended. Gives the number of values kept.
size_t resolve_label(wrap::Label& label, const Document& document, const std::string& file,
                     Diagnostics& problems, const ResolveOptions& options = {});

// The path of a page that a label file in `folder` names.
std::string page_path(const std::string& folder, const std::string& page);

}  // namespace gleaner::label
