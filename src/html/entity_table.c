/* lexbor's table of named character references, made reachable from C++ (its header is C only). */
#include <lexbor/core/sbst.h>
#include <lexbor/html/tokenizer/res.h>

const lexbor_sbst_entry_static_t *gleaner_html_entity_table(void) {
  return lxb_html_tokenizer_res_entities_sbst;
}
