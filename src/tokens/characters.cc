// See characters.h. The table of blocks for characters beyond ASCII.
#include "tokens/characters.h"

namespace gleaner::tokens {
namespace {

struct Block {
  uint32_t first, last;
  Class what;
};
// Sorted; what is not listed is a letter.
constexpr Block kBlocks[] = {
    {0x80, 0x84, Class::punct},     {0x85, 0x85, Class::space},       {0x86, 0x9f, Class::punct},
    {0xa0, 0xa0, Class::space},     {0xa1, 0xa9, Class::punct},       {0xab, 0xb4, Class::punct},
    {0xb6, 0xb9, Class::punct},     {0xbb, 0xbf, Class::punct},       {0xd7, 0xd7, Class::punct},
    {0xf7, 0xf7, Class::punct},     {0x2c2, 0x2c5, Class::punct},     {0x1680, 0x1680, Class::space},
    {0x2000, 0x200a, Class::space}, {0x200b, 0x200f, Class::punct},   {0x2010, 0x2027, Class::punct},
    {0x2028, 0x2029, Class::space}, {0x202a, 0x202e, Class::punct},   {0x202f, 0x202f, Class::space},
    {0x2030, 0x205e, Class::punct}, {0x205f, 0x205f, Class::space},   {0x2060, 0x206f, Class::punct},
    {0x20a0, 0x20cf, Class::punct}, {0x2190, 0x2bff, Class::punct},   {0x3000, 0x3000, Class::space},
    {0x3001, 0x3004, Class::punct}, {0x3008, 0x3020, Class::punct},   {0xe000, 0xf8ff, Class::punct},
    {0xfe10, 0xfe6f, Class::punct}, {0xfeff, 0xfeff, Class::punct},   {0xff01, 0xff0f, Class::punct},
    {0xff1a, 0xff20, Class::punct}, {0xff3b, 0xff40, Class::punct},   {0xff5b, 0xff65, Class::punct},
    {0xffe0, 0xffff, Class::punct}, {0x1f000, 0x1faff, Class::punct},
};

}  // namespace

Class class_of_high(const char* at, const char* end, uint32_t& length) {
  uint8_t lead = uint8_t(*at);
  length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (length == 1 || size_t(end - at) < length) {
    length = 1;
    return Class::punct;
  }
  uint32_t code = lead & (0xff >> (length + 1));
  for (uint32_t i = 1; i < length; ++i) code = code << 6 | (uint8_t(at[i]) & 0x3f);
  // Latin: most of it
  if (code >= 0xc0 && code < 0x2c2 && code != 0xd7 && code != 0xf7) return Class::letter;
  for (const Block& block : kBlocks) {
    if (code < block.first) return Class::letter;
    if (code <= block.last) return block.what;
  }
  return Class::letter;
}

}  // namespace gleaner::tokens
