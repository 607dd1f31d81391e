// Every number that the focused crawl decides by, with its reason. Chosen by scores on the made-up sites that
// bench/crawl_site.h calls looked into (bench/accuracy/crawl.md).
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::crawl {

// --- What is worth visiting next: a weighted sum (frontier.h, link_cells.h).
// Pages behind links of this cell were candidates: the surest sign.
inline constexpr double kPatternWeight = 1.0;
// What pages of this cell lead to, beyond what they are: a rate like the first.
inline constexpr double kYieldWeight = 1.0;
// The page that links to it links to candidates.
inline constexpr double kHubWeight = 0.5;
// The page that links to it is central: decides as long as nothing else is known.
inline constexpr double kRankWeight = 0.1;
// Nothing was visited of this cell: a look tells much.
inline constexpr double kNewWeight = 0.15;
// No link of this list was tried. Times the root of its chance, since one try tells of all its links, and
// less where it has fewer than kLongList.
inline constexpr double kListWeight = 0.5;
inline constexpr double kLongList = 20;
// No link of that page was tried: the same for a page that may be a hub.
inline constexpr double kUntriedWeight = 0.1;

// How often a page of a site nobody knows is a candidate, and how many visits such a guess is worth.
inline constexpr double kPrior = 0.03;
inline constexpr double kStrength = 2;
inline constexpr double kLongestTime = 200;  // visits that one link may stand for
inline constexpr double kFewLinks = 0.01;    // less is left of what was brought long ago: it is forgotten
inline constexpr double kPromising = 0.4;    // rate from which on a link counts as promising
inline constexpr double kHubDoubt = 3;       // visited links that a hub's share of candidates is doubted by
// What a page shows of its links beyond their cells: doubted by the inverse of a variance of log-odds, and
// how much one page may add to them.
inline constexpr double kHubVariance = 8;
inline constexpr double kMostTold = 3;
// A hub's links of a cell with this share of candidates get half of its score: the others on it are no better
// for it.
inline constexpr double kBarren = 0.1;
// What a cell remembers from one visit to the next: the best links go first, what is left may be worse.
inline constexpr double kMemory = 0.97;
// Deviations from what chance gives until first words of names are believed.
inline constexpr double kSurely = 2;

// --- Traps. Visits of one shape of address, and of one cell, without a candidate or a promising link until
// it is closed.
inline constexpr uint32_t kFruitless = 60;
inline constexpr uint32_t kFruitlessPlace = 40;
inline constexpr double kNoYield = 0.02;     // of full yield: what a few wrong guesses at the beginning leave
inline constexpr size_t kLongestUrl = 1000;  // those that grow with every click are longer
inline constexpr size_t kDeepestPath = 16;   // segments
inline constexpr size_t kMostRepeats = 3;    // of one segment: /a/b/a/b/a/b is a relative link gone wrong
inline constexpr size_t kMostParameters = 8;  // filters upon filters
inline constexpr size_t kMostTried = 24;      // parameters, set or not: of more, none is left out to compare

// --- One page under many addresses. Pages of one make of addresses for which a parameter made no difference
// until it is left out there, and makes until it is left out everywhere (url_rules.h).
inline constexpr uint32_t kSameOfMake = 3;
inline constexpr size_t kMakesAgree = 3;
// Copies under addresses that end alike until paths are known to say nothing, how many others there may be
// for each copy, and one in how many such addresses is asked for all the same (same_names.h).
inline constexpr uint32_t kSameNames = 4;
inline constexpr double kOtherNames = 0.05;
inline constexpr uint64_t kNamesChecked = 16;
// What a version of a candidate is worth, where the templates show no such version; addresses that may have a
// step in common until it is nobody's own (url_names.h).
inline constexpr double kVersionWorth = 0.6;
inline constexpr uint8_t kFewAddresses = 16;
// Texts and links that copies may lack or have beyond the other: one that was changed counts twice
// (duplicates.h).
inline constexpr double kFewChanges = 3;

// --- Shapes of addresses (url_shapes.h).
inline constexpr uint32_t kFan = 12;  // different names in one place until they count as values
// Values that begin with one word until it makes a shape, and their share: kinds are few, first words of
// titles many.
inline constexpr uint32_t kHeads = 12;
inline constexpr double kHeadShare = 0.1;
inline constexpr uint32_t kMostShapes = 1 << 16;  // of a site
inline constexpr uint32_t kMostCells = 1 << 16;

// --- Page rank.
inline constexpr double kDamping = 0.85;
inline constexpr double kLeastPush = 0.02;      // residues below this wait
inline constexpr size_t kPushesAtVisit = 128;   // at most, so that one visit costs little
inline constexpr uint32_t kFirstSnapshot = 16;  // visits between two looks at all ranks; grows with the site

// --- Skeletons (skeleton.h).
inline constexpr double kAlike = 0.3;        // share of tags in which two items of one list may differ
inline constexpr size_t kKeptItems = 2;      // of a list: one of one item is often another thing
inline constexpr size_t kLongestItem = 256;  // tags; larger parts of a page are no items
inline constexpr size_t kMostBeside = 16;    // elements of one parent that the next are compared with

// --- Parts and labels (structure.h, site_crawl.h).
inline constexpr size_t kLeastTemplates = 5;  // fewer have much in common by chance
// A part that differs counts as so many times its share of the page: a missing section says more than its
// tags.
inline constexpr double kPartShare = 2.5;
inline constexpr float kCoreWeight = 3;  // lacking what all templates have
// Lacking a text that all of them have in one place: often that of a part that is lacking as well.
inline constexpr float kLabelWeight = 1.5;
// Labels that are there for each that is lacking, in a page of the same language.
inline constexpr double kSameLanguage = 0.25;
// A label is the kind's own if at most this share of the other kinds of pages has it. A page that lacks half
// of such labels is of another kind, if there are some, and labels of all pages by which a language is known.
inline constexpr double kOwnLabel = 0.25;
inline constexpr size_t kLeastOwnLabels = 8;
inline constexpr size_t kLeastFrameLabels = 4;
inline constexpr double kMostLabelsLacking = 0.5;
// A part is optional if this share of the candidates lacks it, and so many do: all templates have it by
// chance.
inline constexpr double kOptional = 0.1;
inline constexpr size_t kLeastLacking = 8;
// Few templates are joined by groups of so many pages, as near as this share of the threshold, if together
// they are so many.
inline constexpr size_t kAdoptedPages = 2;
inline constexpr double kAdoptedShare = 0.67;
inline constexpr size_t kLeastTogether = 4;
// So many pages surely of the kind under addresses of one make make it a home of the kind. The second share
// of its pages says how near those of the kind are; where fewer than the last are so near, of so many at
// least, near pages are of another kind.
inline constexpr uint32_t kHomePages = 8;
inline constexpr double kHomeShare = 0.5;
inline constexpr size_t kForeignPages = 11;
inline constexpr double kUsualShare = 0.05;  // of the length: as far apart pages of the kind may be anywhere
inline constexpr double kForeignShare = 0.1;

// --- Thresholds of distance (threshold.h), as shares of the templates' mean length. Of templates that hardly
// differ, or one or two, which say nothing of how much pages vary: on 21 made-up sites pages of their kind
// are mostly nearer than this to one of five, others further than 0.38, but for groups that differ in one
// part.
inline constexpr double kLeastShare = 0.27;
inline constexpr double kLeastTags = 3;
// The same for pages near a page of the kind, where there is one template, which does not show how much pages
// vary; it grows to that with kLeastTemplates. With 0.2 the template of a magazine's review takes its news as
// well (precision 0.5).
inline constexpr double kChainShare = 0.15;
// The deviation of the distances to the nearest template is this share of that of all pairs at least: five
// may be equally far apart by chance.
inline constexpr double kLeastSpread = 0.5;
// A page that lacks more of what a template has beyond the frame of the site is of another kind; the frame is
// known by so many kinds of pages.
inline constexpr double kMostOfOwn = 0.5;
inline constexpr size_t kFrameGroups = 4;
// Pages of one site share a frame: other kinds are often as near as this. Where templates differ in more
// parts than tags it is stretched, if none is further from the nearest other one than so many times what is
// usual.
inline constexpr double kMostShare = 0.5;
inline constexpr double kMostStretch = 1.5;
inline constexpr uint32_t kAlikeApart = 2;

// --- The threshold again, when pages were seen: after so many visits, then each time the site has grown by a
// quarter.
inline constexpr size_t kFirstReview = 32;
inline constexpr size_t kReviewsApart = 4;
inline constexpr double kValley = 0.03;       // half of a valley's width, as a share of the length
inline constexpr double kLeastMove = 0.67;    // of what one template gives
inline constexpr double kEmptyValley = 0.02;  // of the pages may lie in it
// Pages between there and where the templates put it, as a share of those below: more are another kind. And
// how many times what the templates gave it may be: what is further has a group near it. Few templates do not
// keep other kinds away.
inline constexpr double kMostMoved[] = {0.25, 0.1};
inline constexpr double kMostRaised[] = {1.5, 1.2};

// --- Groups of pages behind links that lead to candidates.
inline constexpr uint32_t kKinVisits = 8;    // of such links, until they are believed
inline constexpr uint32_t kKinPages = 3;     // pages of a group behind them
inline constexpr double kKinShare = 0.5;     // how many of them led to candidates at least
inline constexpr double kSureShare = 0.85;   // the same of all of them, the pages in question among them:
inline constexpr double kSurelyKin = 1.5;    // then so many times the half of their own may differ
inline constexpr double kMostByLinks = 0.1;  // of the other candidates: more are another kind

// --- Groups of pages, for cells and for the map.
// Small: a list of brands and a list of news differ in a few tags, and lead to different things.
inline constexpr double kGroupShare = 0.1;
inline constexpr size_t kMostGroups = 600;

inline constexpr size_t kMostLinks = 2000;  // of a page
inline constexpr size_t kMostSitemapUrls = 500'000;

}  // namespace gleaner::crawl
