// See convert.h.
#include "pdf/convert.h"

namespace gleaner::pdf {

Result<layout::Read> convert(std::string_view bytes, const std::string& name, const ConvertOptions& options) {
  layout::Reader reader(options.settings);
  GLEANER_TRY(FileFacts facts,
              read_pdf(bytes, name, options.read, [&](layout::Sheet&& sheet, const Picture*) {
                reader.add(sheet);
                return true;
              }));
  layout::Read read = reader.finish(facts.title);
  for (Diagnostic& note : read.notes) note.where.file = name;
  read.notes.insert(read.notes.begin(), facts.notes.begin(), facts.notes.end());
  return read;
}

}  // namespace gleaner::pdf
