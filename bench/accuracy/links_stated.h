// What a person would say of pager links before seeing any example. Fitting starts here and is pulled back to
// it, so that a feature that the labelled pages hardly show keeps a sensible weight.
#pragma once

#include "links/pager.h"

namespace stated {

using F = gleaner::links::Feature;
struct Stated {
  F feature;
  double weight;
};

constexpr double kNextConstant = -5, kPageConstant = -6;
constexpr Stated kNext[] = {{F::rel_next, 4},
                            {F::text_next, 2.5},
                            {F::text_next_only, 1.5},
                            {F::arrow_next, 1.5},
                            {F::arrow_next_alone, 1},
                            {F::arrow_far_next, 1},
                            {F::own_next, 2.5},
                            {F::holder_next, 3},
                            {F::title_next, 2},
                            {F::image_next, 1.5},
                            {F::cross_next_page, 1.5},
                            {F::cross_next_url, 1.5},
                            {F::cross_next_number, 1.5},
                            {F::cross_newer, 3.5},
                            {F::own_newer, 1},
                            {F::cross_empty_left_run, 5},
                            {F::text_long, -3},
                            {F::text_last_only, -4},
                            {F::own_last, -3},
                            {F::holder_last, -4},
                            {F::title_last, -3},
                            {F::url_other_host, -3},
                            {F::text_prev, -3},
                            {F::own_prev, -2},
                            {F::holder_prev, -2},
                            {F::arrow_prev, -2},
                            {F::arrow_far_prev, -2},
                            {F::number_is, -5},
                            {F::around_other, -1},
                            {F::around_calendar, -2},
                            {F::cross_far_next_beside, -2.5},
                            {F::cross_pair_next, 3.5},
                            {F::cross_step_next, 3.5},
                            {F::text_words, -2},
                            {F::cross_older, -2}};
constexpr Stated kPage[] = {{F::number_is, 2},
                            {F::cross_number_url, 1.5},
                            {F::cross_number_page, 2},
                            {F::cross_number_run_page, 1},
                            {F::run_two, 1},
                            {F::run_step, 1},
                            {F::run_current, 1.5},
                            {F::url_equal, 1},
                            {F::url_multiple, 0.5},
                            {F::url_same_mask, 1},
                            {F::number_year, -2},
                            {F::run_month, -2},
                            {F::around_calendar, -3},
                            {F::url_date, -3},
                            {F::url_size, -4},
                            {F::run_alone, -2},
                            {F::url_other_host, -3},
                            {F::text_last_only, 2.5},
                            {F::text_first_only, 2.5},
                            {F::own_last, 1.5},
                            {F::own_first, 1.5},
                            {F::holder_last, 2.5},
                            {F::holder_first, 2.5},
                            {F::cross_edge_page, 2.5},
                            {F::cross_edge_url, 1},
                            {F::title_last, 1.5},
                            {F::title_first, 1.5},
                            {F::around_page, 1},
                            {F::own_page, 1},
                            {F::holder_page, 1},
                            {F::url_key, 1},
                            {F::url_page_path, 1},
                            {F::text_long, -4},
                            {F::text_words, -3},
                            {F::text_next, -3},
                            {F::text_prev, -3},
                            {F::cross_far_next_beside, 2},
                            {F::cross_far_prev_beside, 2},
                            {F::rel_next, -2},
                            {F::rel_prev, -2}};

inline gleaner::links::Model model() {
  gleaner::links::Model made{};
  for (const Stated& one : kNext) made.next[size_t(one.feature)] = one.weight;
  for (const Stated& one : kPage) made.page[size_t(one.feature)] = one.weight;
  made.next[gleaner::links::kFeatures] = kNextConstant;
  made.page[gleaner::links::kFeatures] = kPageConstant;
  return made;
}

}  // namespace stated
