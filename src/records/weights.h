// Every threshold and weight of the search for records, in one place.
//
// The weights were fitted on three collections of result pages (old, modern, and pages whose records are
// several nodes), drawn towards an equal influence of every feature, so that they give the same with any site
// held out; bench/accuracy/records_fit.py repeats the fit with more pages. Differences below 0.01 in the
// scores there are noise. Thresholds of similarity hardly matter within +-0.15.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gleaner::records {

// --- candidates
inline constexpr double kFineThreshold = 0.6;    // siblings alike by the paths to their texts
inline constexpr double kCoarseThreshold = 0.5;  // siblings alike by their upper structure
inline constexpr uint32_t kFineDepth = 14;       // deeper texts are not part of the fine signature
inline constexpr uint32_t kCoarseDepth = 3;      // levels of the coarse signature, formatting not counted
inline constexpr uint32_t kCoarseReach = 24;     // ... counted: bounds the work on deep formatting
inline constexpr size_t kMaxGroups = 64;         // groups a parent, against quadratic cost
inline constexpr size_t kMaxClasses = 8;         // class tokens looked at an element
inline constexpr size_t kMaxClassLists = 64;     // class lists a parent
// heads between which as many like siblings stand: two rows a record
inline constexpr size_t kAlternating = 3;
// --- records of several like nodes in turn (periods.h)
inline constexpr size_t kLongestPeriod = 4;
inline constexpr size_t kPeriodPairs = 2;  // pairs of nodes that are compared, at least
// of the nodes are like the one a period on, and no more than the rest like the next
inline constexpr double kPeriodShare = 0.8;
// likeness of neighbours up to which they may be parts of one record
inline constexpr double kPeriodUnlike = 0.55;
inline constexpr double kPeriodOtherClasses = 0.3;  // ... where they are compared by their classes
inline constexpr double kPeriodPerfect = 0.95;  // likeness a period on that nodes must have that begin alike
inline constexpr double kPeriodHeader = 0.3;    // likeness a period on below which a first node is a header
inline constexpr double kPeriodGain = 0.1;      // ... and by how much a longer period must be better
inline constexpr double kGroupCover = 0.7;      // of a group's text stands in its members
inline constexpr int kGroupLevels = 4;          // ... below so many wrappers at most
inline constexpr size_t kMaxGroupKids = 64;     // children looked at
inline constexpr size_t kSampledCousins = 64;   // nodes of one path that are looked at for rows left out
inline constexpr size_t kKeep = 40;             // candidates kept a page, best first

// --- trim and core
inline constexpr double kCoreShare = 0.7;  // a path is core if this share of the records has it
// in the score a path counts as this power of the share that has it
inline constexpr double kCoreMass = 3;
inline constexpr double kTrimShare = 0.5;   // a member with less of the core is dropped
inline constexpr size_t kMaxOptional = 64;  // larger cores are not looked at for optional parts
// ... unless no more than so many times what chance gives lack as much
inline constexpr double kByChance = 1.5;
inline constexpr int kTrimRounds = 3;
inline constexpr double kTrimReplaces = 0.6;  // the trimmed list replaces the candidate above this share
inline constexpr double kEdgeShare = 0.6;     // a record at the end with less of the core is dropped
inline constexpr size_t kEdgeRecords = 3;     // ... at most so many at each end
inline constexpr size_t kEdgeRegions = 20;    // ... of so many regions, best first

// --- records of several nodes
inline constexpr double kGapShare = 0.8;    // of the gaps between heads hold text
inline constexpr uint32_t kGapChars = 3;    // ... at least so much
inline constexpr uint32_t kShortChars = 5;  // "2.", a bullet: belongs to what follows
// of the heads begin a line: the others belong to the line they stand on
inline constexpr double kLineShare = 0.6;
inline constexpr size_t kMaxLineNodes = 8;  // before the first head: more is no beginning of its line
inline constexpr size_t kMaxGapNodes = 64;  // a record of more siblings is none; bounds the work

