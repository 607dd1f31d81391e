// Every number that the focused crawl decides by, with its reason. Chosen by scores on the made-up sites that bench/crawl_site.h
// calls looked into (bench/accuracy/crawl.md).
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::crawl {

// --- what is worth visiting next: a weighted sum (frontier.h)
inline constexpr double kPatternWeight =
    1.0;  // pages behind links of this pattern were candidates: the surest sign
inline constexpr double kHubWeight = 0.5;  // the page that links to it links to candidates
inline constexpr double kRankWeight =
    0.1;  // the page that links to it is central: decides as long as nothing else is known
inline constexpr double kYieldWeight =
    1.0;  // what pages of this pattern lead to, beyond what they are: a rate like the first
inline constexpr double kNewWeight = 0.15;  // nothing was visited of this pattern: a look tells much
inline constexpr double kListWeight =
    0.5;  // no link of this list was tried: times the root of its chance, since one try tells of all its links,
inline constexpr double kLongList = 20;  // if it has so many; less where it has fewer
inline constexpr double kUntriedWeight =
    0.1;  // no link of that page was tried: the same, for a page that may be a hub

inline constexpr double kPrior = 0.03;  // how often a page of a site nobody knows is a candidate
inline constexpr double kStrength = 2;  // visits that a prior (of the pattern above, of the site) is worth
inline constexpr double kLongestTime = 200;  // visits that one link may stand for
inline constexpr double kFewLinks = 0.01;    // of a cell: nothing is left of what was brought long ago
inline constexpr double kPromising = 0.4;    // estimate from which on a link counts as promising
inline constexpr double kHubDoubt = 3;       // visited links that a hub's share of candidates is doubted by
inline constexpr double kHubVariance =
    8;  // what a page shows of its links beyond their cells is doubted by: the inverse of a variance of log-odds
inline constexpr double kMostTold = 3;  // log-odds that one page may add
inline constexpr double kBarren =
    0.1;  // a hub's links of a cell with this share of candidates get half of its score: the others on it are no better for it
inline constexpr double kMemory =
    0.97;  // what a cell remembers from one visit to the next: the best links go first, what is left may be worse

inline constexpr double kSurely =
    2;  // deviations from what chance gives until first words of names are believed

// --- traps
inline constexpr uint32_t kFruitless =
    60;  // visits of one pattern without a candidate or a new promising link: no more of them
inline constexpr uint32_t kFruitlessPlace = 40;  // the same of one pattern in one place of pages
inline constexpr double kNoYield =
    0.02;  // of full yield, on average: what a few wrong guesses at the beginning leave
inline constexpr size_t kLongestUrl =
    1000;  // real addresses are shorter; those that grow with every click are not
inline constexpr size_t kDeepestPath = 16;  // segments
inline constexpr size_t kMostRepeats =
    3;  // of one segment in a path: /a/b/a/b/a/b is a relative link gone wrong
inline constexpr size_t kMostParameters = 8;  // filters upon filters
inline constexpr uint32_t kSameAgain =
    2;  // pages for which a parameter made no difference until it is left out,
inline constexpr uint32_t kSameOfMake =
    3;  // and the same in addresses of one make, if it makes one in others

inline constexpr uint32_t kSameNames =
    4;  // copies under addresses that end alike until paths are known to say nothing,
inline constexpr double kOtherNames = 0.05;    // if so many for each of them are no copies at most,
inline constexpr uint64_t kNamesChecked = 16;  // and one in so many is asked for all the same

// --- versions of one page (url_names.h, frontier.h)
inline constexpr double kVersionWorth =
    0.6;  // of a candidate that is there already, where the templates show no such version
inline constexpr uint8_t kFewAddresses = 16;  // that have a step in common, until it is nobody's own

// --- patterns of addresses (url_shapes.h)
inline constexpr uint32_t kFan = 12;       // different names in one place until they count as values
inline constexpr uint32_t kHeads = 12;     // values that begin with one word until it makes a shape
inline constexpr double kHeadShare = 0.1;  // and their share: kinds are few, first words of titles are many
inline constexpr uint32_t kMostShapes = 1 << 16;  // of a site
inline constexpr uint32_t kMostCells = 1 << 16;

// --- duplicates
inline constexpr int kNearBits =
    4;  // of 32 that may differ. One changed text of 200 changes one or two; headings and sizes keep other pages apart

// --- page rank
inline constexpr double kDamping = 0.85;
inline constexpr double kLeastPush = 0.02;      // residues below this wait
inline constexpr size_t kPushesAtVisit = 128;   // at most, so that one visit costs little
inline constexpr uint32_t kFirstSnapshot = 16;  // visits between two looks at all ranks; grows with the site

// --- skeletons (skeleton.h)
inline constexpr double kAlike =
    0.3;  // share of an element's tags that may be others in one beside it of the same list
inline constexpr size_t kKeptItems = 2;      // of a list: one of one item is often another thing
inline constexpr size_t kLongestItem = 256;  // tags; larger parts of a page are no items
inline constexpr size_t kMostBeside = 16;    // elements of one parent that the next are compared with

// --- parts (structure.h)
inline constexpr size_t kLeastTemplates = 5;  // fewer have much in common by chance
inline constexpr double kPartShare =
    2.5;  // a part that differs counts as so many times its share of the page: a missing section says more than its tags
inline constexpr float kCoreWeight = 3;  // lacking what all templates have
inline constexpr float kLabelWeight =
    1.5;  // lacking a text that all of them have in one place: often that of a part that is lacking as well

inline constexpr double kSameLanguage =
    0.25;  // labels that are there for each that is lacking, in a page of the same language
inline constexpr double kOwnLabel =
    0.25;  // of the other kinds of pages that have a label at most, if it is one of the templates' kind,
inline constexpr size_t kLeastOwnLabels = 8;  // if there are so many,
inline constexpr size_t kLeastFrameLabels =
    4;  // and of those that all pages have, by which a language is known,
inline constexpr double kMostLabelsLacking =
    0.5;  // and a page that lacks this share of them is of another kind
inline constexpr double kOptional =
    0.1;  // of the candidates that lack a part: all templates have it by chance,
inline constexpr size_t kLeastLacking = 8;  // if there are so many

inline constexpr size_t kAdoptedPages = 2;     // of a group that shows what one or two templates do not,
inline constexpr double kAdoptedShare = 0.67;  // as near as this share of the threshold,
inline constexpr size_t kLeastTogether = 4;    // with the templates,
inline constexpr size_t kMostAdopted = 4;      // of so many groups

inline constexpr uint32_t kHomePages =
    8;  // pages surely of the kind under addresses of one shape make it a home of the kind;
inline constexpr double kHomeShare = 0.75;  // of them are as near to the templates as pages of the kind are,
inline constexpr double kForeignShare = 0.1;  // and where fewer than this are, near pages are of another kind

// --- thresholds of distance (threshold.h), as shares of the templates' mean length
inline constexpr double kLeastShare =
    0.27;  // of templates that hardly differ, or one or two, which say nothing of how much pages vary: on 21 made-up sites pages of their kind are mostly
// nearer than this to one of five, others further than 0.38, but for groups that differ in one part
inline constexpr double kLeastTags = 3;
inline constexpr double kLeastSpread =
    0.5;  // of the distances to the nearest template, as a share of that of all pairs: five may be equally far by chance
inline constexpr double kMostOfOwn =
    0.5;  // of what a template has beyond the frame of the site: a page that lacks more of it is of another kind
inline constexpr size_t kFrameGroups = 4;  // kinds of pages by which the frame is known
inline constexpr double kMostShare =
    0.5;  // pages of one site share a frame: other kinds are often as near as this,
inline constexpr double kMostStretch =
    1.5;  // so many times further away at most where templates differ in more parts than tags,
inline constexpr uint32_t kAlikeApart =
    2;  // if none is further from the nearest other one than so many times what is usual

// --- the threshold again, when pages were seen: after so many visits, then each time the site has grown by a quarter
inline constexpr size_t kFirstReview = 32;
inline constexpr size_t kReviewsApart = 4;
inline constexpr double kValley = 0.03;       // half of a valley's width, as a share of the length
inline constexpr double kLeastMove = 0.67;    // of what one template gives
inline constexpr double kEmptyValley = 0.02;  // of the pages may lie in it

// --- groups of pages behind links that lead to candidates
inline constexpr uint32_t kKinVisits = 8;   // of such links, until they are believed,
inline constexpr uint32_t kKinPages = 3;    // pages of a group behind them,
inline constexpr double kKinShare = 0.5;    // and how many of them led to candidates at least
inline constexpr double kSureShare = 0.85;  // the same of all of them, the pages in question among them:
inline constexpr double kSurelyKin =
    1.5;  // so many times the half of their own may differ then, parts being counted too
inline constexpr double kMostByLinks = 0.1;  // of the other candidates: more are another kind

// --- groups of pages, for cells and for the map
inline constexpr double kGroupShare =
    0.1;  // small: a list of brands and a list of news differ in a few tags, and lead to different things
inline constexpr size_t kMostGroups = 600;

inline constexpr size_t kMostLinks = 2000;  // of a page
inline constexpr size_t kMostSitemapUrls = 500'000;

}  // namespace gleaner::crawl
