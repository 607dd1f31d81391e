// Writers: records to jsonl, json, csv, tsv, xml; and records read back from them (for convert).
//
// Flattening for csv and tsv: nested records become columns "offers.price"; a record whose nested lists hold
// several records gives a row for each combination of none (parent columns repeated on every row of its
// longest nested list, values side by side by position).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "page/document.h"
#include "wrap/readings.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::wrap {

// table: for people, not read back
enum class Format : uint8_t { jsonl, json, csv, tsv, xml, labels, table };

// By the ending of a file name.
std::optional<Format> format_of_path(std::string_view path);
std::optional<Format> format_of_name(std::string_view name);

struct WriteOptions {
  bool spans = false;  // also where each value stands
  bool page = true;    // also the page's name
  bool typed = true;   // typed readings beside the text
  // csv, tsv: a cell that a spreadsheet would run as a formula (it begins with = + -
  // @ and is no number) gets a '
  bool safe_cells = false;
  std::optional<Readings> readings = {};  // default: columns in csv and tsv, structs in json and xml
};

// One page's records at a time, in order. The text goes to `out`, which may refuse (closed pipe, full disk).
class Writer {
 public:
  using Out = std::function<Status(std::string_view)>;
  virtual ~Writer() = default;
  virtual Status page(const std::string& name, const Document* document,
                      const std::vector<Record>& records) = 0;
  virtual Status finish() = 0;
};

std::unique_ptr<Writer> make_writer(Format format, const Schema& schema, const WriteOptions& options,
                                    Writer::Out out);

// A value as JSON, without readings and spans.
std::string json_of(const Value& value);
// The name of the page's column: "page", or "_page" where a field has that name.
std::string page_key(const Schema& schema);

struct PageRecords {
  std::string page;
  std::vector<Record> records;
};
Result<std::vector<PageRecords>> read_records(Format format, std::string_view text, const std::string& file);

}  // namespace gleaner::wrap
