// Matching against slow obvious oracles: pieces by counting all substrings, candidates by comparing all
// pairs, weights by the gradient, EM by its sums; and against itself with rows and sides exchanged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "base/budget.h"
#include "base/seed_test.h"
#include "match/candidates.h"
#include "match/matcher.h"
#include "match/regression.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Table table_of(const std::vector<std::string>& columns, const Rows& rows) {
  Table table(columns);
  for (const auto& row : rows) table.add({row.begin(), row.end()});
  return table;
}

const std::vector<std::string> kColumns = {"id", "title", "brand", "price"};

// A small shop: products with brands, codes and prices; `other` writes them as another shop would.
struct Shop {
  Rows left, right;
  std::map<std::string, std::string> truth;
};

Shop shop(uint32_t seed, size_t count, double overlap = 0.8) {
  std::mt19937 random(seed);
  const auto below = [&](uint32_t n) { return uint32_t(random() % n); };
  const char* brands[] = {"sona", "kantex", "ollo", "brivo", "merax"};
  const char* kinds[] = {"camera", "radio", "kettle", "lamp", "printer", "phone"};
  const char* more[] = {"compact", "digital", "portable", "classic", "steel", "wireless"};
  Shop out;
  for (size_t i = 0; i < count; ++i) {
    const std::string brand = brands[below(5)], kind = kinds[below(6)], extra = more[below(6)];
    const std::string letters = {char('a' + below(26)), char('a' + below(26))};
    const std::string code = letters + std::to_string(100 + below(900)),
                      dashed = letters + "-" + code.substr(2);
    const std::string price = std::to_string(10 + below(400));
    const bool in_left = below(1000) < 1000 * overlap, in_right = below(1000) < 1000 * overlap;
    const std::string a = "a" + std::to_string(i), b = "b" + std::to_string(i);
    if (in_left) out.left.push_back({a, brand + " " + extra + " " + kind + " " + dashed, brand, price});
    if (in_right)
      out.right.push_back(
          {b, kind + " " + brand + " " + code + " new", below(3) ? brand : "", below(2) ? price : ""});
    if (in_left && in_right) out.truth[a] = b;
  }
  return out;
}

using Answers = std::map<std::pair<std::string, std::string>, double>;

Answers answers(const Table& left, const Table* right, const std::vector<Label>& labels = {},
                size_t jobs = 1) {
  Options options;
  options.jobs = jobs;
  auto matcher = Matcher::run(left, right, labels, options);
  EXPECT_TRUE(matcher.ok()) << matcher.error().to_string();
  Answers out;
  if (matcher.ok())
    for (const Pair& pair : matcher->pairs())
      out[{left.id(pair.left), (right ? *right : left).id(pair.right)}] = pair.probability;
  return out;
}

double f1(const Answers& said, const std::map<std::string, std::string>& truth) {
  size_t right = 0, all = 0;
  for (const auto& [pair, p] : said) {
    if (p < 0.5) continue;
    ++all;
    const auto at = truth.find(pair.first);
    right += at != truth.end() && at->second == pair.second;
  }
  return 2.0 * double(right) / double(all + truth.size());
}

TEST(Words, UnitsThousandsAccentsAndCodes) {
  EXPECT_EQ(chunks(fold("Sony DSC-W300 13.6 Megapixel, 2,5\" caf\xc3\xa9 (1,299)")),
            (std::vector<std::string>{"sony", "dsc-w300", "13.6mp", "2", "5in", "cafe", "1299"}));
  EXPECT_EQ(words_of("dsc-w300"), (std::vector<std::string>{"dsc", "w300"}));
  EXPECT_EQ(squeeze("dsc-w300"), "dscw300");
  EXPECT_TRUE(is_code("dscw300"));
  EXPECT_FALSE(is_code("12"));
  EXPECT_EQ(measure_of("13.6mp")->value, 13.6f);
  EXPECT_TRUE(is_plain_number("$1,299.00"));
  EXPECT_FALSE(is_plain_number("12-34"));
  EXPECT_EQ(*number_in("EUR 1,299.50"), 1299.5);
  // Every character is one byte, whatever its script.
  EXPECT_EQ(fold("\xd0\x9c\xd0\xb8\xd1\x80").size(), 3u);
  EXPECT_EQ(fold("\xd0\x9c"), fold("\xd0\xbc"));
}

