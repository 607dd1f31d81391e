// Records written in every format, and read back.
#include "wrap/writer.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"
#include "wrap/label.h"

namespace gleaner::wrap {
namespace {

Value text(std::string value, uint32_t begin = 0) {
  const uint32_t end = begin + uint32_t(value.size());
  return Value::make_text(std::move(value), Span{begin, end});
}

Record shop_record() {
  Record record;
  record.add("name", text("Cup, \"large\"", 10));
  Value price = text("EUR 6.90", 40);
  price.typed = Typed{Type::money, 6.9, "EUR"};
  record.add("price", price);
  record.add("tags", Value::make_list({text("red", 60), text("new", 70)}));
  record.add("offers",
             Value::make_list({Value::make_record({{"seller", text("A", 80)}, {"cost", text("7", 90)}}),
                               Value::make_record({{"seller", text("B\nC", 100)}})}));
  return record;
}

std::string write(Format format, const std::vector<Record>& records, const WriteOptions& options = {}) {
  std::string out;
  auto writer = make_writer(format, schema_of(records), options, [&](std::string_view piece) {
    out += piece;
    return Status();
  });
  EXPECT_TRUE(writer->page("a.html", nullptr, records).ok());
  EXPECT_TRUE(writer->finish().ok());
  return out;
}

TEST(Writer, Jsonl) {
  EXPECT_EQ(write(Format::jsonl, {shop_record()}),
            "{\"page\": \"a.html\", \"name\": \"Cup, \\\"large\\\"\", \"price\": {\"text\": \"EUR 6.90\", "
            "\"value\": 6.9, "
            "\"currency\": \"EUR\"}, \"tags\": [\"red\", \"new\"], \"offers\": [{\"seller\": \"A\", "
            "\"cost\": \"7\"}, "
            "{\"seller\": \"B\\nC\"}]}\n");
}

TEST(Writer, Spans) {
  Record record;
  record.add("name", text("Cup", 10));
  WriteOptions options;
  options.spans = true;
  options.page = false;
  EXPECT_EQ(write(Format::jsonl, {record}, options), "{\"name\": {\"text\": \"Cup\", \"span\": [10, 13]}}\n");
  EXPECT_EQ(write(Format::csv, {record}, options), "name,name_begin,name_end\nCup,10,13\n");
}

TEST(Writer, CsvFlattensByTheOneRule) {
  EXPECT_EQ(write(Format::csv, {shop_record()}),
            "page,name,price,price_currency,price_text,tags,offers.seller,offers.cost\n"
            "a.html,\"Cup, \"\"large\"\"\",6.9,EUR,EUR 6.90,red | new,A,7\n"
            "a.html,\"Cup, \"\"large\"\"\",6.9,EUR,EUR 6.90,red | new,\"B\nC\",\n");
  WriteOptions structs;
  structs.readings = Readings::structs;
  EXPECT_EQ(write(Format::csv, {shop_record()}, structs),
            "page,name,price,price.value,price.currency,tags,offers.seller,offers.cost\n"
            "a.html,\"Cup, \"\"large\"\"\",EUR 6.90,6.9,EUR,red | new,A,7\n"
            "a.html,\"Cup, \"\"large\"\"\",EUR 6.90,6.9,EUR,red | new,\"B\nC\",\n");
  EXPECT_EQ(write(Format::tsv, {shop_record()}),
            "page\tname\tprice\tprice_currency\tprice_text\ttags\toffers.seller\toffers.cost\n"
            "a.html\tCup, \"large\"\t6.9\tEUR\tEUR 6.90\tred | new\tA\t7\n"
            "a.html\tCup, \"large\"\t6.9\tEUR\tEUR 6.90\tred | new\tB\\nC\t\n");
}

TEST(Writer, TablesForPeople) {
  Record other;
  other.add("name",
            text("A very long name that goes on and on and on, longer than anybody wants to read it"));
  WriteOptions options;
  options.page = false;
  EXPECT_EQ(write(Format::table, {shop_record(), other}, options),
            "name                                  price     tags       offers.seller  offers.cost\n"
            "Cup, \"large\"                          EUR 6.90  red | new  A              7\n"
            "Cup, \"large\"                          EUR 6.90  red | new  B C\n"
            "A very long name that goes on and o…\n");
}

TEST(Writer, EmptyResultsAreStillWellFormed) {
  for (Format format : {Format::jsonl, Format::json, Format::csv, Format::tsv, Format::xml}) {
    Schema schema;
    schema.fields.push_back({"name", Type::text, false, {}});
    std::string out;
    auto writer = make_writer(format, schema, {}, [&](std::string_view piece) {
      out += piece;
      return Status();
    });
    EXPECT_TRUE(writer->page("a.html", nullptr, {}).ok());
    EXPECT_TRUE(writer->finish().ok());
    auto read = read_records(format, out, "x");
    ASSERT_TRUE(read.ok()) << read.error().to_string() << out;
    EXPECT_TRUE(read->empty());
  }
}

TEST(Writer, AFieldCalledPageKeepsItsName) {
  Record record;
  record.add("page", text("7"));
  EXPECT_EQ(write(Format::jsonl, {record}), "{\"_page\": \"a.html\", \"page\": \"7\"}\n");
  auto read = read_records(Format::jsonl, write(Format::jsonl, {record}), "x");
  EXPECT_EQ((*read)[0].page, "a.html");
  EXPECT_EQ((*read)[0].records[0].find("page")->text, "7");
}

TEST(Writer, RefusalStops) {
  int calls = 0;
  auto writer = make_writer(Format::jsonl, {}, {}, [&](std::string_view) -> Status {
    ++calls;
    return error(Code::io, "full");
  });
  EXPECT_FALSE(writer->page("a", nullptr, {shop_record()}).ok());
  EXPECT_EQ(calls, 1);
}

class RandomRecord {
 public:
  explicit RandomRecord(uint32_t seed) : random_(seed) {}
  Record record() {
    Record made;
    made.fields = fields(2);
    return made;
  }

