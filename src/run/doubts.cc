// See doubts.h.
#include "run/doubts.h"

#include "pattern/learn/ask.h"

namespace gleaner::run {

std::vector<learn::Doubt> own_doubts(const wrap::Wrapper& wrapper, const Document& page) {
  std::vector<learn::Doubt> out;
  const auto* pattern = dynamic_cast<const pattern::PatternWrapper*>(&wrapper);
  if (!pattern) return out;
  const std::vector<DocumentPtr> here{DocumentPtr(DocumentPtr{}, &page)};  // borrowed
  std::set<std::pair<size_t, std::string>> done;
  while (auto asked = pattern::next_question(*pattern, here, done)) {
    done.insert({0, asked->field});
    out.push_back({asked->field, asked->text, asked->rival, asked->span, asked->doubt});
  }
  return out;
}

}  // namespace gleaner::run