// --- score
enum class Feature : uint8_t {
  log_volume,
  log_core,
  per_parent,
  has_link,
  shift,
  digits,
  count,
  cells,
  targets,
  thin,
  repetition,
  saved,
  holes,
  groups,
  alternating,
  brief
};
inline constexpr size_t kFeatures = 16;
struct FeatureInfo {
  std::string_view name;
  double weight;
  std::string_view words;  // for --why
};
inline constexpr std::array<FeatureInfo, kFeatures> kScore = {{
    {"log_volume", 0.44, "ln(1 + characters, a record capped at 4 medians)"},
    {"log_core", 2.72, "ln(1 + paths, each counted as the cube of the share of records that have it)"},
    {"per_parent", 0.81, "ln(records a parent)"},
    {"has_link", 2.08, "share of records with a link"},
    {"shift", -5.19, "heads are not where records begin"},
    {"digits", 2.09, "share of records with a digit"},
    {"count", 2.2, "number of records, up to 10, in tenths"},
    {"cells", -3.26, "heads are table cells of one or two texts"},
    {"targets", 2.13, "distinct targets of first links a record"},
    {"thin", -2.17, "a record is one text"},
    {"repetition", -1.37, "ln(texts a distinct path): groups of records"},
    {"saved", 0.54, "ln(1 + paths that the common template saves)"},
    {"holes", -2.99, "ln(1 + like siblings left out a record)"},
    {"groups", -9.82, "share of records that are several like ones"},
    {"alternating", -6, "records are parts of one in turn"},
    {"brief", -1.75, "ln(40 / characters of the middle record) and more: entries of menus"},
}};
inline constexpr double kVolumeCap = 4;   // medians
inline constexpr uint32_t kRichCell = 3;  // cells with so many common paths are records of a grid
inline constexpr double kCountCap = 10;
// A record with less text is brief, as entries of menus are, and a menu of sixty entries is no better a list
// than one of ten. From 30 to 40 characters and weights of -1 to -2 the choice on real pages stays the same.
inline constexpr double kBriefChars = 40;
inline constexpr double kBriefRecords = 10;
inline constexpr double kUncommonCost = 0.5;  // of `saved`: a path outside the core costs half

// --- what a person is told
// below it nothing is called records; correct regions score 9.9 and more
inline constexpr double kLeastScore = 5.6;
inline constexpr double kEvenScore = 8;  // shown as 0.5
inline constexpr double kScoreScale = 2.5;

// --- names
inline constexpr double kLabelConstant = 0.6;  // a text constant in this share of its column is a label
inline constexpr double kLabelPresent = 0.5;   // ... and present in this share of the records
inline constexpr size_t kLabelChars = 40;
inline constexpr uint32_t kLabelBlock = 4;   // a block of so few texts is a label and its value
inline constexpr double kLabelBefore = 0.5;  // share of a column's values that follow the label
inline constexpr double kKindShare = 0.7;    // share of a column's values of a kind

inline constexpr double kOtherRegion = 8;  // a region that scores so much less is not worth a line
// a column with this share of one value is no data; a few "Sold out" among "In stock" are
inline constexpr double kSameEverywhere = 0.98;
inline constexpr double kShownShare = 0.2;  // a column that fewer records have is not shown

// --- one field or several
inline constexpr double kSplitShare = 0.85;  // of a column's fields are made of the same parts
inline constexpr uint32_t kSplitFields = 4;  // ... of at least so many
inline constexpr uint32_t kSplitParts = 8;
inline constexpr uint64_t kSplitChars = 80;   // mean length; longer is running text
inline constexpr double kOptionalPart = 0.1;  // of the fields have a part that others lack
inline constexpr double kLeadShare = 0.9;     // of a column's values begin with the same label or word
inline constexpr size_t kLeadWords = 3;
inline constexpr uint64_t kLeadChars = 200;  // longer is running text

