// Configuration files: order, types, errors with file and line, and that what is written reads back.
#include "wrap/config.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

namespace gleaner::wrap {
namespace {

TEST(Config, KeepsTheOrderOfKeys) {
  auto config = parse_config("zebra = 1\napple = 2\n[mango]\nx = 1\n[banana]\ny = [3, 1, 2]\n[mango.inner]\n",
                             "a.wrapper");
  ASSERT_TRUE(config.ok()) << config.error().to_string();
  std::vector<std::string> keys;
  for (const auto& [key, value] : config->members()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"zebra", "apple", "mango", "banana"}));
  EXPECT_EQ(config->find("banana")->find("y")->items()[2].as_integer(), 2);
  EXPECT_EQ(config->find("mango")->find("x")->line(), 4u);
  EXPECT_EQ(config->find("mango")->find("x")->path(), "mango.x");
}

// The library held some of them for impossible: the sanitizers look here.
TEST(Config, LettersThatStandOutsideOfTexts) {
  for (const char* letter : {"ö", "ɶ", "α", "я", "\u00a1", "\u0499", "\u1680", "\u2007", "中", "\U0001F600"})
    for (const std::string& text :
         {std::string("a = ") + letter, std::string(letter) + " = 1", std::string("a") + letter + "= 1",
          std::string("a = 1 ") + letter, std::string("[a") + letter + "]"})
      (void)parse_config(text, "a.wrapper");
  EXPECT_TRUE(parse_config("a = \"ö\" # ö\n\"ö\" = 1\n", "a.wrapper").ok());
}

TEST(Config, DamagedTomlSaysFileAndLine) {
  auto config = parse_config("format = 1\nkind = \"lr\nx = 2\n", "bad.wrapper");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.error().code, Code::bad_input);
  EXPECT_EQ(config.error().where.file, "bad.wrapper");
  EXPECT_EQ(config.error().where.line, 2u);
}

