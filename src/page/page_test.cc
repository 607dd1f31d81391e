// Offsets, lines and charsets against slow obvious oracles; loading of good and bad files.
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/seed_test.h"
#include "base/text.h"
#include "page/allowed_path.h"
#include "page/load.h"

namespace gleaner {
namespace {

namespace fs = std::filesystem;

struct TempFolder {
  fs::path path = fs::temp_directory_path() / ("gleaner-page-test-" + std::to_string(::getpid()));
  TempFolder() { fs::create_directories(path); }
  ~TempFolder() { fs::remove_all(path); }
  std::string file(const std::string& name, std::string_view content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return (path / name).string();
  }
};

TEST(OffsetMap, AgreesWithATable) {
  unsigned seed = test_seed(101);
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    OffsetMap map;
    std::vector<uint32_t> byte_of_text{}, text_of_byte{};
    uint32_t text = 0, byte = 0;
    for (int i = int(random() % 60); i >= 0; --i) {
      uint32_t b = 1 + random() % 3, t = 1 + random() % 4;
      for (uint32_t k = 0; k < t; ++k) byte_of_text.push_back(byte);
      for (uint32_t k = 0; k < b; ++k) text_of_byte.push_back(text);
      map.add(b, t);
      text += t;
      byte += b;
    }
    for (uint32_t i = 0; i < text; ++i) ASSERT_EQ(map.to_bytes(i), byte_of_text[i]) << "seed " << seed;
    for (uint32_t i = 0; i < byte; ++i) ASSERT_EQ(map.to_text(i), text_of_byte[i]) << "seed " << seed;
    ASSERT_EQ(map.to_bytes(text), byte);
    ASSERT_EQ(map.to_text(byte), text);
  }
}

TEST(Document, SpansMapThroughLatin1AndUtf16) {
  DocumentOptions options;
  options.transport_charset = "iso-8859-1";
  auto page = Document::from_bytes("a\xe9z \x80!", options).value();
  EXPECT_EQ(page->charset().name, "windows-1252");
  EXPECT_EQ(page->text(), "a\xc3\xa9z \xe2\x82\xac!");
  size_t z = page->text().find('z');
  EXPECT_EQ(page->to_bytes({uint32_t(z), uint32_t(z + 1)}), (Span{2, 3}));
  EXPECT_EQ(page->to_text({5, 6}), (Span{uint32_t(page->text().size() - 1), uint32_t(page->text().size())}));
  auto wide = Document::from_bytes(std::string("\xff\xfe"
                                               "a\0\xac\x20z\0",
                                               8))
                  .value();
  EXPECT_EQ(wide->text(), "a\xe2\x82\xacz");
  EXPECT_EQ(wide->to_bytes({4, 5}), (Span{6, 8}));
  auto bom = Document::from_bytes(
                 "\xef\xbb\xbf"
                 "xy")
                 .value();
  EXPECT_EQ(bom->text(), "xy");
  EXPECT_EQ(bom->to_bytes({0, 1}), (Span{3, 4}));
  EXPECT_EQ(bom->to_text({3, 5}), (Span{0, 2}));
}

TEST(Document, BadUtf8IsReplacedAndMapped) {
  DocumentOptions options;
  options.transport_charset = "utf-8";
  auto page = Document::from_bytes(
                  "a\xff"
                  "b\xe2\x82",
                  options)
                  .value();
  EXPECT_EQ(page->text(),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  EXPECT_EQ(page->replaced(), 2u);
  EXPECT_EQ(page->to_bytes({4, 5}), (Span{2, 3}));
}

TEST(Document, CharsetByTheRules) {
  auto charset = [](std::string bytes, std::string transport = "") {
    DocumentOptions options;
    options.transport_charset = transport;
    options.media_type = MediaType::html;
    return Document::from_bytes(std::move(bytes), options).value()->charset().name;
  };
  EXPECT_EQ(charset("<meta charset=koi8-r>"), "koi8-r");
  EXPECT_EQ(charset("<meta charset=koi8-r>", "utf-8"), "utf-8");
  EXPECT_EQ(charset("<meta charset=koi8-r>", "no-such-charset"), "koi8-r");
  EXPECT_EQ(charset("<meta http-equiv=content-type content='text/html; charset=shift_jis'>"), "shift_jis");
  EXPECT_EQ(charset("\xef\xbb\xbf<meta charset=koi8-r>"), "utf-8");
  // What only looks like a declaration: in a comment, in a value, in an end tag, without http-equiv.
  EXPECT_EQ(charset("<!-- <meta charset=koi8-r> -->"), "windows-1252");
  EXPECT_EQ(charset("<!-- charset --><META\nCharSet=koi8-r>"), "koi8-r");
  EXPECT_EQ(charset("<a title='<meta charset=koi8-r>'>"), "windows-1252");
  EXPECT_EQ(charset("</meta charset=koi8-r>"), "windows-1252");
  EXPECT_EQ(charset("<meta content='text/html; charset=koi8-r'>"), "windows-1252");
  EXPECT_EQ(charset("<script charset=x></script><meta charset=koi8-r>"), "koi8-r");
  EXPECT_EQ(charset(std::string(3000, ' ') + "<meta charset=koi8-r>"), "koi8-r");
  EXPECT_EQ(charset("<p>\xc3\xa9"), "utf-8");
  EXPECT_EQ(charset("<p>\xe9t\xe9"), "windows-1252");
}

TEST(Document, LinesAgreeWithCounting) {
  unsigned seed = test_seed(102);
  std::mt19937 random(seed);
  std::string text;
  for (int i = 0; i < 500; ++i) text += random() % 6 ? (random() % 5 ? "x" : "\xc3\xa9") : "\n";
  auto page = Document::from_bytes(text).value();
  uint32_t line = 1, column = 1;
  for (uint32_t i = 0; i < page->text().size(); ++i) {
    if ((uint8_t(page->text()[i]) & 0xc0) != 0x80) {
      LineColumn at = page->line_column(i);
      ASSERT_EQ(at.line, line) << "seed " << seed;
      ASSERT_EQ(at.column, column) << "seed " << seed;
      ++column;
    }
    if (page->text()[i] == '\n') ++line, column = 1;
  }
}

std::string gzip(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, 0);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = uInt(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = uInt(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), 0);
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

TEST(Load, PackedAndPlain) {
  TempFolder folder;
  std::string big;
  for (int i = 0; i < 100000; ++i) big += "<p>" + std::to_string(i);
  for (const std::string& path :
       {folder.file("a.html", big), folder.file("a.html.gz", gzip(big)),
        folder.file("b.html.gz", gzip(big.substr(0, 1000)) + gzip(big.substr(1000))),
        folder.file("a.html.zst", zstd(big))}) {
    auto page = load_document(path);
    ASSERT_TRUE(page.ok()) << path;
    EXPECT_EQ((*page)->text(), big);
    EXPECT_TRUE((*page)->is_html());
  }
  std::string packed = gzip(big), z = zstd(big);
  for (const std::string& path :
       {folder.file("c.gz", packed.substr(0, packed.size() / 2)),
        folder.file("c.zst", z.substr(0, z.size() / 2)), folder.file("d.gz", "\x1f\x8b garbage")}) {
    auto page = load_document(path);
    ASSERT_FALSE(page.ok()) << path;
    EXPECT_EQ(page.error().code, Code::bad_input);
  }
  LoadOptions small;
  small.max_bytes = 1000;
  EXPECT_FALSE(load_document(folder.file("e.gz", gzip(big)), small).ok());
}

TEST(Load, BadFiles) {
  TempFolder folder;
  auto missing = load_document((folder.path / "none").string());
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, Code::not_found);
  EXPECT_NE(missing.error().to_string().find("none"), std::string::npos);
  auto directory = load_document(folder.path.string());
  ASSERT_FALSE(directory.ok());
  EXPECT_NE(directory.error().message.find("folder"), std::string::npos);
  EXPECT_TRUE(load_document(folder.file("empty.html", "")).ok());
  EXPECT_TRUE(load_document(folder.file("binary.bin", std::string("\0\x01\x02\xff\xfe", 5))).ok());
  if (::geteuid() != 0) {
    std::string secret = folder.file("secret", "x");
    fs::permissions(secret, fs::perms::none);
    EXPECT_FALSE(load_document(secret).ok());
  }
}

TEST(Load, WriteReplacesWholeFilesOnly) {
  TempFolder folder;
  std::string path = folder.file("w", "old");
  ASSERT_TRUE(write_file(path, "new").ok());
  EXPECT_EQ(read_file(path).value(), "new");
  EXPECT_FALSE(write_file((folder.path / "no" / "such").string(), "x").ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator{}), 1);
}

