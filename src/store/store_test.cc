// Stored tables: what is written is read back; what a statement may reach is bounded; bad files are errors,
// not crashes.
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/temp_folder_test.h"
#include "store/duckdb.h"
#include "store/duckdb_checkpoint.h"
#include "store/postgres.h"
#include "store/record_file.h"
#include "store/session.h"
#include "store/shape.h"
#include "store/sqlite.h"

namespace gleaner::store {
namespace {

namespace fs = std::filesystem;

using Folder = TempFolder;

std::string shown(const Row& row) {
  std::string out;
  for (const Cell& cell : row) {
    out += out.empty() ? "" : " ";
    out += std::string(cell.name) + "=";
    switch (cell.kind) {
      case Cell::Kind::null: out += "null"; break;
      case Cell::Kind::boolean: out += cell.number != 0 ? "true" : "false"; break;
      case Cell::Kind::whole: out += cell.text; break;
      case Cell::Kind::number: out += fmt::format("{}", cell.number); break;
      case Cell::Kind::text: out += "'" + std::string(cell.text) + "'"; break;
      case Cell::Kind::json: out += "json " + std::string(cell.text); break;
    }
  }
  return out;
}

template <class Database>
std::string answer(const Database& database, const std::string& sql) {
  std::string out;
  auto done = database.query(sql, [&](const Row& row) { return out += shown(row) + "\n", true; });
  return done.ok() ? out : "error: " + done.error().message;
}

bool without_duckdb() {
  auto made = RecordFile::create("/nonexistent/x.parquet");
  return made.error().code == Code::unsupported;
}

void write_records(const std::string& path, std::string_view lines) {
  Target target = *parse_target(path);
  target.asked = true;  // whatever columns the table has
  auto file = RecordFile::create(target);
  ASSERT_TRUE(file.ok()) << file.error().message;
  auto added = (*file)->add(lines);
  ASSERT_TRUE(added.ok()) << added.error().message;
  auto done = (*file)->finish();
  ASSERT_TRUE(done.ok()) << done.error().message;
}

TEST(Shape, OneTypeForAllValues) {
  auto type_of = [](std::initializer_list<const char*> values) {
    Shape shape;
    for (const char* text : values) {
      auto pages = wrap::read_records(wrap::Format::jsonl, fmt::format("{{\"x\": {}}}\n", text), "x");
      EXPECT_TRUE(pages.ok()) << text;
      shape.add((*pages)[0].records[0].fields);
    }
    const wrap::FieldSchema field = shape.schema().fields[0];
    std::string out = field.fields.empty() ? std::string(wrap::name_of(field.type)) : "record";
    for (const wrap::FieldSchema& inner : field.fields)
      out += " " + inner.name + ":" + std::string(wrap::name_of(inner.type)) + (inner.list ? "[]" : "");
    return out + (field.list ? "[]" : "");
  };
  EXPECT_EQ(type_of({"1", "-2", "null"}), "integer");
  EXPECT_EQ(type_of({"1", "2.5"}), "number");
  EXPECT_EQ(type_of({"1e3"}), "number");
  EXPECT_EQ(type_of({"12345678901234567890"}), "number");
  EXPECT_EQ(type_of({"\"1\""}), "text");
  EXPECT_EQ(type_of({"true", "false"}), "bool");
  EXPECT_EQ(type_of({"true", "1"}), "text");
  EXPECT_EQ(type_of({"null"}), "text");
  EXPECT_EQ(type_of({"[]"}), "text[]");
  EXPECT_EQ(type_of({"[1]", "[]", "[2.5]"}), "number[]");
  EXPECT_EQ(type_of({"{\"a\": 1}", "{\"b \\\"\": [\"x\"]}"}), "record a:integer b \":text[]");
  EXPECT_EQ(type_of({"{}"}), "text");
  EXPECT_EQ(type_of({"{\"a\": 1}", "[1]"}), "text");
  EXPECT_EQ(type_of({"[[1], 2]"}), "text");
  EXPECT_EQ(type_of({"{\"text\": \"EUR 6\", \"value\": 6, \"currency\": \"EUR\"}", "\"none\""}), "money");
}

TEST(Target, PlacesAndTables) {
  const auto parsed = [](std::string_view place) {
    const auto target = parse_target(place);
    return target.ok() ? target->place + " " + target->table : "error: " + target.error().message;
  };
  EXPECT_EQ(kind_of("a/b.duckdb#offers"), "duckdb");
  EXPECT_EQ(kind_of("a.sqlite#x.y"), "sqlite");
  EXPECT_EQ(kind_of("a#b.db"), "sqlite");
  EXPECT_EQ(kind_of("postgres://h/d"), "postgresql");
  EXPECT_EQ(kind_of("a.csv#x"), "");
  EXPECT_EQ(parsed("a.duckdb"), "a.duckdb records");
  EXPECT_EQ(parsed("a.duckdb#shop.offers"), "a.duckdb shop.offers");
  EXPECT_EQ(parsed("a#b.db"), "a#b.db records");
  EXPECT_EQ(parsed("postgresql://u@h/d#t"), "postgresql://u@h/d t");
  EXPECT_TRUE(parsed("a.db#").starts_with("error: "));
  EXPECT_TRUE(parsed("a.db#sqlite_x").starts_with("error: "));
  EXPECT_TRUE(parsed("a.parquet#x").starts_with("error: "));
  EXPECT_EQ(shown_place("postgresql://ann:secret@h:5/d#t"), "postgresql://ann@h:5/d#t");
  EXPECT_EQ(shown_place("postgresql://h:5/d?password=secret&x=1"), "postgresql://h:5/d?password=...&x=1");
  EXPECT_EQ(shown_place("a:b@c.db"), "a:b@c.db");
}

TEST(Table, NamesAndQueries) {
  EXPECT_TRUE(is_query("select * from x"));
  EXPECT_TRUE(is_query("  SELECT\n1"));
  EXPECT_TRUE(is_query("with t as (select 1) select * from t"));
  EXPECT_FALSE(is_query("selection"));
  EXPECT_FALSE(is_query("delete from x"));
  EXPECT_EQ(query_for("a \"b\""), "select * from \"a \"\"b\"\"\"");
}

TEST(DuckDb, WhatIsWrittenIsRead) {
  if (without_duckdb()) GTEST_SKIP() << "built without DuckDB";
  Folder folder;
  const char* lines =
      "{\"name\": \"x, 'y'\", \"n\": 3, \"f\": 1.5, \"tags\": [\"a\", \"b\"], \"offers\": [{\"p\": 1}], "
      "\"mix\": 1, \"b\": true}\n"
      "{\"name\": \"\", \"n\": 9007199254740993, \"tags\": [], \"mix\": \"t\", \"b\": null}\n";
  for (const char* name : {"t.parquet", "t.duckdb"}) {
    write_records(folder / name, lines);
    auto database =
        std::string(name) == "t.parquet" ? DuckDb::open_parquet(folder / name) : DuckDb::open(folder / name);
    ASSERT_TRUE(database.ok()) << database.error().message;
    auto tables = database->tables();
    ASSERT_TRUE(tables.ok() && tables->size() == 1);
    EXPECT_EQ(answer(*database, query_for((*tables)[0])),
              "name='x, 'y'' n=3 f=1.5 tags=json [\"a\",\"b\"] offers=json [{\"p\":1}] mix='1' b=true\n"
              "name='' n=9007199254740993 f=null tags=json [] offers=null mix='t' b=null\n")
        << name;
    EXPECT_EQ(answer(*database, "select count(*) as n, DATE '2020-02-03' as d from " + (*tables)[0] + ";"),
              "n=2 d='2020-02-03'\n");
  }
  for (const auto& entry : fs::directory_iterator(folder.path))  // nothing half-made is left
    EXPECT_TRUE(entry.path().extension() == ".parquet" || entry.path().extension() == ".duckdb")
        << entry.path();
}

std::string sqlite_answer(const std::string& path, const std::string& sql) {
  auto database = Database::open(path);
  return database.ok() ? answer(*database, sql) : "error: " + database.error().message;
}

TEST(SqliteFile, NestedRecordsBecomeTables) {
  Folder folder;
  const std::string path = folder / "t.sqlite";
  write_records(path,
                "{\"name\": \"x, 'y'\", \"n\": 3, \"price\": {\"text\": \"EUR 6.90\", \"value\": 6.9, "
                "\"span\": [5, 13]}, "
                "\"tags\": [\"a\", \"b\"], \"offers\": [{\"p\": 1, \"by\": [\"q\"]}, {\"p\": 2}], \"maker\": "
                "{\"town\": \"T\"}}\n"
                "{\"name\": \"\", \"n\": 900719925474099312, \"late\": true, \"tags\": [], "
                "\"offers\": [{\"p\": null, \"by\": [\"r\", {\"text\": \"s\", \"value\": 1.5}]}], \"odd\": "
                "[[1, [2]]]}\n");
  EXPECT_EQ(sqlite_answer(path, "select * from records"),
            "_id=1 name='x, 'y'' n=3 price=6.9 price_text='EUR 6.90' maker.town='T' late=null odd=null\n"
            "_id=2 name='' n=900719925474099312 price=null price_text=null maker.town=null late=true "
            "odd='[[1, [2]]]'\n");
  EXPECT_EQ(sqlite_answer(path, "select * from tags"),
            "_id=1 _parent=1 _position=1 tags='a'\n_id=2 _parent=1 _position=2 tags='b'\n");
  EXPECT_EQ(sqlite_answer(path, "select * from offers"),
            "_id=1 _parent=1 _position=1 p=1\n_id=2 _parent=1 _position=2 p=2\n_id=3 _parent=2 _position=1 "
            "p=null\n");
  EXPECT_EQ(
      sqlite_answer(path, "select * from \"offers.by\""),
      "_id=1 _parent=1 _position=1 by=null by_text='q'\n_id=2 _parent=3 _position=1 by=null by_text='r'\n"
      "_id=3 _parent=3 _position=2 by=1.5 by_text='s'\n");
  auto database = Database::open(path);
  ASSERT_TRUE(database.ok());
  auto tables = database->tables();
  ASSERT_TRUE(tables.ok());
  EXPECT_EQ(only_table(*tables, path).value(), "records");
}

TEST(SqliteFile, NamesThatMeetAndNoRecords) {
  Folder folder;
  const std::string path = folder / "t.db";
  write_records(path,
                "{\"_id\": \"a\", \"Name\": 1, \"name\": 2, \"\": 3, \"it's \\\"q\\\"\": 4, \"records\": "
                "[1], \"sqlite_x\": [2]}\n");
  EXPECT_EQ(sqlite_answer(path, "select * from records"),
            "_id=1 _id_2='a' Name=1 name_2=2 _=3 it's \"q\"=4\n");
  EXPECT_EQ(sqlite_answer(path, "select records from records_2"), "records=1\n");
  EXPECT_EQ(sqlite_answer(path, "select sqlite_x from _sqlite_x"), "sqlite_x=2\n");
  write_records(path, "");  // and it replaces what was there
  EXPECT_EQ(sqlite_answer(path, "select * from records"), "");
  for (const auto& entry : fs::directory_iterator(folder.path)) EXPECT_EQ(entry.path().filename(), "t.db");
}

TEST(SqliteFile, WhatCannotBeWrittenIsAnError) {
  EXPECT_FALSE(RecordFile::create("/nonexistent/x.sqlite").ok());
  Folder folder;
  const std::string path = folder / "t.sqlite";
  {
    auto file = RecordFile::create(path);
    ASSERT_TRUE(file.ok());
    EXPECT_FALSE((*file)->add("[1]\n").ok());
    EXPECT_FALSE((*file)->add("{\"a\": \n").ok());
  }
  EXPECT_TRUE(fs::is_empty(folder.path));  // not finished: nothing is left
}

// What a kill in the middle of a checkpoint leaves: the file is broken, the copy and the log are there.
TEST(DuckDbSession, ACutCheckpointIsMended) {
  if (without_duckdb()) GTEST_SKIP() << "no DuckDB here";
  const Folder folder;
  const std::string path = folder / "t.duckdb", safe = path + ".safe";
  const auto rows = [&] {
    auto session = Session::open(path, 1);
    if (!session.ok()) return session.error().message;
    auto count = (*session)->number("SELECT count(*) FROM t");
    return count.ok() ? std::to_string(*count) : count.error().message;
  };
  {
    auto session = Session::open(path, 1);
    ASSERT_TRUE(session.ok()) << session.error().message;
    ASSERT_TRUE((*session)->run("CREATE TABLE t (n BIGINT)").ok());
    ASSERT_TRUE((*session)->settle().ok());
    EXPECT_EQ(logged(path), 0u);
    EXPECT_FALSE(fs::exists(safe));
    ASSERT_TRUE((*session)->run("INSERT INTO t VALUES (1), (2)").ok());
  }
  EXPECT_GT(logged(path), 0u);  // no checkpoint by the way
  fs::copy_file(path, safe);
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(size_t(fs::file_size(path)) - 4096, 'x');
  }
  EXPECT_EQ(rows(), "2");
  EXPECT_FALSE(fs::exists(safe));
  // Another program went on with the file: its log is not that of the copy, which is old.
  {
    auto session = Session::open(path, 1);
    ASSERT_TRUE(session.ok());
    ASSERT_TRUE((*session)->run("INSERT INTO t VALUES (3)").ok());
  }
  fs::copy_file(path, safe);
  std::ofstream(safe + ".wal") << "of before";
  const auto size = fs::file_size(path);
  mend_cut_checkpoint(path);
  EXPECT_EQ(fs::file_size(path), size);
  EXPECT_FALSE(fs::exists(safe));
  EXPECT_FALSE(fs::exists(safe + ".wal"));
  EXPECT_EQ(rows(), "3");
  // A checkpoint that came to its end: the copy is old, and only that.
  fs::copy_file(path, safe);
  fs::remove(path + ".wal");
  EXPECT_EQ(rows(), "0");
  EXPECT_FALSE(fs::exists(safe));
}

TEST(DuckDb, ManyRowsAndNone) {
  if (without_duckdb()) GTEST_SKIP() << "built without DuckDB";
  Folder folder;
  std::string lines;
  for (int i = 0; i < 5000; ++i)
    lines += fmt::format("{{\"i\": {}, \"s\": \"{}\"}}\n", i, std::string(size_t(i % 40), 'x'));
  write_records(folder / "many.parquet", lines);
  auto many = DuckDb::open_parquet(folder / "many.parquet");
  ASSERT_TRUE(many.ok()) << many.error().message;
  int next = 0;
  auto read = many->query("select * from data", [&](const Row& row) {
    EXPECT_EQ(row[0].number, next);
    EXPECT_EQ(row[1].text.size(), size_t(next % 40));
    return ++next < 4990;  // and stop in the middle
  });
  EXPECT_TRUE(read.ok());
  EXPECT_EQ(next, 4990);
  write_records(folder / "none.parquet", "");
  auto none = DuckDb::open_parquet(folder / "none.parquet");
  ASSERT_TRUE(none.ok()) << none.error().message;
  EXPECT_EQ(answer(*none, "select * from data"), "");
}

TEST(DuckDb, ReachesNothingElse) {
  if (without_duckdb()) GTEST_SKIP() << "built without DuckDB";
  Folder folder;
  write_records(folder / "t.parquet", "{\"a\": 1}\n");
  write_records(folder / "other.parquet", "{\"secret\": 1}\n");
  std::ofstream(folder / "secret.csv") << "a\n1\n";
  auto database = DuckDb::open_parquet(folder / "t.parquet");
  ASSERT_TRUE(database.ok());
  for (const std::string& sql : {"select * from read_csv('" + (folder / "secret.csv") + "')",
                                 "select * from '" + (folder / "other.parquet") + "'",
                                 "select * from read_text('" + (folder / "secret.csv") + "')",
                                 std::string("select * from glob('/tmp/*')")})
    EXPECT_TRUE(answer(*database, sql).starts_with("error: ")) << sql << "\n" << answer(*database, sql);
  for (const std::string& sql :
       {std::string("set enable_external_access = true"), "copy data to '" + (folder / "out.csv") + "'",
        std::string("install httpfs"), std::string("drop view data"), std::string("attach ':memory:' as x"),
        std::string("select 1; drop view data")})
    EXPECT_TRUE(answer(*database, sql).starts_with("error: ")) << sql;
  EXPECT_FALSE(fs::exists(folder / "out.csv"));
  EXPECT_EQ(answer(*database, "select * from data"), "a=1\n");
}

TEST(DuckDb, BadFilesAreErrors) {
  if (without_duckdb()) GTEST_SKIP() << "built without DuckDB";
  Folder folder;
  std::ofstream(folder / "bad.parquet") << "PAR1 this is none";
  std::ofstream(folder / "bad.duckdb") << std::string(10'000, 'x');
  EXPECT_FALSE(DuckDb::open_parquet(folder / "bad.parquet").ok());
  EXPECT_FALSE(DuckDb::open_parquet(folder / "missing.parquet").ok());
  EXPECT_FALSE(DuckDb::open(folder / "bad.duckdb").ok());
  EXPECT_FALSE(DuckDb::open(folder / "missing.duckdb").ok());
  EXPECT_FALSE(fs::exists(folder / "missing.duckdb"));
  auto file = RecordFile::create(folder / "t.parquet");
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE((*file)->add("[1]\n").ok());
  EXPECT_FALSE((*file)->add("{\"a\": \n").ok());
}

TEST(Sqlite, LargeWholeNumbersStayExact) {
  Folder folder;
  sqlite3* made = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "t.sqlite").c_str(), &made), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(
          made, "create table t(a, b); insert into t values (9007199254740993, 2.5), (7, null), ('x', x'')",
          nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(made);
  auto database = Database::open(folder / "t.sqlite");
  ASSERT_TRUE(database.ok());
  EXPECT_EQ(answer(*database, "select * from t"), "a=9007199254740993 b=2.5\na=7 b=null\na='x' b=''\n");
  EXPECT_TRUE(answer(*database, "delete from t").starts_with("error: only statements that read"));
}

// A PostgreSQL of its own in a folder, reached by a socket in it; none where the programs are not installed.
class PostgresServer {
 public:
  PostgresServer() {
    const std::string found = bin_folder();
    if (found.empty() || ::pipe(log_) != 0) return;
    client_ = found + "/psql";
    if (::getuid() == 0) {  // it refuses to run as root
      if (::chown(folder_.path.c_str(), kNobody, kNobody) != 0) return;
    }
    const std::string data = folder_ / "data";
    const pid_t made = start({found + "/initdb", "-D", data, "-A", "trust", "-U", "tester", "--no-sync", "-E",
                              "UTF8", "--locale=C"});
    int status = 1;
    ::waitpid(made, &status, 0);
    if (status != 0) return;
    server_ = start({found + "/postgres", "-D", data, "-k", folder_.path, "-c", "listen_addresses=", "-c",
                     "fsync=off", "-c", "max_connections=5"});
    ::close(log_[1]);
    if (!says(log_[0], "ready to accept connections")) stop();
  }
  ~PostgresServer() {
    stop();
    ::close(log_[0]);
  }
  bool runs() const { return server_ > 0; }
  std::string address(const std::string& more = "") const {
    return "postgresql://tester@/postgres?host=" + folder_.path + more;
  }
  // A statement that changes something: by the server's own client, ours only reads.
  bool change(const std::string& sql) const {
    return std::system(fmt::format("{} -q -h {} -U tester -d postgres -c \"{}\" > /dev/null 2>&1", client_,
                                   folder_.path, sql)
                           .c_str()) == 0;
  }

