// See nested.h. A cell is a block of lines; a row is as high as its highest cell; a nested table is a block
// like any other.
#include "wrap/nested.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/shorten.h"
#include "base/text.h"

namespace gleaner::wrap {
namespace {

struct Block {
  std::vector<std::string> lines;
  size_t width = 0;  // code points
};

// A text, or a list of texts in braces.
std::string text_of(const Value& value, size_t width) {
  if (value.is_text()) return width ? shortened(collapse(value.text), width) : collapse(value.text);
  if (!value.is_list()) return "";
  std::vector<std::string> items;
  for (const Value& item : value.items) items.push_back(text_of(item, width));
  return "{" + fmt::format("{}", fmt::join(items, ", ")) + "}";
}

using Rows = std::vector<const std::vector<Field>*>;

// Of a table inside a cell.
Rows rows_of(const Value& value) {
  Rows rows;
  if (value.is_record()) rows.push_back(&value.fields);
  for (const Value& item : value.items)
    if (item.is_record()) rows.push_back(&item.fields);
  return rows;
}

class Drawer {
 public:
  explicit Drawer(const NestedOptions& options) : options_(options) {}

  Block table(const std::vector<FieldSchema>& fields, const Rows& rows) const {
    std::vector<Block> head;
    std::vector<std::vector<Block>> body;
    std::vector<size_t> widths;
    for (const FieldSchema& field : fields) {
      head.push_back(text_block(field.name));
      widths.push_back(head.back().width);
    }
    for (const auto* row : rows) {
      auto& cells = body.emplace_back();
      for (size_t c = 0; c < fields.size(); ++c) {
        const Value* value = find(*row, fields[c].name);
        cells.push_back(value ? cell(fields[c], *value) : text_block(""));
        widths[c] = std::max(widths[c], cells.back().width);
      }
    }
    Block out;
    for (size_t w : widths) out.width += w + 3;
    out.width += 1;
    rule(widths, "┌", "┬", "┐", out);
    add_row(head, widths, out);
    for (const auto& cells : body) {
      rule(widths, "├", "┼", "┤", out);
      add_row(cells, widths, out);
    }
    rule(widths, "└", "┴", "┘", out);
    return out;
  }

 private:
  static Block text_block(std::string text) {
    const size_t width = count_code_points(text);
    return {{std::move(text)}, width};
  }

  Block cell(const FieldSchema& field, const Value& value) const {
    if (field.fields.empty()) return text_block(text_of(value, options_.cell_width));
    const Rows rows = rows_of(value);
    return rows.empty() ? text_block("") : table(field.fields, rows);
  }

  static void rule(const std::vector<size_t>& widths, const char* left, const char* middle, const char* right,
                   Block& out) {
    std::string line = left;
    for (size_t c = 0; c < widths.size(); ++c) {
      if (c) line += middle;
      for (size_t i = 0; i < widths[c] + 2; ++i) line += "─";
    }
    out.lines.push_back(line + right);
  }

  static void add_row(const std::vector<Block>& cells, const std::vector<size_t>& widths, Block& out) {
    size_t height = 1;
    for (const Block& block : cells) height = std::max(height, block.lines.size());
    for (size_t i = 0; i < height; ++i) {
      std::string line = "│";
      for (size_t c = 0; c < cells.size(); ++c) {
        const std::string& text = i < cells[c].lines.size() ? cells[c].lines[i] : std::string();
        line += " " + padded(text, widths[c]) + " │";
      }
      out.lines.push_back(std::move(line));
    }
  }

  const NestedOptions& options_;
};

void html_table(std::string& out, const std::vector<FieldSchema>& fields, const Rows& rows) {
  out += "<table><thead><tr>";
  for (const FieldSchema& field : fields) {
    out += "<th>";
    append_html(out, field.name);
    out += "</th>";
  }
  out += "</tr></thead><tbody>\n";
  for (const auto* row : rows) {
    out += "<tr>";
    for (const FieldSchema& field : fields) {
      out += "<td>";
      const Value* value = find(*row, field.name);
      if (value && field.fields.empty()) {
        append_html(out, text_of(*value, 0));
      } else if (value) {
        if (const Rows inner = rows_of(*value); !inner.empty()) html_table(out, field.fields, inner);
      }
      out += "</td>";
    }
    out += "</tr>\n";
  }
  out += "</tbody></table>";
}

constexpr std::string_view kHtmlHead =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Records</title>\n<style>\n"
    "body { font: 14px/1.4 sans-serif; margin: 1.5em; color: #222; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { border: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top; }\n"
    "th { background: #eef1f4; font-weight: 600; }\n"
    "td > table { margin: -.1em 0; }\n"
    "@media (prefers-color-scheme: dark) { body { background: #16181b; color: #ddd; } th { background: "
    "#24282d; } "
    "th, td { border-color: #444; } }\n"
    "</style></head><body>\n";

class NestedWriter : public Writer {
 public:
  NestedWriter(const Schema& schema, const NestedOptions& options, Out out)
      : schema_(schema), options_(options), out_(std::move(out)) {}

  Status page(const std::string& name, const Document*, const std::vector<Record>& records) override {
    pages_.push_back({name, records});
    return {};
  }

  Status finish() override {
    std::string text = options_.html ? std::string(kHtmlHead) : "";
    for (const PageRecords& page : pages_) {
      if (page.records.empty()) continue;
      if (options_.page && pages_.size() > 1) {
        if (options_.html) {
          text += "<h2>";
          append_html(text, page.page);
          text += "</h2>\n";
        } else {
          text += page.page + "\n";
        }
      }
      text += draw_nested(schema_, page.records, options_);
    }
    if (options_.html) text += "</body></html>\n";
    return text.empty() ? Status() : out_(text);
  }

 private:
  const Schema schema_;
  const NestedOptions options_;
  Out out_;
  std::vector<PageRecords> pages_;
};

}  // namespace

std::string draw_nested(const Schema& schema, const std::vector<Record>& records,
                        const NestedOptions& options) {
  Rows rows;
  for (const Record& record : records) rows.push_back(&record.fields);
  std::string out;
  if (options.html) {
    html_table(out, schema.fields, rows);
    out += '\n';
    return out;
  }
  for (const std::string& line : Drawer(options).table(schema.fields, rows).lines) out += line + "\n";
  return out;
}

std::unique_ptr<Writer> make_nested_writer(const Schema& schema, const NestedOptions& options,
                                           Writer::Out out) {
  return std::make_unique<NestedWriter>(schema, options, std::move(out));
}

}  // namespace gleaner::wrap
