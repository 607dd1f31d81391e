// bench_grammar LOG [MEGABYTES] [TASK|GRAMMAR.gln]: grammars against PCRE2-JIT and, where it is installed,
// RE2; captures read, one thread, MB a CPU second.
//
// LOG is repeated to the wanted size (100). The peers match line by line; the grammar reads the whole source,
// finds the lines itself and would skip what does not fit. Checked first: the same number of lines, and the
// same text in every capture.
//   fields         seven plain fields; once more with a rule that is not strict, so that parts of a line
//                  could be skipped
//   address        the message cut at its first address; once more likewise
//   alternatives   three kinds of message, each after anything
//   articles       the paper's article grammar on an HTML page, no peer
//   compile        a grammar of 200 rules
//   GRAMMAR.gln... learned grammars (gleaner learn --kind lines) against the hand-written one of the same
//                  seven fields: month day time host process pid message. Grammars with other names
//                  (examples/logs/openssh.gln) run beside them, and must read as many lines.
#include <chrono>
#include <cstring>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#if GLEANER_HAVE_RE2
#include <re2/re2.h>
#endif

#include "bench/timing.h"
#include "grammar/parser.h"
#include "grammar/scanner.h"

namespace {

using namespace gleaner;

struct Answer {
  uint64_t lines = 0, captures = 0, hash = 0;
  bool operator==(const Answer&) const = default;
  // Order of captures does not matter, their text and kind do.
  void add(uint32_t kind, const char* text, size_t length) {
    ++captures;
    uint64_t h = kind * 0x9e3779b97f4a7c15ull + length;
    uint64_t word = 0;
    std::memcpy(&word, text, std::min<size_t>(length, 8));
    hash += (h ^ word) * 0xff51afd7ed558ccdull;
  }
};

struct Task {
  std::string name, regex, grammar;
  std::vector<std::string> kinds;  // capture groups of the regex, by variable name; "" is not compared
  double wanted;                   // ratio to RE2
};

#if GLEANER_HAVE_RE2
Answer with_re2(const RE2& re, const std::string& log, const std::vector<uint32_t>& kinds) {
  Answer answer;
  std::vector<re2::StringPiece> groups(size_t(re.NumberOfCapturingGroups()) + 1);
  for (const char *at = log.data(), *end = at + log.size(); at < end;) {
    const char* stop = static_cast<const char*>(memchr(at, '\n', size_t(end - at)));
    if (!stop) stop = end;
    if (re.Match(re2::StringPiece(at, size_t(stop - at)), 0, size_t(stop - at), RE2::ANCHOR_BOTH,
                 groups.data(), int(groups.size()))) {
      ++answer.lines;
      for (size_t i = 1; i < groups.size(); ++i)
        if (groups[i].data() && kinds[i - 1]) answer.add(kinds[i - 1], groups[i].data(), groups[i].size());
    }
    at = stop + 1;
  }
  return answer;
}
#endif

Answer with_pcre2(pcre2_code* code, const std::string& log, const std::vector<uint32_t>& kinds) {
  Answer answer;
  pcre2_match_data* data = pcre2_match_data_create_from_pattern(code, nullptr);
  const size_t* ovector = pcre2_get_ovector_pointer(data);
  for (const char *at = log.data(), *end = at + log.size(); at < end;) {
    const char* stop = static_cast<const char*>(memchr(at, '\n', size_t(end - at)));
    if (!stop) stop = end;
    const int count =
        pcre2_jit_match(code, reinterpret_cast<PCRE2_SPTR>(at), size_t(stop - at), 0, 0, data, nullptr);
    if (count > 0) {
      ++answer.lines;
      for (int i = 1; i < count; ++i)
        if (ovector[2 * i] != PCRE2_UNSET && kinds[size_t(i) - 1])
          answer.add(kinds[size_t(i) - 1], at + ovector[2 * i], ovector[2 * i + 1] - ovector[2 * i]);
    }
    at = stop + 1;
  }
  pcre2_match_data_free(data);
  return answer;
}

struct Reads : grammar::EventSink {
  const char* text = nullptr;
  std::vector<uint32_t> kinds;  // by binding
  uint32_t line_rule = 0;
  Answer answer;
  uint64_t begin[16];
  uint32_t open = 0;
  void take(const grammar::Event* events, size_t count) override {
    for (const grammar::Event* e = events; e != events + count; ++e) {
      if (e->op == grammar::Op::begin) begin[open++ & 15] = e->position;
      else if (e->op == grammar::Op::end) {
        const uint64_t from = begin[--open & 15];
        if (kinds[e->argument]) answer.add(kinds[e->argument], text + from, e->position - from);
      } else if (e->op == grammar::Op::exit && e->argument == line_rule) ++answer.lines;
    }
  }
};

uint32_t kind_of(const std::string& name) {
  uint32_t h = 7;
  for (char c : name) h = h * 131 + uint8_t(c);
  return name.empty() ? 0 : h | 1;
}

struct Ours {
  grammar::Grammar grammar;
  std::shared_ptr<const grammar::Program> program;
  explicit Ours(const std::string& text) {
    auto parsed = grammar::parse_grammar(text);
    if (!parsed.ok()) bench::wrong(parsed.error().to_string());
    grammar = std::move(*parsed);
    program = *grammar::Program::compile(grammar, uint32_t(grammar.rules.size() - 1));
  }
  Answer run(const std::string& log, const std::vector<std::string>& compared,
             grammar::Scanner::Statistics* statistics = nullptr) {
    grammar::Scanner scanner(program);
    Reads reads;
    reads.text = log.data();
    reads.line_rule = grammar.index_of("line");
    for (const grammar::Binding& b : program->bindings) {
      const std::string& name = grammar.rules[b.rule].variables[b.variable].name;
      reads.kinds.push_back(
          std::find(compared.begin(), compared.end(), name) == compared.end() ? 0 : kind_of(name));
    }
    Budget budget;
    scanner.feed(log, reads, budget);
    if (scanner.finish(reads, budget).kind != grammar::Outcome::Kind::matched)
      bench::wrong("the grammar does not match");
    if (statistics) *statistics = scanner.statistics();
    return reads.answer;
  }
};

const std::string kHead =
    "month=([A-Z][a-z]+) ' '+ day=[0-9]+ ' ' time=[0-9:]+ ' ' host=[^ ]+ ' ' process=[a-z]+ '[' pid=[0-9]+ "
    "']: ' ";
const std::string kRegexHead = "([A-Z][a-z]+) +([0-9]+) ([0-9:]+) ([^ ]+) ([a-z]+)\\[([0-9]+)\\]: ";
const std::vector<std::string> kHeadKinds{"month", "day", "time", "host", "process", "pid"};

std::vector<Task> tasks() {
  auto kinds = [](std::vector<std::string> more) {
    std::vector<std::string> all = kHeadKinds;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  return {
      {"fields", kRegexHead + "(.*)",
       "strict rule line is " + kHead + "message=.* '\\n' end rule log is line()+ end", kinds({"message"}),
       1.5},
      {"fields, fault-tolerant", kRegexHead + "(.*)",
       "rule line is " + kHead + "message=.* '\\n' end rule log is line()+ end", kinds({"message"}), 1.5},
      {"address", kRegexHead + "(?:(.*?)([0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+)(.*)|.*)",
       "strict rule address is [0-9]+ '.' [0-9]+ '.' [0-9]+ '.' [0-9]+ end "
       "strict rule line is " +
           kHead + "(before=.* ip=address() after=.* | .*) '\\n' end rule log is line()+ end",
       kinds({"before", "ip", "after"}), 3},
      {"address, fault-tolerant", kRegexHead + "(?:(.*?)([0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+)(.*)|.*)",
       "strict rule address is [0-9]+ '.' [0-9]+ '.' [0-9]+ '.' [0-9]+ end "
       "rule line is " +
           kHead + "(before=.* ip=address() after=.* | .*) '\\n' end rule log is line()+ end",
       kinds({"before", "ip", "after"}), 3},
      {"alternatives",
       kRegexHead + "(?:.*Failed password for (?:invalid user )?([^ ]+) from ([^ ]+) port "
                    "([0-9]+).*|.*Invalid user ([^ ]+) from ([^ ]+).*|"
                    ".*rhost=([^ ]+).*|.*)",
       "strict rule line is " + kHead +
           "(.* 'Failed password for ' 'invalid user '? user=[^ ]+ ' from ' from=[^ ]+ ' port ' port=[0-9]+ "
           ".*"
           "| .* 'Invalid user ' user=[^ ]+ ' from ' from=[^ \\n]+ .* | .* 'rhost=' rhost=[^ \\n]+ .* | .*) "
           "'\\n' end rule log is line()+ end",
       kinds({"user", "from", "port", "user", "from", "rhost"}), 3},
  };
}

// `others`: files of grammars for the same lines.
void run_task(const Task& task, const std::string& log, const std::vector<std::string>& others = {}) {
  std::vector<uint32_t> kinds;
  for (const std::string& name : task.kinds) kinds.push_back(kind_of(name));
  int error = 0;
  size_t offset = 0;
  pcre2_code* pcre = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(task.regex.data()), task.regex.size(),
                                   PCRE2_ANCHORED | PCRE2_ENDANCHORED, &error, &offset, nullptr);
  if (!pcre || pcre2_jit_compile(pcre, PCRE2_JIT_COMPLETE) != 0) bench::wrong("pcre2");
  Ours ours(task.grammar);
  const std::string sample = log.substr(0, log.find('\n', std::min<size_t>(log.size() - 2, 2'000'000)) + 1);
  const Answer expected = with_pcre2(pcre, sample, kinds), got = ours.run(sample, task.kinds);
  if (!(expected == got))
    bench::wrong(task.name + ": " + std::to_string(got.lines) + " lines, " + std::to_string(got.captures) +
                 " captures, expected " + std::to_string(expected.lines) + ", " +
                 std::to_string(expected.captures) + (got.hash == expected.hash ? "" : ", texts differ"));
  grammar::Scanner::Statistics statistics;
  uint64_t sum = 0;
  std::vector<bench::Competitor> all;
#if GLEANER_HAVE_RE2
  RE2 re2(task.regex);
  if (!re2.ok()) bench::wrong(re2.error());
  if (!(with_re2(re2, sample, kinds) == expected)) bench::wrong(task.name + ": re2");
  all.push_back({"RE2", [&] { sum += with_re2(re2, log, kinds).hash; }});
#endif
  all.insert(all.end(), {
                            {"PCRE2-JIT", [&] { sum += with_pcre2(pcre, log, kinds).hash; }},
                            {"grammar", [&] { sum += ours.run(log, task.kinds, &statistics).hash; }},
                        });
  std::vector<std::unique_ptr<Ours>> more;
  for (const std::string& file : others) {
    more.push_back(std::make_unique<Ours>(bench::slurp(file)));
    Ours* const one = more.back().get();
    const Answer read = one->run(sample, task.kinds);
    if (read.lines != expected.lines || (read.captures == expected.captures && !(read == expected)))
      bench::wrong(file + " reads other texts");
    all.push_back({file, [&sum, &log, &task, one] { sum += one->run(log, task.kinds).hash; }});
  }
  bench::race(all, 3);
  std::printf("%s (wanted: %.1fx RE2; %zu states, at most %.3f bytes of trace a source byte)\n",
              task.name.c_str(), task.wanted, statistics.states,
              double(statistics.most_trace) * 4 / double(log.size()));
  bench::report(all, double(log.size()));
  pcre2_code_free(pcre);
  if (sum == 42) std::printf(" ");
}

void run_articles(size_t bytes) {
  const std::string page =
      "<html><head><title>Palmtops</title></head><body><img src=\"logo.gif\"><h1>On stock</h1>\n"
      "<p>We carry all models, <b>ask</b> for <i>bulk</i> prices.<form action=cart><input name=q></form>\n"
      "<B>MP-5501</B> Series 5, 8 MB, English keyboard <I>with</I> leather case <B>$559.95</B><br>order <a "
      "href=x>here</a>\n"
      "<hr><B>MP-5502</B> Series 5, 4 MB, <font color=red>last ones</font> <B>$469.00</B><br>\n"
      "<p>Some text that nobody announced, with <B>bold</B> words and prices like $12 in between.\n"
      "<B>MP-9103</B> Flash disk 20 MB <B>$319</B> <i>new!</i></body></html>\n";
  std::string source;
  while (source.size() < bytes) source += page;
  Ours ours(
      "rule line is '<B>' code=('MP' .*) '</B>' description=.* '<B>' price=('$'[0-9.]+) end rule list is (l "
      "+= line())+ end");
  uint64_t lines = 0;
  std::vector<bench::Competitor> all{
      {"grammar", [&] { lines = ours.run(source, {"code", "description", "price"}).lines; }}};
  bench::race(all, 3);
  if (lines != source.size() / page.size() * 3) bench::wrong("articles: " + std::to_string(lines));
  std::printf("articles (wanted: 150 MB/s)\n");
  bench::report(all, double(source.size()));
}

void run_compile() {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += "rule r" + std::to_string(i) + " is 'key" + std::to_string(i) +
            "' [ \\t]* v=[a-z0-9]+ (',' w+=[^,\\n]*)* ";
    if (i > 0 && i % 3 == 0) text += "(x=r" + std::to_string(i - 1) + "())? ";
    text += "'\\n' end\n";
  }
  text += "rule all is (";
  for (int i = 0; i < 200; ++i) text += (i ? " | l += r" : "l += r") + std::to_string(i) + "()";
  text += ")+ end";
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const double begin = bench::cpu_seconds();
    Ours ours(text);
    best = std::min(best, bench::cpu_seconds() - begin);
  }
  std::printf("compile (wanted: under 20 ms)\n  200 rules                          %7.1f ms\n", best * 1e3);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return std::fprintf(stderr, "usage: bench_grammar LOG [MEGABYTES]\n"), 2;
  bench::keep_memory();
  const size_t bytes = size_t(count > 2 ? std::atof(arguments[2]) : 100) * 1'000'000;
  std::string lines = bench::slurp(arguments[1]);
  std::erase(lines, '\r');
  if (lines.empty() || lines.back() != '\n') lines += '\n';
  std::string log;
  while (log.size() < bytes) log += lines;
  const std::string chosen = count > 3 ? arguments[3] : "";
  if (chosen.ends_with(".gln")) {
    run_task(tasks()[0], log, {arguments + 3, arguments + count});
    return 0;
  }
  run_compile();
  for (const Task& task : tasks())
    if (count < 4 || task.name.find(chosen) != std::string::npos) run_task(task, log);
  run_articles(bytes);
}
