// How deep terms may be nested that Prolog reads from text or writes as text. It does both by calls of
// C, one a level, and has no stack for more: a term of some ten thousand levels would end the process.
// So texts and terms are looked at first. (Copying, comparing and storing terms takes no stack: those
// may be as deep as memory allows.)
#pragma once

#include "logic/prolog.h"

namespace gleaner::logic {

// '$gleaner_shallow_text'(+Text), '$gleaner_shallow'(+Term): fail where they are not.
foreign_t shallow_text(term_t text);
foreign_t shallow_term(term_t term);

}  // namespace gleaner::logic