TEST(Fields, MeetByNameAndKind) {
  const Table left =
      table_of({"ID", "Product Name", "Price", "color"}, {{"1", "red lamp x200", "12.50", "red"}});
  const Table right = table_of({"price", "product_name", "weight"}, {{"$13", "lamp x200 red", "2 kg"}});
  const auto fields = align(left, right);
  ASSERT_TRUE(fields.ok());
  ASSERT_EQ(fields->all.size(), 2u);
  EXPECT_EQ(fields->all[0].kind, FieldKind::title);
  EXPECT_EQ(fields->all[1].kind, FieldKind::number);
  EXPECT_EQ(fields->left_only, std::vector<std::string>{"color"});
  EXPECT_EQ(fields->right_only, std::vector<std::string>{"weight"});
}

// All pieces of all titles, counted.
TEST(Pieces, LikeCountingAllSubstrings) {
  for (uint32_t seed = 1; seed <= 5; ++seed) {
    const Shop data = shop(seed, 40);
    const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
    const auto fields = align(left, right);
    ASSERT_TRUE(fields.ok());
    Records records;
    Pieces pieces;
    ASSERT_TRUE(Records::read(left, &right, *fields, 2, records) && Pieces::build(records, 2, pieces));
    std::map<std::string, std::set<size_t>> held[2];
    std::vector<std::set<std::string>> own[2];
    for (int s = 0; s < 2; ++s)
      for (size_t i = 0; i < records.sides[s].size(); ++i) {
        own[s].emplace_back();
        for (uint16_t start : records.sides[s].starts[i]) {
          const std::string title(records.sides[s].title(i));
          for (size_t n = kMinPiece; n <= kMaxPiece && start + n <= title.size(); ++n)
            held[s][title.substr(start, n)].insert(i), own[s].back().insert(title.substr(start, n));
        }
      }
    const Features features(records, pieces, *fields);
    const double most = std::log(double(own[0].size())) + std::log(double(own[1].size()));
    std::vector<float> row(features.size());
    Features::Scratch scratch;
    for (uint32_t a = 0; a < own[0].size(); ++a)
      for (uint32_t b = 0; b < own[1].size(); ++b) {
        double best = 0;
        for (const std::string& piece : own[0][a])
          if (own[1][b].count(piece))
            best = std::max(best, most - std::log(double(held[0][piece].size())) -
                                      std::log(double(held[1][piece].size())));
        features.of({a, b}, row.data(), scratch);
        ASSERT_NEAR(row[features.at("spec")], best / most, 1e-5)
            << "seed " << seed << " records " << a << ", " << b;
      }
  }
}

// Every pair that shares a rare word or piece, scored one by one, gives the same best ones.
TEST(Candidates, LikeComparingAllPairs) {
  for (uint32_t seed = 1; seed <= 5; ++seed) {
    const Shop data = shop(seed, 30);
    const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
    const auto fields = align(left, right);
    Records records;
    Pieces pieces;
    ASSERT_TRUE(fields.ok() && Records::read(left, &right, *fields, 1, records) &&
                Pieces::build(records, 1, pieces));
    const auto score = [&](uint32_t a, uint32_t b, bool from_right) {
      double sum = 0;
      for (Token x : records.left().tokens[a])
        for (Token y : records.right().tokens[b])
          if (x.word() == y.word() && (from_right ? records.in_left : records.in_right)[x.word()] <= kWordCap)
            sum += double(records.weight[x.word()]) * records.weight[x.word()] /
                   (double(records.left().all_norm[a]) * records.right().all_norm[b]) *
                   (x.in_title() && y.in_title() ? 2 : 1);
      size_t longest = 0;
      for (uint32_t p : pieces.places(0, a))
        for (uint32_t q : pieces.places(1, b)) {
          const Pieces::Node& node = pieces.node(pieces.shared(p, q));
          if (node.depth >= kBlockPiece && (from_right ? node.left : node.right) <= kPieceCap)
            longest = std::max<size_t>(longest, node.depth);
        }
      return sum + double(longest) * kPieceScore;
    };
    std::set<Candidate> expected;
    for (int from_right = 0; from_right < 2; ++from_right)
      for (uint32_t i = 0; i < records.sides[from_right].size(); ++i) {
        std::vector<std::pair<double, uint32_t>> found;
        for (uint32_t j = 0; j < records.sides[1 - from_right].size(); ++j)
          if (const double s = from_right ? score(j, i, true) : score(i, j, false); s > 0)
            found.emplace_back(-s, j);
        std::sort(found.begin(), found.end());
        // Scores in single precision may order equal ones otherwise: only what is
        // clearly among the best is expected.
        for (size_t k = 0; k < std::min(kTop, found.size()); ++k)
          if (found.size() <= kTop || found[k].first < found[kTop].first - 1e-4)
            expected.insert(from_right ? Candidate{found[k].second, i} : Candidate{i, found[k].second});
      }
    std::vector<Candidate> got;
    ASSERT_TRUE(find_candidates(records, pieces, 2, {}, {}, got));
    for (const Candidate& pair : expected)
      ASSERT_TRUE(std::binary_search(got.begin(), got.end(), pair))
          << "seed " << seed << " pair " << pair.left << ", " << pair.right;
  }
}

