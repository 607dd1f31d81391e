// See ask_rows.h.
#include "learn/ask_rows.h"

#include <algorithm>

#include "learn/profile.h"
#include "learn/weights.h"

namespace gleaner::learn {

std::pair<size_t, uint32_t> row_key(size_t page, const wrap::Record& record) {
  uint32_t begin = record.span ? record.span->begin : 0xffffffff;
  wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& v) {
    if (!record.span && v.span) begin = std::min(begin, v.span->begin);
  });
  return {page, begin};
}

RowDoubts row_doubts(const std::vector<std::vector<wrap::Record>>& given, const std::vector<DocumentPtr>& pages,
                     const KnownRows& known) {
  Profile all;
  std::vector<std::string> fields;
  for (size_t p = 0; p < given.size(); ++p) {
    all.add(*pages[p], given[p]);
    for (const wrap::Record& record : given[p])
      for (const wrap::Field& field : record.fields)
        if (std::find(fields.begin(), fields.end(), field.name) == fields.end()) fields.push_back(field.name);
  }
  RowDoubts out;
  for (size_t p = 0; p < given.size(); ++p)
    for (const wrap::Record& record : given[p]) {
      if (known.contains(row_key(p, record))) continue;
      RowQuestion q;
      q.page = p;
      double lacking = 0, usual = 0, strange = 0;
      for (const std::string& name : fields) {
        const FieldProfile* profile = all.find(name);
        const double rate = profile ? profile->present_rate() : 0;
        const wrap::Value* value = record.find(name);
        usual += rate;
        if (!value) {
          lacking += rate;
          if (rate >= 0.5) q.lacks.push_back(name);
        } else if (profile && value->is_text()) {
          strange = std::max(strange, strangeness(*profile, value->text));
        }
      }
      q.doubt = (usual > 0 ? lacking / usual : 0) + kAskRowStrange * strange;
      if (q.doubt < kAskRow) continue;
      ++out.open;
      if (out.most && q.doubt <= out.most->doubt + 1e-9) continue;
      q.record = record;
      out.most = std::move(q);
    }
  return out;
}

}  // namespace gleaner::learn
