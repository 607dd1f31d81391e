// Wrapper files: written and read back, wrong ones, missing ones.
#include "wrap/wrapper_file.h"

#include <gtest/gtest.h>

namespace gleaner::wrap {
namespace {

// The smallest family: one record with one fixed field.
class FixedWrapper : public Wrapper {
 public:
  explicit FixedWrapper(Schema schema)
      : schema_(std::move(schema)), rules_{{}, {"name.1", "name", "the first byte", ""}} {}
  std::string_view kind() const override { return "fixed"; }
  const Schema& schema() const override { return schema_; }
  const std::vector<Rule>& rules() const override { return rules_; }
  void save(Config& into) const override { into.set("left", "<b class=\"x\">"); }
  Status extract(const Document& document, Scratch&, RecordSink& sink, Budget&) const override {
    Record record;
    record.add("name", Value::make_text(std::string(document.text({0, 1})), {0, 1}, 1));
    sink.take(std::move(record));
    return {};
  }

 private:
  Schema schema_;
  std::vector<Rule> rules_;
};

Registry registry() {
  Registry made;
  Registry::Family family;
  family.kind = "fixed";
  family.load = [](const Config& config) -> Result<WrapperPtr> {
    GLEANER_CHECK(config.only({"format", "kind", "schema", "left", "origin"}));
    GLEANER_TRY(Schema schema, read_schema(config));
    return WrapperPtr(std::make_shared<FixedWrapper>(std::move(schema)));
  };
  made.add(std::move(family));
  return made;
}

TEST(WrapperFile, AnyNameIsReadBack) {
  for (const char* name : {"Price: EUR", "n+: ", "size: number", "x:", ": ", "list of: record", " a ", "a.b",
                           "it's", "\"q\"", "[x]", "#", "a\nb"})
    for (const Type type : {Type::text, Type::money}) {
      Schema schema;
      schema.fields = {{name, type, false, {}}, {"list", Type::text, true, {{name, type, true, {}}}}};
      const std::string text = format_wrapper(FixedWrapper(schema), {});
      auto read = parse_wrapper(text, "x.wrapper", registry());
      ASSERT_TRUE(read.ok()) << read.error().to_string() << text;
      const Schema& back = read->wrapper->schema();
      ASSERT_EQ(back.fields.size(), 2u) << text;
      EXPECT_EQ(back.fields[0].name, name) << text;
      EXPECT_EQ(back.fields[0].type, type) << text;
      ASSERT_EQ(back.fields[1].fields.size(), 1u) << text;
      EXPECT_EQ(back.fields[1].fields[0].name, name) << text;
      EXPECT_EQ(back.fields[1].fields[0].type, type) << text;
    }
}

TEST(WrapperFile, WritesAndReadsBack) {
  Schema schema;
  schema.fields = {{"name", Type::text, false, {}},
                   {"price", Type::money, false, {}},
                   {"tags", Type::text, true, {}},
                   {"a.b", Type::text, false, {}},
                   {"offers",
                    Type::text,
                    true,
                    {{"seller", Type::text, false, {}},
                     {"costs", Type::number, true, {}},
                     {"deep", Type::text, false, {{"x", Type::date, false, {}}}}}}};
  const FixedWrapper wrapper(schema);
  Config extra;
  extra.set("origin", format_origin({"l.jsonl", "abc", {"a.html"}}));
  const std::string text = format_wrapper(wrapper, extra);
  auto read = parse_wrapper(text, "x.wrapper", registry());
  ASSERT_TRUE(read.ok()) << read.error().to_string() << text;
  EXPECT_EQ(format_schema(read->wrapper->schema()), format_schema(schema)) << text;
  EXPECT_EQ(read->wrapper->schema().fields[4].fields[2].fields[0].type, Type::date);
  EXPECT_EQ(read->wrapper->schema().fields[3].name, "a.b");
  EXPECT_EQ(read->whole.find("origin")->find("pages")->items()[0].as_text(), "a.html");
}

TEST(WrapperFile, BadFilesSayFileLineAndKey) {
  struct Bad {
    const char* text;
    uint32_t line;
    const char* says;
  };
  const Bad bad[] = {
      {"format = 2\nkind = \"fixed\"\n", 1, "format 2"},
      {"kind = \"fixed\"\n", 1, "format"},
      {"format = 0\n", 1, "format"},
      {"format = \"1\"\n", 1, "format"},
      {"format = 1\n", 1, "kind"},
      {"format = 1\nkind = 7\n", 2, "kind"},
      {"format = 1\nkind = \"other\"\n", 2, "other"},
      {"format = 1\nkind = \"fixed\"\nschema = [\"a: colour\"]\n", 3, "colour"},
      {"format = 1\nkind = \"fixed\"\nschema = 3\n", 3, "schema"},
      {"format = 1\nkind = \"fixed\"\n\nrihgt = 1\n", 4, "rihgt"},
      {"format = 1\nkind = \"fixed\n", 2, "TOML"},
      {"", 1, "format"},
      {"\n <html>\n", 1, "page"},
      {"\xff\xfe\x00", 0, "UTF-8"},
  };
  const Registry families = registry();
  for (const Bad& one : bad) {
    auto read = parse_wrapper(one.text, "x.wrapper", families);
    ASSERT_FALSE(read.ok()) << one.text;
    const Diagnostic& why = read.error();
    EXPECT_EQ(why.where.file, "x.wrapper") << one.text;
    EXPECT_EQ(why.where.line, one.line) << one.text << why.to_string();
    EXPECT_NE(why.to_string().find(one.says), std::string::npos) << why.to_string();
    EXPECT_EQ(exit_code(why.code), 3) << one.text;
  }
}

TEST(WrapperFile, MissingFile) {
  auto read = load_wrapper("/nowhere/x.wrapper", registry());
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().where.file, "/nowhere/x.wrapper");
}

TEST(Wrapper, DefaultExplanationIsTheRule) {
  const FixedWrapper wrapper({});
  DocumentOptions options;
  options.media_type = MediaType::text;
  const DocumentPtr document = *Document::from_bytes("abc", options);
  auto records = extract_all(wrapper, *document);
  ASSERT_TRUE(records.ok());
  EXPECT_EQ(wrapper.explain(*document, &(*records)[0], "name").words, "the first byte");
  EXPECT_EQ(wrapper.explain(*document, nullptr, "name").voters, std::vector<std::string>{"name.1"});
}

TEST(Record, AddMakesLists) {
  Record record;
  record.add("a", Value::make_text("1", {0, 1}));
  record.add("a", Value::make_text("2", {1, 2}));
  record.add("a", Value::make_list({Value::make_text("3", {2, 3})}));
  ASSERT_TRUE(record.find("a")->is_list());
  EXPECT_EQ(record.find("a")->items.size(), 3u);
}

}  // namespace
}  // namespace gleaner::wrap
