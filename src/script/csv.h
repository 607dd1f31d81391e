// CSV as tables: which sign separates, and what each column holds.
//
// A column is typed as a whole: numbers if every value is written as one (a postcode with a zero before it is
// none, and makes its column a column of texts). A column of which most values are numbers, and some are not
// ("n/a", "7 EUR"), holds texts that nobody has typed: they are compared with numbers as what they read as.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.h"
#include "base/result.h"

namespace gleaner::script {

enum class ColumnType : uint8_t { numbers, mixed, texts };

// How the values of one column were seen. Empty cells are no values.
struct ColumnSeen {
  size_t values = 0, numbers = 0;
  bool zeros = false;  // some value is digits behind a zero: "01234"
  void see(std::string_view cell);
  ColumnType type() const;
};

// What a CSV file is, seen in one pass without making anything of it: for an engine that reads it itself.
struct CsvShape {
  struct Column {
    std::string name;
    ColumnSeen seen;
    bool whole = true;  // every number is a whole one
    bool safe = true;   // none is too long for a double (or for 64 bits, where all are whole)
    bool wide = false;  // some whole number is too long for a double
  };
  std::vector<Column> columns;
  char separator = ',';
  bool carriage_returns = false;  // lines end with \r\n
  // Things that engines see differently: then we read it ourselves.
  bool odd = false;
};
Result<CsvShape> shape_of_csv(std::string_view text, char separator, const std::string& file);

// The sign that cuts the first lines into the most even rows: one of , ; tab |
char find_separator(std::string_view text);
using gleaner::csv_row;
// The text of a file as UTF-8, without a mark before it: spreadsheets also write UTF-16 and the charset of
// their country. Decoded text stands in `room`; text that is UTF-8 but for damaged places stays as it is.
std::string_view readable(std::string_view bytes, std::string& room);

// The rows one by one, for tables that are too large to be values. The first line names the columns; quotes
// as in RFC 4180. `take` returning false ends it. `bytes`: as they stand in the file (see readable).
// `separator` 0: found (find_separator).
using TakeCsvRow =
    std::function<bool(const std::vector<std::string>& names, std::vector<std::string>& cells)>;
Status each_csv_row(std::string_view bytes, const std::string& file, const TakeCsvRow& take,
                    char separator = 0);
// Columns of the same name: the second "a" is called "a2".
void make_different(std::vector<std::string>& names);

}  // namespace gleaner::script
