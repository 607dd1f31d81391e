// What the writers and readers of the formats share. Internal to wrap.
#pragma once

#include "wrap/writer.h"

namespace gleaner::wrap {

// A typed reading as one text: the number, the ISO date, the absolute URL, true or false.
std::string typed_value(const Typed& typed);
// ... and back.
Typed typed_from(Type type, const std::string& value);

// A value as label files have it, in JSON: every text is an object, with its span.
void append_label(std::string& out, const Value& value, const Document* document);

// What `made` makes of the columns of readings (readings.h) that the records give.
std::unique_ptr<Writer> make_columns_writer(const Schema& schema, Readings readings, bool spans,
                                            std::function<std::unique_ptr<Writer>(const Schema&)> made);
std::unique_ptr<Writer> make_table_writer(char separator, const Schema& schema, const WriteOptions& options,
                                          Writer::Out out);
// For people: columns side by side, long values cut.
std::unique_ptr<Writer> make_aligned_writer(const Schema& schema, const WriteOptions& options,
                                            Writer::Out out);
std::unique_ptr<Writer> make_xml_writer(const Schema& schema, const WriteOptions& options, Writer::Out out);

// The cells of csv text, a vector a row; for writers that lay out what the table writer gives.
Result<std::vector<std::vector<std::string>>> cells_of_csv(std::string_view text);

// To the records of the page, which are the last ones if there are any.
void add_record(std::vector<PageRecords>& pages, const std::string& page, Record record);
Result<std::vector<PageRecords>> read_json_records(std::string_view text, const std::string& file);
Result<std::vector<PageRecords>> read_table(char separator, std::string_view text, const std::string& file);
Result<std::vector<PageRecords>> read_xml(std::string_view text, const std::string& file);

}  // namespace gleaner::wrap