 private:
  int pick(int n) { return int(random_() % uint32_t(n)); }
  std::string word() {
    static const char* kPieces[] = {"a", "b,", "\"", "\n", "\t", "<x>", "&amp;",
                                    "é", "😀", " ",  "\\", "|",  "'",   "."};
    std::string made = "w";
    for (int i = pick(6); i > 0; --i) made += kPieces[pick(14)];
    return made + "z";
  }
  Value value(int depth) {
    switch (pick(depth > 0 ? 5 : 2)) {
      case 2: return Value::make_record(fields(depth - 1));
      case 3: {
        std::vector<Value> items;
        for (int i = 1 + pick(3); i > 0; --i) items.push_back(text(word(), uint32_t(pick(99))));
        return Value::make_list(items);
      }
      case 4: {
        std::vector<Value> items;
        for (int i = 1 + pick(3); i > 0; --i) items.push_back(Value::make_record(fields(depth - 1)));
        return Value::make_list(items);
      }
      default: return text(word(), uint32_t(pick(99)));
    }
  }
  std::vector<Field> fields(int depth) {
    std::vector<Field> made;
    for (int i = 0; i <= pick(4); ++i) {
      std::string name = "f";
      name += char('a' + i);
      made.push_back({name, value(depth)});
    }
    return made;
  }
  std::mt19937 random_;
};

// What is written in the formats that keep everything reads back as it was.
TEST(Writer, TreesReadBack) {
  const uint32_t first = test_seed(101);
  WriteOptions options;
  options.spans = true;
  for (uint32_t seed = first; seed < first + 500; ++seed) {
    RandomRecord random(seed);
    const std::vector<Record> records = {random.record(), random.record()};
    const std::string wanted = format_label_records("a.html", "", records, nullptr);
    for (Format format : {Format::jsonl, Format::json, Format::xml, Format::labels}) {
      const std::string written = write(format, records, options);
      auto read = read_records(format, written, "x");
      ASSERT_TRUE(read.ok()) << "seed " << seed << ": " << read.error().to_string() << "\n" << written;
      ASSERT_EQ(read->size(), 1u);
      EXPECT_EQ(format_label_records((*read)[0].page, "", (*read)[0].records, nullptr), wanted)
          << "seed " << seed << "\n"
          << written;
    }
  }
}

TEST(Writer, FlatTablesReadBack) {
  Record record;
  record.add("name", text("Cup, \"large\"\n\\ two", 10));
  Value price = text("EUR 6.90", 40);
  price.typed = Typed{Type::money, 6.9, "EUR"};
  record.add("price", price);
  record.add("maker", Value::make_record({{"city", text("Bonn", 80)}}));
  WriteOptions options;
  options.spans = true;
  for (Format format : {Format::csv, Format::tsv}) {
    const std::string written = write(format, {record}, options);
    auto read = read_records(format, written, "x");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(write(Format::jsonl, (*read)[0].records, options), write(Format::jsonl, {record}, options))
        << written;
  }
}

TEST(Reader, BadFilesSayFileAndLine) {
  struct Bad {
    Format format;
    const char* text;
    uint32_t line;
  };
  const Bad bad[] = {{Format::jsonl, "{\"a\": 1}\n{\"a\": \n", 2},
                     {Format::jsonl, "[1]\n", 0},
                     {Format::csv, "a,b\n1,2\n1,2,3\n", 3},
                     {Format::csv, "a,b\n1,\"2\n", 2},
                     {Format::xml, "<records>\n<record>\n</records>", 3},
                     {Format::xml, "nothing", 1},
                     {Format::xml, "<records><record", 1},
                     {Format::json, "[{\"a\": 1},\n 2", 2}};
  for (const Bad& one : bad) {
    auto read = read_records(one.format, one.text, "x.file");
    ASSERT_FALSE(read.ok()) << one.text;
    EXPECT_EQ(read.error().where.file, "x.file") << one.text;
    EXPECT_EQ(read.error().where.line, one.line) << one.text << read.error().to_string();
    EXPECT_EQ(read.error().code, Code::bad_input);
  }
}

TEST(Format, ByName) {
  EXPECT_EQ(format_of_path("a/b.csv"), Format::csv);
  EXPECT_EQ(format_of_path("a.labels.jsonl"), Format::labels);
  EXPECT_EQ(format_of_path("x/labels.jsonl"), Format::labels);
  EXPECT_EQ(format_of_path("a.d/b"), std::nullopt);
  EXPECT_EQ(format_of_path("a.b.JSON"), Format::json);
}

TEST(Xml, OnlyCharactersThatXmlHas) {
  Record record;
  record.add("a", Value::make_text("x\xef\xbf\xbey\xef\xbf\xbfz\x01 \xc3\xa9 \xf0\x9f\x98\x80", Span{}));
  record.add("\xff", Value::make_text("v", Span{}));
  std::string out;
  WriteOptions options;
  auto writer = make_writer(Format::xml, schema_of({record}), options,
                            [&](std::string_view text) -> Status { return out += text, Status(); });
  ASSERT_TRUE(writer->page("bad\xff\xc3name", nullptr, {record}).ok());
  ASSERT_TRUE(writer->finish().ok());
  EXPECT_EQ(valid_utf8_prefix(out), out.size());
  EXPECT_EQ(out.find("\xef\xbf\xbe"), std::string::npos);
  EXPECT_EQ(out.find("\xef\xbf\xbf"), std::string::npos);
  EXPECT_NE(out.find("x\xef\xbf\xbdy\xef\xbf\xbdz\xef\xbf\xbd \xc3\xa9 \xf0\x9f\x98\x80"), std::string::npos);
}

TEST(Csv, SafeCells) {
  Record record;
  const std::pair<const char*, const char*> cells[] = {{"=1+1", "'=1+1"},  {"@SUM(A1)", "'@SUM(A1)"},
                                                       {"-5.30", "-5.30"}, {"+1", "+1"},
                                                       {"-2+3", "'-2+3"},  {"+a", "'+a"},
                                                       {"-", "'-"},        {"plain", "plain"}};
  for (size_t i = 0; i < std::size(cells); ++i)
    record.add("f" + std::to_string(i), Value::make_text(cells[i].first, Span{}));
  for (const bool safe : {false, true}) {
    std::string out, expected;
    WriteOptions options;
    options.page = false;
    options.safe_cells = safe;
    auto writer = make_writer(Format::csv, schema_of({record}), options,
                              [&](std::string_view text) -> Status { return out += text, Status(); });
    ASSERT_TRUE(writer->page("p", nullptr, {record}).ok());
    for (const auto& [plain, guarded] : cells)
      expected += (expected.empty() ? "" : ",") + std::string(safe ? guarded : plain);
    EXPECT_EQ(out.substr(out.find('\n') + 1), expected + "\n");
  }
}

TEST(Csv, HeadersThatSayTwoThings) {
  EXPECT_FALSE(read_records(Format::csv, "a,a\n1,2\n", "f").ok());
  EXPECT_FALSE(read_records(Format::csv, "a.b,a\n1,2\n", "f").ok());
  EXPECT_TRUE(read_records(Format::csv, "a,a.value,a.begin\n1,1,0\n", "f").ok());
}

TEST(Schema, NamesThatOutputsCannotHold) {
  auto of = [](std::vector<std::string> names) {
    Schema schema;
    for (std::string& name : names) schema.fields.push_back({name, Type::text, false, {}});
    return schema;
  };
  EXPECT_TRUE(check_names(of({"a", "b"}), true).ok());
  EXPECT_TRUE(check_names(of({"a", "A"}), false).ok());
  EXPECT_FALSE(check_names(of({"a", "A"}), true).ok());
  EXPECT_FALSE(check_names(of({""}), false).ok());
  EXPECT_FALSE(check_names(of({std::string("a\0b", 3)}), false).ok());
}

}  // namespace
}  // namespace gleaner::wrap
