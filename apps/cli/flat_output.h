// Where the tables of `extract --flat` go: with -o FILE.csv the top table to FILE.csv, the others to
// FILE.articles.csv and so on, all of them or none; on standard output one table after the other,
// each row with the name of its table. Databases make their tables themselves (store/record_file.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "output.h"

namespace gleaner::cli {

class FlatOutput {
 public:
  // `top` is the output that the verb has opened for `path`; it gets the top table, or everything when it is
  // standard output.
  static Result<std::unique_ptr<FlatOutput>> open(Output& top, const std::string& path, wrap::Format format,
                                                  const wrap::Schema& schema,
                                                  const wrap::WriteOptions& options);
  wrap::Writer& writer() { return *writer_; }
  // After writer().finish(): everything in its place, `top` included.
  Status finish(Output& top);

 private:
  wrap::Format format_ = wrap::Format::jsonl;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<std::string>> kept_;  // standard output: text by table
  std::vector<std::unique_ptr<Output>> others_;
  std::unique_ptr<wrap::Writer> writer_;
};

}  // namespace gleaner::cli
