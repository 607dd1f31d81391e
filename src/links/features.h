// What speaks for and against a link being part of a pager, as numbers for a linear model.
//
// Features come in groups, and their names begin with the group:
//   text, title         the words of the link
//   arrow, rel          signs like », its rel
//   own, holder, around class names on the link, on its parent, and further out
//   image               the file name of its picture
//   place               where on the page it stands
//   number, run         its number, and the run of numbers it stands in
//   url                 how its address differs from the page's
//   near                its neighbours
//   cross               of those: a cue counts for more where the address or the surroundings agree
//
// On labelled pages the crosses were worth most (bench/accuracy/links.md). next and previous, first and last,
// left and right are mirror images: mirrored() exchanges them, so one set of weights serves both directions,
// and each example teaches both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "links/link.h"

namespace gleaner::links {

// clang-format off
#define GLEANER_LINK_FEATURES(X) \
  X(text_next) X(text_prev) X(text_first) X(text_last) \
  X(text_next_only) X(text_prev_only) X(text_first_only) X(text_last_only) \
  X(text_page) X(text_empty) X(text_long) X(text_words) \
  X(title_next) X(title_prev) X(title_first) X(title_last) X(title_older) X(title_newer) \
  X(arrow_next) X(arrow_prev) X(arrow_far_next) X(arrow_far_prev) \
  X(arrow_next_alone) X(arrow_prev_alone) X(arrow_far_next_alone) X(arrow_far_prev_alone) \
  X(rel_next) X(rel_prev) X(rel_nofollow) X(rel_bookmark) X(rel_category) X(rel_tag) X(rel_start) \
  X(own_next) X(own_prev) X(own_first) X(own_last) X(own_page) X(own_current) X(own_older) \
  X(own_newer) X(own_disabled) \
  X(holder_next) X(holder_prev) X(holder_first) X(holder_last) X(holder_page) X(holder_current) \
  X(holder_older) X(holder_newer) X(holder_disabled) \
  X(image_next) X(image_prev) X(image_first) X(image_last) X(image_page) X(image_current) \
  X(image_older) X(image_newer) X(image_disabled) \
  X(around_page) X(around_nav) X(around_calendar) X(around_other) \
  X(place_end) X(place_top) \
  X(number_is) X(number_small) X(number_year) X(number_zero) X(number_in_brackets) \
  X(run_two) X(run_three) X(run_month) X(run_step) X(run_current) X(run_alone) \
  X(url_same_mask) X(url_equal) X(url_multiple) X(url_script) X(url_other_host) X(url_self) \
  X(url_one_number) \
  X(url_other_words) X(url_key) X(url_page_path) X(url_date) X(url_size) X(url_page_word) X(url_year) \
  X(near_left_number) X(near_right_number) X(near_left_mask) X(near_right_mask) X(near_left_run) \
  X(near_right_run) \
  X(near_left_bare) X(near_right_bare) X(near_dots) \
  X(cross_empty_left_run) X(cross_empty_right_run) X(cross_older) X(cross_newer) \
  X(cross_next_page) X(cross_next_url) X(cross_next_number) X(cross_next_long) X(cross_next_any) \
  X(cross_prev_page) X(cross_prev_url) X(cross_prev_number) X(cross_prev_long) X(cross_prev_any) \
  X(cross_far_next_beside) X(cross_far_prev_beside) X(cross_pair_next) X(cross_pair_prev) \
  X(cross_step_next) X(cross_step_prev) X(cross_edge_page) X(cross_edge_url) \
  X(cross_number_page) X(cross_number_url) X(cross_number_run_page)
// clang-format on

enum class Feature : uint8_t {
#define X(name) name,
  GLEANER_LINK_FEATURES(X)
#undef X
      count
};
inline constexpr size_t kFeatures = size_t(Feature::count);

struct Signal {
  Feature feature;
  float value;
};
using Signals = std::vector<Signal>;  // those that are not 0, in the features' order

// Numbers of up to four digits in a short text; none in a long one.
std::vector<uint32_t> bare_numbers(std::string_view text);

std::string_view name_of(Feature feature);
// With next and previous, first and last, older and newer, left and right exchanged.
Feature mirrored(Feature feature);

// Of all links of a page. `url` is the page's own address; "" is possible, and costs
// what can be compared with it.
std::vector<Signals> describe(const std::vector<Link>& links, const std::string& url);

// Has it any sign of a pager? The others are never judged.
bool candidate(const Signals& signals);
bool has(const Signals& signals, Feature feature);

}  // namespace gleaner::links
