// Readings for records: what the schema says of a field is read beside each of its texts (value/reading.h).
#pragma once

#include <string_view>

#include "value/reading.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::wrap {

using value::read_as;
using value::recognise;

// What the schema says of a record: every text of a typed field gets its reading, where it has none yet; a
// field that is a list is one, also with a single value.
void read_types(Record& record, const Schema& schema, std::string_view base_url = {});

// Dates of the schema that have no reading yet, as time stamps without a year; this is the year.
void read_times(Record& record, const Schema& schema, int year);

}  // namespace gleaner::wrap
