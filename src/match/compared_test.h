// Two small random tables, read and ready to be compared: for tests of what is learned from them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>

#include "match/features.h"

namespace gleaner::match {

// Two sources that sell the same few things: titles of few words, so that many within one source look alike.
struct Compared {
  Table left{{"id", "title", "brand", "price"}}, right = left;
  Fields fields;
  Records records;
  Pieces pieces;
  std::optional<Features> features;

  Compared(uint32_t seed, size_t things) {
    std::mt19937 random(seed);
    const auto below = [&](uint32_t n) { return uint32_t(random() % n); };
    const char *kinds[] = {"lamp", "kettle", "radio"}, *colours[] = {"red", "steel", "classic", "small"};
    for (size_t i = 0; i < things; ++i) {
      const std::string code = std::string(1, char('a' + below(3))) + "x" + std::to_string(100 + below(40));
      const std::string title = std::string(kinds[below(3)]) + " " + colours[below(4)] + " " + code;
      const std::string price = std::to_string(10 + below(200)), number = std::to_string(i);
      if (below(10) < 8) left.add({"a" + number, title, below(2) ? "brivo" : "ollo", price});
      if (below(10) < 8)
        right.add({"b" + number, title + (below(2) ? " new" : ""), "brivo", below(4) ? price : ""});
    }
    auto aligned = align(left, right);
    EXPECT_TRUE(aligned.ok());
    fields = std::move(*aligned);
    EXPECT_TRUE(Records::read(left, &right, fields, 1, records));
    EXPECT_TRUE(Pieces::build(records, 1, pieces));
    features.emplace(records, pieces, fields);
    WordEvidence evidence(records);
    evidence.weigh();
    features->set_evidence(std::move(evidence));
  }
};

}  // namespace gleaner::match
