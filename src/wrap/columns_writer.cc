// Records to a writer as the columns of their readings (readings.h).
#include "wrap/writer_internal.h"

namespace gleaner::wrap {
namespace {

class ColumnsWriter : public Writer {
 public:
  using Make = std::function<std::unique_ptr<Writer>(const Schema&)>;

  ColumnsWriter(const Schema& schema, Readings readings, bool spans, Make make)
      : readings_(readings), spans_(spans), make_(std::move(make)) {
    if (!schema.fields.empty()) begin(schema);
  }

  Status page(const std::string& name, const Document* document,
              const std::vector<Record>& records) override {
    if (!writer_) {
      if (records.empty()) return {};
      begin(schema_of(records));  // nobody said what to expect: the first page decides
    }
    if (columns_->changes_nothing()) return writer_->page(name, document, records);
    std::vector<Record> made;
    made.reserve(records.size());
    for (const Record& record : records) made.push_back(columns_->apply(record, document));
    return writer_->page(name, document, made);
  }
  Status finish() override {
    if (!writer_) begin({});
    return writer_->finish();
  }

 private:
  void begin(const Schema& schema) {
    columns_ = std::make_unique<ReadingColumns>(schema, readings_, spans_);
    writer_ = make_(columns_->schema());
  }

  Readings readings_;
  bool spans_;
  Make make_;
  std::unique_ptr<ReadingColumns> columns_;
  std::unique_ptr<Writer> writer_;
};

}  // namespace

std::unique_ptr<Writer> make_columns_writer(const Schema& schema, Readings readings, bool spans,
                                            std::function<std::unique_ptr<Writer>(const Schema&)> made) {
  return std::make_unique<ColumnsWriter>(schema, readings, spans, std::move(made));
}

}  // namespace gleaner::wrap
