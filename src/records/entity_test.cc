// One page as one thing: which values it says of itself, and what is the site's or a list's.
#include "records/entity.h"

#include <gtest/gtest.h>

#include "page/made_page_test.h"
#include "records/region.h"

namespace gleaner::records {
namespace {

std::vector<std::string> said_by(const std::string& html) {
  Budget budget;
  const Analysis analysis(page_of(html), budget);
  const Outline& outline = analysis.outline();
  std::vector<std::string> out;
  for (const EntityValue& value : entity_values(outline))
    out.push_back(value.name + "=" + field_text(outline, value.place));
  return out;
}

using Values = std::vector<std::string>;

TEST(Entity, PairsOfLabelAndValue) {
  EXPECT_EQ(said_by("<h1>Desk</h1><dl><dt>Width<dd>160 cm<dt>Depth<dd>80 cm<dt>Wood<dd>Oak</dl>"),
            (Values{"title=Desk", "width=160 cm", "depth=80 cm", "wood=Oak"}));
  EXPECT_EQ(said_by("<table><tr><td>Born<td>1815<tr><td><b>Died</b><td>1852<tr><th>Field<td>Engines</table>"),
            (Values{"born=1815", "died=1852", "field=Engines"}));
  EXPECT_EQ(said_by("<p>Serves: 8</p><p><b>Oven:</b> 180 degrees</p><p>Time: 50 minutes</p>"),
            (Values{"serves=8", "oven=180 degrees", "time=50 minutes"}));
  EXPECT_EQ(
      said_by(
          "<p><b>Invoice</b> 2031</p><p><strong>Date</strong> 3 March 2024</p><p><b>Customer</b> K-118</p>"),
      (Values{"invoice=2031", "date=3 March 2024", "customer=K-118"}));
  EXPECT_EQ(said_by("<table><tr><th>Item<th>Number<th>Amount<tr><td>Cup<td>2<td>8.00<tr><td>Jug<td>1<td>9.50"
                    "<tr><td>Sum<td><td>17.50<tr><td>Tax<td><td>1.75<tr><td>To pay<td><td>19.25</table>"),
            (Values{"sum=17.50", "tax=1.75", "to_pay=19.25"}));
}

TEST(Entity, MarkupNames) {
  EXPECT_EQ(said_by("<div><h1 itemprop=name>The Mill</h1><span itemprop=director>R. Weaver</span><div><i "
                    "itemprop=duration>94 min</i></div></div>"),
            (Values{"name=The Mill", "director=R. Weaver", "duration=94 min"}));
}

TEST(Entity, NotTheSitesAndNotAListsLabels) {
  EXPECT_EQ(said_by("<nav><p>Phone: 1</p><p>Fax: 2</p><p>Mail: 3</p></nav><h1>Rain</h1><p>It rained.</p>"),
            Values());
  std::string list = "<h1>Results</h1>";
  for (const char* one : {"A", "B", "C", "D"})
    list += std::string("<p>Author: ") + one + "</p><p>Year: 19" + one + "</p><p>Place: " + one + "</p>";
  EXPECT_EQ(said_by(list), Values());
  EXPECT_EQ(said_by("<h2><a href=a>Today: rain</a></h2><h2><a href=b>Now: sun</a></h2><h2><a href=c>Then: "
                    "snow</a></h2><h2><a href=d>Last: fog</a></h2>"),
            Values());
}

}  // namespace
}  // namespace gleaner::records