// Every way to name a file outside of a folder, against the one policy that all readers share.
TEST(AllowedPath, NothingLeavesItsRoots) {
  TempFolder folder;
  fs::create_directories(folder.path / "in/deep");
  fs::create_directories(folder.path / "in-too");
  std::ofstream(folder.path / "secret") << "x";
  std::ofstream(folder.path / "in/own") << "x";
  fs::create_symlink(folder.path / "secret", folder.path / "in/link");
  fs::create_symlink("own", folder.path / "in/inner-link");
  fs::create_symlink("..", folder.path / "in/up");
  fs::create_symlink("loop", folder.path / "in/loop");
  const std::string in = (folder.path / "in").string();
  auto allowed = [&](const std::string& path, const std::vector<std::string>& roots) {
    return allowed_path(path, roots).ok();
  };
  for (const std::string& root : {in, in + "/", in + "/.", in + "/deep/..", in + "/up/in"})
    for (const char* path : {"/own", "/inner-link", "/deep/../own", "/up/in/own", "/not-there", "", "/"})
      EXPECT_TRUE(allowed(in + path, {root})) << path << " in " << root;
  for (const char* path :
       {"/../secret", "/link", "/up/secret", "/deep/../../secret", "/loop", "/loop/x", "-too", "-too/x"})
    EXPECT_FALSE(allowed(in + path, {in})) << path;
  EXPECT_FALSE(allowed("/etc/passwd", {in}));
  EXPECT_FALSE(allowed("", {in}));
  EXPECT_FALSE(allowed(std::string("/etc/passwd\0", 12), {"/"}));
  for (const std::string& root :
       {std::string(), in + "/loop", in + "/loop/x", std::string(5000, 'x'), std::string("\0", 1)})
    EXPECT_FALSE(allowed("/etc/passwd", {root})) << root;
  EXPECT_FALSE(allowed(in + "/own", {}));
  EXPECT_TRUE(allowed(in + "/own", {"", "/"}));
  EXPECT_TRUE(path_beside(in + "/file", "deep/x").ok());
  EXPECT_FALSE(path_beside(in + "/file", "../secret").ok());
  EXPECT_FALSE(path_beside(in + "/file", (folder.path / "secret").string()).ok());
  EXPECT_FALSE(path_beside(in + "/file", "link").ok());
}