TEST(Config, DeepNestingIsRefusedNotFollowed) {
  std::string key = "x = 1\nn = \x27\x27\x27\n. . .\n\x27\x27\x27\n";
  for (int i = 0; i < 100'000; ++i) key += "a.";
  for (const std::string& text :
       {key + "b = 1\n", "\n\n\n[" + key.substr(21) + "b]\n", std::string(100'000, '[')}) {
    auto config = parse_config(text, "deep.wrapper");
    ASSERT_FALSE(config.ok());
    EXPECT_NE(config.error().where.line, 0u);
  }
  auto fine = parse_config(
      "a.b.c.d = 0.5\nlist = [0.1, 0.2, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 1.0, 1.1, 1.2, 1.3, "
      "1.4, 1.5]\n"
      "s = \"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t\"\n",
      "x");
  EXPECT_TRUE(fine.ok()) << fine.error().to_string();
}

TEST(Config, WrongTypesAndUnknownKeysSayLineAndKey) {
  auto config = parse_config("a = 1\n\n[t]\nname = 3\nodd = true\n", "x.wrapper");
  ASSERT_TRUE(config.ok());
  const Config& table = *config->find("t");
  auto text = table.need_text("name");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().where.line, 4u);
  EXPECT_NE(text.error().message.find("t.name"), std::string::npos);
  EXPECT_FALSE(table.need_text("missing").ok());
  EXPECT_EQ(*table.text_or("missing", "f"), "f");
  EXPECT_FALSE(table.text_or("odd", "f").ok());
  EXPECT_EQ(*table.real_or("name", 0), 3.0);
  Status only = table.only({"name"});
  ASSERT_FALSE(only.ok());
  EXPECT_EQ(only.error().where.line, 5u);
  EXPECT_NE(only.error().message.find("odd"), std::string::npos);
}

TEST(Config, WritesForPeople) {
  Config config;
  config.set("kind", "lr");
  config.set("left", "<td class=\"price\">");
  config.set("right", "\n</td>");
  config.set("both", "it's \"so\"");
  config.set("names", std::vector<std::string>{"a", "b"});
  Config& table = config.add_table("t");
  table.set("x", 1.0);
  Config& list = config.add_list("rules");
  list.push(Config()).set("id", int64_t{1});
  list.push(Config()).set("id", int64_t{2});
  config.add_list("none");
  EXPECT_EQ(
      format_config(config),
      "kind = \"lr\"\nleft = '<td class=\"price\">'\nright = \"\\n</td>\"\nboth = \"it's \\\"so\\\"\"\n"
      "names = [\"a\", \"b\"]\nrules = [\n  { id = 1 },\n  { id = 2 },\n]\nnone = []\n\n[t]\nx = 1.0\n");
}

TEST(Config, SmallTablesHaveALineEachAndVotesComeLast) {
  Config config;
  config.add_table("votes").set("a", std::vector<std::string>(40, "0.88 0,1+2,5,6"));
  Config& fields = config.add_table("page").add_table("fields");
  fields.add_table("name").set("rules", std::vector<std::string>{"text in \"h3\""}).set("grows", true);
  fields.add_table("price").set("rules", std::vector<std::string>{});
  Config& item = config.add_list("parts").push(Config());
  item.add_table("votes").set("b", std::string(200, 'x'));
  const std::string text = format_config(config);
  EXPECT_TRUE(
      text.starts_with("[page.fields]\nname = { rules = ['text in \"h3\"'], grows = true }\n"
                       "price = { rules = [] }\n\n[[parts]]\n\n[parts.votes]\nb = \"xxx"))
      << text;
  EXPECT_LT(text.find("[parts.votes]"), text.find("\n[votes]\na = [\n")) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 17) << text;
  auto read = parse_config(text, "x");
  ASSERT_TRUE(read.ok()) << text;
  // a table that is longer than a line has a section, and so have its neighbours
  fields.add_table("stock").set("rules", std::vector<std::string>{std::string(150, 'x')});
  EXPECT_TRUE(format_config(config).starts_with("[page.fields.name]\nrules = ")) << format_config(config);
}

bool same(const Config& a, const Config& b) {
  if (a.kind() != b.kind() || a.items().size() != b.items().size() ||
      a.members().size() != b.members().size())
    return false;
  if (a.as_text() != b.as_text() || a.as_integer() != b.as_integer() || a.as_boolean() != b.as_boolean())
    return false;
  if (a.kind() == Config::Kind::real && a.as_real() != b.as_real()) return false;
  for (size_t i = 0; i < a.items().size(); ++i)
    if (!same(a.items()[i], b.items()[i])) return false;
  for (const auto& [key, value] : a.members()) {
    const Config* other = b.find(key);
    if (!other || !same(value, *other)) return false;
  }
  return true;
}

class RandomConfig {
 public:
  explicit RandomConfig(uint32_t seed) : random_(seed) {}

  Config table(int depth) {
    Config made;
    for (int i = pick(5); i > 0; --i) made.set(text(), value(depth));
    return made;
  }

 private:
  int pick(int n) { return int(random_() % uint32_t(n)); }
  std::string text() {
    static const std::vector<std::string> kPieces = {
        "a", "Z",        "-", "_",  ".", " ",   "\"",   "'",    "\\", "\n", "\t", "\r",        "<b>",
        "é", "\xc2\xa0", "€", "😀", "#", "'''", "\x01", "\x7f", "=",  "[",  "]",  "long text "};
    std::string made;
    for (int i = pick(12); i > 0; --i) made += kPieces[size_t(pick(int(kPieces.size())))];
    if (pick(20) == 0)
      for (int i = 0; i < 5; ++i) made += "a line of a program that is long enough\n";
    return made;
  }
  Config value(int depth) {
    switch (pick(depth > 0 ? 7 : 4)) {
      case 0: return Config::text(text());
      case 1: return Config::integer(int64_t(random_()) - 1000);
      case 2: return Config::real(double(random_()) / 7);
      case 3: return Config::boolean(pick(2));
      case 4: return table(depth - 1);
      default: {
        Config made = Config::list();
        const bool tables = pick(2);
        for (int i = pick(4); i > 0; --i) made.push(tables ? table(depth - 1) : value(depth - 1));
        return made;
      }
    }
  }
  std::mt19937 random_;
};

TEST(Config, WhatIsWrittenReadsBack) {
  const uint32_t first = test_seed(101);
  for (uint32_t seed = first; seed < first + 2000; ++seed) {
    const Config made = RandomConfig(seed).table(3);
    const std::string text = format_config(made);
    auto read = parse_config(text, "x");
    ASSERT_TRUE(read.ok()) << "seed " << seed << "\n" << read.error().to_string() << "\n" << text;
    ASSERT_TRUE(same(made, *read)) << "seed " << seed << "\n" << text << "\n---\n" << format_config(*read);
  }
}

}  // namespace
}  // namespace gleaner::wrap
