// WARC records written and read back, as others write them, damaged and torn; HTTP
// bodies in chunks and packed.
#include "web/warc.h"
#include "base/seed_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <libdeflate.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/budget.h"
#include "base/temp_folder_test.h"
#include "page/load.h"
#include "web/http.h"
#include "web/sha1.h"
#include "web/sitemap.h"

namespace gleaner::web {
namespace {

std::vector<std::string> blocks(std::string_view bytes, std::optional<uint64_t>* torn = nullptr,
                                size_t* notes = nullptr) {
  auto reader = WarcReader::of_bytes(bytes, "test");
  std::vector<std::string> out;
  WarcRecord record;
  for (;;) {
    auto more = reader->next(record);
    if (!more.ok()) {
      out.push_back("error: " + more.error().message);
      break;
    }
    if (!*more) break;
    out.emplace_back(record.block);
  }
  if (torn) *torn = reader->torn();
  if (notes) *notes = reader->notes().size();
  return out;
}

std::string record(std::string_view block) {
  return pack_record("resource", {{"WARC-Target-URI", "https://a.example/"}}, block);
}

TEST(Warc, WhatIsWrittenIsRead) {
  const std::string file = pack_info("test") + record("one") + record("") + record(std::string(1 << 20, 'x'));
  const auto got = blocks(file);
  ASSERT_EQ(got.size(), 4u);
  EXPECT_EQ(got[1], "one");
  EXPECT_EQ(got[2], "");
  EXPECT_EQ(got[3].size(), size_t(1 << 20));
}

TEST(Warc, HeadsCannotBeBrokenByValues) {
  const std::string packed =
      pack_record("resource", {{"WARC-Target-URI", "https://a.example/\r\nContent-Length: 0"}}, "body");
  EXPECT_EQ(blocks(packed), std::vector<std::string>{"body"});
}

TEST(Warc, EveryCutIsTornOrWhole) {
  const std::string first = record("first"), second = record("second one");
  const std::string file = first + second;
  for (size_t cut = 0; cut <= file.size(); ++cut) {
    std::optional<uint64_t> torn;
    const auto got = blocks(std::string_view(file).substr(0, cut), &torn);
    if (cut < first.size() && cut > 2) {
      EXPECT_TRUE(got.empty() || got[0].starts_with("error")) << cut;
    } else if (cut == first.size() || cut == file.size()) {
      EXPECT_FALSE(torn) << cut;
    } else if (cut > first.size()) {
      ASSERT_EQ(got.size(), 1u) << cut;
      ASSERT_TRUE(torn) << cut;
      EXPECT_EQ(*torn, first.size()) << cut;
    }
  }
}

TEST(Warc, DamageIsSkippedAndSaid) {
  std::string file = record("first") + record("second") + record("third");
  file[record("first").size() + 30] ^= 0x55;
  size_t notes = 0;
  const auto got = blocks(file, nullptr, &notes);
  EXPECT_EQ(got, (std::vector<std::string>{"first", "third"}));
  EXPECT_EQ(notes, 1u);
}

TEST(Warc, AsOthersWriteIt) {
  // plain, bare line feeds, a folded line, no blank lines after the block, version 1.0
  const std::string plain =
      "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: <http://a.example/>\nX-Long: a\n  b\nContent-Length: "
      "3\n\nabc"
      "WARC/1.0\r\nWARC-Type: metadata\r\ncontent-length: 2\r\n\r\nhi\r\n\r\n";
  EXPECT_EQ(blocks(plain), (std::vector<std::string>{"abc", "hi"}));
  auto reader = WarcReader::of_bytes(plain, "test");
  WarcRecord one;
  ASSERT_TRUE(*reader->next(one));
  EXPECT_EQ(one.url(), "http://a.example/");
  EXPECT_EQ(one.version, "WARC/1.0");
}

TEST(Warc, WhatIsNoArchiveIsSaid) {
  EXPECT_EQ(blocks("<html>"), std::vector<std::string>{"error: is no WARC file"});
  EXPECT_EQ(blocks("filedesc://x.arc 0.0.0.0 20000101 text/plain 3\n"),
            std::vector<std::string>{"error: is an ARC file, the older format of web archives"});
  EXPECT_TRUE(blocks("").empty());
}

TEST(Warc, AnyBytesAreSafe) {
  std::mt19937 random(test_seed(7));
  const std::string whole = pack_info("test") + record("first") + record("second");
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = char(random());
    bytes.resize(random() % bytes.size());
    blocks(bytes);
  }
}

TEST(Warc, ABombIsNotUnpacked) {
  const std::string bomb = record(std::string(8u << 20, 'a'));
  WarcLimits limits;
  limits.record = 1u << 20;
  const std::string file = record("first") + bomb + record("last");
  auto reader = WarcReader::of_bytes(file, "test", limits);
  WarcRecord one;
  std::vector<std::string> got;
  while (*reader->next(one)) got.emplace_back(one.block);
  EXPECT_EQ(got, (std::vector<std::string>{"first", "last"}));
  EXPECT_EQ(reader->notes().size(), 1u);
}

// What a reader gives, in words.
std::string told(WarcReader& reader) {
  std::string out;
  WarcRecord one;
  for (;;) {
    auto more = reader.next(one);
    if (!more.ok()) return out + "error: " + more.error().message;
    if (!*more) break;
    out +=
        sha1_digest(one.block) + " " + std::to_string(one.offset) + " " + std::to_string(one.length) + "\n";
  }
  for (const Diagnostic& note : reader.notes()) out += note.message + "\n";
  return out + (reader.torn() ? "torn " + std::to_string(*reader.torn()) : "whole") + " " +
         std::to_string(reader.position());
}

// A file is read in pieces, bytes in memory as they are: both give the same,
// whatever stands where a piece ends.
TEST(Warc, PiecesOfAFileAreTheFile) {
  const TempFolder folder;
  for (unsigned seed = 0; seed < 24; ++seed) {
    std::mt19937 random(seed);
    std::string bytes;
    while (bytes.size() < 3u << 20) {
      std::string block(random() % (random() % 8 ? 40'000 : 900'000), ' ');
      for (char& c : block) c = char(random());
      if (random() % 2) bytes += record(block);
      else
        bytes += "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: " + std::to_string(block.size()) +
                 "\r\n\r\n" + block + "\r\n\r\n";
      if (random() % 8 == 0) bytes += std::string(random() % 100, '\n');
    }
    for (unsigned i = 0; i < seed % 4; ++i) bytes[1000 + random() % (bytes.size() - 1000)] ^= 0x55;
    if (seed % 3 == 0) bytes.resize(bytes.size() - random() % 100'000);
    std::ofstream(folder / "a.warc", std::ios::binary) << bytes;
    WarcLimits limits;
    if (seed % 5 == 0) limits.record = 1u << 19;
    auto of_file = WarcReader::open(folder / "a.warc", limits);
    ASSERT_TRUE(of_file.ok());
    const auto of_bytes = WarcReader::of_bytes(bytes, "a", limits);
    EXPECT_EQ(told(**of_file), told(*of_bytes)) << "seed " << seed;
  }
}

TEST(Warc, AFileThatIsCutWhileItIsRead) {
  const TempFolder folder;
  std::string bytes;
  for (int i = 0; i < 300; ++i)
    bytes += "WARC/1.0\r\nContent-Length: 10000\r\n\r\n" + std::string(10'000, 'x') + "\r\n\r\n";
  for (size_t left : {0u, 500u, 1'000'003u}) {
    std::ofstream(folder / "a.warc", std::ios::binary) << bytes;
    auto reader = WarcReader::open(folder / "a.warc");
    WarcRecord one;
    ASSERT_TRUE(*(*reader)->next(one));
    std::filesystem::resize_file(folder / "a.warc", left);
    size_t records = 1;
    while (*(*reader)->next(one)) ++records;
    EXPECT_LT(records, 300u);
    EXPECT_TRUE((*reader)->torn() || (*reader)->size() < bytes.size());
  }
}

TEST(Warc, LimitsOfTheWorkHold) {
  const std::string file = record("first") + record(std::string(8u << 20, 'a')) + record("last");
  BudgetLimits limits;
  limits.memory = 4u << 20;
  Budget budget(limits);
  const Budget::Scope scope(budget);
  std::vector<std::string> got = blocks(file);
  EXPECT_EQ(got, (std::vector<std::string>{"first", "last"}));
  size_t notes = 0;
  std::optional<uint64_t> torn;
  got = blocks(record("first") + record(std::string(8u << 20, 'a')), &torn, &notes);
  EXPECT_EQ(got.size(), 1u);
  EXPECT_EQ(notes, 1u);
  EXPECT_FALSE(torn);  // it is whole, and too large
  budget.out_of_memory();
  got = blocks(file);
  ASSERT_EQ(got.size(), 1u);
  EXPECT_TRUE(got[0].starts_with("error: ran out of memory"));
}

TEST(Warc, Digests) {
  EXPECT_EQ(sha1_digest(""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_EQ(sha1_digest("abc"), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  EXPECT_EQ(sha1_digest(std::string(1'000'000, 'a')), "sha1:GSVJOPGUYTNKJ5Q65MV5XLJHGFSTIALP");
  for (std::string text; text.size() < 300;
       text += char(text.size() * 31))  // by the processor's instructions and without
    EXPECT_EQ(sha1(text), plain_sha1(text)) << text.size();
}

TEST(Warc, Times) {
  EXPECT_EQ(warc_time(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(warc_time(1'769'860'800'123), "2026-01-31T12:00:00.123Z");
}

TEST(Http, HeadsAndBodies) {
  const std::string message =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"UTF-8\"\r\nTransfer-Encoding: "
      "chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n";
  const auto head = read_head(message);
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(head->status, 200);
  EXPECT_EQ(read_content_type(field_of(head->fields, "content-type")).charset, "utf-8");
  EXPECT_EQ(*read_body(*head, std::string_view(message).substr(head->size), "x", 100), "abcdefg");
  EXPECT_FALSE(read_body(*head, std::string_view(message).substr(head->size), "x", 3).ok());
  EXPECT_FALSE(read_head("no").ok());
}

TEST(Http, ChunksThatAreNone) {
  HttpHead head;
  head.fields = {{"Transfer-Encoding", "chunked"}};
  EXPECT_EQ(*read_body(head, "<html>already joined", "x", 100), "<html>already joined");
  EXPECT_EQ(*read_body(head, "ffffffffffffffff\r\nab", "x", 100), "ffffffffffffffff\r\nab");
  EXPECT_EQ(*read_body(head, "5\r\nab", "x", 100), "ab");
}

TEST(Sitemap, AllThreeForms) {
  const Sitemap pages = read_sitemap(
      "<?xml version='1.0'?><urlset><url><loc> https://a.example/?a=1&amp;b=2 "
      "</loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></"
      "url><url><loc><![CDATA[https://a.example/c]]></loc></url><url><loc>/rel</loc>",
      "https://a.example/sitemap.xml");
  EXPECT_EQ(pages.pages, (std::vector<std::string>{"https://a.example/?a=1&b=2", "https://a.example/c",
                                                   "https://a.example/rel"}));
  const Sitemap index =
      read_sitemap("<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>",
                   "https://a.example/");
  EXPECT_EQ(index.sitemaps, std::vector<std::string>{"https://a.example/1.xml"});
  EXPECT_TRUE(index.pages.empty());
  EXPECT_EQ(
      read_sitemap("https://a.example/1\nfile:///etc/passwd\nhttps://a.example/2\n", "https://a.example/")
          .pages.size(),
      2u);
  EXPECT_TRUE(
      read_sitemap("<urlset><url><loc>javascript:alert(1)</loc></url><url><loc>", "https://a.example/")
          .pages.empty());
}

std::string gzipped(const std::string& text) {
  libdeflate_compressor* packer = libdeflate_alloc_compressor(1);
  std::string out(libdeflate_gzip_compress_bound(packer, text.size()), '\0');
  out.resize(libdeflate_gzip_compress(packer, text.data(), text.size(), out.data(), out.size()));
  libdeflate_free_compressor(packer);
  return out;
}

// However it is cut into pieces, packed or not, a sitemap names the same addresses; the memory is that
// of a piece and what was found.
TEST(Sitemap, InAnyPieces) {
  std::string xml = "\xEF\xBB\xBF<?xml version='1.0'?>\n<urlset xmlns:s='x'>";
  for (int i = 0; i < 400; ++i)
    xml += fmt::format(
        "<s:url><s:loc>\n https://a.example/p{}?a=1&amp;b=2 </s:loc><image:loc>https://a.example/i</image:loc></s:url>",
        i);
  std::string lines;
  for (int i = 0; i < 400; ++i) lines += fmt::format("https://a.example/p{}?a=1&b=2\r\n", i);
  lines += "https://a.example/last";
  for (const std::string& text :
       {xml, lines, gzipped(xml.substr(0, 5000)) + gzipped(xml.substr(5000)), gzipped(lines)}) {
    const Sitemap whole = read_sitemap(text, "https://a.example/");
    EXPECT_GE(whole.pages.size(), 400u);
    EXPECT_EQ(whole.pages[7], "https://a.example/p7?a=1&b=2");
    for (size_t piece : {size_t(1), size_t(7), size_t(63), size_t(1000), size_t(4096)}) {
      SitemapReader reader("https://a.example/", 1 << 20);
      reader.take("https://a.example/of-an-attempt-that-failed\n");
      reader.begin();
      for (size_t at = 0; at < text.size(); at += piece) EXPECT_TRUE(reader.take(text.substr(at, piece)));
      const auto found = reader.end();
      ASSERT_TRUE(found.ok());
      EXPECT_EQ(found->pages, whole.pages) << piece;
    }
  }
  SitemapReader small("https://a.example/", 1000);
  EXPECT_FALSE(small.take(gzipped(std::string(100'000, ' '))));
  EXPECT_EQ(small.end().error().code, Code::budget);
  SitemapReader broken("https://a.example/", 1 << 20);
  broken.take("\x1f\x8b no gzip");
  EXPECT_EQ(broken.end().error().code, Code::bad_input);
}

}  // namespace
}  // namespace gleaner::web