TEST(Regression, GradientIsZeroAtTheOptimum) {
  std::mt19937 random(test_seed(3));
  std::normal_distribution<float> normal;
  for (const bool pulled : {false, true}) {
    Examples examples;
    examples.width = 6;
    for (int i = 0; i < 300; ++i) {
      float sum = 0;
      for (size_t k = 0; k < examples.width; ++k)
        examples.values.push_back(normal(random)), sum += examples.values.back() * float(k % 3);
      examples.answers.push_back(sum + normal(random) > 0.5f ? 1.f : 0.f);
    }
    Pull pull{3, {}};
    if (pulled) pull.towards.assign(examples.width + 1, 0.7);
    const std::vector<double> weights = fit(examples, pull);
    for (double part : gradient(examples, pull, weights)) EXPECT_NEAR(part, 0, 1e-3);
  }
}

TEST(Regression, SeparableAndEmptyStayFinite) {
  Examples examples;
  examples.width = 1;
  for (float x : {-1.f, -0.5f, 0.5f, 1.f})
    examples.values.push_back(x), examples.answers.push_back(x > 0 ? 1.f : 0.f);
  for (double w : fit(examples, {3, {}})) EXPECT_TRUE(std::isfinite(w));
  Examples none;
  none.width = 2;
  EXPECT_EQ(fit(none, {3, {}}), std::vector<double>(3, 0));
}

TEST(Rivals, ProbabilitiesOfARecordNeverSumAboveOne) {
  constexpr double kNearly = 0.01;  // messages end when they nearly stand still
  std::mt19937 random(test_seed(5));
  for (int round = 0; round < 20; ++round) {
    std::set<Candidate> pairs;
    while (pairs.size() < 40) pairs.insert({uint32_t(random() % 12), uint32_t(random() % 15)});
    const std::vector<Candidate> all(pairs.begin(), pairs.end());
    std::vector<double> odds;
    for (size_t i = 0; i < all.size(); ++i) odds.push_back(std::exp(double(random() % 200) / 20 - 5));
    const Together out = compete({&all, 12, 15, false}, odds, {});
    std::vector<double> left(12), right(15);
    for (size_t i = 0; i < all.size(); ++i)
      left[all[i].left] += out.probability[i], right[all[i].right] += out.probability[i];
    double total = 0;
    for (double sum : left) {
      EXPECT_LE(sum, 1 + kNearly);
      total += sum;
    }
    for (double sum : right) EXPECT_LE(sum, 1 + kNearly);
    EXPECT_GE(out.share, kMinShare);
    EXPECT_LE(out.share, kMaxShare);
    // What EM ends with: the share is what the probabilities say, unless it stands at a bound.
    if (out.share > kMinShare && out.share < kMaxShare) {
      size_t left_seen = 0, right_seen = 0;
      for (double sum : left) left_seen += sum > 0;
      for (double sum : right) right_seen += sum > 0;
      EXPECT_NEAR(out.share, total / double(std::min(left_seen, right_seen)), 1e-3);
    }
  }
}

TEST(Rivals, OneToOne) {
  const std::vector<Candidate> pairs = {{0, 0}, {0, 1}, {1, 1}, {2, 1}};
  const PairGraph graph{&pairs, 3, 2, false};
  EXPECT_EQ(one_to_one(graph, {0.9, 0.95, 0.8, 0.7}, 0.5), (std::vector<char>{0, 1, 0, 0}));
}

