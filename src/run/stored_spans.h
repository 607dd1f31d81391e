// Spans as they stand in files: bytes of the page as stored.
#pragma once

#include "page/document.h"
#include "wrap/record.h"

namespace gleaner::run {

inline void to_stored(wrap::Value& value, const Document& document) {
  if (value.span) value.span = document.to_bytes(*value.span);
  value.places.clear();
  for (wrap::Value& item : value.items) to_stored(item, document);
  for (wrap::Field& field : value.fields) to_stored(field.value, document);
}

inline void to_stored(wrap::Record& record, const Document& document) {
  if (record.span) record.span = document.to_bytes(*record.span);
  for (wrap::Field& field : record.fields) to_stored(field.value, document);
}

}  // namespace gleaner::run
