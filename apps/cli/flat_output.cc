// See flat_output.h.
#include "flat_output.h"

#include "base/json.h"
#include "base/text.h"

namespace gleaner::cli {
namespace {

// "out.csv" and "articles" give "out.articles.csv".
std::string beside(const std::string& path, const std::string& table) {
  const size_t slash = path.rfind('/');
  const size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return path + "." + table;
  return path.substr(0, dot) + "." + table + path.substr(dot);
}

}  // namespace

Result<std::unique_ptr<FlatOutput>> FlatOutput::open(Output& top, const std::string& path,
                                                     wrap::Format format, const wrap::Schema& schema,
                                                     const wrap::WriteOptions& options) {
  if (!top.to_file() && format == wrap::Format::xml)
    return error(Code::usage, "--flat gives several tables: as XML they need -o FILE", {},
                 "each table gets a file of its own");
  auto made = std::make_unique<FlatOutput>();
  made->format_ = format;
  wrap::Flattener flattener(schema, !top.to_file() && format != wrap::Format::json);
  std::vector<std::unique_ptr<wrap::Writer>> writers;
  for (size_t t = 0; t < flattener.tables().size(); ++t) {
    const wrap::FlatTable& table = flattener.tables()[t];
    made->names_.push_back(table.name);
    wrap::WriteOptions write = options;
    write.page = options.page && t == 0;  // the others have their parent
    wrap::Writer::Out out;
    if (!top.to_file()) {
      std::string* kept = made->kept_.emplace_back(std::make_unique<std::string>()).get();
      out = [kept](std::string_view text) -> Status { return kept->append(text), Status(); };
    } else if (t == 0) {
      out = [&top](std::string_view text) { return top.write(text); };
    } else {
      GLEANER_TRY(auto other, Output::open(beside(path, table.name)));
      Output* raw = made->others_.emplace_back(std::move(other)).get();
      out = [raw](std::string_view text) { return raw->write(text); };
    }
    writers.push_back(wrap::make_writer(format, table.schema, write, std::move(out)));
  }
  made->writer_ = wrap::make_flat_writer(std::move(flattener), std::move(writers));
  return made;
}

Status FlatOutput::finish(Output& top) {
  std::string all;
  for (size_t t = 0; t < kept_.size(); ++t) {
    if (format_ == wrap::Format::json)
      all += (t ? ", " : "{") + json::quote(names_[t]) + ": " + std::string(trim(*kept_[t])) + "\n";
    else if (format_ == wrap::Format::jsonl) all += *kept_[t];
    else all += (t ? "\n" : "") + *kept_[t];
  }
  if (format_ == wrap::Format::json && !kept_.empty()) all += "}\n";
  if (!all.empty()) GLEANER_CHECK(top.write(all));
  std::vector<Output*> files = {&top};
  for (auto& other : others_) files.push_back(other.get());
  return Output::finish_together(files);
}

}  // namespace gleaner::cli