TEST(Matcher, FindsTheSameThingsWithoutLabels) {
  const Shop data = shop(11, 300);
  const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
  EXPECT_GT(f1(answers(left, &right), data.truth), 0.95);
}

// Some papers came out again a year or two later. Half of each side is missing, so the other
// year is often all that there is.
TEST(Matcher, TheSameTitleInAnotherYearIsAnotherPaper) {
  std::mt19937 random(test_seed(5));
  const auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  std::vector<std::vector<std::string>> left, right;
  std::map<std::string, std::string> truth;
  size_t number = 0;
  for (int paper = 0; paper < 600; ++paper) {
    std::string title, author = "author" + std::to_string(below(200));
    for (int i = 0; i < 5; ++i) title += (i ? " word" : "word") + std::to_string(below(i ? 60 : 900));
    size_t year = 1990 + below(12);
    for (size_t times = 1 + (below(6) == 0); times--; year += 1 + below(2)) {
      const std::string id = std::to_string(++number);
      const bool here = below(2), there = below(2);
      if (here) left.push_back({"a" + id, title, author, std::to_string(year)});
      if (there) right.push_back({"b" + id, title, "X. " + author, std::to_string(year)});
      if (here && there) truth["a" + id] = "b" + id;
    }
  }
  const std::vector<std::string> columns = {"id", "title", "author", "year"};
  const Table a = table_of(columns, left), b = table_of(columns, right);
  EXPECT_GT(f1(answers(a, &b), truth), 0.95);
}

TEST(Matcher, OrderOfRowsSidesAndThreadsChangeNothing) {
  for (uint32_t seed = 21; seed < 24; ++seed) {
    Shop data = shop(seed, 120, 0.6);
    const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
    const Answers before = answers(left, &right);
    std::mt19937 random(seed);
    std::shuffle(data.left.begin(), data.left.end(), random);
    std::shuffle(data.right.begin(), data.right.end(), random);
    const Table left2 = table_of(kColumns, data.left), right2 = table_of(kColumns, data.right);
    EXPECT_EQ(before, answers(left2, &right2, {}, 4)) << "seed " << seed;
    const Answers swapped = answers(right, &left);
    ASSERT_EQ(swapped.size(), before.size()) << "seed " << seed;
    for (const auto& [pair, p] : before) {
      const auto at = swapped.find({pair.second, pair.first});
      ASSERT_NE(at, swapped.end());
      EXPECT_NEAR(at->second, p, kSettled) << "seed " << seed;
    }
  }
}

TEST(Matcher, LabelsWin) {
  const Shop data = shop(31, 100);
  const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
  const Answers before = answers(left, &right);
  std::vector<Label> labels;
  for (const auto& [pair, p] : before)
    if (labels.size() < 6) labels.push_back({pair.first, pair.second, p < 0.5});  // the contrary
  labels.push_back({data.left[0][0], data.right[0][0], true});
  labels.push_back({"nobody", "b1", true});
  Options options;
  auto matcher = Matcher::run(left, &right, labels, options);
  ASSERT_TRUE(matcher.ok());
  EXPECT_EQ(matcher->unknown_labels(), 1u);
  size_t found = 0;
  for (const Pair& pair : matcher->pairs())
    for (const Label& label : labels)
      if (left.id(pair.left) == label.left && right.id(pair.right) == label.right) {
        EXPECT_EQ(pair.probability, label.match ? 1 : 0);
        ++found;
      }
  EXPECT_GE(found, 7u);
  for (size_t k : matcher->to_ask(20)) EXPECT_FALSE(matcher->pairs()[k].labelled);
}

// Pairs that a person refuses teach what is wrong with them, not that nothing is a match: all other matches
// stay, whether the refused ones were right or wrong.
TEST(Matcher, FewRefusedPairsCarryNothingAway) {
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t seed = test_seed(3100 + i);
    SCOPED_TRACE(seed);
    const Shop data = shop(seed, i % 2 ? 40 : 200);
    const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
    const Answers before = answers(left, &right);
    std::vector<Label> labels;
    size_t matches = 0, kept = 0;
    for (const auto& [pair, p] : before) {
      matches += p >= 0.5;
      if (p >= 0.5 && labels.size() < 3) labels.push_back({pair.first, pair.second, false});
    }
    ASSERT_EQ(labels.size(), 3u);
    for (const auto& [pair, p] : answers(left, &right, labels)) kept += p >= 0.5;
    EXPECT_GE(double(kept), 0.9 * double(matches - 3)) << matches;
  }
}

