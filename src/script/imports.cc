// See imports.h.
#include "script/imports.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::script {
namespace {

constexpr int kMaxDepth = 50;

// The name in `import "NAME";`, if the line is one.
std::string imported(std::string_view line) {
  std::string_view rest = trim(line);
  if (!rest.starts_with("import") || rest.size() < 8 || !is_space(rest[6])) return "";
  rest = trim(rest.substr(6));
  if (rest.size() < 2 || (rest[0] != '"' && rest[0] != '\'')) return "";
  const size_t end = rest.find(rest[0], 1);
  if (end == std::string_view::npos) return "";
  const std::string_view behind = trim(rest.substr(end + 1));
  if (!behind.empty() && behind != ";" && !behind.starts_with("//") && !behind.starts_with("; //")) return "";
  return std::string(rest.substr(1, end - 1));
}

class Joiner {
 public:
  Joiner(const LoadScript& load, JoinedSource& out) : load_(load), out_(out) {}

  // Appends the text, what it imports before it. The line of an import stays, empty, so
  // that lines keep their numbers.
  Status add(std::string text, const std::string& file, int depth) {
    if (depth > kMaxDepth)
      return error(gleaner::Code::bad_input, "imports are nested too deeply", {file, 0, 0, {}});
    uint32_t number = 0;
    std::string kept;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = std::string_view(text).substr(at, end - at);
      ++number;
      const std::string name = line.find("import") == std::string_view::npos ? "" : imported(line);
      if (name.empty()) kept += line;
      else GLEANER_CHECK(import(name, file, number, depth));
      if (end < text.size()) kept += '\n';
      at = end + 1;
    }
    out_.parts.push_back({file, lines_});
    out_.own_begin = out_.text.size();
    lines_ += uint32_t(std::ranges::count(kept, '\n'));
    out_.text += kept;
    return {};
  }

 private:
  Status import(const std::string& name, const std::string& from, uint32_t line, int depth) {
    if (!load_) return error(gleaner::Code::usage, "nothing can be imported here", {from, line, 0, {}});
    if (!seen_.insert(name).second) return {};
    auto text = load_(name, from);
    if (!text.ok()) {
      Diagnostic why = text.error();
      why.message = fmt::format("{} cannot be imported: {}", name, why.message);
      why.where = {from, line, 0, {}};
      return why;
    }
    if (!text->ends_with('\n')) *text += '\n';
    return add(std::move(*text), name, depth + 1);
  }

  const LoadScript& load_;
  JoinedSource& out_;
  std::set<std::string> seen_;
  uint32_t lines_ = 0;
};

}  // namespace

Result<JoinedSource> join_imports(std::string source, const std::string& file, const LoadScript& load) {
  JoinedSource out;
  GLEANER_CHECK(Joiner(load, out).add(std::move(source), file, 0));
  if (out.parts.size() == 1) out.parts.clear();
  return out;
}

void relocate(Diagnostic& why, const std::vector<SourcePart>& parts) {
  if (why.where.line == 0) return;
  for (size_t i = parts.size(); i-- > 0;) {
    if (parts[i].first_line >= why.where.line) continue;
    why.where.file = parts[i].file;
    why.where.line -= parts[i].first_line;
    return;
  }
}

}  // namespace gleaner::script
