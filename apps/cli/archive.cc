// gleaner archive list|get|verify|merge: what is in web archives, one page of them, whether
// they are whole, several as one.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "verbs.h"
#include "web/http.h"
#include "web/sources.h"
#include "web/warc.h"

namespace gleaner::cli {
namespace {

struct ArchiveArguments {
  std::vector<std::string> files;
  std::string file, url, output;
  bool json = false, all = false, headers = false;
  BudgetOptions budget;
};

void say_torn(uint64_t byte, const std::string& file) {
  print(warning(Code::bad_input, fmt::format("its last record is cut off (from byte {} on)", byte), {file}));
}

// What was passed over. True: because of a limit.
bool say_passed_over(const web::WarcReader& reader) {
  bool limited = false;
  for (const Diagnostic& note : reader.notes()) {
    print(note);
    limited |= note.code == Code::budget;
  }
  return limited;
}

// An archive, or the one of a job.
std::string archive_path(const std::string& name) {
  if (!name.ends_with(".job")) return name;
  const auto there = web::archives_of_job(name);
  return there.empty() ? name + "/pages.warc.gz" : there[0];
}

// "2026-01-12T06:30:00.123Z" in the width of one without fractions.
std::string to_the_second(std::string_view date) {
  const size_t point = date.find('.');
  return std::string(date.substr(0, point)) + (point == date.npos ? "" : "Z");
}

std::string line_of(const web::WarcRecord& record, bool as_json) {
  int status = 0;
  std::string type(web::field_of(record.fields, "Content-Type"));
  if (record.type() == "response" || record.type() == "revisit")
    if (const auto head = web::read_head(record.block); head.ok()) {
      status = head->status;
      type = web::read_content_type(web::field_of(head->fields, "Content-Type")).type;
    }
  if (!as_json)
    return fmt::format("{:<20}  {:<8}  {:>3}  {:>9}  {:<24}  {}\n", to_the_second(record.date()),
                       record.type(), status ? std::to_string(status) : "-", record.block.size(),
                       type.substr(0, 24), record.url());
  return fmt::format(
      "{{\"url\": {}, \"type\": {}, \"date\": {}, \"status\": {}, \"content_type\": {}, \"offset\": {}, "
      "\"length\": {}, \"bytes\": {}, \"digest\": {}}}\n",
      json::quote(record.url()), json::quote(record.type()), json::quote(record.date()), status,
      json::quote(type), record.offset, record.length, record.block.size(),
      json::quote(web::field_of(record.fields, "WARC-Payload-Digest")));
}

Result<int> list(const ArchiveArguments& options) {
  GLEANER_TRY(auto out, Output::open(""));
  size_t shown = 0;
  bool limited = false;
  for (const std::string& file : options.files) {
    GLEANER_TRY(auto reader, web::WarcReader::open(archive_path(file)));
    web::WarcRecord record;
    for (;;) {
      GLEANER_TRY(auto more, reader->next(record));
      if (!more) break;
      const bool page =
          record.type() == "response" || record.type() == "revisit" || record.type() == "resource";
      if (!page && !options.all) continue;
      ++shown;
      GLEANER_CHECK(out->write(line_of(record, options.json)));
    }
    limited |= say_passed_over(*reader);
    if (reader->torn()) say_torn(*reader->torn(), file);
  }
  GLEANER_CHECK(out->finish());
  if (limited) return kPartial;
  return shown ? kDone : kNothingFound;
}

Result<int> get(const ArchiveArguments& options) {
  const std::string path = archive_path(options.file);
  if (!options.headers) {
    web::Sources sources;
    LoadOptions as_it_is;
    as_it_is.document.media_type = MediaType::text;
    GLEANER_TRY(auto page, sources.load_last(path, options.url, as_it_is));
    return write_whole(options.output, page->bytes());
  }
  GLEANER_TRY(auto reader, web::WarcReader::open(path));
  web::WarcRecord record;
  std::string found;
  for (;;) {
    GLEANER_TRY(auto more, reader->next(record));
    if (!more) break;
    if (record.url() != options.url || (record.type() != "response" && record.type() != "revisit")) continue;
    const auto head = web::read_head(record.block);
    if (head.ok()) found = std::string(record.block.substr(0, head->size));
  }
  if (found.empty())
    return fail(error(Code::not_found, fmt::format("there is no {} in this archive", options.url), {path},
                      "what there is: gleaner archive list " + path));
  return write_whole(options.output, found);
}

// Is each record whole, its digest right, what it refers to there?
Result<int> verify(const ArchiveArguments& options) {
  int exit = kDone;
  for (const std::string& file : options.files) {
    const std::string path = archive_path(file);
    GLEANER_TRY(auto reader, web::WarcReader::open(path));
    std::map<std::string, size_t> types;
    std::set<std::string> ids, referred;
    size_t wrong = 0, records = 0;
    web::WarcRecord record;
    for (;;) {
      GLEANER_TRY(auto more, reader->next(record));
      if (!more) break;
      ++records;
      ++types[std::string(record.type())];
      ids.emplace(record.id());
      if (const auto to = web::field_of(record.fields, "WARC-Refers-To"); !to.empty()) referred.emplace(to);
      const auto digest = web::field_of(record.fields, "WARC-Payload-Digest");
      const auto head = web::read_head(record.block);
      if (record.type() == "response" && head.ok() && digest.starts_with("sha1:") && digest.size() == 37 &&
          web::sha1_digest(record.block.substr(head->size)) != digest &&
          web::field_of(head->fields, "Transfer-Encoding").empty()) {
        ++wrong;
        print(warning(Code::bad_input,
                      fmt::format("the content of {} is not what its digest says (byte {})", record.url(),
                                  record.offset),
                      {path}));
      }
    }
    size_t lost = 0;
    for (const std::string& id : referred) lost += !ids.count(id);
    const bool limited = say_passed_over(*reader);
    const auto torn = reader->torn();
    if (torn) say_torn(*torn, path);
    if (lost)
      print(warning(Code::bad_input,
                    fmt::format("{} to records that are not in this file", counted(lost, "reference")),
                    {path}));
    const bool whole = !torn && !wrong && reader->notes().empty();
    const std::string counts =
        joined(types, [](const auto& one) { return fmt::format("{} {}", one.second, one.first); });
    put(stdout, fmt::format("{}: {}{}, {}\n", path, counted(records, "record"),
                            counts.empty() ? "" : " (" + counts + ")",
                            limited ? "not all read"
                            : whole ? "whole"
                                    : "damaged"));
    if (!whole) exit = limited ? kPartial : kBadInput;
  }
  return exit;
}

// Into a file beside the one that is asked for, which is renamed at the end.
Result<int> merge(const ArchiveArguments& options) {
  if (!options.output.ends_with(".warc.gz")) return fail_usage("archive merge needs -o FILE.warc.gz");
  const std::string beside = fmt::format("{}.{}.tmp", options.output, ::getpid());
  std::ofstream out(beside, std::ios::binary);
  size_t records = 0;
  for (const std::string& file : options.files) {
    const std::string path = archive_path(file);
    auto reader = web::WarcReader::open(path);
    if (!reader.ok()) return std::filesystem::remove(beside), fail(reader.error());
    web::WarcRecord record;
    for (;;) {
      auto more = (*reader)->next(record);
      if (!more.ok()) return std::filesystem::remove(beside), fail(more.error());
      if (!*more) break;
      ++records;
      std::vector<web::WarcField> fields;
      std::string id(record.id()), type(record.type());
      for (const auto& [name, value] : record.fields)
        if (name != "WARC-Type" && name != "WARC-Record-ID" && name != "Content-Length")
          fields.push_back({std::string(name), std::string(value)});
      out << web::pack_record(type, fields, record.block, &id);
    }
    if (say_passed_over(**reader)) {
      std::filesystem::remove(beside);
      return fail(error(Code::budget, "has records larger than the limit: nothing is written", {path},
                        "a larger limit: --max-megabytes N"));
    }
    if ((*reader)->torn())
      print(warning(Code::bad_input, "its last record is cut off and was left out", {path}));
  }
  out.close();
  std::error_code failed;
  if (out) std::filesystem::rename(beside, options.output, failed);
  if (!out || failed) {
    std::filesystem::remove(beside, failed);
    return fail(error(Code::io, "cannot be written", {options.output}));
  }
  say(fmt::format("{} of {} -> {}", counted(records, "record"), counted(options.files.size(), "archive"),
                  options.output));
  return kDone;
}

}  // namespace

void add_archive(Command& app) {
  Command& verb = add_verb(app, "archive", "Look into web archives (WARC): list, get, verify, merge",
                           "  gleaner archive list shop.warc.gz\n"
                           "  gleaner archive get shop.warc.gz https://shop.example/list > list.html\n"
                           "  gleaner archive verify shop.warc.gz\n"
                           "  gleaner archive merge monday.warc.gz tuesday.warc.gz -o week.warc.gz");
  verb.require_subcommand();
  const auto form = [&](const char* name, const char* purpose, auto&& more,
                        Result<int> (*run)(const ArchiveArguments&)) {
    auto options = std::make_shared<ArchiveArguments>();
    Command& sub = verb.add_subcommand(name, purpose);
    more(sub, *options);
    add_budget(sub, options->budget, "all of them");
    sub.callback(
        [options, run] { return run_limited(limits_of(options->budget, 1), [&] { return run(*options); }); });
  };
  const auto files = [](Command& sub, ArchiveArguments& o) {
    sub.add_option("files", o.files, "FILE...", "archives (.warc.gz, .warc) or jobs (.job)")->required();
  };
  form(
      "list", "one line a page: time, kind, status, bytes, type, address",
      [&](Command& sub, ArchiveArguments& o) {
        files(sub, o);
        sub.add_flag("--all", o.all, "all records, also requests and metadata");
        sub.add_flag("--json", o.json, "JSON lines, with offsets and digests");
      },
      &list);
  form(
      "get", "one page as it was fetched",
      [&](Command& sub, ArchiveArguments& o) {
        sub.add_option("file", o.file, "FILE", "archive (.warc.gz, .warc) or job (.job)")->required();
        sub.add_option("url", o.url, "URL", "its address")->required();
        sub.add_flag("--headers", o.headers, "the head of the answer instead");
        sub.add_option("-o,--output", o.output, "FILE", "write to this file");
      },
      &get);
  form("verify", "are all records whole and their digests right? exit 3 if not", files, &verify);
  form(
      "merge", "all records of several archives in one",
      [&](Command& sub, ArchiveArguments& o) {
        files(sub, o);
        sub.add_option("-o,--output", o.output, "FILE", "the new archive, FILE.warc.gz")->required();
      },
      &merge);
}

}  // namespace gleaner::cli
