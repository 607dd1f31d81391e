// Pages of another kind that are as near to the nearest template as templates may be: told by many of them, where one alone cannot be.
//
// Templates are pages of their kind, picked from it. So a page of the kind is as near to the nearest template as a template is to the nearest other one, by the same chance; and what all of them
// have is as frequent under all addresses, since parts that a page has or lacks do not depend on where it stands. Many pages under addresses of one shape of which none is so near, or a part that is always there
// under some addresses and never under others, are another kind: contract awards beside tenders, reports beside product tests.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gleaner::crawl {

// How likely it is that of `pages` of the kind no more than `near` are as near to the nearest template as `rank` of the templates (from 1) are to the nearest other one. The share of such pages
// is about rank / (templates + 1), by a beta distribution of half the weight, since of two templates each is often the nearest of the other.
double chance_of_distances(size_t templates, size_t rank, size_t pages, size_t near);

// Distances of pages to the nearest template, by the shape of their addresses (url_shapes.h).
using ShapeDistances = std::unordered_map<uint32_t, std::vector<uint32_t>>;
// The shapes of another kind: for each the distance that hardly any of its pages is below, though pages of the templates' kind would be. `apart`: of templates to the nearest other one, sorted.
// Where pages of other shapes are as near as templates are, less is needed, but these must hardly ever be as far away. `soon`: before anything is known, when little is lost by looking elsewhere for a while.
std::unordered_map<uint32_t, uint32_t> strange_shapes(const std::vector<uint32_t>& apart,
                                                      ShapeDistances shapes, bool soon);

}  // namespace gleaner::crawl
