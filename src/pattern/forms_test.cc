// What texts look like: kinds, labels of their own, dashes.
#include "pattern/forms.h"

#include <gtest/gtest.h>

namespace gleaner::pattern {
namespace {

TEST(PatternForms, Kinds) {
  const std::pair<const char*, const char*> cases[] = {{"$12.50", "money"},
                                                       {"EUR 12.50", "money"},
                                                       {"12,50 \xE2\x82\xAC", "money"},
                                                       {"\xC2\xA3"
                                                        "8",
                                                        "money"},
                                                       {"$", "word"},
                                                       {"1984", "int4"},
                                                       {"9781602600157", "int13"},
                                                       {"3.14", "number"},
                                                       {"June 23, 2009", "date"},
                                                       {"3 Sept. 1999", "date"},
                                                       {"2011-04-01", "date"},
                                                       {"12 Julian Road", "digits"},
                                                       {"5 Marsh Lane", "digits"},
                                                       {"(325) 674-2650", "figures"},
                                                       {"Fax: 674-2650", "digits"},
                                                       {"www.example.org", "url"},
                                                       {"example.org/about", "url"},
                                                       {"http://x.y", "url"},
                                                       {"e.g. this", "words"},
                                                       {"one", "word"},
                                                       {"one two", "words"},
                                                       {"a.b", "word"}};
  for (const auto& [text, kind] : cases) EXPECT_EQ(name_of(kind_of(text)), kind) << text;
}

TEST(PatternForms, KindsReadBack) {
  for (const char* text :
       {"$1", "12", "1.5", "May 1", "a.org", "a 1", "1-2", "x", "x y", "a b c d e f g h"}) {
    TextKind kind;
    ASSERT_TRUE(parse_kind(name_of(kind_of(text)), kind)) << text;
    EXPECT_EQ(kind, kind_of(text)) << text;
  }
}

TEST(PatternForms, DashesAndWords) {
  for (const char* text : {"-", "--", "\xE2\x80\x93", "\xE2\x80\x94"}) EXPECT_TRUE(is_dash(text)) << text;
  for (const char* text : {"", "---x", ",", "- -"}) EXPECT_FALSE(is_dash(text)) << text;
  EXPECT_EQ(own_label("Engine: 4.0L"), "Engine");
  EXPECT_EQ(own_label("Engine:"), "");
}

}  // namespace
}  // namespace gleaner::pattern
