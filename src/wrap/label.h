// Labels: records that somebody vouches for, a line a page (labels.jsonl).
//
//   {"page": "a.html", "url": "...", "complete": true, "records": [
//      {"price": {"text": "118", "span": [3530, 3533]}, "offers": [{...}, {...}]}],
//    "negative": [{"text": "...", "span": [..]}], "count": {"author": 9}}
//
// Spans in the file are bytes of the page as stored; in memory, after bind(), offsets in Document::text(). A
// field's value may also be a plain string (short for {"text": ...}), a list of values, or null.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "page/document.h"
#include "wrap/record.h"

namespace gleaner::wrap {

struct Label {
  std::string page;
  std::string url;
  bool complete = false;  // everything of these fields on the page is labelled
  std::vector<Record> records;
  std::vector<Value> negative;  // texts that are not values; `field` below names the field, "" for all
  std::vector<std::string> negative_field;
  std::map<std::string, int> count;  // how many values of a field the page shows, where only that is known
  uint32_t line = 0;                 // in the label file, for messages
  bool is_nested() const;            // some of the records have records inside
};

struct LabelledPage {
  DocumentPtr document;
  Label label;  // spans are offsets in document->text()
};

// Reads a label file's text; `file` is for messages. Spans are still bytes as stored.
Result<std::vector<Label>> parse_labels(std::string_view text, const std::string& file);
// One line, without the newline. Spans are mapped to bytes by `document` (null: written as they are).
std::string format_label(const Label& label, const Document* document);
std::string format_label_records(const std::string& page, const std::string& url,
                                 const std::vector<Record>& records, const Document* document);

// Maps the label's spans to the document's text; checks that each lies in the page and holds its text.
Status bind(Label& label, const Document& document);

}  // namespace gleaner::wrap
