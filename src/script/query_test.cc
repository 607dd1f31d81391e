// Queries: DuckDB's answers are the language's own, on random tables and queries, order included.
#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "base/seed_test.h"
#include "base/temp_folder_test.h"
#include "page/load.h"
#include "script/compare.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "store/duckdb.h"

namespace gleaner::script {
namespace {

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  size_t below(size_t n) { return engine_() % n; }
  bool chance(double p) { return double(engine_() % 1000) < p * 1000; }
  const std::string& of(const std::vector<std::string>& all) { return all[below(all.size())]; }

 private:
  std::mt19937 engine_;
};

// id whole with gaps, grp few values, price with parts, name texts, zip texts like numbers, odd
// a mixed column, big 17 digits.
std::string random_csv(Random& r, size_t rows) {
  std::string out = "id,grp,price,name,zip,odd,big\n";
  for (size_t i = 0; i < rows; ++i) {
    out += r.chance(0.1) ? "" : std::to_string(r.below(12));
    out += fmt::format(",{}", r.below(4));
    out += r.chance(0.15) ? "," : fmt::format(",{}.{}", r.below(30), r.below(4) * 25);
    out += "," + std::string(r.chance(0.2)   ? ""
                             : r.chance(0.2) ? "\"a, \"\"b\"\"\""
                                             : r.of({"cup", "Cup", "pot", "ä"}));
    out += fmt::format(",{}{}", r.chance(0.5) ? "0" : "", r.below(3));
    out += "," + r.of({"5", "7", "n/a", "3"});
    out += fmt::format(",9007199254740{}", 990 + r.below(5));
    out += "\n";
  }
  return out;
}

std::string random_condition(Random& r, const std::string& a, int depth = 0) {
  if (depth < 2 && r.chance(0.4))
    return fmt::format("({} {} {})", random_condition(r, a, depth + 1), r.of({"and", "or"}),
                       random_condition(r, a, depth + 1));
  switch (r.below(9)) {
    case 0: return fmt::format("{}id {} {}", a, r.of({"=", "<>", "<", "<=", ">", ">="}), r.below(12));
    case 1: return fmt::format("{}price {} {}.25", a, r.of({"<", ">=", "="}), r.below(30));
    case 2:
      return fmt::format("{}name {} '{}'", a, r.of({"=", "<>", "<", ">="}), r.of({"cup", "pot", "ä", ""}));
    case 3: return fmt::format("{}name is {}null", a, r.of({"", "not "}));
    case 4: return fmt::format("{}name {}like '{}'", a, r.of({"", "not "}), r.of({"c%", "%o_", "_up"}));
    case 5: return fmt::format("{}id {}in (1, 3, 5{})", a, r.of({"", "not "}), r.of({"", ", null"}));
    case 6: return fmt::format("{}id {}between {} and {}", a, r.of({"", "not "}), r.below(5), 5 + r.below(5));
    case 7: return fmt::format("not ({}grp = {})", a, r.below(4));
    default: return fmt::format("{0}id * 2 + {0}grp > {0}price", a);
  }
}

std::string random_query(Random& r, const std::string& one, const std::string& two) {
  const bool joined = r.chance(0.5);
  const std::string a = joined ? "a." : "", b = joined ? "b." : "";
  std::string from =
      joined ? fmt::format("'{}' a {} '{}' b on a.{} = b.{}{}", one,
                           r.of({"join", "left join", "right join", "full join"}), two,
                           r.of({"id", "zip", "name"}), "KEY", r.chance(0.2) ? " and a.grp < 3" : "")
             : fmt::format("'{}'", one);
  if (joined) {  // the same column on both sides
    const size_t at = from.find("on a.") + 5;
    from.replace(from.find("KEY"), 3, from.substr(at, from.find(' ', at) - at));
  }
  const std::string where = r.chance(0.6) ? " where " + random_condition(r, r.chance(0.5) ? a : b) : "";
  if (r.chance(0.45)) {
    const std::string key = r.of({"grp", "name", "zip"});
    const std::string value =
        fmt::format("{}({}{})", r.of({"sum", "avg", "min", "max", "count"}), b, r.of({"id", "price", "grp"}));
    return fmt::format(
        "select {0}{1} as k, count(*) as n, count(distinct {2}id) as d, {3} as v, max({2}name) as w from {4}{5} "
        "group by {0}{1}{6}{7}",
        a, key, b, value, from, where, r.chance(0.3) ? " having n > 1" : "",
        r.chance(0.5) ? r.of({" order by n desc", " order by v", " order by k desc limit 2"}) : "");
  }
  const std::string items = r.of(
      {"*", fmt::format("{}id as x, {}name as y, {}big as z", a, b, a),
       fmt::format("distinct {}grp as g, {}zip as z", a, b), fmt::format("{}name", b),
       fmt::format(
           "case when {0}id > 5 then 'big' when {0}id is null then null else 'small' end as c, {1}price as p",
           a, b),
       "count(*) as n"});
  if (items == "*" && r.chance(0.5))
    return fmt::format("select {}id as i, {}odd as o from {}{}", a, a, from, where);
  if (items == "count(*) as n") return fmt::format("select {} from {}{}", items, from, where);
  return fmt::format(
      "select {} from {}{}{}{}", items, from, where,
      r.chance(0.5) && !items.starts_with("distinct")
          ? fmt::format(" order by {}{} {}", a, r.of({"id", "price", "name"}), r.of({"", "desc"}))
          : "",
      r.chance(0.3) ? fmt::format(" limit {} offset {}", r.below(9), r.below(4)) : "");
}

struct Asked {
  std::string answer;
  uint64_t in_duckdb = 0;
};

Asked ask(const std::string& query, uint64_t from, const std::string& folder) {
  auto script = parse_script(query, "q");
  if (!script.ok()) return {"parse: " + script.error().to_string()};
  Budget budget;
  RunOptions options;
  options.access.read = {folder};
  options.access.folder = folder;
  options.duckdb_from = from;
  Interpreter interpreter(*script, options, budget);
  auto value = interpreter.run();
  if (!value.ok()) return {"error: " + value.error().message};
  // Sums of doubles may differ in the last digits.
  std::string out;
  for (const Value& row : value->as_list().items) {
    if (row.is(Kind::record))
      for (const auto& [name, cell] : row.as_record().fields)
        out += name + "=" + (cell.is_number() ? fmt::format("{:.10g}", cell.number()) : to_json(cell)) + " ";
    else out += to_json(row);
    out += "\n";
  }
  return {out, interpreter.in_duckdb};
}

TEST(Query, DuckDbGivesTheSame) {
  TempFolder folder;
  if (!store::DuckDb::open_files({}, {}).ok()) GTEST_SKIP() << "no DuckDB";
  const uint32_t kSeed = test_seed(7001);
  Random r(kSeed);
  uint64_t handed = 0, all = 0;
  for (uint32_t tables = 0; tables < at_length(8, 4); ++tables) {
    ASSERT_TRUE(write_file(folder / "one.csv", random_csv(r, r.below(40))).ok());
    ASSERT_TRUE(write_file(folder / "two.csv", random_csv(r, r.below(25))).ok());
    for (int i = 0; i < 20; ++i, ++all) {
      const std::string query = random_query(r, "one.csv", "two.csv");
      const Asked own = ask(query, UINT64_MAX, folder.path), other = ask(query, 0, folder.path);
      EXPECT_EQ(own.answer, other.answer) << query << "\n(seed " << kSeed << ", tables " << tables << ")";
      handed += other.in_duckdb;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(handed * 10, all * 6) << handed << " of " << all << " queries ran in DuckDB";
}

// Files that DuckDB would read otherwise.
TEST(Query, OddFilesAreReadTheSame) {
  TempFolder folder;
  for (const char* text : {"a,b\n1,2\n\n3,4\n", "a,b\n1\n3,4\n", "a,b\r\n1,\"x\ny\"\r\n3,z\r\n",
                           "a;b\n1,5;2\n", "a,b\n1,x\"y\n", "a,b\n", "a,a\n1,2\n",
                           "\xEF\xBB\xBF"
                           "a,b\n1,2\n",
                           "a,b\n01,2\n1,3", "a\n1\n\n2\n", "a,b\r\n1,2\r\n", "a,b\n 1,2\n3,4\n",
                           "a,b\n1,\"\"\n2,x\n", "a,b\n1e3,2\n5,6\n", "a,b\n123456789012345678901,1\n"}) {
    ASSERT_TRUE(write_file(folder / "t.csv", text).ok());
    for (const char* query : {"select * from 't.csv'", "select a from 't.csv' order by a desc",
                              "select count(*) as n from 't.csv'"})
      EXPECT_EQ(ask(query, UINT64_MAX, folder.path).answer, ask(query, 0, folder.path).answer)
          << text << query;
  }
}

}  // namespace
}  // namespace gleaner::script
