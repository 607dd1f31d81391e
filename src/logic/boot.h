// The text of boot.pl: loading, sandbox, answering and proofs, written in Prolog.
#pragma once

namespace gleaner::logic {

extern const char* const kBoot;

}  // namespace gleaner::logic