TEST(Matcher, ReasonsSumToTheLogOdds) {
  const Shop data = shop(41, 120, 0.7);
  const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
  Options options;
  auto matcher = Matcher::run(left, &right, {}, options);
  ASSERT_TRUE(matcher.ok());
  for (size_t k = 0; k < matcher->pairs().size(); k += 7) {
    const Pair& pair = matcher->pairs()[k];
    const Explanation why = matcher->explain(pair.left, pair.right);
    double sum = 0;
    for (const Reason& reason : why.reasons) sum += reason.adds;
    EXPECT_NEAR(sum, why.log_odds, 1e-9);
    EXPECT_NEAR(why.probability, pair.probability, 1e-3);
    EXPECT_TRUE(why.candidate);
  }
}

TEST(Matcher, OneTableHasNoPairOfARecordWithItself) {
  Shop data = shop(51, 150);
  Rows rows = data.left;
  rows.insert(rows.end(), data.right.begin(), data.right.end());
  const Table table = table_of(kColumns, rows);
  const Answers said = answers(table, nullptr);
  std::map<std::string, std::string> truth = data.truth;
  for (const auto& [pair, p] : said) {
    EXPECT_NE(pair.first, pair.second);
    EXPECT_FALSE(said.count({pair.second, pair.first}));
  }
  EXPECT_GT(f1(said, truth), 0.85);
}

TEST(Matcher, ReasonsOfOneTableSumUpWithinItsBounds) {
  Rows rows;
  const char *names[] = {"Ada Holm", "Bo Krog", "Eli Moe", "Cleo Lund"},
             *towns[] = {"Molde", "Halden", "Bodo"};
  for (uint32_t i = 0; i < 24; ++i)
    rows.push_back(
        {std::to_string(i + 1), names[i * 7 % 4], towns[i * 5 % 3], std::to_string(1000 + i * 37 % 24)});
  rows.push_back({"25", rows[3][1], rows[3][2], rows[3][3]});
  const Table table = table_of({"id", "name", "town", "price"}, rows);
  auto matcher = Matcher::run(table, nullptr, {}, {});
  ASSERT_TRUE(matcher.ok());
  size_t matches = 0;
  for (const Pair& pair : matcher->pairs()) {
    const Explanation why = matcher->explain(pair.left, pair.right);
    double sum = 0;
    for (const Reason& reason : why.reasons) sum += reason.adds;
    EXPECT_NEAR(sum, why.log_odds, 1e-9);
    EXPECT_NEAR(why.probability, pair.probability, 1e-3);
    matches += pair.probability >= 0.5;
    EXPECT_EQ(pair.probability >= 0.5, pair.left == 3 && pair.right == 24);
  }
  EXPECT_EQ(matches, 1u);
}

// Of each ten rows the last one is new; the sample that teaches is a part of the tables.
TEST(Matcher, NewRowsAreJudgedAsIfAllWere) {
  const Shop data = shop(test_seed(61), 900, 0.7);
  const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
  const Answers whole = answers(left, &right);
  auto first = Matcher::run(left, &right, {}, {});
  ASSERT_TRUE(first.ok());
  std::vector<char> chosen;
  for (const Pair& pair : first->pairs()) chosen.push_back(pair.probability >= 0.5);
  std::map<std::pair<bool, uint32_t>, std::string> clusters;
  for (const Matcher::Cluster& one : first->clusters(chosen)) clusters[{one.right, one.row}] = one.id;
  Options options;
  options.known = [&](bool is_right, uint32_t row) {
    return row % 10 == 9 ? "" : clusters.at({is_right, row});
  };
  options.whole_up_to = 400;
  const auto some = Matcher::run(left, &right, {}, options);
  ASSERT_TRUE(some.ok());
  EXPECT_TRUE(some->only_new());
  EXPECT_LT(some->pairs().size(), whole.size() / 2);
  size_t same = 0, asked = 0, matches = 0;
  for (const Pair& pair : some->pairs()) {
    const bool is_new = pair.left % 10 == 9 || pair.right % 10 == 9;
    const auto before = whole.find({left.id(pair.left), right.id(pair.right)});
    if (!is_new || before == whole.end()) continue;
    ++asked;
    same += (before->second >= 0.5) == (pair.probability >= 0.5);
  }
  for (const auto& [pair, p] : whole) matches += p >= 0.5;
  EXPECT_GT(asked, 200u);
  EXPECT_GE(double(same), 0.99 * double(asked));
  size_t now = 0;
  for (const Pair& pair : some->pairs()) now += pair.probability >= 0.5;
  EXPECT_NEAR(double(now), double(matches), 0.02 * double(matches));
  // clusters are those of the whole, names too
  chosen.clear();
  for (const Pair& pair : some->pairs()) chosen.push_back(pair.probability >= 0.5);
  size_t kept = 0;
  for (const Matcher::Cluster& one : some->clusters(chosen, options.known))
    kept += one.id == clusters.at({one.right, one.row});
  EXPECT_GE(double(kept), 0.98 * double(clusters.size()));
}