 private:
  static constexpr uid_t kNobody = 65534;
  static std::string bin_folder() {
    std::string found;
    std::error_code none;
    for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", none))
      if (fs::exists(version.path() / "bin/initdb") && fs::exists(version.path() / "bin/postgres") &&
          fs::exists(version.path() / "bin/psql"))
        found = version.path() / "bin";
    return found;
  }
  pid_t start(const std::vector<std::string>& command) const {
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(1);
    if (::dup2(log_[1], 1) < 0 || ::dup2(log_[1], 2) < 0) ::_exit(1);
    ::close(log_[0]);
    ::close(log_[1]);
    if (::chdir(folder_.path.c_str()) != 0) ::_exit(1);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(1);
  }

  // Reads until the words come; false when whoever writes has ended first.
  static bool says(int from, std::string_view words) {
    std::string log;
    char some[4096];
    for (ssize_t n; (n = ::read(from, some, sizeof some)) > 0;)
      if (log.append(some, size_t(n)).find(words) != std::string::npos) return true;
    return false;
  }
  void stop() {
    if (server_ <= 0) return;
    ::kill(server_, SIGINT);
    ::waitpid(server_, nullptr, 0);
    server_ = 0;
  }

  Folder folder_;
  std::string client_;
  int log_[2] = {-1, -1};  // what the programs print
  pid_t server_ = 0;
};

TEST(Postgres, ReadsAndOnlyReads) {
  PostgresServer server;
  if (!server.runs()) GTEST_SKIP() << "no PostgreSQL server is installed";
  ASSERT_TRUE(server.change(
      "create table t(a int, b text, c bool, d numeric, e bigint, f jsonb, g date); "
      "insert into t values (1, 'x''y', true, 2.50, 9007199254740993, '{\\\"k\\\": [1]}', '2020-02-03'), "
      "(2, null, false, null, 5, null, null)"));
  auto database = Postgres::open(server.address());
  ASSERT_TRUE(database.ok()) << database.error().message;
  auto tables = database->tables();
  ASSERT_TRUE(tables.ok()) << tables.error().message;
  EXPECT_EQ(*tables, std::vector<std::string>{"t"});
  const std::string all =
      "a=1 b='x'y' c=true d=2.5 e=9007199254740993 f=json {\"k\": [1]} g='2020-02-03'\n"
      "a=2 b=null c=false d=null e=5 f=null g=null\n";
  EXPECT_EQ(answer(*database, "select * from t order by a"), all);
  EXPECT_TRUE(answer(*database, "insert into t values (3)").starts_with("error: ")) << "read only";
  EXPECT_TRUE(answer(*database, "select 1; select 2").starts_with("error: ")) << "one statement";
  EXPECT_TRUE(answer(*database, "select nothing").starts_with("error: "));
  int seen = 0;  // stopping early leaves a connection that still works
  EXPECT_TRUE(
      database->query("select * from generate_series(1, 100000)", [&](const Row&) { return ++seen < 10; })
          .ok());
  EXPECT_EQ(seen, 10);
  EXPECT_EQ(answer(*database, "select * from t order by a"), all);
  EXPECT_FALSE(Postgres::open(server.address("&service=x")).ok());
  EXPECT_FALSE(Postgres::open(server.address("&passfile=/etc/passwd")).ok());
}

TEST(Postgres, Addresses) {
  auto hosts = Postgres::hosts("postgresql://u@One.example,two.example:99/db?host=/tmp");
  if (!hosts.ok() && hosts.error().code == Code::unsupported) GTEST_SKIP() << hosts.error().message;
  EXPECT_EQ(*Postgres::hosts("postgresql://u@a.example,b.example:99/db"),
            (std::vector<std::string>{"a.example", "b.example"}));
  EXPECT_EQ(*Postgres::hosts("postgresql:///db"), std::vector<std::string>{"localhost"});
  EXPECT_EQ(*Postgres::hosts("postgresql:///db?host=/tmp"), std::vector<std::string>{"localhost"});
  EXPECT_EQ(*Postgres::hosts("postgresql://a.example/db?hostaddr=10.0.0.1"),
            (std::vector<std::string>{"a.example", "10.0.0.1"}));
  EXPECT_FALSE(Postgres::hosts("postgresql://a/db?nonsense=1").ok());
}

}  // namespace
}  // namespace gleaner::store
