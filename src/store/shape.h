// Shape: what kinds of values a field holds, gathered value by value, and the schema that holds them all. For
// records that nobody has a schema of: answers of queries, objects of scripts, files of others.
//
// A field whose values do not fit together (a record here, a text there, a list inside a list) becomes a
// text: JSON where it was no plain value. Cost: linear in the values seen. Memory: the nesting seen.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "wrap/writer.h"

namespace gleaner::store {

class Shape {
 public:
  void add(const std::vector<wrap::Field>& fields);
  void add(const wrap::Value& value);
  // Of the records that were added.
  wrap::Schema schema() const;
  // A record as schema() says.
  void fit(std::vector<wrap::Field>& fields) const;
  // The schema that all of these fit: columns of numbers where all values are numbers, JSON where
  // nothing fits. They are made to.
  static wrap::Schema fit(std::vector<wrap::PageRecords>& pages);

 private:
  Shape& field(const std::string& name);
  bool is_odd() const;
  wrap::FieldSchema schema_of(const std::string& name) const;
  void fit(wrap::Value& value) const;

  bool boolean_ = false, whole_ = false, real_ = false, text_ = false, list_ = false, deep_ = false,
       record_ = false;
  wrap::Type reading_ = wrap::Type::text;       // of values that have one
  std::vector<std::string> names_;              // of the records' fields, in the order first seen
  std::vector<std::unique_ptr<Shape>> shapes_;  // ... and what they hold
};

}  // namespace gleaner::store
