// Rows that a verb makes itself, not a wrapper: fields of texts and numbers, written in any format in
// batches, so that millions of rows need no memory.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "base/contains.h"
#include "options.h"
#include "output.h"
#include "wrap/literal.h"

namespace gleaner::cli {

inline wrap::Field text_field(const char* name, std::string text) {
  return {name, wrap::Value::make_text(std::move(text))};
}

inline wrap::Field number_field(const char* name, double number) {
  wrap::Field field = text_field(name, fmt::format("{:.6f}", number));
  wrap::make_literal(field.value, wrap::Type::number, number);
  return field;
}

inline wrap::Field count_field(const char* name, uint64_t number) {
  wrap::Field field = text_field(name, std::to_string(number));
  wrap::make_literal(field.value, wrap::Type::integer, double(number));
  return field;
}

// Columns of text, but for those of numbers and of counts.
inline wrap::Schema schema_named(std::initializer_list<const char*> names,
                                 const std::vector<std::string>& numbers = {},
                                 const std::vector<std::string>& counts = {}) {
  wrap::Schema schema;
  for (const char* name : names) {
    wrap::FieldSchema field;
    field.name = name;
    if (contains(numbers, field.name)) field.type = wrap::Type::number, field.plain = true;
    if (contains(counts, field.name)) field.type = wrap::Type::integer, field.plain = true;
    schema.fields.push_back(std::move(field));
  }
  return schema;
}

class RowWriter {
 public:
  RowWriter(Output& output, wrap::Format format, const wrap::Schema& schema, const OutputOptions& options)
      : output_(output) {
    writer_ = output.writer(format, schema, {.page = false, .safe_cells = options.csv_safe});
  }
  Status add(std::vector<wrap::Field> fields) {
    constexpr size_t kWrittenAtOnce = 1024;
    waiting_.emplace_back().fields = std::move(fields);
    return waiting_.size() < kWrittenAtOnce ? Status() : flush();
  }
  Status finish() {  // and the output behind it
    GLEANER_CHECK(flush());
    GLEANER_CHECK(writer_->finish());
    return output_.finish();
  }

 private:
  Status flush() {
    const Status done = writer_->page("", nullptr, waiting_);
    waiting_.clear();
    return done;
  }
  Output& output_;
  std::unique_ptr<wrap::Writer> writer_;
  std::vector<wrap::Record> waiting_;
};

}  // namespace gleaner::cli
