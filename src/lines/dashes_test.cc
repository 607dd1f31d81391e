// Dashes that stand where a labelled value would: found, ambiguous, and none.
#include "lines/dashes.h"

#include <gtest/gtest.h>

namespace gleaner::lines {
namespace {

// A line whose fields are marked in braces, in the order of their numbers: "{0:10.0.0.7} - {1:alice}".
struct MarkedLine {
  explicit MarkedLine(std::string_view marked) {
    for (size_t at = 0; at < marked.size(); ++at) {
      if (marked[at] != '{') {
        line += marked[at];
        continue;
      }
      const uint32_t field = uint32_t(marked[at + 1] - '0');
      const uint32_t begin = uint32_t(line.size());
      for (at += 3; marked[at] != '}'; ++at) line += marked[at];
      places.push_back({field, {begin, uint32_t(line.size())}});
    }
  }
  std::string line;
  std::vector<FieldSpan> places;
};

// The same lines with what was added marked: a dash of field 1 is {1:-}.
std::vector<std::string> with_dashes(const std::vector<std::string>& marked) {
  std::vector<MarkedLine> lines;
  for (const std::string& one : marked) lines.emplace_back(one);
  std::vector<Example> examples(lines.size());
  for (size_t i = 0; i < lines.size(); ++i)
    examples[i].line = lines[i].line, examples[i].places = lines[i].places;
  add_dashes(examples);
  std::vector<std::string> out;
  for (const Example& example : examples) {
    std::string text(example.line);
    for (size_t p = example.places.size(); p-- > 0;) {
      const FieldSpan& place = example.places[p];
      EXPECT_EQ(place.dash, place.span.of(example.line) == "-");
      text.insert(place.span.end, "}");
      text.insert(place.span.begin, "{" + std::to_string(place.field) + ":");
    }
    out.push_back(text);
  }
  return out;
}

using Lines = std::vector<std::string>;

TEST(Dashes, StandWhereTheValueDoesInAnotherLine) {
  EXPECT_EQ(with_dashes({"{0:10.0.0.7} - {1:alice} [{2:12/Nov}]", "{0:10.0.0.8} - - [{2:13/Nov}]"}),
            (Lines{"{0:10.0.0.7} - {1:alice} [{2:12/Nov}]", "{0:10.0.0.8} - {1:-} [{2:13/Nov}]"}));
}

TEST(Dashes, EachLineTeachesTheOther) {
  EXPECT_EQ(with_dashes({"{0:a} {1:alice} \"{2:GET}\" -", "{0:b} - \"{2:PUT}\" {3:17}"}),
            (Lines{"{0:a} {1:alice} \"{2:GET}\" {3:-}", "{0:b} {1:-} \"{2:PUT}\" {3:17}"}));
}

TEST(Dashes, OneThatIsFoundIsANeighbourOfTheNext) {
  EXPECT_EQ(with_dashes({"{0:a}, {1:b}, {2:c}, {3:d}; {4:e}", "{0:f}, -, -, -; {4:g}"}),
            (Lines{"{0:a}, {1:b}, {2:c}, {3:d}; {4:e}", "{0:f}, {1:-}, {2:-}, {3:-}; {4:g}"}));
}

TEST(Dashes, PartsOfWordsAreNone) {
  const Lines lines{"{0:a} {1:alice} [{2:x}]", "{0:b} {3:rack-7} [{2:y}]"};
  EXPECT_EQ(with_dashes(lines), lines);
}

TEST(Dashes, WrittenOtherwiseAreNone) {
  const Lines lines{"{0:a} \"{1:alice}\" [{2:x}]", "{0:b} - [{2:y}]"};
  EXPECT_EQ(with_dashes(lines), lines);
}

}  // namespace
}  // namespace gleaner::lines