TEST(WordEvidence, WordsThatMatterSpeakAgainst) {
  Rows left, right;
  const char* noise[] = {"retail", "boxed", "software", ""};
  for (int i = 0; i < 120; ++i) {  // each thing comes with and without "upgrade"; other words come and go
    const std::string name = "thing" + std::to_string(i * 7919 % 1000) + " maker" + std::to_string(i % 9);
    for (const char* what : {"", " upgrade"}) {
      const std::string id = std::to_string(i) + (*what ? "u" : "n");
      left.push_back({"a" + id, name + what + " " + noise[i % 4], "", ""});
      right.push_back({"b" + id, name + what + " " + noise[(i / 4) % 4], "", ""});
    }
  }
  const Table a = table_of(kColumns, left), b = table_of(kColumns, right);
  std::map<std::string, std::string> truth;
  for (size_t i = 0; i < left.size(); ++i) truth[left[i][0]] = right[i][0];
  EXPECT_GT(f1(answers(a, &b), truth), 0.9);
}

TEST(Words, VersionsAreWrittenInManyWays) {
  EXPECT_EQ(plain_word("v9.0"), plain_word("9"));
  EXPECT_EQ(plain_word("9.0"), "9");
  EXPECT_EQ(plain_word("v2007"), "2007");
  EXPECT_NE(plain_word("4.5"), plain_word("45"));
  EXPECT_EQ(plain_word("vista"), "vista");
  EXPECT_EQ(plain_word("v"), "v");
  EXPECT_EQ(plain_word("x9"), "x9");
}

TEST(Matcher, BadInput) {
  const Table one = table_of({"title"}, {{"red lamp x200"}});
  const Table empty = table_of({"title"}, {}), other = table_of({"name"}, {{"red lamp"}});
  Options options;
  EXPECT_FALSE(Matcher::run(one, &empty, {}, options).ok());
  EXPECT_FALSE(Matcher::run(empty, nullptr, {}, options).ok());
  EXPECT_FALSE(Matcher::run(one, &other, {}, options).ok());
  EXPECT_TRUE(Matcher::run(one, &one, {}, options).ok());
  EXPECT_TRUE(Matcher::run(one, nullptr, {}, options).ok());
  // equal ids, empty and huge cells, bytes that are no text
  const std::string huge(3 << 20, 'x'), many = [] {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "w" + std::to_string(i) + " ";
    return text;
  }();
  const Table odd =
      table_of({"id", "title", "text"},
               {{"1", huge, many}, {"1", "", ""}, {"2", "\xff\xfe\x80", many}, {"", "12 34", huge}});
  auto matcher = Matcher::run(odd, &odd, {}, options);
  ASSERT_TRUE(matcher.ok());
  EXPECT_FALSE(matcher->notes().empty());
  for (const Pair& pair : matcher->pairs()) EXPECT_TRUE(std::isfinite(pair.probability));
}

TEST(Matcher, EndsWithItsTime) {
  const Shop data = shop(61, 400);
  const Table left = table_of(kColumns, data.left), right = table_of(kColumns, data.right);
  BudgetLimits limits;
  limits.time = std::chrono::milliseconds(0);
  Budget budget(limits);
  const Budget::Scope scope(budget);
  const auto matcher = Matcher::run(left, &right, {}, {});
  ASSERT_FALSE(matcher.ok());
  EXPECT_EQ(matcher.error().code, Code::budget);
}

}  // namespace
}  // namespace gleaner::match
