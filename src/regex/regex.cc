// Regex over PCRE2. The compiled code is immutable; the match data and the JIT's stack belong to the thread.
#include "regex/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace gleaner::regex {
namespace {

constexpr uint32_t kHeapLimitKib = 20'000;

struct ThreadState {
  pcre2_match_context* context = pcre2_match_context_create(nullptr);
  pcre2_match_data* data = nullptr;
  uint32_t pairs = 0;
  uint64_t given_up = 0;
  ThreadState() {
    pcre2_set_match_limit(context, kMatchLimit);
    pcre2_set_heap_limit(context, kHeapLimitKib);
  }
  ~ThreadState() {
    pcre2_match_data_free(data);
    pcre2_match_context_free(context);
  }
  pcre2_match_data* data_for(uint32_t wanted) {
    if (wanted > pairs) {
      pcre2_match_data_free(data);
      data = pcre2_match_data_create(wanted, nullptr);
      pairs = wanted;
    }
    return data;
  }
};

ThreadState& thread_state() {
  static thread_local ThreadState state;
  return state;
}

std::string message_of(int code) {
  PCRE2_UCHAR text[256];
  pcre2_get_error_message(code, text, sizeof text);
  return reinterpret_cast<const char*>(text);
}

}  // namespace

uint64_t given_up() { return thread_state().given_up; }

struct Regex::Impl {
  pcre2_code* code = nullptr;
  uint32_t groups = 0;
  std::vector<std::string> names;
  ~Impl() { pcre2_code_free(code); }

  // The name table: entries of fixed size, two bytes of group number, then the name.
  void read_names() {
    uint32_t count = 0, size = 0;
    PCRE2_SPTR table = nullptr;
    pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &groups);
    pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &table);
    names.resize(groups + 1);
    for (uint32_t i = 0; i < count; ++i, table += size)
      names[size_t(table[0]) << 8 | table[1]] = reinterpret_cast<const char*>(table + 2);
  }
};

Result<Regex> Regex::compile(std::string_view pattern, const Options& options) {
  // \C would split characters, and callouts have no use here.
  uint32_t flags = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
  if (options.ignore_case) flags |= PCRE2_CASELESS;
  if (options.multi_line) flags |= PCRE2_MULTILINE;
  if (options.dot_all) flags |= PCRE2_DOTALL;
  int code = 0;
  PCRE2_SIZE at = 0;
  const auto impl = std::make_shared<Impl>();
  impl->code =
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), flags, &code, &at, nullptr);
  if (!impl->code)
    return error(Code::bad_input, "regular expression: " + message_of(code),
                 Where{.line = 1, .column = uint32_t(at) + 1}, "in /" + std::string(pattern) + "/");
  pcre2_jit_compile(impl->code, PCRE2_JIT_COMPLETE);  // without JIT it is only slower
  impl->read_names();
  Regex made;
  made.impl_ = impl;
  return made;
}

size_t Regex::group_count() const { return impl_->groups; }
const std::vector<std::string>& Regex::group_names() const { return impl_->names; }

std::optional<size_t> Regex::group_of(std::string_view name) const {
  if (!name.empty())
    for (size_t g = 1; g < impl_->names.size(); ++g)
      if (impl_->names[g] == name) return g;
  return std::nullopt;
}

bool Regex::run(std::string_view text, size_t from, uint32_t flags, Match* match, Span* span) const {
  ThreadState& state = thread_state();
  pcre2_match_data* data = state.data_for(impl_->groups + 1);
  const char* start = text.data() ? text.data() : "";
  int found = pcre2_match(impl_->code, reinterpret_cast<PCRE2_SPTR>(start), text.size(), from,
                          flags | PCRE2_NO_UTF_CHECK, data, state.context);
  if (match) match->gave_up = false;
  if (found < 0) {
    const bool gave_up = found != PCRE2_ERROR_NOMATCH && found != PCRE2_ERROR_PARTIAL;
    state.given_up += gave_up;
    if (match) match->gave_up = gave_up;
    return false;
  }
  const PCRE2_SIZE* pairs = pcre2_get_ovector_pointer(data);
  if (pairs[0] > pairs[1]) return false;  // \K in a look-ahead can turn a match around
  const Span whole{uint32_t(pairs[0]), uint32_t(pairs[1])};
  if (span) *span = whole;
  if (!match) return true;
  match->span = whole;
  match->groups.assign(impl_->groups + 1, std::nullopt);
  for (int g = 0; g < found && g <= int(impl_->groups); ++g)
    if (pairs[2 * g] != PCRE2_UNSET)
      match->groups[g] = Span{uint32_t(pairs[2 * g]), uint32_t(pairs[2 * g + 1])};
  return true;
}

std::optional<Span> Regex::find(std::string_view text, size_t from) const {
  Span span;
  return run(text, from, 0, nullptr, &span) ? std::optional(span) : std::nullopt;
}
bool Regex::find(std::string_view text, size_t from, Match& match) const {
  return run(text, from, 0, &match);
}
bool Regex::match_at(std::string_view text, size_t at, Match& match) const {
  return run(text, at, PCRE2_ANCHORED, &match);
}
bool Regex::matches(std::string_view text) const {
  return run(text, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED, nullptr);
}
bool Regex::matches(std::string_view text, Match& match) const {
  return run(text, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED, &match);
}

}  // namespace gleaner::regex