TEST(Load, ExpandsInputs) {
  TempFolder folder;
  for (const char* name : {"b.html", "a.html", "c.txt", "d.png"}) folder.file(name, "x");
  std::string root = folder.path.string();
  auto all = expand_inputs({root});
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(*all, (std::vector<std::string>{root + "/a.html", root + "/b.html", root + "/c.txt"}));
  auto some = expand_inputs({root + "/*.html", "-"});
  ASSERT_TRUE(some.ok());
  EXPECT_EQ(*some, (std::vector<std::string>{root + "/a.html", root + "/b.html", "-"}));
  std::string list = folder.file("list", "x.html\n\n y.html \n");
  EXPECT_EQ(*expand_inputs({"@" + list}), (std::vector<std::string>{"x.html", "y.html"}));
  EXPECT_FALSE(expand_inputs({root + "/*.nothing"}).ok());
  // A folder that may not be entered is named and passed over. (root may enter all.)
  const fs::path closed = fs::path(root) / "closed";
  fs::create_directory(closed);
  fs::permissions(closed, fs::perms::none);
  Diagnostics notes;
  EXPECT_EQ(*expand_inputs({root}, &notes), *all);
  EXPECT_EQ(notes.empty(), ::geteuid() == 0);
  fs::permissions(closed, fs::perms::all);
  fs::remove(closed);
}

}  // namespace
}  // namespace gleaner
