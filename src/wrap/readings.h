// Where typed readings go in a table: into columns of their own, beside the text they were read from.
//
//   price: money      price 6.9, price_currency "EUR", price_text "EUR 6.90"
//   added: date       added 2010-06-29, added_text "June 29, 2010"
//   stars: rating     stars 4.5, stars_best 5, stars_text "4.5 of 5"
//   name: text        name
//
// The columns come from the schema alone, so two batches of a wrapper always fit together, also an empty one.
// With spans every field also has NAME_begin and NAME_end. A field keeps its name; a column that would be
// called like a field, or like it but for case, is called NAME_text_2 and so on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/document.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::wrap {

// structs: {"text": "EUR 6.90", "value": 6.9, "currency": "EUR"} as one value; text: no readings.
enum class Readings : uint8_t { structs, columns, text };
std::optional<Readings> readings_of_name(std::string_view name);  // struct, columns, text

bool is_numeric(Type type);               // its reading is Typed::number
std::string_view second_part(Type type);  // what else a reading has: "currency", "best"; empty: nothing

// Records as their columns: values are plain, each of the type that schema() says: text, number, integer,
// boolean, date (2010-06-29) or timestamp (2010-06-29 18:30:00, in UTC where the text says its zone). Nothing
// where the text could not be read.
class ReadingColumns {
 public:
  ReadingColumns(const Schema& schema, Readings readings, bool spans);
  const Schema& schema() const { return schema_; }
  // Fields whose columns have another name, since databases do not take theirs or
  // tell them apart, with that name.
  const std::vector<std::pair<std::string, std::string>>& renamed() const { return renamed_; }
  // `document`: null where spans are bytes of the page already.
  Record apply(const Record& record, const Document* document) const;
  // Records come out as they are.
  bool changes_nothing() const { return changes_nothing(plans_); }

 private:
  // What one field becomes. Names are those of the columns; empty: there is none.
  struct Plan {
    std::string field, column;
    Type type = Type::text;
    bool as_record = false;  // all of them below `column`, as one record
    std::string value, second, text, begin, end;
    std::vector<Plan> fields;  // of nested records
  };
  std::vector<Plan> plan(const std::vector<FieldSchema>& from, std::vector<FieldSchema>& into);
  Plan plan_leaf(const FieldSchema& field, class ColumnNames& names, std::vector<FieldSchema>& into) const;
  static bool changes_nothing(const std::vector<Plan>& plans);
  std::vector<Field> apply(const std::vector<Plan>& plans, const std::vector<Field>& fields,
                           const Document* document) const;
  void add_leaf(const Plan& plan, const Value& value, const Document* document,
                std::vector<Field>& into) const;

  Readings readings_;
  bool spans_;
  Schema schema_;
  std::vector<Plan> plans_;
  std::vector<std::pair<std::string, std::string>> renamed_;
};

// Gives out names, each once; databases take "Name" and "name" for the same.
class ColumnNames {
 public:
  std::string unique(const std::string& name);

 private:
  std::vector<std::string> taken_;  // in lower case
};

}  // namespace gleaner::wrap