// --- running text: so many fields of one path in a record, this long on average, not always as many
inline constexpr uint32_t kRunningFields = 3;
inline constexpr uint64_t kRunningChars = 60;

// --- lists inside records
inline constexpr double kNestedShare = 0.2;  // of the records have two items or more
inline constexpr size_t kNestedLists = 16;   // at most so many a region
inline constexpr double kNestedAlike = 0.7;  // of the items' paths are common to them

// --- several pages
// a text at one path on this share of the pages is the site's, not the page's
inline constexpr double kConstantShare = 0.8;
inline constexpr double kOptionalLabel = 0.1;  // a text that looks like a label is one from this share on
inline constexpr double kColumnShare = 0.3;    // a column of a detail site is on this share of the pages
// values of one label up to this are columns of their own if always as many
inline constexpr uint32_t kScalarTimes = 4;
inline constexpr size_t kSiteCandidates = 12;  // candidates a page that are compared between pages
inline constexpr size_t kSiteSeeds = 24;       // kinds of regions tried
// a text on no more of the pages (one at least) is the page's own, also where pages
// of several kinds are mixed
inline constexpr double kOwnShare = 0.2;
inline constexpr double kBuiltAlike = 0.4;      // of what is a page's own at the paths of another: one group
inline constexpr size_t kPageGroups = 64;       // at most
inline constexpr size_t kSiteTexts = 3;         // groups with so many texts in common are of one site
inline constexpr double kSiteTextShare = 0.05;  // ... and this share of the smaller's texts
// less text of a page's own than this share of the usual: it counts less for what the pages are
inline constexpr double kLittleText = 0.5;
// ... a page with less than this does not say what the pages are, and is no entity itself: errors
inline constexpr double kFewOwn = 0.1;
// likeness of cores (and path, class) at which regions are one kind
inline constexpr double kSameRegion = 0.5;
inline constexpr double kPartOfCore = 0.9;  // a core that is part of another's, at the same path
// among like regions of a page: what a point of score is worth in likeness
inline constexpr double kRelativeWeight = 0.15;
// a page without the region: as if it scored so much below the page's best
inline constexpr double kMissingRegion = -6;
// a record that stands on this share of the pages is repeated: menus
inline constexpr double kRepeatedShare = 0.7;
// so many of a region's records may be: like searches have some hits in common
inline constexpr double kFewRepeated = 0.4;
inline constexpr double kRepeatedCost = 8;  // held against a region all of whose records are repeated
inline constexpr size_t kDetailPages = 2;   // fewer pages cannot show what varies
// of the varying text in one list: below it the pages are details
inline constexpr double kListShare = 0.6;
inline constexpr double kListRecords = 2.5;  // records a page: fewer are no list
// records with a link off the page; fewer: paragraphs, comments, ...
inline constexpr double kLeading = 0.6;
inline constexpr double kPlainListShare = 0.95;  // ... unless next to all that varies is in the list
inline constexpr double kOwnLabels = 0.5;        // records with label texts of their own: parts of an entity
// a labelled constant is data if something varies so few levels up
inline constexpr int kBlockLevels = 3;
inline constexpr uint32_t kBlockLeaves = 256;  // ... among so many texts
inline constexpr size_t kDetailColumns = 80;   // columns proposed a detail site, best first
// one page alone as one thing (entity.cc): fewer labelled values say nothing; a label
// that comes more often is a list's
inline constexpr size_t kEntityPairs = 3, kEntityRepeats = 2;
inline constexpr size_t kEntityText = 300;  // bytes: longer values are running text

// --- columns of one path told apart by label or class (fields.cc)
inline constexpr uint32_t kUnclearClasses = 10;  // at most one record in so many may leave it unclear
inline constexpr uint32_t kMoreClasses = 3;      // classes beyond the most that one record has
// ... labels: they say what they mean, and specifications have many
inline constexpr uint32_t kMoreLabels = 12;

}  // namespace gleaner::records
