// The public interface under attack: arguments that are empty, damaged or huge give errors or empty results,
// limits hold, and what a limit cut off is missing from no other call.
#include <gleaner/gleaner.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <random>
#include <string>

namespace gleaner::api {
namespace {

constexpr const char* kItems = "format = 1\nkind = \"selector\"\nrecord = \"li\"\n[fields]\nname = \"b\"\n";

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

Page page_of(std::string bytes) {
  auto made = Page::from_bytes(std::move(bytes));
  EXPECT_TRUE(made.ok()) << made.error().to_string();
  return *made;
}

Wrapper items() { return *Wrapper::parse(kItems); }

Limits within(uint64_t milliseconds, uint64_t megabytes = UINT64_MAX) {
  Limits out;
  out.milliseconds = milliseconds;
  out.megabytes = megabytes;
  return out;
}

// A wrapper that is learned, so that it has a profile.
Learned learned() {
  std::string html = "<ul>", records;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "name " + std::to_string(i);
    html += "<li><b>" + name + "</b><i>" + std::to_string(i) + ".90</i>";
    records += (i ? ", " : "") + ("{\"name\": \"" + name + "\"}");
  }
  auto labels =
      Labels().with(page_of(html + "</ul>"), "{\"complete\": true, \"records\": [" + records + "]}");
  EXPECT_TRUE(labels.ok()) << labels.error().to_string();
  auto made = learn(*labels);
  EXPECT_TRUE(made.ok()) << made.error().to_string();
  return *made;
}

TEST(ApiHostile, NothingToWorkOn) {
  const Page none;
  EXPECT_EQ(none.bytes(), "");
  EXPECT_EQ(none.bytes({5, 900}), "");
  EXPECT_EQ(none.name(), "");
  const Wrapper wrapper = items();
  EXPECT_EQ(wrapper.extract(none)->records.size(), 0u);
  EXPECT_TRUE(wrapper.explain(none).ok());
  EXPECT_FALSE(wrapper.check({none}).ok()) << "no profile";
  EXPECT_FALSE(find_records({}).ok());
  EXPECT_FALSE(find_records({none, none}).ok());
  EXPECT_EQ(find_tables(none)->size(), 0u);
  EXPECT_FALSE(learn(Labels()).ok());
  wrapper.extract_all({}, 9'000'000, [](const Page&, const auto&) { return true; });
  wrapper.extract_all({none}, 9'000'000, nullptr);
  EXPECT_FALSE(Labels().with(none, "").ok());
  const Wrapper known = learned().wrapper;
  EXPECT_TRUE(known.check({}).ok());
  EXPECT_EQ((*known.check({none}))[0].verdict, Verdict::broken);
  EXPECT_FALSE(repair(known, {}, {}).ok());
  EXPECT_EQ(to_json(Record()), "{}");
  EXPECT_EQ(Record()["x"]["y"].text, "");
}

TEST(ApiHostile, FilesThatAreNone) {
  for (const char* path : {"", "/", "/no/such", "/dev/zero", "/proc/self/mem", "/etc/shadow/x", "."}) {
    PageOptions options;
    options.limits = within(2000, 20);
    EXPECT_FALSE(Page::load(path, options).ok()) << path;
    EXPECT_FALSE(Wrapper::load(path).ok()) << path;
    EXPECT_FALSE(Labels::load(path).ok()) << path;
  }
  EXPECT_FALSE(Page::load(std::string("a\0b", 3)).ok());
  EXPECT_FALSE(Page::load(std::string(100'000, 'x')).ok());
}

TEST(ApiHostile, DamagedWrappersAreErrors) {
  for (const std::string& text : std::vector<std::string>{
           std::string(), std::string("\0", 1), std::string("x"), std::string("format = 9"),
           repeated("[", 200'000), "a" + repeated(".a", 50'000) + " = 1", "format = 1\nkind = \"nothing\"",
           "format = 1\nkind = \"selector\"\n[fields]\nx = { css = \"" + repeated(":not(", 5'000) + "\" }",
           "format = 1\nkind = \"selector\"\n[fields]\nx = { xpath = \"" + repeated("(", 50'000) + "\" }",
           "format = 1\nkind = \"selector\"\n[fields]\nx = { css = \"b\", regex = \"" +
               repeated("(", 50'000) + "\" }",
           std::string("format = 1\nkind = \"grammar\"\nfile = \"/etc/passwd\"\n")}) {
    const auto made = Wrapper::parse(text);
    ASSERT_FALSE(made.ok()) << text.substr(0, 80);
    EXPECT_FALSE(made.error().message.empty());
    EXPECT_EQ(made.error().message.find("root:"), std::string::npos);
  }
}

// Any change of a good wrapper is read or refused, and what is read extracts.
TEST(ApiHostile, ChangedWrappers) {
  const unsigned seed = 20240611;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const Page page = page_of("<ul><li><b>one</b><i>1.90</i><li><b>two</b><i>2.90</i></ul>");
  const std::string good = learned().wrapper.text();
  for (int i = 0; i < 300; ++i) {
    std::string text = good;
    for (int n = 1 + int(random() % 4); n > 0; --n) {
      const size_t at = random() % text.size(), length = random() % 12;
      if (random() % 2) text.erase(at, length);
      else text.insert(at, good.substr(random() % good.size(), length));
      if (text.empty()) break;
    }
    const auto made = Wrapper::parse(text);
    if (!made.ok()) continue;
    const auto found = made->extract(page, within(1000, 100));
    EXPECT_TRUE(found.ok() || !found.error().message.empty());
  }
}

TEST(ApiHostile, DamagedLabels) {
  const Page page = page_of("<ul><li><b>one</b></ul>");
  for (const std::string& text :
       {std::string("null"), std::string("[]"), std::string("{}"), std::string("{\"records\": 7}"),
        std::string("{\"records\": [[]]}"), repeated("{\"records\": [", 50'000),
        std::string("{\"records\": [{\"\": \"one\"}]}"),
        std::string("{\"records\": [{\"a\": {\"text\": \"one\", \"span\": [9, 2]}}]}"),
        std::string("{\"records\": [{\"a\": {\"text\": \"one\", \"span\": [0, 4294967295]}}]}"),
        std::string("{\"records\": [{\"a\": {\"text\": \"one\", \"span\": [-1, 1e300]}}]}"),
        std::string("{\"records\": [{\"a\": \"nowhere\"}]}"),
        std::string("{\"records\": []}\n{\"records\": []}")}) {
    const auto labels = Labels().with(page, text);
    if (!labels.ok()) continue;
    const auto made = learn(*labels);
    EXPECT_TRUE(made.ok() || !made.error().message.empty()) << text.substr(0, 80);
  }
}

TEST(ApiHostile, DeepAndHugePages) {
  const Wrapper wrapper = items(), known = learned().wrapper;
  const Limits limits = within(100, 100);
  for (const std::string& html :
       {repeated("<div>", 20'000), repeated("<table><tr><td>", 1'000), repeated("<li><b>x</b>", 10'000),
        "<p " + repeated("a=1 b=2 ", 20'000) + ">", repeated("<", 100'000), std::string(100'000, '\0'),
        repeated("&#", 50'000), repeated("<svg><title>", 2'000),
        repeated("<b><i>", 2'000) + repeated("</b>", 2'000)}) {
    SCOPED_TRACE(html.substr(0, 20));
    const Page page = page_of(html);
    const auto found = wrapper.extract(page, limits);
    EXPECT_TRUE(found.ok() || found.error().code == ErrorCode::budget);
    (void)wrapper.explain(page, limits);
    (void)known.check({page}, limits);
    (void)find_records({page, page}, limits);
    (void)find_tables(page, limits);
    (void)repair(known, {page}, {page}, limits);
    if (const auto labels = Labels().with(page, "{\"records\": [{\"a\": \"x\"}]}"); labels.ok()) {
      LearnOptions options;
      options.limits = limits;
      (void)learn(*labels, options);
    }
  }
}

TEST(ApiHostile, LimitsOfAllSizes) {
  const Page page = page_of("<ul>" + repeated("<li><b>one</b>", 2'000) + "</ul>");
  const Wrapper wrapper = items();
  for (uint64_t limit : {uint64_t(0), uint64_t(1), uint64_t(1) << 40, UINT64_MAX - 1, UINT64_MAX})
    for (int which = 0; which < 3; ++which) {
      Limits limits;
      (which == 0 ? limits.steps : which == 1 ? limits.milliseconds : limits.megabytes) = limit;
      const auto found = wrapper.extract(page, limits);
      if (!found.ok()) {
        EXPECT_EQ(found.error().code, ErrorCode::budget);
        EXPECT_LE(limit, 1u);
        continue;
      }
      const bool whole = found->records.size() == 2'000;
      EXPECT_TRUE(whole || limit <= 1) << which << " " << limit;
      EXPECT_TRUE(whole || (found->partial && !found->notes.empty())) << which << " " << limit;
    }
}

// A page that was read in part for one call is whole for the next.
TEST(ApiHostile, WhatALimitCutOffIsThereForOthers) {
  const Page page = page_of("<ul>" + repeated("<li><b>one</b>", 50'000) + "</ul>");
  const Wrapper wrapper = items();
  for (const Limits& limits : {within(1), within(UINT64_MAX, 1)}) {
    const auto cut = wrapper.extract(page, limits);
    if (!cut.ok()) {
      EXPECT_EQ(cut.error().code, ErrorCode::budget);
      continue;
    }
    EXPECT_TRUE(cut->partial);
    EXPECT_FALSE(cut->notes.empty());
    EXPECT_LT(cut->records.size(), 50'000u);
  }
  const auto whole = wrapper.extract(page);
  EXPECT_FALSE(whole->partial);
  EXPECT_EQ(whole->records.size(), 50'000u);
}

TEST(ApiHostile, SpansThatAreNotOnThePage) {
  const Page page = page_of("0123456789");
  EXPECT_EQ(page.bytes({2, 4}), "23");
  EXPECT_EQ(page.bytes({8, 4'000'000'000u}), "89");
  EXPECT_EQ(page.bytes({4'000'000'000u, 4'000'000'001u}), "");
  EXPECT_EQ(page.bytes({7, 3}), "");
}

// "VmHWM" or "VmRSS" of this process, in megabytes.
double memory(const std::string& which) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(which)) return std::stod(line.substr(which.size() + 1)) / 1024;
  return 0;
}

TEST(ApiHostile, MemoryOfATreeIsLimited) {
#ifdef GLEANER_SANITIZED
  GTEST_SKIP() << "the sanitizer would be measured";
#endif
  constexpr double kLimit = 40;
  const Page page = page_of(repeated("<a>x", 1'000'000));
  const Wrapper wrapper = items();
  {
    std::ofstream("/proc/self/clear_refs") << 5;
  }  // the peak is what it is now
  const double before = memory("VmRSS:");
  const auto found = wrapper.extract(page, within(UINT64_MAX, uint64_t(kLimit)));
  EXPECT_TRUE(!found.ok() || found->partial);
  EXPECT_LT(memory("VmHWM:") - before,
            kLimit * 1.5);  // the program counts every allocation and keeps to a fifth
}

}  // namespace
}  // namespace gleaner::api
